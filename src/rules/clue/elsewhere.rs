//! How other programs write clues, as data: reading and writing use the same row of the table of
//! kinds.

/// How f-puzzles writes a clue: the fields of an entry in the list of its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fields {
    /// `cells`, and the number as `value`.
    Cells,
    /// One cell in each entry: `cell`.
    Each,
    /// `lines`, and the number as `value`.
    Lines,
    /// `cells`, and this letter as `value`.
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
    /// As `Outside`, and `direction`.
    Diagonal,
    /// The value is true, not a list.
    Flag,
    /// This text in the list.
    Negative(&'static str),
    /// In the cells of the grid, in place of a digit.
    Marks,
}

/// The arguments behind a type of the Interactive Sudoku Solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arguments {
    /// Nothing.
    None,
    /// The cells.
    Cells,
    /// The number, or this number if the clue has none; then the cells.
    Number(u32),
    /// The same, but with half the side if the clue has no number.
    Whisper,
    /// Two cells that share an edge; the clue has this number or none.
    Pair(u32),
    /// A pair for each cell and each cell beside it. Holds whether the cell is the second, smaller
    /// one of the pair. Such text is read as pairs.
    Around(bool),
    /// This letter, then the cells.
    Letter(&'static str),
    /// The first cell of four, then the digits.
    Quad,
    /// How many cells the pill has, then all cells, those of the pill in the order of reading.
    Pill,
    /// The relation of a nabner, a name, then the cells.
    Nabner,
    /// The sum and the first cell of the diagonal.
    Diagonal,
    /// The sum and the row or column.
    Row,
    /// The row or column, the number at its start, the number at its end.
    Ends,
    /// Each cell with its digits, as if they were given.
    Given,
}
