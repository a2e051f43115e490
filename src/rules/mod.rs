//! What makes a filling a solution: the units, and a puzzle as rules plus givens.
//!
//! A rule variant is more units. The encoder and the SAT solver see units only; `simplify` and
//! `dpll` ask which variant they serve, since they have faster code for 9x9 grids with and without
//! diagonals.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::grid::{Cell, Grid, Size, SizeError};

/// The name of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnitKind {
    /// A row, index from 0.
    Row(usize),
    /// A column, index from 0.
    Column(usize),
    /// A box, index from 0 along rows of boxes.
    Box(usize),
    /// The diagonal from the top left.
    MainDiagonal,
    /// The diagonal from the top right.
    AntiDiagonal,
    /// An extra region, index from 0 in the order added.
    Region(usize),
}

/// Counted from 1: `row 3`, `box 9`, `main diagonal`.
impl fmt::Display for UnitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnitKind::Row(index) => write!(f, "row {}", index + 1),
            UnitKind::Column(index) => write!(f, "column {}", index + 1),
            UnitKind::Box(index) => write!(f, "box {}", index + 1),
            UnitKind::MainDiagonal => f.write_str("main diagonal"),
            UnitKind::AntiDiagonal => f.write_str("anti-diagonal"),
            UnitKind::Region(index) => write!(f, "region {}", index + 1),
        }
    }
}

/// Cells that hold each digit exactly once: as many as the side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name.
    pub kind: UnitKind,
    /// Its cells in ascending order.
    pub cells: Vec<Cell>,
}

/// Which of [`Rules::units`]: rows first, then columns, boxes, diagonals, regions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitIndex(u16);

impl UnitIndex {
    /// The unit of an index from 0. Rules have as many as [`Rules::units`] is long.
    ///
    /// # Panics
    /// If the index is above [`u16::MAX`].
    pub fn from_index(index: usize) -> UnitIndex {
        UnitIndex(index.try_into().expect("unit index out of range"))
    }

    /// The index, from 0.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl From<UnitIndex> for usize {
    fn from(unit: UnitIndex) -> usize {
        unit.index()
    }
}

/// The units of a grid, and the peers that follow from them.
///
/// Units with the same cells are kept once (boxes one row high are rows).
///
/// ```
/// use satdoku::{Rules, Size};
/// let rules = Rules::diagonal(Size::NINE);
/// let centre = Size::NINE.cell(4, 4);
/// let units = rules.units_of(centre).iter().map(|&unit| rules.unit(unit).kind.to_string());
/// let names: Vec<String> = units.collect();
/// assert_eq!(names, ["row 5", "column 5", "box 5", "main diagonal", "anti-diagonal"]);
/// assert_eq!(rules.peers(centre).count(), 32);
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct Rules {
    size: Size,
    units: Vec<Unit>,
    /// By cell, ascending.
    units_of: Vec<Vec<UnitIndex>>,
    /// By unit: whether two of its cells share an earlier unit too.
    meets_again: Vec<bool>,
    diagonal: bool,
    region_count: usize,
}

impl Rules {
    /// Rows, columns and boxes.
    pub fn classic(size: Size) -> Rules {
        let mut units = Vec::with_capacity(3 * size.side());
        for (kind, index_of) in [
            (UnitKind::Row as fn(usize) -> UnitKind, Size::row_index as fn(Size, Cell) -> usize),
            (UnitKind::Column, Size::column_index),
            (UnitKind::Box, Size::box_index),
        ] {
            let first = units.len();
            let without_cells = |index| Unit { kind: kind(index), cells: Vec::new() };
            units.extend((0..size.side()).map(without_cells));
            for cell in size.cells() {
                units[first + index_of(size, cell)].cells.push(cell);
            }
        }
        Rules::new(size, units)
    }

    /// Rows, columns, boxes and both main diagonals (X-Sudoku).
    pub fn diagonal(size: Size) -> Rules {
        let side = size.side();
        let Rules { mut units, .. } = Rules::classic(size);
        units.push(Unit {
            kind: UnitKind::MainDiagonal,
            cells: (0..side).map(|i| size.cell(i, i)).collect(),
        });
        units.push(Unit {
            kind: UnitKind::AntiDiagonal,
            cells: (0..side).map(|i| size.cell(i, side - 1 - i)).collect(),
        });
        Rules { diagonal: true, ..Rules::new(size, units) }
    }

    /// These rules with one more region that holds each digit once (as in Windoku).
    ///
    /// # Errors
    /// [`SizeError::Cells`] unless it has as many different cells as the side, all inside the grid.
    pub fn with_region(self, cells: &[Cell]) -> Result<Rules, SizeError> {
        let found = cells.len();
        let mut cells: Vec<Cell> =
            cells.iter().copied().filter(|cell| cell.index() < self.size.cell_count()).collect();
        cells.sort();
        cells.dedup();
        if (cells.len(), found) != (self.size.side(), self.size.side()) {
            return Err(SizeError::Cells { expected: self.size.side(), found: cells.len() });
        }
        let Rules { size, mut units, diagonal, region_count, .. } = self;
        let known = units.len();
        units.push(Unit { kind: UnitKind::Region(region_count), cells });
        let rules = Rules::new(size, units);
        let region_count = region_count + rules.units.len() - known;
        Ok(Rules { diagonal, region_count, ..rules })
    }

    /// Of several units with the same cells the first is kept.
    fn new(size: Size, all: Vec<Unit>) -> Rules {
        let mut units: Vec<Unit> = Vec::with_capacity(all.len());
        let mut units_of: Vec<Vec<UnitIndex>> = vec![Vec::new(); size.cell_count()];
        let mut meets_again = Vec::with_capacity(all.len());
        // By earlier unit: the last one that was found to share a cell with it.
        let mut met = vec![usize::MAX; all.len()];
        for unit in all {
            let known = &units_of[unit.cells[0].index()];
            if known.iter().any(|known| units[known.index()].cells == unit.cells) {
                continue;
            }
            let index = units.len();
            let mut again = false;
            for cell in &unit.cells {
                let units_of = &mut units_of[cell.index()];
                for earlier in units_of.iter() {
                    again |= std::mem::replace(&mut met[earlier.index()], index) == index;
                }
                units_of.push(UnitIndex::from_index(index));
            }
            units.push(unit);
            meets_again.push(again);
        }
        Rules { size, units, units_of, meets_again, diagonal: false, region_count: 0 }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Rows, columns, boxes, diagonals, regions, in this order.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// All units with their indices.
    pub fn indexed_units(&self) -> impl Iterator<Item = (UnitIndex, &Unit)> {
        (0..).map(UnitIndex).zip(&self.units)
    }

    /// The unit of an index.
    ///
    /// # Panics
    /// If there are not as many units: the index is that of other rules.
    pub fn unit(&self, unit: UnitIndex) -> &Unit {
        &self.units[unit.index()]
    }

    /// The units of a cell, ascending.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn units_of(&self, cell: Cell) -> &[UnitIndex] {
        &self.units_of[cell.index()]
    }

    /// The other cells of a cell's units, each once: those of its first unit, then what the next
    /// one adds.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let units = self.units_of(cell);
        units.iter().enumerate().flat_map(move |(position, &unit)| {
            let is_new = move |peer: &Cell| {
                let known = self.units_of(*peer);
                *peer != cell && !units[..position].iter().any(|earlier| known.contains(earlier))
            };
            self.unit(unit).cells.iter().copied().filter(is_new)
        })
    }

    /// Whether two cells must hold different digits. No cell is a peer of itself.
    ///
    /// # Panics
    /// If a cell is outside the grid.
    pub fn are_peers(&self, first: Cell, second: Cell) -> bool {
        first != second && self.first_shared_unit(first, second).is_some()
    }

    /// The first unit that holds both cells.
    ///
    /// # Panics
    /// If a cell is outside the grid.
    pub(crate) fn first_shared_unit(&self, first: Cell, second: Cell) -> Option<UnitIndex> {
        let others = self.units_of(second);
        self.units_of(first).iter().copied().find(|unit| others.contains(unit))
    }

    /// Whether two cells of a unit share no earlier unit. Over all units each pair of cells that
    /// share one is counted once so.
    ///
    /// # Panics
    /// If there are not as many units, or a cell is outside the grid.
    pub(crate) fn meet_first_in(&self, unit: UnitIndex, first: Cell, second: Cell) -> bool {
        !self.meets_again[unit.index()] || self.first_shared_unit(first, second) == Some(unit)
    }

    /// Whether both main diagonals are among the units.
    pub fn is_diagonal(&self) -> bool {
        self.diagonal
    }

    /// Whether there are no units but rows, columns and boxes.
    pub fn is_classic(&self) -> bool {
        !self.diagonal && !self.has_regions()
    }

    /// Whether regions were added to the rows, columns, boxes and diagonals.
    pub fn has_regions(&self) -> bool {
        self.region_count > 0
    }
}

/// `classic`, `diagonal`, with `+ N regions` where there are any.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.diagonal { "diagonal" } else { "classic" })?;
        match self.region_count {
            0 => Ok(()),
            1 => f.write_str(" + 1 region"),
            count => write!(f, " + {count} regions"),
        }
    }
}

/// The variant and the size of a box: `Rules(diagonal 3x3)`.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self} {})", self.size)
    }
}

/// Rules and givens. The givens may clash: [`crate::verify::clashes`] tells.
///
/// ```
/// use satdoku::{Grid, Puzzle, Rules, Size};
/// let windows = [5, 6, 9, 10].map(satdoku::Cell::from_index);
/// let rules = Rules::classic(Size::FOUR).with_region(&windows)?;
/// let puzzle = Puzzle::new(rules, Grid::empty(Size::FOUR))?;
/// assert_eq!(puzzle.rules().to_string(), "classic + 1 region");
/// # Ok::<(), satdoku::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Puzzle {
    rules: Arc<Rules>,
    givens: Grid,
}

impl Puzzle {
    /// The puzzle of these rules and givens. Pass an [`Arc`] to share the rules among puzzles.
    ///
    /// # Errors
    /// [`SizeError::Mismatch`] if the grid is not of the rules' size.
    pub fn new(rules: impl Into<Arc<Rules>>, givens: Grid) -> Result<Puzzle, SizeError> {
        let rules = rules.into();
        if rules.size() != givens.size() {
            return Err(SizeError::Mismatch { expected: rules.size(), found: givens.size() });
        }
        Ok(Puzzle { rules, givens })
    }

    /// The classic puzzle of a grid. All puzzles of a size share their rules.
    pub fn classic(givens: Grid) -> Puzzle {
        static KNOWN: Shared = Shared::new(Vec::new());
        Puzzle { rules: shared(&KNOWN, givens.size(), Rules::classic), givens }
    }

    /// The puzzle of a grid with both main diagonals. All puzzles of a size share their rules.
    pub fn diagonal(givens: Grid) -> Puzzle {
        static KNOWN: Shared = Shared::new(Vec::new());
        Puzzle { rules: shared(&KNOWN, givens.size(), Rules::diagonal), givens }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The givens.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.givens.size()
    }

    /// The same rules with other givens.
    ///
    /// # Errors
    /// [`SizeError::Mismatch`] if the grid is not of the rules' size.
    pub fn with_givens(&self, givens: Grid) -> Result<Puzzle, SizeError> {
        Puzzle::new(Arc::clone(&self.rules), givens)
    }

    /// The same rules on an empty grid.
    pub fn without_givens(&self) -> Puzzle {
        Puzzle { rules: Arc::clone(&self.rules), givens: Grid::empty(self.size()) }
    }
}

/// Rules made so far, at most one entry a size.
type Shared = Mutex<Vec<Arc<Rules>>>;

fn shared(known: &Shared, size: Size, make: fn(Size) -> Rules) -> Arc<Rules> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rules) = known.iter().find(|rules| rules.size() == size) {
        return Arc::clone(rules);
    }
    let rules = Arc::new(make(size));
    known.push(Arc::clone(&rules));
    rules
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    #[test]
    fn a_classic_cell_has_3_units_and_20_peers() {
        let rules = Rules::classic(Size::NINE);
        assert_eq!(rules.units().len(), 27);
        for cell in Size::NINE.cells() {
            assert_eq!((rules.units_of(cell).len(), rules.peers(cell).count()), (3, 20));
        }
    }

    #[test]
    fn puzzles_of_a_size_share_their_rules() {
        let rules = |size| Arc::clone(Puzzle::classic(Grid::empty(size)).rules());
        assert!(Arc::ptr_eq(&rules(Size::NINE), &rules(Size::NINE)));
        let flat = Size::new(2, 6).unwrap();
        assert_eq!((rules(flat).size(), rules(Size::NINE).size()), (flat, Size::NINE));
        let diagonal = Puzzle::diagonal(Grid::empty(Size::NINE));
        assert!(diagonal.rules().is_diagonal() && rules(Size::NINE).is_classic());
    }

    #[test]
    fn diagonals_add_peers_as_in_the_diagonal_seed() {
        let rules = Rules::diagonal(Size::NINE);
        assert_eq!(rules.units().len(), 29);
        let peers = |row, column| rules.peers(Size::NINE.cell(row, column)).count();
        assert_eq!((peers(0, 0), peers(4, 4), peers(0, 1)), (26, 32, 20));
    }

    #[test]
    fn peers_are_the_cells_that_share_a_unit_each_once() {
        let windows = [5, 6, 9, 10].map(Cell::from_index);
        let all = [
            Rules::diagonal(Size::new(2, 3).unwrap()),
            Rules::classic(Size::FOUR).with_region(&windows).unwrap(),
        ];
        for rules in &all {
            for cell in rules.size().cells() {
                let peers: Vec<Cell> = rules.peers(cell).sorted().collect();
                let expected = rules.size().cells().filter(|&other| rules.are_peers(cell, other));
                assert_eq!(peers, expected.collect::<Vec<_>>(), "{rules:?}");
            }
            let pairs = rules.indexed_units().flat_map(|(unit, Unit { cells, .. })| {
                let pairs = cells.iter().copied().tuple_combinations::<(_, _)>();
                pairs.filter(move |&(first, second)| rules.meet_first_in(unit, first, second))
            });
            let expected = rules.size().cells().tuple_combinations();
            let expected = expected.filter(|&(first, second)| rules.are_peers(first, second));
            assert!(pairs.sorted().eq(expected), "{rules:?}");
        }
    }

    #[test]
    fn every_unit_holds_as_many_cells_as_the_side() {
        for (height, width) in [(1, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 4), (5, 5), (6, 6)] {
            let size = Size::new(height, width).unwrap();
            for unit in Rules::diagonal(size).units() {
                assert_eq!(unit.cells.len(), size.side(), "{} of {size}", unit.kind);
                assert!(unit.cells.is_sorted());
            }
        }
    }

    #[test]
    fn boxes_that_are_rows_count_once() {
        let rules = Rules::classic(Size::new(1, 5).unwrap());
        assert_eq!(rules.units().len(), 10);
        assert_eq!(Rules::diagonal(Size::new(1, 1).unwrap()).units().len(), 1);
    }

    #[test]
    fn a_region_needs_as_many_cells_as_the_side() {
        let corner: Vec<_> = Size::FOUR.cells().take(3).collect();
        assert!(Rules::classic(Size::FOUR).with_region(&corner).is_err());
        let outside = [0, 1, 2, 3, 200].map(Cell::from_index);
        assert!(Rules::classic(Size::FOUR).with_region(&outside).is_err());
        let row = [0, 1, 2, 3].map(Cell::from_index);
        assert!(Rules::classic(Size::FOUR).with_region(&row).unwrap().is_classic());
        let middle = [5, 6, 9, 10].map(Cell::from_index);
        let rules = Rules::classic(Size::FOUR).with_region(&middle).unwrap();
        assert_eq!((rules.units().len(), rules.to_string().as_str()), (13, "classic + 1 region"));
    }
}
