//! The agent for diagonal Sudoku of Udacity's artificial intelligence course (2017), as written up
//! by one of its students: eliminate, naked twins, only choice until they stall; then search, the
//! smallest cell first, its digits in order.
//!
//! Ours differs in that a contradiction ends the reduction at once and is told (the original runs
//! into an error on a puzzle without a solution), that it stalls when nothing changes (there, when
//! no cell was solved), takes any units and size, looks for further solutions, and stops at a
//! deadline. One pass of a strategy does what one call of the original's function does.

use std::fmt;
use std::str::FromStr;

use super::search::depth_first;
use super::steps::{Contradiction, ContradictionKind, Step, Why};
use super::{Contender, ContenderError};
use crate::answer::{Answer, Limits};
use crate::grid::{Candidate, Candidates, Cell, Digit, DigitSet};
use crate::rules::{Puzzle, Rules};

/// The contender `diagonal-agent`.
#[derive(Debug, Default)]
pub struct DiagonalAgent;

impl Contender for DiagonalAgent {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        let start = Candidates::from_grid(puzzle.givens());
        Ok(depth_first(start, limits, |candidates, guess| {
            if let Some(Candidate { cell, digit }) = guess {
                candidates[cell] = DigitSet::from_iter([digit]);
            }
            loop {
                match round(puzzle.rules(), &Strategy::ALL, candidates, &mut |_| {}) {
                    Ok(true) if !limits.deadline.is_over() => {}
                    Ok(_) => return true,
                    Err(_) => return false,
                }
            }
        }))
    }
}

/// One of the agent's three strategies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The digit of a solved cell leaves its peers.
    Eliminate,
    /// Two digits that two cells of a unit hold between them leave the other cells of the unit.
    NakedTwins,
    /// A digit with one place in a unit is placed there.
    OnlyChoice,
}

impl Strategy {
    /// All three, in the agent's order.
    pub const ALL: [Strategy; 3] =
        [Strategy::Eliminate, Strategy::NakedTwins, Strategy::OnlyChoice];

    /// Its name: `eliminate`, `naked-twins`, `only-choice`.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Eliminate => "eliminate",
            Strategy::NakedTwins => "naked-twins",
            Strategy::OnlyChoice => "only-choice",
        }
    }

    /// Goes once through the grid. Whether anything changed.
    ///
    /// # Errors
    /// [`Contradiction`] at the first cell without a candidate, or digit without a place, that it
    /// comes across.
    ///
    /// # Panics
    /// If the candidates are not of the rules' size.
    pub fn pass(
        self,
        rules: &Rules,
        candidates: &mut Candidates,
        on_step: &mut impl FnMut(Step),
    ) -> Result<bool, Contradiction> {
        assert_eq!(rules.size(), candidates.size(), "candidates and rules of different sizes");
        let mut pass = Pass { rules, candidates, on_step, changed: false };
        match self {
            Strategy::Eliminate => pass.eliminate(),
            Strategy::NakedTwins => pass.naked_twins(),
            Strategy::OnlyChoice => pass.only_choice(),
        }?;
        Ok(pass.changed)
    }
}

/// One pass of each strategy in turn. Whether anything changed.
///
/// # Errors
/// As [`Strategy::pass`].
///
/// # Panics
/// As [`Strategy::pass`].
pub fn round(
    rules: &Rules,
    strategies: &[Strategy],
    candidates: &mut Candidates,
    on_step: &mut impl FnMut(Step),
) -> Result<bool, Contradiction> {
    let mut changed = false;
    for strategy in strategies {
        changed |= strategy.pass(rules, candidates, on_step)?;
    }
    Ok(changed)
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no strategy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected eliminate, naked-twins or only-choice, found {0:?}")]
pub struct StrategyError(String);

impl FromStr for Strategy {
    type Err = StrategyError;
    fn from_str(text: &str) -> Result<Strategy, StrategyError> {
        let named = |strategy: &Strategy| strategy.name() == text;
        Strategy::ALL.into_iter().find(named).ok_or_else(|| StrategyError(text.to_owned()))
    }
}

struct Pass<'a, F> {
    rules: &'a Rules,
    candidates: &'a mut Candidates,
    on_step: &'a mut F,
    changed: bool,
}

impl<F: FnMut(Step)> Pass<'_, F> {
    /// Only from cells that are solved when the pass begins, as in the original.
    fn eliminate(&mut self) -> Result<(), Contradiction> {
        let rules = self.rules;
        let solved: Vec<(Cell, Digit)> = rules
            .size()
            .cells()
            .filter_map(|cell| self.candidates[cell].single().map(|digit| (cell, digit)))
            .collect();
        for (cell, digit) in solved {
            for peer in rules.peers(cell) {
                self.take(peer, digit, Why::Peer(cell))?;
            }
        }
        Ok(())
    }

    fn naked_twins(&mut self) -> Result<(), Contradiction> {
        let rules = self.rules;
        for unit in rules.units() {
            for (position, &first) in unit.cells.iter().enumerate() {
                let pair = self.candidates[first].clone();
                if pair.len() != 2 {
                    continue;
                }
                let mut others = unit.cells[position + 1..]
                    .iter()
                    .filter(|&&cell| self.candidates[cell] == pair);
                let Some(&second) = others.next() else { continue };
                for &cell in unit.cells.iter().filter(|&&cell| cell != first && cell != second) {
                    for digit in pair.iter() {
                        self.take(cell, digit, Why::NakedTwins(unit.kind, [first, second]))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn only_choice(&mut self) -> Result<(), Contradiction> {
        let rules = self.rules;
        for unit in rules.units() {
            for digit in rules.size().digits() {
                let mut places =
                    unit.cells.iter().filter(|&&cell| self.candidates[cell].contains(digit));
                match (places.next(), places.next()) {
                    (None, _) => {
                        return Err(
                            self.contradiction(ContradictionKind::NoPlace(unit.kind, digit))
                        );
                    }
                    (Some(&place), None) => self.place(place, digit, Why::OnlyPlace(unit.kind)),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn place(&mut self, cell: Cell, digit: Digit, why: Why) {
        let mut others = self.candidates[cell].clone();
        others.remove(digit);
        if others.is_empty() {
            return;
        }
        self.changed = true;
        (self.on_step)(Step::placed(cell, digit, why));
        self.candidates[cell] = DigitSet::from_iter([digit]);
        for other in others.iter() {
            (self.on_step)(Step::taken(cell, other, Why::Holds(digit)));
        }
    }

    fn take(&mut self, cell: Cell, digit: Digit, why: Why) -> Result<(), Contradiction> {
        if !self.candidates[cell].remove(digit) {
            return Ok(());
        }
        self.changed = true;
        (self.on_step)(Step::taken(cell, digit, why));
        if self.candidates[cell].is_empty() {
            return Err(self.contradiction(ContradictionKind::NoCandidate(cell)));
        }
        if let Some(last) = self.candidates[cell].single() {
            (self.on_step)(Step::placed(cell, last, Why::LastCandidate));
        }
        Ok(())
    }

    fn contradiction(&self, kind: ContradictionKind) -> Contradiction {
        Contradiction { size: self.rules.size(), kind }
    }
}
