//! Sets of digits, and what each cell may still hold.

use super::{Candidate, Cell, Digit, Grid, Size};

/// A set of digits as a bit mask: bit *i* stands for the digit of index *i*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DigitSet(u64);

impl DigitSet {
    /// No digit.
    pub const EMPTY: DigitSet = DigitSet(0);

    /// All digits of a side (at most 36).
    pub fn all(side: usize) -> DigitSet {
        DigitSet((1 << side) - 1)
    }

    /// The digits of a mask, of which only the 36 lowest bits may be set.
    pub fn from_bits(bits: u64) -> DigitSet {
        DigitSet(bits)
    }

    /// The mask.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// How many digits.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
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

    /// Takes a digit out; whether it was there.
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
#[derive(Clone, PartialEq, Eq, Debug)]
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

    /// The given digit alone in a filled cell, every digit in an empty one; nothing propagated.
    pub fn from_grid(grid: &Grid) -> Candidates {
        let mut candidates = Candidates::all(grid.size());
        for Candidate { cell, digit } in grid.filled() {
            candidates[cell] = DigitSet::from_iter([digit]);
        }
        candidates
    }

    /// Its shape.
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

impl std::ops::Index<Cell> for Candidates {
    type Output = DigitSet;
    fn index(&self, cell: Cell) -> &DigitSet {
        &self.sets[cell.index()]
    }
}

impl std::ops::IndexMut<Cell> for Candidates {
    fn index_mut(&mut self, cell: Cell) -> &mut DigitSet {
        &mut self.sets[cell.index()]
    }
}
