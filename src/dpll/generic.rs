//! The same kind of solver for any rules.
//!
//! The candidates are those of `simplify`'s board for any rules, brought to its fixpoint, and then
//! a guess at a cell with few of them. Which one is the "dom/wdeg" rule of Boussemart, Hemery,
//! Lecoutre and Sais (2004): units that have contradicted themselves weigh more, so that a search
//! which starts in the wrong corner of a 25x25 grid finds the knot. Iterative; a guess is taken
//! back by a list of what has changed since.

use std::fmt;
use std::sync::Arc;

use crate::answer::{Answer, Deadline, Limits};
use crate::grid::{Cell, Grid};
use crate::rules::{Rules, UnknownClue};
use crate::simplify::{AnyBoard, Board, Mask, NoRoom, Tables, with_width};

/// A solver for puzzles of the same rules, whatever their units and pairs are. It keeps its buffers
/// from puzzle to puzzle.
#[derive(Debug)]
pub struct Generic {
    rules: Arc<Rules>,
    search: Box<dyn Search>,
}

/// The search on a board whose sets of digits have some number of words.
trait Search: fmt::Debug + Send + Sync {
    fn load(&mut self, givens: &Grid);
    fn resume(&mut self, rules: &Rules, limits: &Limits) -> Answer;
}

impl Generic {
    /// A solver for puzzles of these rules.
    ///
    /// # Errors
    /// [`UnknownClue`] if the rules have one.
    pub fn new(rules: &Arc<Rules>) -> Result<Generic, UnknownClue> {
        rules.only_groups()?;
        let tables = Arc::new(Tables::new(rules));
        let search = with_width!(tables, W => {
            Box::new(Guesses::<W>::new(rules, &tables)) as Box<dyn Search>
        });
        Ok(Generic { rules: Arc::clone(rules), search })
    }

    /// The rules it was made for.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Looks for up to `limits.solutions` solutions; givens that clash have none. The deadline is
    /// looked at while propagating too.
    ///
    /// # Panics
    /// If the givens are of another size than the rules.
    pub fn answer(&mut self, givens: &Grid, limits: &Limits) -> Answer {
        assert_eq!(givens.size(), self.rules.size(), "givens and rules of different sizes");
        self.search.load(givens);
        self.resume(limits)
    }

    /// Goes on where the last call stopped at a limit: the same givens, up to `limits.solutions`
    /// further solutions.
    pub fn resume(&mut self, limits: &Limits) -> Answer {
        self.search.resume(&self.rules, limits)
    }
}

#[derive(Debug)]
struct Guesses<const W: usize> {
    board: AnyBoard<W>,
    /// By unit: how often it has contradicted itself, and 1.
    weights: Vec<u64>,
    /// Those with a half not yet tried: the cell, its digit, and the board before.
    open: Vec<(Cell, Mask<W>, usize)>,
    /// Whether nothing is left to try.
    exhausted: bool,
}

impl<const W: usize> Guesses<W> {
    fn new(rules: &Rules, tables: &Arc<Tables>) -> Guesses<W> {
        Guesses {
            board: AnyBoard::new(tables, &Grid::empty(rules.size()), Deadline::NONE),
            weights: vec![1; rules.units().len()],
            open: vec![],
            exhausted: true,
        }
    }
}

impl<const W: usize> Search for Guesses<W> {
    fn load(&mut self, givens: &Grid) {
        self.open.clear();
        self.weights.fill(1);
        self.board.load(givens);
        self.exhausted = false;
    }

    fn resume(&mut self, rules: &Rules, limits: &Limits) -> Answer {
        let mut answer = Answer { guesses: Some(0), ..Answer::default() };
        self.board.set_deadline(limits.deadline);
        while !self.exhausted
            && answer.solutions.len() < limits.solutions
            && !limits.deadline.is_over()
        {
            match self.board.fixpoint() {
                Ok(()) if limits.deadline.is_over() => break,
                Ok(()) => match self.choose(rules) {
                    Some(cell) => {
                        answer.guesses = answer.guesses.map(|guesses| guesses + 1);
                        self.guess(cell);
                        continue;
                    }
                    None => answer.solutions.push(self.board.grid()),
                },
                Err(NoRoom::Unit(unit)) => self.weights[unit.index()] += 1,
                Err(NoRoom::Cell(cell)) => {
                    for &unit in rules.units_of(cell) {
                        self.weights[unit.index()] += 1;
                    }
                }
            }
            self.exhausted = !self.take_back();
        }
        answer.complete = self.exhausted && answer.solutions.len() < limits.solutions;
        answer
    }
}

impl<const W: usize> Guesses<W> {
    /// Places the lowest digit of an open cell.
    fn guess(&mut self, cell: Cell) {
        let lowest = self.board.sets()[cell.index()].first().expect("an open cell");
        let digit = Mask::of(lowest);
        self.open.push((cell, digit, self.board.mark()));
        self.board.keep(cell, digit).expect("one of its digits");
    }

    /// Goes back to before the last guess and excludes it; `false` if there is none.
    fn take_back(&mut self) -> bool {
        let Some((cell, digit, mark)) = self.open.pop() else { return false };
        self.board.undo(mark);
        self.board.keep(cell, !digit).expect("the cell was open");
        true
    }

    /// The open cell with the fewest candidates for the weight of its units.
    fn choose(&self, rules: &Rules) -> Option<Cell> {
        let mut best: Option<(u64, u64, Cell)> = None;
        for (cell, set) in rules.size().cells().zip(self.board.sets()) {
            let count = set.len() as u64;
            if count < 2 {
                continue;
            }
            let units = rules.units_of(cell);
            let weight = units.iter().map(|&unit| self.weights[unit.index()]).sum();
            // count / weight, compared without division
            if best.is_none_or(|(c, w, _)| count * w < c * weight) {
                best = Some((count, weight, cell));
            }
        }
        best.map(|(_, _, cell)| cell)
    }
}
