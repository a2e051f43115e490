//! The depth of puzzles: labels of others, any size and rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{grid, list, proper_puzzle, random, unsolvable};
use rand::seq::SliceRandom;
use satdoku::explain::{Depth, Effort, End, Rated, Rating, State, Technique};
use satdoku::{Candidate, Deadline, Digit, Dpll, Grid, Puzzle, Rules, Size, Variant, verify};

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

/// The digits that are alone in their cell or unit, of those that no peer excludes.
fn singles(rules: &Rules, grid: &Grid) -> Vec<Candidate> {
    let open = |c: &Candidate| {
        let is_held = |peer| grid.get(peer) == Some(c.digit);
        grid.get(c.cell).is_none() && !rules.peers(c.cell).any(is_held)
    };
    let left: Vec<Candidate> = rules.size().candidates().filter(open).collect();
    let alone = |single: &&Candidate| {
        let in_cell = left.iter().filter(|other| other.cell == single.cell).count() == 1;
        in_cell
            || rules.units_of(single.cell).iter().any(|&unit| {
                let cells = &rules.unit(unit).cells;
                left.iter().filter(|o| o.digit == single.digit && cells.contains(&o.cell)).count()
                    == 1
            })
    };
    left.iter().filter(alone).copied().collect()
}

#[test]
fn a_score_is_what_its_formula_says() {
    let hard = "1...5...9..67...2..8.1......1.....7.5..6..29.9.7..1......9..64.6.2......8..5.7...";
    let lines = [CASES[0].0, CASES[1].0, CASES[2].0, hard, "1.3...2..1..4..2"];
    let mut scores = Vec::new();
    for line in lines {
        let puzzle = Puzzle::classic(grid(line));
        let (mut squares, mut naked) = (0.0, 0.0);
        State::new(&puzzle)
            .follow(&Effort::default(), |_, step| {
                let name = step.technique.to_string();
                let glance = ["locked", "naked", "hidden", "XY-wing", "XYZ-wing"];
                let strained = ["skyscraper", "two-string", "turbot", "empty"];
                let starts = |with: &[&str]| with.iter().any(|start| name.starts_with(start));
                match &*name {
                    "full house" | "hidden single" => {}
                    "naked single" => naked = 1.0,
                    _ => {
                        let less = if starts(&glance) { 0.5 } else { 0.0 };
                        let more = if starts(&strained) { 0.5 } else { 0.0 };
                        squares += (step.truths.len() as f64 - less + more).powi(2);
                    }
                }
            })
            .unwrap();
        let (mut filled, mut rounds) = (puzzle.givens().clone(), 0.0);
        let empty = filled.values().iter().filter(|&&value| value == 0).count();
        let share = empty as f64 / filled.values().len() as f64;
        loop {
            let found = singles(puzzle.rules(), &filled);
            if found.is_empty() {
                break;
            }
            rounds += 1.0;
            found.into_iter().for_each(|single| filled.set(single.cell, Some(single.digit)));
        }
        let expected =
            8.0 * f64::ln(1.0 + 3.0 * squares) + rounds / 3.0 + 13.5 * share + 0.4 * naked;
        let rated = Rated { grade: true, steps: false };
        let rating = Rating::of(&puzzle, rated, &Effort::default(), &mut Dpll::new()).unwrap();
        let score = rating.score.unwrap();
        assert!((score - expected).abs() <= 0.05 + 1e-9, "{line}: {score}, expected {expected}");
        scores.push(score);
    }
    assert!(scores[4] < scores[0] && scores[0] < scores[1] && scores[1] < scores[2], "{scores:?}");
    let several = Puzzle::classic(Grid::empty(Size::FOUR));
    let rated = Rated { grade: true, steps: false };
    let rating = Rating::of(&several, rated, &Effort::default(), &mut Dpll::new()).unwrap();
    assert_eq!(rating.score, None);
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
