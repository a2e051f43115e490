//! Finds out which kinds of lanes this processor has.

use std::sync::OnceLock;

use itertools::Itertools;
use thiserror::Error;

use super::AnyProcessor;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
use super::absent as simd;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use super::simd;
use simd::{Avx2, Avx512, Eights};

/// The kinds of lanes that a processor can run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProcessorKind {
    /// Lanes without `unsafe`, on any processor.
    Portable(AnyProcessor),
    /// Lanes in vectors of 128 bits.
    Eights(Eights),
    Avx2(Avx2),
    /// Lanes in AVX-512 with VBMI and BITALG.
    Avx512(Avx512),
}

/// Evaluates an expression for the processor of a kind.
macro_rules! on_processor {
    ($kind:expr, $processor:ident => $result:expr) => {
        match $kind {
            $crate::lanes::ProcessorKind::Portable($processor) => $result,
            $crate::lanes::ProcessorKind::Eights($processor) => $result,
            $crate::lanes::ProcessorKind::Avx2($processor) => $result,
            $crate::lanes::ProcessorKind::Avx512($processor) => $result,
        }
    };
}
pub(crate) use on_processor;

static CHOSEN: OnceLock<ProcessorKind> = OnceLock::new();

/// The error for lanes that this processor does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected lanes of this processor ({known}), found {name:?}")]
pub struct UnknownLanes {
    name: String,
    known: String,
}

/// Makes the 9x9 solvers of this process use the lanes with this name, for tests and measurements:
/// `portable`, `v128`, `avx2` or `avx512`. Call this function before the first puzzle is solved;
/// later calls change nothing.
///
/// # Errors
/// If the processor has no such lanes.
pub fn choose_lanes(name: &str) -> Result<(), UnknownLanes> {
    let named = ProcessorKind::all().find(|kind| kind.name() == name);
    let Some(kind) = named else {
        let known = ProcessorKind::all().map(ProcessorKind::name).join(", ");
        return Err(UnknownLanes { name: name.to_owned(), known });
    };
    CHOSEN.get_or_init(|| kind);
    Ok(())
}

impl ProcessorKind {
    /// The kind without `unsafe`, which any processor can run.
    pub(crate) const PORTABLE: ProcessorKind = ProcessorKind::Portable(AnyProcessor);

    /// All kinds that this processor can run, the fastest last.
    pub(crate) fn all() -> impl Iterator<Item = ProcessorKind> {
        let vectors = [
            Eights::detect().map(ProcessorKind::Eights),
            Avx2::detect().map(ProcessorKind::Avx2),
            Avx512::detect().map(ProcessorKind::Avx512),
        ];
        std::iter::once(ProcessorKind::PORTABLE).chain(vectors.into_iter().flatten())
    }

    /// The fastest kind that this processor can run, unless [`choose_lanes`] was called.
    pub(crate) fn fastest() -> ProcessorKind {
        *CHOSEN.get_or_init(|| ProcessorKind::all().last().expect("the portable one"))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            ProcessorKind::Portable(_) => "portable",
            ProcessorKind::Eights(_) => "v128",
            ProcessorKind::Avx2(_) => "avx2",
            ProcessorKind::Avx512(_) => "avx512",
        }
    }
}
