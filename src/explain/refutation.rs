//! Why there is no solution: the steps to the contradiction, and no others.

use std::collections::HashMap;

use super::search::{Effort, End};
use super::state::State;
use super::step::Step;
use crate::grid::Candidate;
use crate::solve::SolveError;

impl State {
    /// Makes steps until one shows that there is no solution, and leaves out those that it does not
    /// rest on. Each step comes with the state before it. `None` if the steps end otherwise.
    ///
    /// # Errors
    /// As [`State::next_step`].
    pub fn refutation(mut self, effort: &Effort) -> Result<Option<Vec<(State, Step)>>, SolveError> {
        let mut steps: Vec<(State, Step)> = Vec::new();
        let end = self.follow(effort, |state, step| steps.push((state.clone(), step.clone())))?;
        if end != End::Contradiction {
            return Ok(None);
        }
        // By candidate that a step took away: which step.
        let mut gone_by: HashMap<Candidate, usize> = HashMap::new();
        for (number, pair) in steps.windows(2).enumerate() {
            let [(before, _), (after, _)] = pair else { continue };
            let is_gone = |c: &Candidate| !after.allows(*c);
            let gone = before.candidates().iter().filter(is_gone);
            gone_by.extend(gone.map(|candidate| (candidate, number)));
        }
        let mut is_needed = vec![false; steps.len()];
        is_needed[steps.len() - 1] = true;
        for (number, (state, step)) in steps.iter().enumerate().rev() {
            if is_needed[number] {
                let earlier = step.facts(state).into_iter().filter_map(|f| gone_by.get(&f));
                earlier.for_each(|&earlier| is_needed[earlier] = true);
            }
        }
        let needed = steps.into_iter().zip(is_needed).filter(|(_, is_needed)| *is_needed);
        Ok(Some(needed.map(|(step, _)| step).collect()))
    }
}
