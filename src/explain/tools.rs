//! What finds depths and steps, for many puzzles.

use std::sync::Arc;

use super::depth::DepthFinder;
use super::state::State;
use crate::grid::Grid;
use crate::rules::{Puzzle, Rules};

/// What finds depths and steps, kept for the rules of the last puzzle.
#[derive(Debug, Default)]
pub struct Tools(Option<(DepthFinder, State)>);

impl Tools {
    /// For these rules: the finder of depths, and a state without givens.
    ///
    /// # Panics
    /// If the side is above [`State::MAX_SIDE`].
    pub fn of(&mut self, rules: &Arc<Rules>) -> (&mut DepthFinder, &State) {
        if !self.0.as_ref().is_some_and(|(_, state)| Arc::ptr_eq(state.rules(), rules)) {
            let blank = Puzzle::new(Arc::clone(rules), Grid::empty(rules.size()));
            let state = State::new(&blank.expect("the same size"));
            self.0 = Some((DepthFinder::new(rules), state));
        }
        let (finder, state) = self.0.as_mut().expect("set above");
        (finder, state)
    }
}
