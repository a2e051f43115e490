//! Lanes in the vector registers of x86-64: one of AVX-512, or three of AVX2.
//!
//! The one place with `unsafe`, for three reasons. An intrinsic may be called only where the
//! compiler knows that the processor has it, and what calls the lanes is generic, so each call has
//! to vouch for that. Arrays are read and written as whole vectors. And [`Processor::run`] enters a
//! function that is compiled for more than the baseline, with the whole task inlined into it.
//!
//! What makes it sound: the types that `processor` declares can be had only from a `detect` that
//! has asked the processor, and the first lanes only from such a type's [`Processor::load`]. All of
//! it is tested against [`Words`](super::portable::Words), which has no `unsafe`.
mod avx2;
mod avx512;

use std::arch::x86_64::*;

use super::{Processor, Task};

/// A processor with these features, and its lanes. It is the same list that `detect` asks for and
/// that `entry` is compiled for.
macro_rules! processor {
    ($(#[$doc:meta])* $name:ident, $lanes:ty, $($feature:tt)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(());

        impl $name {
            /// `None` where the processor lacks it.
            pub(crate) fn detect() -> Option<Self> {
                let able = $(is_x86_feature_detected!($feature))&&+;
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
                <$lanes>::load(givens)
            }

            fn run<T: Task>(self, task: T) -> T::Output {
                // SAFETY: `detect`, which alone makes a `Self`, found all the features that
                // `entry` enables.
                unsafe { Self::entry(task) }
            }
        }
    };
}

processor! {
    /// AVX-512 with VBMI and BITALG (Ice Lake, Zen 4 and later).
    Avx512, avx512::Zmm,
    "avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512bitalg" "bmi1"
}

processor! {
    /// AVX2 (Haswell, Zen and later).
    Avx2, avx2::Ymms, "avx2" "bmi1"
}

/// The index of the least of six sums, 27 not counting; `None` where all are 27.
#[inline(always)]
fn tightest_of(sums: __m128i) -> Option<usize> {
    // SAFETY: only the lanes come here, on processors with more than the SSE4.1 it needs.
    unsafe {
        // 27 wraps around and becomes the greatest, as do the two unused
        let keys = _mm_sub_epi16(sums, _mm_set1_epi16(28));
        let least = _mm_cvtsi128_si32(_mm_minpos_epu16(keys)) as u32;
        if least & 0xffff > 81 { None } else { Some((least >> 16) as usize) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::portable::Words;
    use super::super::{AnyProcessor, Lanes, Processor};
    use crate::skip::skip;

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

    /// Cells with any sets of digits: the union of a few grids of givens, empty where all are 10.
    fn any_cells<P: Processor>(processor: P, seed: &mut u64) -> [P::Lanes; 3] {
        let mut grid = || {
            [(); 81].map(|()| {
                *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let value = (*seed >> 33) % 24;
                if value > 9 || value == 0 { 10 } else { value as u8 }
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

    /// Every operation, on the same random cells, as words and as vectors.
    fn agrees_with_words<L: Lanes>(processor: impl Processor<Lanes = L>) {
        for seed in 0..2000 {
            let w = any_cells(AnyProcessor, &mut { seed });
            let v = any_cells(processor, &mut { seed });
            let same = |name: &str, words: Words, vectors: L| {
                assert_eq!(lanes_of(words), lanes_of(vectors), "{name}, seed {seed}");
            };
            same("load", w[2], v[2]);
            same("and", w[0].and(w[1]), v[0].and(v[1]));
            same("or", w[0].or(w[1]), v[0].or(v[1]));
            same("without", w[0].without(w[1]), v[0].without(v[1]));
            same("turn 1 0 0", w[0].turn::<1, 0, 0>(), v[0].turn::<1, 0, 0>());
            same("turn 2 1 0", w[0].turn::<2, 1, 0>(), v[0].turn::<2, 1, 0>());
            same("turn 0 2 1", w[0].turn::<0, 2, 1>(), v[0].turn::<0, 2, 1>());
            same("turn 0 1 2", w[0].turn::<0, 1, 2>(), v[0].turn::<0, 1, 2>());
            same("among", w[0].among::<0x5a5_93c7>(), v[0].among::<0x5a5_93c7>());
            same("singles", w[0].singles(), v[0].singles());
            same("at_most_three", w[0].at_most_three(), v[0].at_most_three());
            let (one, other) = (w[0].and(w[1]), v[0].and(v[1]));
            same("overridden_by", w[2].overridden_by(one), v[2].overridden_by(other));
            same("confined_to", w[2].confined_to(one).0, v[2].confined_to(other).0);
            same(
                "strike",
                w[1].strike((seed % 27) as u8, 0x155),
                v[1].strike((seed % 27) as u8, 0x155),
            );
            assert_eq!(Words::any(w[2].confined_to(one).1), L::any(v[2].confined_to(other).1));
            let (one, other) = (w[0].and(w[1]).and(w[2]), v[0].and(v[1]).and(v[2]));
            assert_eq!(Words::any(one.several()), L::any(other.several()));
            assert_eq!(Words::any(Words::empty(w)), L::any(L::empty(v)));
            let (all_w, all_v) = (w[0].or(w[1]).or(w[2]), v[0].or(v[1]).or(v[2]));
            let (all_w, all_v) =
                (all_w.or(all_w.turn::<1, 0, 0>()), all_v.or(all_v.turn::<1, 0, 0>()));
            assert_eq!(Words::any(all_w.incomplete()), L::any(all_v.incomplete()));
            assert_eq!(Words::tightest(w[0], w[1]), L::tightest(v[0], v[1]));
            for band in 0..6 {
                assert_eq!(w[0].lines(band), v[0].lines(band));
            }
            assert!(L::same(v, v));
            assert!(
                !L::same(v, [v[0], v[1], v[2].turn::<1, 0, 0>()])
                    || lanes_of(v[2]).iter().all(|&l| l == 0)
            );
        }
    }

    #[test]
    fn avx2_lanes_agree_with_words() {
        match super::Avx2::detect() {
            Some(processor) => agrees_with_words(processor),
            None => skip("AVX2"),
        }
    }

    #[test]
    fn avx512_lanes_agree_with_words() {
        match super::Avx512::detect() {
            Some(processor) => agrees_with_words(processor),
            None => skip("AVX-512"),
        }
    }
}
