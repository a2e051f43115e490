//! Peter Norvig's solver (*Solving Every Sudoku Puzzle*, 2006): eliminate a placed digit from the
//! peers, place a digit where a unit has one place left, to the fixpoint; then search, the
//! smallest cell first, its digits in order.
//!
//! Ours differs in that propagation works off a queue instead of recursing, so that it stands any
//! size, takes any units, tells each step with its reason, looks for further solutions, and stops
//! at a deadline. The fixpoint is the same whatever the order.

use std::collections::VecDeque;

use super::search::depth_first;
use super::steps::{Contradiction, Event, Propagation, Step, Why};
use super::{Contender, ContenderError};
use crate::answer::{Answer, Limits};
use crate::grid::{Candidate, Candidates};
use crate::rules::{Puzzle, Rules};

/// The contender `norvig`.
#[derive(Debug, Default)]
pub struct Norvig;

impl Contender for Norvig {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        let rules = puzzle.rules();
        let mut events = VecDeque::new();
        let givens = Candidates::from_grid(puzzle.givens());
        Ok(depth_first(Candidates::all(puzzle.size()), limits, |candidates, guess| {
            events.clear();
            let mut propagation =
                Propagation { rules, candidates, events: &mut events, on_step: &mut |_| {} };
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
/// ```
/// use satdoku::contender::norvig::propagate;
/// use satdoku::{Candidates, Puzzle, Symbols};
/// let puzzle = Puzzle::classic("12.. ..1. 2... ...3".parse()?);
/// let symbols = Symbols::default();
/// let start = Candidates::from_grid(puzzle.givens());
/// let mut steps = Vec::new();
/// let (left, result) = propagate(puzzle.rules(), &start, &mut |step| {
///     steps.push(step.text(puzzle.size(), &symbols));
/// });
/// assert_eq!(result, Ok(()));
/// assert!(left.to_grid().is_full());
/// assert_eq!(steps[..2], ["A1=1: given", "A1<>2: A1=1"]);
/// # Ok::<(), satdoku::ParseError>(())
/// ```
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
    let mut events = VecDeque::new();
    let result = Propagation { rules, candidates: &mut candidates, events: &mut events, on_step }
        .restrict(start);
    (candidates, result)
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

    /// Follows all changes, and the changes that they cause.
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
