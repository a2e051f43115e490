//! What makes a filling a solution: the units, and a puzzle as rules plus givens.
//!
//! A rule variant is more units. Nothing below this module asks which variant it serves.

use std::fmt;
use std::sync::Arc;

use crate::grid::{Cell, Grid, Size, SizeError};

/// What a unit is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// As people count: `row 3`, `box 9`, `main diagonal`.
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

/// As many cells as the side, which hold each digit exactly once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// What it is called.
    pub kind: UnitKind,
    /// Its cells in ascending order.
    pub cells: Vec<Cell>,
}

/// The units of a grid, and what follows from them: who is whose peer.
///
/// Units with the same cells are kept once (boxes one row high are rows).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    size: Size,
    units: Vec<Unit>,
    /// By cell: indices into `units`, ascending.
    units_of: Vec<Vec<u16>>,
    /// By cell: ascending, without the cell.
    peers: Vec<Vec<Cell>>,
    /// By unit and position in it: bits of the earlier positions whose cell meets this one here
    /// first.
    meets_first: Vec<Vec<u64>>,
    diagonal: bool,
    region_count: usize,
}

impl Rules {
    /// Rows, columns and boxes.
    pub fn classic(size: Size) -> Rules {
        let side = size.side();
        let lines = |kind: fn(usize) -> UnitKind, of: fn(Size, Cell) -> usize| {
            (0..side).map(move |index| Unit {
                kind: kind(index),
                cells: size.cells().filter(|&cell| of(size, cell) == index).collect(),
            })
        };
        let mut rules = Rules {
            size,
            units: Vec::new(),
            units_of: Vec::new(),
            peers: Vec::new(),
            meets_first: Vec::new(),
            diagonal: false,
            region_count: 0,
        };
        rules.add_units(
            lines(UnitKind::Row, Size::row_index)
                .chain(lines(UnitKind::Column, Size::column_index))
                .chain(lines(UnitKind::Box, Size::box_index)),
        );
        rules
    }

    /// Rows, columns, boxes and both main diagonals (X-Sudoku).
    pub fn diagonal(size: Size) -> Rules {
        let side = size.side();
        let mut rules = Rules::classic(size);
        rules.diagonal = true;
        rules.add_units([
            Unit {
                kind: UnitKind::MainDiagonal,
                cells: (0..side).map(|i| size.cell(i, i)).collect(),
            },
            Unit {
                kind: UnitKind::AntiDiagonal,
                cells: (0..side).map(|i| size.cell(i, side - 1 - i)).collect(),
            },
        ]);
        rules
    }

    /// These rules with one more region that holds each digit once (as in Windoku).
    ///
    /// # Errors
    /// [`SizeError::Cells`] unless it has as many different cells as the side, all inside the grid.
    pub fn with_region(mut self, cells: &[Cell]) -> Result<Rules, SizeError> {
        let found = cells.len();
        let mut cells: Vec<Cell> =
            cells.iter().copied().filter(|cell| cell.index() < self.size.cell_count()).collect();
        cells.sort();
        cells.dedup();
        if (cells.len(), found) != (self.size.side(), self.size.side()) {
            return Err(SizeError::Cells { expected: self.size.side(), found: cells.len() });
        }
        let known = self.units.len();
        self.add_units([Unit { kind: UnitKind::Region(self.region_count), cells }]);
        self.region_count += self.units.len() - known;
        Ok(self)
    }

    fn add_units(&mut self, units: impl IntoIterator<Item = Unit>) {
        for unit in units {
            if !self.units.iter().any(|known| known.cells == unit.cells) {
                self.units.push(unit);
            }
        }
        self.units_of = vec![Vec::new(); self.size.cell_count()];
        self.peers = vec![Vec::new(); self.size.cell_count()];
        for (unit_index, unit) in self.units.iter().enumerate() {
            for &cell in &unit.cells {
                self.units_of[cell.index()].push(unit_index as u16);
                self.peers[cell.index()].extend(unit.cells.iter().filter(|&&peer| peer != cell));
            }
        }
        for peers in &mut self.peers {
            peers.sort();
            peers.dedup();
        }
        self.meets_first = vec![Vec::new(); self.units.len()];
        for (unit_index, Unit { cells, .. }) in self.units.iter().enumerate() {
            for (position, &second) in cells.iter().enumerate() {
                let meets_here = |&(_, &first): &(usize, &Cell)| {
                    self.first_shared_unit(first, second) == Some(unit_index)
                };
                let mask = cells[..position]
                    .iter()
                    .enumerate()
                    .filter(meets_here)
                    .fold(0, |mask, (earlier, _)| mask | 1 << earlier);
                self.meets_first[unit_index].push(mask);
            }
        }
    }

    /// The shape of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Rows, columns, boxes, diagonals, regions, in this order.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The units of a cell, as indices from 0 into [`Rules::units`], ascending.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn units_of(&self, cell: Cell) -> &[u16] {
        &self.units_of[cell.index()]
    }

    /// The other cells of a cell's units, ascending.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        &self.peers[cell.index()]
    }

    /// The first unit that holds both cells, as an index from 0 into [`Rules::units`].
    pub fn first_shared_unit(&self, first: Cell, second: Cell) -> Option<usize> {
        let others = self.units_of(second);
        self.units_of(first).iter().find(|unit| others.contains(unit)).map(|&unit| unit.into())
    }

    /// The pairs of a unit's cells that share no earlier unit: for each position in the unit,
    /// from 0, a mask with a bit for each lower position. Over all units each pair of peers
    /// appears once.
    ///
    /// # Panics
    /// If there is no such unit.
    pub fn first_shared_pairs(&self, unit_index: usize) -> &[u64] {
        &self.meets_first[unit_index]
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

/// Rules and givens. The givens may clash: [`crate::verify::clashes`] tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    rules: Arc<Rules>,
    givens: Grid,
}

impl Puzzle {
    /// The puzzle of these rules and givens; rules are shared, so a million puzzles hold one.
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

    /// The classic puzzle of a grid.
    pub fn classic(givens: Grid) -> Puzzle {
        Puzzle { rules: Arc::new(Rules::classic(givens.size())), givens }
    }

    /// The puzzle of a grid with both main diagonals.
    pub fn diagonal(givens: Grid) -> Puzzle {
        Puzzle { rules: Arc::new(Rules::diagonal(givens.size())), givens }
    }

    /// Its rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Its givens.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The shape of the grid.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_classic_cell_has_3_units_and_20_peers() {
        let rules = Rules::classic(Size::NINE);
        assert_eq!(rules.units().len(), 27);
        for cell in Size::NINE.cells() {
            assert_eq!((rules.units_of(cell).len(), rules.peers(cell).len()), (3, 20));
        }
    }

    #[test]
    fn diagonals_add_peers_as_in_the_diagonal_seed() {
        let rules = Rules::diagonal(Size::NINE);
        assert_eq!(rules.units().len(), 29);
        let peers = |row, column| rules.peers(Size::NINE.cell(row, column)).len();
        assert_eq!((peers(0, 0), peers(4, 4), peers(0, 1)), (26, 32, 20));
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
