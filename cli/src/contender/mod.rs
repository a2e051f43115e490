//! All solvers with one small trait, so that they can be called, checked and compared in the same
//! way: varisat, dpll, the classic solvers, SAT solvers and external programs.
//!
//! Use [`ask`] to call a contender: it rejects requests that the contender does not support, and
//! verifies every grid of the answer. A claim that there are *no more* solutions cannot be verified
//! in this way; [`confirm`] checks such a claim with the default solver.

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
pub use registry::{AUTO, DEFAULT, OF_AUTO, WELL_KNOWN, all, built_in, find, names};
pub use sat_program::SatProgram;

/// An answer, or the reason why there is no valid answer.
pub type Answered = Result<Answer, ContenderError>;

/// The answer of a contender to one of several puzzles.
#[derive(Clone, Debug)]
pub struct Said {
    /// The answer, with the solutions that were shown.
    pub answer: Answered,
    /// The number of solutions (2 means two or more), if the contender counts solutions without
    /// showing all of them.
    pub count: Option<u64>,
}

impl From<Answered> for Said {
    fn from(answer: Answered) -> Said {
        Said { answer, count: None }
    }
}

/// A solver of puzzles. It may keep buffers, a loaded formula or a child process for the next
/// puzzle, and it stays on the thread that built it.
pub trait Contender {
    /// Looks for up to `limits.solutions` different solutions until the deadline, and adds its
    /// statistics to `told`.
    ///
    /// Called by [`ask`], which checks the request and the answer. If a limit is reached, this is
    /// not an error: the answer is not `complete`. A puzzle without a solution is not an error
    /// either: the answer is `complete` and has no solutions.
    ///
    /// # Errors
    /// If there is no valid answer: see [`ContenderError`].
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, told: &mut Statistics) -> Answered;

    /// Answers several puzzles, in order. The deadline is for all puzzles together. By default, the
    /// puzzles are answered one by one; contenders that run a program override this method, so that
    /// the program is started only once. The caller must [check] the answers.
    fn answer_all(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits,
        told: &mut Statistics,
    ) -> Vec<Said> {
        puzzles.iter().map(|puzzle| self.answer(puzzle, limits, told).into()).collect()
    }
}
