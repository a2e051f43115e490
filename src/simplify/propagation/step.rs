//! One step of propagation, with its reason.

use std::fmt;

use thiserror::Error;

use crate::format::Symbols;
use crate::grid::{Candidate, Candidates, Cell, Digit, Size};
use crate::rules::UnitKind;

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
