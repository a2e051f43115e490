//! The depth-first search that Norvig's solver and the diagonal agent share.

use satdoku::answer::{Answer, Limits};
use satdoku::grid::{Candidate, Candidates, Cell, DigitSet};

/// A state from which some digits of one cell are still to be tried.
struct Branch {
    candidates: Candidates,
    cell: Cell,
    untried: DigitSet,
}

/// Reduces the candidates, then tries the digits of the smallest open cell (the first of them) in
/// order, and so on, until as many solutions as wanted are found, nothing is left, or it is late.
///
/// `reduce` places the candidate it is handed, if any, and propagates; `false` is a contradiction.
/// Candidates that it has left with one digit in every cell must be a solution. It may return
/// early when the deadline has passed.
///
/// The branches stand on a list of their own, not on the call stack, so that a side of 36 does not
/// overflow it; there are at most as many as cells.
pub(super) fn depth_first(
    mut root: Candidates,
    limits: &Limits,
    mut reduce: impl FnMut(&mut Candidates, Option<Candidate>) -> bool,
) -> Answer {
    let mut answer = Answer { guesses: Some(0), ..Answer::default() };
    let mut branches: Vec<Branch> = Vec::new();
    let mut consistent = reduce(&mut root, None);
    let mut candidates = root;
    loop {
        if limits.deadline.is_over() {
            return answer;
        }
        if consistent {
            match smallest_open_cell(&candidates) {
                Some(cell) => {
                    let untried = candidates[cell].clone();
                    branches.push(Branch { candidates, cell, untried });
                }
                None => {
                    answer.solutions.push(candidates.to_grid());
                    if answer.solutions.len() >= limits.solutions {
                        return answer;
                    }
                }
            }
        }
        let Some(branch) = branches.last_mut() else {
            answer.complete = true;
            return answer;
        };
        let cell = branch.cell;
        let digit = branch.untried.iter().next().expect("a branch has a digit to try");
        branch.untried.remove(digit);
        candidates = if branch.untried.is_empty() {
            branches.pop().expect("just looked at").candidates
        } else {
            branch.candidates.clone()
        };
        answer.guesses = answer.guesses.map(|guesses| guesses + 1);
        consistent = reduce(&mut candidates, Some(Candidate { cell, digit }));
    }
}

fn smallest_open_cell(candidates: &Candidates) -> Option<Cell> {
    let cells = candidates.size().cells();
    cells.filter(|&cell| candidates[cell].len() > 1).min_by_key(|&cell| candidates[cell].len())
}
