//! Kinds of processors for which this build is not compiled.

use super::{AnyProcessor, Processor, Task};

/// A kind of processor without values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Absent {}

#[allow(unused_imports)]
pub(crate) use Absent as Eights;
pub(crate) use {Absent as Avx2, Absent as Avx512};

impl Absent {
    pub(crate) fn detect() -> Option<Self> {
        None
    }
}

impl Processor for Absent {
    type Lanes = <AnyProcessor as Processor>::Lanes;

    fn load(self, _: &[u8; 81]) -> [Self::Lanes; 3] {
        match self {}
    }

    fn run<T: Task>(self, _: T) -> T::Output {
        match self {}
    }
}
