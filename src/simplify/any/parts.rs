//! The filters of the parts of clues, and of what the rule of 45 derives from them.

use std::sync::Arc;

use crate::grid::Cell;
use crate::rules::clue::{Diagram, Digits};
use crate::rules::{Part, Rules, UnitIndex};

/// A statement about the digits of some cells, for propagation.
#[derive(Debug)]
pub(super) struct Filter {
    /// The same may occur twice in a line.
    pub(super) cells: Vec<Cell>,
    pub(super) kind: FilterKind,
}

/// What it says of its cells, each as the [`Part`] of that name.
#[derive(Debug)]
pub(super) enum FilterKind {
    Only(Digits),
    Pair(Arc<[Digits]>),
    Sets {
        sets: Arc<[Digits]>,
        /// Each unit that holds two or more of the cells, and which of them: bit `i` for the cell `i`.
        shared: Vec<(UnitIndex, u64)>,
    },
    Line {
        diagram: Arc<Diagram>,
        has_repeats: bool,
    },
    /// The digits add up to a number, where the last so many cells count as the side and one more
    /// without their digits.
    Sum {
        mirrored: usize,
        sum: u32,
    },
}

/// All filters of rules.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) filters: Vec<Filter>,
    /// Where the filters of each cell start in `list`; empty if there are no filters.
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Parts {
    /// Those of the clues, and these.
    pub(super) fn new(rules: &Rules, derived: Vec<Filter>) -> Parts {
        let of_part = |(_, part): &_| Filter::of_part(rules, part);
        let mut filters: Vec<Filter> = rules.parts().iter().filter_map(of_part).collect();
        filters.extend(derived);
        let mut starts = vec![0; rules.size().cell_count() + 1];
        // What a cell has already does not change.
        let watched = |filter: &&Filter| !matches!(filter.kind, FilterKind::Only(_));
        for filter in filters.iter().filter(watched) {
            filter.cells.iter().for_each(|cell| starts[cell.index() + 1] += 1);
        }
        (1..starts.len()).for_each(|index| starts[index] += starts[index - 1]);
        let mut list = vec![0; starts[starts.len() - 1] as usize];
        let mut next = starts.clone();
        for (index, filter) in (0..).zip(&filters).filter(|(_, filter)| watched(filter)) {
            for cell in &filter.cells {
                list[next[cell.index()] as usize] = index;
                next[cell.index()] += 1;
            }
        }
        Parts { filters, starts, list }
    }

    /// The filters to look at again when a cell changes.
    #[inline]
    pub(super) fn of(&self, cell: Cell) -> &[u32] {
        match self.starts.get(cell.index()..cell.index() + 2) {
            Some(ends) => &self.list[ends[0] as usize..ends[1] as usize],
            None => &[],
        }
    }
}

impl Filter {
    /// `None` for what units and pairs say.
    fn of_part(rules: &Rules, part: &Part) -> Option<Filter> {
        Some(match part {
            Part::Only { cell, digits } => {
                Filter { cells: vec![*cell], kind: FilterKind::Only(*digits) }
            }
            Part::Differ { .. } => return None,
            Part::Pair { cells, allowed } => {
                Filter { cells: cells.to_vec(), kind: FilterKind::Pair(Arc::clone(allowed)) }
            }
            Part::Sets { cells, sets } => Filter::of_sets(rules, cells.clone(), Arc::clone(sets)),
            Part::Line { cells, diagram } => {
                let mut seen = cells.clone();
                seen.sort_unstable();
                seen.dedup();
                let has_repeats = seen.len() < cells.len();
                let diagram = Arc::clone(diagram);
                Filter { cells: cells.clone(), kind: FilterKind::Line { diagram, has_repeats } }
            }
        })
    }

    pub(super) fn of_sets(rules: &Rules, cells: Vec<Cell>, sets: Arc<[Digits]>) -> Filter {
        let mut shared: Vec<(UnitIndex, u64)> = Vec::new();
        for (position, &cell) in cells.iter().enumerate() {
            for &unit in rules.units_of(cell) {
                match shared.iter_mut().find(|(known, _)| *known == unit) {
                    Some((_, positions)) => *positions |= 1 << position,
                    None => shared.push((unit, 1 << position)),
                }
            }
        }
        shared.retain(|(_, positions)| !positions.is_power_of_two());
        Filter { cells, kind: FilterKind::Sets { sets, shared } }
    }
}
