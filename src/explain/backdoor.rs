//! Strong backdoors of a solution: digits to place, after which singles do the rest.
//!
//! The notion is from Williams, Gomes, Selman, *Backdoors to typical case complexity* (IJCAI 2003).

use super::lists::Index;
use super::state::State;
use super::trial::{ASSUMED, Trial};
use super::web::Web;
use crate::answer::Deadline;
use crate::evidence::smallest_hitting_sets;
use crate::grid::{Candidate, Grid};
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// The fewest digits of a solution that, placed beside the givens, leave nothing but naked and
/// hidden singles, by cell. None are needed where the depth is 0.
///
/// Implicit hitting sets: what is placed and follows by singles is closed, so digits that suffice
/// have one outside each closed set that is not the whole solution.
///
/// # Errors
/// [`SolveError::TimedOut`] at the deadline.
///
/// # Panics
/// If `solution` is not a full grid of the puzzle's size, or the side is above
/// [`State::MAX_SIDE`](super::State::MAX_SIDE).
pub fn backdoor(
    puzzle: &Puzzle,
    solution: &Grid,
    deadline: Deadline,
) -> Result<Vec<Candidate>, SolveError> {
    assert!(solution.is_full() && solution.size() == puzzle.size(), "expected a full grid");
    let state = State::new(puzzle);
    let web = Web::new(&state, Vec::new());
    let digits: Vec<Candidate> =
        solution.filled().filter(|held| state.placed().get(held.cell).is_none()).collect();
    let indices: Vec<Index> = digits.iter().map(|&held| web.groups.index(held)).collect();
    let mut trial = Trial::new(&web, 0);
    trial.begin();
    trial.propagate();
    let place = |trial: &mut Trial, digit: Index| {
        if trial.is_undecided(digit) {
            trial.set(digit, ASSUMED, 0);
            trial.propagate();
        }
    };
    let is_solved = |trial: &Trial| trial.ins().len() == digits.len();
    let start = trial.mark();
    let look = || deadline.ok_or(SolveError::TimedOut);
    let (found, outcome) =
        smallest_hitting_sets(digits.len(), 0..=digits.len(), false, look, |cells| {
            cells.iter().for_each(|&cell| place(&mut trial, indices[cell]));
            // The larger the closed set, the fewer digits are left outside.
            for &digit in &indices {
                let mark = trial.mark();
                place(&mut trial, digit);
                if is_solved(&trial) {
                    trial.undo(mark);
                }
            }
            let outside = (0..digits.len()).filter(|&cell| trial.is_undecided(indices[cell]));
            let outside: Vec<usize> = outside.collect();
            let is_closed = !is_solved(&trial);
            trial.undo(start);
            Ok(if is_closed { vec![outside] } else { Vec::new() })
        });
    outcome?;
    Ok(found[0].iter().map(|&cell| digits[cell]).collect())
}
