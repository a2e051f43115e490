//! Clues as plain data: kind, cells and numbers.

use std::fmt;

use crate::grid::Cell;

names! {
    /// The kinds of clues, with their usual names.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum ClueKind {
    /// The cells hold different digits.
        Differ = "differ",
    /// A region in which no digit occurs twice.
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
    /// A cell holds a smaller digit than each of its neighbours.
        Minimum = "minimum",
    /// A cell holds a larger digit than each of its neighbours.
        Maximum = "maximum",
    /// The digits of the clue all occur in its four cells.
        Quadruple = "quadruple",
    /// If the cell in row r holds d, the cell in row d of its column holds r.
        RowIndexer = "row indexer",
    /// If the cell in column c holds d, the cell in column d of its row holds c.
        ColumnIndexer = "column indexer",
    /// If the cell at place p of its box holds d, the cell at place d of the box holds p.
        BoxIndexer = "box indexer",
    /// A digit in a circle is the number of circles with this digit.
        CountingCircles = "counting circles",
    /// Sets of cells hold the same digits.
        SameDigits = "same digits",
    /// The cells form a magic square.
        MagicSquare = "magic square",
    /// The digits of two neighbours have this difference; 1 if there is no number.
        KropkiWhite = "kropki white",
    /// The digits of two neighbours have this ratio; 2 if there is no number.
        KropkiBlack = "kropki black",
    /// The digits of two neighbours add up to 10.
        X = "x",
    /// The digits of two neighbours add up to 5.
        V = "v",
    /// The first cell holds a larger digit than the second cell.
        GreaterThan = "greater than",
    /// Neighbours without a dot are not consecutive.
        NonConsecutive = "non-consecutive",
    /// Neighbours without a dot do not have the ratio of a black dot.
        NegativeRatio = "negative ratio",
    /// Neighbours without a dot are not consecutive and do not have the ratio of a black dot.
        NegativeKropki = "negative kropki",
    /// Neighbours without an X or V add up to neither 10 nor 5.
        NegativeXv = "negative xv",
    /// The digits are different and have a sum.
        Killer = "killer",
    /// The digits have a sum, and may be equal.
        Sum = "sum",
    /// The digits on a diagonal have a sum.
        LittleKiller = "little killer",
    /// The digits are different, and their sum has this digital root.
        DigitalRoot = "digital root",
    /// The digit in the circle is the sum of the digits on the shaft.
        Arrow = "arrow",
    /// The number in the pill is the sum of the digits on the shaft.
        PillArrow = "pill arrow",
    /// The sum of the two digits at the ends is the sum of the digits between the ends.
        DoubleArrow = "double arrow",
    /// All pairs of cells at equal distance from the middle of a line have the same sum.
        Zipper = "zipper",
    /// A line has the same sum in each region that it passes.
        RegionSums = "region sums",
    /// Digits increase along a line.
        Thermometer = "thermometer",
    /// Digits increase along a line or stay the same.
        SlowThermometer = "slow thermometer",
    /// The digits of neighbours on a line have at least this difference; half the side, rounded up,
    /// if there is no number.
        Whispers = "whispers",
    /// The digits on a line are different and consecutive, in any order.
        Renban = "renban",
    /// No two digits on a line are equal or consecutive.
        Nabner = "nabner",
    /// The digits on a line read the same from both ends.
        Palindrome = "palindrome",
    /// The second half of the cells holds the same digits as the first half, in the same order.
        Clone = "clone",
    /// The digits on a line are between the digits at its ends.
        Between = "between",
    /// The digits on a line are outside the range between the digits at its ends.
        Lockout = "lockout",
    /// Each three successive cells of a line hold a low, a middle and a high digit.
        Entropic = "entropic",
    /// Successive cells of a line, as many as the number (3 if there is none), hold digits with
    /// different remainders when divided by this number.
        Modular = "modular",
    /// The number is the sum of the digits between 1 and the largest digit in a row or column.
        Sandwich = "sandwich",
    /// The number is the sum of the first X digits of a row or column; X is its first digit.
        XSum = "x-sum",
    /// The number is how many digits of a row or column are larger than all digits before them.
        Skyscraper = "skyscraper",
    /// The number is the digit at place X of a row or column; X is its first digit.
        NumberedRoom = "numbered room",
    /// Your own rule: the digits are a word of an automaton.
        Automaton = "automaton",
    }
}

/// A clue: a kind, cells in the order that the kind needs, and numbers, such as a sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clue {
    /// The kind of the clue.
    pub kind: ClueKind,
    /// The cells. A clue outside the grid has the cells of the row or column, from the side on
    /// which the number is.
    pub cells: Vec<Cell>,
    /// The numbers that the kind needs: a sum, a difference, digits, or none.
    pub numbers: Vec<u32>,
}

/// The error for rules with clues, from code that supports only units and pairs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected rules without clues (clues are not supported here yet), found the clue '{text}'")]
pub struct UnknownClue {
    /// The text of the first clue that units and pairs cannot express.
    pub text: String,
}

/// A part of a clue, as the index of the clue and the index of the part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartIndex {
    /// The index of the clue in [`Rules::clues`](crate::Rules::clues).
    pub clue: u32,
    /// The index of the part in this clue.
    pub part: u32,
}

/// `part 2 of clue 5`, counted from 1.
impl fmt::Display for PartIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} of clue {}", self.part + 1, self.clue + 1)
    }
}
