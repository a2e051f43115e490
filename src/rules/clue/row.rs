//! What the table of kinds holds, and what its rows are written with.

use std::ops::RangeInclusive;
use std::sync::Arc;

use itertools::Itertools;

use super::elsewhere::{Arguments, Fields};
use super::kind::Clue;
use super::part::{Digits, Part};
use super::shape::Shape;
use crate::grid::{Cell, Grid};
use crate::rules::Rules;

/// What the table knows of a kind.
pub(super) struct Row {
    /// What a clue of this kind is called in a sentence; empty where its text says it best.
    pub noun: &'static str,
    /// What it says, in a sentence.
    pub about: &'static str,
    /// Why it takes digits from cells, in a step: what it says of its cells, with few words. Empty
    /// where the combinations that are left say enough, and where units and pairs say all.
    pub because: &'static str,
    /// A clue of this kind on a 9x9 grid, as it is written.
    pub example: &'static str,
    /// The key of f-puzzles and SudokuPad, if they know it, and what stands there.
    pub f_puzzles: Option<(&'static str, Fields)>,
    /// The same of the Interactive Sudoku Solver and its types.
    pub iss: Option<(&'static str, Arguments)>,
    /// What it is drawn with, from below; nothing for what is said of the whole grid.
    pub shapes: &'static [Shape],
    pub cells: Cells,
    /// How many numbers it takes.
    pub numbers: RangeInclusive<usize>,
    /// Whether a grid, perhaps with empty cells, contradicts the clue: exact for full grids that obey
    /// the units, and what contradicts it with empty cells does so however they are filled.
    pub violated: fn(&Clue, &Rules, &Grid) -> bool,
    /// Its parts, or what is wrong with it: `expected ..., found ...`. Cells and numbers are as many
    /// as it takes.
    pub parts: fn(&Clue, &Rules) -> Result<Vec<Part>, String>,
}

/// Which cells a clue has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cells {
    /// None: it is about all neighbours.
    Everywhere,
    /// So many or more, all different.
    Marks(usize),
    /// So many or more, of which a cell may be listed twice.
    Bag(usize),
    /// So many up to as many as there are digits, all different.
    Set(usize),
    /// The same along a line.
    Line(usize),
    /// So many or more along a line, which may cross itself.
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

/// The digits, from 1, of a side of which this holds.
pub(super) fn digits(side: usize, holds: impl Fn(u32) -> bool) -> Digits {
    (1..=side as u32).filter(|&digit| holds(digit)).fold(0, |set, digit| set | 1 << (digit - 1))
}

/// The part that says that two digits, from 1, are so that this holds.
pub(super) fn pair(cells: [Cell; 2], side: usize, holds: impl Fn(u32, u32) -> bool) -> Part {
    pairs([cells], side, holds).remove(0)
}

/// The same of several pairs of cells.
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

/// The values of the cells that are filled, 0 for the others, in order.
pub(super) fn values(clue: &Clue, grid: &Grid) -> Vec<u32> {
    clue.cells.iter().map(|&cell| value(grid, cell)).collect()
}

/// Whether this holds of two filled cells that follow each other.
pub(super) fn any_follows(values: &[u32], wrong: impl Fn(u32, u32) -> bool) -> bool {
    values.iter().tuple_windows().any(|(&a, &b)| a != 0 && b != 0 && wrong(a, b))
}

/// Whether this holds of any two filled cells; it gets their distance too.
pub(super) fn any_two(values: &[u32], wrong: impl Fn(u32, u32, usize) -> bool) -> bool {
    let filled = values.iter().enumerate().filter(|(_, value)| **value != 0);
    filled.tuple_combinations().any(|((i, &a), (j, &b))| wrong(a, b, j - i))
}

/// What an empty cell may hold, or the value of a filled one.
pub(super) fn options(value: u32, grid: &Grid) -> RangeInclusive<u32> {
    if value == 0 { 1..=grid.size().side() as u32 } else { value..=value }
}
