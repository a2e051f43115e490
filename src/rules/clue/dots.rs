//! Kinds of clues about two neighbours, and about all neighbours without a dot.

use std::collections::HashSet;

use itertools::Itertools;

use super::cells::neighbours;
use super::elsewhere::{Arguments, Fields};
use super::kept::impossible;
use super::kind::{Clue, ClueKind};
use super::part::Part;
use super::row::{Cells, Row, pair, pairs, value, values};
use super::shape::Shape;
use crate::grid::{Cell, Grid};
use crate::rules::Rules;

pub(super) static KROPKI_WHITE: Row = Row {
    noun: "white dot",
    about: "the digits differ by 1, or by the number if there is one",
    because: "the two digits differ by its number, or by 1 if it has no number",
    example: "kropki white A1 A2",
    f_puzzles: Some(("difference", Fields::Cells)),
    iss: Some(("WhiteDot", Arguments::Pair(1))),
    shapes: &[Shape::Dot(13, false)],
    cells: Cells::Neighbours,
    numbers: 0..=1,
    violated: |clue, _, grid| {
        let wanted = clue.numbers.first().copied().unwrap_or(1);
        both(clue, grid).is_some_and(|(a, b)| a.abs_diff(b) != wanted)
    },
    parts: |clue, rules| {
        let wanted = clue.numbers.first().copied().unwrap_or(1);
        relation(clue, rules, |a, b| a.abs_diff(b) == wanted)
    },
};

pub(super) static KROPKI_BLACK: Row = Row {
    noun: "black dot",
    about: "one digit is 2 times the other, or as many times as the number says",
    because: "the ratio of the two digits is its number, or 2 if it has no number",
    example: "kropki black C4 C5",
    f_puzzles: Some(("ratio", Fields::Cells)),
    iss: Some(("BlackDot", Arguments::Pair(2))),
    shapes: &[Shape::Dot(13, true)],
    cells: Cells::Neighbours,
    numbers: 0..=1,
    violated: |clue, _, grid| {
        let wanted = clue.numbers.first().copied().unwrap_or(2);
        both(clue, grid).is_some_and(|(a, b)| !has_ratio(a, b, wanted))
    },
    parts: |clue, rules| {
        let wanted = clue.numbers.first().copied().unwrap_or(2);
        relation(clue, rules, |a, b| has_ratio(a, b, wanted))
    },
};

pub(super) static X: Row = Row {
    noun: "X",
    about: "the digits add up to 10",
    because: "the two digits add up to 10",
    example: "x A1 A2",
    f_puzzles: Some(("xv", Fields::Letter("X"))),
    iss: Some(("X", Arguments::Pair(0))),
    shapes: &[Shape::Letter("X")],
    cells: Cells::Neighbours,
    numbers: 0..=0,
    violated: |clue, _, grid| both(clue, grid).is_some_and(|(a, b)| a + b != 10),
    parts: |clue, rules| relation(clue, rules, |a, b| a + b == 10),
};

pub(super) static V: Row = Row {
    noun: "V",
    about: "the digits add up to 5",
    because: "the two digits add up to 5",
    example: "v A1 A2",
    f_puzzles: Some(("xv", Fields::Letter("V"))),
    iss: Some(("V", Arguments::Pair(0))),
    shapes: &[Shape::Letter("V")],
    cells: Cells::Neighbours,
    numbers: 0..=0,
    violated: |clue, _, grid| both(clue, grid).is_some_and(|(a, b)| a + b != 5),
    parts: |clue, rules| relation(clue, rules, |a, b| a + b == 5),
};

pub(super) static GREATER_THAN: Row = Row {
    noun: "sign >",
    about: "the first cell holds more than the second cell",
    because: "the first digit is more than the second",
    example: "greater than A1 A2",
    f_puzzles: None,
    iss: Some(("GreaterThan", Arguments::Pair(0))),
    shapes: &[Shape::Greater],
    cells: Cells::Neighbours,
    numbers: 0..=0,
    violated: |clue, _, grid| both(clue, grid).is_some_and(|(a, b)| a <= b),
    parts: |clue, rules| relation(clue, rules, |a, b| a > b),
};

pub(super) static NON_CONSECUTIVE: Row = Row {
    noun: "rule non-consecutive",
    about: "neighbours in a row or column without a kropki dot are not consecutive",
    because: "neighbours are not consecutive",
    example: "non-consecutive",
    f_puzzles: Some(("nonconsecutive", Fields::Flag)),
    iss: Some(("AntiConsecutive", Arguments::None)),
    shapes: &[],
    cells: Cells::Everywhere,
    numbers: 0..=0,
    violated: |_, rules, grid| any_unmarked(rules, grid, &DOTS, |a, b| a.abs_diff(b) == 1),
    parts: |_, rules| Ok(negative(rules, &DOTS, |a, b| a + 1 != b && b + 1 != a)),
};

pub(super) static NEGATIVE_RATIO: Row = Row {
    noun: "rule negative ratio",
    about: "neighbours in a row or column without a kropki dot do not have the ratio of a black \
        dot (2 if there are no black dots)",
    because: "neighbours without a dot do not have the ratio of a black dot",
    example: "negative ratio",
    f_puzzles: Some(("negative", Fields::Negative("ratio"))),
    iss: None,
    shapes: &[],
    cells: Cells::Everywhere,
    numbers: 0..=0,
    violated: |_, rules, grid| {
        let ratios = ratios(rules);
        any_unmarked(rules, grid, &DOTS, |a, b| has_any_ratio(a, b, &ratios))
    },
    parts: |_, rules| {
        let ratios = ratios(rules);
        Ok(negative(rules, &DOTS, |a, b| !has_any_ratio(a, b, &ratios)))
    },
};

pub(super) static NEGATIVE_KROPKI: Row = Row {
    noun: "rule negative kropki",
    about: "neighbours in a row or column without a kropki dot are not consecutive, and have no \
            ratio of a black dot",
    because: "neighbours without a dot are not consecutive and do not have the ratio of a black \
              dot",
    example: "negative kropki",
    f_puzzles: None,
    iss: Some(("StrictKropki", Arguments::None)),
    shapes: &[],
    cells: Cells::Everywhere,
    numbers: 0..=0,
    violated: |clue, rules, grid| {
        (NON_CONSECUTIVE.violated)(clue, rules, grid)
            || (NEGATIVE_RATIO.violated)(clue, rules, grid)
    },
    parts: |_, rules| {
        let ratios = ratios(rules);
        let is_neither = |a: u32, b: u32| a.abs_diff(b) != 1 && !has_any_ratio(a, b, &ratios);
        Ok(negative(rules, &DOTS, is_neither))
    },
};

pub(super) static NEGATIVE_XV: Row = Row {
    noun: "rule negative xv",
    about: "neighbours in a row or column without an X or V add up to neither 10 nor 5",
    because: "neighbours without an X or V add up to neither 10 nor 5",
    example: "negative xv",
    f_puzzles: Some(("negative", Fields::Negative("xv"))),
    iss: Some(("StrictXV", Arguments::None)),
    shapes: &[],
    cells: Cells::Everywhere,
    numbers: 0..=0,
    violated: |_, rules, grid| any_unmarked(rules, grid, &XV, |a, b| a + b == 5 || a + b == 10),
    parts: |_, rules| Ok(negative(rules, &XV, |a, b| ![5, 10].contains(&(a + b)))),
};

/// The rule for neighbours without a dot does not apply to the two cells of a dot of these kinds.
const DOTS: [ClueKind; 2] = [ClueKind::KropkiWhite, ClueKind::KropkiBlack];
const XV: [ClueKind; 2] = [ClueKind::X, ClueKind::V];

/// The digits of the two cells, if both are filled.
fn both(clue: &Clue, grid: &Grid) -> Option<(u32, u32)> {
    values(clue, grid).into_iter().collect_tuple().filter(|&(a, b)| a != 0 && b != 0)
}

fn has_ratio(a: u32, b: u32, ratio: u32) -> bool {
    Some(a) == b.checked_mul(ratio) || Some(b) == a.checked_mul(ratio)
}

fn has_any_ratio(a: u32, b: u32, ratios: &[u32]) -> bool {
    ratios.iter().any(|&ratio| has_ratio(a, b, ratio))
}

/// The ratios of the black dots.
fn ratios(rules: &Rules) -> Vec<u32> {
    let black = rules.clues().iter().filter(|clue| clue.kind == ClueKind::KropkiBlack);
    let ratios =
        black.map(|clue| clue.numbers.first().copied().unwrap_or(2)).unique().collect_vec();
    if ratios.is_empty() { vec![2] } else { ratios }
}

/// The part that requires that `holds` is true for the digits of the two cells of the clue.
fn relation(
    clue: &Clue,
    rules: &Rules,
    holds: impl Fn(u32, u32) -> bool,
) -> Result<Vec<Part>, String> {
    let part = pair([clue.cells[0], clue.cells[1]], rules.size().side(), holds);
    match &part {
        Part::Pair { allowed, .. } if allowed.iter().all(|&seconds| seconds == 0) => {
            Err(impossible(clue))
        }
        _ => Ok(vec![part]),
    }
}

/// Every two neighbours in a row or column that are not the cells of a clue of these kinds.
fn unmarked(rules: &Rules, kinds: &[ClueKind]) -> impl Iterator<Item = [Cell; 2]> {
    let marks = rules.clues().iter().filter(|clue| kinds.contains(&clue.kind));
    let marked: HashSet<[Cell; 2]> = marks
        .filter_map(|clue| <[Cell; 2]>::try_from(&*clue.cells).ok())
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    let size = rules.size();
    let pairs =
        size.cells().flat_map(move |cell| neighbours(size, cell).map(move |other| [cell, other]));
    pairs.filter(move |pair| pair[0] < pair[1] && !marked.contains(pair))
}

fn any_unmarked(
    rules: &Rules,
    grid: &Grid,
    kinds: &[ClueKind],
    wrong: impl Fn(u32, u32) -> bool,
) -> bool {
    let values = unmarked(rules, kinds).map(|pair| pair.map(|cell| value(grid, cell)));
    values.into_iter().any(|[a, b]| a != 0 && b != 0 && wrong(a, b))
}

fn negative(rules: &Rules, kinds: &[ClueKind], holds: impl Fn(u32, u32) -> bool) -> Vec<Part> {
    pairs(unmarked(rules, kinds), rules.size().side(), holds)
}
