//! Kinds of clues about sums.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use itertools::Itertools;

use super::cells::{differ, has_repeats, region_of};
use super::elsewhere::{Arguments, Fields};
use super::kept::{impossible, line, sets_of_sum};
use super::kind::Clue;
use super::part::{Digits, Part};
use super::row::{Cells, Row, options, values};
use super::shape::Form::Ring;
use super::shape::Paint::{Blue, Gold, Grey, Lavender};
use super::shape::Shape;
use super::shape::Where::{First, Last, Middle};
use crate::grid::{Cell, Grid};
use crate::rules::Rules;

pub(super) static KILLER: Row = Row {
    noun: "cage",
    about: "the digits differ, and add up to the number if there is one",
    because: "",
    example: "killer 15 A1 A2 B1",
    f_puzzles: Some(("killercage", Fields::Cells)),
    iss: Some(("Cage", Arguments::Number(0))),
    shapes: &[Shape::Cage, Shape::Corner("")],
    cells: Cells::Set(1),
    numbers: 0..=1,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        has_repeats(&values)
            || clue.numbers.first().is_some_and(|sum| !bounds(&values, grid).contains(sum))
    },
    parts: |clue, rules| {
        let mut parts = differ(&clue.cells);
        if let Some(&sum) = clue.numbers.first() {
            let (count, side) = (clue.cells.len(), rules.size().side());
            let (least, most) = distinct_bounds(count as u32, side as u32).into_inner();
            if !(least..=most).contains(&sum) {
                return Err(format!(
                    "expected a sum from {least} to {most} for {count} different digits, found {sum}"
                ));
            }
            parts.extend(distinct_sum(clue, rules, clue.cells.clone(), sum)?);
        }
        Ok(parts)
    },
};

pub(super) static SUM: Row = Row {
    noun: "sum",
    about: "the digits, some of which may be equal, add up to the number; a cell that is listed \
            twice counts twice",
    because: "its digits add up to its number",
    example: "sum 15 A1 A2 B4",
    f_puzzles: None,
    iss: Some(("Sum", Arguments::Number(0))),
    shapes: &[Shape::Cage, Shape::Corner("Σ")],
    cells: Cells::Bag(1),
    numbers: 1..=1,
    violated: |clue, _, grid| !bounds(&values(clue, grid), grid).contains(&clue.numbers[0]),
    parts: sum,
};

pub(super) static LITTLE_KILLER: Row = Row {
    noun: "little killer",
    about: "the digits on the diagonal, some of which may be equal, add up to the number",
    because: "the digits on its diagonal add up to its number",
    example: "little killer 15 A3 B2 C1",
    f_puzzles: Some(("littlekillersum", Fields::Diagonal)),
    iss: Some(("LittleKiller", Arguments::Diagonal)),
    shapes: &[Shape::Diagonal],
    cells: Cells::Line(1),
    numbers: 1..=1,
    violated: SUM.violated,
    parts: sum,
};

pub(super) static DIGITAL_ROOT: Row = Row {
    noun: "digital root",
    about: "the digits differ, and the number is the digital root of their sum: the digits of the \
        sum are added up, then the digits of the result, and so on down to one digit",
    because: "the sum of its digits has this digital root",
    example: "digital root 3 A1 A2 B1",
    f_puzzles: Some(("cage", Fields::Root)),
    iss: None,
    shapes: &[Shape::Cage, Shape::Corner("DR")],
    cells: Cells::Set(1),
    numbers: 1..=1,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let mut root: u32 = values.iter().sum();
        while root > 9 {
            root = root / 10 + root % 10;
        }
        has_repeats(&values) || !values.contains(&0) && root != clue.numbers[0]
    },
    parts: |clue, rules| {
        let (count, side, root) = (clue.cells.len(), rules.size().side(), clue.numbers[0]);
        if !(1..=9).contains(&root) {
            return Err(format!("expected a digital root from 1 to 9, found {root}"));
        }
        let sums = (root as usize..=side * count).step_by(9);
        let sets: Option<Vec<_>> = sums.map(|sum| sets_of_sum(count, sum, side)).collect();
        let mut parts = differ(&clue.cells);
        parts.extend(match sets {
            Some(sets) => sets_part(clue, side, clue.cells.clone(), sets.concat())?,
            None => {
                let step = |_: usize, &sum: &u32, digit: u32| Some((sum + digit) % 9);
                let accepts = |&sum: &u32| sum == root % 9;
                Some(line(clue, side, clue.cells.clone(), vec![root], 0, step, accepts)?)
            }
        });
        Ok(parts)
    },
};

pub(super) static MAGIC_SQUARE: Row = Row {
    noun: "magic square",
    about: "the cells of a square, row by row, hold each digit once; its rows, columns and diagonals \
            have the same sum",
    because: "its rows, columns and diagonals have the same sum",
    example: "magic square D4-F6",
    f_puzzles: None,
    iss: None,
    shapes: &[Shape::Tint(Gold)],
    cells: Cells::Set(4),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let (side, sum) = magic(values.len());
        let sums =
            magic_lines(side).into_iter().map(|line| line.map(|at| values[at]).collect_vec());
        has_repeats(&values) || sums.into_iter().any(|line| !bounds(&line, grid).contains(&sum))
    },
    parts: |clue, rules| {
        let (side, sum) = magic(clue.cells.len());
        if clue.cells.len() != rules.size().side() || side * side != clue.cells.len() || side < 3 {
            return Err(format!(
                "expected the cells of a square on a side of 9, 16, 25, 36, 49 or 64, found {} on a side \
                 of {}",
                clue.cells.len(),
                rules.size().side()
            ));
        }
        let mut parts = differ(&clue.cells);
        for line in magic_lines(side) {
            let cells = line.map(|at| clue.cells[at]).collect();
            parts.extend(distinct_sum(clue, rules, cells, sum)?);
        }
        Ok(parts)
    },
};

pub(super) static ARROW: Row = Row {
    noun: "arrow",
    about: "the digit in the circle, the first cell, is the sum of the digits on the shaft",
    because: "the digit in the circle is the sum of the digits on the shaft",
    example: "arrow A1 B2 C3",
    f_puzzles: Some(("arrow", Fields::Arrow)),
    iss: Some(("Arrow", Arguments::Cells)),
    shapes: &[Shape::Arrow],
    cells: Cells::Path(2),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        no_common(&[bounds(&values[..1], grid), bounds(&values[1..], grid)])
    },
    parts: |clue, rules| arrow(clue, rules, 1),
};

pub(super) static PILL_ARROW: Row = Row {
    noun: "",
    about: "the first cells, as many as the number says, are the pill; its digits, read as one \
        decimal number, are the sum of the digits on the shaft",
    because: "the number in the pill is the sum of the digits on the shaft",
    example: "pill arrow 2 A1 A2 B3 C3",
    f_puzzles: Some(("arrow", Fields::Arrow)),
    iss: Some(("PillArrow", Arguments::Pill)),
    shapes: &[Shape::Arrow],
    cells: Cells::Path(3),
    numbers: 1..=1,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let (pill, shaft) = values.split_at(clue.numbers[0] as usize);
        let number = |digit: fn(RangeInclusive<u32>) -> u32| {
            pill.iter().fold(0_u32, |number, &value| {
                number.saturating_mul(10).saturating_add(digit(options(value, grid)))
            })
        };
        let pill = number(|range| *range.start())..=number(|range| *range.end());
        no_common(&[pill, bounds(shaft, grid)])
    },
    parts: |clue, rules| {
        let (pill, count) = (clue.numbers[0] as usize, clue.cells.len());
        if !(1..count).contains(&pill) {
            return Err(format!("expected 1 to {} cells of the pill, found {pill}", count - 1));
        }
        arrow(clue, rules, pill)
    },
};

pub(super) static DOUBLE_ARROW: Row = Row {
    noun: "double arrow",
    about: "the digits at both ends add up to the sum of the digits between the ends",
    because: "the digits at its ends add up to the sum of the digits between the ends",
    example: "double arrow A1 B2 C3 D3",
    f_puzzles: Some(("doublearrow", Fields::Lines)),
    iss: Some(("DoubleArrow", Arguments::Cells)),
    shapes: &[Shape::Line(Grey, 6), Shape::Mark(First, Ring, Grey), Shape::Mark(Last, Ring, Grey)],
    cells: Cells::Path(3),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let [first, middle @ .., last] = &values[..] else { return false };
        no_common(&[bounds(&[*first, *last], grid), bounds(middle, grid)])
    },
    parts: |clue, rules| {
        let (middle, last) = (&clue.cells[1..clue.cells.len() - 1], clue.cells.len() - 1);
        equal_sums(clue, rules, &[&[clue.cells[0], clue.cells[last]], middle])
    },
};

pub(super) static ZIPPER: Row = Row {
    noun: "zipper line",
    about: "any two cells at the same distance from the middle of the line have the same sum; if \
        there is a cell in the middle, it holds this sum",
    because: "any two cells at the same distance from its middle have the same sum",
    example: "zipper A1 B2 C3 D3 E3",
    f_puzzles: Some(("zipperline", Fields::Lines)),
    iss: Some(("Zipper", Arguments::Cells)),
    shapes: &[Shape::Line(Lavender, 18), Shape::Mark(Middle, Ring, Lavender)],
    cells: Cells::Path(3),
    numbers: 0..=0,
    violated: |clue, _, grid| {
        let values = values(clue, grid);
        let back = values.iter().rev();
        let pairs = values.iter().zip(back).take(values.len() / 2);
        let mut sums = pairs.map(|(&a, &b)| bounds(&[a, b], grid)).collect_vec();
        if values.len() % 2 == 1 {
            sums.push(options(values[values.len() / 2], grid));
        }
        no_common(&sums)
    },
    parts: |clue, rules| {
        let (cells, count) = (&clue.cells, clue.cells.len());
        let pairs = (0..count / 2).map(|at| vec![cells[at], cells[count - 1 - at]]);
        let middle = (count % 2 == 1).then(|| vec![cells[count / 2]]);
        let groups = middle.into_iter().chain(pairs).collect_vec();
        equal_sums(clue, rules, &groups.iter().map(Vec::as_slice).collect_vec())
    },
};

pub(super) static REGION_SUMS: Row = Row {
    noun: "region sum line",
    about: "the digits on the line have the same sum in each box or region, each time that the \
        line passes through it",
    because: "its digits have the same sum in each region that it passes through",
    example: "region sums A1 B2 C3 C4 C5",
    f_puzzles: Some(("regionsumline", Fields::Lines)),
    iss: Some(("RegionSumLine", Arguments::Cells)),
    shapes: &[Shape::Line(Blue, 18)],
    cells: Cells::Path(2),
    numbers: 0..=0,
    violated: |clue, rules, grid| {
        let values_of = |cells: &&[Cell]| {
            let values = cells.iter().map(|cell| u32::from(grid.values()[cell.index()]));
            bounds(&values.collect_vec(), grid)
        };
        no_common(&segments(clue, rules).iter().map(values_of).collect_vec())
    },
    parts: |clue, rules| {
        if region_of(rules, clue.cells[0]).is_none() {
            return Err("expected a grid with boxes or regions, found one without".to_owned());
        }
        equal_sums(clue, rules, &segments(clue, rules))
    },
};

/// The smallest and the largest possible sum of cells, some of which may be empty.
pub(super) fn bounds(values: &[u32], grid: &Grid) -> RangeInclusive<u32> {
    let all = values.iter().map(|&value| options(value, grid));
    let (least, most) = all.fold((0, 0), |(a, b), range| (a + range.start(), b + range.end()));
    least..=most
}

/// The smallest and the largest sum of this many different digits.
pub(super) fn distinct_bounds(count: u32, side: u32) -> RangeInclusive<u32> {
    count * (count + 1) / 2..=count * (2 * side + 1 - count) / 2
}

/// Whether no number is in all ranges.
fn no_common(ranges: &[RangeInclusive<u32>]) -> bool {
    let least = ranges.iter().map(|range| range.start()).max();
    least > ranges.iter().map(|range| range.end()).min()
}

/// The side of a magic square of this many cells, and the sum of its lines.
fn magic(count: usize) -> (usize, u32) {
    let side = count.isqrt();
    (side, (side * (count + 1) / 2) as u32)
}

/// The rows, columns and diagonals of a square of this side, as indices of its cells.
fn magic_lines(side: usize) -> Vec<std::iter::StepBy<std::ops::Range<usize>>> {
    let rows = (0..side).map(|row| (row * side..(row + 1) * side).step_by(1));
    let columns = (0..side).map(|column| (column..side * side).step_by(side));
    let diagonals =
        [(0..side * side).step_by(side + 1), (side - 1..side * side - 1).step_by(side - 1)];
    rows.chain(columns).chain(diagonals).collect()
}

/// The segments of a line: a new segment begins where the line enters another box or region.
fn segments<'c>(clue: &'c Clue, rules: &Rules) -> Vec<&'c [Cell]> {
    clue.cells.chunk_by(|&a, &b| region_of(rules, a) == region_of(rules, b)).collect()
}

/// The part that requires a sum of the digits of cells. These digits differ: another part requires
/// this.
fn distinct_sum(
    clue: &Clue,
    rules: &Rules,
    cells: Vec<Cell>,
    sum: u32,
) -> Result<Option<Part>, String> {
    let (count, side) = (cells.len(), rules.size().side());
    match sets_of_sum(count, sum as usize, side) {
        Some(sets) => sets_part(clue, side, cells, sets),
        None => plain_sum(clue, rules, cells.into_iter().map(|cell| (cell, 1)), sum).map(Some),
    }
}

/// The part that requires that the digits of different cells are one of these sets. `None` if there
/// are as many cells as digits, since there is only one set then.
fn sets_part(
    clue: &Clue,
    side: usize,
    cells: Vec<Cell>,
    sets: impl Into<Arc<[Digits]>>,
) -> Result<Option<Part>, String> {
    let sets = sets.into();
    match (&cells[..], sets.is_empty()) {
        (_, true) => Err(impossible(clue)),
        (&[cell], _) => {
            let digits = sets.iter().fold(0, |all, set| all | set);
            Ok(Some(Part::Only { cell, digits }))
        }
        _ => Ok((cells.len() < side).then_some(Part::Sets { cells, sets })),
    }
}

/// The part that requires a sum of the digits of cells, in which the digit of each cell counts the
/// given number of times.
fn plain_sum(
    clue: &Clue,
    rules: &Rules,
    cells: impl Iterator<Item = (Cell, u32)>,
    sum: u32,
) -> Result<Part, String> {
    let side = rules.size().side() as u32;
    let (cells, times): (Vec<Cell>, Vec<u32>) = cells.unzip();
    // For each position, how many times the digits after it count, all together.
    let rests = (0..times.len()).map(|position| times[position + 1..].iter().sum::<u32>());
    let rests = rests.collect_vec();
    let step = |position: usize, &left: &u32, digit: u32| {
        let left = left.checked_sub(digit * times[position])?;
        (rests[position]..=rests[position] * side).contains(&left).then_some(left)
    };
    let key = [&[sum][..], &times].concat();
    line(clue, side as usize, cells, key, sum, step, |&left| left == 0)
}

/// The parts of a sum. Units whose cells are all in the sum are left out, since the sum of a unit
/// is known.
fn sum(clue: &Clue, rules: &Rules) -> Result<Vec<Part>, String> {
    let side = rules.size().side();
    let (mut times, mut sum) = (BTreeMap::new(), clue.numbers[0]);
    for &cell in &clue.cells {
        *times.entry(cell).or_insert(0_u32) += 1;
    }
    let units = clue.cells.iter().flat_map(|&cell| rules.units_of(cell));
    let units = if times.len() < side { Vec::new() } else { units.sorted().dedup().collect() };
    for cells in units.into_iter().map(|&unit| &rules.unit(unit).cells) {
        while cells.iter().all(|cell| times.get(cell).is_some_and(|&times| times > 0)) {
            cells.iter().for_each(|cell| *times.entry(*cell).or_default() -= 1);
            sum =
                sum.checked_sub((side * (side + 1) / 2) as u32).ok_or_else(|| impossible(clue))?;
        }
    }
    times.retain(|_, times| *times > 0);
    let cells = times.keys().copied().collect_vec();
    if cells.is_empty() {
        return if sum == 0 { Ok(Vec::new()) } else { Err(impossible(clue)) };
    }
    let are_peers = |&(&a, &b): &(&Cell, &Cell)| rules.are_peers(a, b);
    let is_cage = cells.len() <= side
        && times.values().all(|&times| times == 1)
        && cells.iter().tuple_combinations().all(|pair| are_peers(&pair));
    if !is_cage {
        return Ok(vec![plain_sum(clue, rules, times.into_iter(), sum)?]);
    }
    let mut parts = differ(&cells);
    parts.extend(distinct_sum(clue, rules, cells, sum)?);
    Ok(parts)
}

/// The part of an arrow whose circle or pill has `pill` cells.
fn arrow(clue: &Clue, rules: &Rules, pill: usize) -> Result<Vec<Part>, String> {
    let (side, count) = (rules.size().side() as u32, clue.cells.len());
    // The state: in the pill, the number so far; on the shaft, what is left of the number.
    let step = |position: usize, &left: &u32, digit: u32| {
        let rest = (count - 1 - position.max(pill - 1)) as u32;
        let left = match position < pill {
            true => left * 10 + digit,
            false => left.checked_sub(digit)?,
        };
        let is_in_pill = position + 1 < pill;
        (left <= rest * side && (is_in_pill || left >= rest)).then_some(left)
    };
    let key = vec![pill as u32];
    Ok(vec![line(clue, side as usize, clue.cells.clone(), key, 0, step, |&left| left == 0)?])
}

/// The part that requires that groups of cells have the same sum. The cells of the first group come
/// first in the part.
fn equal_sums(clue: &Clue, rules: &Rules, groups: &[&[Cell]]) -> Result<Vec<Part>, String> {
    let side = rules.size().side() as u32;
    // For each position, its group, and the possible sums of the later cells of this group.
    let places = (0_u32..).zip(groups).flat_map(|(group, cells)| {
        let pairs = || cells.iter().tuple_combinations();
        let are_distinct = pairs().all(|(&a, &b)| rules.are_peers(a, b));
        (0..cells.len() as u32).rev().map(move |rest| match are_distinct {
            true => (group, distinct_bounds(rest, side)),
            false => (group, rest..=rest * side),
        })
    });
    let places = places.collect_vec();
    let key =
        places.iter().flat_map(|(group, rest)| [*group, *rest.start(), *rest.end()]).collect();
    // The state: the sum of the first group, and what is left of this sum in the current group.
    let step = |position: usize, &(sum, left): &(u32, u32), digit: u32| {
        let (group, rest) = &places[position];
        if *group == 0 {
            return Some((sum + digit, sum + digit));
        }
        let is_first = places[position - 1].0 != *group;
        let left = if is_first { sum } else { left }.checked_sub(digit)?;
        rest.contains(&left).then_some((sum, left))
    };
    let cells = groups.concat();
    Ok(vec![line(clue, side as usize, cells, key, (0, 0), step, |_| true)?])
}
