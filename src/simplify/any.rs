//! The board for any size and rules: a mask of digits a cell, and units worked off when touched.

use super::board::Board;
use crate::grid::{Candidate, Candidates, Cell, Digit, DigitSet, Grid, Size};
use crate::rules::Rules;

/// Two units that share at least two cells, seen from the first.
#[derive(Debug)]
struct Crossing {
    shared: Vec<usize>,
    /// Cells of the first unit alone.
    here: Vec<usize>,
    /// Cells of the second unit alone.
    there: Vec<usize>,
}

/// What the board needs of the rules, computed once. Cells are indices from 0.
#[derive(Debug)]
pub(super) struct Tables {
    units: Vec<Vec<usize>>,
    units_of: Vec<Vec<usize>>,
    crossings: Vec<Vec<Crossing>>,
    all: u64,
}

impl Tables {
    pub(super) fn new(rules: &Rules) -> Tables {
        let units: Vec<Vec<usize>> = rules
            .units()
            .iter()
            .map(|unit| unit.cells.iter().map(|cell| cell.index()).collect())
            .collect();
        let crossing = |first: &[usize], second: &[usize]| {
            let (shared, here): (Vec<_>, Vec<_>) =
                first.iter().partition(|cell| second.contains(cell));
            let there = second.iter().copied().filter(|cell| !shared.contains(cell)).collect();
            (shared.len() >= 2 && !here.is_empty()).then_some(Crossing { shared, here, there })
        };
        let crossings = units
            .iter()
            .map(|first| units.iter().filter_map(|second| crossing(first, second)).collect())
            .collect();
        let units_of = rules
            .size()
            .cells()
            .map(|cell| rules.units_of(cell).iter().map(|&unit| unit.into()).collect())
            .collect();
        Tables { units, units_of, crossings, all: DigitSet::all(rules.size().side()).bits() }
    }
}

/// Candidates as one mask of digits a cell.
#[derive(Clone, Debug)]
pub(super) struct Any<'t> {
    tables: &'t Tables,
    sets: Vec<u64>,
    /// Units with a cell that changed since they were last worked off.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

impl<'t> Any<'t> {
    /// The board of these givens, before any propagation. The tables must be of the same size.
    pub(super) fn new(tables: &'t Tables, givens: &Grid) -> Any<'t> {
        let sets = givens
            .values()
            .iter()
            .map(|&value| if value == 0 { tables.all } else { 1 << (value - 1) })
            .collect();
        Any {
            tables,
            sets,
            touched: (0..tables.units.len()).collect(),
            is_touched: vec![true; tables.units.len()],
        }
    }

    /// Keeps of a cell's digits those of a mask.
    fn keep(&mut self, cell: usize, mask: u64) {
        let left = self.sets[cell] & mask;
        if left != self.sets[cell] {
            self.sets[cell] = left;
            for &unit in &self.tables.units_of[cell] {
                if !self.is_touched[unit] {
                    self.is_touched[unit] = true;
                    self.touched.push(unit);
                }
            }
        }
    }

    /// Naked and hidden singles of a unit; `false` if a cell or a digit is left without the other.
    fn singles(&mut self, unit: &[usize]) -> bool {
        let (mut once, mut twice, mut placed, mut fits) = (0, 0, 0, true);
        for &cell in unit {
            let set = self.sets[cell];
            twice |= once & set;
            once |= set;
            if set & set.wrapping_sub(1) == 0 {
                fits &= set & !placed != 0;
                placed |= set;
            }
        }
        if !fits || once != self.tables.all {
            return false;
        }
        let hidden = once & !twice & !placed;
        for &cell in unit {
            let set = self.sets[cell];
            if set & (set - 1) != 0 {
                let here = set & hidden;
                if here & here.wrapping_sub(1) != 0 {
                    return false;
                }
                self.keep(cell, if here == 0 { !placed } else { here });
            }
            if self.sets[cell] == 0 {
                return false;
            }
        }
        true
    }

    fn union(&self, cells: &[usize]) -> u64 {
        cells.iter().fold(0, |union, &cell| union | self.sets[cell])
    }
}

impl Board for Any<'_> {
    fn propagate(&mut self) -> bool {
        let tables = self.tables;
        while let Some(unit) = self.touched.pop() {
            self.is_touched[unit] = false;
            if !self.singles(&tables.units[unit]) {
                return false;
            }
            for crossing in &tables.crossings[unit] {
                let locked = self.union(&crossing.shared) & !self.union(&crossing.here);
                if locked != 0 {
                    crossing.there.iter().for_each(|&cell| self.keep(cell, !locked));
                }
            }
        }
        true
    }

    fn allows(&self, candidate: Candidate) -> bool {
        self.sets[candidate.cell.index()] >> candidate.digit.index() & 1 == 1
    }

    fn place(&mut self, candidate: Candidate) {
        self.keep(candidate.cell.index(), 1 << candidate.digit.index());
    }

    fn keep_either(&mut self, first: &Self, second: &Self) -> bool {
        for cell in 0..self.sets.len() {
            self.keep(cell, first.sets[cell] | second.sets[cell]);
        }
        !self.touched.is_empty()
    }

    fn is_solved(&self) -> bool {
        self.sets.iter().all(|set| set.is_power_of_two())
    }

    fn choices(&self, choices: &mut Vec<[Candidate; 2]>) {
        for (cell, &set) in self.sets.iter().enumerate() {
            if set.count_ones() == 2 {
                let cell = Cell::from_index(cell);
                choices.push([set.trailing_zeros(), set.ilog2()].map(|digit_index| Candidate {
                    cell,
                    digit: Digit::from_index(digit_index as usize),
                }));
            }
        }
        for unit in &self.tables.units {
            let (mut once, mut twice, mut thrice) = (0, 0, 0);
            for &cell in unit {
                let set = self.sets[cell];
                thrice |= twice & set;
                twice |= once & set;
                once |= set;
            }
            for digit in DigitSet::from_bits(twice & !thrice).iter() {
                let mut places = unit
                    .iter()
                    .map(|&cell| Candidate { cell: Cell::from_index(cell), digit })
                    .filter(|&candidate| self.allows(candidate));
                if let (Some(first), Some(second)) = (places.next(), places.next()) {
                    choices.push([first, second]);
                }
            }
        }
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
