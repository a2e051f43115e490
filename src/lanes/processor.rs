//! What a kind of processor is, and the tasks that are run on it.

use std::fmt::Debug;

use super::Lanes;

/// A kind of processor; its values exist only where the processor is of that kind.
pub(crate) trait Processor: Copy + Debug + Send + Sync + 'static {
    /// The lanes that its instructions work on.
    type Lanes: Lanes;

    /// The three values of cells of a puzzle, given row by row, 0 for an open cell. A cell with a
    /// value above 9 has no candidates.
    fn load(self, givens: &[u8; 81]) -> [Self::Lanes; 3];

    /// Runs a task that is compiled for this kind of processor.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// The task that [`Processor::run`] runs. It is a trait and not a closure: only a function marked
/// `#[inline(always)]` is sure to be compiled for the processor, and so is everything that it
/// calls.
pub(crate) trait Task {
    type Output;

    /// Must be marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}
