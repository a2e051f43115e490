//! The result of generating: a puzzle, or the reason why there is none.

use std::sync::Arc;

use thiserror::Error;

use crate::explain::Unexplained;
use crate::grid::Grid;
use crate::rules::{Puzzle, Rules, RulesError};
use crate::solve::SolveError;

/// A puzzle and its only solution. In results of [`Recipe::with_holes`](super::Recipe::with_holes),
/// there may be other solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Grid,
    /// How many givens of a [`Recipe::puzzle`](super::Recipe::puzzle) were kept because it takes
    /// too long to decide whether they can be removed. If this is 0, a puzzle that should be
    /// minimal is minimal.
    pub undecided: usize,
}

impl Generated {
    /// The result of a full grid or a puzzle, and its solution.
    pub(super) fn new(rules: &Arc<Rules>, givens: Grid, solution: Grid) -> Generated {
        let puzzle = Puzzle::new(Arc::clone(rules), givens).expect("the same size");
        Generated { puzzle, solution, undecided: 0 }
    }
}

/// The reason why no puzzle was made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No grid obeys the rules.
    #[error("no grid obeys these rules ({rules}, {shape})", shape = .rules.shape())]
    NoGrid {
        /// The rules.
        rules: Arc<Rules>,
    },
    /// The puzzle from which givens should be removed has no solution.
    #[error("expected a puzzle with exactly one solution, found one without a solution")]
    NoSolution,
    /// The puzzle from which givens should be removed has several solutions.
    #[error("expected a puzzle with exactly one solution, found one with several solutions")]
    SeveralSolutions,
    /// No puzzle can have the wanted pattern, number of givens, technique, grade or depth. The text
    /// is the reason.
    #[error("{0}")]
    Request(String),
    /// No puzzle was found within the limits of the search. The text says what was searched, and
    /// how many attempts were made.
    #[error("{0}")]
    NotFound(String),
    /// The rules do not fit the size of the grid or its regions.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// There are no grades, depths and techniques for a grid of this size.
    #[error(transparent)]
    Unexplained(#[from] Unexplained),
    /// varisat failed, or the time limit was reached.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
