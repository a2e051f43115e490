//! From a model to a verified grid, or to what is wrong with it.

use thiserror::Error;

use super::{Assignment, describe};
use crate::encode::Formula;
use crate::grid::{Cell, Digit, Grid, Size};
use crate::verify::{Violation, verify};

/// Why a model is no solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ModelError {
    /// A cell with two digits.
    #[error("{cell_name} holds {first} and {second}", cell_name = size.cell_name(*cell))]
    TwoDigits {
        /// For the cell's name.
        size: Size,
        /// Where.
        cell: Cell,
        /// The smaller digit.
        first: Digit,
        /// The larger one.
        second: Digit,
    },
    /// The grid is not a solution.
    #[error("{}", .0.iter().map(Violation::to_string).collect::<Vec<_>>().join("; "))]
    Grid(Vec<Violation>),
    /// The grid is a solution, but the model breaks the formula all the same.
    #[error("the model breaks clause {clause_number} ({meaning})")]
    Clause {
        /// From 1, in the order of the DIMACS file.
        clause_number: usize,
        /// What the clause says.
        meaning: String,
    },
}

/// The solution that a model of a puzzle's formula describes. It satisfies every clause of the
/// formula, and the grid has passed [`verify`]. Variables that the model leaves out read as false
/// for candidates that are not placed and for auxiliaries.
///
/// # Errors
/// [`ModelError`]: a cell with two digits or none, a clash, a changed given, a broken clause.
pub fn decode(formula: &Formula, assignment: &Assignment) -> Result<Grid, ModelError> {
    let (puzzle, numbering) = (formula.puzzle(), formula.numbering());
    let size = puzzle.size();
    let mut grid = if numbering.is_full() { Grid::empty(size) } else { formula.settled().clone() };
    for index in 0..numbering.candidate_count() {
        let var = varisat::Var::from_index(index);
        let Some(value) = assignment.value(var) else { continue };
        let Some(placed) = numbering.placed(var.lit(value)) else { continue };
        if let Some(first) = grid.get(placed.cell) {
            let (cell, second) = (placed.cell, placed.digit);
            return Err(ModelError::TwoDigits { size, cell, first, second });
        }
        grid.set(placed.cell, Some(placed.digit));
    }
    verify(puzzle, &grid).map_err(ModelError::Grid)?;

    let (mut clause_number, mut broken) = (0, None);
    formula.for_each_clause(|clause, reason| {
        clause_number += 1;
        let satisfied = broken.is_some()
            || clause.iter().any(|lit| {
                let value = assignment.value(lit.var()).unwrap_or_else(|| {
                    // Left out: a candidate that is not placed, or an auxiliary nobody needs.
                    numbering.candidate(lit.var()).is_some() && !numbering.is_full()
                });
                value == lit.is_positive()
            });
        if !satisfied {
            broken = Some((clause_number, reason));
        }
    });
    match broken {
        None => Ok(grid),
        Some((clause_number, reason)) => {
            Err(ModelError::Clause { clause_number, meaning: describe(reason, puzzle) })
        }
    }
}
