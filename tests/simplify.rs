//! Simplification keeps every solution, and says so only when nothing is left to decide.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::common::random::{Random, line, windoku};
use itertools::Itertools;
use satdoku::simplify::{Budget, Finding, Simplifier, simplify};
use satdoku::{Deadline, Grid, Puzzle, Rules, Size, verify};

/// All full 4x4 grids, by trying each digit in each cell.
static FULL: LazyLock<Vec<Grid>> = LazyLock::new(|| {
    fn extend(values: &mut Vec<u16>, found: &mut Vec<Grid>) {
        let cell = values.len();
        if cell == 16 {
            found.push(Grid::from_values(Size::FOUR, values.clone()).unwrap());
            return;
        }
        for value in 1..=4 {
            let clash = (0..cell).any(|other| {
                values[other] == value
                    && (other / 4 == cell / 4
                        || other % 4 == cell % 4
                        || (other / 8, other % 4 / 2) == (cell / 8, cell % 4 / 2))
            });
            if !clash {
                values.push(value);
                extend(values, found);
                values.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(&mut Vec::new(), &mut found);
    assert_eq!(found.len(), 288);
    found
});

fn solutions(puzzle: &Puzzle) -> Vec<&'static Grid> {
    FULL.iter().filter(|grid| verify(puzzle, grid).is_ok()).collect()
}

fn budgets() -> [Budget; 3] {
    [0, 6, 1000].map(|probes| Budget { probes, ..Budget::default() })
}

/// What each finding claims, against all solutions.
fn assert_true_of(finding: &Finding, solutions: &[&Grid], puzzle: &Puzzle) {
    match finding {
        Finding::Contradiction => assert!(solutions.is_empty(), "{:?}", puzzle.givens()),
        Finding::Solved(grid) => assert_eq!(solutions, [grid]),
        Finding::Open(candidates) => {
            for solution in solutions {
                for placed in solution.filled() {
                    assert!(candidates[placed.cell].contains(placed.digit), "{placed:?} lost");
                }
            }
            assert!(puzzle.size().cells().any(|cell| candidates[cell].len() > 1));
            for cell in puzzle.size().cells() {
                assert!(!candidates[cell].is_empty());
                if let Some(digit) = candidates[cell].single() {
                    let mut peers = puzzle.rules().peers(cell);
                    assert!(peers.all(|peer| !candidates[peer].contains(digit)));
                }
            }
        }
        other => panic!("{other:?} without a deadline"),
    }
}

#[test]
fn keeps_every_solution_of_4x4_puzzles() {
    for rules in [Rules::classic(Size::FOUR), Rules::diagonal(Size::FOUR)] {
        let mut random = Random::new(rules, 1);
        let full = solutions(&random.puzzle(Grid::empty(Size::FOUR)));
        for number in 0..3000 {
            let mut givens = random.some_cells(full[number / 2 % full.len()], 0..9);
            if number % 2 == 0 {
                random.alter_one(&mut givens);
            }
            let puzzle = random.puzzle(givens);
            let solutions = solutions(&puzzle);
            for budget in budgets() {
                let finding = simplify(&puzzle, &budget).finding;
                assert_true_of(&finding, &solutions, &puzzle);
            }
        }
    }
}

#[test]
fn keeps_the_grid_that_a_puzzle_was_made_from() {
    for (rules, kept) in [
        (Rules::classic(Size::NINE), 17..30),
        (Rules::diagonal(Size::NINE), 12..26),
        (windoku(), 12..26),
        (Rules::classic(Size::new(3, 4).unwrap()), 50..70),
    ] {
        let mut random = Random::new(rules, 2);
        for _ in 0..60 {
            let full = random.full();
            let givens = random.some_cells(&full, kept.clone());
            let puzzle = random.puzzle(givens);
            for budget in budgets() {
                match simplify(&puzzle, &budget).finding {
                    Finding::Contradiction => panic!("{:?}", puzzle.givens()),
                    Finding::Solved(grid) => assert_eq!(grid, full),
                    open => assert_true_of(&open, &[&full], &puzzle),
                }
            }
        }
    }
}

#[test]
fn finds_any_two_givens_that_clash() {
    for rules in [Rules::classic(Size::NINE), Rules::diagonal(Size::NINE), windoku()] {
        let rules = Arc::new(rules);
        let mut simplifier = Simplifier::new(&rules);
        for (first, second) in Size::NINE.cells().tuple_combinations() {
            let mut givens = Grid::empty(Size::NINE);
            for cell in [first, second] {
                givens.set(cell, satdoku::Digit::new(7));
            }
            let finding = simplifier
                .simplify(&givens, None, &Budget { probes: 0, ..Budget::default() })
                .finding;
            if rules.are_peers(first, second) {
                assert_eq!(finding, Finding::Contradiction, "{rules}, {first:?}, {second:?}");
            }
        }
    }
}

#[test]
fn tries_no_more_candidates_than_the_budget_says() {
    // Norvig's "hard1", which takes more.
    let puzzle = Puzzle::classic(line(
        ".....6....59.....82....8....45........3........6..3.54...325..6..................",
    ));
    for probes in [0, 1, 2, 7, 16] {
        let simplified = simplify(&puzzle, &Budget { probes, ..Budget::default() });
        assert_eq!(simplified.probes, probes / 2 * 2);
    }
    let late = Budget { deadline: Deadline::after(Duration::ZERO), ..Budget::default() };
    assert_eq!(simplify(&puzzle, &late).probes, 0);
}
