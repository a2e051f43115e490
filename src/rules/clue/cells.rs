//! Kinds about single cells, pairs of cells and sets of different digits.

use itertools::Itertools;

use super::{Clue, Part, Row, all, values};

pub(super) const DIFFER: Row = Row {
    about: "cells that hold different digits",
    example: "differ A1 B3",
    violated: |clue, _, grid| has_repeats(&values(clue, grid)),
    parts: |clue, rules| differ(clue, rules.size().side(), 2),
};

pub(super) const EXTRA_REGION: Row = Row {
    about: "a region in which no digit stands twice",
    example: "extra region A1 A2 A3 B1 B2 B3 C1 C2 D1",
    violated: |clue, _, grid| has_repeats(&values(clue, grid)),
    parts: |clue, rules| differ(clue, rules.size().side(), 2),
};

pub(super) const ODD: Row = Row {
    about: "each cell holds an odd digit",
    example: "odd A1",
    violated: |clue, _, grid| values(clue, grid).iter().any(|&value| value != 0 && value % 2 == 0),
    parts: |clue, rules| {
        let digits = all(rules.size().side()) & 0x5555_5555_5555_5555;
        Ok(clue.cells.iter().map(|&cell| Part::Only { cell, digits }).collect())
    },
};

/// Whether a digit stands twice among values, of which 0 is none.
pub(super) fn has_repeats(values: &[u32]) -> bool {
    !values.iter().filter(|&&value| value != 0).all_unique()
}

/// The part that says that the cells differ.
pub(super) fn differ(clue: &Clue, side: usize, least: usize) -> Result<Vec<Part>, String> {
    let count = clue.cells.len();
    if !clue.cells.iter().all_unique() {
        return Err("expected different cells, found one twice".to_owned());
    }
    if !(least..=side).contains(&count) {
        return Err(format!("expected {least} to {side} cells, found {count}"));
    }
    Ok(if count > 1 { vec![Part::Differ { cells: clue.cells.clone() }] } else { Vec::new() })
}
