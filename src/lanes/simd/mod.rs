//! Lanes in vector registers: in one register of AVX-512, in three of AVX2, or in four of 128 bits
//! on x86-64, aarch64 and WebAssembly.
//!
//! This is the only module with `unsafe`, for three reasons. First, an intrinsic may be called only
//! where the compiler knows that the processor has the instruction; the callers of the lanes are
//! generic, so each call needs `unsafe`. Second, arrays are read and written as whole vectors.
//! Third, [`Processor::run`] calls a function that is compiled for more instructions than the
//! baseline, with the whole task inlined into it.
//!
//! The code is sound for these reasons: values of the types that `processor` declares come only
//! from a `detect` that has asked the processor. The first lanes come only from [`Processor::load`]
//! of such a value, and further lanes come only from other lanes. All operations are tested against
//! the portable lanes, which have no `unsafe`.
//!
//! | File | What |
//! |---|---|
//! | `intrinsics.rs` | methods made of intrinsics |
//! | `bytes.rs` | the common operations of vectors of 128 and 256 bits; conversions of givens to lanes and of lanes to digits, by tables |
//! | `sse.rs`, `neon.rs`, `wasm.rs` | vectors of 128 bits |
//! | `eights.rs` | the lanes in vectors of 128 bits |
//! | `avx2.rs`, `avx512.rs` | the lanes in wider vectors |

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bytes;
mod eights;
mod intrinsics;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sse;
#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(target_arch = "wasm32")]
use std::arch::wasm32;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64;
#[cfg(target_arch = "aarch64")]
use std::arch::{aarch64, is_aarch64_feature_detected};

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use super::absent::{Avx2, Avx512};
use super::{Processor, Task};

/// Declares a processor with these features, and its lanes. `detect` asks for the same list of
/// features for which `entry` is compiled.
macro_rules! processor {
    ($(#[$doc:meta])* $name:ident, $lanes:ty, $load:path, $zero:expr, $detected:ident!,
    $($feature:tt)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(());

        impl $name {
            /// The processor, or `None` if it lacks a feature.
            pub(crate) fn detect() -> Option<Self> {
                let able = $($detected!($feature))&&+;
                able.then_some(Self(()))
            }

            #[target_feature($(enable = $feature),+)]
            fn entry<T: Task>(task: T) -> T::Output {
                task.run()
            }
        }

        impl Processor for $name {
            type Lanes = $lanes;

            #[inline(always)]
            fn load(self, givens: &[u8; 81]) -> [$lanes; 3] {
                // SAFETY: as in `run`.
                #[allow(unused_unsafe)]
                let zero = unsafe { $zero };
                $load(zero, givens)
            }

            fn run<T: Task>(self, task: T) -> T::Output {
                // SAFETY: only `detect` makes a `Self`, after it found all features that `entry`
                // enables.
                #[allow(unused_unsafe)]
                unsafe {
                    Self::entry(task)
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
processor! {
    /// AVX-512 with VBMI and BITALG (Ice Lake, Zen 4 and later).
    Avx512, avx512::Zmm, avx512::load, x86_64::_mm512_setzero_si512(), is_x86_feature_detected!,
    "avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512bitalg" "bmi1"
}

#[cfg(target_arch = "x86_64")]
processor! {
    /// AVX2 (Haswell, Zen and later).
    Avx2, avx2::Ymms, avx2::load, x86_64::_mm256_setzero_si256(), is_x86_feature_detected!,
    "avx2" "bmi1"
}

#[cfg(target_arch = "x86_64")]
processor! {
    /// SSE4.1 (Penryn, Bulldozer and later).
    Eights, [sse::Sse; 4], eights::load, sse::Sse(x86_64::_mm_setzero_si128()),
    is_x86_feature_detected!, "ssse3" "sse4.1"
}

#[cfg(target_arch = "aarch64")]
processor! {
    /// NEON, which nearly all processors of aarch64 have.
    Eights, [aarch64::uint16x8_t; 4], eights::load, aarch64::vdupq_n_u16(0),
    is_aarch64_feature_detected!, "neon"
}

/// A module that is compiled with a feature runs only on machines with this feature.
#[cfg(target_arch = "wasm32")]
macro_rules! is_compiled {
    ($feature:literal) => {
        cfg!(target_feature = $feature)
    };
}

#[cfg(target_arch = "wasm32")]
processor! {
    /// WebAssembly with `simd128`.
    Eights, [wasm32::v128; 4], eights::load, wasm32::u16x8_splat(0), is_compiled!, "simd128"
}

#[cfg(test)]
mod tests {
    use super::super::propagate::{ANTI, MAIN};
    use super::super::{AnyProcessor, Lanes, Processor, Sets};
    use crate::skip::skip;

    type Words = <AnyProcessor as Processor>::Lanes;

    /// All 27 lanes, by their numbers.
    fn lanes_of<L: Lanes>(value: L) -> [u16; 27] {
        let mut lanes = [0; 27];
        for band in 0..3 {
            for (i, line) in value.lines(band).iter().enumerate() {
                lanes[9 * i + 3 * band..][..3].copy_from_slice(line);
            }
        }
        lanes
    }

    fn random(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *seed >> 33
    }

    /// Cells with any sets of digits: the union of a few grids of givens. A cell whose givens are
    /// all above 9 is empty.
    fn any_cells<P: Processor>(processor: P, seed: &mut u64) -> [P::Lanes; 3] {
        let mut grid = || {
            [(); 81].map(|()| match random(seed) % 24 {
                0 => 10,
                value @ 1..=9 => value as u8,
                value => (value * 11) as u8,
            })
        };
        let mut cells = processor.load(&grid());
        for _ in 0..5 {
            let more = processor.load(&grid());
            for (cell, more) in cells.iter_mut().zip(more) {
                *cell = cell.or(more);
            }
        }
        cells
    }

    /// Tests that every operation, on the same random cells, has the same result on words and on
    /// vectors.
    fn agrees_with_words<L: Lanes>(processor: impl Processor<Lanes = L>) {
        for seed in 0..2000 {
            let w = any_cells(AnyProcessor, &mut { seed });
            let v = any_cells(processor, &mut { seed });
            let same = |name: &str, words: Words, vectors: L| {
                assert_eq!(lanes_of(words), lanes_of(vectors), "{name}, seed {seed}");
            };
            for (words, vectors) in w.into_iter().zip(v) {
                same("load", words, vectors);
            }
            same("and", w[0].and(w[1]), v[0].and(v[1]));
            same("or", w[0].or(w[1]), v[0].or(v[1]));
            same("without", w[0].without(w[1]), v[0].without(v[1]));
            same("xor", w[0].xor(w[1]), v[0].xor(v[1]));
            same("turn 0", w[0].turn::<0>(), v[0].turn::<0>());
            same("turn 1", w[0].turn::<1>(), v[0].turn::<1>());
            same("turn 2", w[0].turn::<2>(), v[0].turn::<2>());
            same("beside", w[0].beside(), v[0].beside());
            same("beneath", w[0].beneath(), v[0].beneath());
            let (one, other) = (w[0].among::<MAIN>(), v[0].among::<MAIN>());
            same("among", one, other);
            same("across", one.across::<false>(), other.across::<false>());
            let (one, other) = (w[0].among::<ANTI>(), v[0].among::<ANTI>());
            same("across the other", one.across::<true>(), other.across::<true>());
            same("singles", w[0].singles(), v[0].singles());
            same("at_most_three", w[0].at_most_three(), v[0].at_most_three());
            let (one, other) = (w[0].and(w[1]), v[0].and(v[1]));
            same("overridden_by", w[2].overridden_by(one), v[2].overridden_by(other));
            same("confined_to", w[2].confined_to(one).0, v[2].confined_to(other).0);
            let lane = (seed % 27) as u8;
            same("at", w[0].at(lane, 0x155), v[0].at(lane, 0x155));
            assert_eq!(Words::any(w[2].confined_to(one).1), L::any(v[2].confined_to(other).1));
            let (one, other) = (w[0].and(w[1]).and(w[2]), v[0].and(v[1]).and(v[2]));
            assert_eq!(Words::any(one.several()), L::any(other.several()));
            assert_eq!(Words::any(one.occupied()), L::any(other.occupied()));
            let (one, other) = (w[0].if_both(w[1]).if_both(w[2]), v[0].if_both(v[1]).if_both(v[2]));
            assert_eq!(Words::any(one.empty()), L::any(other.empty()));
            let (all_w, all_v) = (w[0].or(w[1]).or(w[2]), v[0].or(v[1]).or(v[2]));
            let (all_w, all_v) = (all_w.or(all_w.turn::<1>()), all_v.or(all_v.turn::<1>()));
            assert_eq!(Words::any(all_w.incomplete()), L::any(all_v.incomplete()));
            assert_eq!(Words::tightest(w[0], w[1]), L::tightest(v[0], v[1]));
            for band in 0..6 {
                assert_eq!(w[0].lines(band), v[0].lines(band));
            }
            assert!(L::same(v, v));
            assert!(
                !L::same(v, [v[0], v[1], v[2].turn::<1>()])
                    || lanes_of(v[2]).iter().all(|&l| l == 0)
            );
            let mut grid_seed = seed;
            let grid = [(); 81].map(|()| (random(&mut grid_seed) % 9 + 1) as u8);
            assert_eq!(L::store(processor.load(&grid)), grid);
            assert_eq!(Words::store(AnyProcessor.load(&grid)), grid);
        }
        // Tests each flag for each lane while no other lane is flagged.
        for lane in 0..27 {
            let full = processor.load(&[0; 81])[0];
            let one = full.at(lane, 0x100);
            assert!(!L::any(full.empty()) && !L::any(full.incomplete()));
            assert!(L::any(full.without(full.at(lane, 0x1ff)).empty()), "lane {lane}");
            assert!(L::any(full.without(one).incomplete()), "lane {lane}");
            assert!(L::any(one.occupied()) && !L::any(one.several()), "lane {lane}");
            assert!(L::any(full.at(lane, 0x101).several()), "lane {lane}");
            assert!(!L::same([full; 3], [full, full.without(one), full]), "lane {lane}");
        }
    }

    macro_rules! agrees_with_words {
        ($($test:ident $processor:ident $name:literal)+) => {$(
            #[test]
            fn $test() {
                match super::$processor::detect() {
                    Some(processor) => agrees_with_words(processor),
                    None => skip($name),
                }
            }
        )+};
    }

    agrees_with_words! {
        lanes_of_128_bits_agree_with_words Eights "vectors of 128 bits"
        avx2_lanes_agree_with_words Avx2 "AVX2"
        avx512_lanes_agree_with_words Avx512 "AVX-512"
    }
}
