//! A checker of depths, written apart from the finder: it shares no code with it, and is slow.

use crate::grid::{Candidates, DigitSet, Grid};
use crate::rules::Rules;

use super::{Depth, DepthEvidence, Refutation};

/// Why evidence for a depth is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DepthError {
    /// A deadline came before the depth was known.
    #[error("the depth is not known, so there is nothing to check")]
    Unknown,
    /// A trial that leads to no contradiction, or that nests deeper than claimed.
    #[error("refutation {number} of {count} does not lead to a contradiction at this depth")]
    Refutation {
        /// Which one, from 1.
        number: usize,
        /// Of how many.
        count: usize,
    },
    /// After all refutations the puzzle is not settled as claimed.
    #[error("the refutations do not settle the puzzle as claimed")]
    NotSettled,
    /// The candidates said to be left are not all left at the lower depth.
    #[error("the candidates said to stay open do not stay open")]
    NotClosed,
}

/// Checks that the evidence proves its depth: for *at most*, replays the refutations; for *more
/// than*, makes sure that no trial at the lower depth removes one of the candidates left.
///
/// The second part tries every candidate afresh, which takes seconds for a depth of 3.
///
/// # Errors
/// What is wrong with the evidence.
///
/// # Panics
/// If the grid or the candidates are not of the rules' size.
pub fn check_depth(
    rules: &Rules,
    givens: &Grid,
    evidence: &DepthEvidence,
) -> Result<(), DepthError> {
    let start = Candidates::from_grid(givens);
    let (at_most, more_than) = match evidence.depth {
        Depth::Solved(depth) | Depth::Contradiction(depth) => (Some(depth), depth.checked_sub(1)),
        Depth::Open(depth) => (None, Some(depth)),
        Depth::Unknown(_) => return Err(DepthError::Unknown),
    };
    if let Some(depth) = at_most {
        let mut state = start.clone();
        let mut possible = propagate(rules, &mut state);
        for (index, refutation) in evidence.refutations.iter().enumerate() {
            if !is_refuted(rules, &state, refutation, depth) {
                let count = evidence.refutations.len();
                return Err(DepthError::Refutation { number: index + 1, count });
            }
            state[refutation.candidate.cell].remove(refutation.candidate.digit);
            possible = possible && propagate(rules, &mut state);
        }
        let solved = possible && state.to_grid().is_full();
        let settled = match evidence.depth {
            Depth::Solved(_) => solved,
            _ => !possible,
        };
        if !settled {
            return Err(DepthError::NotSettled);
        }
    }
    match (more_than, &evidence.left) {
        (None, _) => Ok(()),
        (Some(depth), Some(left)) if stays_open(rules, &start, left, depth) => Ok(()),
        _ => Err(DepthError::NotClosed),
    }
}

/// Whether a trial of this depth ends in a contradiction as told.
fn is_refuted(rules: &Rules, state: &Candidates, refutation: &Refutation, depth: usize) -> bool {
    let candidate = refutation.candidate;
    if depth == 0 || !state[candidate.cell].contains(candidate.digit) {
        return false;
    }
    let mut trial = state.clone();
    trial[candidate.cell] = DigitSet::from_iter([candidate.digit]);
    let mut possible = propagate(rules, &mut trial);
    for inner in &refutation.within {
        if !possible || !is_refuted(rules, &trial, inner, depth - 1) {
            return false;
        }
        trial[inner.candidate.cell].remove(inner.candidate.digit);
        possible = propagate(rules, &mut trial);
    }
    !possible
}

/// Whether trials of this depth, from `start`, keep all of `left`, and that leaves a cell open.
///
/// Fewer candidates never make a trial pass, so what is closed within a part of `start` stays.
fn stays_open(rules: &Rules, start: &Candidates, left: &Candidates, depth: usize) -> bool {
    let mut propagated = left.clone();
    let within = left.size().cells().all(|cell| (&left[cell] - &start[cell]).is_empty());
    within
        && propagate(rules, &mut propagated)
        && propagated == *left
        && !left.to_grid().is_full()
        && (depth == 0
            || left.iter().all(|candidate| {
                let mut trial = left.clone();
                trial[candidate.cell] = DigitSet::from_iter([candidate.digit]);
                is_possible(rules, &mut trial, depth - 1)
            }))
}

/// Whether trials of this depth find no contradiction.
fn is_possible(rules: &Rules, state: &mut Candidates, depth: usize) -> bool {
    let mut changed = true;
    while changed {
        if !propagate(rules, state) {
            return false;
        }
        changed = false;
        if depth > 0 {
            for candidate in state.clone().iter().filter(|c| state[c.cell].len() > 1) {
                let mut trial = state.clone();
                trial[candidate.cell] = DigitSet::from_iter([candidate.digit]);
                if !is_possible(rules, &mut trial, depth - 1) {
                    state[candidate.cell].remove(candidate.digit);
                    changed = true;
                    break;
                }
            }
        }
    }
    true
}

/// Naked and hidden singles until nothing changes; `false` if a cell or a digit has no place.
fn propagate(rules: &Rules, state: &mut Candidates) -> bool {
    let mut changed = true;
    while changed {
        changed = false;
        for cell in rules.size().cells() {
            match (state[cell].len(), state[cell].single()) {
                (0, _) => return false,
                (_, Some(digit)) => {
                    for peer in rules.peers(cell) {
                        changed |= state[peer].remove(digit);
                    }
                }
                _ => {}
            }
        }
        for unit in rules.units() {
            for digit in rules.size().digits() {
                let mut places = unit.cells.iter().filter(|&&cell| state[cell].contains(digit));
                match (places.next(), places.next()) {
                    (None, _) => return false,
                    (Some(&cell), None) if state[cell].len() > 1 => {
                        state[cell] = DigitSet::from_iter([digit]);
                        changed = true;
                    }
                    _ => {}
                }
            }
        }
    }
    true
}
