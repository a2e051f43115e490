//! The depth of puzzles: labels of others, any size and rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{grid, list, proper_puzzle, random, unsolvable};
use rand::seq::SliceRandom;
use satdoku::explain::{Depth, Effort, End, Rated, Rating, State, Technique};
use satdoku::{Deadline, Digit, Dpll, Grid, Puzzle, Rules, Size, Variant, verify};

/// Puzzles of each depth.
const CASES: [(&str, usize); 4] = [
    ("...456..9..6.......891..45.2.........7..9.....35......397...5.......4.72.....5361", 0),
    ("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", 1),
    ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 2),
    ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 2),
];

fn depth(puzzle: &Puzzle, limit: usize) -> Depth {
    State::new(puzzle).depth(limit, Deadline::NONE)
}

#[test]
fn finds_the_depth() {
    for (line, expected) in CASES {
        assert_eq!(depth(&Puzzle::classic(grid(line)), 3), Depth::Solved(expected), "{line}");
    }
}

/// Their links are more than 65,536.
#[test]
fn pairs_of_large_grids_lead_to_no_false_contradiction() {
    let size = Size::new(6, 6).unwrap();
    let rules = Arc::new(Rules::builder(size).variant(Variant::AntiKnight).build().unwrap());
    let mut grid = Grid::empty(size);
    for cell in size.cells() {
        let (row, column) = (size.row_index(cell), size.column_index(cell));
        let shifted = (row % 6 * 6 + row / 6 + column) % 36;
        grid.set(cell, Some(Digit::from_index(shifted)));
    }
    let full = Puzzle::new(Arc::clone(&rules), grid.clone()).unwrap();
    verify(&full, &grid).unwrap();
    assert_eq!(depth(&full, 0), Depth::Solved(0));
    let mut givens = grid.clone();
    let mut open: Vec<_> = size.cells().collect();
    open.shuffle(&mut random(36));
    open[..12].iter().for_each(|&cell| givens.set(cell, None));
    let mut state = State::new(&full.with_givens(givens).unwrap());
    assert_eq!(state.depth(0, Deadline::NONE), Depth::Solved(0));
    assert_eq!(state.follow(&Effort::default(), |_, _| {}), Ok(End::Solved));
    assert_eq!(state.placed(), &grid);
}

#[test]
fn agrees_with_published_depths() {
    let Some(lines) = list("depth.tsv") else { return };
    let blank = Puzzle::classic(Grid::empty(Size::NINE));
    for line in lines {
        let (puzzle, depth) = line.split_once('\t').unwrap();
        let state = State::new(&blank.with_givens(grid(puzzle)).unwrap());
        let found = state.depth(3, Deadline::NONE);
        assert_eq!(found, Depth::Solved(depth.parse().unwrap()), "{puzzle}");
    }
}

#[test]
fn depth_0_is_where_singles_suffice() {
    let Some(lines) = list("rated.tsv") else { return };
    let blank = Puzzle::classic(Grid::empty(Size::NINE));
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let state = State::new(&blank.with_givens(grid(fields[0])).unwrap());
        let depth = state.depth(0, Deadline::NONE);
        assert_eq!(depth == Depth::Solved(0), fields[2] == "0", "{line}");
    }
}

#[test]
fn a_rating_is_the_same_with_and_without_the_steps_counted() {
    let read = |name| std::fs::read_to_string(format!("puzzles/{name}.txt")).unwrap();
    let (lists, effort) = (read("easy") + &read("few-givens"), Effort::default());
    let mut techniques = BTreeSet::new();
    for line in lists.lines().filter(|line| !line.starts_with('#')).step_by(12) {
        let puzzle = Puzzle::classic(grid(line.split(':').next().unwrap()));
        if depth(&puzzle, 0) != Depth::Solved(0) {
            continue;
        }
        let rated = |steps| Rated { grade: true, steps };
        let rate = |steps| Rating::of(&puzzle, rated(steps), &effort, &mut Dpll::new()).unwrap();
        let (quick, Rating { counts, steps, .. }) = (rate(false), rate(true));
        assert_eq!(Rating { counts, steps, ..quick.clone() }, rate(true), "{line}");
        techniques.extend(quick.technique);
    }
    assert_eq!(Vec::from_iter(techniques), [Technique::HiddenSingle, Technique::NakedSingle]);
}

#[test]
fn serves_any_size_and_rules() {
    let mut random = random(11);
    for (height, width, diagonal) in [(2, 2, false), (2, 2, true), (2, 3, true), (3, 4, false)] {
        let size = Size::new(height, width).unwrap();
        let rules = if diagonal { Rules::diagonal(size) } else { Rules::classic(size) };
        let blank = Puzzle::new(rules, Grid::empty(size)).unwrap();
        for _ in 0..4 {
            let (puzzle, solution) = proper_puzzle(&blank, 40, &mut random);
            let found = depth(&puzzle, 2);
            assert!(matches!(found, Depth::Solved(_)), "{found:?}");
            if let Some(wrong) = unsolvable(&puzzle, &solution) {
                let found = depth(&wrong, 2);
                assert!(matches!(found, Depth::Contradiction(_)), "{found:?}");
            }
        }
    }
}

#[test]
fn a_puzzle_with_several_solutions_stays_open_at_any_depth() {
    let puzzle = Puzzle::classic(grid("1..............."));
    assert_eq!(depth(&puzzle, 3), Depth::Open(3));
}
