//! The type of a row of the table of kinds, and functions that the rows use.

use std::ops::RangeInclusive;
use std::sync::Arc;

use itertools::Itertools;

use super::elsewhere::{Arguments, Fields};
use super::kind::Clue;
use super::part::{Digits, Part};
use super::shape::Shape;
use crate::grid::{Cell, Grid};
use crate::rules::Rules;

/// What the table knows about a kind.
pub(super) struct Row {
    /// What a clue of this kind is called in a sentence; empty if the text of the clue is the best
    /// name.
    pub noun: &'static str,
    /// What clues of this kind say, in a sentence.
    pub about: &'static str,
    /// Why a clue removes digits from cells, in a step: what it says about its cells, in few words.
    /// Empty if the remaining combinations say enough, or if units and pairs say everything.
    pub because: &'static str,
    /// A clue of this kind on a 9x9 grid, as it is written.
    pub example: &'static str,
    /// The key in f-puzzles and SudokuPad, if they know the kind, and the fields of its entries.
    pub f_puzzles: Option<(&'static str, Fields)>,
    /// The type in the Interactive Sudoku Solver, if it knows the kind, and the arguments.
    pub iss: Option<(&'static str, Arguments)>,
    /// The shapes that a clue is drawn with, from the bottom up; none for a kind about the whole
    /// grid.
    pub shapes: &'static [Shape],
    pub cells: Cells,
    /// How many numbers a clue takes.
    pub numbers: RangeInclusive<usize>,
    /// Whether a grid, perhaps with empty cells, contradicts the clue. The answer is exact for full
    /// grids that obey the units. If a grid with empty cells contradicts the clue, every way to
    /// fill these cells contradicts the clue.
    pub violated: fn(&Clue, &Rules, &Grid) -> bool,
    /// The parts of the clue, or what is wrong with it: `expected ..., found ...`. The numbers of
    /// its cells and numbers are already known to be right.
    pub parts: fn(&Clue, &Rules) -> Result<Vec<Part>, String>,
}

/// Which cells a clue has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cells {
    /// No cells: the clue is about all neighbours.
    Everywhere,
    /// At least this many, all different.
    Marks(usize),
    /// At least this many; a cell may be listed twice.
    Bag(usize),
    /// From this many up to the number of digits, all different.
    Set(usize),
    /// As `Set`, along a line.
    Line(usize),
    /// At least this many along a line, which may cross itself.
    Path(usize),
    /// Two different neighbours.
    Neighbours,
    /// A row or column, from the side where the number stands.
    Outside,
}

/// A set of all digits of a side.
pub(super) fn all(side: usize) -> Digits {
    u64::MAX >> (64 - side)
}

/// The digits of a side, from 1, for which `holds` is true.
pub(super) fn digits(side: usize, holds: impl Fn(u32) -> bool) -> Digits {
    (1..=side as u32).filter(|&digit| holds(digit)).fold(0, |set, digit| set | 1 << (digit - 1))
}

/// The part that says that `holds` is true for the digits, from 1, of two cells.
pub(super) fn pair(cells: [Cell; 2], side: usize, holds: impl Fn(u32, u32) -> bool) -> Part {
    pairs([cells], side, holds).remove(0)
}

/// The same for several pairs of cells.
pub(super) fn pairs(
    cells: impl IntoIterator<Item = [Cell; 2]>,
    side: usize,
    holds: impl Fn(u32, u32) -> bool,
) -> Vec<Part> {
    let allowed = (1..=side as u32).map(|first| digits(side, |second| holds(first, second)));
    let allowed: Arc<[Digits]> = allowed.collect();
    let part = |cells| Part::Pair { cells, allowed: Arc::clone(&allowed) };
    cells.into_iter().map(part).collect()
}

/// The value of a cell, 0 if it is empty.
pub(super) fn value(grid: &Grid, cell: Cell) -> u32 {
    u32::from(grid.values()[cell.index()])
}

/// The values of the cells in order, 0 for an empty cell.
pub(super) fn values(clue: &Clue, grid: &Grid) -> Vec<u32> {
    clue.cells.iter().map(|&cell| value(grid, cell)).collect()
}

/// Whether `wrong` is true for two filled cells that follow each other.
pub(super) fn any_follows(values: &[u32], wrong: impl Fn(u32, u32) -> bool) -> bool {
    values.iter().tuple_windows().any(|(&a, &b)| a != 0 && b != 0 && wrong(a, b))
}

/// Whether `wrong` is true for any two filled cells; it gets their distance too.
pub(super) fn any_two(values: &[u32], wrong: impl Fn(u32, u32, usize) -> bool) -> bool {
    let filled = values.iter().enumerate().filter(|(_, value)| **value != 0);
    filled.tuple_combinations().any(|((i, &a), (j, &b))| wrong(a, b, j - i))
}

/// The digits that an empty cell may hold, or the value of a filled cell.
pub(super) fn options(value: u32, grid: &Grid) -> RangeInclusive<u32> {
    if value == 0 { 1..=grid.size().side() as u32 } else { value..=value }
}
