//! Solves Sudoku by boolean satisfiability and gives answers that can be checked.
#![forbid(unsafe_code)]

pub mod grid;
pub mod rules;

pub mod format;
pub mod verify;

pub mod answer;
pub mod numbering;

pub mod encode;
pub mod simplify;

pub mod dimacs;

pub mod solve;

pub mod evidence;

pub mod generate;

pub mod contender;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use answer::{Answer, Limits, Status};
pub use encode::{Encoded, Encoding, encode};
pub use format::{ParseError, Symbols};
pub use grid::{Candidate, Candidates, Cell, Digit, DigitSet, Grid, Size, SizeError};
pub use numbering::Numbering;
pub use rules::{Puzzle, Rules};
pub use solve::{Pipeline, SolveError, Verdict, solve};
pub use verify::verify;
