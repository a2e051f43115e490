//! DIMACS out, any solver's answer in.
//!
//! The formula is written as it is made, so its size is bounded by the disk and not by memory. An
//! answer is read token by token, and its model is checked against the formula and the puzzle
//! before there is a grid.

mod decode;
mod read;
mod write;

pub use decode::{ModelError, decode};
pub use read::{Assignment, OutputError, SolverOutput, read_output};
pub use write::{Comments, push_clause, write};

use crate::encode::Reason;
use crate::rules::Puzzle;

/// What a clause says, in words: `digit 7 at most once in row 3`.
fn describe(reason: Reason, puzzle: &Puzzle) -> String {
    let name = |cell| puzzle.size().cell_name(cell);
    let kind = |unit| puzzle.rules().unit(unit).kind;
    match reason {
        Reason::CellAtLeastOne(cell) => format!("{} holds a digit", name(cell)),
        Reason::CellAtMostOne(cell) => format!("{} holds at most one digit", name(cell)),
        Reason::UnitAtLeastOne(unit, digit) => format!("{} holds {digit}", kind(unit)),
        Reason::UnitAtMostOne(unit, digit) => {
            format!("{} holds {digit} at most once", kind(unit))
        }
        Reason::Refuted => "simplification found a contradiction".to_owned(),
        Reason::Given(given) => format!("{} is given as {}", name(given.cell), given.digit),
    }
}
