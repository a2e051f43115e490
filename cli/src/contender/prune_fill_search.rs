//! Taro Kuriyama's solver (2016, after Richard Bird's *Pearls of Functional Algorithm Design*): a
//! stack of boards, each pruned and filled once, row by row, column by column, box by box. A valid
//! board that is not complete is followed by the boards with one more cell settled, until a board
//! is complete. *Every* cell of minimal size is settled in every way, so that the same boards come
//! up again in other orders. So the solver finds no end if it has to try everything, and on hard
//! puzzles it does not even find a solution.
//!
//! This solver differs in three points. A board on the stack stands for its followers that are
//! still to come, the first cell and digit first (in the original the last). The solver takes any
//! units and size. And it stops at a deadline.

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
        // Boards, each with the choices that are still to be followed.
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

/// Every digit of every open cell of minimal size.
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

/// Fills each open cell of a unit that alone can hold a digit.
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
