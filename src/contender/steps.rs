//! What propagation does to candidates, one step at a time, with the reason of each.

use std::collections::VecDeque;
use std::fmt;

use thiserror::Error;

use crate::format::Symbols;
use crate::grid::{Candidate, Candidates, Cell, Digit, DigitSet, Size};
use crate::rules::{Rules, Unit, UnitKind};

/// A digit placed, or a candidate taken out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which candidate.
    pub candidate: Candidate,
    /// Whether its digit was placed, and not taken out.
    pub placed: bool,
    /// Why.
    pub why: Why,
}

/// The reason of a [`Step`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Why {
    /// The puzzle says so.
    Given,
    /// Placed: the cell had no other candidate left.
    LastCandidate,
    /// Placed: the unit had no other place for the digit.
    OnlyPlace(UnitKind),
    /// Taken out: the cell holds this digit.
    Holds(Digit),
    /// Taken out: this peer holds the digit.
    Peer(Cell),
    /// Taken out: these two cells of the unit share the same two digits.
    NakedTwins(UnitKind, [Cell; 2]),
}

impl Why {
    /// Its kind in one word: `given`, `last-candidate`, `only-place`, `holds`, `peer`,
    /// `naked-twins`.
    pub fn name(self) -> &'static str {
        match self {
            Why::Given => "given",
            Why::LastCandidate => "last-candidate",
            Why::OnlyPlace(_) => "only-place",
            Why::Holds(_) => "holds",
            Why::Peer(_) => "peer",
            Why::NakedTwins(..) => "naked-twins",
        }
    }
}

/// Tells what candidates begin with, as steps from all of them: cells of one digit are placed.
pub fn given_steps(start: &Candidates, on_step: &mut impl FnMut(Step)) {
    let size = start.size();
    for cell in size.cells() {
        let single = start[cell].single();
        if let Some(digit) = single {
            on_step(Step::placed(cell, digit, Why::Given));
        }
        for digit in size.digits().filter(|&digit| !start[cell].contains(digit)) {
            on_step(Step::taken(cell, digit, single.map_or(Why::Given, Why::Holds)));
        }
    }
}

impl Step {
    pub(super) fn placed(cell: Cell, digit: Digit, why: Why) -> Step {
        Step { candidate: Candidate { cell, digit }, placed: true, why }
    }

    pub(super) fn taken(cell: Cell, digit: Digit, why: Why) -> Step {
        Step { candidate: Candidate { cell, digit }, placed: false, why }
    }

    /// In words for a grid of this size, its digits in these symbols: `A1=4: given`, `A2<>4: A1=4`,
    /// `E3<>2: naked twins F3, I3 in column 3`.
    pub fn text(&self, size: Size, symbols: &Symbols) -> String {
        let Candidate { cell, digit } = self.candidate;
        let write = |digit| symbols.write(digit, size.side());
        let digit = write(digit);
        let name = |cell| size.cell_name(cell);
        let what = format!("{}{}{digit}", name(cell), if self.placed { "=" } else { "<>" });
        match self.why {
            Why::Given => format!("{what}: given"),
            Why::LastCandidate => format!("{what}: last candidate"),
            Why::OnlyPlace(unit) => format!("{what}: only place in {unit}"),
            Why::Holds(held) => format!("{what}: {}={}", name(cell), write(held)),
            Why::Peer(peer) => format!("{what}: {}={digit}", name(peer)),
            Why::NakedTwins(unit, [first, second]) => {
                format!("{what}: naked twins {}, {} in {unit}", name(first), name(second))
            }
        }
    }
}

/// Why there is no solution with these candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub struct Contradiction {
    /// For the cell's name.
    pub size: Size,
    /// What went wrong.
    pub kind: ContradictionKind,
}

/// What went wrong in a [`Contradiction`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContradictionKind {
    /// The cell has no candidate.
    NoCandidate(Cell),
    /// The unit has no place for the digit.
    NoPlace(UnitKind, Digit),
}

impl Contradiction {
    /// In words, digits in these symbols: `E5 has no candidate left`, `row 3 has no place left for
    /// 7`.
    pub fn text(&self, symbols: &Symbols) -> String {
        match self.kind {
            ContradictionKind::NoCandidate(cell) => {
                format!("{} has no candidate left", self.size.cell_name(cell))
            }
            ContradictionKind::NoPlace(unit, digit) => {
                format!("{unit} has no place left for {}", symbols.write(digit, self.size.side()))
            }
        }
    }
}

/// In the default symbols.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&Symbols::default()))
    }
}

/// What has changed and may have consequences.
pub(super) enum Event {
    /// The cell was reduced to one digit.
    Placed(Cell, Digit),
    /// The cell lost a digit.
    Taken(Cell, Digit),
}

/// Candidates that are placed and taken out, each step told as it happens.
pub(super) struct Propagation<'a, F> {
    pub(super) rules: &'a Rules,
    pub(super) candidates: &'a mut Candidates,
    /// All changes, in order.
    pub(super) events: &'a mut VecDeque<Event>,
    pub(super) on_step: &'a mut F,
}

impl<F: FnMut(Step)> Propagation<'_, F> {
    /// Reduces a cell to one of its candidates.
    pub(super) fn place(&mut self, cell: Cell, digit: Digit, why: Why) {
        if self.candidates[cell].single() == Some(digit) && why != Why::Given {
            return;
        }
        (self.on_step)(Step::placed(cell, digit, why));
        let mut others = self.candidates[cell].clone();
        others.remove(digit);
        self.candidates[cell] = DigitSet::from_iter([digit]);
        self.events.push_back(Event::Placed(cell, digit));
        for other in others.iter() {
            (self.on_step)(Step::taken(cell, other, Why::Holds(digit)));
            self.events.push_back(Event::Taken(cell, other));
        }
    }

    /// Takes a candidate out, if it is still there.
    pub(super) fn take(&mut self, cell: Cell, digit: Digit, why: Why) -> Result<(), Contradiction> {
        if !self.candidates[cell].remove(digit) {
            return Ok(());
        }
        (self.on_step)(Step::taken(cell, digit, why));
        if self.candidates[cell].is_empty() {
            return Err(self.contradiction(ContradictionKind::NoCandidate(cell)));
        }
        self.events.push_back(Event::Taken(cell, digit));
        if let Some(last) = self.candidates[cell].single() {
            (self.on_step)(Step::placed(cell, last, Why::LastCandidate));
            self.events.push_back(Event::Placed(cell, last));
        }
        Ok(())
    }

    /// Takes a digit out of all peers of the cell that holds it.
    pub(super) fn take_from_peers(
        &mut self,
        cell: Cell,
        digit: Digit,
    ) -> Result<(), Contradiction> {
        let rules = self.rules;
        rules.peers(cell).try_for_each(|peer| self.take(peer, digit, Why::Peer(cell)))
    }

    /// Places a digit where it has only one place in a unit.
    pub(super) fn place_if_only(&mut self, unit: &Unit, digit: Digit) -> Result<(), Contradiction> {
        let has_digit = |cell: &&Cell| self.candidates[**cell].contains(digit);
        let mut places = unit.cells.iter().filter(has_digit);
        match (places.next(), places.next()) {
            (None, _) => Err(self.contradiction(ContradictionKind::NoPlace(unit.kind, digit))),
            (Some(&place), None) => {
                self.place(place, digit, Why::OnlyPlace(unit.kind));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn contradiction(&self, kind: ContradictionKind) -> Contradiction {
        Contradiction { size: self.rules.size(), kind }
    }
}
