//! Names of cells and rows.

use super::{Cell, Size};

/// The way in which texts name cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CellNames {
    /// Names as [`Size::cell_name`] writes them: `D3`, in row `D`.
    #[default]
    A1,
    /// Row and column as numbers: `r4c3`, in row `4`.
    Rc,
}

impl CellNames {
    /// The name of a cell.
    pub fn name(self, size: Size, cell: Cell) -> String {
        let (row, column) = (size.row_index(cell), size.column_index(cell) + 1);
        match self {
            CellNames::A1 if size.side() <= LETTERS => format!("{}{column}", self.row(size, row)),
            _ => format!("r{}c{column}", row + 1),
        }
    }

    /// The name of the row with this index: `D`, or a number if the names of cells have row
    /// numbers.
    pub fn row(self, size: Size, index: usize) -> String {
        match self {
            CellNames::A1 if size.side() <= LETTERS => char::from(b'A' + index as u8).to_string(),
            _ => (index + 1).to_string(),
        }
    }
}

/// How many letters can name rows.
const LETTERS: usize = 26;
