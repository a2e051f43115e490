//! The shapes with which clues are drawn, as data: the row of a kind lists its shapes. The module
//! `draw` defines how a shape looks.

/// A shape for drawing a clue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// The cells of the clue, tinted in a colour.
    Tint(Paint),
    /// A line through the cells, with this width in hundredths of a cell.
    Line(Paint, u8),
    /// A ring or a pill around the first cells (the number of the clue says how many; one if there
    /// is no number), and a thin arrow from there through the other cells.
    Arrow,
    /// A mark in some of the cells.
    Mark(Where, Form, Paint),
    /// A dashed frame inside the outline of the cells.
    Cage,
    /// This text and the numbers of the clue, in the corner of the first cell.
    Corner(&'static str),
    /// The number of the clue in the corner of the first cell; nothing if the clue has this usual
    /// number.
    Unusual(u32),
    /// A dot in the middle of the cells, with the numbers of the clue in it: its radius in
    /// hundredths of a cell, and whether it is black (else white).
    Dot(u8, bool),
    /// A letter between the two cells.
    Letter(&'static str),
    /// A sign between the two cells that points to the second cell, which has the smaller digit.
    Greater,
    /// Signs between each cell of the clue and the cells beside it, which point to the cell with
    /// the smaller digit. The value is whether the cell of the clue has the smaller digit.
    Extreme(bool),
    /// The numbers of the clue, in small print, in each of the cells.
    Digits,
    /// The number of the clue beside the grid, where the row or column begins. If clues of several
    /// kinds are written there, the number is put between these two texts.
    Outside([&'static str; 2]),
    /// The number of the clue beside the grid, with an arrow, where the diagonal begins.
    Diagonal,
}

/// Selects cells of a clue by their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// The first cell.
    First,
    /// The last cell.
    Last,
    /// The cell in the middle of a line; none if the line has no middle cell.
    Middle,
    /// Each cell.
    Each,
}

impl Where {
    /// Selects these cells from all cells of a clue; for [`Where::Middle`], none if the number of
    /// cells is even.
    pub fn of<T>(self, cells: &[T]) -> &[T] {
        let (count, middle) = (cells.len(), cells.len() / 2);
        match self {
            Where::First => &cells[..count.min(1)],
            Where::Last => &cells[count.saturating_sub(1)..],
            Where::Middle if count % 2 == 0 => &[],
            Where::Middle => &cells[middle..=middle],
            Where::Each => cells,
        }
    }
}

/// The form of a mark in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A filled circle.
    Disc,
    /// A circle.
    Ring,
    /// A filled square.
    Square,
    /// A diamond.
    Diamond,
    /// A filled triangle that points up.
    Up,
    /// A filled triangle that points down.
    Down,
}

names! {
    /// The colours of clues. A name is the class of the colour in a picture.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Paint {
        /// Thermometers, palindromes, parity, extra regions.
        Grey = "grey",
        /// Slow thermometers, cells that differ, clones.
        Slate = "slate",
        /// Whispers, row indexers.
        Green = "green",
        /// Renban.
        Purple = "purple",
        /// Zippers.
        Lavender = "lavender",
        /// Region sums, box indexers.
        Blue = "blue",
        /// Lockout.
        Indigo = "indigo",
        /// Entropic lines.
        Peach = "peach",
        /// Modular lines.
        Teal = "teal",
        /// Nabner, magic squares.
        Gold = "gold",
        /// Column indexers.
        Rose = "rose",
    }
}

impl Paint {
    /// The colour on white paper, as usual since f-puzzles and SudokuPad.
    pub fn light(self) -> &'static str {
        self.colors()[0]
    }

    /// The colour on a dark background.
    pub fn dark(self) -> &'static str {
        self.colors()[1]
    }

    fn colors(self) -> [&'static str; 2] {
        match self {
            Paint::Grey => ["#c8c8c8", "#50555f"],
            Paint::Slate => ["#9db6cc", "#3f5468"],
            Paint::Green => ["#6fdc6f", "#2c6b35"],
            Paint::Purple => ["#ee82ee", "#7a3a7c"],
            Paint::Lavender => ["#c5b3f0", "#544683"],
            Paint::Blue => ["#7fcdf2", "#245f80"],
            Paint::Indigo => ["#7f86ee", "#3d4399"],
            Paint::Peach => ["#ffc79e", "#80563a"],
            Paint::Teal => ["#5cc4bd", "#1f645f"],
            Paint::Gold => ["#e3cf6a", "#665a1f"],
            Paint::Rose => ["#f09aa8", "#7a3a48"],
        }
    }
}
