//! Kinds of processors, and tasks that run on them.

use std::fmt::Debug;

use super::Lanes;

/// A kind of processor. A value exists only if the processor of this machine is of this kind.
pub(crate) trait Processor: Copy + Debug + Send + Sync + 'static {
    /// The lanes for the instructions of this kind.
    type Lanes: Lanes;

    /// The three cell values of a puzzle, whose givens are listed row by row, with 0 for an open
    /// cell. A cell with a given above 9 has no candidates.
    fn load(self, givens: &[u8; 81]) -> [Self::Lanes; 3];

    /// Runs a task that is compiled for this kind of processor.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// A task that [`Processor::run`] runs. This is a trait and not a closure, because only functions
/// marked `#[inline(always)]`, and everything that they call, are certainly compiled for the
/// instructions of the processor.
pub(crate) trait Task {
    type Output;

    /// Runs the task. The implementation must be marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}
