//! The same kind of solver for any size and any units.
//!
//! Plain where the 9x9 one is clever: a mask of candidates a cell, a list of settled cells and a
//! list of units to look at again. Naked singles, hidden singles and locked candidates (a digit of
//! one unit confined to its cells in common with another) to a fixpoint, then a guess at a cell
//! with few candidates. Which one is the "dom/wdeg" rule of Boussemart, Hemery, Lecoutre and Sais
//! (2004): units that have contradicted themselves weigh more, so that a search which starts in
//! the wrong corner of a 25x25 grid finds the knot. Iterative; the stack holds a copy of the cells
//! for each guess taken, one for every cell at most.

use std::sync::Arc;

use crate::answer::{Answer, Limits};
use crate::grid::{Cell, DigitSet, Grid};
use crate::rules::{Rules, Unit};

/// Two units with cells in common.
struct Overlap {
    common: Vec<Cell>,
    /// The cells of the first unit beside those.
    rest: Vec<Cell>,
    /// The cells of the second.
    other: Vec<Cell>,
}

/// A solver for puzzles of the same rules, whatever they are; keeps its buffers from puzzle to
/// puzzle.
pub struct Generic {
    rules: Arc<Rules>,
    overlaps: Vec<Vec<Overlap>>,
    /// By cell, a bit a digit.
    candidates: Vec<u64>,
    settled: Vec<Cell>,
    queued: Vec<bool>,
    queue: Vec<u16>,
    /// By unit: how often it has contradicted itself, and 1.
    weights: Vec<u64>,
    /// The candidates of the halves not yet tried, one after another.
    later: Vec<u64>,
}

/// A cell or a unit has nothing left that it could hold.
struct Contradiction;

impl Generic {
    /// A solver for puzzles of these rules.
    pub fn new(rules: &Arc<Rules>) -> Generic {
        let units = rules.units();
        let overlaps_of = |one| units.iter().filter_map(move |two| overlap(one, two)).collect();
        Generic {
            rules: Arc::clone(rules),
            overlaps: units.iter().map(overlaps_of).collect(),
            candidates: vec![0; rules.size().cell_count()],
            settled: vec![],
            queued: vec![false; units.len()],
            queue: vec![],
            weights: vec![1; units.len()],
            later: vec![],
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
        let mut answer = Answer { guesses: Some(0), ..Answer::default() };
        let cells = self.candidates.len();
        self.later.clear();
        self.weights.fill(1);
        self.load(givens);
        while answer.solutions.len() < limits.solutions && !limits.deadline.is_over() {
            if self.propagate().is_ok() {
                if let Some(cell) = self.choose() {
                    answer.guesses = answer.guesses.map(|guesses| guesses + 1);
                    let candidates = self.candidates[cell.index()];
                    let digit = candidates & candidates.wrapping_neg();
                    let other = self.later.len() + cell.index();
                    self.later.extend_from_slice(&self.candidates);
                    self.later[other] &= !digit;
                    self.settle(cell, digit);
                    continue;
                }
                answer.solutions.push(self.settled_grid());
            }
            if self.later.is_empty() {
                answer.complete = answer.solutions.len() < limits.solutions;
                break;
            }
            let from = self.later.len() - cells;
            self.candidates.copy_from_slice(&self.later[from..]);
            self.later.truncate(from);
            // which cell lost a digit is not kept, so all are looked at again
            self.look_everywhere();
        }
        answer
    }

    fn settled_grid(&self) -> Grid {
        let digit = |&set: &u64| set.trailing_zeros() as u8 + 1;
        let values: Vec<u8> = self.candidates.iter().map(digit).collect();
        Grid::from_values(self.rules.size(), values).expect("a digit of the side in every cell")
    }

    /// Everything open but the givens.
    fn load(&mut self, givens: &Grid) {
        let all = DigitSet::all(self.rules.size().side()).bits();
        for (candidates, &given) in self.candidates.iter_mut().zip(givens.values()) {
            *candidates = if given == 0 { all } else { 1 << (given - 1) };
        }
        self.look_everywhere();
    }

    fn look_everywhere(&mut self) {
        let candidates = &self.candidates;
        let cells = self.rules.size().cells();
        self.settled.clear();
        self.settled.extend(cells.filter(|cell| candidates[cell.index()].is_power_of_two()));
        self.queue.clear();
        self.queue.extend(0..self.queued.len() as u16);
        self.queued.fill(true);
    }

    /// Leaves one candidate to an open cell.
    fn settle(&mut self, cell: Cell, digit: u64) {
        self.candidates[cell.index()] = digit;
        self.settled.push(cell);
        self.look_again(cell);
    }

    /// Queues the units of a cell.
    fn look_again(&mut self, cell: Cell) {
        for &unit in self.rules.units_of(cell) {
            if !std::mem::replace(&mut self.queued[usize::from(unit)], true) {
                self.queue.push(unit);
            }
        }
    }

    /// Takes digits from a cell.
    fn remove(&mut self, cell: Cell, digits: u64) -> Result<(), Contradiction> {
        let before = self.candidates[cell.index()];
        let after = before & !digits;
        if after == before {
            return Ok(());
        }
        self.candidates[cell.index()] = after;
        if after == 0 {
            for &unit in self.rules.units_of(cell) {
                self.weights[usize::from(unit)] += 1;
            }
            return Err(Contradiction);
        }
        if after.is_power_of_two() {
            self.settled.push(cell);
        }
        self.look_again(cell);
        Ok(())
    }

    /// To the fixpoint. After a contradiction the lists are to be filled anew.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        let rules = Arc::clone(&self.rules);
        loop {
            if let Some(cell) = self.settled.pop() {
                let digit = self.candidates[cell.index()];
                for &peer in rules.peers(cell) {
                    self.remove(peer, digit)?;
                }
            } else if let Some(unit) = self.queue.pop() {
                let unit = usize::from(unit);
                self.queued[unit] = false;
                self.hidden_singles(&rules.units()[unit])
                    .inspect_err(|_| self.weights[unit] += 1)?;
                self.locked_candidates(unit)?;
            } else {
                return Ok(());
            }
        }
    }

    /// A digit that one cell alone of a unit can hold.
    fn hidden_singles(&mut self, unit: &Unit) -> Result<(), Contradiction> {
        let (mut once, mut more) = (0, 0);
        for &cell in &unit.cells {
            let candidates = self.candidates[cell.index()];
            more |= once & candidates;
            once |= candidates;
        }
        if once.count_ones() as usize != unit.cells.len() {
            return Err(Contradiction);
        }
        let single = once & !more;
        for &cell in &unit.cells {
            let here = self.candidates[cell.index()] & single;
            if here != 0 && here != self.candidates[cell.index()] {
                if !here.is_power_of_two() {
                    return Err(Contradiction);
                }
                self.settle(cell, here);
            }
        }
        Ok(())
    }

    /// A digit whose cells in a unit all lie in another is nowhere else in that.
    fn locked_candidates(&mut self, unit: usize) -> Result<(), Contradiction> {
        for n in 0..self.overlaps[unit].len() {
            let overlap = &self.overlaps[unit][n];
            let held = |cells: &[Cell]| {
                cells.iter().fold(0, |all, cell| all | self.candidates[cell.index()])
            };
            let locked = held(&overlap.common) & !held(&overlap.rest);
            if locked & held(&overlap.other) != 0 {
                for k in 0..overlap.other.len() {
                    self.remove(self.overlaps[unit][n].other[k], locked)?;
                }
            }
        }
        Ok(())
    }

    /// The open cell with the fewest candidates for the weight of its units.
    fn choose(&self) -> Option<Cell> {
        let mut best: Option<(u64, u64, Cell)> = None;
        for cell in self.rules.size().cells() {
            let count = u64::from(self.candidates[cell.index()].count_ones());
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

/// How two units overlap, where they are not the same and share two cells or more.
fn overlap(one: &Unit, two: &Unit) -> Option<Overlap> {
    let (common, rest): (Vec<Cell>, Vec<Cell>) =
        one.cells.iter().partition(|cell| two.cells.contains(cell));
    let other: Vec<Cell> =
        two.cells.iter().filter(|cell| !one.cells.contains(cell)).copied().collect();
    (common.len() > 1 && !other.is_empty()).then_some(Overlap { common, rest, other })
}
