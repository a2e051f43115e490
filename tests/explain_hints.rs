//! Hints about a conclusion or a cell: one short step, or the steps that lead there.

use crate::common::{grid, list};
use satdoku::explain::{
    CellNames, Conclusion, Effort, Found, Goal, Guide, Hint, State, Step, Technique,
};
use satdoku::{Candidate, Puzzle, Symbols, Verdict, solve};

const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// The steps of a hint in a state of a puzzle, or what is said in their place.
fn hint(puzzle: &Puzzle, state: &State, about: &Goal) -> Result<Vec<(State, Step)>, String> {
    let (names, symbols) = (CellNames::A1, &Symbols::default());
    let guide = Guide { puzzle, effort: Effort::default(), names, symbols };
    match guide.hint(state, Some(about)).unwrap() {
        Hint::Steps(steps) => Ok(steps),
        Hint::Ending(ending) => Err(ending.sentence),
    }
}

/// Makes the steps from a state on; the state that they lead to.
fn follow(state: &State, steps: &[(State, Step)]) -> State {
    let mut state = state.clone();
    for (before, step) in steps {
        assert_eq!(before.candidates(), state.candidates());
        assert_eq!(before.placed(), state.placed());
        assert!(step.holds(&state).unwrap(), "{step:?}");
        if step.technique == Technique::FullHouse {
            let unit = state.rules().unit(step.truths[0].unit().unwrap());
            let empty = unit.cells.iter().filter(|&&cell| state.placed().get(cell).is_none());
            assert_eq!(empty.count(), 1, "{step:?}");
        }
        state.apply(step);
    }
    state
}

#[test]
fn steps_lead_to_each_conclusion_that_is_asked_about() {
    let puzzle = Puzzle::classic(grid(HARD));
    let Verdict::Unique(solution) = solve(&puzzle).unwrap() else { panic!() };
    let (state, mut several, mut left_out) = (State::new(&puzzle), 0, 0);
    let mut all = 0;
    State::new(&puzzle).follow(&Effort::default(), |_, _| all += 1).unwrap();
    let open = solution.filled().filter(|held| state.placed().get(held.cell).is_none());
    for held in open.step_by(3) {
        let placed = Goal::Conclusion(Conclusion::Placement(held));
        let steps = hint(&puzzle, &state, &placed).unwrap();
        let end = follow(&state, &steps);
        assert_eq!(end.placed().get(held.cell), Some(held.digit));
        several += usize::from(steps.len() > 1);
        left_out += all - steps.len();
        let gone = state.candidates()[held.cell].iter().filter(|&digit| digit != held.digit);
        let gone = gone.map(|digit| Candidate { cell: held.cell, digit }).collect::<Vec<_>>();
        if !gone.is_empty() {
            let without = Goal::Conclusion(Conclusion::Eliminations(gone));
            let end = follow(&state, &hint(&puzzle, &state, &without).unwrap());
            assert_eq!(end.candidates()[held.cell].iter().collect::<Vec<_>>(), [held.digit]);
        }
        let steps = hint(&puzzle, &state, &Goal::Cell(held.cell)).unwrap();
        let _ = follow(&state, &steps);
        let (_, last) = steps.last().unwrap();
        assert!(last.conclusion.candidates().iter().any(|c| c.cell == held.cell), "{last:?}");
    }
    assert!(several > 0 && left_out > all, "{several}, {left_out} of {all}");
}

#[test]
fn nearly_all_digits_of_hard_puzzles_are_shown_by_steps_with_names_or_stories() {
    let Some(lines) = list("rated.tsv") else { return };
    let singles = Effort { max_truths: 1, levels: 0, ..Effort::default() };
    let (mut puzzles, mut seen, mut asked, mut explained) = (0, 0, 0, 0);
    for line in &lines {
        let puzzle = Puzzle::classic(grid(line.split('\t').next().unwrap()));
        let mut state = State::new(&puzzle);
        while let Found::Step(step) = state.next_step(&singles).unwrap() {
            if step.conclusion.placed().is_none() {
                break;
            }
            state.apply(&step);
            if state.is_solved() {
                break;
            }
        }
        if state.is_solved() {
            continue;
        }
        let puzzle = puzzle.with_givens(state.placed().clone()).unwrap();
        let Verdict::Unique(solution) = solve(&puzzle).unwrap() else { panic!() };
        for held in solution.filled().filter(|held| state.placed().get(held.cell).is_none()) {
            if seen % 10 == 0 {
                asked += 1;
                let about = Goal::Conclusion(Conclusion::Placement(held));
                let is_unnamed =
                    |(_, step): &(State, Step)| matches!(step.technique, Technique::SetLogic(..));
                let steps = hint(&puzzle, &State::new(&puzzle), &about);
                explained += usize::from(steps.is_ok_and(|steps| !steps.iter().any(is_unnamed)));
            }
            seen += 1;
        }
        puzzles += 1;
        if puzzles == 40 {
            break;
        }
    }
    println!("{explained} of {asked} are explained");
    assert!(asked > 100 && explained * 10 >= asked * 9, "{explained} of {asked}");
}
