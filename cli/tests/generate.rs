//! Generated puzzles are what was asked for: by solvers that had no part in making them, and from
//! the command line.

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::common::program::{satdoku, with_stdin};
use satdoku::explain::{Depth, Effort, Grade, State, StepRating};
use satdoku::generate::Recipe;
use satdoku::{Deadline, Puzzle, Rules, Size};

const SYMMETRIES: [&str; 8] = [
    "none",
    "rotational",
    "quarter-turn",
    "mirror",
    "upside-down",
    "two-mirrors",
    "diagonal",
    "anti-diagonal",
];

/// The cells that a symmetry puts together with a cell, all 0..81.
fn partners(symmetry: &str, cell: usize) -> Vec<usize> {
    let (row, column) = (cell / 9, cell % 9);
    let at = |row: usize, column: usize| 9 * row + column;
    match symmetry {
        "rotational" => vec![80 - cell],
        "quarter-turn" => vec![80 - cell, at(column, 8 - row), at(8 - column, row)],
        "mirror" => vec![at(row, 8 - column)],
        "upside-down" => vec![at(8 - row, column)],
        "two-mirrors" => vec![80 - cell, at(row, 8 - column), at(8 - row, column)],
        "diagonal" => vec![at(column, row)],
        "anti-diagonal" => vec![at(8 - column, 8 - row)],
        _ => vec![cell],
    }
}

/// Whether the crate `sudoku` finds exactly one solution.
fn is_proper(line: &str) -> bool {
    sudoku::Sudoku::from_str_line(line).unwrap().is_uniquely_solvable()
}

fn without(line: &str, cells: &[usize]) -> String {
    let keep = |(cell, symbol)| if cells.contains(&cell) { '.' } else { symbol };
    line.chars().enumerate().map(keep).collect()
}

#[test]
fn puzzles_are_minimal_and_symmetric_in_the_eyes_of_the_crate_sudoku() {
    for symmetry in SYMMETRIES {
        let output = satdoku(format!("generate -n 25 --seed 3 --symmetry {symmetry}"));
        assert_eq!(output.stdout.lines().count(), 25, "{}", output.stderr);
        for line in output.stdout.lines() {
            assert!(is_proper(line), "{line}");
            let is_given = |cell: usize| line.as_bytes()[cell] != b'.';
            for cell in (0..81).filter(|&cell| is_given(cell)) {
                let mut cells = partners(symmetry, cell);
                assert!(cells.iter().all(|&partner| is_given(partner)), "{symmetry} {line}");
                cells.push(cell);
                assert!(!is_proper(&without(line, &cells)), "{symmetry} {line}");
            }
        }
    }
}

#[test]
fn givens_stand_in_the_cells_of_the_pattern() {
    for line in satdoku("generate -n 4 --seed 9 --givens 26").stdout.lines() {
        let pattern = line.replace(|symbol: char| symbol != '.', "x");
        let made = satdoku(format!("generate --seed 1 --pattern {pattern}")).ends(0);
        let made = made.stdout.trim();
        assert_eq!(made.replace(|symbol: char| symbol != '.', "x"), pattern);
        assert!(is_proper(made) && made != line, "{made}");
    }
}

/// Killers are solved again, by SAT on the whole formula, which had no part in making them.
#[test]
fn killers_of_up_to_nine_cells_have_one_solution_and_no_givens() {
    let made = satdoku("generate --kind killer --largest 9 -n 5 --seed 1 -x").ends(0);
    let solved = with_stdin("solve --solver varisat --format json", &made.stdout).ends(0);
    for (made, solved) in made.json().iter().zip(solved.json()) {
        assert_eq!(made["puzzle"], ".".repeat(81));
        assert_eq!(
            (&solved["status"], made["rules"].as_str()),
            (&"unique".into(), Some("diagonal"))
        );
    }
    let again = satdoku("generate --kind killer --largest 9 -n 5 --seed 1 -x --threads 1");
    assert_eq!(again.stdout, made.stdout);
}

#[test]
fn any_number_of_threads_prints_the_same_puzzles() {
    let make = |threads: &str| {
        satdoku(format!("generate -n 300 --seed 1 --format json --threads {threads}"))
    };
    let one = make("1");
    assert_eq!(one.stdout.lines().count(), 300);
    for threads in ["2", "7"] {
        assert_eq!(make(threads).stdout, one.stdout, "{threads} threads");
    }
    // Each puzzle is its own: fewer of them are the first of more.
    let few = satdoku("generate -n 5 --seed 1 --format json");
    assert!(one.stdout.starts_with(&few.stdout));
}

/// If this fails, a seed gives other puzzles than it gave before: that needs a line in the
/// changelog.
#[test]
fn a_seed_gives_the_same_puzzles_on_every_machine() {
    let output = satdoku("generate -n 2 --seed 1");
    assert_eq!(output.stdout.lines().collect::<Vec<_>>(), SEED_1);
}

const SEED_1: [&str; 2] = [
    "..6.8.7....5.9..3.2...5.9..96.7..4....8..1.......3...8...5....7.2....64...9......",
    "7.........5...7.19...42.5.....3..2.1.4.......9.6..1..7.......4...8...6..2....915.",
];

#[test]
fn hard_instances_have_holes_and_the_solution_they_came_from() {
    let hard = |more: &str| satdoku(format!("generate --side 16 --seed 1 {more}"));
    let several = hard("--holes 0.45 --balanced --count 3");
    let lines: Vec<&str> = several.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{}", several.stderr);
    for line in &lines {
        let is_hole = |cell: &usize| line.as_bytes()[*cell] == b'.';
        assert_eq!((0..256).filter(is_hole).count(), 115);
        for row in 0..16 {
            let in_row = (16 * row..16 * row + 16).filter(is_hole).count();
            let in_column = (row..256).step_by(16).filter(is_hole).count();
            assert!((7..=8).contains(&in_row) && (7..=8).contains(&in_column), "{line}");
        }
    }
    let solved = with_stdin("solve --first --exit-zero", &several.stdout);
    assert_eq!(solved.stdout.lines().count(), 3, "{}", solved.stderr);
    several.prints(hard("--holes 0.45 --balanced --count 3 --threads 1").stdout);
    let drawn = hard("--holes 0.3 --format grid --box 2x8");
    assert_eq!(drawn.stdout.lines().count(), 23, "{}", drawn.stdout);
}

#[test]
fn grids_without_boxes_have_any_side() {
    for (arguments, cells) in
        [("--rules jigsaw --side 6", 36), ("--rules latin --side 5", 25), ("--side 6", 36)]
    {
        let output = satdoku(format!("generate --seed 1 --format json {arguments}"));
        let puzzle = &output.json()[0]["puzzle"];
        assert_eq!(puzzle.as_str().unwrap().len(), cells, "{arguments}: {}", output.stderr);
    }
}

#[test]
fn puzzles_of_depth_2_are_made_from_known_ones() {
    let arguments = "generate --depth 2 --seed 1 --count 3 --format line";
    let made =
        satdoku(arguments).ends(0).prints(satdoku(format!("{arguments} --threads 3")).stdout);
    let lines: Vec<&str> = made.stdout.lines().collect();
    assert!(lines.len() == 3 && lines.iter().all_unique(), "{lines:?}");
    for line in lines {
        assert!(is_proper(line), "{line}");
        let puzzle = Puzzle::classic(line.parse().unwrap());
        let depth = State::new(&puzzle).depth(2, Deadline::NONE);
        assert_eq!(depth, Depth::Solved(2), "{line}");
    }
}

#[test]
fn a_grid_to_practise_a_technique_on_has_it_as_its_next_step() {
    for (technique, name) in [("naked-pair", "naked pair"), ("pointing", "pointing")] {
        let arguments = format!("generate --next {technique} --count 2 --seed 7");
        let states = satdoku(&arguments).ends(0).stdout;
        let hints = with_stdin("hint", &states).ends(0).stdout;
        assert_eq!(hints.matches(name).count(), 2, "{hints}");
        let records = satdoku(arguments + " --format json").ends(0).stdout;
        let hints = with_stdin("hint", &records).ends(0).stdout;
        assert_eq!(hints.matches(name).count(), 2, "{hints}");
    }
    satdoku("generate --next naked-pair --format grid").ends(2);
}

#[test]
fn no_puzzle_has_a_technique_above_its_grade() {
    let recipe = Recipe::new(Rules::classic(Size::NINE).into(), 8);
    let mut techniques = BTreeSet::new();
    for index in 0..60 {
        let state = State::new(&recipe.puzzle(index).unwrap().puzzle);
        let rating = StepRating::of(state, &Effort::default()).unwrap();
        for &technique in rating.counts.keys() {
            let least = Grade::least_with(technique);
            assert!(rating.grade().is_none_or(|grade| grade >= least), "{technique}");
            techniques.insert(technique);
        }
    }
    assert!(techniques.len() > 12, "{techniques:?}");
}
