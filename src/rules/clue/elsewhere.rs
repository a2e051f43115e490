//! The formats in which other programs write clues, as data: reading and writing use the same row
//! of the table of kinds.

/// The fields with which f-puzzles writes a clue, as an entry in the list of the kind's key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fields {
    /// `cells`, and the number of the clue as `value`.
    Cells,
    /// `cell`; each entry has one cell.
    Each,
    /// `lines`, and the number of the clue as `value`.
    Lines,
    /// `cells`, and this letter as `value`.
    Letter(&'static str),
    /// `cells`, and a text such as `DR5` as `value`.
    Root,
    /// `cells` and `values`.
    Values,
    /// `cells` and `cloneCells`.
    Halves,
    /// `cells` of the circle or pill, and `lines` that begin in it.
    Arrow,
    /// `cell`, which is beside the grid, and `value`.
    Outside,
    /// The fields of `Outside`, and `direction`.
    Diagonal,
    /// The key has the value `true`, not a list.
    Flag,
    /// No fields; this text in the list.
    Negative(&'static str),
    /// No entry; the cells of the grid have marks in place of a digit.
    Marks,
}

/// The arguments that follow the type of a constraint of the Interactive Sudoku Solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arguments {
    /// No arguments.
    None,
    /// The cells.
    Cells,
    /// The number of the clue (this default if the clue has no number), then the cells.
    Number(u32),
    /// The number of the clue (half the side if the clue has no number), then the cells.
    Whisper,
    /// Two cells that share an edge. The number of the clue is not written: the clue must have this
    /// number or none.
    Pair(u32),
    /// One pair for each cell of the clue and each cell beside it. The value is whether the cell of
    /// the clue comes second, as the smaller cell of the pair. Reading makes other clues of these
    /// pairs.
    Around(bool),
    /// This letter, then the cells.
    Letter(&'static str),
    /// The first cell of four, then the digits.
    Quad,
    /// How many cells the pill has, then all cells, those of the pill in the order of reading.
    Pill,
    /// The relation that means a nabner, a name, then the cells.
    Nabner,
    /// The sum and the first cell of the diagonal.
    Diagonal,
    /// The sum and the row or column.
    Row,
    /// The row or column, then the number at its start and the number at its end.
    Ends,
    /// Each cell with its candidates, in the format of givens.
    Given,
}
