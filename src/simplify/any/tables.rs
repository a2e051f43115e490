//! What the board for any rules needs of them, computed once.

use std::sync::Arc;

use itertools::Itertools;

use crate::grid::Cell;
use crate::rules::{Rules, UnitIndex};

/// Two or more cells that a unit shares with another.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) shared: Vec<Cell>,
    pub(super) other: UnitIndex,
}

/// Parts of a unit with no cell in common, as those of a row in the boxes that it crosses.
#[derive(Debug)]
pub(super) struct Partition {
    pub(super) parts: Vec<Part>,
    /// The unit's cells in none of the parts.
    pub(super) rest: Vec<Cell>,
}

/// The rules, and how their units meet.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(super) rules: Arc<Rules>,
    /// By unit: all its parts.
    pub(super) partitions: Vec<Vec<Partition>>,
}

impl Tables {
    pub(crate) fn new(rules: &Arc<Rules>) -> Tables {
        let units = rules.indexed_units().map(|(unit, _)| unit);
        Tables {
            rules: Arc::clone(rules),
            partitions: units.map(|unit| partitions(rules, unit)).collect(),
        }
    }

    /// The words that a set of digits takes on a board of these rules.
    pub(crate) fn words(&self) -> usize {
        self.rules.size().side().div_ceil(u64::BITS as usize)
    }
}

/// Evaluates an expression with a constant for the words that a set of digits takes: as few as the
/// tables need of the widths for which there is code.
macro_rules! with_width {
    ($tables:expr, $width:ident => $value:expr) => {
        match $tables.words() {
            1 => {
                const $width: usize = 1;
                $value
            }
            2..=4 => {
                const $width: usize = 4;
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

/// A unit's parts, each in the first partition that has room for it.
fn partitions(rules: &Rules, unit: UnitIndex) -> Vec<Partition> {
    let cells = &rules.unit(unit).cells;
    let met = cells.iter().enumerate().flat_map(|(position, &cell)| {
        let others = rules.units_of(cell).iter().filter(|&&other| other != unit);
        others.map(move |&other| (other, position))
    });
    let met = met.sorted_unstable().chunk_by(|&(other, _)| other);
    // For each partition its parts, and which positions of the unit they take.
    let mut partitions: Vec<(Vec<Part>, Vec<bool>)> = Vec::new();
    for (other, met) in &met {
        let positions: Vec<usize> = met.map(|(_, position)| position).collect();
        if positions.len() < 2 {
            continue;
        }
        let has_room = |taken: &[bool]| !positions.iter().any(|&position| taken[position]);
        let index = partitions.iter().position(|(_, taken)| has_room(taken)).unwrap_or_else(|| {
            partitions.push((Vec::new(), vec![false; cells.len()]));
            partitions.len() - 1
        });
        let (parts, taken) = &mut partitions[index];
        positions.iter().for_each(|&position| taken[position] = true);
        let shared = positions.iter().map(|&position| cells[position]).collect();
        parts.push(Part { shared, other });
    }
    let rest = |taken: Vec<bool>| {
        cells.iter().zip(taken).filter(|&(_, taken)| !taken).map(|(&cell, _)| cell).collect()
    };
    partitions.into_iter().map(|(parts, taken)| Partition { parts, rest: rest(taken) }).collect()
}
