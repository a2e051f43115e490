//! Symmetric patterns of givens.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::grid::{Cell, Grid, Size};

names! {
    /// Which cells are givens together: the pattern of the givens looks the same after the pattern's
    /// reflection or turn. Each is a group of two: the identity and one move, which is its own inverse.
    /// Only positions count; digits are not mapped.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    #[non_exhaustive]
    pub enum Pattern {
        /// No symmetry: every cell for itself.
        #[default]
        Free = "none",
        /// The half-turn: row r, column c with row n+1-r, column n+1-c, of n rows.
        Rotational = "rotational",
        /// Left and right exchanged: row r, column c with row r, column n+1-c.
        Mirror = "mirror",
        /// Rows and columns exchanged: row r, column c with row c, column r.
        Diagonal = "diagonal",
    }
}

impl Pattern {
    /// The cell that is a given if and only if this one is; the cell itself where the move leaves
    /// it in place.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn image(self, size: Size, cell: Cell) -> Cell {
        let (row, column, last) = (size.row_index(cell), size.column_index(cell), size.side() - 1);
        match self {
            Pattern::Free => cell,
            Pattern::Rotational => size.cell(last - row, last - column),
            Pattern::Mirror => size.cell(row, last - column),
            Pattern::Diagonal => size.cell(column, row),
        }
    }

    /// A given whose image is none, if there is one.
    pub(super) fn broken_by(self, givens: &Grid) -> Option<Cell> {
        let mut cells = givens.filled().map(|given| given.cell);
        cells.find(|&cell| givens.get(self.image(givens.size(), cell)).is_none())
    }

    /// Whether some of these givens, so many, can have this pattern.
    pub(super) fn allows(self, givens: &Grid, count: usize) -> bool {
        let in_place = |cell| self.image(givens.size(), cell) == cell;
        count.is_multiple_of(2) || givens.filled().any(|given| in_place(given.cell))
    }

    /// The cells of the givens with their images, each pair once, in random order. A cell in
    /// place is a pair with itself.
    pub(super) fn shuffled_pairs(self, givens: &Grid, random: &mut impl Rng) -> Vec<[Cell; 2]> {
        let pair = |cell| [cell, self.image(givens.size(), cell)];
        let mut pairs: Vec<_> = givens.filled().map(|given| pair(given.cell)).collect();
        pairs.retain(|[cell, image]| cell <= image);
        pairs.shuffle(random);
        pairs
    }
}
