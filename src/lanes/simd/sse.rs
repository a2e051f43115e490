//! 128 bits of x86-64: SSSE3 and SSE4.1.

use super::super::Sets;
use super::bytes::{Bytes, Vector};
use super::intrinsics::intrinsics;
use std::arch::x86_64::*;

impl Sets for __m128i {
    type Flags = __m128i;

    intrinsics! {
        fn and(self, other: Self) -> Self { _mm_and_si128(self, other) }
        fn or(self, other: Self) -> Self { _mm_or_si128(self, other) }
        fn without(self, other: Self) -> Self { _mm_andnot_si128(other, self) }
        fn xor(self, other: Self) -> Self { _mm_xor_si128(self, other) }
        fn less_one(self) -> Self {
            _mm_and_si128(self, _mm_add_epi16(self, _mm_set1_epi16(-1)))
        }
        fn all_if_empty(self) -> Self { _mm_cmpeq_epi16(self, _mm_setzero_si128()) }
        fn if_both(self, other: Self) -> Self { _mm_min_epu16(self, other) }
        fn occupied(self) -> Self { self }
        fn empty(self) -> Self { _mm_cmpeq_epi16(self, _mm_setzero_si128()) }
        fn incomplete(self) -> Self { _mm_xor_si128(self, _mm_set1_epi16(0x1ff)) }
        fn either(one: Self, other: Self) -> Self { _mm_or_si128(one, other) }
        fn any(flags: Self) -> bool { _mm_testz_si128(flags, flags) == 0 }
    }
}

impl Bytes for __m128i {
    intrinsics! {
        fn table(bytes: &[u8; 16]) -> Self { _mm_loadu_si128(bytes.as_ptr().cast()) }
        fn splat(lane: u16) -> Self { _mm_set1_epi16(lane as i16) }
        fn swizzle(self, from: Self) -> Self { _mm_shuffle_epi8(self, from) }
        fn least(self, other: Self) -> Self { _mm_min_epu8(self, other) }
        fn add_bytes(self, other: Self) -> Self { _mm_add_epi8(self, other) }
        fn high_nibbles(self) -> Self {
            _mm_and_si128(_mm_srli_epi16::<4>(self), _mm_set1_epi8(15))
        }
        fn narrow(self, other: Self) -> Self { _mm_packus_epi16(self, other) }
    }
}

impl Vector for __m128i {
    intrinsics! {
        fn read(bytes: &[u8; 16]) -> Self { _mm_loadu_si128(bytes.as_ptr().cast()) }
        fn write(self, bytes: &mut [u8; 16]) { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self) }
        fn add(self, other: Self) -> Self { _mm_add_epi16(self, other) }
        fn add_pairs(self) -> Self { _mm_maddubs_epi16(self, _mm_set1_epi8(1)) }
        fn least_lane(self) -> u16 { _mm_cvtsi128_si32(_mm_minpos_epu16(self)) as u16 }
    }

    #[inline(always)]
    fn with_lane<const LANE: i32>(self, other: Self) -> Self {
        // SAFETY: as in `intrinsics`.
        unsafe {
            match LANE {
                0 => _mm_blend_epi16::<1>(self, other),
                1 => _mm_blend_epi16::<2>(self, other),
                2 => _mm_blend_epi16::<4>(self, other),
                4 => _mm_blend_epi16::<16>(self, other),
                _ => _mm_blend_epi16::<64>(self, other),
            }
        }
    }

    #[inline(always)]
    fn join<const PAIR: i32>(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: as in `intrinsics`.
        unsafe {
            let both = _mm_castsi128_ps(_mm_unpackhi_epi32(a, b));
            let c = _mm_castsi128_ps(c);
            _mm_castps_si128(match PAIR {
                2 => _mm_shuffle_ps::<0b10_10_01_00>(both, c),
                _ => _mm_shuffle_ps::<0b11_11_11_10>(both, c),
            })
        }
    }
}
