//! The filters of the parts of clues, and of the sums that the rule of 45 derives from clues.

use std::sync::Arc;

use super::filters;
use crate::grid::Cell;
use crate::rules::clue::{Diagram, Digits};
use crate::rules::{Part, Rules, UnitIndex};

/// A statement about the digits of some cells, for propagation and steps.
#[derive(Debug)]
pub(crate) struct Filter {
    /// The cells. In a line, the same cell may occur twice.
    pub(crate) cells: Vec<Cell>,
    pub(crate) kind: FilterKind,
}

/// The condition of a filter on its cells. Most kinds are the same as the [`Part`] of that name.
#[derive(Debug)]
pub(crate) enum FilterKind {
    Only(Digits),
    Pair(Arc<[Digits]>),
    Sets {
        sets: Arc<[Digits]>,
        /// Each unit that contains two or more of the cells, and which cells these are: bit `i`
        /// represents the cell `i`.
        shared: Vec<(UnitIndex, u64)>,
    },
    Line {
        diagram: Arc<Diagram>,
        has_repeats: bool,
    },
    /// The digits add up to a number, but each of the last `mirrored` cells counts as the side plus
    /// one, minus its digit.
    Sum {
        mirrored: usize,
        sum: u32,
    },
}

impl Filter {
    /// Removes, from the masks of the cells in order, the digits that are in no filling. Returns
    /// digits that are in every filling, as far as they are known; `None` if there is no filling.
    /// `reached` is a buffer.
    pub(crate) fn apply(
        &self,
        masks: &mut [Digits],
        side: usize,
        reached: &mut Vec<bool>,
    ) -> Option<Digits> {
        let is_possible = match &self.kind {
            FilterKind::Only(digits) => {
                masks.iter_mut().for_each(|mask| *mask &= digits);
                true
            }
            FilterKind::Pair(allowed) => filters::pair(masks, allowed),
            FilterKind::Sets { sets, .. } => return filters::sets(masks, sets),
            FilterKind::Line { diagram, .. } => filters::line(masks, diagram, reached),
            FilterKind::Sum { mirrored, sum } => {
                let mirror = |mask: &mut Digits| *mask = mask.reverse_bits() >> (64 - side);
                let first = masks.len() - mirrored;
                masks[first..].iter_mut().for_each(mirror);
                let is_possible = filters::sum(masks, *sum);
                masks[first..].iter_mut().for_each(mirror);
                is_possible
            }
        };
        is_possible.then_some(0)
    }

    /// The condition of the filter as a part.
    pub(crate) fn to_part(&self, side: usize) -> Part {
        let cells = self.cells.clone();
        match &self.kind {
            FilterKind::Only(digits) => Part::Only { cell: cells[0], digits: *digits },
            FilterKind::Pair(allowed) => {
                Part::Pair { cells: [cells[0], cells[1]], allowed: Arc::clone(allowed) }
            }
            FilterKind::Sets { sets, .. } => Part::Sets { cells, sets: Arc::clone(sets) },
            FilterKind::Line { diagram, .. } => Part::Line { cells, diagram: Arc::clone(diagram) },
            FilterKind::Sum { mirrored, sum } => {
                let (sum, plain) = (*sum as usize, cells.len() - mirrored);
                let step = |position: usize, before: &usize, digit: usize| {
                    let by = if position < plain { digit + 1 } else { side - digit };
                    Some(before + by).filter(|after| *after <= sum)
                };
                let diagram = Diagram::new(cells.len(), side, 0, step, |after| *after == sum);
                let diagram = Arc::new(diagram.expect("few cells and small sums"));
                Part::Line { cells, diagram }
            }
        }
    }

    /// The filter of a part; `None` for a part that units and pairs express.
    pub(crate) fn of_part(rules: &Rules, part: &Part) -> Option<Filter> {
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
