//! Propagation, and failed-literal probing of pairs of candidates.
//!
//! A candidate whose placement propagates to a contradiction is removed (failed literals: Freeman
//! 1995; Le Berre 2001). Candidates are tried in pairs, of which one must hold. If one fails, the
//! board that its partner has already propagated is kept. If neither fails, the candidates that
//! both branches remove are removed (the dilemma rule of Stålmarck & Säflund, 1990). There is only
//! one level: nothing is tried inside a trial, so this is not a search. If guesses are allowed, a
//! search comes before the probes and looks for as many solutions as are wanted. If the search
//! finds them or is complete, no probes are made.

use super::board::{Board, Tried};
use crate::answer::{Deadline, Limits};
use crate::grid::{Candidate, Candidates, Grid};

/// Limits on the work for one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How many candidates are tried at most; 0 for no probing. Above side 36, this number is
    /// reduced in proportion to the cube of the side.
    pub probes: usize,
    /// How many guesses a search for solutions makes at most, on classic or diagonal 9x9 grids; 0
    /// for no search.
    pub guesses: u64,
    /// The number of solutions that the search looks for.
    pub solutions: usize,
    /// When the work stops. On 9x9 grids with a board of lanes, only probing and guesses look at
    /// the deadline.
    pub deadline: Deadline,
}

/// A number of probes that nearly all 9x9 puzzles do not reach, no guesses and no deadline.
impl Default for Budget {
    fn default() -> Budget {
        Budget { probes: 1000, guesses: 0, solutions: 2, deadline: Deadline::NONE }
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
    /// The search found several solutions: as many as were wanted or, if `complete`, all solutions.
    /// They are in [`Simplified::found`].
    Found {
        /// Whether there are no other solutions.
        complete: bool,
    },
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
    /// The number of guesses of the search, if the search settled the puzzle, else 0.
    pub guesses: u64,
    /// The solutions that the search found, unless the finding is [`Finding::Solved`]. They have
    /// not been checked by [`verify`](crate::verify()).
    pub found: Vec<Grid>,
}

/// With fewer givens, the search starts at once, without propagation before it: propagation alone
/// is usually not enough, and the search propagates too. With more givens, propagation is usually
/// enough, and takes less time than the propagation of the search, which also uses triples.
const MANY_GIVENS: u16 = 26;

/// Whether a 9x9 grid has few givens.
#[inline(always)]
fn has_few(givens: &Grid) -> bool {
    // With a fixed length, and in 16 bits, the sum takes few vector instructions.
    let Ok(values) = <&[u16; 81]>::try_from(givens.values()) else { return false };
    values.iter().map(|&value| u16::from(value > 0)).sum::<u16>() < MANY_GIVENS
}

/// Propagates a board with the givens, and probes candidates until nothing changes, the budget is
/// used up or the wanted solutions are found. `choices` is a buffer.
///
/// Functions that take long to compile are called in only one place, since they are inlined on
/// lanes.
#[inline(always)]
pub(super) fn settle<B: Board>(
    mut board: B,
    givens: &Grid,
    budget: &Budget,
    choices: &mut Vec<[Candidate; 2]>,
) -> Simplified {
    choices.clear();
    let (mut probes, mut guesses, mut found) = (0, 0, Vec::new());
    let (mut next, mut may_guess) = (0, budget.guesses > 0);
    let mut is_sparse = may_guess && has_few(givens);
    let (mut is_propagated, mut has_changed) = (false, true);
    // `None` if the puzzle is not settled; the board is propagated then.
    let settled = 'settled: loop {
        if !is_propagated && !is_sparse {
            if !board.propagate() {
                break Some(Finding::Contradiction);
            }
            if board.is_cut_short() {
                break Some(Finding::TimedOut);
            }
            is_propagated = true;
        }
        if is_propagated && board.is_solved() {
            break Some(Finding::Solved(board.grid()));
        }
        if may_guess {
            (may_guess, is_sparse) = (false, false);
            let limits = Limits { solutions: budget.solutions, deadline: budget.deadline };
            if let Some((solutions, searched)) = board.dive(budget.guesses, &limits) {
                let complete = searched.complete;
                found = solutions;
                if complete || found.len() == budget.solutions {
                    guesses = searched.guesses;
                    break Some(match complete && found.len() < 2 {
                        true => found.pop().map_or(Finding::Contradiction, Finding::Solved),
                        false => Finding::Found { complete },
                    });
                }
            }
            continue;
        }
        loop {
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
            if probes + 2 > budget.probes || budget.deadline.is_over() {
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
            let mut candidates = Candidates::none(givens.size());
            board.write_candidates(&mut candidates);
            Finding::Open(candidates)
        }
    };
    Simplified { finding, probes, guesses, found }
}
