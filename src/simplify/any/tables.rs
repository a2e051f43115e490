//! What the board for any rules needs of them, computed once.

use std::sync::Arc;

use itertools::Itertools;

use super::parts::Parts;
use super::rule_of_45;
use crate::grid::Cell;
use crate::rules::{Rules, UnitIndex};

/// Parts of a unit with no cell in common, as those of a row in the boxes that it crosses. Each is
/// two or more cells that the unit shares with another.
#[derive(Debug)]
pub(super) struct Partition {
    /// By part: the other unit.
    pub(super) others: Vec<UnitIndex>,
    /// By position in the unit: the part, or the number of parts for a cell in none.
    pub(super) part_of: Vec<usize>,
}

/// The rules, and how their units meet.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) rules: Arc<Rules>,
    /// By unit: all its parts. Shared with rules of the same units.
    pub(super) partitions: Arc<[Vec<Partition>]>,
    /// What clues say.
    pub(super) parts: Parts,
}

impl Tables {
    pub(crate) fn new(rules: &Arc<Rules>) -> Tables {
        let units = rules.indexed_units().map(|(unit, _)| unit);
        Tables {
            rules: Arc::clone(rules),
            partitions: units.map(|unit| partitions(rules, unit)).collect(),
            parts: parts(rules),
        }
    }

    /// Those of other rules, with what is kept from these.
    pub(crate) fn for_rules(&self, rules: &Arc<Rules>) -> Tables {
        match self.rules.shares_units(rules) {
            true => Tables {
                rules: Arc::clone(rules),
                partitions: Arc::clone(&self.partitions),
                parts: parts(rules),
            },
            false => Tables::new(rules),
        }
    }

    /// How many units and filters of parts there are.
    pub(crate) fn index_count(&self) -> usize {
        self.partitions.len() + self.parts.filters.len()
    }

    /// The indices of the units of a cell, then of its filters of parts, which count on behind all
    /// units.
    pub(crate) fn indices_of(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let units = self.rules.units_of(cell).iter().map(|unit| unit.index());
        units.chain(self.parts.of(cell).iter().map(|&part| self.partitions.len() + part as usize))
    }

    /// The words that a set of digits takes on a board of these rules.
    pub(crate) fn words(&self) -> usize {
        self.rules.size().side().div_ceil(u64::BITS as usize)
    }
}

/// Evaluates an expression with a constant for the words that a set of digits takes: as few as the
/// tables need of the widths for which there is code. For the page, whose grids need one, there are
/// two.
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

/// Those of the clues, and what follows from them.
fn parts(rules: &Rules) -> Parts {
    match rules.parts() {
        [] => Parts::default(),
        _ => Parts::new(rules, rule_of_45::derived(rules, 1..=1, 3)),
    }
}

/// A unit's parts, each in the first partition that has room for it.
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
