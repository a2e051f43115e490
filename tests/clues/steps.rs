//! Steps of clues: what they conclude is true, by brute force, and varisat refutes their formulas.

use std::sync::Arc;

use itertools::Itertools;
use rand::Rng;
use rand::seq::IndexedRandom;
use satdoku::explain::{CellNames, Conclusion, Effort, End, State, Step, Technique, Words};
use satdoku::rules::{Clue, ClueKind};
use satdoku::verify::clashes;
use satdoku::{Candidates, Grid, Limits, Pipeline, Puzzle, Rules, Size, Symbols};

use super::meaning::some_clue;
use super::{killers, sample};
use crate::common::random;

/// What a step concludes holds in all of these grids.
fn is_true(step: &Step, grids: &[Grid]) -> bool {
    grids.iter().all(|grid| match &step.conclusion {
        Conclusion::Placement(placed) => grid.get(placed.cell) == Some(placed.digit),
        Conclusion::Eliminations(gone) => {
            gone.iter().all(|gone| grid.get(gone.cell) != Some(gone.digit))
        }
        Conclusion::Contradiction => false,
    })
}

/// Where a trial ends at a clue, no digits that its cells are said to be left with obey the clues.
/// Whether it ends so.
fn ends_without_filling(rules: &Arc<Rules>, says: &str) -> bool {
    let Some((_, told)) = says.split_once("that fit in ") else { return false };
    // Sums of units are no clues.
    if told.contains(", since ") {
        return false;
    }
    let size = rules.size();
    let cell = |name: &str| size.cells().find(|&cell| size.cell_name(cell) == name);
    let words = told.split_whitespace().map(|word| word.trim_end_matches(','));
    let cells = words.tuple_windows().filter_map(|(name, digits)| {
        let digits = digits.strip_prefix('(')?.strip_suffix(')')?;
        Some((cell(name)?, if digits == "none" { "" } else { digits }))
    });
    let cells = cells.collect_vec();
    assert!(!cells.is_empty(), "{says}");
    let fillings = cells.iter().map(|(_, digits)| digits.bytes()).multi_cartesian_product();
    for filling in fillings {
        let mut grid = Grid::empty(size);
        for ((cell, _), digit) in cells.iter().zip(filling) {
            grid.set(*cell, size.digits().nth(usize::from(digit - b'1')));
        }
        let is_violated = rules.clues().iter().any(|clue| clue.is_violated(rules, &grid));
        assert!(is_violated || !clashes(rules, &grid).is_empty(), "{says}: {grid}");
    }
    true
}

/// Follows the steps from candidates, each of which must be true of all grids and told; how many of
/// them are of a clue, and how many end at one.
fn follow(rules: &Arc<Rules>, candidates: &Candidates, grids: &[Grid]) -> [usize; 2] {
    let (mut state, symbols) = (State::from_candidates(rules, candidates), Symbols::default());
    let (mut count, mut ends) = (0, 0);
    let end = state.follow(&Effort::default(), |state, step| {
        let words = Words { state, step, names: CellNames::A1, symbols: &symbols };
        let clues = rules.clues().iter().map(|clue| clue.text(rules)).join(", ");
        let sentence = words.sentence();
        assert!(is_true(step, grids), "{clues}: {sentence}");
        assert!(step.holds(state).unwrap(), "{clues}: {sentence}");
        assert!(!words.place().is_empty() && !sentence.contains("  "), "{sentence}");
        if step.technique == Technique::Trial {
            let story = words.story().unwrap();
            let last = &story.clauses.last().unwrap().says;
            ends += usize::from(ends_without_filling(rules, last));
        }
        count += usize::from(!step.statements.is_empty());
    });
    let is_solved = end.unwrap() == End::Solved;
    assert!(!is_solved || grids.len() == 1, "solved, with {} solutions", grids.len());
    [count, ends]
}

/// A clue of a kind that a grid obeys.
fn obeyed(kind: ClueKind, base: &Rules, grid: &Grid, random: &mut impl Rng) -> Option<Clue> {
    (0..400).find_map(|_| {
        let clue = some_clue(kind, base.size(), random);
        let rules = base.with_clues(vec![clue.clone()]).ok()?;
        (!clue.is_violated(&rules, grid)).then_some(clue)
    })
}

/// All candidates but some that a grid does not hold.
fn around(grid: &Grid, random: &mut impl Rng) -> Candidates {
    let mut candidates = Candidates::all(grid.size());
    for candidate in Candidates::all(grid.size()).iter() {
        if grid.get(candidate.cell) != Some(candidate.digit) && random.random_ratio(1, 4) {
            candidates[candidate.cell].remove(candidate.digit);
        }
    }
    candidates
}

#[test]
fn steps_of_every_kind_are_true_of_all_grids_within_the_candidates() {
    let size = Size::FOUR;
    let base = Rules::classic(size);
    let empty = Puzzle::classic(Grid::empty(size));
    let limits = Limits { solutions: 1_000, ..Limits::UNIQUE };
    let all = Pipeline::new().solve(&empty, &limits).unwrap().answer.solutions;
    assert_eq!(all.len(), 288);
    let (mut random, mut all_ends) = (random(50), 0);
    for kind in ClueKind::ALL {
        let mut count = 0;
        for _ in 0..sample(12, 200) {
            let grid = all.choose(&mut random).unwrap();
            let kinds = [kind, ClueKind::Killer, ClueKind::Sum, kind];
            let clues = kinds.iter().filter_map(|&kind| obeyed(kind, &base, grid, &mut random));
            let Ok(rules) = base.with_clues(clues.collect()) else { continue };
            let rules = Arc::new(rules);
            // A negative clue may be violated by what another one adds.
            let obeys = |grid: &&Grid| !rules.clues().iter().any(|c| c.is_violated(&rules, grid));
            let candidates = around(grid, &mut random);
            let within =
                |grid: &&Grid| grid.filled().all(|held| candidates[held.cell].contains(held.digit));
            let grids = all.iter().filter(obeys).filter(within).cloned().collect_vec();
            if !grids.is_empty() {
                let [steps, ends] = follow(&rules, &candidates, &grids);
                (count, all_ends) = (count + steps, all_ends + ends);
            }
        }
        assert!(count > 0 || kind == ClueKind::MagicSquare, "{kind}: no steps");
    }
    assert!(all_ends > 10, "{all_ends} trials end at a clue");
}

#[test]
fn steps_on_larger_grids_never_exclude_the_solution() {
    let mut random = random(51);
    for size in [Size::new(2, 3).unwrap(), Size::NINE] {
        let base = Rules::classic(size);
        let empty = Puzzle::classic(Grid::empty(size));
        let answer = Pipeline::new().solve(&empty, &Limits::FIRST).unwrap().answer;
        let grid = &answer.solutions[0];
        for kind in ClueKind::ALL {
            for _ in 0..sample(1, 10) {
                let clues = (0..4).filter_map(|_| obeyed(kind, &base, grid, &mut random));
                let Ok(rules) = base.with_clues(clues.collect()) else { continue };
                if rules.clues().iter().any(|clue| clue.is_violated(&rules, grid)) {
                    continue;
                }
                let candidates = around(grid, &mut random);
                let rules = Arc::new(rules);
                let state = State::from_candidates(&rules, &candidates);
                for step in state.next_steps(&Effort::default()).unwrap() {
                    assert!(is_true(&step, std::slice::from_ref(grid)), "{kind}: {step:?}");
                    assert!(step.holds(&state).unwrap(), "{kind}: {step:?}");
                }
            }
        }
    }
}

/// The clauses of a step: those of its story where it is told by one, one for a clue, else its truths.
fn clauses(state: &State, step: &Step) -> usize {
    match (step.derivation(state), step.statements.is_empty()) {
        (Some(derivation), false) => derivation.clauses.len(),
        (None, false) => 1,
        _ => step.truths.len(),
    }
}

#[test]
fn published_killers_are_solved_by_steps_of_at_most_8_clauses() {
    let Some(killers) = killers() else { return };
    let read = killers.into_iter().filter_map(|killer| killer.read.ok());
    let (mut short, mut all) = (0, 0);
    for puzzle in read.take(sample(20, usize::MAX)) {
        let (mut state, mut most) = (State::new(&puzzle), 0);
        let end = state.follow(&Effort::default(), |state, step| {
            most = most.max(clauses(state, step));
        });
        all += 1;
        short += usize::from(end.unwrap() == End::Solved && most <= 8);
    }
    assert!(100 * short >= 95 * all, "{short} of {all}");
}
