//! Kinds of clues that are drawn as lines.

use itertools::Itertools;

use super::cells::{differ, has_repeats};
use super::elsewhere::{Arguments, Fields};
use super::kept::line;
use super::kind::Clue;
use super::part::Part;
use super::row::{Cells, Row, all, any_follows, any_two, options, pair, pairs, values};
use super::shape::Form::{Diamond, Disc, Ring};
use super::shape::Paint::{Gold, Green, Grey, Indigo, Peach, Purple, Slate, Teal};
use super::shape::Shape;
use super::shape::Where::{First, Last};
use crate::grid::{Cell, Grid};
use crate::rules::Rules;

pub(super) static THERMOMETER: Row = Row {
    noun: "thermometer",
    about: "digits increase from the bulb, the first cell, to the end",
    because: "digits increase from the bulb to the end",
    example: "thermometer A1 B2 C3",
    f_puzzles: Some(("thermometer", Fields::Lines)),
    iss: Some(("Thermo", Arguments::Cells)),
    shapes: &[Shape::Line(Grey, 30), Shape::Mark(First, Disc, Grey)],
    cells: Cells::Line(2),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        any_two(&values(clue, grid), |a, b, distance| b < a + distance as u32)
    },
    parts: |clue, rules| Ok(each_two(clue, rules, |a, b, distance| a + distance as u32 <= b)),
};

pub(super) static SLOW_THERMOMETER: Row = Row {
    noun: "slow thermometer",
    about: "digits increase or stay the same from the bulb, the first cell, to the end",
    because: "digits never decrease from the bulb to the end",
    example: "slow thermometer A1 B2 C3",
    f_puzzles: Some(("slowthermometer", Fields::Lines)),
    iss: None,
    shapes: &[Shape::Line(Slate, 30), Shape::Mark(First, Disc, Slate)],
    cells: Cells::Path(2),
    numbers: 0..=0,
    violated: |clue, _, grid| any_two(&values(clue, grid), |a, b, _| b < a),
    parts: |clue, rules| Ok(each_next(clue, rules, |a, b| a <= b)),
};

pub(super) static WHISPERS: Row = Row {
    noun: "whispers line",
    about: "neighbours on the line differ by at least half the side, rounded up (5 on 9x9), or by \
        at least the number if there is one",
    because: "neighbours on it differ by at least its number, or by half the side without a number",
    example: "whispers A1 B2 C3",
    f_puzzles: Some(("whispers", Fields::Lines)),
    iss: Some(("Whisper", Arguments::Whisper)),
    shapes: &[Shape::Line(Green, 18), Shape::Unusual(5)],
    cells: Cells::Path(2),
    numbers: 0..=1,
    violated: |clue, rules, grid| {
        let least = apart(clue, rules);
        any_follows(&values(clue, grid), |a, b| a.abs_diff(b) < least)
    },
    parts: |clue, rules| {
        let (least, side) = (apart(clue, rules), rules.size().side() as u32);
        if least >= side {
            return Err(format!("expected a difference up to {}, found {least}", side - 1));
        }
        Ok(each_next(clue, rules, |a, b| a >= b + least || b >= a + least))
    },
};

pub(super) static RENBAN: Row = Row {
    noun: "renban line",
    about: "the digits are different and consecutive, in any order",
    because: "its digits are consecutive",
    example: "renban A1 B2 C3",
    f_puzzles: Some(("renban", Fields::Lines)),
    iss: Some(("Renban", Arguments::Cells)),
    shapes: &[Shape::Line(Purple, 18)],
    cells: Cells::Line(1),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        has_repeats(&values) || any_two(&values, |a, b, _| a.abs_diff(b) as usize >= values.len())
    },
    parts: |clue, rules| {
        let (side, count) = (rules.size().side(), clue.cells.len());
        let mut parts = differ(&clue.cells);
        if (2..side).contains(&count) {
            let sets = (0..=side - count).map(|least| all(count) << least).collect();
            parts.push(Part::Sets { cells: clue.cells.clone(), sets });
        }
        Ok(parts)
    },
};

pub(super) static NABNER: Row = Row {
    noun: "nabner line",
    about: "no two digits on the line are equal or consecutive",
    because: "no two of its digits are equal or consecutive",
    example: "nabner A1 B2 C3",
    f_puzzles: Some(("nabner", Fields::Lines)),
    iss: Some(("PairX", Arguments::Nabner)),
    shapes: &[Shape::Line(Gold, 18)],
    cells: Cells::Line(2),
    numbers: 0..=0,
    violated: |clue, _, grid| any_two(&values(clue, grid), |a, b, _| a.abs_diff(b) < 2),
    parts: |clue, rules| {
        let (side, count) = (rules.size().side(), clue.cells.len());
        if count > side.div_ceil(2) {
            return Err(format!("expected up to {} cells, found {count}", side.div_ceil(2)));
        }
        Ok(each_two(clue, rules, |a, b, _| a.abs_diff(b) > 1))
    },
};

pub(super) static PALINDROME: Row = Row {
    noun: "palindrome",
    about: "the digits on the line are the same from both ends",
    because: "its digits are the same from both ends",
    example: "palindrome A1 B2 C2 D1",
    f_puzzles: Some(("palindrome", Fields::Lines)),
    iss: Some(("Palindrome", Arguments::Cells)),
    shapes: &[Shape::Line(Grey, 18)],
    cells: Cells::Path(2),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        values.iter().zip(values.iter().rev()).any(|(&a, &b)| a != 0 && b != 0 && a != b)
    },
    parts: |clue, rules| {
        let (front, back) = clue.cells.split_at(clue.cells.len() / 2);
        Ok(equal(front.iter().zip(back.iter().rev()), rules))
    },
};

pub(super) static CLONE: Row = Row {
    noun: "pair of clones",
    about: "the second half of the cells holds the same digits as the first, cell by cell",
    because: "both clones hold the same digits in the same places",
    example: "clone A1 A2 F5 F6",
    f_puzzles: Some(("clone", Fields::Halves)),
    iss: None,
    shapes: &[Shape::Tint(Slate)],
    cells: Cells::Marks(2),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let half = values.len() / 2;
        (0..half).any(|at| values[at] * values[at + half] != 0 && values[at] != values[at + half])
    },
    parts: |clue, rules| {
        let count = clue.cells.len();
        if count % 2 == 1 {
            return Err(format!("expected an even number of cells, found {count}"));
        }
        let (first, second) = clue.cells.split_at(count / 2);
        Ok(equal(first.iter().zip(second), rules))
    },
};

pub(super) static BETWEEN: Row = Row {
    noun: "between line",
    about: "the digits on the line are strictly between the digits at its ends",
    because: "the digits on it are between the digits at its ends",
    example: "between A1 B2 C3",
    f_puzzles: Some(("betweenline", Fields::Lines)),
    iss: Some(("Between", Arguments::Cells)),
    shapes: &[Shape::Line(Grey, 10), Shape::Mark(First, Ring, Grey), Shape::Mark(Last, Ring, Grey)],
    cells: Cells::Path(3),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        no_ends(clue, grid, 0, |least, most, digit| least < digit && digit < most)
    },
    parts: |clue, rules| {
        ends_first(clue, rules, 0, |least, most, digit| least < digit && digit < most)
    },
};

pub(super) static LOCKOUT: Row = Row {
    noun: "lockout line",
    about: "the digits at the ends differ by at least 4, or by at least the number; the digits on \
        the line are neither between these two nor equal to one of them",
    because: "the digits between its ends lie outside the range of the two digits at its ends, and \
        these two differ by at least its number, or by at least 4 if it has no number",
    example: "lockout A1 B2 C3",
    f_puzzles: Some(("lockout", Fields::Lines)),
    iss: Some(("Lockout", Arguments::Number(4))),
    shapes: &[
        Shape::Line(Indigo, 10),
        Shape::Mark(First, Diamond, Indigo),
        Shape::Mark(Last, Diamond, Indigo),
        Shape::Unusual(4),
    ],
    cells: Cells::Path(2),
    numbers: 0..=1,
    violated: |clue, _, grid| {
        let apart = clue.numbers.first().copied().unwrap_or(4);
        no_ends(clue, grid, apart, |least, most, digit| digit < least || digit > most)
    },
    parts: |clue, rules| {
        let apart = clue.numbers.first().copied().unwrap_or(4);
        ends_first(clue, rules, apart, |least, most, digit| digit < least || digit > most)
    },
};

pub(super) static ENTROPIC: Row = Row {
    noun: "entropic line",
    about: "any three cells that follow each other hold a low, a middle and a high digit (1 to 3, \
            4 to 6 and 7 to 9 on 9x9)",
    because: "any three cells that follow each other on it hold a low, a middle and a high digit",
    example: "entropic A1 B2 C3",
    f_puzzles: Some(("entropicline", Fields::Lines)),
    iss: Some(("Entropic", Arguments::Cells)),
    shapes: &[Shape::Line(Peach, 18)],
    cells: Cells::Path(2),
    numbers: 0..=0,
    violated: |clue, rules, grid| {
        // The digits are divided into thirds; the two outer thirds have the same size.
        let side = rules.size().side() as u32;
        let outer = if side % 3 == 2 { side / 3 + 1 } else { side / 3 };
        let third = |digit: u32| u32::from(digit > outer) + u32::from(digit > side - outer);
        any_two(&values(clue, grid), |a, b, distance| (third(a) == third(b)) != (distance % 3 == 0))
    },
    parts: |clue, rules| {
        let side = rules.size().side() as u32;
        let outer = side / 3 + u32::from(side % 3 == 2);
        cycle(clue, rules, 3, |digit| match digit {
            low if low <= outer => 0,
            middle if middle + outer <= side => 1,
            _ => 2,
        })
    },
};

pub(super) static MODULAR: Row = Row {
    noun: "modular line",
    about: "any three cells that follow each other hold digits with different remainders modulo 3; \
        with a number n, the same is true of any n cells and remainders modulo n",
    because: "cells that follow each other on it have different remainders",
    example: "modular A1 B2 C3",
    f_puzzles: Some(("modularline", Fields::Lines)),
    iss: Some(("Modular", Arguments::Number(3))),
    shapes: &[Shape::Line(Teal, 18), Shape::Unusual(3)],
    cells: Cells::Path(2),
    numbers: 0..=1,
    violated: |clue, _, grid| {
        let by = clue.numbers.first().copied().unwrap_or(3);
        any_two(&values(clue, grid), |a, b, distance| {
            let (are_same, are_cycles) = (a % by == b % by, distance.is_multiple_of(by as usize));
            are_same != are_cycles && (are_cycles || distance < by as usize)
        })
    },
    parts: |clue, rules| {
        let by = clue.numbers.first().copied().unwrap_or(3);
        let most = rules.size().side() as u32;
        if !(2..=most).contains(&by) {
            return Err(format!("expected a number from 2 to {most}, found {by}"));
        }
        cycle(clue, rules, by, |digit| digit % by)
    },
};

/// The parts that require that `holds` is true for every two cells and the distance between them.
fn each_two(clue: &Clue, rules: &Rules, holds: impl Fn(u32, u32, usize) -> bool) -> Vec<Part> {
    let side = rules.size().side();
    let pairs = clue.cells.iter().enumerate().tuple_combinations();
    let part = |((i, &a), (j, &b))| pair([a, b], side, |first, second| holds(first, second, j - i));
    pairs.map(part).collect()
}

/// The parts that require that `holds` is true for each cell and the next one.
fn each_next(clue: &Clue, rules: &Rules, holds: impl Fn(u32, u32) -> bool) -> Vec<Part> {
    let steps = clue.cells.iter().tuple_windows().map(|(&a, &b)| [a, b]);
    pairs(steps, rules.size().side(), holds)
}

/// The smallest difference of neighbours on a whispers line.
fn apart(clue: &Clue, rules: &Rules) -> u32 {
    clue.numbers.first().copied().unwrap_or(rules.size().side().div_ceil(2) as u32)
}

fn equal<'c>(both: impl Iterator<Item = (&'c Cell, &'c Cell)>, rules: &Rules) -> Vec<Part> {
    let both = both.filter(|(a, b)| a != b).map(|(&a, &b)| [a, b]);
    pairs(both, rules.size().side(), |first, second| first == second)
}

/// Whether no digits are possible at the two ends. Two digits are possible if they differ by at
/// least `apart` and `holds` is true for each filled cell between the ends. `holds` gets the
/// smaller end, the larger end, and the digit of the cell.
fn no_ends(clue: &Clue, grid: &Grid, apart: u32, holds: impl Fn(u32, u32, u32) -> bool) -> bool {
    let values = values(clue, grid);
    let [first, middle @ .., last] = &values[..] else { return false };
    let mut ends = options(*first, grid).cartesian_product(options(*last, grid));
    !ends.any(|(a, b)| {
        let holds = |&digit: &u32| digit == 0 || holds(a.min(b), a.max(b), digit);
        a.abs_diff(b) >= apart && middle.iter().all(holds)
    })
}

/// The part that requires that the two ends differ by at least `apart`, and that `holds` is true
/// for each cell between the ends. `holds` gets the smaller end, the larger end, and the digit of
/// the cell.
fn ends_first(
    clue: &Clue,
    rules: &Rules,
    apart: u32,
    holds: impl Fn(u32, u32, u32) -> bool,
) -> Result<Vec<Part>, String> {
    let (middle, count) = (&clue.cells[1..clue.cells.len() - 1], clue.cells.len());
    let cells = [&[clue.cells[0], clue.cells[count - 1]], middle].concat();
    let step = |position: usize, &(least, most): &(u32, u32), digit: u32| match position {
        0 => Some((digit, digit)),
        1 => Some((least.min(digit), most.max(digit))).filter(|ends| ends.1 - ends.0 >= apart),
        _ => holds(least, most, digit).then_some((least, most)),
    };
    Ok(vec![line(clue, rules.size().side(), cells, vec![apart], (0, 0), step, |_| true)?])
}

/// The part that requires that any `length` successive cells hold digits of different classes.
fn cycle(
    clue: &Clue,
    rules: &Rules,
    length: u32,
    class: impl Fn(u32) -> u32,
) -> Result<Vec<Part>, String> {
    // The state: the classes of the digits of the previous cells, the nearest cell last.
    let step = |_: usize, before: &Vec<u32>, digit: u32| {
        let class = class(digit);
        let start = before.len().saturating_sub(length as usize - 1);
        let last = &before[start..];
        (!last.contains(&class)).then(|| [last, &[class]].concat())
    };
    let (cells, side) = (clue.cells.clone(), rules.size().side());
    Ok(vec![line(clue, side, cells, vec![length], Vec::new(), step, |_| true)?])
}
