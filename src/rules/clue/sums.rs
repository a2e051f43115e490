//! Kinds about sums.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::cells::{differ, has_repeats};
use super::{Diagram, Digits, Part, Row, values};

pub(super) const KILLER: Row = Row {
    about: "different digits, which add up to the number if there is one",
    example: "killer 15 A1 A2 B1",
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let sum: u32 = values.iter().sum();
        has_repeats(&values)
            || clue
                .numbers
                .first()
                .is_some_and(|&wanted| sum > wanted || sum < wanted && !values.contains(&0))
    },
    parts: |clue, rules| {
        let mut parts = differ(clue, rules.size().side(), 1)?;
        if let Some(&sum) = clue.numbers.first() {
            let (count, side) = (clue.cells.len(), rules.size().side());
            let sets = sets_of_sum(count, sum, side);
            if sets.is_empty() {
                let (least, most) = (count * (count + 1) / 2, count * (2 * side + 1 - count) / 2);
                return Err(format!(
                    "expected a sum from {least} to {most} for {count} different digits, found {sum}"
                ));
            }
            parts.push(match clue.cells[..] {
                [cell] => Part::Only { cell, digits: sets[0] },
                _ => Part::Sets { cells: clue.cells.clone(), sets },
            });
        }
        Ok(parts)
    },
};

pub(super) const ARROW: Row = Row {
    about: "the digit in the circle, the first cell, is the sum of those on the shaft",
    example: "arrow A1 B2 C3",
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let (bulb, shaft) = values.split_first().expect("cells");
        let sum: u32 = shaft.iter().sum();
        let bound = if *bulb == 0 { rules_side(grid) } else { *bulb };
        sum > bound || !values.contains(&0) && sum != *bulb
    },
    parts: |clue, rules| {
        let side = rules.size().side();
        if clue.cells.len() < 2 {
            return Err("expected a circle and a shaft, found one cell".to_owned());
        }
        // What is left of the digit in the circle.
        let step = |position: usize, left: &usize, digit: usize| match position {
            0 => Some(digit + 1),
            _ => left.checked_sub(digit + 1),
        };
        let diagram = Diagram::new(clue.cells.len(), side, 0, step, |&left| left == 0)
            .ok_or("expected a shorter arrow")?;
        Ok(vec![Part::Line { cells: clue.cells.clone(), diagram: Arc::new(diagram) }])
    },
};

fn rules_side(grid: &crate::grid::Grid) -> u32 {
    grid.size().side() as u32
}

/// The sets of so many different digits with a sum, ascending.
pub(super) fn sets_of_sum(count: usize, sum: u32, side: usize) -> Arc<[Digits]> {
    type Known = HashMap<(usize, u32, usize), Arc<[Digits]>>;
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let sets = known.entry((count, sum, side)).or_insert_with(|| {
        let mut sets = Vec::new();
        add_sets(&mut sets, 0, count, sum as usize, side);
        sets.sort_unstable();
        sets.into()
    });
    Arc::clone(sets)
}

/// Adds the sets that complete one with smaller digits than its own, of digits up to `most`.
fn add_sets(sets: &mut Vec<Digits>, chosen: Digits, count: usize, sum: usize, most: usize) {
    if count == 0 {
        if sum == 0 {
            sets.push(chosen);
        }
        return;
    }
    for digit in (count..=most.min(sum)).rev() {
        // The largest digit of the rest: enough, and not too much.
        let most_sum = count * (2 * digit + 1 - count) / 2;
        if most_sum < sum {
            break;
        }
        if digit + count * (count - 1) / 2 <= sum {
            add_sets(sets, chosen | 1 << (digit - 1), count - 1, sum - digit, digit - 1);
        }
    }
}
