//! Puzzles with clues that others published, with their solutions.

use std::collections::BTreeSet;
use std::time::Duration;

use itertools::Itertools;
use satdoku::rules::ClueKind;
use satdoku::{Grid, Limits, Pipeline, Puzzle, Status, verify};

use super::apart::{meaning, obeys};
use super::{Published, killers, sample, variants};

/// Where the source slips: the published solution breaks one of its own region sums, and there is
/// exactly one other.
const SLIPS: &[&str] = &["rangskjs-puzzles-61"];

/// What the refusals say of what no clue of the table says: types, shapes that are no square or have
/// other digits, cells outside the grid.
const BEYOND: &[&str] = &[
    "unknown type '",
    "unknown shape",
    "expected a square, found",
    "expected a cell, found",
    "mentions rules that were not chosen",
    "expected one list of givens",
];

/// Kinds without a puzzle that others published among those at hand.
const WITHOUT_A_PUZZLE: &[ClueKind] = &[
    ClueKind::Differ,
    ClueKind::Low,
    ClueKind::High,
    ClueKind::BoxIndexer,
    ClueKind::MagicSquare,
    ClueKind::NegativeKropki,
    ClueKind::DigitalRoot,
    ClueKind::DoubleArrow,
    ClueKind::Clone,
    ClueKind::Automaton,
];

fn read_ones(published: Vec<Published>) -> Vec<(Published, Puzzle)> {
    let (mut read, mut refused, mut beyond) = (Vec::new(), Vec::new(), Vec::new());
    for puzzle in published {
        match &puzzle.read {
            Ok(known) => {
                let known = known.clone();
                read.push((puzzle, known));
            }
            Err(why) => {
                let is_beyond = BEYOND.iter().any(|beyond| why.contains(beyond));
                let list = if is_beyond { &mut beyond } else { &mut refused };
                list.push(format!("{}: {why}", puzzle.id));
            }
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
    println!("{} read, {} beyond the table: {}", read.len(), beyond.len(), beyond.join("; "));
    read
}

/// The grid of a published solution: digits; where the side is above 9 numbers with commas, or
/// letters from `A` for 1.
fn grid(solution: &str, puzzle: &Puzzle) -> Grid {
    let first = if puzzle.size().side() > 9 { b'A' - 1 } else { b'0' };
    let values: Vec<u16> = match solution.contains(',') {
        true => solution.split(',').map(|number| number.parse().unwrap()).collect(),
        false => solution.bytes().map(|byte| u16::from(byte - first)).collect(),
    };
    Grid::from_values(puzzle.size(), values).unwrap()
}

#[test]
fn published_solutions_obey_the_clues_by_both_meanings() {
    let (Some(killers), Some(variants)) = (killers(), variants()) else { return };
    let mut count = 0;
    for (published, puzzle) in read_ones(killers.into_iter().chain(variants).collect()) {
        let Some(solution) = &published.solution else { continue };
        let (grid, rules) = (grid(solution, &puzzle), puzzle.rules());
        let mut wrong = Vec::new();
        for clue in rules.clues() {
            let apart = meaning(rules, clue).expect("a meaning for each kind");
            let is_violated = clue.is_violated(rules, &grid);
            assert_eq!(
                is_violated,
                !obeys(&apart, &grid),
                "{}: {}",
                published.id,
                clue.text(rules)
            );
            if is_violated {
                wrong.push(clue.text(rules));
            }
        }
        let is_right = wrong.is_empty() && verify(&puzzle, &grid).is_ok();
        assert_eq!(is_right, !SLIPS.contains(&&*published.id), "{}: {wrong:?}", published.id);
        count += 1;
    }
    assert!(count > 1000, "{count}");
}

/// Compares the answers with what was published; returns what was not answered in time.
fn check(published: Vec<Published>, millis: u64) -> Vec<String> {
    let (mut pipeline, mut late, mut wrong) = (Pipeline::new(), Vec::new(), Vec::new());
    for (published, puzzle) in read_ones(published) {
        let limits = Limits::UNIQUE.within(Duration::from_millis(millis));
        let answer = pipeline.solve(&puzzle, &limits).unwrap().answer;
        let status = answer.status(&limits);
        let is_as_published = match (status, &published.solution, published.unique) {
            (Status::Unknown, ..) => {
                late.push(published.id);
                continue;
            }
            (_, None, None) => true,
            (Status::Unique, solution, Some(true)) => solution
                .as_ref()
                .is_none_or(|solution| grid(solution, &puzzle) == answer.solutions[0]),
            (status, _, Some(unique)) => (status == Status::Unique) == unique,
            (status, Some(_), None) => status != Status::None,
        };
        if is_as_published == SLIPS.contains(&&*published.id) {
            wrong.push(format!("{}: {status:?}", published.id));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    late
}

#[test]
fn killers_are_answered_as_published() {
    let Some(killers) = killers() else { return };
    assert_eq!((killers.len(), check(killers, 60_000)), (1000, Vec::new()));
}

#[test]
fn variants_are_answered_as_published() {
    let Some(variants) = variants() else { return };
    let millis = sample(40, 60_000);
    let late = check(variants, millis);
    println!("not answered within {millis} ms: {}", late.iter().join(", "));
}

#[test]
fn each_kind_has_a_published_puzzle_or_is_named_as_having_none() {
    let (Some(killers), Some(variants)) = (killers(), variants()) else { return };
    let read = read_ones(killers.into_iter().chain(variants).collect());
    let kinds = read.iter().flat_map(|(_, puzzle)| puzzle.rules().clues()).map(|clue| clue.kind);
    let seen: BTreeSet<ClueKind> = kinds.collect();
    let unseen: Vec<ClueKind> =
        ClueKind::ALL.into_iter().filter(|kind| !seen.contains(kind)).collect();
    assert_eq!(unseen, WITHOUT_A_PUZZLE, "correct WITHOUT_A_PUZZLE");
}
