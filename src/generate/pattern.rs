//! Symmetric patterns of givens.

use itertools::Itertools;
use rand::Rng;
use rand::seq::SliceRandom;

use crate::grid::{Cell, Grid, Size};

names! {
    /// Which cells are givens together: the pattern of the givens looks the same after these
    /// reflections or turns. Only positions count; digits are not mapped.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    #[non_exhaustive]
    pub enum Pattern {
        /// No symmetry: every cell is on its own.
        #[default]
        Free = "none",
        /// The half-turn: row r, column c with row n+1-r, column n+1-c, of n rows.
        Rotational = "rotational",
        /// Turns by a quarter: also row c, column n+1-r.
        QuarterTurn = "quarter-turn",
        /// Left and right exchanged: row r, column c with row r, column n+1-c.
        Mirror = "mirror",
        /// Top and bottom exchanged: row r, column c with row n+1-r, column c.
        UpsideDown = "upside-down",
        /// Both mirrors: left and right exchanged, top and bottom, or both.
        TwoMirrors = "two-mirrors",
        /// Rows and columns exchanged: row r, column c with row c, column r.
        Diagonal = "diagonal",
        /// The same along the other diagonal: row r, column c with row n+1-c, column n+1-r.
        AntiDiagonal = "anti-diagonal",
    }
}

impl Pattern {
    /// This cell and the cells that must be givens whenever it is, ascending.
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

    /// A given and a cell of its orbit that is no given, if there are such cells.
    pub fn broken_by(self, givens: &Grid) -> Option<[Cell; 2]> {
        givens.filled().find_map(|given| {
            let mut orbit = self.orbit(givens.size(), given.cell).into_iter();
            orbit.find(|&cell| givens.get(cell).is_none()).map(|image| [given.cell, image])
        })
    }

    /// Whether this many of these givens can have this pattern.
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

    /// The cells of the givens, grouped by orbit, each cell once, in the order of the first cells.
    pub fn orbits(self, givens: &Grid) -> Vec<Vec<Cell>> {
        let orbits =
            givens.filled().map(|given| (given.cell, self.orbit(givens.size(), given.cell)));
        orbits.filter(|(cell, orbit)| orbit[0] == *cell).map(|(_, orbit)| orbit).collect()
    }

    /// The same in random order.
    pub(super) fn shuffled_orbits(self, givens: &Grid, random: &mut impl Rng) -> Vec<Vec<Cell>> {
        let mut orbits = self.orbits(givens);
        orbits.shuffle(random);
        orbits
    }
}
