//! Taro Kuriyama's solver (2016, after Richard Bird's *Pearls of Functional Algorithm Design*): a
//! stack of boards, each pruned and filled row by row, column by column, box by box, once; a valid
//! one that is not complete is followed by the boards with one more cell settled.
//!
//! As in the original, *every* cell of minimal size is settled in every way, so that the same
//! boards come up again in other orders: hard puzzles may not end before the deadline. The digits
//! of a cell are tried in the original's order too, that of a set of CPython 2.7 ([`set_of`]), so
//! that up to the first solution the same boards come in the same order: `guesses` is one less than
//! the number of boards that the original takes from its stack, which counts the puzzle itself.
//!
//! Ours differs in that a board on the stack stands for its followers that are still to come, which
//! bounds the memory, and that it takes any units and size, looks for further solutions, each
//! counted once, and stops at a deadline.

use std::collections::HashSet;
use std::rc::Rc;

use super::{Contender, ContenderError};
use crate::answer::{Answer, Limits};
use crate::grid::{Candidate, Cell, Digit, DigitSet, Grid};
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
        let mut next = Some(Board::new(puzzle.givens()));
        while let Some(mut board) = next {
            if limits.deadline.is_over() {
                return Ok(answer);
            }
            for unit in rules.units() {
                prune(unit, &mut board);
                fill(unit, &mut board);
            }
            if is_valid(rules, &board) {
                if let Some(solution) = board.solution() {
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

/// The digits that each cell may hold, as CPython would list them.
#[derive(Clone)]
struct Board {
    empty: Grid,
    cells: Vec<Rc<[Digit]>>,
}

impl Board {
    fn new(givens: &Grid) -> Board {
        let size = givens.size();
        let all = set_of(size.digits());
        let digits = |cell| givens.get(cell).map_or(Rc::clone(&all), |digit| [digit].into());
        Board { empty: Grid::empty(size), cells: size.cells().map(digits).collect() }
    }

    /// The digit of each cell, if each holds one only.
    fn solution(&self) -> Option<Grid> {
        let mut grid = self.empty.clone();
        for (cell, digits) in grid.size().cells().zip(&self.cells) {
            let [digit] = **digits else { return None };
            grid.set(cell, Some(digit));
        }
        Some(grid)
    }
}

/// Boards that settle one more cell of minimal size, in the order the original's stack gives them
/// back: the last cell and its last digit first.
struct Followers {
    board: Board,
    choices: Vec<Candidate>,
}

impl Followers {
    fn of(board: Board) -> Followers {
        let open = || board.empty.size().cells().zip(&board.cells).filter(|(_, set)| set.len() > 1);
        let smallest = open().map(|(_, set)| set.len()).min().unwrap_or(0);
        let choices = open()
            .filter(|(_, set)| set.len() == smallest)
            .flat_map(|(cell, set)| set.iter().map(move |&digit| Candidate { cell, digit }))
            .collect();
        Followers { board, choices }
    }
}

impl Iterator for Followers {
    type Item = Board;
    fn next(&mut self) -> Option<Board> {
        let Candidate { cell, digit } = self.choices.pop()?;
        let mut board = self.board.clone();
        board.cells[cell.index()] = [digit].into();
        Some(board)
    }
}

/// Takes the digits of a unit's solved cells out of its open ones.
fn prune(unit: &Unit, board: &mut Board) {
    let solved = solved_digits(unit, board);
    for &cell in &unit.cells {
        let set = &mut board.cells[cell.index()];
        if set.len() > 1 {
            // A set of its own even if nothing is taken out: the order may change.
            *set = set_of(set.iter().copied().filter(|&digit| !solved.contains(digit)));
        }
    }
}

/// Fills the open cells of a unit that alone hold a digit.
fn fill(unit: &Unit, board: &mut Board) {
    let (mut once, mut twice) = (DigitSet::EMPTY, solved_digits(unit, board));
    let sets = unit.cells.iter().map(|cell| &board.cells[cell.index()]);
    for &digit in sets.filter(|set| set.len() > 1).flat_map(|set| set.iter()) {
        if once.contains(digit) {
            twice.insert(digit);
        }
        once.insert(digit);
    }
    let alone = &once - &twice;
    for &cell in &unit.cells {
        let set = &mut board.cells[cell.index()];
        if set.len() > 1
            && let Some(&digit) = set.iter().find(|&&digit| alone.contains(digit))
        {
            *set = [digit].into();
        }
    }
}

fn solved_digits(unit: &Unit, board: &Board) -> DigitSet {
    let sets = unit.cells.iter().map(|cell| &*board.cells[cell.index()]);
    sets.filter_map(|set| if let [digit] = *set { Some(digit) } else { None }).collect()
}

/// No cell without candidates, no digit solved twice in a unit.
fn is_valid(rules: &Rules, board: &Board) -> bool {
    board.cells.iter().all(|set| !set.is_empty())
        && rules.units().iter().all(|unit| {
            let is_solved = |cell: &&Cell| board.cells[cell.index()].len() == 1;
            let solved = unit.cells.iter().filter(is_solved).count();
            solved_digits(unit, board).len() == solved
        })
}

/// Different digits in the order in which CPython 2.7 lists a set that they were added to one after
/// another (`Objects/setobject.c`): that of a hash table of 8 slots, which grows to more than four
/// times as many slots as digits once two thirds are filled. A digit is its own hash.
fn set_of(digits: impl Iterator<Item = Digit>) -> Rc<[Digit]> {
    let mut table = vec![None; 8];
    for (digit, used) in digits.zip(1..) {
        add(&mut table, digit);
        if 3 * used >= 2 * table.len() {
            let mut larger = vec![None; (4 * used + 1).next_power_of_two()];
            table.iter().flatten().for_each(|&digit| add(&mut larger, digit));
            table = larger;
        }
    }
    table.into_iter().flatten().collect()
}

/// Puts a digit in the first free slot of those that its hash leads to.
fn add(table: &mut [Option<Digit>], digit: Digit) {
    let mask = table.len() - 1;
    let (mut slot, mut perturb) = (digit.value() & mask, digit.value());
    while table[slot].is_some() {
        slot = (5 * slot + perturb + 1) & mask;
        perturb >>= 5;
    }
    table[slot] = Some(digit);
}
