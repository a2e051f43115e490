//! Interchangeable encodings of "at most one", one file per encoding.

mod bimander;
mod binary;
mod commander;
mod pairwise;
mod product;
mod sequential;
mod sink;

use varisat::{Lit, Var};

use sink::Sink;

names! {
    /// The encodings of "at most one of these literals" as clauses.
    ///
    /// ```
    /// use satdoku::encode::AtMostOne;
    /// use varisat::{Lit, Var};
    /// let lits: Vec<Lit> = (0..6).map(|index| Lit::from_index(index, true)).collect();
    /// let (mut variables, mut clauses) = (6, 0);
    /// let mut fresh = || {
    ///     variables += 1;
    ///     Var::from_index(variables - 1)
    /// };
    /// AtMostOne::Sequential.for_each_clause(&lits, &mut fresh, &mut |_| {
    ///     clauses += 1;
    ///     Ok::<(), std::convert::Infallible>(())
    /// })?;
    /// assert_eq!((variables, clauses), (6 + 5, 3 * 6 - 4));
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    ///
    /// | Encoding | Clauses for n | Auxiliaries | Reference |
    /// |---|---|---|---|
    /// | `auto` (default) | those of `pairwise` up to 32 literals, else those of `bimander` | | |
    /// | `pairwise` | n(n-1)/2 | 0 | folklore |
    /// | `sequential` | 3n-4 | n-1 | [Sinz 2005](https://doi.org/10.1007/11564751_73) |
    /// | `binary` | n ceil(log2 n) | ceil(log2 n) | [Frisch et al. 2005](https://doi.org/10.1007/s10817-005-9011-0) |
    /// | `bimander` | about n (log2 n - 1) | ceil(log2 n) - 2 | [Nguyen & Mai 2015](https://www.researchgate.net/publication/301455290) |
    /// | `commander` | about 3.5n | about n/2 | [Klieber & Kwon 2007](https://www.cs.cmu.edu/~wklieber/papers/2007_efficient-cnf-encoding-for-selecting-1.pdf) |
    /// | `product` | 2n + 4 sqrt(n) + ... | 2 sqrt(n) + ... | [Chen 2010](https://www.semanticscholar.org/paper/11ead39e2799fcb85a9064037080c0f2a1733d82) |
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    #[non_exhaustive]
    pub enum AtMostOne {
        /// One of the other encodings, chosen by the number of literals: see
        /// [`AtMostOne::for_group`].
        #[default]
        Auto = "auto",
        /// One clause excludes each pair of literals.
        Pairwise = "pairwise",
        /// A chain of variables, one for each prefix of the literals.
        Sequential = "sequential",
        /// Each true literal sets the bits of its index.
        Binary = "binary",
        /// Groups of up to four literals; each true literal sets the bits of the index of its
        /// group.
        Bimander = "bimander",
        /// Each group of literals has a commander, and at most one commander is true.
        Commander = "commander",
        /// The literals are the cells of a rectangle; at most one row and one column is true.
        Product = "product",
    }
}

impl AtMostOne {
    /// Up to this number of literals, `auto` is pairwise. Pairwise needs less time for larger
    /// groups too, at least up to 49 literals, but its memory grows with the square of the number.
    pub const PAIRWISE_UP_TO: usize = 32;

    /// The encoding for a group of this many literals: the same encoding, unless it is `auto`.
    #[must_use]
    pub fn for_group(self, literals: usize) -> AtMostOne {
        match self {
            AtMostOne::Auto if literals <= AtMostOne::PAIRWISE_UP_TO => AtMostOne::Pairwise,
            AtMostOne::Auto => AtMostOne::Bimander,
            chosen => chosen,
        }
    }

    /// Makes clauses that can be satisfied, by some values of the auxiliaries, if and only if at
    /// most one of `lits` is true. Zero or one literal needs no clause. `fresh` returns unused
    /// variables.
    ///
    /// # Errors
    /// The first error of the sink, which then gets no more clauses.
    pub fn for_each_clause<E>(
        self,
        lits: &[Lit],
        fresh: &mut dyn FnMut() -> Var,
        sink: &mut Sink<E>,
    ) -> Result<(), E> {
        if lits.len() < 2 {
            return Ok(());
        }
        match self.for_group(lits.len()) {
            AtMostOne::Auto | AtMostOne::Pairwise => pairwise::clauses(lits, sink),
            AtMostOne::Sequential => sequential::clauses(lits, fresh, sink),
            AtMostOne::Binary => binary::clauses(lits, fresh, sink),
            AtMostOne::Bimander => bimander::clauses(lits, fresh, sink),
            AtMostOne::Commander => commander::clauses(lits, fresh, sink),
            AtMostOne::Product => product::clauses(lits, fresh, sink),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use varisat::{ExtendFormula, Solver};

    /// The clauses over `lits`, and the number of variables including auxiliaries.
    fn clauses(amo: AtMostOne, lits: &[Lit], used: usize) -> (Vec<Vec<Lit>>, usize) {
        let (mut clauses, mut variable_count) = (Vec::new(), used);
        let mut fresh = || {
            variable_count += 1;
            Var::from_index(variable_count - 1)
        };
        let Ok(()) = amo.for_each_clause(lits, &mut fresh, &mut |clause| {
            clauses.push(clause.to_vec());
            Ok::<(), Infallible>(())
        });
        (clauses, variable_count)
    }

    fn satisfiable(clauses: &[Vec<Lit>], assumptions: &[Lit]) -> bool {
        let mut solver = Solver::new();
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        solver.assume(assumptions);
        solver.solve().unwrap()
    }

    fn positive(n: usize) -> Vec<Lit> {
        (0..n).map(|i| Lit::from_index(i, true)).collect()
    }

    /// Checks that an assignment of the literals can be extended to a model if and only if at most
    /// one literal is true.
    fn check_truth_table(amo: AtMostOne, lits: &[Lit], used: usize) {
        let (clauses, _) = clauses(amo, lits, used);
        for row in 0u32..1 << used {
            let assignment: Vec<_> =
                (0..used).map(|i| Lit::from_index(i, row >> i & 1 == 1)).collect();
            let trues = lits.iter().filter(|lit| assignment.contains(lit)).count();
            assert_eq!(
                satisfiable(&clauses, &assignment),
                trues <= 1,
                "{} of {lits:?} under {assignment:?}",
                amo.name()
            );
        }
    }

    #[test]
    fn every_encoding_has_the_truth_table_of_at_most_one() {
        for amo in AtMostOne::ALL {
            for n in 0..=10 {
                check_truth_table(amo, &positive(n), n);
            }
            // Literals can be negated or mixed; a literal that occurs twice counts twice.
            let seven = [0, 1, 2, 3, 4, 5, 6];
            check_truth_table(amo, &seven.map(|i| Lit::from_index(i, false)), 7);
            check_truth_table(amo, &seven.map(|i| Lit::from_index(i, i % 3 == 0)), 7);
            check_truth_table(amo, &[0, 1, 0].map(|i| Lit::from_index(i, true)), 2);
        }
    }

    #[test]
    fn one_true_literal_makes_the_others_false_by_unit_propagation() {
        // All these encodings are arc-consistent. So if one literal is true and another one is
        // assumed, unit propagation finds the contradiction. A simple propagation without shared
        // code checks this.
        for amo in AtMostOne::ALL {
            let lits = positive(10);
            let (clauses, _) = clauses(amo, &lits, lits.len());
            for &placed in &lits {
                let mut known = vec![placed];
                while let Some(unit) = clauses.iter().find_map(|clause| {
                    let open: Vec<_> = clause.iter().filter(|&&l| !known.contains(&!l)).collect();
                    (open.len() == 1 && !known.contains(open[0])).then(|| *open[0])
                }) {
                    known.push(unit);
                }
                for &other in lits.iter().filter(|&&other| other != placed) {
                    assert!(known.contains(&!other), "{}: {placed} leaves {other}", amo.name());
                }
            }
        }
    }

    #[test]
    fn clause_and_auxiliary_counts_are_those_of_the_table() {
        let counts = |amo, n: usize| {
            let (clauses, variable_count) = clauses(amo, &positive(n), n);
            (clauses.len(), variable_count - n)
        };
        for n in 2..=36 {
            assert_eq!(counts(AtMostOne::Pairwise, n), (n * (n - 1) / 2, 0));
            assert_eq!(counts(AtMostOne::Sequential, n), (3 * n - 4, n - 1));
            let bits = n.next_power_of_two().ilog2() as usize;
            assert_eq!(counts(AtMostOne::Binary, n), (n * bits, bits));
        }
        assert_eq!(counts(AtMostOne::Bimander, 4), (6, 0));
        assert_eq!(counts(AtMostOne::Bimander, 9), (18 + 6, 2));
        assert_eq!(counts(AtMostOne::Bimander, 25), (75 + 27, 3));
        assert_eq!(counts(AtMostOne::Commander, 4), (6, 0));
        assert_eq!(counts(AtMostOne::Commander, 9), (24, 3));
        assert_eq!(counts(AtMostOne::Product, 9), (24, 6));
        assert_eq!(counts(AtMostOne::Product, 36), (104, 22));
    }
}
