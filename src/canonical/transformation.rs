//! Transformations of a grid: arrangements of its cells and new names of its digits.

use serde::Serialize;

use crate::grid::{Cell, Digit, Grid, Size};

/// Turns a grid into another grid: reorders rows and columns, may exchange rows with columns, and
/// renames digits.
///
/// ```
/// use satdoku::canonical::Transformation;
/// use satdoku::{Grid, Size};
/// let grid: Grid = "12......3......4".parse()?;
/// let turned = Transformation { is_transposed: true, ..Transformation::identity(Size::FOUR) };
/// assert_eq!(turned.apply(&grid).to_string(), "1.3.2..........4");
/// assert_eq!(turned.inverse().apply(&turned.apply(&grid)), grid);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Transformation {
    /// Whether rows become columns.
    pub is_transposed: bool,
    /// For each row of the result: the index (from 0) of the grid's row from which it comes, or of
    /// the grid's column if transposed. Each index occurs exactly once.
    pub rows: Vec<usize>,
    /// For each column of the result: the index (from 0) of the grid's column from which it comes,
    /// or of the grid's row if transposed. Each index occurs exactly once.
    pub columns: Vec<usize>,
    /// For each digit of the grid, by index: the digit in the result. Each digit occurs exactly
    /// once.
    pub digits: Vec<Digit>,
}

impl Transformation {
    /// The transformation that changes nothing.
    pub fn identity(size: Size) -> Transformation {
        let lines: Vec<usize> = (0..size.side()).collect();
        let digits = size.digits().collect();
        Transformation { is_transposed: false, rows: lines.clone(), columns: lines, digits }
    }

    /// The index of the cell from which the cell with this index gets its digit.
    pub(super) fn source(&self, cell: usize) -> usize {
        let side = self.rows.len();
        let (row, column) = (self.rows[cell / side], self.columns[cell % side]);
        if self.is_transposed { column * side + row } else { row * side + column }
    }

    /// Applies the transformation to a grid.
    ///
    /// # Panics
    /// If the grid's side is not the transformation's side.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let size = grid.size();
        assert_eq!(size.side(), self.rows.len(), "a grid of another side");
        let mut result = Grid::empty(size);
        for cell in size.cells() {
            let found = grid.get(Cell::from_index(self.source(cell.index())));
            result.set(cell, found.map(|digit| self.digits[digit.index()]));
        }
        result
    }

    /// The transformation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Transformation {
        let inverse = |lines: &[usize]| {
            let mut places = vec![0; lines.len()];
            lines.iter().enumerate().for_each(|(place, &line)| places[line] = place);
            places
        };
        let (mut rows, mut columns) = (inverse(&self.rows), inverse(&self.columns));
        if self.is_transposed {
            (rows, columns) = (columns, rows);
        }
        let digits = inverse(&self.digits.iter().map(|digit| digit.index()).collect::<Vec<_>>());
        let digits = digits.into_iter().map(Digit::from_index).collect();
        Transformation { is_transposed: self.is_transposed, rows, columns, digits }
    }

    /// The transformation that first does this transformation and then `next`.
    ///
    /// # Panics
    /// If the two transformations are for grids of different sides.
    #[must_use]
    pub fn then(&self, next: &Transformation) -> Transformation {
        let (rows, columns) = match next.is_transposed {
            true => (&self.columns, &self.rows),
            false => (&self.rows, &self.columns),
        };
        Transformation {
            is_transposed: self.is_transposed != next.is_transposed,
            rows: next.rows.iter().map(|&row| rows[row]).collect(),
            columns: next.columns.iter().map(|&column| columns[column]).collect(),
            digits: self.digits.iter().map(|digit| next.digits[digit.index()]).collect(),
        }
    }
}
