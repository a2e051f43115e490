//! Peter Norvig's solver (*Solving Every Sudoku Puzzle*, 2006): eliminate a placed digit from the
//! peers, place a digit where a unit has one place left, to the fixpoint; then search, the
//! smallest cell first, its digits in order.
//!
//! Ours differs in that propagation works off a queue instead of recursing, so that it stands any
//! size, takes any units, tells each step with its reason, looks for further solutions, and stops
//! at a deadline. The fixpoint is the same whatever the order.

use std::collections::VecDeque;

use super::search::depth_first;
use super::steps::{Contradiction, ContradictionKind, Step, Why};
use super::{Contender, ContenderError};
use crate::answer::{Answer, Limits};
use crate::grid::{Candidate, Candidates, Cell, Digit, DigitSet};
use crate::rules::{Puzzle, Rules};

/// The contender `norvig`.
#[derive(Debug, Default)]
pub struct Norvig;

impl Contender for Norvig {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        let rules = puzzle.rules();
        let mut queue = VecDeque::new();
        let givens = Candidates::from_grid(puzzle.givens());
        Ok(depth_first(Candidates::all(puzzle.size()), limits, |candidates, guess| {
            queue.clear();
            let mut propagation =
                Propagation { rules, candidates, queue: &mut queue, on_step: &mut |_| {} };
            match guess {
                Some(Candidate { cell, digit }) => {
                    propagation.place(cell, digit, Why::Given);
                    propagation.run()
                }
                None => propagation.restrict(&givens),
            }
            .is_ok()
        }))
    }
}

/// What Norvig's propagation leaves of these candidates, each step told as it happens: first the
/// digits placed and taken out by `start`, then what follows from them.
///
/// Returns the candidates reached, with the contradiction that stopped it, if any.
///
/// # Panics
/// If `start` is not of the rules' size.
pub fn propagate(
    rules: &Rules,
    start: &Candidates,
    on_step: &mut impl FnMut(Step),
) -> (Candidates, Result<(), Contradiction>) {
    assert_eq!(rules.size(), start.size(), "candidates and rules of different sizes");
    let mut candidates = Candidates::all(start.size());
    let mut queue = VecDeque::new();
    let result = Propagation { rules, candidates: &mut candidates, queue: &mut queue, on_step }
        .restrict(start);
    (candidates, result)
}

/// What still has to be looked at.
enum Event {
    /// The cell was reduced to one digit.
    Placed(Cell, Digit),
    /// The cell lost a digit.
    Taken(Cell, Digit),
}

struct Propagation<'a, F> {
    rules: &'a Rules,
    candidates: &'a mut Candidates,
    queue: &'a mut VecDeque<Event>,
    on_step: &'a mut F,
}

impl<F: FnMut(Step)> Propagation<'_, F> {
    /// Takes out what `allowed` leaves out, and everything that follows.
    fn restrict(&mut self, allowed: &Candidates) -> Result<(), Contradiction> {
        for cell in self.rules.size().cells() {
            if let Some(digit) = allowed[cell].single() {
                self.place(cell, digit, Why::Given);
            } else {
                let excluded = &self.candidates[cell] - &allowed[cell];
                for digit in excluded.iter() {
                    self.take(cell, digit, Why::Given)?;
                }
            }
        }
        self.run()
    }

    /// Works the queue off.
    fn run(&mut self) -> Result<(), Contradiction> {
        let rules = self.rules;
        while let Some(event) = self.queue.pop_front() {
            match event {
                Event::Placed(cell, digit) => {
                    for peer in rules.peers(cell) {
                        self.take(peer, digit, Why::Peer(cell))?;
                    }
                }
                Event::Taken(cell, digit) => {
                    for &unit_index in rules.units_of(cell) {
                        let unit = &rules.units()[usize::from(unit_index)];
                        let mut places = unit
                            .cells
                            .iter()
                            .filter(|&&place| self.candidates[place].contains(digit));
                        match (places.next(), places.next()) {
                            (None, _) => {
                                return Err(self
                                    .contradiction(ContradictionKind::NoPlace(unit.kind, digit)));
                            }
                            (Some(&place), None) => {
                                self.place(place, digit, Why::OnlyPlace(unit.kind))
                            }
                            _ => {}
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Reduces a cell to one of its candidates.
    fn place(&mut self, cell: Cell, digit: Digit, why: Why) {
        if self.candidates[cell].single() == Some(digit) && why != Why::Given {
            return;
        }
        (self.on_step)(Step::placed(cell, digit, why));
        let mut others = self.candidates[cell].clone();
        others.remove(digit);
        self.candidates[cell] = DigitSet::from_iter([digit]);
        self.queue.push_back(Event::Placed(cell, digit));
        for other in others.iter() {
            (self.on_step)(Step::taken(cell, other, Why::Holds(digit)));
            self.queue.push_back(Event::Taken(cell, other));
        }
    }

    /// Takes a candidate out, if it is still there.
    fn take(&mut self, cell: Cell, digit: Digit, why: Why) -> Result<(), Contradiction> {
        if !self.candidates[cell].remove(digit) {
            return Ok(());
        }
        (self.on_step)(Step::taken(cell, digit, why));
        if self.candidates[cell].is_empty() {
            return Err(self.contradiction(ContradictionKind::NoCandidate(cell)));
        }
        self.queue.push_back(Event::Taken(cell, digit));
        if let Some(last) = self.candidates[cell].single() {
            (self.on_step)(Step::placed(cell, last, Why::LastCandidate));
            self.queue.push_back(Event::Placed(cell, last));
        }
        Ok(())
    }

    fn contradiction(&self, kind: ContradictionKind) -> Contradiction {
        Contradiction { size: self.rules.size(), kind }
    }
}
