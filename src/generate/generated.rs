//! What is made, or why nothing is.

use std::sync::Arc;

use thiserror::Error;

use crate::explain::Unexplained;
use crate::grid::Grid;
use crate::rules::{Puzzle, Rules, RulesError};
use crate::solve::SolveError;

/// A puzzle and its only solution. From [`Recipe::with_holes`](super::Recipe::with_holes) the
/// solution may be one of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Grid,
    /// Givens of a [`Recipe::puzzle`](super::Recipe::puzzle) that were left because it takes too
    /// long to decide whether they can be removed. A minimal puzzle has none.
    pub undecided: usize,
}

impl Generated {
    /// A full grid or a puzzle, and its solution.
    pub(super) fn new(rules: &Arc<Rules>, givens: Grid, solution: Grid) -> Generated {
        let puzzle = Puzzle::new(Arc::clone(rules), givens).expect("the same size");
        Generated { puzzle, solution, undecided: 0 }
    }
}

/// Why no puzzle was made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The rules have no solution at all.
    #[error("no grid obeys these rules ({rules}, {shape})", shape = .rules.shape())]
    NoGrid {
        /// The rules.
        rules: Arc<Rules>,
    },
    /// The puzzle to take givens from has no solution.
    #[error("expected a puzzle with exactly one solution, found one without a solution")]
    NoSolution,
    /// The puzzle to take givens from has several solutions.
    #[error("expected a puzzle with exactly one solution, found one with several solutions")]
    SeveralSolutions,
    /// Why no puzzle can be what was asked for: the pattern, the number of givens, a technique, a
    /// grade or a depth.
    #[error("{0}")]
    Request(String),
    /// No puzzle was found within the limits of the search. Says what was searched, and in how many
    /// attempts.
    #[error("{0}")]
    NotFound(String),
    /// Rules that a grid of this size, or with regions, cannot have.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Rules for which there are no grade, depth and techniques.
    #[error(transparent)]
    Unexplained(#[from] Unexplained),
    /// varisat failed, or the time limit was reached.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
