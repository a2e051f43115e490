//! Writes formulas as DIMACS or in other formats, and reads the answers of SAT solvers.
//!
//! The formula is written while it is made, so that the disk limits its size, not the memory. An
//! answer is read token by token. Its model is checked against the formula and the puzzle before a
//! grid is returned.
//!
//! ```
//! use satdoku::dimacs::{self, SolverOutput, Style};
//! use satdoku::{Encoding, Formula, Grid, Puzzle, Size};
//! let puzzle = Puzzle::classic(Grid::from_values(Size::new(1, 2)?, [1, 0, 0, 0])?);
//! let formula = Formula::whole(&puzzle, Encoding::default());
//! let mut cnf = Vec::new();
//! let dimensions = dimacs::write(&formula, &Style::default(), &mut cnf)?;
//! assert!(cnf.starts_with(b"c Sudoku as SAT"));
//! let answer = "s SATISFIABLE\nv 1 -2 -3 4 -5 6 7 -8 0\n";
//! let output = dimacs::read_output(answer.as_bytes(), dimensions.variables)?;
//! let SolverOutput::Satisfiable(assignment) = output else { panic!("a model") };
//! assert_eq!(dimacs::decode(&formula, &assignment)?.values(), [1, 2, 2, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cnf;
mod cubes;
mod decode;
mod pieces;
mod read;
mod words;
mod write;

pub use cnf::Cnf;
pub(crate) use cnf::{clause_text, lits};
pub use cubes::{read_cubes, write_cubes};
pub use decode::{ModelError, decode};
pub use pieces::{Piece, Repair, Soft, read_repair};
pub use read::{Assignment, OutputError, SolverOutput, read_output, read_outputs};
pub use words::{Place, ReadError};
pub(crate) use words::{Words, next_byte};
pub use write::{Comments, Format, Style, push_clause, write};

use crate::encode::Reason;
use crate::grid::CellNames;
use crate::rules::{Group, Puzzle};

/// The meaning of a clause in words: `at most one 7 in row C`.
fn describe(reason: Reason, puzzle: &Puzzle) -> String {
    let (rules, name) = (puzzle.rules(), |cell| puzzle.size().cell_name(cell));
    let of_group = |count, group: Group| {
        let digit = if group.cell().is_some() { " digit in" } else { "" };
        format!(
            "{count}{digit} {}",
            group.describe(rules, CellNames::A1, |digit| digit.to_string())
        )
    };
    match reason {
        Reason::AtLeastOne(group) => of_group("at least one", group),
        Reason::AtMostOne(group) => of_group("at most one", group),
        Reason::Clue(index) => rules.clues()[index.clue as usize].text(rules),
        Reason::Given(given) => format!("{} is given as {}", name(given.cell), given.digit),
        Reason::Refuted => "simplification found a contradiction".to_owned(),
    }
}
