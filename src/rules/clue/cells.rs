//! Kinds of clues about single cells and sets of cells.

use std::collections::HashMap;

use itertools::Itertools;

use super::elsewhere::{Arguments, Fields};
use super::kept::{impossible, line};
use super::kind::Clue;
use super::part::Part;
use super::row::{Cells, Row, any_two, digits, options, pair, pairs, value, values};
use super::shape::Form::{Disc, Down, Ring, Square, Up};
use super::shape::Paint::{Blue, Green, Grey, Lavender, Rose, Slate};
use super::shape::Shape;
use super::shape::Where::Each;
use crate::grid::{Cell, Grid, Size};
use crate::rules::{RegionLabel, Rules};

pub(super) static DIFFER: Row = Row {
    noun: "set of different digits",
    about: "cells that hold different digits",
    because: "",
    example: "differ A1 B3",
    f_puzzles: Some(("extraregion", Fields::Cells)),
    iss: Some(("AllDifferent", Arguments::Cells)),
    shapes: &[Shape::Line(Slate, 6)],
    cells: Cells::Set(2),
    numbers: 0..=0,
    violated: |clue, _, grid| has_repeats(&values(clue, grid)),
    parts: |clue, _| Ok(differ(&clue.cells)),
};

pub(super) static EXTRA_REGION: Row = Row {
    noun: "extra region",
    about: "a region in which no digit stands twice",
    because: "",
    example: "extra region A1 A2 A3 B1 B2 B3 C1 C2 D1",
    f_puzzles: Some(("extraregion", Fields::Cells)),
    iss: Some(("AllDifferent", Arguments::Cells)),
    shapes: &[Shape::Tint(Grey)],
    cells: Cells::Set(2),
    numbers: 0..=0,
    violated: |clue, _, grid| has_repeats(&values(clue, grid)),
    parts: |clue, _| Ok(differ(&clue.cells)),
};

pub(super) static ODD: Row = Row {
    noun: "odd cell",
    about: "each cell holds an odd digit",
    because: "it is odd",
    example: "odd A1 B2",
    f_puzzles: Some(("odd", Fields::Each)),
    iss: Some(("Given", Arguments::Given)),
    shapes: &[Shape::Mark(Each, Disc, Grey)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, _, grid| filled(clue, grid).any(|value| value % 2 == 0),
    parts: |clue, rules| only(clue, rules, |digit| digit % 2 == 1),
};

pub(super) static EVEN: Row = Row {
    noun: "even cell",
    about: "each cell holds an even digit",
    because: "it is even",
    example: "even A1 B2",
    f_puzzles: Some(("even", Fields::Each)),
    iss: Some(("Given", Arguments::Given)),
    shapes: &[Shape::Mark(Each, Square, Grey)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, _, grid| filled(clue, grid).any(|value| value % 2 == 1),
    parts: |clue, rules| only(clue, rules, |digit| digit % 2 == 0),
};

pub(super) static LOW: Row = Row {
    noun: "low cell",
    about: "each cell holds a digit below the middle of all digits (1 to 4 on 9x9)",
    because: "its digit is below the middle of all digits",
    example: "low A1 B2",
    f_puzzles: Some(("givenPencilMarks", Fields::Marks)),
    iss: Some(("Given", Arguments::Given)),
    shapes: &[Shape::Mark(Each, Down, Grey)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, _, grid| filled(clue, grid).any(|value| value > side(grid) / 2),
    parts: |clue, rules| only(clue, rules, |digit| 2 * digit < rules.size().side() as u32 + 1),
};

pub(super) static HIGH: Row = Row {
    noun: "high cell",
    about: "each cell holds a digit above the middle of all digits (6 to 9 on 9x9)",
    because: "its digit is above the middle of all digits",
    example: "high A1 B2",
    f_puzzles: Some(("givenPencilMarks", Fields::Marks)),
    iss: Some(("Given", Arguments::Given)),
    shapes: &[Shape::Mark(Each, Up, Grey)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, _, grid| filled(clue, grid).any(|value| value <= side(grid).div_ceil(2)),
    parts: |clue, rules| only(clue, rules, |digit| 2 * digit > rules.size().side() as u32 + 1),
};

pub(super) static CANDIDATES: Row = Row {
    noun: "choice",
    about: "each cell holds one of the digits",
    because: "it holds one of these digits",
    example: "candidates 1 2 3 A1 B2",
    f_puzzles: Some(("givenPencilMarks", Fields::Marks)),
    iss: Some(("Given", Arguments::Given)),
    shapes: &[Shape::Digits],
    cells: Cells::Marks(1),
    numbers: 1..=usize::MAX,
    violated: |clue, _, grid| filled(clue, grid).any(|value| !clue.numbers.contains(&value)),
    parts: |clue, rules| {
        digits_of(clue, rules)?;
        only(clue, rules, |digit| clue.numbers.contains(&digit))
    },
};

pub(super) static MINIMUM: Row = Row {
    noun: "minimum",
    about: "each cell holds less than its neighbours in row and column that have no such mark",
    because: "it is less than its neighbours",
    example: "minimum A1 B2",
    f_puzzles: Some(("minimum", Fields::Each)),
    iss: Some(("GreaterThan", Arguments::Around(true))),
    shapes: &[Shape::Tint(Grey), Shape::Extreme(true)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, rules, grid| {
        unmarked(clue, rules).iter().any(|&[cell, other]| {
            let (value, other) = (value(grid, cell), value(grid, other));
            value != 0 && other != 0 && value >= other
        })
    },
    parts: |clue, rules| extreme(clue, rules, |marked, other| marked < other),
};

pub(super) static MAXIMUM: Row = Row {
    noun: "maximum",
    about: "each cell holds more than its neighbours in row and column that have no such mark",
    because: "it is more than its neighbours",
    example: "maximum A1 B2",
    f_puzzles: Some(("maximum", Fields::Each)),
    iss: Some(("GreaterThan", Arguments::Around(false))),
    shapes: &[Shape::Tint(Grey), Shape::Extreme(false)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, rules, grid| {
        unmarked(clue, rules).iter().any(|&[cell, other]| {
            let (value, other) = (value(grid, cell), value(grid, other));
            value != 0 && other != 0 && value <= other
        })
    },
    parts: |clue, rules| extreme(clue, rules, |marked, other| marked > other),
};

pub(super) static QUADRUPLE: Row = Row {
    noun: "quadruple",
    about: "the cells hold the digits, each at least as often as the clue lists it",
    because: "these digits stand around it",
    example: "quadruple 1 2 2 A1 A2 B1 B2",
    f_puzzles: Some(("quadruple", Fields::Values)),
    iss: Some(("Quad", Arguments::Quad)),
    shapes: &[Shape::Dot(25, false)],
    cells: Cells::Set(2),
    numbers: 1..=usize::MAX,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let count = |of: u32, all: &[u32]| all.iter().filter(|&&value| value == of).count();
        let lacks = clue
            .numbers
            .iter()
            .unique()
            .map(|&digit| count(digit, &clue.numbers).saturating_sub(count(digit, &values)));
        lacks.sum::<usize>() > count(0, &values)
    },
    parts: |clue, rules| {
        let wanted = digits_of(clue, rules)?;
        let (side, mut start) = (rules.size().side(), wanted);
        start.sort_unstable();
        if start.len() > clue.cells.len() {
            let (most, found) = (clue.cells.len(), start.len());
            return Err(format!("expected up to {most} digits, found {found}"));
        }
        let step = |_: usize, left: &Vec<u32>, digit: u32| {
            let mut left = left.clone();
            if let Some(at) = left.iter().position(|&wanted| wanted == digit) {
                left.remove(at);
            }
            Some(left)
        };
        let key = start.clone();
        Ok(vec![line(clue, side, clue.cells.clone(), key, start, step, Vec::is_empty)?])
    },
};

pub(super) static ROW_INDEXER: Row = Row {
    noun: "row indexer",
    about: "if a marked cell in row r holds d, the cell in row d of the same column holds r",
    because: "if a marked cell in row k holds n, the cell in row n of its column holds k",
    example: "row indexer A1 B2",
    f_puzzles: Some(("rowindexer", Fields::Cells)),
    iss: Some(("Indexing", Arguments::Letter("R"))),
    shapes: &[Shape::Tint(Green)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, rules, grid| is_misplaced(clue, grid, |cell| column_of(rules.size(), cell)),
    parts: |clue, rules| Ok(indexers(clue, rules, |cell| column_of(rules.size(), cell))),
};

pub(super) static COLUMN_INDEXER: Row = Row {
    noun: "column indexer",
    about: "if a marked cell in column c holds d, the cell in column d of the same row holds c",
    because: "if a marked cell in column k holds n, the cell in column n of its row holds k",
    example: "column indexer A1 B2",
    f_puzzles: Some(("columnindexer", Fields::Cells)),
    iss: Some(("Indexing", Arguments::Letter("C"))),
    shapes: &[Shape::Tint(Rose)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, rules, grid| is_misplaced(clue, grid, |cell| row_of(rules.size(), cell)),
    parts: |clue, rules| Ok(indexers(clue, rules, |cell| row_of(rules.size(), cell))),
};

pub(super) static BOX_INDEXER: Row = Row {
    noun: "box indexer",
    about: "if a marked cell at place p of its box holds d, the cell at place d of the box holds p",
    because: "if a marked cell at place k of its box holds n, place n of this box holds k",
    example: "box indexer A1 B2",
    f_puzzles: Some(("boxindexer", Fields::Cells)),
    iss: None,
    shapes: &[Shape::Tint(Blue)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, rules, grid| is_misplaced(clue, grid, |cell| box_of(rules, cell)),
    parts: |clue, rules| match region_of(rules, clue.cells[0]) {
        Some(_) => Ok(indexers(clue, rules, |cell| box_of(rules, cell))),
        None => Err("expected a grid with boxes or regions, found one without".to_owned()),
    },
};

pub(super) static COUNTING_CIRCLES: Row = Row {
    noun: "counting circle",
    about: "if a circle holds the digit n, exactly n of the circles hold n",
    because: "if a circle holds the digit n, exactly n circles hold n",
    example: "counting circles A1 B2 C3",
    f_puzzles: None,
    iss: Some(("CountingCircles", Arguments::Cells)),
    shapes: &[Shape::Mark(Each, Ring, Grey)],
    cells: Cells::Marks(1),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let empty = values.iter().filter(|&&value| value == 0).count();
        values
            .iter()
            .filter(|&&value| value != 0)
            .counts()
            .into_iter()
            .any(|(&digit, count)| !(count..=count + empty).contains(&(digit as usize)))
    },
    parts: |clue, rules| {
        // Each digit is in no circle, or the number of circles with this digit equals the digit.
        let (side, count) = (rules.size().side(), clue.cells.len() as u32);
        let of_digit = |counted: u32| {
            let step = move |_: usize, &seen: &u32, digit: u32| {
                let seen = seen + u32::from(digit == counted);
                (seen <= counted).then_some(seen)
            };
            let accepts = |&seen: &u32| seen == 0 || seen == counted;
            line(clue, side, clue.cells.clone(), vec![counted], 0, step, accepts)
        };
        let mut parts = only(clue, rules, |digit| digit <= count)?;
        for digit in 1..=count.min(side as u32) {
            parts.push(of_digit(digit)?);
        }
        Ok(parts)
    },
};

pub(super) static SAME_DIGITS: Row = Row {
    noun: "",
    about: "the cells form as many sets as the number says, and all sets hold the same digits, \
        equally often, in any order",
    because: "the sets hold the same digits",
    example: "same digits 2 A1 A2 B4 B5",
    f_puzzles: None,
    iss: Some(("SameValues", Arguments::Number(0))),
    shapes: &[Shape::Tint(Lavender), Shape::Corner("=")],
    cells: Cells::Marks(2),
    numbers: 1..=1,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let length = values.len() / clue.numbers[0] as usize;
        let sets = values.chunks(length).map(|set| set.iter().copied().counts());
        sets.tuple_combinations().any(|(a, b)| has_too_many(&a, &b) || has_too_many(&b, &a))
    },
    parts: |clue, rules| {
        let (side, count) = (rules.size().side(), clue.cells.len());
        let sets = clue.numbers[0] as usize;
        if sets < 2 || count % sets != 0 {
            return Err(format!(
                "expected sets of equal numbers of cells, found {count} cells in {sets} sets"
            ));
        }
        let length = count / sets;
        let mut parts = Vec::new();
        for (first, second) in clue.cells.chunks(length).tuple_windows() {
            for counted in 1..=side as u32 {
                // The state: how many more cells with this digit the first set has than the second
                // set, so far.
                let step = move |position: usize, &left: &u32, digit: u32| match digit == counted {
                    false => Some(left),
                    true if position < length => Some(left + 1),
                    true => left.checked_sub(1),
                };
                let cells = [first, second].concat();
                parts.push(line(clue, side, cells, vec![counted], 0, step, |&left| left == 0)?);
            }
        }
        Ok(parts)
    },
};

/// Whether a digit occurs twice in these values, in which 0 is an empty cell.
pub(super) fn has_repeats(values: &[u32]) -> bool {
    any_two(values, |a, b, _| a == b)
}

/// The part that requires different digits in these cells.
pub(super) fn differ(cells: &[Cell]) -> Vec<Part> {
    if cells.len() > 1 { vec![Part::Differ { cells: cells.to_vec() }] } else { Vec::new() }
}

fn side(grid: &Grid) -> u32 {
    grid.size().side() as u32
}

/// Whether `other` has too few empty cells for the values that `set` has and `other` lacks. Each
/// map counts how often a value occurs in a set; 0 is an empty cell.
fn has_too_many(set: &HashMap<u32, usize>, other: &HashMap<u32, usize>) -> bool {
    let of_other = |value: u32| other.get(&value).copied().unwrap_or(0);
    let filled = set.iter().filter(|(value, _)| **value != 0);
    let lacks = filled.map(|(&value, &count)| count.saturating_sub(of_other(value)));
    lacks.sum::<usize>() > of_other(0)
}

/// The values of the cells that are filled.
fn filled(clue: &Clue, grid: &Grid) -> impl Iterator<Item = u32> {
    values(clue, grid).into_iter().filter(|&value| value != 0)
}

/// The parts that allow, in each cell of the clue, only digits for which `holds` is true.
fn only(clue: &Clue, rules: &Rules, holds: impl Fn(u32) -> bool) -> Result<Vec<Part>, String> {
    let digits = digits(rules.size().side(), holds);
    if digits == 0 {
        return Err(impossible(clue));
    }
    Ok(clue.cells.iter().map(|&cell| Part::Only { cell, digits }).collect())
}

/// The numbers of a clue, if they are digits of the grid.
fn digits_of(clue: &Clue, rules: &Rules) -> Result<Vec<u32>, String> {
    let side = rules.size().side() as u32;
    match clue.numbers.iter().find(|number| !(1..=side).contains(*number)) {
        Some(other) => Err(format!("expected digits from 1 to {side}, found {other}")),
        None => Ok(clue.numbers.clone()),
    }
}

/// The pairs of a cell of the clue and a neighbour of this cell, for all neighbours that are in no
/// clue of the same kind.
pub(super) fn unmarked(clue: &Clue, rules: &Rules) -> Vec<[Cell; 2]> {
    let alike = || rules.clues().iter().filter(|other| other.kind == clue.kind);
    let is_marked = |cell: &Cell| alike().any(|clue| clue.cells.contains(cell));
    let pairs = clue
        .cells
        .iter()
        .flat_map(|&cell| neighbours(rules.size(), cell).map(move |other| [cell, other]));
    pairs.filter(|[_, other]| !is_marked(other)).collect()
}

/// The cells that share an edge with a cell.
pub(super) fn neighbours(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    let (row, column, side) = (size.row_index(cell), size.column_index(cell), size.side());
    let all = [
        (row.wrapping_sub(1), column),
        (row, column.wrapping_sub(1)),
        (row, column + 1),
        (row + 1, column),
    ];
    let inside = all.into_iter().filter(move |&(row, column)| row < side && column < side);
    inside.map(move |(row, column)| size.cell(row, column))
}

fn extreme(clue: &Clue, rules: &Rules, holds: fn(u32, u32) -> bool) -> Result<Vec<Part>, String> {
    Ok(pairs(unmarked(clue, rules), rules.size().side(), holds))
}

/// The cells of the row of a cell, and the index of the cell in the row.
fn row_of(size: Size, cell: Cell) -> (Vec<Cell>, usize) {
    let row = size.row_index(cell);
    ((0..size.side()).map(|column| size.cell(row, column)).collect(), size.column_index(cell))
}

/// The cells of the column of a cell, and the index of the cell in the column.
fn column_of(size: Size, cell: Cell) -> (Vec<Cell>, usize) {
    let column = size.column_index(cell);
    ((0..size.side()).map(|row| size.cell(row, column)).collect(), size.row_index(cell))
}

/// The cells of the box or region of a cell, and the index of the cell in it.
fn box_of(rules: &Rules, cell: Cell) -> (Vec<Cell>, usize) {
    let region = region_of(rules, cell);
    let cells =
        rules.size().cells().filter(|&other| region_of(rules, other) == region).collect_vec();
    let place = cells.iter().position(|&other| other == cell).expect("in its own box");
    (cells, place)
}

/// The box or region of a cell.
pub(super) fn region_of(rules: &Rules, cell: Cell) -> Option<RegionLabel> {
    match rules.regions() {
        Some(regions) => Some(regions.label(cell)),
        None => {
            let index = || rules.size().box_index(cell) as u16;
            rules.has_boxes().then(|| RegionLabel::Number(index()))
        }
    }
}

/// Whether some indexer cell of the clue is wrong. If such a cell is at place p of its unit and
/// holds d, place d of the unit must hold p. The cell is wrong if place d holds another digit, or
/// if p is elsewhere in the unit; an empty cell, if this is true for every digit.
fn is_misplaced(clue: &Clue, grid: &Grid, unit: impl Fn(Cell) -> (Vec<Cell>, usize)) -> bool {
    clue.cells.iter().any(|&cell| {
        let (cells, place) = unit(cell);
        let values = cells.into_iter().map(|cell| value(grid, cell)).collect_vec();
        options(value(grid, cell), grid).all(|digit| !can_point(&values, digit, place as u32 + 1))
    })
}

/// Whether the digit `wanted` can be at a place, counted from 1, of these values, which contain the
/// digit once when they are full.
pub(super) fn can_point(values: &[u32], place: u32, wanted: u32) -> bool {
    match values.iter().position(|&value| value == wanted) {
        Some(at) => at + 1 == place as usize,
        None => values[place as usize - 1] == 0,
    }
}

fn indexers(clue: &Clue, rules: &Rules, unit: impl Fn(Cell) -> (Vec<Cell>, usize)) -> Vec<Part> {
    let side = rules.size().side();
    let each = clue.cells.iter().flat_map(|&cell| {
        let (cells, place) = unit(cell);
        indexer(cell, &cells, place as u32 + 1, side)
    });
    each.collect()
}

/// The parts that require that the digit of a cell is the place, counted from 1, of the digit
/// `wanted` in a unit. The unit has `wanted` once, and the cell itself is in the unit too.
pub(super) fn indexer(cell: Cell, unit: &[Cell], wanted: u32, side: usize) -> Vec<Part> {
    let places = (1..).zip(unit).filter(|&(place, &other)| other != cell || place != wanted);
    let parts = places.map(|(place, &other)| match other == cell {
        true => {
            let digits = digits(side, |digit| (digit == place) == (digit == wanted));
            Part::Only { cell, digits }
        }
        false => pair([cell, other], side, |first, second| (first == place) == (second == wanted)),
    });
    parts.collect()
}
