//! Propagation, and failed-literal probing of pairs of candidates.
//!
//! A candidate whose placement propagates to a contradiction is removed (failed literals: [Freeman
//! 1995](https://repository.upenn.edu/items/fb5a3fa3-3107-4be6-9ed4-7dd95ba84d27); Le Berre 2001).
//! Candidates are tried in pairs, of which one must hold. If one fails, the board that its partner
//! has already propagated is kept. If neither fails, the candidates that both branches remove are
//! removed (the dilemma rule of Stålmarck & Säflund, 1990). There is only one level: nothing is
//! tried inside a trial, so this is not a search.

use super::board::{Board, Tried};
use crate::answer::Deadline;
use crate::grid::{Candidate, Candidates, Grid, Size};

/// Limits on the work for one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How many candidates are tried at most; 0 for no probing. Above side 36, this number is
    /// reduced in proportion to the cube of the side.
    pub probes: usize,
    /// When the work stops. On 9x9 grids with a board of lanes, only probing looks at the deadline.
    pub deadline: Deadline,
}

/// A number of probes that nearly all 9x9 puzzles do not reach, and no deadline.
impl Default for Budget {
    fn default() -> Budget {
        Budget { probes: 1000, deadline: Deadline::NONE }
    }
}

/// The result of simplifying a puzzle.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// There is no solution.
    Contradiction,
    /// The only solution, which has not been checked by [`verify`](crate::verify()).
    Solved(Grid),
    /// All solutions are among these candidates. Every cell has at least one candidate, and some
    /// cells have several. If a cell has only one candidate, no peer has this candidate.
    Open(Candidates),
    /// The deadline passed before the end of propagation, so nothing is known.
    TimedOut,
}

/// A finding, and the work that was needed for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simplified {
    /// The result.
    pub finding: Finding,
    /// The number of candidates that were tried; 0 if propagation was enough or the budget allowed
    /// no probes.
    pub probes: usize,
}

/// Propagates a board of this size, and probes candidates until nothing changes or the budget is
/// used up. `choices` is a buffer.
///
/// Functions that take long to compile are called in only one place, since they are inlined on
/// lanes.
#[inline(always)]
pub(super) fn settle<B: Board>(
    mut board: B,
    size: Size,
    budget: &Budget,
    choices: &mut Vec<[Candidate; 2]>,
) -> Simplified {
    choices.clear();
    let (mut probes, mut next) = (0, 0);
    let (mut is_propagated, mut has_changed) = (false, true);
    // `None` if the puzzle is not settled; the board is propagated then.
    let settled = 'settled: loop {
        if !is_propagated {
            if !board.propagate() {
                break Some(Finding::Contradiction);
            }
            if board.is_cut_short() {
                break Some(Finding::TimedOut);
            }
        }
        if board.is_solved() {
            break Some(Finding::Solved(board.grid()));
        }
        loop {
            if probes + 2 > budget.probes {
                break 'settled None;
            }
            if next == choices.len() && has_changed {
                choices.clear();
                board.choices(choices);
                (next, has_changed) = (0, false);
            }
            let choice = choices.get(next).copied();
            next += 1;
            if let Some([first, second]) = choice
                && !(board.allows(first) && board.allows(second))
            {
                continue;
            }
            let Some(choice) = choice else { break 'settled None };
            if budget.deadline.is_over() {
                break 'settled None;
            }
            probes += 2;
            match board.try_choice(choice) {
                Tried::Contradiction => break 'settled Some(Finding::Contradiction),
                Tried::Nothing => {}
                tried => {
                    (is_propagated, has_changed) = (tried == Tried::Propagated, true);
                    break;
                }
            }
        }
    };
    // There is no closure here, since it would capture lanes.
    let finding = match settled {
        Some(finding) => finding,
        None => {
            let mut candidates = Candidates::none(size);
            board.write_candidates(&mut candidates);
            Finding::Open(candidates)
        }
    };
    Simplified { finding, probes }
}
