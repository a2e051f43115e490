//! The agent for diagonal Sudoku of Udacity's artificial intelligence course (2017), as written up
//! by one of its students: eliminate, naked twins, only choice until they stall; then search, the
//! smallest cell first, its digits in order.
//!
//! Ours differs in that a contradiction ends the reduction at once and is told (the original runs
//! into an error on a puzzle without a solution), that it stalls when nothing changes (there, when
//! no cell was solved), takes any units and size, looks for further solutions, and stops at a
//! deadline.

use super::search::depth_first;
use super::{Contender, ContenderError};
use satdoku::answer::{Answer, Limits};
use satdoku::grid::{Candidate, Candidates, DigitSet};
use satdoku::rules::Puzzle;
use satdoku::simplify::propagation::{Strategy, round};

/// The contender `diagonal-agent`.
#[derive(Debug, Default)]
pub struct DiagonalAgent;

impl Contender for DiagonalAgent {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        let start = Candidates::from_grid(puzzle.givens());
        Ok(depth_first(start, limits, |candidates, guess| {
            if let Some(Candidate { cell, digit }) = guess {
                candidates[cell] = DigitSet::from_iter([digit]);
            }
            loop {
                match round(puzzle.rules(), &Strategy::ALL, candidates, &mut |_| {}) {
                    Ok(true) if !limits.deadline.is_over() => {}
                    Ok(_) => return true,
                    Err(_) => return false,
                }
            }
        }))
    }
}
