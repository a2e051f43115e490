//! 27 lanes in one AVX-512 register. Every turn is one permutation of bytes.

use super::super::{CANDIDATES, LANES, LINES, Lanes, Sets, cell, lane};
use super::bytes::tightest_of;
use super::intrinsics::intrinsics;
use super::sse::Sse;
use std::arch::x86_64::*;

/// The lanes in the order of their numbers; the last five of the 32 places stay empty.
pub(super) type Zmm = __m512i;

/// The lanes that are used.
const USED: u32 = (1 << LANES) - 1;

/// For each byte of the result of a turn, the byte from which it is taken.
struct Turn<const I: usize, const B: usize, const S: usize>;

impl<const I: usize, const B: usize, const S: usize> Turn<I, B, S> {
    const FROM: [u8; 64] = {
        let mut from = [0; 64];
        let mut n = 0;
        while n < 32 {
            let mut source = n;
            if n < LANES {
                source = lane((n / 9 + I) % 3, (n / 3 + B) % 3, (n + S) % 3);
            }
            from[2 * n] = 2 * source as u8;
            from[2 * n + 1] = 2 * source as u8 + 1;
            n += 1;
        }
        from
    };
}

/// For each lane of cell value `j`, where its given comes from, in the low byte: an index of the
/// cells 0..64 or, from 64 on, of the cells 17..81.
const GIVEN_OF: [[u8; 64]; 3] = {
    let mut from = [[0; 64]; 3];
    let mut n = 0;
    while n < 81 {
        let (j, lane) = (n / LANES, n % LANES);
        let cell = cell(j, lane);
        from[j][2 * lane] = if cell < 64 { cell as u8 } else { cell as u8 - 17 + 64 };
        n += 1;
    }
    from
};

/// For the cells 0..64 and for the cells 17..81, where the digit comes from: an index of the bytes
/// of values 0 (low bytes) and 1 (high bytes) or, from 64 on, of value 2.
const DIGIT_OF: [[u8; 64]; 2] = {
    let mut from = [[0; 64]; 2];
    let mut n = 0;
    while n < 81 {
        let (j, lane) = (n / LANES, n % LANES);
        let byte = [2 * lane, 2 * lane + 1, 2 * lane + 64][j] as u8;
        let cell = cell(j, lane);
        if cell < 64 {
            from[0][cell] = byte;
        }
        if cell >= 17 {
            from[1][cell - 17] = byte;
        }
        n += 1;
    }
    from
};

/// The candidates of a given, as a table of 32 lanes.
const SET_OF: [u8; 64] = {
    let mut sets = [0; 64];
    let mut n = 0;
    while n < CANDIDATES.len() {
        [sets[2 * n], sets[2 * n + 1]] = CANDIDATES[n].to_le_bytes();
        n += 1;
    }
    sets
};

/// The places of the sums of the lanes with i = 0: three bytes in each group of eight. A group is a
/// band (from the first register) or a stack (from the second register).
const BAND_OF: [u8; 64] = {
    let mut from = [0; 64];
    let mut n = 0;
    while n < 9 {
        let (band, place) = (n / 3, n % 3);
        from[8 * band + place] = 2 * lane(0, band, place) as u8;
        from[8 * (3 + band) + place] = 2 * lane(0, place, band) as u8 + 64;
        n += 1;
    }
    from
};

/// See [`Processor::load`](super::Processor::load), which is the only caller.
#[inline(always)]
pub(super) fn load(any: Zmm, givens: &[u8; 81]) -> [Zmm; 3] {
    let (first, last) = (givens.first_chunk().expect("81"), givens.last_chunk().expect("81"));
    // SAFETY: as in `intrinsics`.
    unsafe {
        let ten = _mm512_set1_epi8(10);
        let low = _mm512_min_epu8(read(any, first), ten);
        let high = _mm512_min_epu8(read(any, last), ten);
        let sets = read(any, &SET_OF);
        let mut cells = [sets; 3];
        for (value, from) in cells.iter_mut().zip(&GIVEN_OF) {
            let given = _mm512_permutex2var_epi8(low, read(any, from), high);
            let given = _mm512_and_si512(given, all(any, 0xff));
            *value = _mm512_maskz_permutexvar_epi16(USED, given, sets);
        }
        cells
    }
}

#[inline(always)]
fn read(_: Zmm, source: &[u8; 64]) -> Zmm {
    // SAFETY: as in `intrinsics`.
    unsafe { _mm512_loadu_si512(source.as_ptr().cast()) }
}

#[inline(always)]
fn write(vector: Zmm, target: &mut [u8; 64]) {
    // SAFETY: as in `intrinsics`.
    unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), vector) }
}

#[inline(always)]
fn all(_: Zmm, lane: u16) -> Zmm {
    // SAFETY: as in `intrinsics`.
    unsafe { _mm512_set1_epi16(lane as i16) }
}

#[inline(always)]
fn turn<const I: usize, const B: usize, const S: usize>(lanes: Zmm) -> Zmm {
    // SAFETY: as in `intrinsics`.
    unsafe { _mm512_permutexvar_epi8(read(lanes, &Turn::<I, B, S>::FROM), lanes) }
}

/// In each lane with `i` = 0, how many digits this lane and the two lanes that a turn moves there
/// have together.
#[inline(always)]
fn counts(lanes: Zmm) -> Zmm {
    // SAFETY: as in `intrinsics`.
    unsafe {
        let count = _mm512_popcnt_epi16(lanes);
        let others = _mm512_add_epi16(turn::<1, 0, 0>(count), turn::<2, 0, 0>(count));
        _mm512_add_epi16(count, others)
    }
}

impl Sets for Zmm {
    type Flags = u32;

    intrinsics! {
        fn and(self, other: Self) -> Self { _mm512_and_si512(self, other) }
        fn or(self, other: Self) -> Self { _mm512_or_si512(self, other) }
        fn without(self, other: Self) -> Self { _mm512_andnot_si512(other, self) }
        fn xor(self, other: Self) -> Self { _mm512_xor_si512(self, other) }
        // The subtraction is saturating; otherwise the compiler makes a slower population count of
        // it.
        fn less_one(self) -> Self { _mm512_and_si512(self, _mm512_subs_epu16(self, all(self, 1))) }
        fn all_if_empty(self) -> Self { _mm512_movm_epi16(_mm512_testn_epi16_mask(self, self)) }
        fn if_both(self, other: Self) -> Self { _mm512_min_epu16(self, other) }
        fn occupied(self) -> u32 { _mm512_test_epi16_mask(self, self) }
        fn empty(self) -> u32 { _mm512_mask_testn_epi16_mask(USED, self, self) }
        fn incomplete(self) -> u32 { _mm512_mask_cmpneq_epi16_mask(USED, self, all(self, 0x1ff)) }
        fn either(one: u32, other: u32) -> u32 { one | other }
        fn any(flags: u32) -> bool { flags != 0 }

        fn singles(self) -> Self {
            let less = _mm512_subs_epu16(self, all(self, 1));
            _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(self, less), self)
        }
        fn at_most_three(self) -> Self {
            let few = _mm512_cmple_epi16_mask(_mm512_popcnt_epi16(self), all(self, 3));
            _mm512_maskz_mov_epi16(few, self)
        }
        fn overridden_by(self, other: Self) -> Self {
            _mm512_mask_mov_epi16(self, _mm512_test_epi16_mask(other, other), other)
        }
        fn confined_to(self, asserted: Self) -> (Self, u32) {
            let count = _mm512_popcnt_epi16(asserted);
            let full = _mm512_cmpge_epi16_mask(count, all(self, 3));
            let confined = _mm512_mask_mov_epi16(self, full, _mm512_and_si512(self, asserted));
            (confined, _mm512_cmpgt_epi16_mask(count, all(self, 3)))
        }
        fn several(self) -> u32 {
            _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(self), all(self, 1))
        }
    }
}

impl Lanes for Zmm {
    const IN_TURN: bool = false;

    #[inline(always)]
    fn store(cells: [Self; 3]) -> [u8; 81] {
        let mut grid = [0u8; 81];
        // SAFETY: as in `intrinsics`.
        unsafe {
            let mut digits = cells;
            for value in &mut digits {
                // A digit is the number of bits up to and including its own bit.
                let below = _mm512_sub_epi16(*value, all(*value, 1));
                *value = _mm512_popcnt_epi16(_mm512_or_si512(*value, below));
            }
            let both = _mm512_or_si512(digits[0], _mm512_slli_epi16::<8>(digits[1]));
            let low = _mm512_permutex2var_epi8(both, read(both, &DIGIT_OF[0]), digits[2]);
            let high = _mm512_permutex2var_epi8(both, read(both, &DIGIT_OF[1]), digits[2]);
            write(low, grid.first_chunk_mut().expect("81"));
            write(high, grid.last_chunk_mut().expect("81"));
        }
        grid
    }

    #[inline(always)]
    fn turn<const I: usize>(self) -> Self {
        turn::<I, 0, 0>(self)
    }

    #[inline(always)]
    fn beside(self) -> Self {
        turn::<0, 0, 1>(self).or(turn::<0, 0, 2>(self))
    }

    #[inline(always)]
    fn beneath(self) -> Self {
        turn::<0, 1, 0>(self).or(turn::<0, 2, 0>(self))
    }

    #[inline(always)]
    fn across<const ANTI: bool>(self) -> Self {
        if ANTI {
            turn::<0, 1, 2>(self).or(turn::<0, 2, 1>(self))
        } else {
            turn::<0, 1, 1>(self).or(turn::<0, 2, 2>(self))
        }
    }

    #[inline(always)]
    fn among<const MASK: u32>(self) -> Self {
        // SAFETY: as in `intrinsics`.
        unsafe { _mm512_maskz_mov_epi16(MASK, self) }
    }

    #[inline(always)]
    fn at(self, lane: u8, digits: u16) -> Self {
        // SAFETY: as in `intrinsics`.
        unsafe { _mm512_maskz_mov_epi16(1 << lane, all(self, digits)) }
    }

    #[inline(always)]
    fn tightest(horizontal: Self, vertical: Self) -> Option<usize> {
        // SAFETY: as in `intrinsics`.
        unsafe {
            let groups = _mm512_permutex2var_epi8(
                counts(horizontal),
                read(horizontal, &BAND_OF),
                counts(vertical),
            );
            let groups = _mm512_maskz_mov_epi8(0x0707_0707_0707, groups);
            let sums = _mm512_sad_epu8(groups, _mm512_setzero_si512());
            tightest_of(Sse(_mm512_cvtepi64_epi16(sums)))
        }
    }

    #[inline(always)]
    fn lines(self, band: usize) -> [[u16; 3]; 3] {
        let mut lanes = [0u16; 32];
        // SAFETY: as in `intrinsics`; 64 bytes are written into 64 bytes.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self) };
        let mut lines = [[0; 3]; 3];
        for (line, numbers) in lines.iter_mut().zip(&LINES[band]) {
            for (digits, n) in line.iter_mut().zip(numbers) {
                *digits = lanes[n % 32];
            }
        }
        lines
    }
}
