//! A search on the general board: propagate until a fixpoint, then guess in a cell with few
//! candidates.
//!
//! The cell is chosen by the "dom/wdeg" rule of Boussemart, Hemery, Lecoutre and Sais (2004,
//! <https://dl.acm.org/doi/10.5555/3000001.3000033>): units and parts of clues get more weight each
//! time they are contradicted. So a search that starts in the wrong corner of a 25x25 grid finds
//! the difficult part. The search is iterative; to take back a guess, the search undoes a list of
//! changes.

use std::fmt;
use std::sync::Arc;

use itertools::Itertools;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::any::{AnyBoard, Mask, NoRoom, Tables, with_width};
use super::board::Board;
use crate::answer::{Answer, Deadline, Limits};
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid};

/// A search for solutions, a few at a time, on a board of any width (number of words of a set of
/// digits).
pub(crate) trait Search: fmt::Debug + Send + Sync {
    /// Starts again with these givens, under rules with the same units. If candidates are given,
    /// only solutions among these candidates count.
    fn load(&mut self, tables: &Arc<Tables>, givens: &Grid, candidates: Option<&Candidates>);

    /// Continues until `limits.solutions` further solutions are found, or until `most_guesses`
    /// further guesses are made.
    fn resume(&mut self, limits: &Limits, most_guesses: u64) -> Answer;

    /// Sets of candidates that describe the explored part of the search: each solution that was
    /// found contains all candidates of one of the sets, and no other solution does.
    fn explored(&self) -> Vec<Vec<Candidate>>;

    /// After loading: places random candidates, each in a cell with the fewest candidates, until
    /// all cells are settled or there is a contradiction; then takes all of them back. The result
    /// is the product of the numbers of candidates of these cells, or 0 after a contradiction.
    /// `None` if the deadline passed.
    fn dive(&mut self, deadline: Deadline, random: &mut ChaCha8Rng) -> Option<f64>;
}

/// A search on a board of the right width. It must be loaded before it is used.
pub(crate) fn search(tables: &Arc<Tables>) -> Box<dyn Search> {
    with_width!(tables, W => {
        let empty = Grid::empty(tables.rules.size());
        Box::new(Guesses::new(AnyBoard::<W>::new(tables, &empty, Deadline::NONE)))
    })
}

/// The search on a board of one width.
#[derive(Debug)]
struct Guesses<const W: usize> {
    board: AnyBoard<W>,
    /// For each unit and filter, by its index (see [`Tables::indices_of`](super::Tables)): how
    /// often it was contradicted, plus 1.
    weights: Vec<u64>,
    /// Guesses whose other half is not tried yet: the cell, the digit, and the mark of the board
    /// before the guess.
    open: Vec<(Cell, Mask<W>, usize)>,
    /// Guesses that were taken back: how many guesses of `open` were made before, the cell, and the
    /// digit.
    closed: Vec<(usize, Cell, Mask<W>)>,
    /// Whether everything was tried.
    exhausted: bool,
}

impl<const W: usize> Guesses<W> {
    fn new(board: AnyBoard<W>) -> Guesses<W> {
        Guesses { board, weights: vec![], open: vec![], closed: vec![], exhausted: false }
    }

    /// Guesses the lowest digit of an open cell.
    fn guess(&mut self, cell: Cell) {
        let lowest = self.board.sets()[cell.index()].first().expect("an open cell");
        let digit = Mask::of(lowest);
        self.open.push((cell, digit, self.board.mark()));
        self.board.keep(cell, digit).expect("one of its digits");
    }

    /// Takes back the last guess and excludes its candidate; `false` if there is no guess.
    fn take_back(&mut self) -> bool {
        let Some((cell, digit, mark)) = self.open.pop() else { return false };
        self.board.undo(mark);
        let depth = self.open.len();
        self.closed.truncate(self.closed.partition_point(|&(before, ..)| before <= depth));
        self.closed.push((depth, cell, digit));
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
            // Compares count / weight without division.
            if best.is_none_or(|(c, w, _)| count * w < c * weight) {
                best = Some((count, weight, cell));
            }
        }
        best.map(|(_, _, cell)| cell)
    }
}

impl<const W: usize> Search for Guesses<W> {
    fn load(&mut self, tables: &Arc<Tables>, givens: &Grid, candidates: Option<&Candidates>) {
        self.board.load_under(tables, givens);
        self.open.clear();
        self.closed.clear();
        self.weights.clear();
        self.weights.resize(self.board.tables().index_count(), 1);
        self.exhausted =
            candidates.is_some_and(|candidates| self.board.restrict(candidates).is_err());
    }

    fn resume(&mut self, limits: &Limits, most_guesses: u64) -> Answer {
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

    fn explored(&self) -> Vec<Vec<Candidate>> {
        let candidate = |cell, digit: Mask<W>| {
            let digit = Digit::from_index(digit.first().expect("one digit"));
            Candidate { cell, digit }
        };
        let path: Vec<_> =
            self.open.iter().map(|&(cell, digit, _)| candidate(cell, digit)).collect();
        let closed = self.closed.iter();
        closed
            .map(|&(depth, cell, digit)| [&path[..depth], &[candidate(cell, digit)]].concat())
            .collect()
    }

    fn dive(&mut self, deadline: Deadline, random: &mut ChaCha8Rng) -> Option<f64> {
        let (mut product, mut start) = (1.0, None);
        self.board.set_deadline(deadline);
        let value = loop {
            let has_room = self.board.fixpoint().is_ok();
            if deadline.is_over() {
                break None;
            }
            if !has_room {
                break Some(0.0);
            }
            let sets = self.board.sets().iter().enumerate();
            let fewest = sets.filter(|(_, set)| !set.is_single()).min_by_key(|(_, set)| set.len());
            let Some((cell, set)) = fewest else { break Some(product) };
            let digits = set.digits().collect_vec();
            let digit = *digits.choose(random).expect("a propagated cell has a digit");
            product *= digits.len() as f64;
            let mark = self.board.mark();
            start.get_or_insert(mark);
            self.board.keep(Cell::from_index(cell), Mask::of(digit)).expect("one of its digits");
        };
        if let Some(start) = start {
            self.board.undo(start);
        }
        value
    }
}
