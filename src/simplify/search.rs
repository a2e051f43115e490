//! A search on the board for any rules: its fixpoint, then a guess at a cell with few candidates.
//!
//! The cell is chosen by the "dom/wdeg" rule of Boussemart, Hemery, Lecoutre and Sais (2004): units
//! and parts of clues that have contradicted themselves weigh more, so that a search which starts
//! in the wrong corner of a 25x25 grid finds the difficult part. The search is iterative; a guess
//! is taken back by a list of what has changed since.

use super::any::{AnyBoard, Mask, NoRoom};
use super::board::Board;
use crate::answer::{Answer, Limits};
use crate::grid::Cell;

/// A search for solutions, a few at a time.
#[derive(Debug)]
pub(crate) struct Guesses<const W: usize> {
    pub(crate) board: AnyBoard<W>,
    /// By unit and part, see [`Tables::indices_of`](super::Tables): how often it has contradicted
    /// itself, plus 1.
    weights: Vec<u64>,
    /// Guesses whose other half is not yet tried: the cell, its digit, and the mark of the board
    /// before.
    open: Vec<(Cell, Mask<W>, usize)>,
    /// Whether nothing is left to try.
    exhausted: bool,
}

impl<const W: usize> Guesses<W> {
    /// A search on a board that holds a puzzle.
    pub(crate) fn new(board: AnyBoard<W>) -> Guesses<W> {
        let mut guesses = Guesses { board, weights: vec![], open: vec![], exhausted: false };
        guesses.restart();
        guesses
    }

    /// Looks for solutions of the puzzle that the board was loaded with.
    pub(crate) fn restart(&mut self) {
        self.open.clear();
        self.weights.clear();
        self.weights.resize(self.board.tables().index_count(), 1);
        self.exhausted = false;
    }

    /// Goes on up to `limits.solutions` further solutions, or until this many more guesses are
    /// made.
    pub(crate) fn resume(&mut self, limits: &Limits, most_guesses: u64) -> Answer {
        let (mut answer, mut guesses) = (Answer::default(), 0);
        self.board.set_deadline(limits.deadline);
        while !self.exhausted
            && answer.solutions.len() < limits.solutions
            && !limits.deadline.is_over()
        {
            match self.board.fixpoint() {
                Ok(()) if limits.deadline.is_over() => break,
                Ok(()) => match self.choose() {
                    Some(_) if guesses == most_guesses => break,
                    Some(cell) => {
                        guesses += 1;
                        self.guess(cell);
                        continue;
                    }
                    None => answer.solutions.push(self.board.grid()),
                },
                Err(NoRoom::Unit(unit)) => self.weights[unit.index()] += 1,
                Err(NoRoom::Part(index)) => self.weights[index] += 1,
                Err(NoRoom::Cell(cell)) => {
                    for &index in self.board.tables().indices_of(cell) {
                        self.weights[index as usize] += 1;
                    }
                }
            }
            self.exhausted = !self.take_back();
        }
        answer.guesses = Some(guesses);
        answer.complete = self.exhausted && answer.solutions.len() < limits.solutions;
        answer
    }

    /// Places the lowest digit of an open cell.
    fn guess(&mut self, cell: Cell) {
        let lowest = self.board.sets()[cell.index()].first().expect("an open cell");
        let digit = Mask::of(lowest);
        self.open.push((cell, digit, self.board.mark()));
        self.board.keep(cell, digit).expect("one of its digits");
    }

    /// Goes back to before the last guess and excludes it; `false` if there is no guess.
    fn take_back(&mut self) -> bool {
        let Some((cell, digit, mark)) = self.open.pop() else { return false };
        self.board.undo(mark);
        self.board.keep(cell, !digit).expect("the cell was open");
        true
    }

    /// The open cell with the fewest candidates in relation to the weight of its units and parts.
    fn choose(&self) -> Option<Cell> {
        let mut best: Option<(u64, u64, Cell)> = None;
        for (index, set) in self.board.sets().iter().enumerate() {
            let (count, cell) = (set.len() as u64, Cell::from_index(index));
            if count < 2 {
                continue;
            }
            let indices = self.board.tables().indices_of(cell).iter();
            let weight = indices.map(|&index| self.weights[index as usize]).sum();
            // count / weight, compared without division
            if best.is_none_or(|(c, w, _)| count * w < c * weight) {
                best = Some((count, weight, cell));
            }
        }
        best.map(|(_, _, cell)| cell)
    }
}
