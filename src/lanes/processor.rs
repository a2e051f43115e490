//! Which lanes a processor has, and how code is run on them.

use std::fmt::Debug;

use super::{AnyProcessor, Lanes};
#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512};

/// A kind of processor; its values exist only where the processor is of that kind.
pub(crate) trait Processor: Copy + Debug {
    /// The lanes that its instructions work on.
    type Lanes: Lanes;

    /// The three values of cells of a puzzle, given row by row, 0 for an open cell. A cell with a
    /// value above 9 has no candidates.
    fn load(self, givens: &[u8; 81]) -> [Self::Lanes; 3];

    /// Runs a task that is compiled for this kind of processor.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// What [`Processor::run`] runs. A trait and not a closure, since only a function marked
/// `#[inline(always)]` is sure to be compiled for the processor, and so all that it calls.
pub(crate) trait Task {
    type Output;

    /// Must be marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// What this processor can run, as one of its kinds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProcessorKind {
    Portable(AnyProcessor),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl ProcessorKind {
    /// The one without `unsafe`, which any processor can run.
    pub(crate) const PORTABLE: ProcessorKind = ProcessorKind::Portable(AnyProcessor);

    /// The fastest that this processor can run.
    pub(crate) fn fastest() -> ProcessorKind {
        ProcessorKind::avx512().or_else(ProcessorKind::avx2).unwrap_or(ProcessorKind::PORTABLE)
    }

    /// The one on AVX2; `None` where the processor lacks it.
    pub(crate) fn avx2() -> Option<ProcessorKind> {
        #[cfg(target_arch = "x86_64")]
        return Avx2::detect().map(ProcessorKind::Avx2);
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// The one on AVX-512 with VBMI and BITALG; `None` where the processor lacks them.
    pub(crate) fn avx512() -> Option<ProcessorKind> {
        #[cfg(target_arch = "x86_64")]
        return Avx512::detect().map(ProcessorKind::Avx512);
        #[cfg(not(target_arch = "x86_64"))]
        None
    }
}
