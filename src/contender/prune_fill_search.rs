//! Taro Kuriyama's solver (2016, after Richard Bird's *Pearls of Functional Algorithm Design*): a
//! stack of boards, each pruned and filled row by row, column by column, box by box, once; a valid
//! one that is not complete is followed by the boards with one more cell settled.
//!
//! As in the original, *every* cell of minimal size is settled in every way, so that the same
//! boards come up again in other orders: hard puzzles may not end before the deadline. Ours
//! differs in that a board on the stack stands for its followers that are still to come, which
//! bounds the memory, and that it takes any units and size, looks for further solutions, each
//! counted once, and stops at a deadline.

use std::collections::HashSet;

use super::{Contender, ContenderError};
use crate::answer::{Answer, Limits};
use crate::grid::{Candidate, Candidates, DigitSet};
use crate::rules::{Puzzle, Rules, Unit};

/// The contender `prune-fill-search`.
#[derive(Debug, Default)]
pub struct PruneFillSearch;

impl Contender for PruneFillSearch {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        let rules = puzzle.rules();
        let mut answer = Answer { guesses: Some(0), ..Answer::default() };
        let mut found = HashSet::new();
        let mut stack: Vec<Followers> = Vec::new();
        let mut next = Some(Candidates::from_grid(puzzle.givens()));
        while let Some(mut board) = next {
            if limits.deadline.is_over() {
                return Ok(answer);
            }
            for unit in rules.units() {
                prune(unit, &mut board);
                fill(unit, &mut board);
            }
            if is_valid(rules, &board) {
                if rules.size().cells().all(|cell| board[cell].len() == 1) {
                    let solution = board.to_grid();
                    if found.insert(solution.clone()) {
                        answer.solutions.push(solution);
                        if answer.solutions.len() >= limits.solutions {
                            return Ok(answer);
                        }
                    }
                } else {
                    stack.push(Followers::of(board));
                }
            }
            next = loop {
                let Some(followers) = stack.last_mut() else { break None };
                match followers.next() {
                    Some(board) => {
                        answer.guesses = answer.guesses.map(|guesses| guesses + 1);
                        break Some(board);
                    }
                    None => stack.pop(),
                };
            };
        }
        answer.complete = true;
        Ok(answer)
    }
}

/// Boards that settle one more cell of minimal size, in the order the original's stack gives them
/// back: the last cell and the largest digit first.
struct Followers {
    board: Candidates,
    choices: Vec<Candidate>,
}

impl Followers {
    fn of(board: Candidates) -> Followers {
        let open = || board.size().cells().filter(|&cell| board[cell].len() > 1);
        let smallest = open().map(|cell| board[cell].len()).min().unwrap_or(0);
        let choices = open()
            .filter(|&cell| board[cell].len() == smallest)
            .flat_map(|cell| board[cell].iter().map(move |digit| Candidate { cell, digit }))
            .collect();
        Followers { board, choices }
    }
}

impl Iterator for Followers {
    type Item = Candidates;
    fn next(&mut self) -> Option<Candidates> {
        let Candidate { cell, digit } = self.choices.pop()?;
        let mut board = self.board.clone();
        board[cell] = DigitSet::from_iter([digit]);
        Some(board)
    }
}

/// Takes the digits of a unit's solved cells out of its open ones.
fn prune(unit: &Unit, board: &mut Candidates) {
    let solved = solved_digits(unit, board);
    for &cell in &unit.cells {
        if board[cell].len() > 1 {
            board[cell] = &board[cell] - &solved;
        }
    }
}

/// Fills the open cells of a unit that alone hold a digit.
fn fill(unit: &Unit, board: &mut Candidates) {
    let solved = solved_digits(unit, board);
    let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
    for &cell in unit.cells.iter().filter(|&&cell| board[cell].len() > 1) {
        twice = &twice | &(&once & &board[cell]);
        once = &once | &board[cell];
    }
    let alone = &(&once - &twice) - &solved;
    for &cell in &unit.cells {
        let here = &board[cell] & &alone;
        if board[cell].len() > 1
            && let Some(digit) = here.iter().next()
        {
            board[cell] = DigitSet::from_iter([digit]);
        }
    }
}

fn solved_digits(unit: &Unit, board: &Candidates) -> DigitSet {
    unit.cells.iter().filter_map(|&cell| board[cell].single()).collect()
}

/// No cell without candidates, no digit solved twice in a unit.
fn is_valid(rules: &Rules, board: &Candidates) -> bool {
    rules.size().cells().all(|cell| !board[cell].is_empty())
        && rules.units().iter().all(|unit| {
            let solved = unit.cells.iter().filter(|&&cell| board[cell].len() == 1).count();
            solved_digits(unit, board).len() == solved
        })
}
