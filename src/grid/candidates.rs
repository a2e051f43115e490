//! Sets of digits, and what each cell may still hold.

use std::fmt;

use super::{Candidate, Cell, Digit, Grid, Size};

/// A set of digits as a bit mask: bit *i* stands for the digit of index *i*.
///
/// ```
/// use satdoku::{Digit, DigitSet};
/// let mut set = DigitSet::all(4);
/// set.remove(Digit::from_index(0));
/// assert_eq!(format!("{set:?}"), "{2, 3, 4}");
/// assert_eq!(set.single(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct DigitSet(u64);

/// The digits in braces.
impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Digit::value)).finish()
    }
}

impl DigitSet {
    /// No digit.
    pub const EMPTY: DigitSet = DigitSet(0);

    /// All digits of a side.
    ///
    /// # Panics
    /// If the side is above [`Size::MAX_SIDE`].
    pub fn all(side: usize) -> DigitSet {
        assert!(side <= Size::MAX_SIDE, "side above {}", Size::MAX_SIDE);
        DigitSet((1 << side) - 1)
    }

    /// The digits of a mask.
    ///
    /// # Panics
    /// If a bit above the [`Size::MAX_SIDE`] lowest ones is set.
    pub fn from_bits(bits: u64) -> DigitSet {
        assert!(bits >> Size::MAX_SIDE == 0, "digit above {}", Size::MAX_SIDE);
        DigitSet(bits)
    }

    /// The mask.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The number of digits.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it holds no digit.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a digit is in it.
    pub fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Adds a digit.
    pub fn insert(&mut self, digit: Digit) {
        self.0 |= 1 << digit.index();
    }

    /// Removes a digit; returns whether it was in the set.
    pub fn remove(&mut self, digit: Digit) -> bool {
        let present = self.contains(digit);
        self.0 &= !(1 << digit.index());
        present
    }

    /// The digit, if there is exactly one.
    pub fn single(self) -> Option<Digit> {
        (self.len() == 1).then(|| Digit::from_index(self.0.trailing_zeros() as usize))
    }

    /// Its digits in order.
    pub fn iter(self) -> impl Iterator<Item = Digit> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let index = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                Digit::from_index(index)
            })
        })
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> DigitSet {
        let mut set = DigitSet::EMPTY;
        digits.into_iter().for_each(|digit| set.insert(digit));
        set
    }
}

/// For each cell the digits it may still hold.
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
    /// Every digit in every cell.
    pub fn all(size: Size) -> Candidates {
        Candidates { size, sets: vec![DigitSet::all(size.side()); size.cell_count()] }
    }

    /// No digit in any cell.
    pub fn none(size: Size) -> Candidates {
        Candidates { size, sets: vec![DigitSet::EMPTY; size.cell_count()] }
    }

    /// The digit alone in a filled cell, every digit in an empty one. Nothing is propagated.
    pub fn from_grid(grid: &Grid) -> Candidates {
        let mut candidates = Candidates::all(grid.size());
        for Candidate { cell, digit } in grid.filled() {
            candidates[cell] = DigitSet::from_iter([digit]);
        }
        candidates
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cells with exactly one digit left, filled; the others empty.
    pub fn to_grid(&self) -> Grid {
        let mut grid = Grid::empty(self.size);
        for cell in self.size.cells() {
            grid.set(cell, self[cell].single());
        }
        grid
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

    #[test]
    #[should_panic(expected = "digit above 36")]
    fn a_mask_of_more_than_36_digits_is_refused_where_it_comes_in() {
        let _ = DigitSet::from_bits(1 << 40);
    }
}
