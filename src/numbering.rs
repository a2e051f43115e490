//! The only place that maps candidates to variables and back; hands out auxiliary variables.

use varisat::{Lit, Var};

use crate::grid::{Candidate, Candidates, Cell, Digit, Grid, Size};

/// Which variable stands for which candidate.
///
/// *Full*: every candidate, in order: the variable of row *r*, column *c*, digit *d* (all from 1)
/// has the DIMACS number `n*n*(r-1) + n*(c-1) + d` for side *n*, and is true when the digit is
/// placed. *Open*: only the candidates that are still open, numbered without gaps, and **false**
/// when the digit is placed: a CDCL solver whose decisions set variables to false then places
/// digits. Auxiliary variables come after the candidates.
#[derive(Clone, Debug)]
pub struct Numbering {
    size: Size,
    open: Option<Open>,
    candidate_count: usize,
    variable_count: usize,
}

#[derive(Clone, Debug)]
struct Open {
    /// By full index: one more than the variable's index, 0 where the candidate is not open.
    variable_of: Vec<u32>,
    /// By variable index.
    candidates: Vec<Candidate>,
}

impl Numbering {
    /// All candidates of a size.
    pub fn full(size: Size) -> Numbering {
        let candidate_count = size.cell_count() * size.side();
        Numbering { size, open: None, candidate_count, variable_count: candidate_count }
    }

    /// The candidates of the cells that still have several, cell by cell.
    pub fn open(candidates: &Candidates) -> Numbering {
        let open = candidates.iter().filter(|candidate| candidates[candidate.cell].len() > 1);
        Numbering::in_order(candidates.size(), open.collect())
    }

    /// These candidates alone, in this order, which is also the order in which an unguided solver
    /// decides.
    ///
    /// # Panics
    /// If a candidate is outside the size.
    pub fn in_order(size: Size, candidates: Vec<Candidate>) -> Numbering {
        let mut variable_of = vec![0; size.cell_count() * size.side()];
        for (variable_index, &candidate) in candidates.iter().enumerate() {
            variable_of[full_index(size, candidate)] = variable_index as u32 + 1;
        }
        let candidate_count = candidates.len();
        let open = Some(Open { variable_of, candidates });
        Numbering { size, open, candidate_count, variable_count: candidate_count }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether it is a full numbering.
    pub fn is_full(&self) -> bool {
        self.open.is_none()
    }

    /// How many variables stand for candidates: the first ones.
    pub fn candidate_count(&self) -> usize {
        self.candidate_count
    }

    /// Candidates and auxiliaries.
    pub fn variable_count(&self) -> usize {
        self.variable_count
    }

    /// The literal that says "this digit is placed here"; `None` if the candidate has none.
    ///
    /// # Panics
    /// If the candidate is outside the size.
    pub fn lit(&self, candidate: Candidate) -> Option<Lit> {
        let index = full_index(self.size, candidate);
        match &self.open {
            None => Some(Lit::from_index(index, true)),
            Some(open) => (open.variable_of[index] as usize)
                .checked_sub(1)
                .map(|variable_index| Lit::from_index(variable_index, false)),
        }
    }

    /// The candidate of a variable; `None` for auxiliaries.
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        match &self.open {
            Some(open) => open.candidates.get(var.index()).copied(),
            None => (var.index() < self.candidate_count).then(|| {
                let side = self.size.side();
                Candidate {
                    cell: Cell::from_index(var.index() / side),
                    digit: Digit::from_index(var.index() % side),
                }
            }),
        }
    }

    /// The candidate that a literal places; `None` if it is an auxiliary or forbids a candidate.
    pub fn placed(&self, lit: Lit) -> Option<Candidate> {
        (lit.is_positive() == self.is_full()).then(|| self.candidate(lit.var()))?
    }

    /// Fills in what the true literals of a model place; the other cells stay as they are.
    pub fn decode(&self, model: &[Lit], grid: &mut Grid) {
        for candidate in model.iter().filter_map(|&lit| self.placed(lit)) {
            grid.set(candidate.cell, Some(candidate.digit));
        }
    }

    /// A new auxiliary variable.
    pub fn fresh(&mut self) -> Var {
        self.variable_count += 1;
        Var::from_index(self.variable_count - 1)
    }
}

fn full_index(size: Size, candidate: Candidate) -> usize {
    let Candidate { cell, digit } = candidate;
    assert!(cell.index() < size.cell_count() && digit.index() < size.side(), "not of this size");
    cell.index() * size.side() + digit.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_in_the_literature() {
        let numbering = Numbering::full(Size::NINE);
        for (row, column, digit) in itertools::iproduct!(1..=9, 1..=9, 1..=9) {
            let candidate = Candidate {
                cell: Size::NINE.cell(row - 1, column - 1),
                digit: Digit::new(digit).unwrap(),
            };
            let lit = numbering.lit(candidate).unwrap();
            assert_eq!(lit.to_dimacs(), (81 * (row - 1) + 9 * (column - 1) + digit) as isize);
            assert_eq!(numbering.placed(lit), Some(candidate));
            assert_eq!(numbering.placed(!lit), None);
        }
    }

    #[test]
    fn open_candidates_are_numbered_without_gaps_and_negated() {
        let mut candidates = Candidates::all(Size::FOUR);
        for cell in Size::FOUR.cells().skip(2) {
            candidates[cell] = [Digit::from_index(0)].into_iter().collect();
        }
        let mut numbering = Numbering::open(&candidates);
        assert_eq!(numbering.variable_count(), 8);
        let all: Vec<_> = Candidates::all(Size::FOUR).iter().collect();
        let lits: Vec<_> = all.iter().filter_map(|&c| numbering.lit(c)).collect();
        assert_eq!(lits, (0..8).map(|i| Lit::from_index(i, false)).collect::<Vec<_>>());
        assert_eq!(numbering.placed(lits[5]), Some(all[5]));
        assert_eq!(numbering.fresh().index(), 8);
        assert_eq!(numbering.candidate(Var::from_index(8)), None);
    }
}
