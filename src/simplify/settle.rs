//! Propagation, and failed-literal probing on choices of two.
//!
//! A candidate whose placement propagates to a contradiction is removed (failed literals: Freeman
//! 1995; Le Berre 2001). Candidates are tried in pairs, of which one must hold. If one fails, the
//! board that its partner has already propagated is kept. If neither fails, the candidates that
//! both branches remove are removed (the dilemma rule of Stålmarck & Säflund, 1990). There is only
//! one level: nothing is tried inside a trial, so this is no search. If guesses are allowed, a search
//! comes before the probes and looks for as many solutions as are wanted. If it finds them or is
//! complete, the puzzle is settled.

use super::board::{Board, Tried};
use crate::answer::{Deadline, Limits};
use crate::grid::{Candidate, Candidates, Grid};

/// How much probing a puzzle is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The most candidates that are tried; 0 for no probing. Above side 36 fewer are tried: the
    /// number shrinks with the cube of the side.
    pub probes: usize,
    /// The most guesses of a search for solutions, on classic or diagonal 9x9 grids; 0 for no
    /// search.
    pub guesses: u64,
    /// The number of solutions that guesses look for.
    pub solutions: usize,
    /// Stop at this moment. On 9x9 grids only probing and guesses look at the deadline.
    pub deadline: Deadline,
}

/// Probing that ends by itself on nearly all 9x9 puzzles, without guesses or a deadline.
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
    /// The only solution, which still has to pass [`verify`](crate::verify()).
    Solved(Grid),
    /// Guesses found several solutions: as many as were wanted or, if `complete`, all that there
    /// are. They are in [`Simplified::found`].
    Found {
        /// Whether there are no other solutions.
        complete: bool,
    },
    /// All solutions are among these candidates. Every cell has at least one, some have several,
    /// and a cell's only candidate is in none of its peers.
    Open(Candidates),
    /// The deadline passed before propagation had ended, so nothing is known.
    TimedOut,
}

/// A finding, and the work that it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simplified {
    /// The result.
    pub finding: Finding,
    /// The number of candidates that were tried; 0 if propagation was enough or the budget allowed
    /// none.
    pub probes: usize,
    /// Guesses of the search that settled the puzzle; 0 if no search did.
    pub guesses: u64,
    /// The solutions that guesses found, if the finding is not the only solution. They still have
    /// to pass [`verify`](crate::verify()).
    pub found: Vec<Grid>,
}

/// With fewer givens a search comes before propagation, which the search does as well: it is mostly
/// not enough. With more givens it mostly is, and takes less time than the propagation of the search,
/// which also knows triples.
const MANY_GIVENS: u16 = 26;

/// Whether these are few givens of a 9x9 grid.
#[inline(always)]
fn has_few(givens: &Grid) -> bool {
    // With a fixed length, and in 16 bits, the sum takes a few vector instructions.
    let Ok(values) = <&[u16; 81]>::try_from(givens.values()) else { return false };
    values.iter().map(|&value| u16::from(value > 0)).sum::<u16>() < MANY_GIVENS
}

/// Propagates a board that holds the givens, and probes it until nothing changes, the budget is
/// spent or the wanted solutions are found. `choices` is a buffer.
///
/// Code that is expensive to compile is called at only one place: on lanes it is inlined.
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
    // None if the board is open, which is then propagated.
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
    // No closure, which would hold lanes.
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
