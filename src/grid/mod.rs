//! The values that do not depend on the rules: sizes, cells, digits, candidates, grids.
//!
//! A grid of side *n* has *n* x *n* cells and is cut into *n* boxes of `box_height` x `box_width`
//! cells. *Indices* of cells, rows and columns start at 0, but texts *show* rows and columns from
//! 1; digits start at 1.

mod candidates;
mod names;
mod symbols;

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

pub use candidates::{Candidates, DigitSet};
pub use names::CellNames;
pub(crate) use symbols::{EMPTY_MARKS, MOST_SIDE, UNKNOWN};
pub use symbols::{Symbols, SymbolsError, line_of, write_line};

/// The shape of a grid: box height x box width; the side is their product.
///
/// ```
/// use satdoku::Size;
/// let size = Size::new(2, 3)?;
/// assert_eq!((size.side(), size.cell_count()), (6, 36));
/// assert_eq!(Size::from_side(12), Some(Size::new(3, 4)?));
/// # Ok::<(), satdoku::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    box_height: u16,
    box_width: u16,
}

/// The error for a shape that no grid has, or for values that are not a grid of the wanted size.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SizeError(pub(crate) String);

impl Size {
    /// The largest side, with boxes of 32x32: 2^20 cells with 2^30 candidates, which need 128 MiB
    /// with one bit per candidate. A SAT formula has variables for at most 2^28 candidates, since
    /// varisat accepts no more variables. These are enough for all candidates of grids up to side
    /// 645, and for the open candidates of some larger grids.
    pub const MAX_SIDE: usize = 1024;
    /// The common 9x9 grid with 3x3 boxes.
    pub const NINE: Size = Size { box_height: 3, box_width: 3 };
    /// The 4x4 grid with 2x2 boxes.
    pub const FOUR: Size = Size { box_height: 2, box_width: 2 };

    /// The size whose boxes have `box_height` rows and `box_width` columns.
    ///
    /// # Errors
    /// [`SizeError`] if one of them is 0 or the side would be larger than [`Size::MAX_SIDE`].
    pub fn new(box_height: usize, box_width: usize) -> Result<Size, SizeError> {
        let max = Size::MAX_SIDE;
        match box_height.checked_mul(box_width) {
            Some(side) if (1..=max).contains(&side) => {
                Ok(Size { box_height: box_height as u16, box_width: box_width as u16 })
            }
            _ => Err(SizeError(format!(
                "expected a box of 1x1 up to a side of {max}, found {box_height}x{box_width}"
            ))),
        }
    }

    /// The size of this side whose box is as nearly square as possible, at least two cells high and
    /// not higher than wide: 4 -> 2x2, 6 -> 2x3, 8 -> 2x4, 9 -> 3x3, 10 -> 2x5, 12 -> 3x4, 36 ->
    /// 6x6. `None` for a prime side, for 1, and for a side above [`Size::MAX_SIDE`].
    pub fn from_side(side: usize) -> Option<Size> {
        if side > Self::MAX_SIDE {
            return None;
        }
        let box_height =
            (2..=side).take_while(|h| h * h <= side).filter(|&h| side.is_multiple_of(h)).last()?;
        Size::new(box_height, side / box_height).ok()
    }

    /// The size of a grid of this side, for rules without boxes. Every side has such a size; its
    /// boxes, which these rules do not use, are as nearly square as possible.
    ///
    /// # Panics
    /// If the side is 0 or above [`Size::MAX_SIDE`].
    pub fn without_boxes(side: usize) -> Size {
        let flat = || Size::new(1, side).expect("a side of 1 to the largest");
        Size::from_side(side).unwrap_or_else(flat)
    }

    /// How many rows a box has.
    pub fn box_height(self) -> usize {
        self.box_height.into()
    }

    /// How many columns a box has.
    pub fn box_width(self) -> usize {
        self.box_width.into()
    }

    /// How many cells a row has: 1 to 1,024. The grid has as many rows, columns, boxes and digits.
    pub fn side(self) -> usize {
        self.box_height() * self.box_width()
    }

    /// How many cells the grid has: side x side.
    pub fn cell_count(self) -> usize {
        self.side() * self.side()
    }

    /// The cell at a row and a column, both from 0.
    ///
    /// # Panics
    /// If one of them is not below the side.
    pub fn cell(self, row_index: usize, column_index: usize) -> Cell {
        assert!(row_index < self.side() && column_index < self.side(), "cell outside the grid");
        Cell((row_index * self.side() + column_index) as u32)
    }

    /// The row of a cell, from 0. The cell must be inside the grid.
    pub fn row_index(self, cell: Cell) -> usize {
        cell.index() / self.side()
    }

    /// The column of a cell, from 0. The cell must be inside the grid.
    pub fn column_index(self, cell: Cell) -> usize {
        cell.index() % self.side()
    }

    /// The box of a cell, from 0; boxes are counted from left to right, then from top to bottom.
    /// The cell must be inside the grid.
    pub fn box_index(self, cell: Cell) -> usize {
        let boxes_in_a_band = self.side() / self.box_width();
        self.row_index(cell) / self.box_height() * boxes_in_a_band
            + self.column_index(cell) / self.box_width()
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.cell_count()).map(Cell::from_index)
    }

    /// All digits in order.
    pub fn digits(self) -> impl Iterator<Item = Digit> + Clone {
        (0..self.side()).map(Digit::from_index)
    }

    /// How many candidates there are: side x side x side.
    pub fn candidate_count(self) -> usize {
        self.cell_count() * self.side()
    }

    /// All candidates, cell by cell, and digit by digit in each cell.
    pub fn candidates(self) -> impl Iterator<Item = Candidate> + Clone {
        (0..self.candidate_count()).map(move |index| self.candidate(index))
    }

    /// The candidate with this index, from 0, in the order of [`Size::candidates`].
    ///
    /// # Panics
    /// If the cell would be outside the largest grid.
    pub fn candidate(self, index: usize) -> Candidate {
        let cell = Cell::from_index(index / self.side());
        Candidate { cell, digit: Digit::from_index(index % self.side()) }
    }

    /// Whether the cell and the digit of a candidate are both inside the grid.
    pub fn holds(self, Candidate { cell, digit }: Candidate) -> bool {
        cell.index() < self.cell_count() && digit.index() < self.side()
    }

    /// The index of a candidate of this size, from 0, in the order of [`Size::candidates`].
    pub fn candidate_index(self, Candidate { cell, digit }: Candidate) -> usize {
        cell.index() * self.side() + digit.index()
    }

    /// The usual name of a cell: `A1` (row letter, column number) up to side 26, else `r12c3`.
    ///
    /// ```
    /// use satdoku::Size;
    /// assert_eq!(Size::NINE.cell_name(Size::NINE.cell(4, 1)), "E2");
    /// ```
    pub fn cell_name(self, cell: Cell) -> String {
        CellNames::A1.name(self, cell)
    }

    /// A candidate in words: `A1=4`.
    pub fn candidate_name(self, Candidate { cell, digit }: Candidate) -> String {
        format!("{}={digit}", self.cell_name(cell))
    }
}

/// Writes the size as `3x3`: box height x box width.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_height, self.box_width)
    }
}

/// Parses the height and width of a box, as they are displayed: `2x3`.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let error = |expected: &str| SizeError(format!("expected {expected}, as in 2x3"));
        let (height, width) = text.split_once(['x', 'X']).ok_or_else(|| error("HEIGHTxWIDTH"))?;
        let parse = |number: &str| {
            number
                .parse()
                .map_err(|_| SizeError(format!("{}, found {number:?}", error("two numbers"))))
        };
        Size::new(parse(height)?, parse(width)?)
    }
}

/// A position in the grid, as an index that counts row by row from 0; in JSON, a cell is this
/// index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Cell(u32);

impl Cell {
    /// The cell with this index, from 0.
    ///
    /// # Panics
    /// If the index is not below 1,024 x 1,024.
    pub const fn from_index(index: usize) -> Cell {
        assert!(index < Size::MAX_SIDE * Size::MAX_SIDE, "cell index out of range");
        Cell(index as u32)
    }

    /// The index, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The value of a cell: 1 up to the side; in JSON, a digit is this value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Digit(NonZeroU16);

impl Digit {
    /// The digit with this value, from 1; `None` for 0 and for values above 1,024.
    pub fn new(value: usize) -> Option<Digit> {
        if value > Size::MAX_SIDE {
            return None;
        }
        NonZeroU16::new(value as u16).map(Digit)
    }

    /// The digit with this index, from 0.
    ///
    /// # Panics
    /// If the index is not below 1,024.
    pub fn from_index(index: usize) -> Digit {
        Digit::new(index + 1).expect("digit index out of range")
    }

    /// The index, from 0.
    pub fn index(self) -> usize {
        self.value() - 1
    }

    /// The value, from 1.
    pub fn value(self) -> usize {
        self.0.get().into()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A digit that a cell may hold: one boolean variable of the encoding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// A full or partial filling of the cells, row by row.
///
/// ```
/// use satdoku::{Digit, Grid, Size};
/// let mut grid = Grid::from_values(Size::FOUR, [1, 2, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 3])?;
/// grid.set(Size::FOUR.cell(0, 2), Digit::new(3));
/// assert_eq!(grid.to_string(), "123...1.2......3");
/// assert_eq!(format!("{grid:?}"), "Grid(2x2 123...1.2......3)");
/// let mut rows = [[0; 9]; 9];
/// rows[1][8] = 7;
/// let grid = Grid::try_from(rows)?;
/// assert_eq!(grid.get(Size::NINE.cell(1, 8)), Digit::new(7));
/// assert_eq!(<[[u8; 9]; 9]>::try_from(&grid)?, rows);
/// # Ok::<(), satdoku::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[must_use]
pub struct Grid {
    size: Size,
    /// For each cell, the value of its digit, or 0 for an empty cell.
    values: Vec<u16>,
}

/// Writes the size and the cells in one line.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({} {self})", self.size)
    }
}

/// Writes the grid in one line, as `Display` does.
impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Makes a 9x9 grid of rows, in which 0 is an empty cell. The boxes are 3x3.
impl TryFrom<[[u8; 9]; 9]> for Grid {
    type Error = SizeError;

    fn try_from(rows: [[u8; 9]; 9]) -> Result<Grid, SizeError> {
        let values = rows.as_flattened().iter().copied().map(u16::from);
        Grid::from_values(Size::NINE, values.collect::<Vec<_>>())
    }
}

/// Returns the rows of a grid of side 9; an empty cell is 0.
impl TryFrom<&Grid> for [[u8; 9]; 9] {
    type Error = SizeError;

    fn try_from(grid: &Grid) -> Result<[[u8; 9]; 9], SizeError> {
        let bytes = grid.to_bytes().ok_or_else(|| {
            SizeError(format!("expected a grid of side 9, found one of side {}", grid.size.side()))
        })?;
        Ok(std::array::from_fn(|row| std::array::from_fn(|column| bytes[9 * row + column])))
    }
}

impl Grid {
    /// The grid without digits.
    pub fn empty(size: Size) -> Grid {
        Grid { size, values: vec![0; size.cell_count()] }
    }

    /// The grid of these values, row by row, 0 for an empty cell.
    ///
    /// # Errors
    /// [`SizeError`] if there are not `size.cell_count()` values, or if a value is above the side.
    pub fn from_values(size: Size, values: impl Into<Vec<u16>>) -> Result<Grid, SizeError> {
        let values = values.into();
        if values.len() != size.cell_count() {
            let found = values.len();
            return Err(SizeError(format!("expected {} cells, found {found}", size.cell_count())));
        }
        let largest = values.iter().fold(0, |largest, &value| value.max(largest));
        if usize::from(largest) <= size.side() {
            return Ok(Grid { size, values });
        }
        let above = |&value: &u16| usize::from(value) > size.side();
        let index = values.iter().position(above).expect("the largest is above the side");
        let (side, found) = (size.side(), values[index]);
        Err(SizeError(format!(
            "expected a digit of 1 to {side} or 0 for an empty cell, found {found} at cell index {index}"
        )))
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// All values row by row, 0 for an empty cell.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// The values of the 81 cells, for boards that keep them in vector registers; `None` for
    /// another side.
    pub(crate) fn to_bytes(&self) -> Option<[u8; 81]> {
        let values: &[u16; 81] = self.values.as_slice().try_into().ok()?;
        Some(values.map(|value| value as u8))
    }

    /// The 9x9 grid of these values; `None` if a value is above 9.
    #[inline]
    pub(crate) fn from_bytes(values: &[u8; 81]) -> Option<Grid> {
        let largest = values.iter().fold(0, |largest, &value| value.max(largest));
        let values = || values.iter().copied().map(u16::from).collect();
        (largest <= 9).then(|| Grid { size: Size::NINE, values: values() })
    }

    /// The digit in a cell, if any.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        NonZeroU16::new(self.values[cell.index()]).map(Digit)
    }

    /// Fills or empties a cell.
    ///
    /// # Panics
    /// If the cell is outside the grid, or if the digit is above the side.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        let value = digit.map_or(0, |digit| digit.value());
        assert!(value <= self.size.side(), "digit above the side");
        self.values[cell.index()] = value as u16;
    }

    /// Whether no cell holds a digit.
    pub fn is_empty(&self) -> bool {
        self.values.iter().all(|&value| value == 0)
    }

    /// The filled cells with their digits, row by row.
    pub fn filled(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.size.cells().filter_map(|cell| self.get(cell).map(|digit| Candidate { cell, digit }))
    }

    /// The cells in which this grid and another grid of the same size differ.
    ///
    /// # Panics
    /// If the other grid is of another size.
    pub fn differing(&self, other: &Grid) -> Vec<Cell> {
        assert_eq!(self.size, other.size, "grids of different sizes");
        self.size.cells().filter(|&cell| self.get(cell) != other.get(cell)).collect()
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        !self.values.contains(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_sizes_outside_1_to_1024_without_overflow() {
        for (height, width) in [(0, 3), (3, 0), (32, 33), (usize::MAX, 2), (1_000_000_000, 1)] {
            assert!(Size::new(height, width).is_err(), "{height}x{width}");
        }
        assert_eq!(Size::new(1, 1).unwrap().side(), 1);
        assert_eq!(Size::new(32, 32).unwrap().side(), 1024);
    }

    #[test]
    fn finds_the_squarest_box_and_none_for_primes() {
        let boxes = |side| Size::from_side(side).map(|size| (size.box_height(), size.box_width()));
        assert_eq!(boxes(6), Some((2, 3)));
        assert_eq!(boxes(10), Some((2, 5)));
        assert_eq!(boxes(12), Some((3, 4)));
        assert_eq!(boxes(16), Some((4, 4)));
        for side in [0, 1, 2, 3, 5, 7, 31, 37, 1021, 1025, 2048] {
            assert_eq!(boxes(side), None, "{side}");
        }
    }

    #[test]
    fn counts_boxes_along_rows_of_boxes() {
        let size = Size::new(2, 3).unwrap();
        let boxes: Vec<_> = size.cells().map(|cell| size.box_index(cell)).collect();
        assert_eq!(boxes[..12], [0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]);
        assert_eq!(boxes[35], 5);
    }

    #[test]
    fn names_cells_by_letter_up_to_26_and_by_number_above() {
        let size = |h, w| Size::new(h, w).unwrap();
        assert_eq!(Size::NINE.cell_name(Size::NINE.cell(8, 8)), "I9");
        assert_eq!(size(5, 5).cell_name(size(5, 5).cell(24, 24)), "Y25");
        assert_eq!(size(6, 6).cell_name(size(6, 6).cell(11, 2)), "r12c3");
    }

    #[test]
    fn refuses_values_that_do_not_fit() {
        let error = |values: &[u16]| Grid::from_values(Size::FOUR, values).unwrap_err().to_string();
        assert_eq!(error(&[0; 15]), "expected 16 cells, found 15");
        let mut values = [0; 16];
        values[3] = 5;
        let expected = "expected a digit of 1 to 4 or 0 for an empty cell, found 5 at cell index 3";
        assert_eq!(error(&values), expected);
    }
}
