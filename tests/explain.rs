//! Steps: each one sound by a solver and by brute force, minimal, and enough of them to the end.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{brute_force, grid, list, proper_puzzle, random, unsolvable};
use rand::Rng;
use satdoku::explain::{Conclusion, Effort, Found, Goal, State, Step, Technique};
use satdoku::solve::Varisat;
use satdoku::{Candidate, Candidates, Deadline, Digit, Grid, Puzzle, Rules, Size, Verdict, solve};

/// Hard enough for wings and chains.
const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// The states and steps of a puzzle, to the end or as far as the default effort goes.
fn path(puzzle: &Puzzle) -> (Vec<(State, Step)>, State) {
    let mut state = State::new(puzzle);
    let mut steps = Vec::new();
    while let Found::Step(step) = state.next_step(&Effort::default()).unwrap() {
        let before = state.clone();
        state.apply(&step);
        let ends = step.conclusion == Conclusion::Contradiction;
        steps.push((before, step));
        if ends || state.placed().is_full() {
            break;
        }
    }
    (steps, state)
}

fn is_satisfiable(step: &Step, state: &State) -> bool {
    let mut solver = Varisat::new(Deadline::NONE);
    step.formula(state).iter().for_each(|clause| solver.add_clause(clause));
    solver.solve(&[]).unwrap()
}

fn agrees(step: &Step, solution: &Grid) -> bool {
    let holds = |c: &Candidate| solution.get(c.cell) == Some(c.digit);
    match &step.conclusion {
        Conclusion::Placement(placed) => holds(placed),
        Conclusion::Eliminations(gone) => !gone.is_empty() && !gone.iter().any(holds),
        Conclusion::Contradiction => false,
    }
}

/// Refuted as it is, and no longer without any one of its truths or links.
fn assert_minimal(step: &Step, state: &State) {
    assert!(!is_satisfiable(step, state), "{step:?}");
    for index in 0..step.truths.len() {
        let mut without = step.clone();
        without.truths.remove(index);
        assert!(is_satisfiable(&without, state), "without truth {index}: {step:?}");
    }
    for index in 0..step.links.len() {
        let mut without = step.clone();
        without.links.remove(index);
        assert!(is_satisfiable(&without, state), "without link {index}: {step:?}");
    }
}

#[test]
fn a_path_ends_at_the_solution_by_minimal_steps() {
    let puzzle = Puzzle::classic(grid(HARD));
    let Verdict::Unique(solution) = solve(&puzzle).unwrap() else { panic!() };
    let (steps, end) = path(&puzzle);
    assert_eq!(end.placed(), &solution);
    for (state, step) in &steps {
        assert!(agrees(step, &solution), "{step:?}");
        assert_minimal(step, state);
    }
}

#[test]
fn steps_of_rated_puzzles_are_minimal_and_lead_to_the_solution() {
    let Some(lines) = list("rated.tsv") else { return };
    for line in lines.iter().step_by(400) {
        let puzzle = Puzzle::classic(grid(line.split('\t').next().unwrap()));
        let Verdict::Unique(solution) = solve(&puzzle).unwrap() else { panic!("{line}") };
        let (steps, end) = path(&puzzle);
        assert_eq!(end.placed(), &solution, "{line}");
        for (state, step) in steps.iter().filter(|(_, step)| step.truths.len() > 1) {
            assert!(agrees(step, &solution), "{step:?}");
            assert_minimal(step, state);
        }
    }
}

/// Every filling of the open cells with their candidates that obeys the rules.
fn solutions_of(state: &State) -> Vec<Grid> {
    let blank = Puzzle::new(Arc::clone(state.rules()), Grid::empty(state.size())).unwrap();
    let mut found = brute_force(&blank.with_givens(state.placed().clone()).unwrap());
    let cells: Vec<_> = state.size().cells().collect();
    found.retain(|grid| {
        cells.iter().all(|&cell| state.candidates()[cell].contains(grid.get(cell).unwrap()))
    });
    found
}

#[test]
fn steps_agree_with_every_solution_of_small_grids() {
    let mut random = random(5);
    let size = Size::FOUR;
    for blank in [Puzzle::classic(Grid::empty(size)), Puzzle::diagonal(Grid::empty(size))] {
        for _ in 0..300 {
            // Some givens and eliminations, which perhaps have no solution or several.
            let mut state = State::new(&blank);
            for _ in 0..2 + random.random_range(0..3) {
                let all: Vec<Candidate> = state.candidates().iter().collect();
                state.place(all[random.random_range(0..all.len())]);
            }
            for _ in 0..random.random_range(0..8) {
                let all: Vec<Candidate> = state.candidates().iter().collect();
                state.eliminate(all[random.random_range(0..all.len())]);
            }
            let solutions = solutions_of(&state);
            let mut open = true;
            while open {
                match state.next_step(&Effort::default()).unwrap() {
                    Found::Step(step) => {
                        assert!(solutions.iter().all(|s| agrees(&step, s)), "{step:?}");
                        assert_minimal(&step, &state);
                        state.apply(&step);
                        open = step.conclusion != Conclusion::Contradiction
                            && !state.placed().is_full();
                    }
                    Found::Nothing => {
                        // What can be refuted is refuted.
                        for candidate in state.candidates().iter() {
                            let holds = |s: &Grid| s.get(candidate.cell) == Some(candidate.digit);
                            assert!(solutions.iter().any(holds), "{candidate:?}");
                        }
                        open = false;
                    }
                    Found::TimedOut => unreachable!("there is no deadline"),
                }
            }
        }
    }
}

#[test]
fn steps_are_of_the_allowed_techniques_alone() {
    use Technique::*;
    let solution = solve(&Puzzle::classic(grid(HARD))).unwrap();
    let Verdict::Unique(solution) = solution else { panic!("{solution:?}") };
    // Without naked subsets others do their work.
    for allowed in [
        vec![HiddenSingle, Pointing, NakedSubset(2)],
        vec![HiddenSingle, NakedSingle, HiddenSubset(2), HiddenSubset(3), XyWing, XChain, Nishio],
        vec![HiddenSingle, ForcingChain, ForcingNet, Trial],
    ] {
        let techniques = allowed.iter().copied().collect();
        let effort = Effort { techniques, ..Effort::default() };
        let mut counts = 0;
        let each = |_: &State, step: &Step| {
            assert!(allowed.contains(&step.technique), "{step:?}");
            assert!(agrees(step, &solution), "{step:?}");
            counts += 1;
        };
        State::new(&Puzzle::classic(grid(HARD))).follow(&effort, each).unwrap();
        assert!(counts > 0, "{allowed:?}");
    }
}

#[test]
fn every_step_that_is_allowed_has_the_technique_that_was_asked_for() {
    let state = State::new(&Puzzle::classic(grid(HARD)));
    for technique in Technique::named() {
        let effort = Effort { techniques: [technique].into_iter().collect(), ..Effort::default() };
        for step in state.next_steps(&effort).unwrap() {
            assert!(effort.techniques.contains(step.technique), "{technique}: {step:?}");
            assert!(step.holds(&state).unwrap(), "{technique}: {step:?}");
        }
    }
}

#[test]
fn a_wrong_digit_leads_to_a_contradiction() {
    let puzzle = Puzzle::classic(grid(HARD));
    let Verdict::Unique(solution) = solve(&puzzle).unwrap() else { panic!() };
    let wrong = unsolvable(&puzzle, &solution).unwrap();
    let (steps, _) = path(&wrong);
    let (state, last) = steps.last().unwrap();
    assert_eq!(
        (&last.conclusion, last.technique),
        (&Conclusion::Contradiction, Technique::Contradiction)
    );
    assert!(!is_satisfiable(last, state));
}

#[test]
fn serves_any_size_and_rules() {
    let mut random = random(3);
    for (height, width, diagonal) in [(2, 2, false), (2, 3, true), (2, 4, false), (4, 4, false)] {
        let size = Size::new(height, width).unwrap();
        let rules = if diagonal { Rules::diagonal(size) } else { Rules::classic(size) };
        let blank = Puzzle::new(rules, Grid::empty(size)).unwrap();
        let (puzzle, solution) = proper_puzzle(&blank, 90, &mut random);
        let (steps, end) = path(&puzzle);
        assert_eq!(end.placed(), &solution, "{size}");
        assert!(steps.iter().all(|(_, step)| agrees(step, &solution)));
    }
}

#[test]
fn the_same_state_gives_the_same_step() {
    let puzzle = Puzzle::classic(grid(HARD));
    let (steps, _) = path(&puzzle);
    let (mut followed, effort) = (Vec::new(), Effort::default());
    let each = |_: &State, step: &Step| followed.push(step.clone());
    State::new(&puzzle).follow(&effort, each).unwrap();
    assert_eq!(steps.len(), followed.len());
    for ((state, step), followed) in steps.into_iter().zip(followed) {
        assert_eq!(state.next_step(&effort).unwrap(), Found::Step(step.clone()));
        assert_eq!(step, followed);
    }
}

#[test]
fn trials_within_trials_come_to_the_same_with_lanes_and_without() {
    // Boxes as regions: the same groups, but no lanes.
    let bands = ["aaabbbccc", "dddeeefff", "ggghhhiii"].map(|row| row.repeat(3));
    let rules = Rules::builder(Size::NINE).regions(bands.concat().parse().unwrap());
    let rules = rules.build().unwrap();
    let givens =
        grid(".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....");
    let puzzles = [Puzzle::classic(givens.clone()), Puzzle::new(rules, givens).unwrap()];
    let steps = puzzles.map(|puzzle| {
        let state = State::new(&puzzle);
        let chains = Effort { levels: 0, ..Effort::default() };
        assert_eq!(state.next_step(&chains).unwrap(), Found::Nothing);
        match state.next_step(&Effort::default()).unwrap() {
            Found::Step(step) => (step.conclusion, step.truths, step.links),
            found => panic!("{found:?}"),
        }
    });
    assert_eq!(steps[0], steps[1]);
}

#[test]
fn a_table_with_a_single_left_among_peers_has_it_to_place() {
    let rules = Arc::new(Rules::classic(Size::FOUR));
    let mut candidates = Candidates::all(Size::FOUR);
    let cell = Size::FOUR.cell(0, 0);
    candidates[cell] = [Digit::from_index(2)].into_iter().collect();
    let state = State::from_candidates(&rules, &candidates);
    assert_eq!(state.placed().filled().count(), 0);
    let Found::Step(step) = state.next_step(&Effort::default()).unwrap() else { panic!() };
    assert_eq!(step.technique, Technique::NakedSingle);
    let mut state = state;
    state.apply(&step);
    let again = State::from_candidates(&rules, state.candidates());
    assert_eq!(again.placed(), state.placed());
}

#[test]
fn explains_what_is_asked_about() {
    let puzzle = Puzzle::classic(grid(HARD));
    let Verdict::Unique(solution) = solve(&puzzle).unwrap() else { panic!() };
    let state = State::new(&puzzle);
    let deadline = Deadline::after(Duration::from_secs(2));
    let effort = Effort { levels: 0, deadline, ..Effort::default() };
    let holds = |c: &Candidate| solution.get(c.cell) == Some(c.digit);
    let mut explained = 0;
    for candidate in state.candidates().iter().filter(|candidate| !holds(candidate)) {
        let asked = Conclusion::Eliminations(vec![candidate]);
        if let Found::Step(step) = state.step_about(&asked, &effort).unwrap() {
            assert_minimal(&step, &state);
            assert_eq!(step.conclusion, asked);
            explained += 1;
        }
    }
    assert!(explained > 0);
    let kept = solution.filled().find(|c| state.placed().get(c.cell).is_none()).unwrap();
    let effort = Effort { levels: 0, ..Effort::default() };
    for gone in [vec![kept], vec![]] {
        let wrong = Conclusion::Eliminations(gone);
        assert_eq!(state.step_about(&wrong, &effort).unwrap(), Found::Nothing);
    }
}

#[test]
fn explains_several_eliminations_at_once_and_the_placements_that_follow() {
    let (steps, _) = path(&Puzzle::classic(grid(HARD)));
    let effort = Effort { levels: 0, ..Effort::default() };
    let about = |state: &State, conclusion: &Conclusion| {
        let Found::Step(step) = state.step_about(conclusion, &effort).unwrap() else {
            panic!("{conclusion:?}")
        };
        assert_eq!(&step.conclusion, conclusion);
        assert_minimal(&step, state);
        step.truths.len()
    };
    let mut placements = 0;
    for (state, step) in &steps {
        let Conclusion::Eliminations(gone) = &step.conclusion else { continue };
        assert!(about(state, &step.conclusion) <= step.truths.len(), "{step:?}");
        for lost in gone.iter().filter(|lost| state.candidates()[lost.cell].len() == 2) {
            // The other candidate of the cell follows by one more truth at most.
            let left = state.candidates()[lost.cell].iter().find(|&digit| digit != lost.digit);
            let placed = Candidate { cell: lost.cell, digit: left.unwrap() };
            let truths = about(state, &Conclusion::Placement(placed));
            assert!(truths <= step.truths.len() + 1, "{step:?}");
            placements += 1;
        }
    }
    assert!(placements > 0);
}

#[test]
fn a_wrong_digit_is_refuted_by_steps_that_rest_on_each_other() {
    let mut random = random(9);
    let (mut refuted, mut left_out) = (0, 0);
    for (size, blanks) in [(Size::FOUR, 8), (Size::new(2, 3).unwrap(), 22), (Size::NINE, 50)] {
        for _ in 0..70 {
            let (puzzle, solution) =
                proper_puzzle(&Puzzle::classic(Grid::empty(size)), blanks, &mut random);
            let Some(wrong) = unsolvable(&puzzle, &solution) else { continue };
            let (all, _) = path(&wrong);
            let clash = Goal::Conclusion(Conclusion::Contradiction);
            let steps = State::new(&wrong).path_to(&clash, &Effort::default()).unwrap();
            // What is left out is not missed.
            let mut state = State::new(&wrong);
            for (_, step) in &steps {
                assert!(step.holds(&state).unwrap(), "{step:?}");
                state.apply(step);
            }
            let (_, last) = steps.last().unwrap();
            assert_eq!(last.conclusion, Conclusion::Contradiction);
            refuted += 1;
            left_out += all.len() - steps.len();
        }
    }
    assert!(refuted > 100 && left_out > 0, "{refuted}, {left_out}");
    let proper = State::new(&Puzzle::classic(grid(HARD)));
    let clash = Goal::Conclusion(Conclusion::Contradiction);
    assert!(proper.path_to(&clash, &Effort::default()).unwrap().is_empty());
}
