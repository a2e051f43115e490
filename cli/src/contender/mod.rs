//! All solvers behind one small trait, so that they can be called, checked and compared alike:
//! varisat, dpll, the classic solvers, SAT solvers and external programs.
//!
//! Use [`ask`] to call a contender: it refuses what the contender cannot do and verifies every grid
//! that comes back. A claim that there are *no more* solutions cannot be verified in this way;
//! [`confirm`] compares the claim with our own search.

mod ask;
mod entry;
mod error;
mod exact_cover;
mod formula;
mod library;
mod line_program;
mod norvig;
mod prune_fill_search;
mod registry;
mod sat_program;

use satdoku::solve::Statistics;
use satdoku::{Answer, Limits, Puzzle};

pub(crate) use ask::in_message;
pub use ask::{ask, check, confirm};
pub use entry::{Capabilities, Entry, Variants};
pub use error::ContenderError;
pub use exact_cover::ExactCover;
pub use formula::FormulaKind;
pub use line_program::LineProgram;
pub use norvig::{DiagonalAgent, Norvig};
pub use prune_fill_search::PruneFillSearch;
pub use registry::{AUTO, DEFAULT, OF_AUTO, WELL_KNOWN, all, built_in, find};
pub use sat_program::SatProgram;

/// An answer, or why there is none to rely on.
pub type Answered = Result<Answer, ContenderError>;

/// What a contender said about one of several puzzles.
#[derive(Clone, Debug)]
pub struct Said {
    /// The answer, with the solutions that were shown.
    pub answer: Answered,
    /// How many solutions there are (2 also stands for more), if it counts without showing them
    /// all.
    pub count: Option<u64>,
}

impl From<Answered> for Said {
    fn from(answer: Answered) -> Said {
        Said { answer, count: None }
    }
}

/// Something that solves puzzles. It may keep buffers, a loaded formula or a child process from
/// one puzzle to the next; it stays on the thread that built it.
pub trait Contender {
    /// Looks for up to `limits.solutions` different solutions until the deadline, and adds what it
    /// counted to `told`.
    ///
    /// Called through [`ask`], which checks what goes in and what comes out. A limit that is hit
    /// is an answer that is not `complete`, never an error; so is a puzzle without a solution.
    ///
    /// # Errors
    /// If there is no answer to rely on: see [`ContenderError`].
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, told: &mut Statistics) -> Answered;

    /// Answers several puzzles, in order; the deadline is for all of them together. By default the
    /// puzzles are answered one by one; a program overrides this to start once for all puzzles. The
    /// answers are to be [checked](check).
    fn answer_all(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits,
        told: &mut Statistics,
    ) -> Vec<Said> {
        puzzles.iter().map(|puzzle| self.answer(puzzle, limits, told).into()).collect()
    }
}
