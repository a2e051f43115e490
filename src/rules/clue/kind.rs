//! Clues as plain data: their kinds, cells and numbers.

use std::fmt;

use crate::grid::Cell;

names! {
    /// What a clue says: the kinds of clues, by their usual names.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum ClueKind {
    /// Cells that hold different digits.
        Differ = "differ",
    /// A region in which no digit stands twice.
        ExtraRegion = "extra region",
    /// A cell holds an odd digit.
        Odd = "odd",
    /// A cell holds an even digit.
        Even = "even",
    /// A cell holds a digit of the lower half.
        Low = "low",
    /// A cell holds a digit of the upper half.
        High = "high",
    /// A cell holds one of these digits.
        Candidates = "candidates",
    /// A cell holds less than its neighbours.
        Minimum = "minimum",
    /// A cell holds more than its neighbours.
        Maximum = "maximum",
    /// Digits that stand in four cells.
        Quadruple = "quadruple",
    /// If the cell in row r holds d, the cell in row d of its column holds r.
        RowIndexer = "row indexer",
    /// If the cell in column c holds d, the cell in column d of its row holds c.
        ColumnIndexer = "column indexer",
    /// If the cell at place p of its box holds d, the cell at place d of the box holds p.
        BoxIndexer = "box indexer",
    /// A digit in a circle says in how many circles it stands.
        CountingCircles = "counting circles",
    /// Sets of cells hold the same digits.
        SameDigits = "same digits",
    /// A magic square.
        MagicSquare = "magic square",
    /// Neighbours with this difference; 1 if there is no number.
        KropkiWhite = "kropki white",
    /// Neighbours with this ratio; 2 if there is no number.
        KropkiBlack = "kropki black",
    /// Neighbours that add up to 10.
        X = "x",
    /// Neighbours that add up to 5.
        V = "v",
    /// The first cell holds more than the second.
        GreaterThan = "greater than",
    /// Neighbours without a dot are not consecutive.
        NonConsecutive = "non-consecutive",
    /// Neighbours without a dot do not have the ratio of a black dot.
        NegativeRatio = "negative ratio",
    /// Neighbours without a dot would not fit a dot of either kind.
        NegativeKropki = "negative kropki",
    /// Neighbours without an X or V add up to neither 10 nor 5.
        NegativeXv = "negative xv",
    /// Different digits with a sum.
        Killer = "killer",
    /// Digits with a sum.
        Sum = "sum",
    /// Digits on a diagonal with a sum.
        LittleKiller = "little killer",
    /// Different digits whose sum has this digital root.
        DigitalRoot = "digital root",
    /// The digit in the circle is the sum of those on the shaft.
        Arrow = "arrow",
    /// The number in the pill is the sum of the digits on the shaft.
        PillArrow = "pill arrow",
    /// The digits at both ends add up to the sum of those between.
        DoubleArrow = "double arrow",
    /// Each two cells at the same distance from the middle of a line have the same sum.
        Zipper = "zipper",
    /// A line has the same sum in each region that it passes.
        RegionSums = "region sums",
    /// Digits increase along a line.
        Thermometer = "thermometer",
    /// Digits increase along a line or stay the same.
        SlowThermometer = "slow thermometer",
    /// Neighbours on a line are far apart.
        Whispers = "whispers",
    /// Different and consecutive digits, in any order.
        Renban = "renban",
    /// No two digits are equal or consecutive.
        Nabner = "nabner",
    /// A line that reads the same from both ends.
        Palindrome = "palindrome",
    /// The second half of the cells equals the first, cell by cell.
        Clone = "clone",
    /// The digits on a line are between those at its ends.
        Between = "between",
    /// The digits on a line are not between those at its ends.
        Lockout = "lockout",
    /// Each three cells of a line hold a low, a middle and a high digit.
        Entropic = "entropic",
    /// Each three cells of a line hold digits with different remainders.
        Modular = "modular",
    /// The sum of the digits between 1 and the largest digit in a row or column.
        Sandwich = "sandwich",
    /// The sum of the first digits; the very first digit says how many.
        XSum = "x-sum",
    /// How many digits are larger than all before them.
        Skyscraper = "skyscraper",
    /// The digit at the place that the first digit says.
        NumberedRoom = "numbered room",
    /// A rule of your own: the words of an automaton.
        Automaton = "automaton",
    }
}

/// A clue: its kind, its cells in the order that the kind gives them, and its numbers, such as a sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clue {
    /// What it says.
    pub kind: ClueKind,
    /// Its cells. For a clue outside the grid: the cells of the row or column, from the side where
    /// the clue stands.
    pub cells: Vec<Cell>,
    /// The numbers that the kind takes: a sum, a difference, digits, or none.
    pub numbers: Vec<u32>,
}

/// The error for rules with clues, from code that knows only units and pairs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected rules without clues (clues are not supported here yet), found the clue '{text}'")]
pub struct UnknownClue {
    /// The first clue that is more than units and pairs, as it is written.
    pub text: String,
}

/// An index in [`Rules::clues`](crate::Rules::clues), and which part of that clue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartIndex {
    /// The index of the clue.
    pub clue: u32,
    /// The index of the part among the parts of the clue.
    pub part: u32,
}

/// `part 2 of clue 5`, counted from 1.
impl fmt::Display for PartIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} of clue {}", self.part + 1, self.clue + 1)
    }
}
