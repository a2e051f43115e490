//! The board for any rules: a mask of digits a cell, and units looked at again when touched.
//!
//! Simplification runs on it where the 9x9 board does not serve, and so does the search of
//! [`Generic`](crate::dpll::Generic).

use std::sync::Arc;

use itertools::Itertools;

use super::board::{Board, append_choices};
use crate::grid::{Candidate, Candidates, Cell, DigitSet, Grid, Size};
use crate::rules::{Rules, UnitIndex};

/// Two or more cells that a unit shares with another.
#[derive(Debug)]
struct Part {
    shared: Vec<Cell>,
    /// The other unit's cells beside those.
    beyond: Vec<Cell>,
}

/// Parts of a unit with no cell in common, as those of a row in the boxes that it crosses.
#[derive(Debug, Default)]
struct Partition {
    parts: Vec<Part>,
    /// The unit's cells in none of the parts.
    rest: Vec<Cell>,
}

/// What the board needs of the rules, computed once.
#[derive(Debug)]
pub(crate) struct Tables {
    rules: Arc<Rules>,
    /// By unit: all its parts.
    partitions: Vec<Vec<Partition>>,
}

impl Tables {
    pub(crate) fn new(rules: &Arc<Rules>) -> Tables {
        let partitions = (0..rules.units().len()).map(|unit| partitions(rules, unit)).collect();
        Tables { rules: Arc::clone(rules), partitions }
    }
}

/// A unit's parts, each in the first partition that has room for it.
fn partitions(rules: &Rules, unit: usize) -> Vec<Partition> {
    let is_in =
        |cell: Cell, unit: usize| rules.units_of(cell).iter().any(|&u| usize::from(u) == unit);
    let cells = &rules.units()[unit].cells;
    let met = cells.iter().flat_map(|&cell| rules.units_of(cell)).map(|&other| usize::from(other));
    let mut partitions: Vec<Partition> = Vec::new();
    for (shared_count, other) in met.sorted_unstable().dedup_with_count() {
        if shared_count < 2 || other == unit {
            continue;
        }
        let shared: Vec<Cell> = cells.iter().copied().filter(|&cell| is_in(cell, other)).collect();
        let has_room = |known: &Partition| shared.iter().all(|cell| known.rest.contains(cell));
        let index = partitions.iter().position(has_room).unwrap_or_else(|| {
            partitions.push(Partition { parts: Vec::new(), rest: cells.clone() });
            partitions.len() - 1
        });
        partitions[index].rest.retain(|cell| !shared.contains(cell));
        let mut beyond = rules.units()[other].cells.clone();
        beyond.retain(|&cell| !is_in(cell, unit));
        partitions[index].parts.push(Part { shared, beyond });
    }
    partitions
}

/// What has no room left.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Contradiction {
    /// No digit for a cell.
    Cell(Cell),
    /// No cell for a digit of the unit of this index, or one cell for two.
    Unit(usize),
}

/// Candidates as one mask of digits a cell.
#[derive(Clone, Debug)]
pub(crate) struct AnyBoard {
    tables: Arc<Tables>,
    sets: Vec<u64>,
    /// Units with a cell that changed since they were last worked off.
    touched: Vec<UnitIndex>,
    is_touched: Vec<bool>,
}

impl AnyBoard {
    /// The board of these givens, before any propagation. The tables must be of the same size.
    pub(crate) fn new(tables: &Arc<Tables>, givens: &Grid) -> AnyBoard {
        let unit_count = tables.partitions.len();
        let mut board = AnyBoard {
            tables: Arc::clone(tables),
            sets: Vec::new(),
            touched: Vec::with_capacity(unit_count),
            is_touched: vec![false; unit_count],
        };
        board.load(givens);
        board
    }

    /// Starts anew with these givens.
    pub(crate) fn load(&mut self, givens: &Grid) {
        let all = DigitSet::all(givens.size().side()).bits();
        let set = |&value: &u8| if value == 0 { all } else { 1 << (value - 1) };
        self.sets.clear();
        self.sets.extend(givens.values().iter().map(set));
        self.touched.clear();
        self.touched.extend(self.tables.rules.indexed_units().map(|(unit, _)| unit));
        self.is_touched.fill(true);
    }

    /// By cell: the digits left, as [`DigitSet::bits`].
    pub(crate) fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// Goes back to what [`AnyBoard::sets`] was after a propagation to the fixpoint.
    pub(crate) fn restore(&mut self, sets: &[u64]) {
        self.sets.copy_from_slice(sets);
        self.touched.clear();
        self.is_touched.fill(false);
    }

    /// Unit propagation and locked candidates to a fixpoint. After a contradiction the board is
    /// fit for [`AnyBoard::load`] and [`AnyBoard::restore`] only.
    pub(crate) fn fixpoint(&mut self) -> Result<(), Contradiction> {
        let tables = Arc::clone(&self.tables);
        while let Some(unit) = self.touched.pop() {
            let unit = usize::from(unit);
            self.is_touched[unit] = false;
            let settled = self.singles(&tables, unit)?;
            self.locked(&tables.partitions[unit], settled)?;
        }
        Ok(())
    }

    /// Keeps of a cell's digits those of a mask.
    pub(crate) fn keep(&mut self, cell: Cell, mask: u64) -> Result<(), Contradiction> {
        let set = &mut self.sets[cell.index()];
        if *set & !mask != 0 {
            *set &= mask;
            if *set == 0 {
                return Err(Contradiction::Cell(cell));
            }
            for &unit in self.tables.rules.units_of(cell) {
                if !std::mem::replace(&mut self.is_touched[usize::from(unit)], true) {
                    self.touched.push(unit);
                }
            }
        }
        Ok(())
    }

    /// Naked and hidden singles of a unit; returns the digits settled in it before.
    fn singles(&mut self, tables: &Tables, unit: usize) -> Result<u64, Contradiction> {
        let cells = &tables.rules.units()[unit].cells;
        let (mut once, mut twice, mut settled) = (0, 0, 0);
        for cell in cells {
            let set = self.sets[cell.index()];
            twice |= once & set;
            once |= set;
            settled |= single(set);
        }
        // As many digits as cells.
        if once.count_ones() as usize != cells.len() {
            return Err(Contradiction::Unit(unit));
        }
        let hidden = once & !twice & !settled;
        if hidden != 0 || twice & settled != 0 {
            let mut found = 0;
            for &cell in cells {
                let set = self.sets[cell.index()];
                if set.is_power_of_two() {
                    if found & set != 0 {
                        return Err(Contradiction::Unit(unit));
                    }
                    found |= set;
                } else {
                    let here = set & hidden;
                    if here & here.wrapping_sub(1) != 0 {
                        return Err(Contradiction::Unit(unit));
                    }
                    self.keep(cell, if here == 0 { !settled } else { here })?;
                }
            }
        }
        Ok(settled)
    }

    /// Takes a digit whose places in a unit all lie in one part from the cells beyond that part.
    /// Settled digits are left to the singles of the other unit.
    fn locked(&mut self, partitions: &[Partition], settled: u64) -> Result<(), Contradiction> {
        for Partition { parts, rest } in partitions {
            let (mut once, mut twice) = (0, self.union(rest) | settled);
            for part in parts {
                let held = self.union(&part.shared);
                twice |= once & held;
                once |= held;
            }
            let locked = once & !twice;
            if locked != 0 {
                for part in parts {
                    let here = self.union(&part.shared) & locked;
                    if here != 0 {
                        part.beyond.iter().try_for_each(|&cell| self.keep(cell, !here))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn union(&self, cells: &[Cell]) -> u64 {
        cells.iter().fold(0, |union, cell| union | self.sets[cell.index()])
    }
}

/// The set if it has one digit, none else; without a branch, which would be mispredicted.
fn single(set: u64) -> u64 {
    let more = set & set.wrapping_sub(1);
    let sign = (more | more.wrapping_neg()) as i64 >> 63;
    set & !(sign as u64)
}

impl Board for AnyBoard {
    fn propagate(&mut self) -> bool {
        self.fixpoint().is_ok()
    }

    fn allows(&self, candidate: Candidate) -> bool {
        self.sets[candidate.cell.index()] >> candidate.digit.index() & 1 == 1
    }

    fn place(&mut self, candidate: Candidate) {
        self.keep(candidate.cell, 1 << candidate.digit.index()).expect("one of its candidates");
    }

    fn keep_either(&mut self, first: &Self, second: &Self) -> bool {
        for (index, (first, second)) in first.sets.iter().zip(&second.sets).enumerate() {
            self.keep(Cell::from_index(index), first | second).expect("each has candidates");
        }
        !self.touched.is_empty()
    }

    fn is_solved(&self) -> bool {
        self.sets.iter().all(|set| set.is_power_of_two())
    }

    fn choices(&self, choices: &mut Vec<[Candidate; 2]>) {
        let units = self.tables.rules.units().iter().map(|unit| &unit.cells[..]);
        append_choices(&self.sets, units, choices);
    }

    fn grid(&self, size: Size) -> Grid {
        let values: Vec<u8> = self.sets.iter().map(|set| set.ilog2() as u8 + 1).collect();
        Grid::from_values(size, values).expect("a digit of the side in each cell")
    }

    fn write_candidates(&self, candidates: &mut Candidates) {
        for (cell, &set) in self.sets.iter().enumerate() {
            candidates[Cell::from_index(cell)] = DigitSet::from_bits(set);
        }
    }
}
