//! Sets of digits, and the candidates of each cell.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use super::{Candidate, Cell, Digit, Grid, Size};

/// How many digits fit into one word of a set.
const WORD: usize = u64::BITS as usize;

/// A set of digits, one bit each. Sets of digits up to 64 need no memory on the heap.
///
/// ```
/// use satdoku::{Digit, DigitSet};
/// let mut set = DigitSet::all(4);
/// set.remove(Digit::from_index(0));
/// assert_eq!(format!("{set:?}"), "{2, 3, 4}");
/// assert_eq!(set.single(), None);
/// assert_eq!(format!("{:?}", &DigitSet::all(400) - &DigitSet::all(398)), "{399, 400}");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[must_use]
pub struct DigitSet(Words);

/// Bit *i* of word *w* represents the digit of index 64 *w* + *i*.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Words {
    One(u64),
    /// Several words, of which the last is not 0.
    Many(Box<[u64]>),
}

/// Writes the digits in braces.
impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Digit::value)).finish()
    }
}

impl DigitSet {
    /// The set without digits.
    pub const EMPTY: DigitSet = DigitSet::from_bits(0);

    /// All digits of a grid of this side.
    ///
    /// # Panics
    /// If the side is above [`Size::MAX_SIDE`].
    pub fn all(side: usize) -> DigitSet {
        assert!(side <= Size::MAX_SIDE, "side above {}", Size::MAX_SIDE);
        let word = |first: usize| match side - first {
            WORD.. => u64::MAX,
            rest => (1 << rest) - 1,
        };
        DigitSet::collect((0..side).step_by(WORD).map(word))
    }

    /// The set of digits up to 64 whose bits are 1 in a mask: bit *i* represents the digit of index
    /// *i*.
    pub const fn from_bits(bits: u64) -> DigitSet {
        DigitSet(Words::One(bits))
    }

    /// The set of digits whose bits are 1 in a mask of several words; the first word has the lowest
    /// digits.
    ///
    /// # Panics
    /// If a bit represents a digit above [`Size::MAX_SIDE`].
    pub fn from_words(words: &[u64]) -> DigitSet {
        let set = DigitSet::collect(words.iter().copied());
        assert!(set.words().len() <= Size::MAX_SIDE / WORD, "digit above {}", Size::MAX_SIDE);
        set
    }

    /// The mask of the set; the first word has the lowest digits. Words above the highest digit may
    /// be missing.
    pub fn words(&self) -> &[u64] {
        match &self.0 {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        }
    }

    fn collect(words: impl DoubleEndedIterator<Item = u64> + Clone) -> DigitSet {
        let count = words.clone().rev().skip_while(|&word| word == 0).count();
        DigitSet(match count {
            0 | 1 => Words::One(words.take(1).sum()),
            _ => Words::Many(words.take(count).collect()),
        })
    }

    /// Combines two sets word by word; where a set has fewer words, the missing words are 0.
    fn combine(&self, other: &DigitSet, with: impl Fn(u64, u64) -> u64) -> DigitSet {
        if let (Words::One(first), Words::One(second)) = (&self.0, &other.0) {
            return DigitSet::from_bits(with(*first, *second));
        }
        let (first, second) = (self.words(), other.words());
        let word = |words: &[u64], index| words.get(index).copied().unwrap_or(0);
        let indices = 0..first.len().max(second.len());
        DigitSet::collect(indices.map(|index| with(word(first, index), word(second, index))))
    }

    /// The number of digits.
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no digit.
    pub fn is_empty(&self) -> bool {
        *self == DigitSet::EMPTY
    }

    /// Whether this digit is in the set.
    pub fn contains(&self, digit: Digit) -> bool {
        let word = self.words().get(digit.index() / WORD);
        word.is_some_and(|word| word >> (digit.index() % WORD) & 1 == 1)
    }

    /// Adds a digit.
    pub fn insert(&mut self, digit: Digit) {
        let (index, bit) = (digit.index() / WORD, 1 << (digit.index() % WORD));
        match &mut self.0 {
            Words::One(word) if index == 0 => *word |= bit,
            Words::Many(words) if index < words.len() => words[index] |= bit,
            _ => {
                let mut words = self.words().to_vec();
                words.resize(index + 1, 0);
                words[index] = bit;
                self.0 = Words::Many(words.into());
            }
        }
    }

    /// Removes a digit; returns whether it was in the set.
    pub fn remove(&mut self, digit: Digit) -> bool {
        let words = match &mut self.0 {
            Words::One(word) => std::slice::from_mut(word),
            Words::Many(words) => words,
        };
        let Some(word) = words.get_mut(digit.index() / WORD) else { return false };
        let bit = 1 << (digit.index() % WORD);
        let present = *word & bit != 0;
        *word &= !bit;
        if let Words::Many(words) = &self.0
            && words.ends_with(&[0])
        {
            *self = DigitSet::collect(words.iter().copied());
        }
        present
    }

    /// The digit, if the set has exactly one.
    pub fn single(&self) -> Option<Digit> {
        let mut digits = self.iter();
        digits.next().filter(|_| digits.next().is_none())
    }

    /// The digits of the set in order.
    pub fn iter(&self) -> impl Iterator<Item = Digit> + '_ {
        (0..).step_by(WORD).zip(self.words()).flat_map(|(first, &word)| {
            let mut bits = word;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let index = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    Digit::from_index(first + index)
                })
            })
        })
    }
}

impl Default for DigitSet {
    fn default() -> DigitSet {
        DigitSet::EMPTY
    }
}

/// The digits that are in both sets.
impl BitAnd for &DigitSet {
    type Output = DigitSet;
    fn bitand(self, other: &DigitSet) -> DigitSet {
        self.combine(other, |first, second| first & second)
    }
}

/// The digits that are in at least one of the two sets.
impl BitOr for &DigitSet {
    type Output = DigitSet;
    fn bitor(self, other: &DigitSet) -> DigitSet {
        self.combine(other, |first, second| first | second)
    }
}

/// The digits of the first set that are not in the second set.
impl Sub for &DigitSet {
    type Output = DigitSet;
    fn sub(self, other: &DigitSet) -> DigitSet {
        self.combine(other, |first, second| first & !second)
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> DigitSet {
        let mut set = DigitSet::EMPTY;
        digits.into_iter().for_each(|digit| set.insert(digit));
        set
    }
}

/// The candidates of each cell: the digits that the cell may still hold.
///
/// ```
/// use satdoku::{Candidates, Grid, Size};
/// let candidates = Candidates::from_grid(&Grid::from_values(Size::FOUR, [0; 16])?);
/// assert_eq!(candidates[Size::FOUR.cell(0, 0)].len(), 4);
/// assert_eq!(candidates.iter().count(), 64);
/// # Ok::<(), satdoku::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Candidates {
    size: Size,
    sets: Vec<DigitSet>,
}

impl Candidates {
    /// Every digit as a candidate of every cell.
    pub fn all(size: Size) -> Candidates {
        Candidates { size, sets: vec![DigitSet::all(size.side()); size.cell_count()] }
    }

    /// No candidates in any cell.
    pub fn none(size: Size) -> Candidates {
        Candidates { size, sets: vec![DigitSet::EMPTY; size.cell_count()] }
    }

    /// The candidates of a grid, without any propagation: a filled cell has only its digit, and an
    /// empty cell has every digit.
    pub fn from_grid(grid: &Grid) -> Candidates {
        let (size, all) = (grid.size(), DigitSet::all(grid.size().side()));
        let set =
            |digit: Option<Digit>| digit.map_or_else(|| all.clone(), |d| [d].into_iter().collect());
        Candidates { size, sets: size.cells().map(|cell| set(grid.get(cell))).collect() }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The grid in which the cells with exactly one candidate are filled, and the other cells are
    /// empty.
    pub fn to_grid(&self) -> Grid {
        let mut grid = Grid::empty(self.size);
        for cell in self.size.cells() {
            grid.set(cell, self[cell].single());
        }
        grid
    }

    /// The candidates of each cell as bits; `None` if there are not 81 cells.
    pub(crate) fn to_bits(&self) -> Option<[u16; 81]> {
        let sets: &[DigitSet; 81] = self.sets.as_slice().try_into().ok()?;
        Some(sets.each_ref().map(|set| set.words()[0] as u16))
    }

    /// The number of candidates in cells that have more than one candidate.
    pub fn open_count(&self) -> usize {
        self.sets.iter().map(DigitSet::len).filter(|&len| len > 1).sum()
    }

    /// All candidates, cell by cell.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.size
            .cells()
            .flat_map(|cell| self[cell].iter().map(move |digit| Candidate { cell, digit }))
    }
}

/// # Panics
/// If the cell is outside the grid.
impl std::ops::Index<Cell> for Candidates {
    type Output = DigitSet;
    fn index(&self, cell: Cell) -> &DigitSet {
        &self.sets[cell.index()]
    }
}

/// # Panics
/// If the cell is outside the grid.
impl std::ops::IndexMut<Cell> for Candidates {
    fn index_mut(&mut self, cell: Cell) -> &mut DigitSet {
        &mut self.sets[cell.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(values: &[usize]) -> DigitSet {
        values.iter().map(|&value| Digit::new(value).unwrap()).collect()
    }

    #[test]
    fn sets_of_digits_above_64_behave_as_those_below() {
        let mut large = set(&[3, 64, 65, 400, 1024]);
        assert_eq!((large.len(), large.words().len()), (5, 16));
        assert!(large.remove(Digit::new(1024).unwrap()) && !large.remove(Digit::new(9).unwrap()));
        assert_eq!(large, set(&[400, 65, 64, 3]));
        assert_eq!(&large & &set(&[3, 65, 66]), set(&[3, 65]));
        assert_eq!(&large - &set(&[64, 65, 400]), set(&[3]));
        assert_eq!(&set(&[3]) | &set(&[400]), set(&[3, 400]));
        assert_eq!((&large - &set(&[3, 64, 400])).single(), Digit::new(65));
        assert_eq!((&large - &large, DigitSet::all(1024).len()), (DigitSet::EMPTY, 1024));
    }

    #[test]
    fn a_set_of_all_digits_holds_those_up_to_the_side() {
        for side in [0, 1, 9, 63, 64, 65, 128, 225, 1024] {
            let all = DigitSet::all(side);
            let values: Vec<usize> = all.iter().map(Digit::value).collect();
            assert_eq!(values, (1..=side).collect::<Vec<_>>());
            assert_eq!(DigitSet::from_words(all.words()), all);
        }
    }

    #[test]
    #[should_panic(expected = "digit above 1024")]
    fn a_mask_of_more_digits_than_any_side_has_is_refused_where_it_comes_in() {
        let _ = DigitSet::from_words(&[1; 17]);
    }
}
