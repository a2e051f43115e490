//! How other programs write clues, as data: reading and writing follow the same row.

/// What f-puzzles keeps of a clue, in its list of what has the same key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fields {
    /// `cells`, and the number as `value`.
    Cells,
    /// One cell in each entry: `cell`.
    Each,
    /// `lines`, and the number as `value`.
    Lines,
    /// `cells`, and this as `value`.
    Letter(&'static str),
    /// `cells`, and `DR5` as `value`.
    Root,
    /// `cells` and `values`.
    Values,
    /// `cells` and `cloneCells`.
    Halves,
    /// `cells` of the circle or pill, and `lines` that begin in it.
    Arrow,
    /// `cell` beside the grid and `value`.
    Outside,
    /// The same, and `direction`.
    Diagonal,
    /// True, not a list.
    Flag,
    /// This in the list.
    Negative(&'static str),
    /// In the cells of the grid, in place of a digit.
    Marks,
}

/// What stands behind a type of the Interactive Sudoku Solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arguments {
    /// Nothing.
    None,
    /// The cells.
    Cells,
    /// The number, this if the clue has none, then the cells.
    Number(u32),
    /// The same, but half the side if the clue has none.
    Whisper,
    /// Two cells that share an edge; the clue has this number or none.
    Pair(u32),
    /// Such a pair for each cell and each beside it: whether the cell is the second, the smaller one.
    /// What is read is that of pairs.
    Around(bool),
    /// This, then the cells.
    Letter(&'static str),
    /// The first cell of four, then the digits.
    Quad,
    /// How many cells the pill has, then all, those of the pill as a page is read.
    Pill,
    /// The relation of a nabner, a name, then the cells.
    Nabner,
    /// The sum and the first cell of the diagonal.
    Diagonal,
    /// The sum and the row or column.
    Row,
    /// The row or column, the number at its start, that at its end.
    Ends,
    /// Each cell with its digits, as if they were given.
    Given,
}
