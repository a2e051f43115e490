//! Sets of digits as words, for boards on which all digits fit into these words.

use std::ops::{BitAnd, BitOr, Not};

use crate::grid::DigitSet;

/// A set of digits, for sides up to 64 `W`: bit *i* of word *w* represents the digit with index 64
/// *w* + *i*.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mask<const W: usize>(pub(crate) [u64; W]);

const WORD: usize = u64::BITS as usize;

impl<const W: usize> Mask<W> {
    pub(crate) const EMPTY: Mask<W> = Mask([0; W]);

    /// The set of all digits of this side.
    pub(super) fn all(side: usize) -> Mask<W> {
        Mask(std::array::from_fn(|word| match side.saturating_sub(word * WORD) {
            WORD.. => u64::MAX,
            rest => (1 << rest) - 1,
        }))
    }

    /// The set of only the digit with this index.
    #[inline]
    pub(crate) fn of(digit: usize) -> Mask<W> {
        let mut mask = Mask::EMPTY;
        mask.0[digit / WORD] = 1 << (digit % WORD);
        mask
    }

    /// The set of the digits whose bits are 1 in `word`, for sides up to 64.
    #[inline]
    pub(super) fn of_word(word: u64) -> Mask<W> {
        Mask(std::array::from_fn(|index| if index == 0 { word } else { 0 }))
    }

    /// The mask of a set; no digit may be above 64 `W`.
    pub(crate) fn from_set(set: &DigitSet) -> Mask<W> {
        Mask(std::array::from_fn(|word| set.words().get(word).copied().unwrap_or(0)))
    }

    #[inline]
    pub(crate) fn has(self, digit: usize) -> bool {
        self.0[digit / WORD] >> (digit % WORD) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    pub(crate) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has exactly one digit.
    #[inline]
    pub(crate) fn is_single(self) -> bool {
        let (mut more, mut words) = (0, 0);
        for word in self.0 {
            more |= word & word.wrapping_sub(1);
            words += u32::from(word != 0);
        }
        (more, words) == (0, 1)
    }

    /// The set if it has exactly one digit, else the empty set. There is no branch, which the
    /// processor would predict wrongly.
    #[inline]
    pub(super) fn if_single(self) -> Mask<W> {
        let all = u64::from(self.is_single()).wrapping_neg();
        Mask(self.0.map(|word| word & all))
    }

    /// The index of the lowest digit.
    #[inline]
    pub(crate) fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(WORD * word + self.0[word].trailing_zeros() as usize)
    }

    /// The indices of the digits in order.
    pub(crate) fn digits(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = left.first()?;
            left.0[first / WORD] &= left.0[first / WORD] - 1;
            Some(first)
        })
    }
}

impl<const W: usize> BitAnd for Mask<W> {
    type Output = Mask<W>;
    #[inline]
    fn bitand(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const W: usize> BitOr for Mask<W> {
    type Output = Mask<W>;
    #[inline]
    fn bitor(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const W: usize> Not for Mask<W> {
    type Output = Mask<W>;
    #[inline]
    fn not(self) -> Mask<W> {
        Mask(self.0.map(|word| !word))
    }
}
