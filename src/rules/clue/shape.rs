//! The shapes that clues are drawn with, as data: the row of a kind lists its shapes. `draw` says
//! how a shape looks.

/// One of the shapes that a clue is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// Its cells in a tint.
    Tint(Paint),
    /// A line through its cells, with this width in hundredths of a cell.
    Line(Paint, u8),
    /// A ring or a pill around its first cells (as many as its number says, or one), and a thin
    /// line with a tip from there through the others.
    Arrow,
    /// A mark in some of its cells.
    Mark(Where, Form, Paint),
    /// A dashed frame inside the outline of its cells.
    Cage,
    /// This text and its numbers in the corner of its first cell.
    Corner(&'static str),
    /// Its number in the corner of its first cell, unless the number is this.
    Unusual(u32),
    /// A dot in the middle of its cells, black or white, with its numbers; the radius is in
    /// hundredths of a cell.
    Dot(u8, bool),
    /// A letter in the middle of its cells.
    Letter(&'static str),
    /// A sign between its two cells that points to the second, the smaller one.
    Greater,
    /// Such signs between each of its cells and the cells beside it, pointing to the smaller one.
    /// Holds whether the cell itself is the smaller one.
    Extreme(bool),
    /// Its numbers, small, in each of its cells.
    Digits,
    /// Its number beside the grid, where its row or column begins; between these two texts if clues
    /// of several kinds stand there.
    Outside([&'static str; 2]),
    /// Its number beside the grid, where its diagonal begins, with an arrow.
    Diagonal,
}

/// Which cells of a clue, by their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// The first cell.
    First,
    /// The last cell.
    Last,
    /// The cell in the middle of a line.
    Middle,
    /// Each cell.
    Each,
}

impl Where {
    /// Selects these cells out of all cells of a clue; none if a line has no middle.
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

/// What stands in a cell.
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
    /// The colours of clues, by the name of their class in a picture.
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
    /// The colour on paper, as f-puzzles and SudokuPad made it usual.
    pub fn light(self) -> &'static str {
        self.colors()[0]
    }

    /// The colour on a dark page.
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
