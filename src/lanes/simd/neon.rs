//! Vectors of 128 bits on aarch64: NEON.

use super::super::Sets;
use super::bytes::{Bytes, Vector};
use super::intrinsics::intrinsics;
use std::arch::aarch64::*;

impl Sets for uint16x8_t {
    type Flags = uint16x8_t;

    intrinsics! {
        fn and(self, other: Self) -> Self { vandq_u16(self, other) }
        fn or(self, other: Self) -> Self { vorrq_u16(self, other) }
        fn without(self, other: Self) -> Self { vbicq_u16(self, other) }
        fn xor(self, other: Self) -> Self { veorq_u16(self, other) }
        fn less_one(self) -> Self { vandq_u16(self, vsubq_u16(self, vdupq_n_u16(1))) }
        fn all_if_empty(self) -> Self { vceqzq_u16(self) }
        fn if_both(self, other: Self) -> Self { vminq_u16(self, other) }
        fn occupied(self) -> Self { self }
        fn empty(self) -> Self { vceqzq_u16(self) }
        fn incomplete(self) -> Self { veorq_u16(self, vdupq_n_u16(0x1ff)) }
        fn either(one: Self, other: Self) -> Self { vorrq_u16(one, other) }
        fn any(flags: Self) -> bool { vmaxvq_u32(vreinterpretq_u32_u16(flags)) != 0 }
    }
}

impl Bytes for uint16x8_t {
    intrinsics! {
        fn table(self, bytes: &[u8; 16]) -> Self { vreinterpretq_u16_u8(vld1q_u8(bytes.as_ptr())) }
        fn splat(self, lane: u16) -> Self { vdupq_n_u16(lane) }
        fn swizzle(self, from: Self) -> Self {
            let (bytes, from) = (vreinterpretq_u8_u16(self), vreinterpretq_u8_u16(from));
            vreinterpretq_u16_u8(vqtbl1q_u8(bytes, from))
        }
        fn least(self, other: Self) -> Self {
            let (one, other) = (vreinterpretq_u8_u16(self), vreinterpretq_u8_u16(other));
            vreinterpretq_u16_u8(vminq_u8(one, other))
        }
        fn add_bytes(self, other: Self) -> Self {
            let (one, other) = (vreinterpretq_u8_u16(self), vreinterpretq_u8_u16(other));
            vreinterpretq_u16_u8(vaddq_u8(one, other))
        }
        fn high_nibbles(self) -> Self {
            vreinterpretq_u16_u8(vshrq_n_u8::<4>(vreinterpretq_u8_u16(self)))
        }
        fn narrow(self, other: Self) -> Self {
            vreinterpretq_u16_u8(vqmovn_high_u16(vqmovn_u16(self), other))
        }
        fn count_bits(self) -> Self {
            vreinterpretq_u16_u8(vcntq_u8(vreinterpretq_u8_u16(self)))
        }
    }
}

impl Vector for uint16x8_t {
    intrinsics! {
        fn read(self, bytes: &[u8; 16]) -> Self { vreinterpretq_u16_u8(vld1q_u8(bytes.as_ptr())) }
        fn write(self, bytes: &mut [u8; 16]) {
            vst1q_u8(bytes.as_mut_ptr(), vreinterpretq_u8_u16(self))
        }
        fn add(self, other: Self) -> Self { vaddq_u16(self, other) }
        fn add_pairs(self) -> Self { vpaddlq_u8(vreinterpretq_u8_u16(self)) }
        fn least_lane(self) -> u16 { vminvq_u16(self) }
    }

    #[inline(always)]
    fn with_lane<const LANE: i32>(self, other: Self) -> Self {
        // SAFETY: as in `intrinsics`.
        unsafe { vcopyq_laneq_u16::<LANE, LANE>(self, other) }
    }

    #[inline(always)]
    fn join<const PAIR: i32>(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: as in `intrinsics`.
        unsafe {
            let both = vzip2q_u32(vreinterpretq_u32_u16(a), vreinterpretq_u32_u16(b));
            let (both, c) = (vreinterpretq_u64_u32(both), vreinterpretq_u32_u16(c));
            let c = vreinterpretq_u64_u32(vdupq_laneq_u32::<PAIR>(c));
            vreinterpretq_u16_u64(match PAIR {
                2 => vzip1q_u64(both, c),
                _ => vzip2q_u64(both, c),
            })
        }
    }
}
