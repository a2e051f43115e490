//! Do links to other programs say the whole puzzle, or is what they cannot say refused?
//! The cases beside this file are tests of their own (`tests/cases.rs`): a puzzle, and what stands in
//! its links.

mod found;

use std::collections::BTreeSet;

use itertools::Itertools;
use satdoku::format::Program;
use satdoku::rules::{Clue, ClueKind, RegionLabel, Regions};
use satdoku::{Cell, Grid, Puzzle, Rules, Size, Variant};
use serde_json::Value;

use found::packed;

/// Full grids of 9x9 that obey rows, columns and boxes.
fn grids() -> Vec<Grid> {
    let base: Vec<u16> =
        (0..81).map(|at| ((at % 9 + at / 9 % 3 * 3 + at / 27) % 9 + 1) as u16).collect();
    let order = |seed: usize| [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2]][seed % 4];
    let grid = |seed: usize| {
        let index = |at: usize| order(seed)[at / 3] * 3 + order(seed / 4)[at % 3];
        let digit =
            |value: u16| ((value as usize - 1) * [1, 2, 4, 5, 7, 8][seed % 6] + seed) % 9 + 1;
        let values = (0..81).map(|at| {
            let (row, column) = (index(at / 9), index(at % 9));
            let at = if seed.is_multiple_of(2) { row * 9 + column } else { column * 9 + row };
            digit(base[at]) as u16
        });
        Grid::from_values(Size::NINE, values.collect_vec()).unwrap()
    };
    (0..48).map(grid).collect()
}

/// What rules say of these grids, and their units and pairs.
fn meaning(rules: &Rules, grids: &[Grid]) -> (BTreeSet<Vec<Cell>>, BTreeSet<[Cell; 2]>, Vec<bool>) {
    let units = rules.units().iter().map(|unit| unit.cells.clone());
    let pairs = rules.pairs().iter().map(|pair| pair.cells);
    let violated = |grid: &Grid| rules.clues().iter().any(|clue| clue.is_violated(rules, grid));
    (units.collect(), pairs.collect(), grids.iter().map(violated).collect())
}

/// A clue turned and mirrored, with another number where that may be.
fn variations(clue: &Clue) -> impl Iterator<Item = Clue> {
    let size = Size::NINE;
    let moved = move |way: usize, cell: &Cell| {
        let (row, column) = (size.row_index(*cell), size.column_index(*cell));
        let (row, column) = if way & 1 == 0 { (row, column) } else { (column, row) };
        let row = if way & 2 == 0 { row } else { 8 - row };
        size.cell(row, if way & 4 == 0 { column } else { 8 - column })
    };
    (0..8).map(move |way| {
        let cells = clue.cells.iter().map(|cell| moved(way, cell)).collect();
        let mut numbers = clue.numbers.clone();
        if let [number] = &mut numbers[..]
            && !matches!(clue.kind, ClueKind::PillArrow | ClueKind::SameDigits)
        {
            *number = if way == 7 { *number } else { way as u32 + 1 };
        }
        Clue { kind: clue.kind, cells, numbers }
    })
}

/// The kinds that a program never knows.
fn unsaid(program: Program) -> Vec<ClueKind> {
    use ClueKind::*;
    match program {
        Program::Iss => vec![
            BoxIndexer,
            MagicSquare,
            NegativeRatio,
            DigitalRoot,
            SlowThermometer,
            Clone,
            Automaton,
        ],
        _ => vec![
            CountingCircles,
            SameDigits,
            MagicSquare,
            GreaterThan,
            Sum,
            NumberedRoom,
            Automaton,
        ],
    }
}

#[test]
fn every_kind_is_read_back_as_it_was_written_or_refused_by_its_text() {
    let (base, grids) = (Rules::classic(Size::NINE), grids());
    // SudokuPad gets what f-puzzles gets.
    let programs = [Program::FPuzzles, Program::Iss];
    for (kind, program) in ClueKind::ALL.into_iter().cartesian_product(programs) {
        let (mut said, mut shown) = (0, 0);
        for clue in variations(&Clue::parse(kind.example(), Size::NINE).unwrap()) {
            let Ok(rules) = base.with_clues(vec![clue.clone()]) else { continue };
            let puzzle = Puzzle::new(rules, Grid::empty(Size::NINE)).unwrap();
            shown += 1;
            let text = clue.text(puzzle.rules());
            match program.link(&puzzle, None) {
                Err(unsaid) => assert!(unsaid.to_string().contains(&text), "{unsaid}"),
                Ok(link) => {
                    said += 1;
                    let read: Puzzle =
                        link.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                    let [before, after] = [&puzzle, &read].map(|p| meaning(p.rules(), &grids));
                    assert_eq!(before, after, "{text}: {}", read.rules());
                    let parts = |puzzle: &Puzzle| puzzle.rules().parts().len();
                    assert!(parts(&read) >= parts(&puzzle), "{text}");
                }
            }
        }
        assert!(shown > 0, "{kind}");
        assert_eq!(
            said == 0,
            unsaid(program).contains(&kind),
            "correct `unsaid`: {kind} in {program}"
        );
    }
}

/// Rules of a grid with and without boxes, regions and names.
fn grids_with_rules() -> Vec<Rules> {
    let six = Size::new(3, 2).unwrap();
    let snake = |size: Size| {
        let label = |cell| RegionLabel::Number((1 + size.row_index(cell)) as u16);
        Regions::new(size.cells().map(label).collect()).unwrap()
    };
    let sixteen = Size::from_side(16).unwrap();
    let builders = [
        Rules::builder(six),
        Rules::builder(Size::new(2, 3).unwrap()),
        Rules::builder(sixteen),
        Rules::builder(Size::FOUR).variant(Variant::Latin),
        Rules::builder(Size::without_boxes(7)).variant(Variant::Latin),
        Rules::builder(Size::FOUR).regions(snake(Size::FOUR)),
    ];
    let named = Variant::ALL.into_iter().filter(|variant| !variant.is_base());
    let named = named.map(|variant| Rules::builder(Size::NINE).variant(variant));
    builders.into_iter().chain(named).map(|builder| builder.build().unwrap()).collect()
}

#[test]
fn every_grid_and_all_rules_with_a_name_are_read_back() {
    for (rules, program) in grids_with_rules().into_iter().cartesian_product(Program::ALL) {
        let size = rules.size();
        let mut givens = Grid::empty(size);
        let last = size.digits().last().unwrap();
        givens.set(size.cell(size.side() - 1, size.side() - 1), Some(last));
        let puzzle = Puzzle::new(rules, givens).unwrap();
        match program.link(&puzzle, None) {
            Err(unsaid) => assert!(unsaid.to_string().ends_with("the rules 'argyle'"), "{unsaid}"),
            Ok(link) => {
                let read: Puzzle = link.parse().unwrap_or_else(|error| panic!("{link}: {error}"));
                assert_eq!(read.givens().values(), puzzle.givens().values());
                let [before, after] = [&puzzle, &read].map(|puzzle| meaning(puzzle.rules(), &[]));
                assert_eq!(before, after, "{} in {program}", puzzle.rules());
            }
        }
    }
}

#[test]
fn solutions_go_along() {
    let puzzle: Puzzle = "1.....3..4.....2\nkiller 3 A1 A2".parse().unwrap();
    let solution: Grid = "1234341221434321".parse().unwrap();
    for program in Program::ALL {
        let link = program.link(&puzzle, Some(&solution)).unwrap();
        let read = satdoku::format::puzzles(link.as_bytes(), &Default::default()).next().unwrap();
        let read = read.unwrap();
        let found = if program == Program::Iss { Some(read.grid) } else { read.solution };
        assert_eq!(found, Some(solution.clone()), "{program}");
    }
}

/// The JSON of a puzzle of f-puzzles without a field: of itself, or of an entry of one of its lists.
fn without_each(json: &Value) -> Vec<(String, Value)> {
    // What is drawn, or said in words.
    const SAYS_NOTHING: [&str; 12] = [
        "size",
        "title",
        "author",
        "ruleset",
        "solution",
        "grid",
        "line",
        "text",
        "rectangle",
        "circle",
        "cage",
        "metadata",
    ];
    let mut all = Vec::new();
    for (key, value) in json.as_object().unwrap() {
        if SAYS_NOTHING.contains(&&**key) {
            continue;
        }
        let mut without = json.clone();
        without.as_object_mut().unwrap().remove(key);
        all.push((key.clone(), without));
        for (index, entry) in value.as_array().into_iter().flatten().enumerate() {
            for field in entry.as_object().into_iter().flatten().map(|(field, _)| field) {
                let mut without = json.clone();
                without[key][index].as_object_mut().unwrap().remove(field);
                all.push((format!("{key}[{index}].{field}"), without));
            }
        }
    }
    all
}

#[test]
fn what_lacks_a_field_is_refused_or_says_something_else() {
    let (base, grids) = (Rules::classic(Size::NINE), grids());
    for kind in ClueKind::ALL {
        let clue = Clue::parse(kind.example(), Size::NINE).unwrap();
        let puzzle = Puzzle::new(base.with_clues(vec![clue]).unwrap(), Grid::empty(Size::NINE));
        let Ok(link) = Program::FPuzzles.link(&puzzle.unwrap(), None) else { continue };
        let json: Value = serde_json::from_str(&packed(&link)).unwrap();
        let read = |json: &Value| {
            let text = json.to_string();
            let puzzle: Result<Puzzle, _> = text.parse();
            puzzle.map(|puzzle| (puzzle.rules().parts().len(), meaning(puzzle.rules(), &grids)))
        };
        let whole = read(&json).unwrap();
        for (field, without) in without_each(&json) {
            // The cells of a diagonal follow from its first and its direction.
            let is_told_twice = field.starts_with("littlekillersum") && field.ends_with("cells");
            let found = read(&without);
            assert!(is_told_twice || found != Ok(whole.clone()), "{kind} without {field}");
        }
    }
}
