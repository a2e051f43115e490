//! The same kind of solver for any rules.
//!
//! The candidates are those of `simplify`'s board for any rules, brought to its fixpoint, and then
//! a guess at a cell with few of them. Which one is the "dom/wdeg" rule of Boussemart, Hemery,
//! Lecoutre and Sais (2004): units that have contradicted themselves weigh more, so that a search
//! which starts in the wrong corner of a 25x25 grid finds the knot. Iterative; the stack holds a
//! copy of the candidates for each guess taken, one for every cell at most.

use std::sync::Arc;

use crate::answer::{Answer, Limits};
use crate::grid::{Cell, Grid};
use crate::rules::Rules;
use crate::simplify::{AnyBoard, Board, Contradiction, Tables};

/// A solver for puzzles of the same rules, whatever they are. It keeps its buffers from puzzle to
/// puzzle.
#[derive(Debug)]
pub struct Generic {
    rules: Arc<Rules>,
    board: AnyBoard,
    /// By unit: how often it has contradicted itself, and 1.
    weights: Vec<u64>,
    /// The guesses with a half not yet tried: the cell and its digit, as a mask.
    guesses: Vec<(Cell, u64)>,
    /// The candidates before each of these guesses, one guess after another.
    before: Vec<u64>,
    /// Whether nothing is left to try.
    exhausted: bool,
}

impl Generic {
    /// A solver for puzzles of these rules.
    pub fn new(rules: &Arc<Rules>) -> Generic {
        let tables = Arc::new(Tables::new(rules));
        Generic {
            rules: Arc::clone(rules),
            board: AnyBoard::new(&tables, &Grid::empty(rules.size())),
            weights: vec![1; rules.units().len()],
            guesses: vec![],
            before: vec![],
            exhausted: true,
        }
    }

    /// The rules it was made for.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Looks for up to `limits.solutions` solutions; givens that clash have none. The deadline is
    /// looked at before every guess.
    ///
    /// # Panics
    /// If the givens are of another size than the rules.
    pub fn answer(&mut self, givens: &Grid, limits: &Limits) -> Answer {
        assert_eq!(givens.size(), self.rules.size(), "givens and rules of different sizes");
        self.guesses.clear();
        self.before.clear();
        self.weights.fill(1);
        self.board.load(givens);
        self.exhausted = false;
        self.resume(limits)
    }

    /// Goes on where the last call stopped at a limit: the same givens, up to `limits.solutions`
    /// further solutions.
    pub fn resume(&mut self, limits: &Limits) -> Answer {
        let mut answer = Answer { guesses: Some(0), ..Answer::default() };
        while !self.exhausted
            && answer.solutions.len() < limits.solutions
            && !limits.deadline.is_over()
        {
            match self.board.fixpoint() {
                Ok(()) => match self.choose() {
                    Some(cell) => {
                        answer.guesses = answer.guesses.map(|guesses| guesses + 1);
                        self.guess(cell);
                        continue;
                    }
                    None => answer.solutions.push(self.board.grid(self.rules.size())),
                },
                Err(Contradiction::Unit(unit)) => self.weights[unit] += 1,
                Err(Contradiction::Cell(cell)) => {
                    for &unit in self.rules.units_of(cell) {
                        self.weights[usize::from(unit)] += 1;
                    }
                }
            }
            self.exhausted = !self.take_back();
        }
        answer.complete = self.exhausted && answer.solutions.len() < limits.solutions;
        answer
    }

    /// Places the lowest digit of an open cell.
    fn guess(&mut self, cell: Cell) {
        let set = self.board.sets()[cell.index()];
        let digit = set & set.wrapping_neg();
        self.before.extend_from_slice(self.board.sets());
        self.guesses.push((cell, digit));
        self.board.keep(cell, digit).expect("one of its digits");
    }

    /// Goes back to before the last guess and excludes it; `false` if there is none.
    fn take_back(&mut self) -> bool {
        let Some((cell, digit)) = self.guesses.pop() else { return false };
        let from = self.before.len() - self.board.sets().len();
        self.board.restore(&self.before[from..]);
        self.before.truncate(from);
        self.board.keep(cell, !digit).expect("the cell was open");
        true
    }

    /// The open cell with the fewest candidates for the weight of its units.
    fn choose(&self) -> Option<Cell> {
        let mut best: Option<(u64, u64, Cell)> = None;
        for (cell, set) in self.rules.size().cells().zip(self.board.sets()) {
            let count = u64::from(set.count_ones());
            if count < 2 {
                continue;
            }
            let units = self.rules.units_of(cell);
            let weight = units.iter().map(|&unit| self.weights[usize::from(unit)]).sum();
            // count / weight, compared without division
            if best.is_none_or(|(c, w, _)| count * w < c * weight) {
                best = Some((count, weight, cell));
            }
        }
        best.map(|(_, _, cell)| cell)
    }
}
