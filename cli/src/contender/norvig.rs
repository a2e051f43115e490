//! Two solvers that propagate, and then search: the smallest cell first, its digits in order. Both
//! also look for further solutions and stop at a deadline, unlike the originals.
//!
//! - Peter Norvig's (*Solving Every Sudoku Puzzle*, 2006): eliminate a placed digit from the peers,
//!   place a digit where a unit has one place left, to the fixpoint. The module
//!   [`propagation`](satdoku::simplify::propagation) says how this solver differs.
//! - The agent for diagonal Sudoku of Udacity's artificial intelligence course (2017), as written up
//!   by one of its students: eliminate, naked twins, only choice until they stall. This solver
//!   differs in three points. A contradiction ends the reduction at once and is reported (the
//!   original runs into an error on a puzzle without a solution). The solver stalls when nothing
//!   changes (the original, when no cell was solved). And it takes any units and size.

use super::{Answered, Contender};
use satdoku::simplify::propagation::{Strategy, assign, propagate, round};
use satdoku::solve::Statistics;
use satdoku::{Answer, Candidate, Candidates, Cell, DigitSet, Limits, Puzzle};

/// The contender `norvig`.
#[derive(Debug, Default)]
pub struct Norvig;

impl Contender for Norvig {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, _: &mut Statistics) -> Answered {
        let rules = puzzle.rules();
        let givens = Candidates::from_grid(puzzle.givens());
        let (start, result) = propagate(rules, &givens);
        Ok(depth_first(start, limits, |candidates, guess| match guess {
            Some(guess) => assign(rules, candidates, guess).is_ok(),
            None => result.is_ok(),
        }))
    }
}

/// The contender `diagonal-agent`.
#[derive(Debug, Default)]
pub struct DiagonalAgent;

impl Contender for DiagonalAgent {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, _: &mut Statistics) -> Answered {
        let start = Candidates::from_grid(puzzle.givens());
        Ok(depth_first(start, limits, |candidates, guess| {
            if let Some(Candidate { cell, digit }) = guess {
                candidates[cell] = DigitSet::from_iter([digit]);
            }
            loop {
                match round(puzzle.rules(), &Strategy::ALL, candidates) {
                    Ok(true) if !limits.deadline.is_over() => {}
                    Ok(_) => return true,
                    Err(_) => return false,
                }
            }
        }))
    }
}

/// A state from which some digits of one cell are still to be tried.
struct Branch {
    candidates: Candidates,
    cell: Cell,
    untried: DigitSet,
}

/// Reduces the candidates, then tries the digits of the smallest open cell (the first of them) in
/// order, and so on, until as many solutions as wanted are found, nothing is left, or the deadline
/// has passed.
///
/// `reduce` places the candidate that it gets, if any, and propagates; `false` is a contradiction.
/// If it leaves one digit in every cell, these must be a solution. It may return early when the
/// deadline has passed.
///
/// The branches stand on a list of their own, not on the call stack, so that a side of 36 does not
/// overflow it; there are at most as many as cells.
fn depth_first(
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
