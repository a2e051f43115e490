//! 27 lanes in three AVX2 registers.
//!
//! There is a register for each `i`. In a register, each band has 64 bits, in which each stack has
//! 16 bits. The last quarter of each band, and of each register, is not used and can have any
//! value.

use super::super::{LANES, LINES, Lanes, Sets, lane};
use super::bytes::{
    Bytes, From, Vector, digits_of, each_lane, from_lanes, from_row, gather, grid_of, lanes_of,
    rows_of, sets_of, tightest_of, to_row,
};
use super::intrinsics::intrinsics;
use super::sse::Sse;
use std::arch::x86_64::*;

pub(super) type Ymms = [__m256i; 3];

/// For each place in each register, the number of the lane, or [`LANES`] if there is none.
const LANE_AT: [[usize; 16]; 3] = {
    let mut lanes = [[LANES; 16]; 3];
    let mut n = 0;
    while n < LANES {
        let (i, band, stack) = (n / 9, n / 3 % 3, n % 3);
        lanes[i][4 * band + stack] = lane(i, band, stack);
        n += 1;
    }
    lanes
};

/// The lower or the upper half of [`LANE_AT`] for a register.
const fn half(i: usize, upper: bool) -> [usize; 8] {
    let mut lanes = [0; 8];
    let mut n = 0;
    while n < 8 {
        lanes[n] = LANE_AT[i][n + if upper { 8 } else { 0 }];
        n += 1;
    }
    lanes
}

struct Among<const MASK: u32>;

impl<const MASK: u32> Among<MASK> {
    const LANES: [[u8; 32]; 3] = lanes_of(&LANE_AT, MASK);
}

/// For each lane by its number, a mask of this lane.
const ONLY: [[[u8; 32]; 3]; LANES] = each_lane(&LANE_AT);

/// The lanes of each register that are used.
const USED: [u8; 32] = Among::<{ (1 << LANES) - 1 }>::LANES[0];

impl Sets for __m256i {
    type Flags = __m256i;

    intrinsics! {
        fn and(self, other: Self) -> Self { _mm256_and_si256(self, other) }
        fn or(self, other: Self) -> Self { _mm256_or_si256(self, other) }
        fn without(self, other: Self) -> Self { _mm256_andnot_si256(other, self) }
        fn xor(self, other: Self) -> Self { _mm256_xor_si256(self, other) }
        fn less_one(self) -> Self {
            _mm256_and_si256(self, _mm256_add_epi16(self, _mm256_set1_epi16(-1)))
        }
        fn all_if_empty(self) -> Self { _mm256_cmpeq_epi16(self, _mm256_setzero_si256()) }
        fn if_both(self, other: Self) -> Self { _mm256_min_epu16(self, other) }
        fn occupied(self) -> Self { self }
        fn empty(self) -> Self { _mm256_cmpeq_epi16(self, _mm256_setzero_si256()) }
        fn incomplete(self) -> Self { _mm256_xor_si256(self, _mm256_set1_epi16(0x1ff)) }
        fn either(one: Self, other: Self) -> Self { _mm256_or_si256(one, other) }
        fn any(flags: Self) -> bool { _mm256_testz_si256(flags, read(flags, &USED)) == 0 }
    }
}

impl Bytes for __m256i {
    intrinsics! {
        fn table(self, bytes: &[u8; 16]) -> Self {
            _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()))
        }
        fn splat(self, lane: u16) -> Self { _mm256_set1_epi16(lane as i16) }
        fn swizzle(self, from: Self) -> Self { _mm256_shuffle_epi8(self, from) }
        fn least(self, other: Self) -> Self { _mm256_min_epu8(self, other) }
        fn add_bytes(self, other: Self) -> Self { _mm256_add_epi8(self, other) }
        fn high_nibbles(self) -> Self {
            _mm256_and_si256(_mm256_srli_epi16::<4>(self), _mm256_set1_epi8(15))
        }
        fn narrow(self, other: Self) -> Self { _mm256_packus_epi16(self, other) }
    }
}

#[inline(always)]
fn read(_: __m256i, bytes: &[u8; 32]) -> __m256i {
    // SAFETY: as in `intrinsics`.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline(always)]
fn halves(register: __m256i) -> [Sse; 2] {
    // SAFETY: as in `intrinsics`.
    unsafe { [Sse(_mm256_castsi256_si128(register)), Sse(_mm256_extracti128_si256::<1>(register))] }
}

/// Moves stack `s + S` to stack `s`.
#[inline(always)]
fn turn_stacks<const S: usize>(register: __m256i) -> __m256i {
    register.swizzle(register.table(match S {
        1 => const { &from_lanes([1, 2, 0, 3, 5, 6, 4, 7]) },
        _ => const { &from_lanes([2, 0, 1, 3, 6, 4, 5, 7]) },
    }))
}

/// Moves band `b + B` to band `b`.
#[inline(always)]
fn turn_bands<const B: usize>(register: __m256i) -> __m256i {
    // SAFETY: as in `intrinsics`.
    unsafe {
        match B {
            1 => _mm256_permute4x64_epi64::<0b11_00_10_01>(register),
            _ => _mm256_permute4x64_epi64::<0b11_01_00_10>(register),
        }
    }
}

#[inline(always)]
fn beside(register: __m256i) -> __m256i {
    turn_stacks::<1>(register).or(turn_stacks::<2>(register))
}

#[inline(always)]
fn beneath(register: __m256i) -> __m256i {
    turn_bands::<1>(register).or(turn_bands::<2>(register))
}

#[inline(always)]
fn across<const ANTI: bool>(register: __m256i) -> __m256i {
    let (next, last) = (turn_bands::<1>(register), turn_bands::<2>(register));
    if ANTI {
        turn_stacks::<2>(next).or(turn_stacks::<1>(last))
    } else {
        turn_stacks::<1>(next).or(turn_stacks::<2>(last))
    }
}

/// The numbers of digits in the lanes, added over the three registers; there are two bytes for each
/// lane.
#[inline(always)]
fn counts([a, b, c]: Ymms) -> __m256i {
    a.count_bits().add_bytes(b.count_bits()).add_bytes(c.count_bits()).and(read(a, &USED))
}

/// See [`Processor::load`](super::Processor::load), which is the only caller.
#[inline(always)]
pub(super) fn load(any: __m256i, givens: &[u8; 81]) -> [Ymms; 3] {
    /// For each value and register, the swizzles from three rows; the last row is for the upper
    /// half.
    const GIVENS: [[[From; 3]; 3]; 3] = {
        let mut givens = [[[[0; 16]; 3]; 3]; 3];
        let mut n = 0;
        while n < 27 {
            let (j, i, k) = (n / 9, n / 3 % 3, n % 3);
            givens[j][i][k] = from_row(j, half(i, k == 2), i + 3 * k);
            n += 1;
        }
        givens
    };
    let rows = rows_of(halves(any)[0], givens);
    let mut cells = [[any; 3]; 3];
    for j in 0..3 {
        for i in 0..3 {
            let [first, second, third] = &GIVENS[j][i];
            let lower = gather([rows[i], rows[i + 3]], &[*first, *second]);
            let upper = rows[i + 6].swizzle(rows[i].read(third));
            // SAFETY: as in `intrinsics`.
            cells[j][i] = sets_of(unsafe { _mm256_set_m128i(upper.0, lower.0) });
        }
    }
    cells
}

impl Lanes for Ymms {
    const IN_TURN: bool = true;

    #[inline(always)]
    fn store([a, b, c]: [Self; 3]) -> [u8; 81] {
        /// For each row, the swizzles from the digits of values 0 and 1, and from the digits of
        /// value 2.
        const ROWS: [[From; 2]; 9] = {
            let mut rows = [[[0; 16]; 2]; 9];
            let mut row = 0;
            while row < 9 {
                let lanes = half(row % 3, row >= 6);
                let (mut first, mut second) = ([(0, LANES); 16], [(0, LANES); 16]);
                let mut n = 0;
                while n < 8 {
                    first[n] = (0, lanes[n]);
                    first[n + 8] = (1, lanes[n]);
                    second[n] = (2, lanes[n]);
                    n += 1;
                }
                rows[row] = [to_row(row, first), to_row(row, second)];
                row += 1;
            }
            rows
        };
        let mut rows = [halves(a[0])[0]; 9];
        for i in 0..3 {
            let (first, second) = (halves(digits_of(a[i], b[i])), halves(digits_of(c[i], c[i])));
            rows[i] = gather([first[0], second[0]], &ROWS[i]);
            rows[i + 3] = gather([first[0], second[0]], &ROWS[i + 3]);
            rows[i + 6] = gather([first[1], second[1]], &ROWS[i + 6]);
        }
        grid_of(rows)
    }

    #[inline(always)]
    fn turn<const I: usize>(self) -> Self {
        [self[I % 3], self[(1 + I) % 3], self[(2 + I) % 3]]
    }

    #[inline(always)]
    fn beside(self) -> Self {
        [beside(self[0]), beside(self[1]), beside(self[2])]
    }

    #[inline(always)]
    fn beneath(self) -> Self {
        [beneath(self[0]), beneath(self[1]), beneath(self[2])]
    }

    #[inline(always)]
    fn across<const ANTI: bool>(self) -> Self {
        [across::<ANTI>(self[0]), across::<ANTI>(self[1]), across::<ANTI>(self[2])]
    }

    #[inline(always)]
    fn among<const MASK: u32>(self) -> Self {
        let [a, b, c] = &Among::<MASK>::LANES;
        self.and([read(self[0], a), read(self[0], b), read(self[0], c)])
    }

    #[inline(always)]
    fn at(self, lane: u8, digits: u16) -> Self {
        let [a, b, c] = &ONLY[usize::from(lane) % LANES];
        let any = self[0];
        [read(any, a), read(any, b), read(any, c)].and([any.splat(digits); 3])
    }

    #[inline(always)]
    fn tightest(horizontal: Self, vertical: Self) -> Option<usize> {
        let (h, [low, high]) = (counts(horizontal), halves(counts(vertical)));
        // SAFETY: as in `intrinsics`.
        unsafe {
            let [low_bands, high_bands] = halves(_mm256_sad_epu8(h, _mm256_setzero_si256()));
            let bands = Sse(_mm_packus_epi32(low_bands.0, high_bands.0));
            let stacks = low.add_bytes(high);
            let stacks = stacks.add_bytes(Sse(_mm_bsrli_si128::<8>(stacks.0))).add_pairs();
            // First, bands are at 0, 2, 4 and stacks at 1, 3, 5; then they are put in order.
            let sums = bands.or(Sse(_mm_unpacklo_epi16(_mm_setzero_si128(), stacks.0)));
            let order = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11, -1, -1, -1, -1);
            tightest_of(sums.swizzle(Sse(order)))
        }
    }

    #[inline(always)]
    fn lines(self, band: usize) -> [[u16; 3]; 3] {
        let mut lanes = [[0u16; 16]; 3];
        for (register, lanes) in self.iter().zip(&mut lanes) {
            // SAFETY: as in `intrinsics`; 32 bytes are written into 32 bytes.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), *register) };
        }
        let mut lines = [[0; 3]; 3];
        for (line, numbers) in lines.iter_mut().zip(&LINES[band]) {
            for (digits, n) in line.iter_mut().zip(numbers) {
                *digits = lanes[n / 9][(n / 3 % 3 * 4 + n % 3) % 16];
            }
        }
        lines
    }
}
