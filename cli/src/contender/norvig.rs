//! Two solvers that propagate and then search: they choose the cell with the fewest candidates
//! first, and try its digits in order. Unlike the original programs, both also look for more
//! solutions, and stop at a deadline.
//!
//! - Peter Norvig's solver (*Solving Every Sudoku Puzzle*, 2006, <https://norvig.com/sudoku.html>):
//!   it eliminates a placed digit from the peers, and places a digit that has only one place left
//!   in a unit, until nothing changes. See the module
//!   [`propagation`](satdoku::simplify::propagation) for the differences.
//! - The agent for diagonal Sudoku of Udacity's artificial intelligence course (2017), as described
//!   by one of its students: it repeats "eliminate", "naked twins" and "only choice" until they
//!   make no progress. This solver differs in three points. A contradiction ends the reduction at
//!   once and is reported (the original program fails with an error if a puzzle has no solution).
//!   The reduction ends when nothing changes (in the original program, when no cell was solved).
//!   And the solver supports all units and sizes.

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

/// A state in which some digits of one cell have not yet been tried.
struct Branch {
    candidates: Candidates,
    cell: Cell,
    untried: DigitSet,
}

/// Reduces the candidates, then tries the digits of the open cell with the fewest candidates (the
/// first such cell) in order, and so on. Ends when the wanted number of solutions is found, when
/// everything is tried, or at the deadline.
///
/// `reduce` places the candidate that it gets, if any, and propagates. It returns `false` if there
/// is a contradiction. If it leaves one digit in every cell, these digits must be a solution. After
/// the deadline, it may return early.
///
/// The branches are in a list and not on the call stack, which would overflow for 36x36 grids.
/// There are at most as many branches as cells.
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
