//! Vectors of 128 bits on WebAssembly: `simd128`.

use super::super::Sets;
use super::bytes::{Bytes, Vector};
use super::intrinsics::intrinsics;
use std::arch::wasm32::*;

impl Sets for v128 {
    type Flags = v128;

    intrinsics! {
        fn and(self, other: Self) -> Self { v128_and(self, other) }
        fn or(self, other: Self) -> Self { v128_or(self, other) }
        fn without(self, other: Self) -> Self { v128_andnot(self, other) }
        fn xor(self, other: Self) -> Self { v128_xor(self, other) }
        fn less_one(self) -> Self { v128_and(self, u16x8_add(self, u16x8_splat(0xffff))) }
        fn all_if_empty(self) -> Self { u16x8_eq(self, u16x8_splat(0)) }
        fn if_both(self, other: Self) -> Self { u16x8_min(self, other) }
        fn occupied(self) -> Self { self }
        fn empty(self) -> Self { u16x8_eq(self, u16x8_splat(0)) }
        fn incomplete(self) -> Self { v128_xor(self, u16x8_splat(0x1ff)) }
        fn either(one: Self, other: Self) -> Self { v128_or(one, other) }
        fn any(flags: Self) -> bool { v128_any_true(flags) }
    }
}

impl Bytes for v128 {
    intrinsics! {
        fn table(self, bytes: &[u8; 16]) -> Self { v128_load(bytes.as_ptr().cast()) }
        fn splat(self, lane: u16) -> Self { u16x8_splat(lane) }
        fn swizzle(self, from: Self) -> Self { u8x16_swizzle(self, from) }
        fn least(self, other: Self) -> Self { u8x16_min(self, other) }
        fn add_bytes(self, other: Self) -> Self { u8x16_add(self, other) }
        fn high_nibbles(self) -> Self {
            v128_and(u16x8_shr(self, 4), u8x16_splat(15))
        }
        fn narrow(self, other: Self) -> Self { u8x16_narrow_i16x8(self, other) }
    }
}

impl Vector for v128 {
    intrinsics! {
        fn read(self, bytes: &[u8; 16]) -> Self { v128_load(bytes.as_ptr().cast()) }
        fn write(self, bytes: &mut [u8; 16]) { v128_store(bytes.as_mut_ptr().cast(), self) }
        fn add(self, other: Self) -> Self { u16x8_add(self, other) }
        fn add_pairs(self) -> Self { u16x8_extadd_pairwise_u8x16(self) }
        fn least_lane(self) -> u16 {
            let four = u16x8_min(self, u64x2_shuffle::<1, 0>(self, self));
            let two = u16x8_min(four, u32x4_shuffle::<1, 0, 1, 0>(four, four));
            u16x8_extract_lane::<0>(two).min(u16x8_extract_lane::<1>(two))
        }
    }

    #[inline(always)]
    fn with_lane<const LANE: i32>(self, other: Self) -> Self {
        match LANE {
            0 => u16x8_shuffle::<8, 1, 2, 3, 4, 5, 6, 7>(self, other),
            1 => u16x8_shuffle::<0, 9, 2, 3, 4, 5, 6, 7>(self, other),
            2 => u16x8_shuffle::<0, 1, 10, 3, 4, 5, 6, 7>(self, other),
            4 => u16x8_shuffle::<0, 1, 2, 3, 12, 5, 6, 7>(self, other),
            _ => u16x8_shuffle::<0, 1, 2, 3, 4, 5, 14, 7>(self, other),
        }
    }

    #[inline(always)]
    fn join<const PAIR: i32>(a: Self, b: Self, c: Self) -> Self {
        match PAIR {
            2 => u32x4_shuffle::<0, 1, 6, 6>(u32x4_shuffle::<2, 6, 2, 6>(a, b), c),
            _ => u32x4_shuffle::<0, 1, 7, 7>(u32x4_shuffle::<3, 7, 3, 7>(a, b), c),
        }
    }
}
