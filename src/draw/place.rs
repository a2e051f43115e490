//! The shapes of the clues, and the places of the clues that are written beside the grid.

use std::collections::BTreeMap;

use itertools::Itertools;

use crate::grid::{Cell, Size};
use crate::rules::clue::Shape;
use crate::rules::{Clue, Rules};

/// The indices (from 0) of the row and of the column of a cell.
pub(super) fn place(size: Size, cell: Cell) -> (isize, isize) {
    (size.row_index(cell) as isize, size.column_index(cell) as isize)
}

/// The strips of a cell that are kept free for numbers and lines of clues, as fractions of a cell:
/// at the top, and at each other edge.
pub(super) fn kept_free(rules: &Rules) -> (f64, f64) {
    let is_at_edge = |shape: &Shape| {
        matches!(
            shape,
            Shape::Cage | Shape::Corner(_) | Shape::Unusual(_) | Shape::Dot(..) | Shape::Letter(_)
        )
    };
    let mut shapes = rules.clues().iter().flat_map(|clue| clue.kind.shapes());
    if shapes.any(is_at_edge) { (0.22, 0.09) } else { (0.0, 0.0) }
}

/// The greatest number of clues that have the same place beside the grid.
pub(super) fn rings(rules: &Rules) -> usize {
    outside(rules).into_values().map(|clues| clues.len()).max().unwrap_or(0)
}

/// Each clue with each of its shapes.
pub(super) fn drawn(rules: &Rules) -> impl Iterator<Item = (&Clue, Shape)> {
    // If an arrow from outside cannot show a diagonal, the clue is drawn as a cage with a sum.
    const SUM: &[Shape] = &[Shape::Cage, Shape::Corner("\u{3a3}")];
    rules.clues().iter().flat_map(move |clue| {
        let shapes = clue.kind.shapes();
        let is_sum = shapes.contains(&Shape::Diagonal) && !is_whole(rules, clue);
        (if is_sum { SUM } else { shapes }).iter().map(move |&shape| (clue, shape))
    })
}

/// The clues whose numbers are written beside the grid, by the indices of row and column of their
/// place. An index is -1 or the side of the grid if the place is beyond an edge. At each place,
/// clues with an arrow come first. Each clue comes with its shape and the step from the place to
/// its first cell.
pub(super) type Outside<'c> = BTreeMap<(isize, isize), Vec<(&'c Clue, Shape, (isize, isize))>>;

pub(super) fn outside(rules: &Rules) -> Outside<'_> {
    let size = rules.size();
    let place = |cell| place(size, cell);
    let mut all = Outside::new();
    for (clue, shape) in drawn(rules) {
        let (row, column) = place(clue.cells.first().copied().unwrap_or(Cell::from_index(0)));
        let step = match (shape, &clue.cells[..]) {
            (Shape::Outside(_) | Shape::Diagonal, &[first, second, ..]) => {
                let (first, second) = (place(first), place(second));
                (second.0 - first.0, second.1 - first.1)
            }
            // The diagonal is only a corner cell: the arrow crosses this cell and leaves the grid.
            (Shape::Diagonal, _) => {
                (if row == 0 { -1 } else { 1 }, if column == 0 { 1 } else { -1 })
            }
            _ => continue,
        };
        all.entry((row - step.0, column - step.1)).or_default().push((clue, shape, step));
    }
    all.values_mut().for_each(|clues| clues.sort_by_key(|(_, shape, _)| *shape != Shape::Diagonal));
    all
}

/// Whether the cells of the clue are all cells of a diagonal line, in order, from one edge of the
/// grid to another edge.
fn is_whole(rules: &Rules, clue: &Clue) -> bool {
    let size = rules.size();
    let place = |cell| place(size, cell);
    let cells = clue.cells.iter().map(|&cell| place(cell)).collect_vec();
    let side = size.side() as isize;
    let leaves = |(row, column): (isize, isize), (down, right): (isize, isize)| {
        !(0..side).contains(&(row + down)) || !(0..side).contains(&(column + right))
    };
    let steps =
        cells.iter().tuple_windows().map(|(a, b)| (b.0 - a.0, b.1 - a.1)).dedup().collect_vec();
    match (&steps[..], &cells[..]) {
        ([], &[(row, column)]) => [row, column].iter().all(|at| [0, side - 1].contains(at)),
        (&[(down, right)], &[first, .., last]) => {
            down.abs() == 1
                && right.abs() == 1
                && leaves(first, (-down, -right))
                && leaves(last, (down, right))
        }
        _ => false,
    }
}
