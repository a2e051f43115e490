//! Paths: the steps that lead to a goal, without other steps.

use std::collections::HashMap;

use super::search::Effort;
use super::state::State;
use super::step::{Conclusion, Step};
use super::technique::Technique;
use crate::grid::{Candidate, Cell};
use crate::rules::Group;
use crate::solve::SolveError;

/// A goal that steps should show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The goal is this conclusion.
    Conclusion(Conclusion),
    /// The goal is to know more about a cell: a step places its digit, or eliminates some of its
    /// candidates.
    Cell(Cell),
}

impl State {
    /// Makes steps until a goal is reached, and leaves out the steps that the goal does not need.
    /// Each step has the state before it, in which only the earlier steps of this list were made.
    /// Empty if the steps do not reach the goal.
    ///
    /// # Errors
    /// The same as for [`State::next_step`].
    pub fn path_to(&self, goal: &Goal, effort: &Effort) -> Result<Vec<(State, Step)>, SolveError> {
        let (mut state, mut steps) = (self.clone(), Vec::new());
        // For each removed candidate, the step that removed it.
        let mut gone_by: HashMap<Candidate, usize> = HashMap::new();
        let mut is_reached = false;
        state.follow_while(effort, |before, step| {
            let mut after = before.clone();
            after.apply(step);
            let gone = before.candidates().iter().filter(|&candidate| !after.allows(candidate));
            gone_by.extend(gone.map(|candidate| (candidate, steps.len())));
            steps.push(step.clone());
            is_reached = goal.is_reached(step, &after);
            !is_reached
        })?;
        let Some(last) = steps.len().checked_sub(1).filter(|_| is_reached) else {
            return Ok(Vec::new());
        };
        let mut is_needed = vec![false; steps.len()];
        is_needed[last] = true;
        if let Goal::Conclusion(Conclusion::Eliminations(asked)) = goal {
            asked.iter().filter_map(|gone| gone_by.get(gone)).for_each(|&by| is_needed[by] = true);
        }
        for number in (0..=last).rev() {
            let facts = if is_needed[number] { steps[number].facts(&state) } else { Vec::new() };
            let earlier = facts.iter().filter_map(|fact| gone_by.get(fact).copied());
            earlier.filter(|&by| by < number).for_each(|by| is_needed[by] = true);
        }
        let needed = steps.into_iter().zip(is_needed).filter(|(_, is_needed)| *is_needed);
        let mut state = self.clone();
        let told = |(mut step, _): (Step, bool)| {
            let before = state.clone();
            state.apply(&step);
            if let (Technique::FullHouse, [Group::Unit(unit, _)]) =
                (step.technique, &step.truths[..])
            {
                // Perhaps the other cells were filled by steps that are left out now.
                let cells = before.rules().unit(*unit).cells.iter();
                if cells.filter(|&&cell| before.placed().get(cell).is_none()).count() > 1 {
                    step.technique = Technique::HiddenSingle;
                }
            }
            (before, step)
        };
        Ok(needed.map(told).collect())
    }
}

impl Goal {
    fn is_reached(&self, step: &Step, after: &State) -> bool {
        match self {
            Goal::Conclusion(Conclusion::Placement(Candidate { cell, digit })) => {
                after.placed().get(*cell) == Some(*digit)
            }
            Goal::Conclusion(Conclusion::Eliminations(asked)) => {
                !asked.iter().any(|&gone| after.allows(gone))
            }
            Goal::Conclusion(Conclusion::Contradiction) => {
                step.conclusion == Conclusion::Contradiction
            }
            Goal::Cell(cell) => step.conclusion.candidates().iter().any(|c| c.cell == *cell),
        }
    }
}
