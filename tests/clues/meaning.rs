//! Each kind of the table, by brute force on small grids: what `is_violated` says, the parts, the
//! clauses, propagation and counts agree with the meaning that stands apart.

use std::collections::BTreeMap;
use std::sync::Arc;

use itertools::Itertools;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use satdoku::evidence::count;
use satdoku::rules::{Clue, ClueKind, Part};
use satdoku::simplify::{Budget, Finding, simplify};
use satdoku::solve::Session;
use satdoku::{
    Candidate, Cell, Deadline, Digit, Encoding, Grid, Limits, Pipeline, Puzzle, Rules, Size,
};

use super::apart::{UNTOLD, meaning, obeys};
use crate::common::{brute_force, grid, random};

/// Cells as clues have them: a walk, neighbours, a square, a row or column, any cells.
fn some_cells(size: Size, random: &mut impl Rng) -> Vec<Cell> {
    let side = size.side();
    let (row, column) = (random.random_range(0..side), random.random_range(0..side));
    let line = |index: usize, is_row: bool| match is_row {
        true => size.cell(row, index),
        false => size.cell(index, column),
    };
    match random.random_range(0..6) {
        0 => Vec::new(),
        1 => {
            let is_row = random.random();
            let mut cells: Vec<Cell> = (0..side).map(|index| line(index, is_row)).collect();
            if random.random() {
                cells.reverse();
            }
            cells
        }
        2 => {
            let edge = random.random_range(2..=3.min(side));
            let (row, column) = (row.min(side - edge), column.min(side - edge));
            let square = (0..edge).cartesian_product(0..edge);
            square.map(|(down, right)| size.cell(row + down, column + right)).collect()
        }
        3 => {
            let mut all: Vec<Cell> = size.cells().collect();
            all.shuffle(random);
            all.truncate(random.random_range(1..=side + 1));
            all
        }
        _ => {
            let mut walk = vec![size.cell(row, column)];
            for _ in 1..random.random_range(2..=side + 2) {
                let last = walk[walk.len() - 1];
                let (row, column) = (size.row_index(last), size.column_index(last));
                let near = size.cells().filter(|&cell| {
                    let down = size.row_index(cell).abs_diff(row);
                    let right = size.column_index(cell).abs_diff(column);
                    down + right == 1 || random.random_ratio(1, 4) && down.max(right) == 1
                });
                let next = *near.collect::<Vec<_>>().choose(random).unwrap();
                if !walk.contains(&next) || random.random_ratio(1, 8) {
                    walk.push(next);
                }
            }
            walk
        }
    }
}

pub fn some_clue(kind: ClueKind, size: Size, random: &mut impl Rng) -> Clue {
    let most = if random.random() { size.side() as u32 } else { 4 * size.side() as u32 };
    let count = *[0, 1, 1, 1, 2, 3].choose(random).unwrap();
    let mut numbers: Vec<u32> = (0..count).map(|_| random.random_range(0..=most)).collect();
    if kind.name() == "automaton" {
        let states = random.random_range(1..=3);
        let row = 1 + size.side() as u32;
        let entry = |at| random.random_range(0..=if at % row == 0 { 1 } else { states });
        numbers = (0..states * row).map(entry).collect();
    }
    Clue { kind, cells: some_cells(size, random), numbers }
}

/// Rules with a clue of this kind, and sometimes with another clue beside it.
fn some_rules(kind: ClueKind, base: &Rules, random: &mut impl Rng) -> Option<Rules> {
    let mut clues = vec![some_clue(kind, base.size(), random)];
    let mut beside = |kind: ClueKind, random: &mut _| {
        let other = some_clue(kind, base.size(), random);
        if base.with_clues(vec![other.clone()]).is_ok() {
            clues.push(other);
        }
    };
    let name = kind.name();
    // A negative depends on dots, a mark on others of its kind.
    for (of, other) in [
        ("kropki", "kropki white"),
        ("ratio", "kropki black"),
        ("consecutive", "kropki black"),
        ("kropki", "kropki black"),
        ("xv", "x"),
        ("xv", "v"),
        ("minimum", "minimum"),
        ("maximum", "maximum"),
    ] {
        if name.contains(of) && random.random() {
            (0..8).for_each(|_| beside(other.parse().unwrap(), random));
        }
    }
    base.with_clues(clues).ok()
}

/// Whether a full grid obeys a part, by what its documentation says.
fn obeys_part(part: &Part, grid: &Grid) -> bool {
    let index = |cell: Cell| grid.get(cell).unwrap().index();
    match part {
        Part::Only { cell, digits } => digits >> index(*cell) & 1 == 1,
        Part::Differ { cells } => cells.iter().map(|&cell| index(cell)).all_unique(),
        Part::Pair { cells: [a, b], allowed } => allowed[index(*a)] >> index(*b) & 1 == 1,
        Part::Sets { cells, sets } => {
            sets.contains(&cells.iter().fold(0, |set, &cell| set | 1 << index(cell)))
        }
        Part::Line { cells, diagram } => {
            let follow = |state: u32, (position, &cell): (usize, &Cell)| {
                let mut steps = diagram.layer(position).iter();
                let is_next = |step: &&satdoku::rules::clue::Transition| {
                    step.from == state && usize::from(step.digit) == index(cell)
                };
                steps.find(is_next).map(|step| step.to)
            };
            cells.iter().enumerate().try_fold(0, follow).is_some()
        }
        part => panic!("{part:?} is not known here"),
    }
}

/// What is asked of each kind on a grid: full grids that obey the rules without clues, and the givens
/// that they have in common.
fn check(rules: Rules, givens: &Grid, full: &[Grid], random: &mut impl Rng) -> Result<(), String> {
    let text = rules.clues().iter().map(|clue| clue.text(&rules)).join(", ");
    let (size, rules) = (rules.size(), Arc::new(rules));
    let scans: Vec<_> =
        rules.clues().iter().map(|clue| meaning(&rules, clue).expect(UNTOLD)).collect();
    let ensure = |holds: bool, what: &str, grid: &Grid| match holds {
        true => Ok(()),
        false => Err(format!("{what} of {text}: {:?}", grid.values())),
    };
    let mut expected = Vec::new();
    for grid in full {
        for (clue, scans) in rules.clues().iter().zip(&scans) {
            ensure(clue.is_violated(&rules, grid) != obeys(scans, grid), "predicate", grid)?;
        }
        let is_right = scans.iter().all(|scans| obeys(scans, grid));
        let mut units = rules.units().iter();
        let units = units.all(|unit| unit.cells.iter().map(|&cell| grid.get(cell)).all_unique());
        let parts = units && rules.parts().iter().all(|(_, part)| obeys_part(part, grid));
        ensure(parts == is_right, "parts", grid)?;
        if is_right {
            expected.push(grid.clone());
        }
    }
    // What contradicts a clue with empty cells does so however they are filled.
    for _ in 0..3 {
        let Some(mut partial) = expected.choose(random).cloned() else { break };
        for cell in size.cells().collect_vec() {
            if random.random() {
                partial.set(cell, None);
            }
            let is_violated = rules.clues().iter().any(|clue| clue.is_violated(&rules, &partial));
            ensure(!is_violated, "predicate with empty cells", &partial)?;
        }
    }
    let Ok(puzzle) = Puzzle::new(Arc::clone(&rules), givens.clone()) else {
        return ensure(expected.is_empty(), "givens refused", givens);
    };
    let limit = full.len() + 1;
    let as_sorted = |mut grids: Vec<Grid>| {
        grids.sort_by_key(|grid| grid.values().to_vec());
        grids
    };
    let expected = as_sorted(expected);
    for encoding in Encoding::all().step_by(random.random_range(1..5)).take(2) {
        let answer = Session::new(&puzzle, encoding, Deadline::NONE).answer(limit).unwrap();
        let is_right = answer.complete && as_sorted(answer.solutions) == expected;
        ensure(is_right, &format!("clauses ({encoding})"), givens)?;
    }
    let all = Limits { solutions: limit, ..Limits::UNIQUE };
    let answer = Pipeline::new().solve(&puzzle, &all).unwrap().answer;
    let is_right = answer.complete && as_sorted(answer.solutions) == expected;
    ensure(is_right, "solutions", givens)?;
    let counted = count(&puzzle, 0, limit as u64, Deadline::NONE).unwrap();
    let is_right = counted.complete && counted.found == expected.len() as u64;
    ensure(is_right, "count", givens)?;
    for probes in [0, 1000] {
        let budget = Budget { probes, ..Budget::default() };
        let is_right = match simplify(&puzzle, &budget).finding {
            Finding::Contradiction => expected.is_empty(),
            Finding::Solved(grid) => expected == [grid],
            Finding::Open(candidates) => {
                let mut held = expected.iter().flat_map(|grid| grid.filled());
                held.all(|held| candidates[held.cell].contains(held.digit))
            }
            other => panic!("{other:?} without a deadline"),
        };
        ensure(is_right, "propagation", givens)?;
    }
    Ok(())
}

/// Checks each kind so often, on grids made by `grids`; returns how often by kind.
fn check_all(
    base: &Rules,
    each: usize,
    seed: u64,
    mut grids: impl FnMut(&mut rand_chacha::ChaCha8Rng) -> (Grid, Vec<Grid>),
) -> BTreeMap<ClueKind, usize> {
    let mut random = random(seed);
    let (mut counts, mut wrong) = (BTreeMap::new(), Vec::new());
    for kind in ClueKind::ALL {
        let count = counts.entry(kind).or_insert(0);
        for _ in 0..2000 {
            if *count == each {
                break;
            }
            let Some(rules) = some_rules(kind, base, &mut random) else { continue };
            let (givens, full) = grids(&mut random);
            wrong.extend(check(rules, &givens, &full, &mut random).err());
            *count += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    counts
}

#[test]
fn a_digit_that_stands_elsewhere_contradicts_what_points_to_an_empty_cell() {
    let base = Rules::classic(Size::FOUR);
    // The cell says 3, the third place is empty, the number stands in the fourth.
    for (text, values) in [
        ("column indexer A1", "3..1............"),
        ("row indexer A1", "3...........1..."),
        ("box indexer A1", "3....1.........."),
        ("numbered room 2 row 1", "3..2............"),
    ] {
        let clue = Clue::parse(text, Size::FOUR).unwrap();
        let rules = base.with_clues(vec![clue.clone()]).unwrap();
        assert!(clue.is_violated(&rules, &grid(values)), "{text}");
        assert!(!clue.is_violated(&rules, &grid("3...............")), "{text}");
    }
}

#[test]
fn all_meanings_of_each_kind_agree_on_4x4() {
    let base = Rules::classic(Size::FOUR);
    let empty = Grid::empty(Size::FOUR);
    let full = brute_force(&Puzzle::new(base.clone(), empty.clone()).unwrap());
    assert_eq!(full.len(), 288);
    let counts = check_all(&base, 12, 4, |_| (empty.clone(), full.clone()));
    println!("{counts:?}");
}

#[test]
fn all_meanings_of_each_kind_agree_on_6x6() {
    let size = Size::new(2, 3).unwrap();
    let base = Rules::classic(size);
    let blank = Puzzle::new(base.clone(), Grid::empty(size)).unwrap();
    let mut first = Session::new(&blank, Encoding::default(), Deadline::NONE);
    let counts = check_all(&base, 6, 6, |random| {
        loop {
            // Some full grid, and some of its cells given.
            let mut digits: Vec<_> = size.digits().collect();
            digits.shuffle(random);
            let row: Vec<_> =
                size.cells().zip(digits).map(|(cell, digit)| Candidate { cell, digit }).collect();
            let mut givens = first.solve(&row).unwrap().unwrap();
            let mut cells: Vec<Cell> = size.cells().collect();
            cells.shuffle(random);
            cells.into_iter().take(24).for_each(|cell| givens.set(cell, None));
            let full = brute_force(&blank.with_givens(givens.clone()).unwrap());
            if full.len() < 400 {
                return (givens, full);
            }
        }
    });
    println!("{counts:?}");
    let never: Vec<_> =
        counts.iter().filter(|(_, count)| **count == 0).map(|(kind, _)| *kind).collect();
    assert_eq!(never, [ClueKind::MagicSquare], "have no clue on a 6x6 grid");
}

#[test]
fn all_meanings_of_a_magic_square_agree_on_9x9() {
    let mut random = random(9);
    let blank = Puzzle::classic(Grid::empty(Size::NINE));
    let mut session = Session::new(&blank, Encoding::default(), Deadline::NONE);
    let square_at = |row: usize, column: usize| {
        let square = (0..3).cartesian_product(0..3);
        square.map(move |(down, right)| Size::NINE.cell(row + down, column + right))
    };
    let candidate = |(cell, value)| Candidate { cell, digit: Digit::new(value).unwrap() };
    for number in 0..20 {
        // A magic square in the middle box, and a clue there or elsewhere.
        let square = square_at(3, 3).zip([2, 7, 6, 9, 5, 1, 4, 3, 8]).map(candidate);
        let first = candidate((Size::NINE.cell(0, 0), random.random_range(1..=9)));
        let placed: Vec<Candidate> = square.chain([first]).collect();
        let mut givens = session.solve(&placed).unwrap().unwrap();
        let mut others: Vec<Cell> = Size::NINE.cells().collect();
        others.shuffle(&mut random);
        let open = square_at(3, 3).chain(others.into_iter().take(30));
        open.for_each(|cell| givens.set(cell, None));
        let full = brute_force(&Puzzle::classic(givens.clone()));
        let corner = if number % 3 == 0 { (random.random_range(0..7), 0) } else { (3, 3) };
        let cells = square_at(corner.0, corner.1).collect();
        let clue = Clue { kind: ClueKind::MagicSquare, cells, numbers: Vec::new() };
        let rules = blank.rules().with_clues(vec![clue]).unwrap();
        check(rules, &givens, &full, &mut random).unwrap();
    }
}
