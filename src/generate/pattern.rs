//! Symmetric patterns of givens.

use itertools::Itertools;
use rand::Rng;
use rand::seq::SliceRandom;

use crate::grid::{Cell, Grid, Size};

names! {
    /// A symmetry of the pattern of givens, which looks the same after these reflections or turns.
    /// Only the cells of givens are symmetric, not their digits.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    #[non_exhaustive]
    pub enum Pattern {
        /// No symmetry: each cell is independent of others.
        #[default]
        Free = "none",
        /// A turn by 180 degrees: the cell in row r, column c corresponds to row n+1-r, column
        /// n+1-c, of n rows.
        Rotational = "rotational",
        /// Turns by 90 degrees: row r, column c corresponds to row c, column n+1-r.
        QuarterTurn = "quarter-turn",
        /// Left and right exchanged: row r, column c corresponds to row r, column n+1-c.
        Mirror = "mirror",
        /// Top and bottom exchanged: row r, column c corresponds to row n+1-r, column c.
        UpsideDown = "upside-down",
        /// Both reflections: left and right exchanged, and top and bottom exchanged.
        TwoMirrors = "two-mirrors",
        /// Rows and columns exchanged: row r, column c corresponds to row c, column r.
        Diagonal = "diagonal",
        /// A reflection in the other diagonal: row r, column c corresponds to row n+1-c, column
        /// n+1-r.
        AntiDiagonal = "anti-diagonal",
    }
}

impl Pattern {
    /// This cell and all cells that correspond to it, ascending. Either all of these cells are
    /// givens, or none.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn orbit(self, size: Size, cell: Cell) -> Vec<Cell> {
        let (r, c, last) = (size.row_index(cell), size.column_index(cell), size.side() - 1);
        let (up, left) = (last - r, last - c);
        let images = match self {
            Pattern::Free => vec![],
            Pattern::Rotational => vec![(up, left)],
            Pattern::QuarterTurn => vec![(c, up), (up, left), (left, r)],
            Pattern::Mirror => vec![(r, left)],
            Pattern::UpsideDown => vec![(up, c)],
            Pattern::TwoMirrors => vec![(r, left), (up, c), (up, left)],
            Pattern::Diagonal => vec![(c, r)],
            Pattern::AntiDiagonal => vec![(left, up)],
        };
        let images = images.into_iter().map(|(row, column)| size.cell(row, column));
        images.chain([cell]).sorted_unstable().dedup().collect()
    }

    /// A given, and a cell of its orbit that is not a given, if there are such cells.
    pub fn broken_by(self, givens: &Grid) -> Option<[Cell; 2]> {
        givens.filled().find_map(|given| {
            let mut orbit = self.orbit(givens.size(), given.cell).into_iter();
            orbit.find(|&cell| givens.get(cell).is_none()).map(|image| [given.cell, image])
        })
    }

    /// Whether `count` of these givens can form this pattern.
    pub(super) fn allows(self, givens: &Grid, count: usize) -> bool {
        let mut reached = vec![true];
        for orbit in self.orbits(givens) {
            reached.resize(reached.len() + orbit.len(), false);
            for sum in (orbit.len()..reached.len()).rev() {
                reached[sum] |= reached[sum - orbit.len()];
            }
        }
        reached.get(count) == Some(&true)
    }

    /// The orbits of the cells of givens, each orbit once, in the order of their first cells.
    pub fn orbits(self, givens: &Grid) -> Vec<Vec<Cell>> {
        let orbits =
            givens.filled().map(|given| (given.cell, self.orbit(givens.size(), given.cell)));
        orbits.filter(|(cell, orbit)| orbit[0] == *cell).map(|(_, orbit)| orbit).collect()
    }

    /// The orbits of the cells of givens in random order.
    pub(super) fn shuffled_orbits(self, givens: &Grid, random: &mut impl Rng) -> Vec<Vec<Cell>> {
        let mut orbits = self.orbits(givens);
        orbits.shuffle(random);
        orbits
    }
}
