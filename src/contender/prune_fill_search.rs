//! Taro Kuriyama's solver (2016, after Richard Bird's *Pearls of Functional Algorithm Design*): a
//! stack of boards, each pruned and filled row by row, column by column, box by box, once; a valid
//! one that is not complete is followed by the boards with one more cell settled.
//!
//! As in the original, *every* cell of minimal size is settled in every way, so that the same
//! boards come up again in other orders: hard puzzles may not end before the deadline.
//!
//! Ours differs in that a board on the stack stands for its followers that are still to come, which
//! bounds the memory, and that it takes any units and size, looks for further solutions, each
//! counted once, and stops at a deadline.

use super::{Contender, ContenderError};
use crate::answer::{Answer, Limits};
use crate::grid::{Candidate, Candidates, Cell, DigitSet};
use crate::rules::{Puzzle, Rules, Unit};

/// The contender `prune-fill-search`.
#[derive(Debug, Default)]
pub struct PruneFillSearch;

impl Contender for PruneFillSearch {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        let rules = puzzle.rules();
        let mut answer = Answer { guesses: Some(0), ..Answer::default() };
        // Boards with the choices that are still to follow them.
        let mut stack: Vec<(Candidates, Vec<Candidate>)> = Vec::new();
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
                let choices = choices(&board);
                if !choices.is_empty() {
                    stack.push((board, choices));
                } else if let solution = board.to_grid()
                    && !answer.solutions.contains(&solution)
                {
                    answer.solutions.push(solution);
                    if answer.solutions.len() >= limits.solutions {
                        return Ok(answer);
                    }
                }
            }
            stack.retain(|(_, choices)| !choices.is_empty());
            next = stack.last_mut().map(|(board, choices)| {
                let Candidate { cell, digit } = choices.pop().expect("the others were left out");
                let mut follower = board.clone();
                follower[cell] = DigitSet::from_iter([digit]);
                answer.guesses = answer.guesses.map(|guesses| guesses + 1);
                follower
            });
        }
        answer.complete = true;
        Ok(answer)
    }
}

/// Every digit of every open cell of minimal size.
fn choices(board: &Candidates) -> Vec<Candidate> {
    let open = || board.size().cells().filter(|&cell| board[cell].len() > 1);
    let smallest = open().map(|cell| board[cell].len()).min();
    open()
        .filter(|&cell| Some(board[cell].len()) == smallest)
        .flat_map(|cell| board[cell].iter().map(move |digit| Candidate { cell, digit }))
        .collect()
}

/// Takes the digits of a unit's solved cells out of its open ones.
fn prune(unit: &Unit, board: &mut Candidates) {
    let solved = solved_digits(unit, board);
    for &cell in unit.cells.iter() {
        if board[cell].len() > 1 {
            board[cell] = &board[cell] - &solved;
        }
    }
}

/// Fills the open cells of a unit that alone hold a digit.
fn fill(unit: &Unit, board: &mut Candidates) {
    let (mut once, mut twice) = (DigitSet::EMPTY, solved_digits(unit, board));
    let is_open = |board: &Candidates, cell: Cell| board[cell].len() > 1;
    for &cell in unit.cells.iter().filter(|&&cell| is_open(board, cell)) {
        twice |= &(&once & &board[cell]);
        once |= &board[cell];
    }
    let alone = &once - &twice;
    for &cell in unit.cells.iter() {
        if is_open(board, cell)
            && let Some(digit) = (&board[cell] & &alone).iter().next()
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
            let solved = unit.cells.iter().filter(|&&cell| board[cell].single().is_some()).count();
            solved_digits(unit, board).len() == solved
        })
}
