//! The contradictions that end a propagation.

use std::fmt;

use thiserror::Error;

use crate::grid::{Cell, CellNames, Digit, Size, Symbols};
use crate::rules::UnitKind;

/// The reason why there is no solution with these candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub struct Contradiction {
    /// The size of the grid, for the names of cells.
    pub size: Size,
    /// The kind of the contradiction.
    pub kind: ContradictionKind,
}

/// The kind of a [`Contradiction`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContradictionKind {
    /// The cell has no candidate.
    NoCandidate(Cell),
    /// The unit has no place for the digit.
    NoPlace(UnitKind, Digit),
}

impl Contradiction {
    /// The contradiction in words, with digits in these symbols: `E5 has no candidate left`, `row C
    /// has no place left for 7`.
    pub fn text(&self, symbols: &Symbols) -> String {
        match self.kind {
            ContradictionKind::NoCandidate(cell) => {
                format!("{} has no candidate left", self.size.cell_name(cell))
            }
            ContradictionKind::NoPlace(unit, digit) => {
                let unit = unit.named(self.size, CellNames::A1);
                format!("{unit} has no place left for {}", symbols.write(digit, self.size.side()))
            }
        }
    }
}

/// Writes the contradiction with the default symbols.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&Symbols::default()))
    }
}
