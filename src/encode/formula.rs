//! The formula of a puzzle: the whole formula, or only the part that simplification left open.

use std::convert::Infallible;

use varisat::Lit;

use super::clauses::for_each_rule_clause;
use super::clues::for_each_clue_clause;
use super::{Encoding, Reason};
use crate::grid::{Candidate, Candidates, Grid};
use crate::numbering::Numbering;
use crate::rules::Puzzle;

/// The formula of a puzzle. Its clauses are not kept in memory: they are made one by one when they
/// are needed, so that a formula of any size can be counted, written or loaded into a solver. The
/// fields depend on each other, so they are for reading; only the encoding may be changed.
///
/// | Formula | Variables | Clauses |
/// |---|---|---|
/// | [`whole`](Formula::whole) | all candidates, true where the digit is placed | the rules, then a unit clause for each given |
/// | [`open`](Formula::open) | the open candidates, **false** where the digit is placed | the rules over the open candidates |
/// | [`refuted`](Formula::refuted) | none | the empty clause |
///
/// ```
/// use satdoku::encode::{Dimensions, Formula};
/// use satdoku::{Encoding, Grid, Puzzle, Size};
/// let formula = Formula::whole(&Puzzle::classic(Grid::empty(Size::NINE)), Encoding::default());
/// assert_eq!(formula.dimensions(), Dimensions { variables: 729, clauses: 10_530 });
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Formula {
    /// The puzzle that the formula describes.
    pub puzzle: Puzzle,
    /// The encoding of "at least one" and "at most one".
    pub encoding: Encoding,
    /// The cells that are known without a solver: the givens, or what simplification found.
    pub settled: Grid,
    /// The meaning of the variables. [`Formula::for_each_clause`] adds the auxiliary variables.
    pub numbering: Numbering,
    /// Whether the formula is the empty clause.
    pub is_refuted: bool,
}

/// The numbers of variables and clauses, as in a `p cnf` line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dimensions {
    /// The number of variables, including auxiliary ones.
    pub variables: usize,
    /// The number of clauses, including givens.
    pub clauses: usize,
}

impl Formula {
    /// The whole formula: the rules over all candidates, and the givens as unit clauses.
    pub fn whole(puzzle: &Puzzle, encoding: Encoding) -> Formula {
        Formula {
            puzzle: puzzle.clone(),
            encoding,
            settled: puzzle.givens().clone(),
            numbering: Numbering::full(puzzle.size()),
            is_refuted: false,
        }
    }

    /// The open formula: the rules over the candidates of cells that have several candidates, with
    /// an open [`Numbering`].
    ///
    /// The models are the solutions of the puzzle among `candidates`. Naked singles must already be
    /// propagated in `candidates`, as in a [`Finding::Open`](crate::simplify::Finding::Open): every
    /// cell has a candidate, and if a cell has only one candidate, no peer has this candidate.
    ///
    /// # Panics
    /// If the candidates and the puzzle have different sizes.
    pub fn open(puzzle: &Puzzle, candidates: &Candidates, encoding: Encoding) -> Formula {
        assert_eq!(puzzle.size(), candidates.size(), "puzzle and candidates of different sizes");
        Formula {
            settled: candidates.to_grid(),
            numbering: Numbering::open(candidates),
            ..Formula::whole(puzzle, encoding)
        }
    }

    /// The rules over only these candidates, which are numbered in this order. All other cells hold
    /// their givens.
    pub(crate) fn in_order(puzzle: &Puzzle, order: Vec<Candidate>, encoding: Encoding) -> Formula {
        Formula {
            numbering: Numbering::in_order(puzzle.size(), order),
            ..Formula::whole(puzzle, encoding)
        }
    }

    /// The formula that is the empty clause, for a puzzle that is known to have no solution.
    pub fn refuted(puzzle: &Puzzle, encoding: Encoding) -> Formula {
        Formula { is_refuted: true, ..Formula::in_order(puzzle, Vec::new(), encoding) }
    }

    /// The candidates of each cell in the formula: its digit if the cell is settled, else the
    /// digits that have variables.
    pub fn candidates(&self) -> Candidates {
        let mut candidates = Candidates::from_grid(&self.settled);
        for cell in self.puzzle.size().cells() {
            if self.settled.get(cell).is_none() {
                candidates[cell] = self.numbering.lits(cell).map(|(digit, _)| digit).collect();
            }
        }
        candidates
    }

    /// Calls `sink` with each clause and its reason, in the order of cells, units, pairs, clues,
    /// givens. Returns the numbering including the auxiliary variables.
    pub fn for_each_clause(&self, mut sink: impl FnMut(&[Lit], Reason)) -> Numbering {
        let Ok(numbering) = self.try_for_each_clause(|clause, reason| {
            sink(clause, reason);
            Ok::<(), Infallible>(())
        });
        numbering
    }

    /// The same as [`Formula::for_each_clause`], but stops if the sink returns an error.
    ///
    /// # Errors
    /// The errors of the sink.
    pub fn try_for_each_clause<E>(
        &self,
        mut sink: impl FnMut(&[Lit], Reason) -> Result<(), E>,
    ) -> Result<Numbering, E> {
        if self.is_refuted {
            sink(&[], Reason::Refuted)?;
            return Ok(self.numbering.clone());
        }
        let (rules, encoding) = (self.puzzle.rules(), self.encoding);
        let mut counted = for_each_rule_clause(rules, encoding, &self.numbering, &mut sink)?;
        for_each_clue_clause(rules, &self.settled, &self.numbering, &mut counted, &mut sink)?;
        if self.numbering.is_full() {
            for given in self.puzzle.givens().filled() {
                sink(&[self.lit(given)], Reason::Given(given))?;
            }
        }
        Ok(counted)
    }

    /// Counts the variables and clauses. For this, the formula is made once.
    pub fn dimensions(&self) -> Dimensions {
        let mut clauses = 0;
        let numbering = self.for_each_clause(|_, _| clauses += 1);
        Dimensions { variables: numbering.variable_count(), clauses }
    }

    /// The literal that places a candidate.
    ///
    /// # Panics
    /// If the candidate has no variable, because it is outside the grid or not open.
    pub fn lit(&self, candidate: Candidate) -> Lit {
        self.numbering.lit(candidate).expect("the candidate has a variable")
    }

    /// The clause that excludes a solution, over the cells that are not settled.
    ///
    /// # Panics
    /// If a candidate of the grid has no variable, as for [`Formula::lit`].
    pub fn blocking_clause(&self, solution: &Grid) -> Vec<Lit> {
        solution
            .filled()
            .filter(|candidate| self.settled.get(candidate.cell).is_none())
            .map(|candidate| !self.lit(candidate))
            .collect()
    }
}
