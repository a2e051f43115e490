//! 27 lanes in three AVX2 registers, the layout of [`Words`](super::super::portable::Words).

use super::super::{CANDIDATES, LANES, Lanes, cell};
use super::tightest_of;
use std::arch::x86_64::*;

/// Three registers, one for each `i`; in each, the 64 bits of a band, and in those 16 a stack. The
/// last quarter of each stays empty, and of the registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ymms([__m256i; 3]);

/// The same on each of the three registers. A macro, since a closure would be compiled for the
/// baseline and the intrinsics in it called, not inlined.
macro_rules! each {
    ($f:path, $a:expr) => {
        Ymms([$f($a.0[0]), $f($a.0[1]), $f($a.0[2])])
    };
    ($f:path, $a:expr, $b:expr) => {
        Ymms([$f($a.0[0], $b.0[0]), $f($a.0[1], $b.0[1]), $f($a.0[2], $b.0[2])])
    };
}

/// What is done on one register of [`Ymms`].
mod ymm {
    use std::arch::x86_64::*;

    #[inline(always)]
    pub(super) fn and(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    pub(super) fn or(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    pub(super) fn xor(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    pub(super) fn without(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe { _mm256_andnot_si256(b, a) }
    }

    #[inline(always)]
    pub(super) fn min(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe { _mm256_min_epu16(a, b) }
    }

    /// Every lane without its lowest digit.
    #[inline(always)]
    pub(super) fn less_one(a: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe { _mm256_and_si256(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1))) }
    }

    /// The lanes that are empty, as masks.
    #[inline(always)]
    pub(super) fn none(a: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe { _mm256_cmpeq_epi16(a, _mm256_setzero_si256()) }
    }

    #[inline(always)]
    pub(super) fn singles(a: __m256i) -> __m256i {
        and(a, none(less_one(a)))
    }

    #[inline(always)]
    pub(super) fn at_most_three(a: __m256i) -> __m256i {
        and(a, none(less_one(less_one(less_one(a)))))
    }

    #[inline(always)]
    pub(super) fn overridden_by(a: __m256i, b: __m256i) -> __m256i {
        or(and(a, none(b)), b)
    }

    /// The number of bits of each byte.
    #[inline(always)]
    pub(super) fn count_bytes(a: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe {
            let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let nibble = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(a, nibble));
            let high =
                _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16::<4>(a), nibble));
            _mm256_add_epi8(low, high)
        }
    }

    /// Stack `s + S` to stack `s`.
    #[inline(always)]
    pub(super) fn turn_stacks<const S: usize>(a: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe {
            match S {
                0 => a,
                1 => _mm256_shufflehi_epi16::<0b11_00_10_01>(
                    _mm256_shufflelo_epi16::<0b11_00_10_01>(a),
                ),
                _ => _mm256_shufflehi_epi16::<0b11_01_00_10>(
                    _mm256_shufflelo_epi16::<0b11_01_00_10>(a),
                ),
            }
        }
    }

    /// Band `b + B` to band `b`.
    #[inline(always)]
    pub(super) fn turn_bands<const B: usize>(a: __m256i) -> __m256i {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe {
            match B {
                0 => a,
                1 => _mm256_permute4x64_epi64::<0b11_00_10_01>(a),
                _ => _mm256_permute4x64_epi64::<0b11_01_00_10>(a),
            }
        }
    }

    #[inline(always)]
    pub(super) fn read(lanes: &[u16; 16]) -> __m256i {
        // SAFETY: the processor has AVX2 (see `processor`), and 32 bytes are there; any address
        // will do.
        unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
    }

    #[inline(always)]
    pub(super) fn to_array(a: __m256i) -> [u16; 16] {
        let mut lanes = [0; 16];
        // SAFETY: the processor has AVX2 (see `processor`); 32 bytes go into 32.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), a) };
        lanes
    }

    /// `digits` in the lanes in use.
    #[inline(always)]
    pub(super) fn used(digits: u16) -> __m256i {
        let d = digits;
        read(&[d, d, d, 0, d, d, d, 0, d, d, d, 0, 0, 0, 0, 0])
    }
}

impl Ymms {
    /// See [`Processor::load`](super::Processor::load), which alone calls it.
    #[inline(always)]
    pub(super) fn load(givens: &[u8; 81]) -> [Self; 3] {
        let mut lanes = [[[0; 16]; 3]; 3];
        for j in 0..3 {
            for n in 0..LANES {
                let (r, at) = place_of(n);
                lanes[j][r][at] = CANDIDATES[usize::from(givens[cell(j, n)].min(10))];
            }
        }
        [Self::from_arrays(&lanes[0]), Self::from_arrays(&lanes[1]), Self::from_arrays(&lanes[2])]
    }

    /// The union of the three registers.
    #[inline(always)]
    fn joined(self) -> __m256i {
        ymm::or(ymm::or(self.0[0], self.0[1]), self.0[2])
    }

    /// How many digits the lanes hold, the three registers added up, in two bytes for each lane.
    #[inline(always)]
    fn counts(self) -> __m256i {
        let [a, b, c] = each!(ymm::count_bytes, self).0;
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe { _mm256_add_epi8(_mm256_add_epi8(a, b), c) }
    }

    #[inline(always)]
    fn to_arrays(self) -> [[u16; 16]; 3] {
        [ymm::to_array(self.0[0]), ymm::to_array(self.0[1]), ymm::to_array(self.0[2])]
    }

    #[inline(always)]
    fn from_arrays(lanes: &[[u16; 16]; 3]) -> Self {
        Self([ymm::read(&lanes[0]), ymm::read(&lanes[1]), ymm::read(&lanes[2])])
    }
}

/// The lane numbers, 255 in the lanes not in use.
const NUMBERS: [[u16; 16]; 3] = {
    let mut numbers = [[255; 16]; 3];
    let mut n = 0;
    while n < LANES {
        let (i, at) = place_of(n);
        numbers[i][at] = n as u16;
        n += 1;
    }
    numbers
};

/// The lanes of `MASK` as masks.
struct Among<const MASK: u32>;

impl<const MASK: u32> Among<MASK> {
    const LANES: [[u16; 16]; 3] = {
        let mut lanes = [[0; 16]; 3];
        let mut n = 0;
        while n < LANES {
            let (i, at) = place_of(n);
            if MASK >> n & 1 == 1 {
                lanes[i][at] = 0xffff;
            }
            n += 1;
        }
        lanes
    };
}

/// Where lane `lane` is: which register, and which of its lanes.
const fn place_of(lane: usize) -> (usize, usize) {
    (lane / 9 % 3, lane / 3 % 3 * 4 + lane % 3)
}

impl Lanes for Ymms {
    type Flags = __m256i;

    #[inline(always)]
    fn store(cells: [Self; 3]) -> [u8; 81] {
        let mut grid = [0; 81];
        for j in 0..3 {
            let lanes = cells[j].to_arrays();
            for n in 0..LANES {
                let (r, at) = place_of(n);
                grid[cell(j, n)] = lanes[r][at].trailing_zeros() as u8 + 1;
            }
        }
        grid
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(ymm::and, self, other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(ymm::or, self, other)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        each!(ymm::without, self, other)
    }

    #[inline(always)]
    fn turn<const I: usize, const B: usize, const S: usize>(self) -> Self {
        let turned = Self([self.0[I % 3], self.0[(1 + I) % 3], self.0[(2 + I) % 3]]);
        let turned = each!(ymm::turn_stacks::<S>, turned);
        each!(ymm::turn_bands::<B>, turned)
    }

    #[inline(always)]
    fn among<const MASK: u32>(self) -> Self {
        self.and(Self::from_arrays(&Among::<MASK>::LANES))
    }

    #[inline(always)]
    fn singles(self) -> Self {
        each!(ymm::singles, self)
    }

    #[inline(always)]
    fn at_most_three(self) -> Self {
        each!(ymm::at_most_three, self)
    }

    #[inline(always)]
    fn overridden_by(self, other: Self) -> Self {
        each!(ymm::overridden_by, self, other)
    }

    #[inline(always)]
    fn confined_to(self, asserted: Self) -> (Self, __m256i) {
        let beyond_two = each!(ymm::less_one, each!(ymm::less_one, asserted));
        let allowed = asserted.or(each!(ymm::none, beyond_two));
        (self.and(allowed), each!(ymm::less_one, beyond_two).joined())
    }

    #[inline(always)]
    fn several(self) -> __m256i {
        each!(ymm::less_one, self).joined()
    }

    #[inline(always)]
    fn empty(cells: [Self; 3]) -> __m256i {
        let [a, b, c] = cells;
        let least = each!(ymm::min, each!(ymm::min, a, b), c).0;
        let least = ymm::min(ymm::min(least[0], least[1]), least[2]);
        ymm::and(ymm::none(least), ymm::used(0xffff))
    }

    #[inline(always)]
    fn incomplete(self) -> __m256i {
        ymm::xor(ymm::and(ymm::and(self.0[0], self.0[1]), self.0[2]), ymm::used(0x1ff))
    }

    #[inline(always)]
    fn either(one: __m256i, other: __m256i) -> __m256i {
        ymm::or(one, other)
    }

    #[inline(always)]
    fn any(flags: __m256i) -> bool {
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe { _mm256_testz_si256(flags, flags) == 0 }
    }

    #[inline(always)]
    fn same(one: [Self; 3], other: [Self; 3]) -> bool {
        let differ_0 = each!(ymm::xor, one[0], other[0]);
        let differ_1 = each!(ymm::xor, one[1], other[1]);
        let differ_2 = each!(ymm::xor, one[2], other[2]);
        !Self::any(differ_0.or(differ_1).or(differ_2).joined())
    }

    #[inline(always)]
    fn tightest(horizontal: Self, vertical: Self) -> Option<usize> {
        let (h, v) = (horizontal.counts(), vertical.counts());
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe {
            let bands = _mm256_sad_epu8(h, _mm256_setzero_si256());
            let bands = _mm_packus_epi32(
                _mm256_castsi256_si128(bands),
                _mm256_extracti128_si256::<1>(bands),
            );
            let stacks = _mm_add_epi8(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
            let stacks = _mm_add_epi8(stacks, _mm_bsrli_si128::<8>(stacks));
            let stacks = _mm_maddubs_epi16(stacks, _mm_set1_epi8(1));
            // bands at 0, 2, 4 and stacks at 1, 3, 5, then in order
            let sums = _mm_or_si128(bands, _mm_unpacklo_epi16(_mm_setzero_si128(), stacks));
            let sums = _mm_shuffle_epi8(
                sums,
                _mm_setr_epi8(0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11, -1, -1, -1, -1),
            );
            tightest_of(sums)
        }
    }

    #[inline(always)]
    fn lines(self, band: usize) -> [[u16; 3]; 3] {
        let (first, step) = if band < 3 { (4 * band, 1) } else { (band - 3, 4) };
        let mut lines = [[0; 3]; 3];
        for (line, lanes) in lines.iter_mut().zip(self.to_arrays()) {
            for (place, digits) in line.iter_mut().enumerate() {
                *digits = lanes[(first + step * place) % 16];
            }
        }
        lines
    }

    #[inline(always)]
    fn strike(self, lane: u8, digits: u16) -> Self {
        let numbers = Self::from_arrays(&NUMBERS);
        // SAFETY: the processor has AVX2; see `processor`.
        unsafe {
            let (lane, digits) =
                (_mm256_set1_epi16(i16::from(lane)), _mm256_set1_epi16(digits as i16));
            let here = Self([
                _mm256_and_si256(_mm256_cmpeq_epi16(numbers.0[0], lane), digits),
                _mm256_and_si256(_mm256_cmpeq_epi16(numbers.0[1], lane), digits),
                _mm256_and_si256(_mm256_cmpeq_epi16(numbers.0[2], lane), digits),
            ]);
            self.without(here)
        }
    }
}
