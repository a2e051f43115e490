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

/// The row of a kind of clues in the table.
pub(super) struct Row {
    /// The noun for a clue of this kind in a sentence; empty if sentences use the text of the clue.
    pub noun: &'static str,
    /// The rule of clues of this kind, in a sentence.
    pub about: &'static str,
    /// The reason, in the words of a step, why a clue removes candidates: what the clue requires of
    /// its cells. Empty if the list of remaining combinations is enough, or if units and pairs
    /// express the whole clue.
    pub because: &'static str,
    /// The text of an example: a clue of this kind on a 9x9 grid.
    pub example: &'static str,
    /// The key in f-puzzles and SudokuPad, and the fields of an entry; `None` if they do not
    /// support the kind.
    pub f_puzzles: Option<(&'static str, Fields)>,
    /// The type of the constraint in the Interactive Sudoku Solver, and its arguments; `None` if
    /// the Interactive Sudoku Solver does not support the kind.
    pub iss: Option<(&'static str, Arguments)>,
    /// The shapes with which a clue is drawn, from the bottom up; none for a kind about the whole
    /// grid.
    pub shapes: &'static [Shape],
    pub cells: Cells,
    /// How many numbers a clue has.
    pub numbers: RangeInclusive<usize>,
    /// Whether a grid, which may have empty cells, violates the clue. The answer is exact for full
    /// grids that obey the units. If the answer is true for a grid with empty cells, the clue is
    /// violated for every way to fill these cells.
    pub violated: fn(&Clue, &Rules, &Grid) -> bool,
    /// The parts of the clue, or a message, `expected ..., found ...`, if the clue is wrong. How
    /// many cells and how many numbers the clue has was checked before.
    pub parts: fn(&Clue, &Rules) -> Result<Vec<Part>, String>,
}

/// The cells that a clue needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cells {
    /// No cells: the clue is about all neighbours.
    Everywhere,
    /// At least this many cells, all different.
    Marks(usize),
    /// At least this many cells; a cell may be listed twice.
    Bag(usize),
    /// From this many cells up to the number of digits, all different.
    Set(usize),
    /// The same number of cells as for `Set`, along a line.
    Line(usize),
    /// At least this many cells along a line, which may cross itself.
    Path(usize),
    /// Two different neighbours.
    Neighbours,
    /// All cells of a row or column, from the side on which the number is written.
    Outside,
}

/// The set of all digits of this side.
pub(super) fn all(side: usize) -> Digits {
    u64::MAX >> (64 - side)
}

/// The set of the digits of this side for which `holds` is true; `holds` gets values from 1.
pub(super) fn digits(side: usize, holds: impl Fn(u32) -> bool) -> Digits {
    (1..=side as u32).filter(|&digit| holds(digit)).fold(0, |set, digit| set | 1 << (digit - 1))
}

/// The part that requires that `holds` is true for the digits, from 1, of two cells.
pub(super) fn pair(cells: [Cell; 2], side: usize, holds: impl Fn(u32, u32) -> bool) -> Part {
    pairs([cells], side, holds).remove(0)
}

/// The parts that [`pair`] makes of several pairs of cells.
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

/// The value of a cell, 0 if the cell is empty.
pub(super) fn value(grid: &Grid, cell: Cell) -> u32 {
    u32::from(grid.values()[cell.index()])
}

/// The values of the cells of a clue in order, 0 for an empty cell.
pub(super) fn values(clue: &Clue, grid: &Grid) -> Vec<u32> {
    clue.cells.iter().map(|&cell| value(grid, cell)).collect()
}

/// Whether `wrong` is true for the values of any two successive cells that are both filled.
pub(super) fn any_follows(values: &[u32], wrong: impl Fn(u32, u32) -> bool) -> bool {
    values.iter().tuple_windows().any(|(&a, &b)| a != 0 && b != 0 && wrong(a, b))
}

/// Whether `wrong` is true for the values of any two filled cells; `wrong` also gets the distance
/// between these cells.
pub(super) fn any_two(values: &[u32], wrong: impl Fn(u32, u32, usize) -> bool) -> bool {
    let filled = values.iter().enumerate().filter(|(_, value)| **value != 0);
    filled.tuple_combinations().any(|((i, &a), (j, &b))| wrong(a, b, j - i))
}

/// The possible values of a cell: all digits if its value is 0 (an empty cell), else only this
/// value.
pub(super) fn options(value: u32, grid: &Grid) -> RangeInclusive<u32> {
    if value == 0 { 1..=grid.size().side() as u32 } else { value..=value }
}
