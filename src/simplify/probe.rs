//! Failed-literal probing, on choices of two.
//!
//! A candidate whose placement propagates to a contradiction goes (failed literals: Freeman 1995;
//! Le Berre 2001). Candidates are tried in pairs of which one must hold, so that a failure leaves
//! the board that its partner has already propagated, and where neither fails, what both branches
//! remove goes (the dilemma rule of Stålmarck & Säflund, 1990). One level only: nothing is tried
//! inside a trial, so this is no search.

use super::Budget;
use super::board::Board;
use crate::grid::Candidate;

/// What probing ended with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Probed {
    /// No candidate left somewhere: there is no solution.
    Contradiction,
    /// One candidate a cell.
    Solved,
    /// Nothing more to learn, or the budget is spent.
    Open,
}

/// The board with this candidate placed, unless that contradicts itself.
#[inline(always)]
fn tried<B: Board>(board: &B, candidate: Candidate) -> Option<B> {
    let mut board = board.clone();
    board.place(candidate);
    if board.propagate() { Some(board) } else { None }
}

/// Probes a propagated board until nothing changes or the budget is spent, and counts the
/// candidates tried. The board stays propagated. `choices` is a buffer.
#[inline(always)]
pub(super) fn probe<B: Board>(
    board: &mut B,
    budget: &Budget,
    choices: &mut Vec<[Candidate; 2]>,
    probe_count: &mut usize,
) -> Probed {
    if board.is_solved() {
        return Probed::Solved;
    }
    loop {
        choices.clear();
        board.choices(choices);
        let mut changed = false;
        for &[first, second] in choices.iter() {
            if !board.allows(first) || !board.allows(second) {
                continue;
            }
            if *probe_count + 2 > budget.probes || budget.deadline.is_over() {
                return Probed::Open;
            }
            *probe_count += 2;
            match (tried(board, first), tried(board, second)) {
                (None, None) => return Probed::Contradiction,
                (Some(left), None) | (None, Some(left)) => *board = left,
                (Some(first), Some(second)) => {
                    if !board.keep_either(&first, &second) {
                        continue;
                    }
                    if !board.propagate() {
                        return Probed::Contradiction;
                    }
                }
            }
            if board.is_solved() {
                return Probed::Solved;
            }
            changed = true;
        }
        if !changed {
            return Probed::Open;
        }
    }
}
