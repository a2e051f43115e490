//! Tables of the rules that the board for any rules needs; they are computed once.

use std::sync::Arc;

use itertools::Itertools;

use super::parts::{Filter, FilterKind};
use super::rule_of_45;
use crate::grid::Cell;
use crate::rules::{Rules, UnitIndex};

/// Parts of a unit that have no cells in common, such as the parts of a row in the boxes that the
/// row crosses. Each part has two or more cells, which the unit shares with another unit.
#[derive(Debug)]
pub(super) struct Partition {
    /// For each part, the other unit.
    pub(super) others: Vec<UnitIndex>,
    /// For each position in the unit, the index of its part, or the number of parts if the cell is
    /// in no part.
    pub(super) part_of: Vec<usize>,
}

/// The rules, the intersections of their units, and the filters of their clues.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) rules: Arc<Rules>,
    /// For each unit, all its parts; shared with rules that have the same units.
    pub(super) partitions: Arc<[Vec<Partition>]>,
    /// The filters of clues, and of sums that follow from clues.
    pub(super) filters: Vec<Filter>,
    /// For each cell, where its indices start in `indices`; at the end, how many indices there are.
    starts: Vec<u32>,
    /// See [`Tables::indices_of`].
    indices: Vec<u32>,
}

impl Tables {
    pub(crate) fn new(rules: &Arc<Rules>) -> Tables {
        let units = rules.indexed_units().map(|(unit, _)| unit);
        Tables::with(rules, units.map(|unit| partitions(rules, unit)).collect(), false)
    }

    /// The same tables with more sums by the rule of 45, for puzzles that a few sums do not settle.
    /// `None` if there are no more sums.
    pub(crate) fn with_more_sums(&self) -> Option<Tables> {
        let more = Tables::with(&self.rules, Arc::clone(&self.partitions), true);
        (more.filters.len() > self.filters.len()).then_some(more)
    }

    /// The tables of other rules. If the units are the same, the partitions of these tables are
    /// used again.
    pub(crate) fn for_rules(&self, rules: &Arc<Rules>) -> Tables {
        match self.rules.shares_units(rules) {
            true => Tables::with(rules, Arc::clone(&self.partitions), false),
            false => Tables::new(rules),
        }
    }

    fn with(rules: &Arc<Rules>, partitions: Arc<[Vec<Partition>]>, has_more_sums: bool) -> Tables {
        let mut filters: Vec<Filter> =
            rules.parts().iter().filter_map(|(_, part)| Filter::of_part(rules, part)).collect();
        let (most_units, most_cells) = if has_more_sums { (3, 8) } else { (1, 3) };
        rule_of_45::for_each_area(rules, most_units, most_cells, |_, filter| filters.push(filter));
        let cells = rules.size().cells();
        let mut starts: Vec<u32> = cells.map(|cell| rules.units_of(cell).len() as u32).collect();
        starts.push(0);
        // A filter `Only` does not depend on the other candidates, so it need not be applied again.
        let watched = |(_, filter): &(u32, &Filter)| !matches!(filter.kind, FilterKind::Only(_));
        let watching = || (partitions.len() as u32..).zip(&filters).filter(watched);
        for (_, filter) in watching() {
            filter.cells.iter().for_each(|cell| starts[cell.index()] += 1);
        }
        let mut count = 0;
        starts.iter_mut().for_each(|start| count += std::mem::replace(start, count));
        let (mut next, mut indices) = (starts.clone(), vec![0; count as usize]);
        let mut add = |cell: Cell, index: u32| {
            indices[next[cell.index()] as usize] = index;
            next[cell.index()] += 1;
        };
        for cell in rules.size().cells() {
            rules.units_of(cell).iter().for_each(|unit| add(cell, unit.index() as u32));
        }
        for (index, filter) in watching() {
            filter.cells.iter().for_each(|&cell| add(cell, index));
        }
        Tables { rules: Arc::clone(rules), partitions, filters, starts, indices }
    }

    /// How many units and filters of parts there are.
    pub(crate) fn index_count(&self) -> usize {
        self.partitions.len() + self.filters.len()
    }

    /// The indices of the units of a cell, then of the filters that must be applied again when the
    /// cell changes. Filters are numbered after all units.
    #[inline]
    pub(crate) fn indices_of(&self, cell: Cell) -> &[u32] {
        &self.indices[self.starts[cell.index()] as usize..self.starts[cell.index() + 1] as usize]
    }

    /// How many words a set of digits needs on a board of these rules.
    pub(crate) fn words(&self) -> usize {
        self.rules.size().side().div_ceil(u64::BITS as usize)
    }
}

/// Evaluates an expression with a constant for the number of words of a set of digits. There is
/// code for a few numbers, and the smallest one that is enough for the tables is chosen. In the
/// page, whose grids need only one word, there is code for two numbers.
macro_rules! with_width {
    ($tables:expr, $width:ident => $value:expr) => {
        match $tables.words() {
            1 => {
                const $width: usize = 1;
                $value
            }
            #[cfg(not(target_arch = "wasm32"))]
            2 => {
                const $width: usize = 2;
                $value
            }
            #[cfg(not(target_arch = "wasm32"))]
            3..=4 => {
                const $width: usize = 4;
                $value
            }
            #[cfg(not(target_arch = "wasm32"))]
            5..=8 => {
                const $width: usize = 8;
                $value
            }
            _ => {
                const $width: usize = 16;
                $value
            }
        }
    };
}
pub(crate) use with_width;

/// The partitions of a unit: each part is put into the first partition in which no other part has
/// the same cells.
fn partitions(rules: &Rules, unit: UnitIndex) -> Vec<Partition> {
    const REST: usize = usize::MAX;
    let cells = &rules.unit(unit).cells;
    let met = cells.iter().enumerate().flat_map(|(position, &cell)| {
        let others = rules.units_of(cell).iter().filter(|&&other| other != unit);
        others.map(move |&other| (other, position))
    });
    let met = met.sorted_unstable().chunk_by(|&(other, _)| other);
    let mut partitions: Vec<Partition> = Vec::new();
    for (other, met) in &met {
        let positions: Vec<usize> = met.map(|(_, position)| position).collect();
        if positions.len() < 2 {
            continue;
        }
        let has_room =
            |known: &Partition| positions.iter().all(|&position| known.part_of[position] == REST);
        let index = partitions.iter().position(has_room).unwrap_or_else(|| {
            partitions.push(Partition { others: Vec::new(), part_of: vec![REST; cells.len()] });
            partitions.len() - 1
        });
        let Partition { others, part_of } = &mut partitions[index];
        positions.iter().for_each(|&position| part_of[position] = others.len());
        others.push(other);
    }
    for Partition { others, part_of } in &mut partitions {
        part_of.iter_mut().for_each(|part| *part = others.len().min(*part));
    }
    partitions
}
