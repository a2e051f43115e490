//! Clues: what a setter draws beside givens, as plain data. A table says what each kind means.
//!
//! | File | What |
//! |---|---|
//! | `mod.rs` | [`Clue`], [`ClueKind`], and the row that each kind has in the table |
//! | `part.rs` | the five kinds of parts that clues mean, and diagrams |
//! | `cells.rs` | kinds about single cells, pairs of cells and sets of different digits |
//! | `lines.rs` | kinds drawn as lines |
//! | `sums.rs` | kinds about sums |
//! | `outside.rs` | kinds whose numbers stand outside the grid |
//!
//! A row has the meaning twice, and the two share nothing: `violated`, a predicate written from the
//! rule, which [`verify`](crate::verify()) asks; and `parts`, which the engines work with.

mod cells;
mod lines;
mod outside;
mod part;
mod sums;

use std::fmt;

use super::Rules;
use crate::grid::{Cell, Grid};

pub use part::{Diagram, Digits, Part, Transition};

names! {
    /// What a clue says: the kinds of clues, by their usual names.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum ClueKind {
        /// Cells that hold different digits.
        Differ = "differ",
        /// A region in which no digit stands twice.
        ExtraRegion = "extra region",
        /// A cell holds an odd digit.
        Odd = "odd",
        /// Different digits with a sum.
        Killer = "killer",
        /// Digits increase along a line.
        Thermometer = "thermometer",
        /// The digit in the circle is the sum of those on the shaft.
        Arrow = "arrow",
        /// The sum of the digits between 1 and the largest digit in a row or column.
        Sandwich = "sandwich",
    }
}

/// A clue: its kind, its cells in the order that the kind gives them, and its numbers, such as a sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clue {
    /// What it says.
    pub kind: ClueKind,
    /// Of which cells. Of a clue outside the grid: the cells of the row or column, from the side
    /// where it stands.
    pub cells: Vec<Cell>,
    /// The numbers that the kind takes: a sum, a difference, digits, or none.
    pub numbers: Vec<u32>,
}

/// What the table knows of a kind.
struct Row {
    /// What it says, in a few words.
    about: &'static str,
    /// A clue of this kind on a 9x9 grid, as it is written.
    example: &'static str,
    /// Whether a grid, perhaps with empty cells, contradicts the clue: exact for full grids, and what
    /// contradicts it with empty cells does so however they are filled.
    violated: fn(&Clue, &Rules, &Grid) -> bool,
    /// Its parts, or what is wrong with it: `expected ..., found ...`.
    parts: fn(&Clue, &Rules) -> Result<Vec<Part>, String>,
}

impl ClueKind {
    fn row(self) -> Row {
        match self {
            ClueKind::Differ => cells::DIFFER,
            ClueKind::ExtraRegion => cells::EXTRA_REGION,
            ClueKind::Odd => cells::ODD,
            ClueKind::Killer => sums::KILLER,
            ClueKind::Thermometer => lines::THERMOMETER,
            ClueKind::Arrow => sums::ARROW,
            ClueKind::Sandwich => outside::SANDWICH,
        }
    }

    /// What it says, in a few words.
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// A clue of this kind on a 9x9 grid, as it is written.
    pub fn example(self) -> &'static str {
        self.row().example
    }
}

impl Clue {
    /// Whether a grid contradicts it, perhaps one with empty cells. What is violated then stays so
    /// however they are filled. The cells must be inside the grid, which must be of the rules' size.
    pub fn is_violated(&self, rules: &Rules, grid: &Grid) -> bool {
        (self.kind.row().violated)(self, rules, grid)
    }

    /// What it means, under rules that it belongs to.
    ///
    /// # Errors
    /// What is wrong with it: `expected ..., found ...`.
    pub(super) fn parts(&self, rules: &Rules) -> Result<Vec<Part>, String> {
        let size = rules.size();
        if let Some(outside) = self.cells.iter().find(|cell| cell.index() >= size.cell_count()) {
            return Err(format!("expected cells inside the grid, found index {}", outside.index()));
        }
        if size.side() > MOST_SIDE {
            return Err(format!("expected a side up to {MOST_SIDE}, found {}", size.side()));
        }
        (self.kind.row().parts)(self, rules)
    }
}

/// The largest side of a grid with clues.
const MOST_SIDE: usize = 64;

/// A set of all digits of a side.
fn all(side: usize) -> Digits {
    u64::MAX >> (64 - side)
}

/// The values of the cells that are filled, 0 for the others, in order.
fn values(clue: &Clue, grid: &Grid) -> Vec<u32> {
    clue.cells.iter().map(|&cell| u32::from(grid.values()[cell.index()])).collect()
}

/// As it is written: `killer 15 A1 A2 B1`, with names of the cells for a grid of the size.
impl Clue {
    /// In one line, as it is read: `killer 15 A1 A2 B1`.
    pub fn text(&self, rules: &Rules) -> String {
        let numbers = self.numbers.iter().map(ToString::to_string);
        let cells = self.cells.iter().map(|&cell| rules.size().cell_name(cell));
        let words = std::iter::once(self.kind.to_string()).chain(numbers).chain(cells);
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Rules with clues, for what knows units and pairs alone.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected rules without clues, found the clue '{text}'")]
pub struct UnknownClue {
    /// The first clue that is more than units and pairs, as it is written.
    pub text: String,
}

/// Which of [`Rules::clues`] and which of its parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartIndex {
    /// The index of the clue in [`Rules::clues`].
    pub clue: u32,
    /// The index of the part among those of the clue.
    pub part: u32,
}

/// `part 2 of clue 5`, counted from 1.
impl fmt::Display for PartIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} of clue {}", self.part + 1, self.clue + 1)
    }
}
