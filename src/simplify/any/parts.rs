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

impl Filter {
    /// `None` for what units and pairs say.
    pub(super) fn of_part(rules: &Rules, part: &Part) -> Option<Filter> {
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
        let mut shared: Vec<(UnitIndex, u64)> = Vec::with_capacity(8);
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
