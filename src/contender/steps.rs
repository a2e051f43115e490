//! What propagation does to candidates, one step at a time, with the reason of each.

use std::fmt;

use thiserror::Error;

use crate::grid::{Candidate, Cell, Digit, Size};
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

impl Step {
    pub(super) fn placed(cell: Cell, digit: Digit, why: Why) -> Step {
        Step { candidate: Candidate { cell, digit }, placed: true, why }
    }

    pub(super) fn taken(cell: Cell, digit: Digit, why: Why) -> Step {
        Step { candidate: Candidate { cell, digit }, placed: false, why }
    }

    /// In words for a grid of this size: `A1=4: given`, `A2<>4: A1=4`,
    /// `E3<>2: naked twins F3, I3 in column 3`.
    pub fn text(&self, size: Size) -> String {
        let Candidate { cell, digit } = self.candidate;
        let sign = if self.placed { "=" } else { "<>" };
        format!("{}{sign}{digit}: {}", size.cell_name(cell), self.reason(size))
    }

    /// Only the reason, in words for a grid of this size.
    pub fn reason(&self, size: Size) -> String {
        let Candidate { cell, digit } = self.candidate;
        match self.why {
            Why::Given => "given".to_owned(),
            Why::LastCandidate => "last candidate".to_owned(),
            Why::OnlyPlace(unit) => format!("only place in {unit}"),
            Why::Holds(held) => format!("{}={held}", size.cell_name(cell)),
            Why::Peer(peer) => format!("{}={digit}", size.cell_name(peer)),
            Why::NakedTwins(unit, twins) => {
                let [first, second] = twins.map(|twin| size.cell_name(twin));
                format!("naked twins {first}, {second} in {unit}")
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

/// `E5 has no candidate left`, `row 3 has no place left for 7`.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ContradictionKind::NoCandidate(cell) => {
                write!(f, "{} has no candidate left", self.size.cell_name(cell))
            }
            ContradictionKind::NoPlace(unit, digit) => {
                write!(f, "{unit} has no place left for {digit}")
            }
        }
    }
}
