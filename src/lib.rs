//! Solves Sudoku by boolean satisfiability and gives answers that can be checked.
//!
//! ```text
//! text -> format -> Grid -> Puzzle (Rules + givens) -> encode -> Encoded (CnfFormula + Numbering)
//!                                                         |-> dimacs -> any SAT solver -> dimacs -+
//!                                                         `-> solve (varisat) -> model -----------+-> verify -> Grid
//! ```
//!
//! [`solve()`] answers in one call; [`solve::Session`] assumes, forbids and solves
//! again; [`evidence`] says why. [`verify()`] never touches the CNF, and every grid has passed it.
//!
//! ```
//! use satdoku::{Grid, Puzzle, Verdict, solve};
//! let givens: Grid = "12.. ..1. 2... ...3".parse()?;
//! let Verdict::Unique(solution) = solve(&Puzzle::classic(givens))? else { panic!() };
//! assert_eq!(solution.to_string(), "1234341223414123");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules stand in the order in which they depend on each other, from values to programs.
//! With `default-features = false` the command line and its dependencies are left out.
// The vector instructions of `dpll` are the one exception.
#![deny(unsafe_code)]

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

pub mod dpll;

pub mod evidence;

pub mod explain;

pub mod generate;

#[cfg(feature = "process")]
pub mod process;

pub mod contender;

#[cfg(feature = "compare")]
pub mod compare;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use answer::{Answer, Deadline, Limits, Status};
pub use dpll::Dpll;
pub use encode::{Encoded, Encoding, encode};
pub use format::{ParseError, Symbols};
pub use grid::{Candidate, Candidates, Cell, Digit, DigitSet, Grid, Size, SizeError};
pub use numbering::Numbering;
pub use rules::{Puzzle, Rules};
pub use solve::{Pipeline, SolveError, Verdict, solve};
pub use verify::verify;

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
