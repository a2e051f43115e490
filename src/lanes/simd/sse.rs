//! Vectors of 128 bits on x86-64: SSSE3 and SSE4.1.

use super::super::Sets;
use super::bytes::{Bytes, Vector};
use super::intrinsics::intrinsics;
use std::arch::x86_64::*;

/// A register. Any safe code can make a `__m128i`, since this type is in the baseline. It cannot
/// make a value of this type, which therefore proves that the processor has the other instructions
/// too.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Sse(pub(super) __m128i);

impl Sets for Sse {
    type Flags = Sse;

    intrinsics! {
        fn and(self, other: Self) -> Self { Sse(_mm_and_si128(self.0, other.0)) }
        fn or(self, other: Self) -> Self { Sse(_mm_or_si128(self.0, other.0)) }
        fn without(self, other: Self) -> Self { Sse(_mm_andnot_si128(other.0, self.0)) }
        fn xor(self, other: Self) -> Self { Sse(_mm_xor_si128(self.0, other.0)) }
        fn less_one(self) -> Self {
            Sse(_mm_and_si128(self.0, _mm_add_epi16(self.0, _mm_set1_epi16(-1))))
        }
        fn all_if_empty(self) -> Self { Sse(_mm_cmpeq_epi16(self.0, _mm_setzero_si128())) }
        fn if_both(self, other: Self) -> Self { Sse(_mm_min_epu16(self.0, other.0)) }
        fn occupied(self) -> Self { self }
        fn empty(self) -> Self { Sse(_mm_cmpeq_epi16(self.0, _mm_setzero_si128())) }
        fn incomplete(self) -> Self { Sse(_mm_xor_si128(self.0, _mm_set1_epi16(0x1ff))) }
        fn either(one: Self, other: Self) -> Self { Sse(_mm_or_si128(one.0, other.0)) }
        fn any(flags: Self) -> bool { _mm_testz_si128(flags.0, flags.0) == 0 }
    }
}

impl Bytes for Sse {
    intrinsics! {
        fn table(self, bytes: &[u8; 16]) -> Self { Sse(_mm_loadu_si128(bytes.as_ptr().cast())) }
        fn splat(self, lane: u16) -> Self { Sse(_mm_set1_epi16(lane as i16)) }
        fn swizzle(self, from: Self) -> Self { Sse(_mm_shuffle_epi8(self.0, from.0)) }
        fn least(self, other: Self) -> Self { Sse(_mm_min_epu8(self.0, other.0)) }
        fn add_bytes(self, other: Self) -> Self { Sse(_mm_add_epi8(self.0, other.0)) }
        fn high_nibbles(self) -> Self {
            Sse(_mm_and_si128(_mm_srli_epi16::<4>(self.0), _mm_set1_epi8(15)))
        }
        fn narrow(self, other: Self) -> Self { Sse(_mm_packus_epi16(self.0, other.0)) }
    }
}

impl Vector for Sse {
    intrinsics! {
        fn read(self, bytes: &[u8; 16]) -> Self { Sse(_mm_loadu_si128(bytes.as_ptr().cast())) }
        fn write(self, bytes: &mut [u8; 16]) { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) }
        fn add(self, other: Self) -> Self { Sse(_mm_add_epi16(self.0, other.0)) }
        fn add_pairs(self) -> Self { Sse(_mm_maddubs_epi16(self.0, _mm_set1_epi8(1))) }
        fn least_lane(self) -> u16 { _mm_cvtsi128_si32(_mm_minpos_epu16(self.0)) as u16 }
    }

    #[inline(always)]
    fn with_lane<const LANE: i32>(self, other: Self) -> Self {
        // SAFETY: as in `intrinsics`.
        unsafe {
            Sse(match LANE {
                0 => _mm_blend_epi16::<1>(self.0, other.0),
                1 => _mm_blend_epi16::<2>(self.0, other.0),
                2 => _mm_blend_epi16::<4>(self.0, other.0),
                4 => _mm_blend_epi16::<16>(self.0, other.0),
                _ => _mm_blend_epi16::<64>(self.0, other.0),
            })
        }
    }

    #[inline(always)]
    fn join<const PAIR: i32>(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: as in `intrinsics`.
        unsafe {
            let both = _mm_castsi128_ps(_mm_unpackhi_epi32(a.0, b.0));
            let c = _mm_castsi128_ps(c.0);
            Sse(_mm_castps_si128(match PAIR {
                2 => _mm_shuffle_ps::<0b10_10_01_00>(both, c),
                _ => _mm_shuffle_ps::<0b11_11_11_10>(both, c),
            }))
        }
    }
}
