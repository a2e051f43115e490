//! Peter Norvig's solver (*Solving Every Sudoku Puzzle*, 2006): eliminate a placed digit from the
//! peers, place a digit where a unit has one place left, to the fixpoint; then search, the
//! smallest cell first, its digits in order.
//!
//! Ours differs in what [`propagation`](satdoku::simplify::propagation) does, looks for further
//! solutions, and stops at a deadline.

use super::search::depth_first;
use super::{Contender, ContenderError};
use satdoku::answer::{Answer, Limits};
use satdoku::grid::Candidates;
use satdoku::rules::Puzzle;
use satdoku::simplify::propagation::{assign, propagate};

/// The contender `norvig`.
#[derive(Debug, Default)]
pub struct Norvig;

impl Contender for Norvig {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        let rules = puzzle.rules();
        let givens = Candidates::from_grid(puzzle.givens());
        let (start, result) = propagate(rules, &givens, &mut |_| {});
        Ok(depth_first(start, limits, |candidates, guess| match guess {
            Some(guess) => assign(rules, candidates, guess).is_ok(),
            None => result.is_ok(),
        }))
    }
}
