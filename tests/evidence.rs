//! Clashing givens, backbones, counts: against what is known and against brute force.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::common::{brute_force, encode, grid, proper_puzzle, random, status};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use satdoku::encode::{Encoding, Reason};
use satdoku::evidence::{
    Conflict, ConflictUnits, Minimality, backbone, conflict, count, unneeded_givens,
};
use satdoku::rules::Group;
use satdoku::solve::solutions;
use satdoku::{
    Candidate, Candidates, Deadline, Grid, Limits, Pipeline, Puzzle, Rules, Size, SolveError,
    Status, Variant,
};
use varisat::{ExtendFormula, Solver};

/// Puzzles of the field that have no solution with the diagonals: name, givens, fewest that clash.
const DIAGONAL_CONFLICTS: [(&str, &str, usize); 5] = [
    (
        "Norvig's grid2",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        10,
    ),
    (
        "Kuriyama's hard",
        "...16..2...2...8.5..5..36.9....5.18...........96.7....1.89..3..4.9...7...5..16...",
        3,
    ),
    (
        "Kuriyama's medium",
        "...28.94.1.4...7......156.....8..57.4.......8.68..9.....196......5...8.3.43.28...",
        5,
    ),
    (
        "Kuriyama's easy",
        "..6...94.9.....3....4.92...6.7.1..2.5.23.64.9.3..4.7.5...68.5....5.....4.98...1..",
        7,
    ),
    ("two on a diagonal", CLASH, 2),
];

const CLASH: &str =
    "6.............................6..................................................";

fn with_only(puzzle: &Puzzle, givens: &[Candidate]) -> Puzzle {
    let mut grid = Grid::empty(puzzle.size());
    givens.iter().for_each(|given| grid.set(given.cell, Some(given.digit)));
    puzzle.with_givens(grid).unwrap()
}

fn found(puzzle: &Puzzle, goal: Minimality) -> Conflict {
    conflict(puzzle, goal, Deadline::NONE).unwrap().expect("the puzzle has no solution")
}

/// The givens have no solution, and do without any one of them.
fn assert_minimal(puzzle: &Puzzle, givens: &[Candidate]) {
    assert!(givens.iter().all(|given| puzzle.givens().get(given.cell) == Some(given.digit)));
    assert_eq!(status(&with_only(puzzle, givens)), Status::None);
    for left_out in givens {
        let others: Vec<_> = givens.iter().copied().filter(|given| given != left_out).collect();
        assert_ne!(status(&with_only(puzzle, &others)), Status::None, "{left_out:?} is not needed");
    }
}

#[test]
fn minimal_conflicts_clash_and_need_each_given() {
    for (name, givens, fewest) in DIAGONAL_CONFLICTS {
        let puzzle = Puzzle::diagonal(grid(givens));
        let minimal = found(&puzzle, Minimality::Minimal);
        assert!(minimal.minimality >= Minimality::Minimal, "{name}");
        assert!(minimal.givens.len() >= fewest, "{name}");
        assert_minimal(&puzzle, &minimal.givens);
    }
}

#[test]
fn smallest_conflicts_have_the_known_sizes() {
    for (name, givens, fewest) in DIAGONAL_CONFLICTS {
        let puzzle = Puzzle::diagonal(grid(givens));
        let smallest = found(&puzzle, Minimality::Smallest);
        assert_eq!((smallest.minimality, smallest.givens.len()), (Minimality::Smallest, fewest));
        assert_minimal(&puzzle, &smallest.givens);
        assert!(!smallest.units.unwrap().units.is_empty(), "{name}");
    }
}

#[test]
fn two_equal_givens_are_named_with_their_unit() {
    let puzzle = Puzzle::diagonal(grid(CLASH));
    let conflict = found(&puzzle, Minimality::Minimal);
    let names: Vec<_> =
        conflict.givens.iter().map(|given| puzzle.size().cell_name(given.cell)).collect();
    assert_eq!(
        (names, conflict.minimality),
        (vec!["A1".into(), "D4".into()], Minimality::Smallest)
    );
    let units: Vec<_> = conflict
        .units
        .unwrap()
        .units
        .into_iter()
        .map(|unit| puzzle.rules().unit(unit).kind.to_string())
        .collect();
    assert_eq!(units, ["main diagonal"]);
}

/// Random givens on a 4x4 grid, most of them without a solution.
fn random_four(random: &mut ChaCha8Rng, diagonal: bool, givens: usize) -> Puzzle {
    let mut grid = Grid::empty(Size::FOUR);
    for _ in 0..givens {
        let all: Vec<_> = Candidates::all(Size::FOUR).iter().collect();
        let given = all[random.random_range(0..all.len())];
        grid.set(given.cell, Some(given.digit));
    }
    if diagonal { Puzzle::diagonal(grid) } else { Puzzle::classic(grid) }
}

#[test]
fn smallest_conflicts_on_4x4_are_those_of_brute_force() {
    let mut random = random(11);
    let mut sizes = HashMap::new();
    for round in 0..150 {
        let puzzle = random_four(&mut random, round % 2 == 0, 6);
        let givens: Vec<_> = puzzle.givens().filled().collect();
        let fewest = (0u32..1 << givens.len())
            .filter(|subset| {
                let chosen: Vec<_> = (0..givens.len())
                    .filter(|at| subset >> at & 1 == 1)
                    .map(|at| givens[at])
                    .collect();
                brute_force(&with_only(&puzzle, &chosen)).is_empty()
            })
            .map(u32::count_ones)
            .min();
        let conflict = conflict(&puzzle, Minimality::Smallest, Deadline::NONE).unwrap();
        assert_eq!(conflict.map(|conflict| conflict.givens.len() as u32), fewest);
        *sizes.entry(fewest).or_insert(0) += 1;
    }
    assert!(sizes.len() >= 4, "too much of a kind: {sizes:?}");
}

#[test]
fn the_units_named_are_enough_to_refute() {
    for (name, givens, _) in DIAGONAL_CONFLICTS {
        let puzzle = Puzzle::diagonal(grid(givens));
        let conflict = found(&puzzle, Minimality::Smallest);
        let units = conflict.units.unwrap().units;
        let encoded = encode(&with_only(&puzzle, &conflict.givens), Encoding::default());
        let mut solver = Solver::new();
        for (clause, reason) in encoded.formula.iter().zip(&encoded.reasons) {
            if let Reason::AtLeastOne(Group::Unit(unit, _))
            | Reason::AtMostOne(Group::Unit(unit, _)) = reason
                && !units.contains(unit)
            {
                continue;
            }
            solver.add_clause(clause);
        }
        assert!(!solver.solve().unwrap(), "{name}");
    }
}

#[test]
fn rules_that_no_grid_obeys_clash_without_any_given() {
    // Two rows of two cells, both diagonals: each cell sees all others.
    let size = Size::new(1, 2).unwrap();
    for values in [[0, 0, 0, 0], [1, 1, 0, 0], [1, 0, 2, 0]] {
        let puzzle = Puzzle::diagonal(Grid::from_values(size, values).unwrap());
        for goal in [Minimality::Unknown, Minimality::Minimal] {
            let conflict = found(&puzzle, goal);
            assert_eq!((conflict.givens, conflict.minimality), (vec![], Minimality::Smallest));
        }
    }
}

#[test]
fn a_puzzle_with_a_solution_has_no_conflict() {
    for givens in [DIAGONAL_CONFLICTS[0].1, DIAGONAL_CONFLICTS[1].1] {
        let puzzle = Puzzle::classic(grid(givens));
        assert_eq!(conflict(&puzzle, Minimality::Smallest, Deadline::NONE), Ok(None));
    }
}

#[test]
fn a_deadline_in_the_past_is_an_answer_not_a_hang() {
    let puzzle = Puzzle::diagonal(grid(DIAGONAL_CONFLICTS[0].1));
    let deadline = Deadline::after(Duration::ZERO);
    assert_eq!(conflict(&puzzle, Minimality::Smallest, deadline), Err(SolveError::TimedOut));
    assert_eq!(backbone(&puzzle, deadline), Err(SolveError::TimedOut));
    let counted = count(&puzzle, 0, 10, deadline).unwrap();
    assert_eq!((counted.found, counted.complete), (0, false));
}

#[test]
fn the_backbone_is_the_union_of_all_solutions() {
    let mut random = random(3);
    let mut solvable = 0;
    for round in 0..60 {
        let puzzle = random_four(&mut random, round % 2 == 0, 3);
        let solutions = brute_force(&puzzle);
        let backbone = backbone(&puzzle, Deadline::NONE).unwrap();
        assert_eq!(backbone.is_none(), solutions.is_empty());
        let Some(backbone) = backbone else { continue };
        assert!(backbone.complete);
        for cell in puzzle.size().cells() {
            let digits = solutions.iter().filter_map(|solution| solution.get(cell)).collect();
            assert_eq!(backbone.possible[cell], digits);
        }
        solvable += 1;
    }
    assert!(solvable > 10);
}

#[test]
fn the_diagonal_documents_grid_decides_nothing_but_its_givens_as_a_classic_puzzle() {
    let line = "2.............62....1....7...6..8...3...9...7...6..4...4....8....52.............3";
    let puzzle = Puzzle::classic(grid(line));
    let backbone = backbone(&puzzle, Deadline::NONE).unwrap().unwrap();
    assert!(backbone.complete);
    assert_eq!(backbone.decided(&puzzle), *puzzle.givens());
}

#[test]
fn counts_exactly_up_to_the_limit_and_says_when_there_are_more() {
    let blank = Puzzle::classic(Grid::empty(Size::FOUR));
    let say = |limit| count(&blank, 0, limit, Deadline::NONE).unwrap().to_string();
    assert_eq!(say(1000), "exactly 288");
    assert_eq!(say(288), "exactly 288");
    assert_eq!(say(287), "at least 287");
    let mut random = random(5);
    for round in 0..40 {
        let puzzle = random_four(&mut random, round % 2 == 0, 3);
        let counted = count(&puzzle, 0, 1000, Deadline::NONE).unwrap();
        assert_eq!(counted.found as usize, brute_force(&puzzle).len());
        assert!(counted.complete);
    }
}

#[test]
fn unneeded_givens_are_those_whose_loss_leaves_one_solution() {
    let mut random = random(9);
    for blanks in [10, 40, 81] {
        let blank = Puzzle::classic(Grid::empty(Size::NINE));
        let (puzzle, solution) = proper_puzzle(&blank, blanks, &mut random);
        let unneeded = unneeded_givens(&puzzle, &solution, Deadline::NONE, |_, _| ()).unwrap();
        for given in puzzle.givens().filled() {
            let mut fewer = puzzle.givens().clone();
            fewer.set(given.cell, None);
            let alone = status(&puzzle.with_givens(fewer).unwrap()) == Status::Unique;
            assert_eq!(unneeded.contains(&given), alone, "{given:?}");
        }
        assert_eq!(unneeded.is_empty(), blanks == 81);
    }
}

#[test]
fn no_unit_named_beside_a_conflict_can_be_left_out() {
    let mut shown_minimal = 0;
    for (name, givens, _) in DIAGONAL_CONFLICTS {
        let puzzle = Puzzle::diagonal(grid(givens));
        let conflict = found(&puzzle, Minimality::Minimal);
        let ConflictUnits { units, minimal, .. } = conflict.units.unwrap();
        shown_minimal += usize::from(minimal);
        let encoded = encode(&with_only(&puzzle, &conflict.givens), Encoding::default());
        for left_out in &units {
            let mut solver = Solver::new();
            for (clause, reason) in encoded.formula.iter().zip(&encoded.reasons) {
                if let Reason::AtLeastOne(Group::Unit(unit, _))
                | Reason::AtMostOne(Group::Unit(unit, _)) = reason
                    && (left_out == unit || !units.contains(unit))
                {
                    continue;
                }
                solver.add_clause(clause);
            }
            assert!(
                solver.solve().unwrap(),
                "{name}: unit {left_out:?} of {units:?} is not needed"
            );
        }
    }
    // Without some unit of Kuriyama's hard a solution takes the solver long.
    assert!(shown_minimal >= 3, "{shown_minimal} of 5");
}

#[test]
fn solutions_known_before_count_even_if_the_deadline_leaves_no_time_for_more() {
    let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
    let late = |limit| count(&puzzle, 2, limit, Deadline::after(Duration::ZERO)).unwrap();
    assert_eq!(late(10).to_string(), "at least 2");
    assert_eq!(late(1).to_string(), "at least 1");
    assert_eq!(count(&puzzle, 2, 500, Deadline::NONE).unwrap().to_string(), "exactly 288");
}

#[test]
fn solutions_are_those_of_brute_force_each_once() {
    let mut random = random(31);
    for round in 0..60 {
        let puzzle = random_four(&mut random, round % 2 == 0, round % 5);
        let mut found: Vec<_> =
            solutions(&puzzle, None, Deadline::NONE).collect::<Result<_, _>>().unwrap();
        let mut expected = brute_force(&puzzle);
        found.sort_by(|a, b| a.values().cmp(b.values()));
        expected.sort_by(|a, b| a.values().cmp(b.values()));
        assert_eq!(found, expected);
    }
}

#[test]
fn solutions_of_every_engine_obey_the_puzzle_and_never_repeat() {
    let blank = |height, width| Grid::empty(Size::new(height, width).unwrap());
    let middle: Vec<_> = [10, 11, 12, 19, 20, 21, 28, 29, 30].map(satdoku::Cell::from_index).into();
    let with_region = satdoku::Rules::builder(Size::NINE).extra_region(&middle).build().unwrap();
    for puzzle in [
        Puzzle::classic(blank(3, 3)),
        Puzzle::diagonal(blank(3, 3)),
        Puzzle::new(with_region, blank(3, 3)).unwrap(),
        Puzzle::diagonal(blank(2, 3)),
        Puzzle::classic(blank(2, 5)),
    ] {
        let found: Vec<Grid> =
            solutions(&puzzle, None, Deadline::NONE).take(300).collect::<Result<_, _>>().unwrap();
        assert!(found.iter().all(|grid| satdoku::verify(&puzzle, grid).is_ok()));
        let different: std::collections::HashSet<_> = found.iter().map(Grid::values).collect();
        assert_eq!(different.len(), if puzzle.size().side() == 6 { found.len() } else { 300 });
    }
}

/// Few givens: for each some search takes long, and the one that is asked does not.
#[test]
fn two_solutions_are_soon_found_or_excluded_under_any_rules() {
    let knights = |variant| {
        let rules = Rules::builder(Size::NINE).variant(Variant::AntiKnight).variant(variant);
        Arc::new(rules.build().unwrap())
    };
    for (rules, line, expected) in [
        (
            Arc::new(Rules::diagonal(Size::NINE)),
            ".......................5......5.....94...........9..1................5......6....",
            Status::Multiple,
        ),
        (
            knights(Variant::Diagonal),
            ".......2.9................................3...................6..................",
            Status::Multiple,
        ),
        (
            knights(Variant::AntiKing),
            ".4..................................1.............1................3.............",
            Status::None,
        ),
    ] {
        let puzzle = Puzzle::new(rules, grid(line)).unwrap();
        let deadline = Deadline::after(Duration::from_secs(20));
        let found = solutions(&puzzle, None, deadline).take(2).collect::<Result<Vec<_>, _>>();
        let answer = Pipeline::new().solve(&puzzle, &Limits { deadline, ..Limits::UNIQUE });
        let answer = answer.unwrap().answer;
        assert_eq!(answer.status(&Limits::UNIQUE), expected, "{line}");
        assert_eq!(found.unwrap().len(), answer.solutions.len(), "{line}");
    }
}

#[test]
fn solutions_end_with_the_deadline() {
    for size in [Size::NINE, Size::new(2, 5).unwrap()] {
        let puzzle = Puzzle::classic(Grid::empty(size));
        let mut late = solutions(&puzzle, None, Deadline::after(Duration::ZERO));
        assert_eq!(late.next(), Some(Err(SolveError::TimedOut)));
        assert_eq!(late.next(), None);
    }
}
