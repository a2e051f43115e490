//! Decodes a model: the result is a verified grid, or an error that says what is wrong with the
//! model.

use itertools::Itertools;
use thiserror::Error;
use varisat::Lit;

use super::{Assignment, describe};
use crate::encode::Formula;
use crate::grid::Grid;
use crate::numbering::DecodeError;
use crate::verify::{Violation, verify};

/// The error for a model that is not a solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ModelError {
    /// A cell has two digits.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The grid is not a solution.
    #[error("{}", in_short(.0))]
    Grid(Vec<Violation>),
    /// The grid is a solution, but the model violates a clause of the formula.
    #[error("the model breaks clause {clause_number} ({meaning})")]
    Clause {
        /// The number of the clause, from 1, in the order of the DIMACS file.
        clause_number: usize,
        /// The meaning of the clause in words.
        meaning: String,
    },
}

/// The first violations in words, and the number of other violations.
fn in_short(violations: &[Violation]) -> String {
    const SHOWN: usize = 3;
    let shown = violations.iter().take(SHOWN).join("; ");
    match violations.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}

/// The solution that a model of the formula of a puzzle describes. The model has been checked to
/// satisfy every clause of the formula, and the grid has passed [`verify`]. If the model has no
/// value for a candidate that is not placed, or for an auxiliary variable, this variable is taken
/// as false.
///
/// # Errors
/// [`ModelError`] for a cell with two digits or none, a clash, a changed given, or a violated
/// clause.
pub fn decode(formula: &Formula, assignment: &Assignment) -> Result<Grid, ModelError> {
    let (puzzle, numbering) = (&formula.puzzle, &formula.numbering);
    let size = puzzle.size();
    let mut grid = if numbering.is_full() { Grid::empty(size) } else { formula.settled.clone() };
    numbering.decode(assignment.lits(), &mut grid)?;
    verify(puzzle, &grid).map_err(ModelError::Grid)?;

    let mut clause_number = 0;
    let checked = formula.try_for_each_clause(|clause, reason| {
        clause_number += 1;
        let holds = |lit: &Lit| {
            // The model has no value for a candidate that is not placed, or for an auxiliary
            // variable without effect.
            let left_out = || numbering.candidate(lit.var()).is_some() && !numbering.is_full();
            assignment.value(lit.var()).unwrap_or_else(left_out) == lit.is_positive()
        };
        if clause.iter().any(holds) { Ok(()) } else { Err(reason) }
    });
    match checked {
        Ok(_) => Ok(grid),
        Err(reason) => Err(ModelError::Clause { clause_number, meaning: describe(reason, puzzle) }),
    }
}
