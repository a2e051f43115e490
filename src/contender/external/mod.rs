//! Other people's programs as processes: SAT solvers, Sudoku programs, proof checkers.
//!
//! The only place that starts processes. Nothing that a program does may hang us, fill our memory
//! or pass for an answer when it is none: [`run`] bounds time and output, and what a program says
//! is read with suspicion.

mod command;
mod run;
#[cfg(unix)]
mod unix;

pub use command::{CommandLine, find_in_path};
pub use run::{Ending, Finished, Input, RunLimits, end_all, run};
