//! Peter Norvig's solver (*Solving Every Sudoku Puzzle*, 2006): eliminate a placed digit from the
//! peers, place a digit where a unit has one place left, to the fixpoint; then search, the
//! smallest cell first, its digits in order.
//!
//! Ours differs in that propagation works off a queue instead of recursing, so that it stands any
//! size, takes any units, tells each step with its reason, looks for further solutions, and stops
//! at a deadline. The fixpoint is the same whatever the order.

use std::collections::VecDeque;
use std::sync::Arc;

use super::search::depth_first;
use super::steps::{Contradiction, ContradictionKind, Event, Propagation, Step, Why};
use super::{Contender, ContenderError};
use crate::answer::{Answer, Deadline, Limits};
use crate::grid::{Candidate, Candidates, Digit, DigitSet};
use crate::rules::{Puzzle, Rules, UnitIndex};
use crate::simplify::{self, AnyBoard, Board, Mask, Tables, with_width};

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

/// What Norvig's propagation leaves of a puzzle, or of these candidates of its cells, without its
/// steps. `None` if the deadline came first.
///
/// Grids above 36x36 have too many steps: a 1024x1024 grid takes out a billion candidates. There a
/// board of bit masks, 128 bytes a cell at most, comes to the same fixpoint by whole units.
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
    Some(propagate(rules, start, &mut |_| {}))
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
            simplify::Contradiction::Cell(cell) => ContradictionKind::NoCandidate(cell),
            simplify::Contradiction::Unit(unit) => no_room(rules, board.sets(), unit),
        };
        if let ContradictionKind::NoCandidate(cell) = kind {
            left[cell] = DigitSet::EMPTY;
        }
        Contradiction { size, kind }
    });
    Some((left, result))
}

/// What has no room in a unit that propagation found contradictory: a digit without a place, a cell
/// whose digit stands in another one, or one of two digits that have no place but the same cell.
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
