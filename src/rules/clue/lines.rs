//! Kinds drawn as lines.

use itertools::Itertools;

use super::{Part, Row, all, values};

pub(super) const THERMOMETER: Row = Row {
    about: "digits increase from the bulb, the first cell, to the end",
    example: "thermometer A1 B2 C3",
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let filled = values.iter().enumerate().filter(|(_, value)| **value != 0);
        filled
            .tuple_windows()
            .any(|((i, first), (j, second))| second - first.min(second) < (j - i) as u32)
    },
    parts: |clue, rules| {
        let (side, count) = (rules.size().side(), clue.cells.len());
        if !clue.cells.iter().all_unique() {
            return Err("expected different cells, found one twice".to_owned());
        }
        if !(2..=side).contains(&count) {
            return Err(format!("expected 2 to {side} cells, found {count}"));
        }
        let pairs = clue.cells.iter().enumerate().tuple_combinations();
        Ok(pairs
            .map(|((i, &first), (j, &second))| {
                let above = |digit: usize| {
                    all(side) & u64::MAX.checked_shl((digit + j - i) as u32).unwrap_or(0)
                };
                Part::Pair { cells: [first, second], allowed: (0..side).map(above).collect() }
            })
            .collect())
    },
};
