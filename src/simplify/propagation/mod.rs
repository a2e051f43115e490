//! Propagation on tables of candidates, as a person would do it.
//!
//! [`propagate`] eliminates a placed digit from its peers, and places a digit if a unit has only
//! one place left for it, until a fixpoint (P. Norvig, *Solving Every Sudoku Puzzle*, 2006,
//! <https://norvig.com/sudoku.html>). [`Strategy`] and [`round`] apply single strategies one after
//! the other.
//!
//! In contrast to Norvig's recursive program, our propagation uses a queue, so that any size is
//! possible, and it supports any units. The order of steps does not change the fixpoint.

mod contradiction;
mod strategy;

use std::collections::VecDeque;
use std::sync::Arc;

use super::{AnyBoard, Board, Mask, NoRoom, Tables, with_width};
use crate::answer::Deadline;
use crate::grid::{Candidate, Candidates, Cell, Digit, DigitSet};
use crate::rules::{Puzzle, Rules, Unit, UnitIndex};

pub use contradiction::{Contradiction, ContradictionKind};
pub use strategy::{Strategy, round};

/// The candidates that propagation leaves, with the contradiction that stopped it, if there is one.
///
/// ```
/// use satdoku::simplify::propagation::propagate;
/// use satdoku::{Candidates, Puzzle};
/// let puzzle = Puzzle::classic("12.. ..1. 2... ...3".parse()?);
/// let start = Candidates::from_grid(puzzle.givens());
/// let (left, result) = propagate(puzzle.rules(), &start);
/// assert_eq!(result, Ok(()));
/// assert!(left.to_grid().is_full());
/// # Ok::<(), satdoku::ParseError>(())
/// ```
///
/// # Panics
/// If `start` is not of the rules' size.
pub fn propagate(rules: &Rules, start: &Candidates) -> (Candidates, Result<(), Contradiction>) {
    let mut candidates = Candidates::all(start.size());
    let result = Propagation::new(rules, &mut candidates).restrict(start);
    (candidates, result)
}

/// Places a candidate and propagates. The candidates must already be a fixpoint.
///
/// # Errors
/// [`Contradiction`] if the candidate contradicts the rules; the candidates are not usable then.
///
/// # Panics
/// If the candidates are not of the rules' size.
pub fn assign(
    rules: &Rules,
    candidates: &mut Candidates,
    Candidate { cell, digit }: Candidate,
) -> Result<(), Contradiction> {
    let mut propagation = Propagation::new(rules, candidates);
    propagation.place(cell, digit);
    propagation.run()
}

/// The candidates that propagation leaves in a puzzle. If `candidates` is given, propagation starts
/// with these candidates. `None` if the deadline passed before.
///
/// Grids above 36x36 would need too many single steps: in a 1024x1024 grid, a billion candidates
/// are removed. For these grids, a board of bit masks, with at most 128 bytes per cell, finds the
/// same fixpoint unit by unit.
///
/// # Panics
/// If the candidates are not of the puzzle's size.
pub fn propagated(
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    deadline: Deadline,
) -> Option<(Candidates, Result<(), Contradiction>)> {
    const MOST_SIDE_IN_STEPS: usize = 36;
    let rules = puzzle.rules();
    if rules.size().side() > MOST_SIDE_IN_STEPS {
        let tables = Arc::new(Tables::new(rules));
        return with_width!(tables, W => on_board::<W>(&tables, puzzle, candidates, deadline));
    }
    let givens = candidates.is_none().then(|| Candidates::from_grid(puzzle.givens()));
    let start = candidates.or(givens.as_ref()).expect("one of them is there");
    Some(propagate(rules, start))
}

fn on_board<const W: usize>(
    tables: &Arc<Tables>,
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    deadline: Deadline,
) -> Option<(Candidates, Result<(), Contradiction>)> {
    let (rules, size) = (puzzle.rules(), puzzle.size());
    let mut board = AnyBoard::<W>::new(tables, puzzle.givens(), deadline);
    let restricted = candidates.map_or(Ok(()), |candidates| board.restrict(candidates));
    let result = restricted.and_then(|()| board.unit_propagation());
    if deadline.is_over() {
        return None;
    }
    let mut left = Candidates::none(size);
    board.write_candidates(&mut left);
    let result = result.map_err(|contradiction| {
        let kind = match contradiction {
            NoRoom::Cell(cell) => ContradictionKind::NoCandidate(cell),
            NoRoom::Unit(unit) => no_room(rules, board.sets(), unit),
            NoRoom::Part(_) => unreachable!("parts are not propagated here"),
        };
        if let ContradictionKind::NoCandidate(cell) = kind {
            left[cell] = DigitSet::EMPTY;
        }
        Contradiction { size, kind }
    });
    Some((left, result))
}

/// The contradiction in a unit that propagation found contradictory: a digit without a place, a
/// cell whose digit is in another cell too, or one of two digits whose only place is the same cell.
fn no_room<const W: usize>(rules: &Rules, sets: &[Mask<W>], unit: UnitIndex) -> ContradictionKind {
    let unit = rules.unit(unit);
    let places =
        |digit: usize| unit.cells.iter().copied().filter(move |cell| sets[cell.index()].has(digit));
    let mut only_places = Vec::new();
    for digit in 0..unit.cells.len() {
        let mut settled = places(digit).filter(|cell| sets[cell.index()].is_single());
        if let Some(second) = settled.nth(1) {
            return ContradictionKind::NoCandidate(second);
        }
        let mut places = places(digit);
        let (first, second) = (places.next(), places.next());
        match first {
            Some(place) if second.is_some() || !only_places.contains(&place) => {
                only_places.extend(second.is_none().then_some(place));
            }
            _ => return ContradictionKind::NoPlace(unit.kind, Digit::from_index(digit)),
        }
    }
    unreachable!("a contradictory unit has no room for something")
}

/// A change that may have consequences.
enum Event {
    /// The cell has only this candidate left.
    Placed(Cell, Digit),
    /// The cell lost a digit.
    Taken(Cell, Digit),
}

/// A propagation in progress.
struct Propagation<'a> {
    rules: &'a Rules,
    candidates: &'a mut Candidates,
    /// All changes whose consequences are not made yet, in order.
    events: VecDeque<Event>,
}

impl<'a> Propagation<'a> {
    fn new(rules: &'a Rules, candidates: &'a mut Candidates) -> Propagation<'a> {
        assert_eq!(rules.size(), candidates.size(), "candidates and rules of different sizes");
        Propagation { rules, candidates, events: VecDeque::new() }
    }

    /// Removes all candidates of a cell except this one.
    fn place(&mut self, cell: Cell, digit: Digit) {
        if self.candidates[cell].single() == Some(digit) {
            return;
        }
        let mut others = self.candidates[cell].clone();
        others.remove(digit);
        self.candidates[cell] = DigitSet::from_iter([digit]);
        self.events.push_back(Event::Placed(cell, digit));
        for other in others.iter() {
            self.events.push_back(Event::Taken(cell, other));
        }
    }

    /// Removes a candidate, if it is not removed already.
    fn take(&mut self, cell: Cell, digit: Digit) -> Result<(), Contradiction> {
        if !self.candidates[cell].remove(digit) {
            return Ok(());
        }
        if self.candidates[cell].is_empty() {
            return Err(self.contradiction(ContradictionKind::NoCandidate(cell)));
        }
        self.events.push_back(Event::Taken(cell, digit));
        if let Some(last) = self.candidates[cell].single() {
            self.events.push_back(Event::Placed(cell, last));
        }
        Ok(())
    }

    /// Removes a digit from all peers of the cell that holds it.
    fn take_from_peers(&mut self, cell: Cell, digit: Digit) -> Result<(), Contradiction> {
        let rules = self.rules;
        rules.peers(cell).try_for_each(|peer| self.take(peer, digit))
    }

    /// Places a digit if it has only one place in a unit.
    fn place_if_only(&mut self, unit: &Unit, digit: Digit) -> Result<(), Contradiction> {
        let has_digit = |cell: &&Cell| self.candidates[**cell].contains(digit);
        let mut places = unit.cells.iter().filter(has_digit);
        match (places.next(), places.next()) {
            (None, _) => Err(self.contradiction(ContradictionKind::NoPlace(unit.kind, digit))),
            (Some(&place), None) => {
                self.place(place, digit);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn contradiction(&self, kind: ContradictionKind) -> Contradiction {
        Contradiction { size: self.rules.size(), kind }
    }

    /// Removes the candidates that are not in `allowed`, and makes everything that follows.
    fn restrict(&mut self, allowed: &Candidates) -> Result<(), Contradiction> {
        for cell in self.rules.size().cells() {
            if let Some(digit) = allowed[cell].single() {
                self.place(cell, digit);
            } else {
                let excluded = &self.candidates[cell] - &allowed[cell];
                for digit in excluded.iter() {
                    self.take(cell, digit)?;
                }
            }
        }
        self.run()
    }

    /// Makes the consequences of all changes, until nothing more follows.
    fn run(&mut self) -> Result<(), Contradiction> {
        let rules = self.rules;
        while let Some(event) = self.events.pop_front() {
            match event {
                Event::Placed(cell, digit) => self.take_from_peers(cell, digit)?,
                Event::Taken(cell, digit) => {
                    for &unit in rules.units_of(cell) {
                        self.place_if_only(rules.unit(unit), digit)?;
                    }
                }
            }
        }
        Ok(())
    }
}
