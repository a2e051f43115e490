//! DIMACS out, or another language of solvers; any solver's answer in.
//!
//! The formula is written as it is made, so its size is bounded by the disk and not by memory. An
//! answer is read token by token, and its model is checked against the formula and the puzzle
//! before there is a grid.
//!
//! ```
//! use satdoku::dimacs::{self, Comments, SolverOutput};
//! use satdoku::{Encoding, Formula, Grid, Puzzle, Size};
//! let puzzle = Puzzle::classic(Grid::from_values(Size::new(1, 2)?, [1, 0, 0, 0])?);
//! let formula = Formula::whole(&puzzle, Encoding::default());
//! let mut cnf = Vec::new();
//! let dimensions = dimacs::write(&formula, Comments::None, &mut cnf)?;
//! assert!(cnf.starts_with(b"p cnf 8 "));
//! let answer = "s SATISFIABLE\nv 1 -2 -3 4 -5 6 7 -8 0\n";
//! let output = dimacs::read_output(answer.as_bytes(), dimensions.variables)?;
//! let SolverOutput::Satisfiable(assignment) = output else { panic!("a model") };
//! assert_eq!(dimacs::decode(&formula, &assignment)?.values(), [1, 2, 2, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cnf;
mod cubes;
mod decode;
mod read;
mod words;
mod write;

pub use cnf::Cnf;
pub(crate) use cnf::clause_text;
pub use cubes::{read_cubes, write_cubes};
pub use decode::{ModelError, decode};
pub use read::{Assignment, OutputError, Outputs, SolverOutput, read_output, read_outputs};
pub use words::{Place, ReadError};
pub(crate) use words::{Words, next_byte};
#[cfg(feature = "certificates")]
pub use write::push_clause;
pub use write::{Comments, Format, Style, write, write_as};

use crate::encode::Reason;
use crate::rules::{Group, Puzzle};

/// What a clause says, in words: `row 3 holds 7 at most once`.
fn describe(reason: Reason, puzzle: &Puzzle) -> String {
    let name = |cell| puzzle.size().cell_name(cell);
    let kind = |unit| puzzle.rules().unit(unit).kind;
    match reason {
        Reason::AtLeastOne(Group::Cell(cell)) => format!("{} holds a digit", name(cell)),
        Reason::AtMostOne(Group::Cell(cell)) => format!("{} holds at most one digit", name(cell)),
        Reason::AtLeastOne(Group::Unit(unit, digit)) => format!("{} holds {digit}", kind(unit)),
        Reason::AtMostOne(Group::Unit(unit, digit)) => {
            format!("{} holds {digit} at most once", kind(unit))
        }
        Reason::AtLeastOne(Group::Pair(pair, digit))
        | Reason::AtMostOne(Group::Pair(pair, digit)) => {
            let [first, second] = puzzle.rules().pair(pair).cells.map(name);
            format!("{first} or {second} is not {digit}")
        }
        Reason::Constraint(index) => {
            format!("the rule '{}'", puzzle.rules().constraints()[index].name())
        }
        Reason::Refuted => "simplification found a contradiction".to_owned(),
        Reason::Given(given) => format!("{} is given as {}", name(given.cell), given.digit),
    }
}
