//! Strong backdoors of a solution: digits to place, after which singles do the rest.
//!
//! The notion is from Williams, Gomes, Selman, *Backdoors to typical case complexity* (IJCAI 2003).

use super::board::Board;
use super::groups::{Groups, Index};
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
    let groups = Groups::new(puzzle.rules());
    let digits: Vec<Index> = solution.filled().map(|placed| groups.index(placed)).collect();
    assert_eq!(digits.len(), puzzle.size().cell_count(), "expected a full grid");
    let mut board = Board::new(&groups, puzzle.givens());
    board.propagate(&groups);
    let place = |board: &mut Board, digit: Index| {
        board.place(digit);
        board.propagate(&groups);
    };
    let start = board.mark();
    let look = || deadline.ok_or(SolveError::TimedOut);
    let (found, outcome) =
        smallest_hitting_sets(digits.len(), 0..=digits.len(), false, look, |cells| {
            cells.iter().for_each(|&cell| place(&mut board, digits[cell]));
            // The larger the closed set, the fewer digits are left outside.
            for &digit in &digits {
                if board.is_open(digit) {
                    let mark = board.mark();
                    place(&mut board, digit);
                    if board.is_solved(&groups) {
                        board.undo(&groups, mark);
                    }
                }
            }
            let outside: Vec<usize> =
                (0..digits.len()).filter(|&cell| board.is_open(digits[cell])).collect();
            let is_closed = !board.is_solved(&groups);
            board.undo(&groups, start);
            Ok(if is_closed { vec![outside] } else { Vec::new() })
        });
    outcome?;
    Ok(found[0].iter().map(|&cell| groups.candidate(digits[cell])).collect())
}
