//! Asking a contender, and checking what it says.

use itertools::Itertools;

use super::{Answered, Capabilities, Contender, ContenderError};
use satdoku::solve::Statistics;
use satdoku::{Answer, Deadline, Grid, Limits, Pipeline, Puzzle, Size, verify};

/// Asks a contender and checks what it says: every solution passes [`verify()`], no two are the
/// same, and there are no more than asked for.
///
/// # Errors
/// [`ContenderError::NotAsked`] before it is asked; [`ContenderError::Lied`] if a grid is wrong
/// or repeated; whatever the contender reports.
#[inline]
pub fn ask(
    contender: &mut dyn Contender,
    capabilities: &Capabilities,
    puzzle: &Puzzle,
    limits: &Limits,
    told: &mut Statistics,
) -> Answered {
    if !capabilities.supports(puzzle.rules()) {
        let (smallest, largest) = capabilities.sides;
        let to = if smallest == largest { String::new() } else { format!(" to {largest}") };
        let able = format!("a side of {smallest}{to}, {}", capabilities.variants);
        let found = puzzle.rules().describe();
        return Err(ContenderError::NotAsked(format!("expected {able}, found {found}")));
    }
    let answer = contender.answer(puzzle, limits, told);
    check(puzzle, limits, &answer)?;
    answer
}

/// Checks with the default solver a claim that there are no more solutions. This is for one answer
/// of a contender that is not known to be right, if there is no other answer to compare it with. If
/// a claim could not be confirmed by the deadline, the answer comes back as not complete.
///
/// # Errors
/// [`ContenderError::Lied`] if there is a solution that was denied; [`ContenderError::Crashed`] if
/// the search failed.
pub fn confirm(puzzle: &Puzzle, mut answer: Answer, deadline: Deadline) -> Answered {
    if answer.complete {
        let limits = Limits { solutions: answer.solutions.len() + 1, deadline };
        let found = Pipeline::new().solve(puzzle, &limits)?.answer;
        if let Some(denied) = found.solutions.iter().find(|grid| !answer.solutions.contains(grid)) {
            let which = if answer.solutions.is_empty() { "a" } else { "another" };
            let shown = in_message(denied);
            return Err(ContenderError::Lied(format!("there is {which} solution{shown}")));
        }
        answer.complete = found.complete;
    }
    Ok(answer)
}

/// `: 417...` at the end of a message; empty if the grid is too large.
pub fn in_message(grid: &Grid) -> String {
    if grid.size().side() > Size::NINE.side() { String::new() } else { format!(": {grid}") }
}

/// Checks what a contender said as [`ask`] does, if it is an answer.
///
/// # Errors
/// [`ContenderError::Lied`].
#[inline]
pub fn check(puzzle: &Puzzle, limits: &Limits, answer: &Answered) -> Result<(), ContenderError> {
    let Ok(answer) = answer else { return Ok(()) };
    let (found, most) = (answer.solutions.len(), limits.solutions);
    if found > most {
        let what = format!("expected at most {most} solutions, found {found}");
        return Err(ContenderError::Lied(what));
    }
    let wrong = answer.solutions.iter().find_map(|solution| verify(puzzle, solution).err());
    if let Some(violations) = wrong {
        return Err(ContenderError::Lied(violations[0].to_string()));
    }
    let is_repeated = match &answer.solutions[..] {
        // Hashing takes as long as an easy puzzle.
        [] | [_] => false,
        [first, second] => first == second,
        solutions => !solutions.iter().all_unique(),
    };
    if is_repeated {
        return Err(ContenderError::Lied("the same solution twice".to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Variants;
    use satdoku::rules::{Rules, Variant};

    /// Returns a fixed answer.
    struct Parrot(Answer);

    impl Contender for Parrot {
        fn answer(&mut self, _: &Puzzle, _: &Limits, _: &mut Statistics) -> Answered {
            Ok(self.0.clone())
        }
    }

    fn four(values: [u16; 16]) -> Grid {
        Grid::from_values(Size::FOUR, values).unwrap()
    }

    fn solved() -> Grid {
        four([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    }

    fn asked(solutions: Vec<Grid>, limits: Limits) -> Answered {
        let answer = Answer { solutions, complete: true, guesses: None };
        let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
        ask(&mut Parrot(answer), &Capabilities::ALL, &puzzle, &limits, &mut Statistics::default())
    }

    #[test]
    fn a_wrong_a_repeated_and_a_surplus_solution_are_lies() {
        assert!(asked(vec![solved()], Limits::FIRST).is_ok());
        for (solutions, message) in [
            (vec![four([1; 16])], "wrong answer: row A holds 1 twice: A1, A2"),
            (vec![solved(), solved()], "wrong answer: the same solution twice"),
            (vec![solved(); 3], "wrong answer: expected at most 2 solutions, found 3"),
        ] {
            let error = asked(solutions, Limits::UNIQUE).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert!(error.is_contenders_fault());
        }
    }

    #[test]
    fn does_not_ask_what_a_contender_cannot_do() {
        let four = || Rules::builder(Size::FOUR).variant(Variant::Diagonal);
        let middle = [5, 6, 9, 10].map(satdoku::Cell::from_index);
        let all = [
            Rules::builder(Size::FOUR),
            four(),
            four().extra_region(&middle),
            Rules::builder(Size::FOUR).variant(Variant::AntiKing),
        ];
        let all = all.map(|rules| rules.build().unwrap());
        for (variants, expected) in [
            (Variants::Classic, [true, false, false, false]),
            (Variants::Units, [true, true, true, false]),
            (Variants::Any, [true; 4]),
        ] {
            let able = Capabilities { variants, ..Capabilities::ALL };
            assert_eq!(all.each_ref().map(|rules| able.supports(rules)), expected);
        }
        let nine = Capabilities { sides: (9, 9), ..Capabilities::ALL };
        let (mut parrot, told) = (Parrot(Answer::default()), &mut Statistics::default());
        let classic = Puzzle::classic(Grid::empty(Size::FOUR));
        let error = ask(&mut parrot, &nine, &classic, &Limits::FIRST, told).unwrap_err();
        let expected = "expected a side of 9, any rules, found a classic puzzle with boxes of 2x2";
        assert_eq!(error.to_string(), expected);
    }
}
