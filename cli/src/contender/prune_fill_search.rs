//! Taro Kuriyama's solver (2016, after Richard Bird's *Pearls of Functional Algorithm Design*): a
//! stack of boards. Each board is pruned and filled once, row by row, column by column, box by box.
//! If a board is valid but not complete, new boards are made from it, in each of which one more
//! cell is filled, until a board is complete. *Every* cell with the fewest candidates is filled in
//! every way, so the same boards are made again in other orders. For this reason, the solver
//! practically does not end if it has to try everything, and it does not even find a solution of
//! hard puzzles.
//!
//! This solver differs from the original program in three points. A board stays on the stack until
//! all boards have been made from it; the first cell and digit come first (in the original program,
//! the last). The solver supports all units and sizes. And it stops at a deadline.

use std::vec::IntoIter;

use itertools::Itertools;

use super::{Answered, Contender};
use satdoku::rules::Unit;
use satdoku::solve::Statistics;
use satdoku::{Answer, Candidate, Candidates, Digit, DigitSet, Limits, Puzzle};

/// The contender `prune-fill-search`.
#[derive(Debug, Default)]
pub struct PruneFillSearch;

impl Contender for PruneFillSearch {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, _: &mut Statistics) -> Answered {
        let units = puzzle.rules().units();
        let mut answer = Answer { guesses: Some(0), ..Answer::default() };
        // Boards, each with the choices that have not yet been tried.
        let mut stack: Vec<(Candidates, IntoIter<Candidate>)> = Vec::new();
        let mut next = Some(Candidates::from_grid(puzzle.givens()));
        while let Some(mut board) = next.take() {
            if limits.deadline.is_over() {
                return Ok(answer);
            }
            for unit in units {
                prune(unit, &mut board);
                fill(unit, &mut board);
            }
            let mut sets = puzzle.size().cells().map(|cell| &board[cell]);
            let is_valid = |unit| solved(unit, &board).all_unique();
            if sets.all(|set| !set.is_empty()) && units.iter().all(is_valid) {
                let solution = board.to_grid();
                if solution.is_full() {
                    answer.solutions.push(solution);
                    return Ok(answer);
                }
                let choices = choices(&board);
                stack.push((board, choices));
            }
            while next.is_none()
                && let Some((board, choices)) = stack.last_mut()
            {
                if let Some(Candidate { cell, digit }) = choices.next() {
                    next.insert(board.clone())[cell] = DigitSet::from_iter([digit]);
                    answer.guesses = answer.guesses.map(|guesses| guesses + 1);
                } else {
                    stack.pop();
                }
            }
        }
        Ok(Answer { complete: true, ..answer })
    }
}

/// Every candidate of every open cell with the fewest candidates.
fn choices(board: &Candidates) -> IntoIter<Candidate> {
    let size = |candidate: &Candidate| board[candidate.cell].len();
    board.iter().filter(|candidate| size(candidate) > 1).min_set_by_key(size).into_iter()
}

/// Removes the digits of a unit's solved cells from its open cells.
fn prune(unit: &Unit, board: &mut Candidates) {
    let solved: DigitSet = solved(unit, board).collect();
    for &cell in &unit.cells {
        if board[cell].len() > 1 {
            board[cell] = &board[cell] - &solved;
        }
    }
}

/// Fills each open cell that is the only cell of a unit for a digit.
fn fill(unit: &Unit, board: &mut Candidates) {
    let (mut once, mut twice): (_, DigitSet) = (DigitSet::EMPTY, solved(unit, board).collect());
    for set in unit.cells.iter().map(|&cell| &board[cell]).filter(|set| set.len() > 1) {
        twice = &twice | &(&once & set);
        once = &once | set;
    }
    for &cell in &unit.cells {
        if let Some(alone) = (&board[cell] - &twice).iter().next() {
            board[cell] = DigitSet::from_iter([alone]);
        }
    }
}

fn solved(unit: &Unit, board: &Candidates) -> impl Iterator<Item = Digit> {
    unit.cells.iter().filter_map(|&cell| board[cell].single())
}
