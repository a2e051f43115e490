//! Asks a contender, and checks its answer.

use itertools::Itertools;

use super::{Answered, Capabilities, Contender, ContenderError};
use satdoku::solve::Statistics;
use satdoku::{Answer, Deadline, Grid, Limits, Pipeline, Puzzle, Size, verify};

/// Asks a contender, and checks its answer: every solution must pass [`verify()`], no two solutions
/// may be the same, and there may not be more solutions than asked for.
///
/// # Errors
/// [`ContenderError::NotAsked`] if the contender does not support the rules;
/// [`ContenderError::Lied`] if a grid is wrong or repeated, or if there are too many grids; and the
/// errors of the contender.
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

/// Uses the default solver to check a claim that there are no more solutions. This is for an answer
/// of a contender that is not trusted, if there is no answer of another contender. If the claim
/// cannot be confirmed by the deadline, the result is the answer marked as not complete.
///
/// # Errors
/// [`ContenderError::Lied`] if there is another solution; [`ContenderError::Crashed`] if the search
/// failed.
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

/// The end of a message with a grid, such as `: 417...`. It is empty if the grid is too large.
pub fn in_message(grid: &Grid) -> String {
    if grid.size().side() > Size::NINE.side() { String::new() } else { format!(": {grid}") }
}

/// Checks an answer as [`ask`] does. There is nothing to check if a contender gave an error.
///
/// # Errors
/// [`ContenderError::Lied`] if the answer is wrong.
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
        // One solution is not hashed: this would take as long as solving an easy puzzle.
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

    /// A contender that always gives the same answer.
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
            (Variants::Pairs, [true; 4]),
        ] {
            let able = Capabilities { variants, ..Capabilities::ALL };
            assert_eq!(all.each_ref().map(|rules| able.supports(rules)), expected);
        }
        let nine = Capabilities { sides: (9, 9), ..Capabilities::ALL };
        let (mut parrot, told) = (Parrot(Answer::default()), &mut Statistics::default());
        let classic = Puzzle::classic(Grid::empty(Size::FOUR));
        let error = ask(&mut parrot, &nine, &classic, &Limits::FIRST, told).unwrap_err();
        let expected = "expected a side of 9, rules without clues such as killer, found a classic puzzle with \
                        boxes of 2x2";
        assert_eq!(error.to_string(), expected);
    }
}
