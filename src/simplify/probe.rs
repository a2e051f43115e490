//! Failed-literal probing, on choices of two.
//!
//! A candidate whose placement propagates to a contradiction goes (failed literals: Freeman 1995;
//! Le Berre 2001). Candidates are tried in pairs of which one must hold, so that a failure leaves
//! the board that its partner has already propagated, and where neither fails, what both branches
//! remove goes (the dilemma rule of Stålmarck & Säflund, 1990). One level only: nothing is tried
//! inside a trial, so this is no search.

use super::Budget;
use super::board::{Board, Tried};
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
        for &choice in choices.iter() {
            if !choice.iter().all(|&candidate| board.allows(candidate)) {
                continue;
            }
            if *probe_count + 2 > budget.probes || budget.deadline.is_over() {
                return Probed::Open;
            }
            *probe_count += 2;
            match board.try_choice(choice) {
                Tried::Contradiction => return Probed::Contradiction,
                Tried::Nothing => continue,
                Tried::Changed => {}
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
