//! Kinds whose numbers stand outside the grid.

use std::sync::Arc;

use super::{Diagram, Part, Row, values};

pub(super) const SANDWICH: Row = Row {
    about: "the sum of the digits between 1 and the largest digit",
    example: "sandwich 12 row 3",
    violated: |clue, rules, grid| {
        let (values, side) = (values(clue, grid), rules.size().side() as u32);
        let place = |digit: u32| values.iter().position(|&value| value == digit);
        let (Some(one), Some(largest)) = (place(1), place(side)) else { return false };
        let between = &values[one.min(largest) + 1..one.max(largest)];
        let sum: u32 = between.iter().sum();
        sum > clue.numbers[0] || sum < clue.numbers[0] && !between.contains(&0)
    },
    parts: |clue, rules| {
        let side = rules.size().side();
        if (clue.cells.len(), clue.numbers.len()) != (side, 1) {
            return Err("expected a sum and a row or column".to_owned());
        }
        // How many of the two ends were passed, which one, and the sum left.
        let step = |_: usize, &(ends, first, left): &(u8, usize, u32), digit: usize| match (
            ends,
            digit == 0 || digit + 1 == side,
        ) {
            (0, true) => Some((1, digit, left)),
            (1, true) if digit != first && left == 0 => Some((2, 0, 0)),
            (_, true) => None,
            (1, false) => Some((1, first, left.checked_sub(digit as u32 + 1)?)),
            (_, false) => Some((ends, first, left)),
        };
        let start = (0, 0, clue.numbers[0]);
        let diagram = Diagram::new(side, side, start, step, |&(ends, ..)| ends == 2)
            .ok_or("expected a smaller grid")?;
        if diagram.is_empty() {
            return Err(format!("expected a possible sum, found {}", clue.numbers[0]));
        }
        Ok(vec![Part::Line { cells: clue.cells.clone(), diagram: Arc::new(diagram) }])
    },
};
