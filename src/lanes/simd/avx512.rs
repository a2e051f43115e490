//! 27 lanes in one AVX-512 register. A turn is one byte permutation, whatever it turns.

use super::super::{CANDIDATES, LANES, Lanes, cell, lane};
use super::tightest_of;
use std::arch::x86_64::*;

/// The lanes in their plain order; the last five of the 32 stay empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zmm(__m512i);

/// The lanes in use.
const USED: u32 = (1 << LANES) - 1;

/// For each byte of the result of a turn, the byte it comes from.
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

/// For each lane of cell value `j`, its given in the low byte: an index into cells 0..64 and, from
/// 64 on, cells 17..81.
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

/// For cells 0..64 and for cells 17..81, the byte that holds the digit: an index into values 0 (low
/// bytes) and 1 (high bytes) and, from 64 on, value 2.
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

/// Where the sums of the lanes with i = 0 go: three bytes to each group of eight, a group a band
/// (from the first register) or a stack (from the second).
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

impl Zmm {
    /// See [`Processor::load`](super::Processor::load), which alone calls it.
    #[inline(always)]
    pub(super) fn load(givens: &[u8; 81]) -> [Self; 3] {
        let (first, last) = (givens.first_chunk().expect("81"), givens.last_chunk().expect("81"));
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            let ten = _mm512_set1_epi8(10);
            let low = _mm512_min_epu8(Self::read(first), ten);
            let high = _mm512_min_epu8(Self::read(last), ten);
            let sets = Self::read(&SET_OF);
            let mut cells = [Self(sets); 3];
            for (value, from) in cells.iter_mut().zip(&GIVEN_OF) {
                let given = _mm512_permutex2var_epi8(low, Self::read(from), high);
                let given = _mm512_and_si512(given, Self::all(0xff));
                value.0 = _mm512_maskz_permutexvar_epi16(USED, given, sets);
            }
            cells
        }
    }

    #[inline(always)]
    fn read(source: &[u8; 64]) -> __m512i {
        // SAFETY: the processor has AVX-512 (see `processor`), and 64 bytes are there; any address
        // will do.
        unsafe { _mm512_loadu_si512(source.as_ptr().cast()) }
    }

    #[inline(always)]
    fn write(vector: __m512i, target: &mut [u8; 64]) {
        // SAFETY: as in `read`.
        unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), vector) }
    }

    /// In the lanes with `i` = 0, how many digits they and the two lanes turned there hold.
    #[inline(always)]
    fn counts(self) -> __m512i {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            let count = Self(_mm512_popcnt_epi16(self.0));
            let others = _mm512_add_epi16(count.turn::<1, 0, 0>().0, count.turn::<2, 0, 0>().0);
            _mm512_add_epi16(count.0, others)
        }
    }

    #[inline(always)]
    fn all(lane: u16) -> __m512i {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe { _mm512_set1_epi16(lane as i16) }
    }
}

impl Lanes for Zmm {
    type Flags = u32;

    #[inline(always)]
    fn store(cells: [Self; 3]) -> [u8; 81] {
        let mut grid = [0u8; 81];
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            let mut digits = cells;
            for value in &mut digits {
                // a digit is the number of bits up to its own
                let below = _mm512_sub_epi16(value.0, Self::all(1));
                value.0 = _mm512_popcnt_epi16(_mm512_or_si512(value.0, below));
            }
            let both = _mm512_or_si512(digits[0].0, _mm512_slli_epi16::<8>(digits[1].0));
            let low = _mm512_permutex2var_epi8(both, Self::read(&DIGIT_OF[0]), digits[2].0);
            let high = _mm512_permutex2var_epi8(both, Self::read(&DIGIT_OF[1]), digits[2].0);
            Self::write(low, grid.first_chunk_mut().expect("81"));
            Self::write(high, grid.last_chunk_mut().expect("81"));
        }
        grid
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512; see `processor`.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512; see `processor`.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512; see `processor`.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn turn<const I: usize, const B: usize, const S: usize>(self) -> Self {
        // SAFETY: the processor has AVX-512; see `processor`.
        Self(unsafe { _mm512_permutexvar_epi8(Self::read(&Turn::<I, B, S>::FROM), self.0) })
    }

    #[inline(always)]
    fn among<const MASK: u32>(self) -> Self {
        // SAFETY: the processor has AVX-512; see `processor`.
        Self(unsafe { _mm512_maskz_mov_epi16(MASK, self.0) })
    }

    #[inline(always)]
    fn singles(self) -> Self {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            // saturating, or the compiler makes it a slower population count
            let less = _mm512_subs_epu16(self.0, Self::all(1));
            Self(_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(self.0, less), self.0))
        }
    }

    #[inline(always)]
    fn at_most_three(self) -> Self {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            let few = _mm512_cmple_epi16_mask(_mm512_popcnt_epi16(self.0), Self::all(3));
            Self(_mm512_maskz_mov_epi16(few, self.0))
        }
    }

    #[inline(always)]
    fn overridden_by(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            Self(_mm512_mask_mov_epi16(self.0, _mm512_test_epi16_mask(other.0, other.0), other.0))
        }
    }

    #[inline(always)]
    fn confined_to(self, asserted: Self) -> (Self, u32) {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            let count = _mm512_popcnt_epi16(asserted.0);
            let full = _mm512_cmpge_epi16_mask(count, Self::all(3));
            let confined =
                _mm512_mask_mov_epi16(self.0, full, _mm512_and_si512(self.0, asserted.0));
            (Self(confined), _mm512_cmpgt_epi16_mask(count, Self::all(3)))
        }
    }

    #[inline(always)]
    fn several(self) -> u32 {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe { _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(self.0), Self::all(1)) }
    }

    #[inline(always)]
    fn empty(cells: [Self; 3]) -> u32 {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            let least = _mm512_min_epu16(_mm512_min_epu16(cells[0].0, cells[1].0), cells[2].0);
            _mm512_mask_testn_epi16_mask(USED, least, least)
        }
    }

    #[inline(always)]
    fn incomplete(self) -> u32 {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe { _mm512_mask_cmpneq_epi16_mask(USED, self.0, Self::all(0x1ff)) }
    }

    #[inline(always)]
    fn either(one: u32, other: u32) -> u32 {
        one | other
    }

    #[inline(always)]
    fn any(flags: u32) -> bool {
        flags != 0
    }

    #[inline(always)]
    fn same(one: [Self; 3], other: [Self; 3]) -> bool {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            let differ = _mm512_xor_si512(one[0].0, other[0].0);
            let differ = _mm512_or_si512(differ, _mm512_xor_si512(one[1].0, other[1].0));
            let differ = _mm512_or_si512(differ, _mm512_xor_si512(one[2].0, other[2].0));
            _mm512_test_epi16_mask(differ, differ) == 0
        }
    }

    #[inline(always)]
    fn tightest(horizontal: Self, vertical: Self) -> Option<usize> {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            let groups = _mm512_permutex2var_epi8(
                horizontal.counts(),
                Self::read(&BAND_OF),
                vertical.counts(),
            );
            let groups = _mm512_maskz_mov_epi8(0x0707_0707_0707, groups);
            tightest_of(_mm512_cvtepi64_epi16(_mm512_sad_epu8(groups, _mm512_setzero_si512())))
        }
    }

    #[inline(always)]
    fn lines(self, band: usize) -> [[u16; 3]; 3] {
        let mut lanes = [0u16; 32];
        // SAFETY: the processor has AVX-512 (see `processor`); 64 bytes go into 64.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) };
        let (first, step) =
            if band < 3 { (lane(0, band, 0), 1) } else { (lane(0, 0, band - 3), 3) };
        let mut lines = [[0; 3]; 3];
        for (i, line) in lines.iter_mut().enumerate() {
            for (place, digits) in line.iter_mut().enumerate() {
                *digits = lanes[(lane(i, 0, 0) + first + step * place) % 32];
            }
        }
        lines
    }

    #[inline(always)]
    fn strike(self, lane: u8, digits: u16) -> Self {
        // SAFETY: the processor has AVX-512; see `processor`.
        unsafe {
            let struck = _mm512_maskz_mov_epi16(1 << lane, Self::all(digits));
            Self(_mm512_andnot_si512(struck, self.0))
        }
    }
}
