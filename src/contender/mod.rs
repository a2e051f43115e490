//! All solvers behind one small trait, so that they can be called, checked and compared alike:
//! varisat, dpll, the classic solvers, SAT solvers and external programs.
//!
//! Use [`ask`] to call one: it refuses what a contender cannot do and verifies every grid that
//! comes back. A claim that there are *no more* solutions cannot be verified this way;
//! [`refutation`] holds it against what another contender found, [`confirm`] against varisat.
//!
//! ```
//! use satdoku::contender::{ask, find};
//! use satdoku::{Encoding, Limits, Puzzle, Status};
//! let entry = find("norvig", Encoding::default())?;
//! let mut norvig = (entry.build)()?;
//! let puzzle = Puzzle::classic("12.. ..1. 2... ...3".parse()?);
//! let answer = ask(&mut *norvig, &entry.capabilities, &puzzle, &Limits::UNIQUE)?;
//! assert_eq!(answer.status(&Limits::UNIQUE), Status::Unique);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
mod diagonal_agent;
mod dpll;
mod entry;
mod error;
mod exact_cover;
#[cfg(feature = "process")]
mod line_program;
mod norvig;
#[cfg(feature = "process")]
pub mod program;
mod prune_fill_search;
mod registry;
#[cfg(feature = "solvers")]
mod rustsat;
#[cfg(feature = "process")]
mod sat_program;
mod search;
mod varisat;

use std::ops::AddAssign;
use std::time::Duration;

use crate::answer::{Answer, Limits};
use crate::rules::Puzzle;
use crate::solve::{Counters, SessionStats, Stage};

#[cfg(feature = "compare")]
pub(crate) use ask::in_message;
pub use ask::{ask, ask_all, confirm, refutation};
pub use diagonal_agent::DiagonalAgent;
pub use entry::{Build, Capabilities, Entry, Variants};
pub use error::ContenderError;
pub use exact_cover::ExactCover;
#[cfg(feature = "process")]
pub use line_program::LineProgram;
pub use norvig::Norvig;
pub use prune_fill_search::PruneFillSearch;
pub use registry::{all, built_in, find, is_built_in, sat_solvers_in_process};
#[cfg(feature = "process")]
pub use sat_program::SatProgram;

/// Something that solves puzzles. It may keep buffers, a loaded formula or a child process from
/// one puzzle to the next; it stays on the thread that built it.
pub trait Contender {
    /// Looks for up to `limits.solutions` different solutions until the deadline.
    ///
    /// Called through [`ask`], which checks what goes in and what comes out. A limit that is hit
    /// is an answer that is not `complete`, never an error; so is a puzzle without a solution.
    ///
    /// # Errors
    /// When there is no answer to rely on: see [`ContenderError`].
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError>;

    /// Answers several puzzles, one result each, in order; the deadline is that of all together.
    /// By default one by one; a program overrides this to start once for all puzzles. Called
    /// through [`ask_all`].
    fn answer_all(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits,
    ) -> Vec<Result<Answer, ContenderError>> {
        puzzles.iter().map(|puzzle| self.answer(puzzle, limits)).collect()
    }

    /// The statistics of the last call, as far as this contender knows them.
    fn times(&self) -> Times {
        Times::default()
    }
}

/// Statistics of one call. Unknown values are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    /// The stage that settled the puzzle, if there are several.
    pub stage: Option<Stage>,
    /// Variables of the formula.
    pub variables: Option<u64>,
    /// Clauses of the formula.
    pub clauses: Option<u64>,
    /// What the SAT solver counted.
    pub counters: Counters,
    /// Making the formula.
    pub encode: Option<Duration>,
    /// Handing it to the solver.
    pub load: Option<Duration>,
    /// The search.
    pub solve: Option<Duration>,
    /// Checking the grids.
    pub verify: Option<Duration>,
    /// Running the child processes, from the start of each to its end.
    pub process: Option<Duration>,
}

impl Times {
    /// Adds another's sizes and times; what only one of them knows counts alone.
    pub fn add(&mut self, other: &Times) {
        add(&mut self.variables, other.variables);
        add(&mut self.clauses, other.clauses);
        self.counters.add(&other.counters);
        add(&mut self.encode, other.encode);
        add(&mut self.load, other.load);
        add(&mut self.solve, other.solve);
        add(&mut self.verify, other.verify);
        add(&mut self.process, other.process);
    }

    /// Encoding and loading together.
    #[must_use]
    pub fn before_search(&self) -> Option<Duration> {
        match (self.encode, self.load) {
            (None, time) | (time, None) => time,
            (Some(encode), Some(load)) => Some(encode + load),
        }
    }
}

/// Adds to a sum what is known.
pub(crate) fn add<T: AddAssign + Default>(sum: &mut Option<T>, other: Option<T>) {
    if let Some(other) = other {
        *sum.get_or_insert_default() += other;
    }
}

impl From<&SessionStats> for Times {
    fn from(stats: &SessionStats) -> Times {
        Times {
            stage: None,
            variables: Some(stats.variables as u64),
            clauses: Some(stats.clauses as u64),
            counters: stats.counters,
            encode: Some(stats.encode_time),
            load: Some(stats.load_time),
            solve: Some(stats.solve_time),
            verify: Some(stats.verify_time),
            process: None,
        }
    }
}
