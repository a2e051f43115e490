//! Kinds of clues whose numbers are written outside the grid.

use itertools::Itertools;

use super::cells::{can_point, indexer};
use super::elsewhere::{Arguments, Fields};
use super::kept::line;
use super::row::{Cells, Row, options, values};
use super::shape::Shape;
use super::sums::{bounds, distinct_bounds};

pub(super) static SANDWICH: Row = Row {
    noun: "sandwich sum",
    about: "the sum of the digits in the cells between 1 and the largest digit",
    because: "it is the sum of the digits in the cells between 1 and the largest digit",
    example: "sandwich 12 row 3",
    f_puzzles: Some(("sandwichsum", Fields::Outside)),
    iss: Some(("Sandwich", Arguments::Row)),
    shapes: &[Shape::Outside(["", ""])],
    cells: Cells::Outside,
    numbers: 1..=1,
    violated: |clue, rules, grid| {
        // The possible places of 1 and of the largest digit: the cell that holds the digit, or, if
        // there is none, any empty cell.
        let (values, side) = (values(clue, grid), rules.size().side() as u32);
        let places = |digit: u32| {
            let found = values.iter().position(|&value| value == digit);
            let is_free = |at: &usize| found.map_or(values[*at] == 0, |found| found == *at);
            (0..values.len()).filter(is_free).collect_vec()
        };
        let mut ends = places(1).into_iter().cartesian_product(places(side));
        let has_sum = |a: usize, b: usize| {
            bounds(&values[a.min(b) + 1..a.max(b)], grid).contains(&clue.numbers[0])
        };
        !ends.any(|(a, b)| a != b && has_sum(a, b))
    },
    parts: |clue, rules| {
        let (side, sum) = (rules.size().side(), clue.numbers[0]);
        let largest = side as u32;
        // Whether this many different digits, other than 1 and the largest digit, can have this
        // sum.
        let is_sum = |count: u32, sum: u32| {
            let (least, most) = (count * (count + 3) / 2, count * (2 * largest - 1 - count) / 2);
            count + 2 <= largest && (least..=most).contains(&sum)
        };
        // The state: the end (1 or the largest digit) that came first (0 if none came yet), the
        // number of digits after this end, and their sum. When both ends have come, the first value
        // is [`PASSED`].
        let step = |_: usize, &(first, count, found): &(u32, u32, u32), digit: u32| {
            let is_end = digit == 1 || digit == largest;
            match (first, is_end) {
                (0, true) => Some((digit, 0, 0)),
                (0, false) | (PASSED, false) => Some((first, 0, 0)),
                (_, true) => {
                    let is_whole = first != PASSED && digit != first && found == sum;
                    is_whole.then_some((PASSED, 0, 0))
                }
                (_, false) => {
                    let (count, found) = (count + 1, found + digit);
                    (found <= sum && is_sum(count, found)).then_some((first, count, found))
                }
            }
        };
        let (cells, key) = (clue.cells.clone(), clue.numbers.clone());
        Ok(vec![line(clue, side, cells, key, (0, 0, 0), step, |&(first, ..)| first == PASSED)?])
    },
};

/// The first value of the state of a sandwich when both ends have come.
const PASSED: u32 = u32::MAX;

pub(super) static X_SUM: Row = Row {
    noun: "x-sum",
    about: "the sum of the first n digits, where n is the very first digit",
    because: "it is the sum of the first n digits, where n is the very first digit",
    example: "x-sum 12 row 3",
    f_puzzles: Some(("xsum", Fields::Outside)),
    iss: Some(("XSum", Arguments::Ends)),
    shapes: &[Shape::Outside(["⟨", "⟩"])],
    cells: Cells::Outside,
    numbers: 1..=1,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        options(values[0], grid).all(|first| {
            let rest = bounds(&values[1..first as usize], grid);
            !(rest.start() + first..=rest.end() + first).contains(&clue.numbers[0])
        })
    },
    parts: |clue, rules| {
        let side = rules.size().side();
        // The state: how many digits are still to be added, and what is left of the sum.
        let step = |position: usize, &(count, left): &(u32, u32), digit: u32| {
            let (count, left) = match (position, count) {
                (0, _) => (digit - 1, left.checked_sub(digit)?),
                (_, 0) => (0, left),
                _ => (count - 1, left.checked_sub(digit)?),
            };
            distinct_bounds(count, side as u32).contains(&left).then_some((count, left))
        };
        let (cells, start) = (clue.cells.clone(), (0, clue.numbers[0]));
        let key = clue.numbers.clone();
        Ok(vec![line(clue, side, cells, key, start, step, |&(_, left)| left == 0)?])
    },
};

pub(super) static SKYSCRAPER: Row = Row {
    noun: "skyscraper count",
    about: "how many digits are larger than all digits before them",
    because: "it is the number of digits that are larger than all digits before them",
    example: "skyscraper 3 row 3",
    f_puzzles: Some(("skyscraper", Fields::Outside)),
    iss: Some(("Skyscraper", Arguments::Ends)),
    shapes: &[Shape::Outside(["[", "]"])],
    cells: Cells::Outside,
    numbers: 1..=1,
    violated: |clue, rules, grid| {
        // Counts the digits that are seen before the first empty cell.
        let (values, side) = (values(clue, grid), rules.size().side() as u32);
        let known = values.iter().take_while(|&&value| value != 0).copied().collect_vec();
        let seen =
            (0..known.len()).filter(|&at| known[..at].iter().all(|&value| value < known[at]));
        let seen = seen.count() as u32;
        let highest = known.iter().copied().max().unwrap_or(0);
        let more = (side - highest).min((values.len() - known.len()) as u32);
        !(seen..=seen + more).contains(&clue.numbers[0])
    },
    parts: |clue, rules| {
        let side = rules.size().side();
        // The state: the highest digit so far, and how many digits are still to be seen.
        let step = |_: usize, &(highest, left): &(u32, u32), digit: u32| match digit > highest {
            true => Some((digit, left.checked_sub(1)?)),
            false => Some((highest, left)),
        };
        let (cells, start) = (clue.cells.clone(), (0, clue.numbers[0]));
        let key = clue.numbers.clone();
        Ok(vec![line(clue, side, cells, key, start, step, |&(_, left)| left == 0)?])
    },
};

pub(super) static NUMBERED_ROOM: Row = Row {
    noun: "numbered room",
    about: "the digit in cell number n, where n is the digit in the first cell",
    because: "cell number n holds this digit, where n is the digit in the first cell",
    example: "numbered room 3 row 3",
    f_puzzles: None,
    iss: Some(("NumberedRoom", Arguments::Ends)),
    shapes: &[Shape::Outside([":", ":"])],
    cells: Cells::Outside,
    numbers: 1..=1,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        options(values[0], grid).all(|place| {
            let mut values = values.clone();
            values[0] = place;
            !can_point(&values, place, clue.numbers[0])
        })
    },
    parts: |clue, rules| {
        let (side, wanted) = (rules.size().side(), clue.numbers[0]);
        if !(1..=side as u32).contains(&wanted) {
            return Err(format!("expected a digit from 1 to {side}, found {wanted}"));
        }
        Ok(indexer(clue.cells[0], &clue.cells, wanted, side))
    },
};
