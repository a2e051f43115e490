//! Parse errors: the place, what was expected there and what was found.

use std::fmt;

use thiserror::Error;

use crate::grid::Size;
use crate::rules::{RegionsError, RulesError};

/// A text that is not a puzzle. Displayed as `line:column: expected ..., found ...`, so that a
/// file's name goes before it; nothing of the input is shown unescaped.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}:{column}: {kind}")]
pub struct ParseError {
    /// From 1, in the whole input.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseErrorKind {
    /// A character that is no digit of the grid and no empty mark.
    #[error("expected {expected}, found {found}{}", found.hint(*above_side))]
    Symbol {
        /// What may stand there, in words.
        expected: String,
        /// What does.
        found: Found,
        /// The side, if it is a digit of the alphabet, but one above the side.
        above_side: Option<usize>,
    },
    /// A cell of several characters that is not a number of the grid.
    #[error("expected {expected} in a cell, found '{}'", found.escape_debug())]
    CellText {
        /// What may stand there, in words.
        expected: String,
        /// What does, at most 40 characters of it.
        found: String,
    },
    /// A puzzle in one line has too few or too many cells.
    #[error("expected {expected} cells, found {found}")]
    Cells {
        /// Of the size asked for, else of the size nearest to what was found.
        expected: usize,
        /// Cells in the line.
        found: usize,
    },
    /// A row of a grid has too few or too many cells.
    #[error("expected {expected} cells in row {row}, found {found}")]
    RowCells {
        /// Which row of the grid, from 1.
        row: usize,
        /// The side.
        expected: usize,
        /// Cells in the row.
        found: usize,
    },
    /// A grid has too few rows.
    #[error(
        "expected {expected} rows of {expected} cells, found {found} row{}",
        if *found == 1 { "" } else { "s" }
    )]
    Rows {
        /// The side.
        expected: usize,
        /// Rows before a blank line, another puzzle or the end.
        found: usize,
    },
    /// A side above the largest.
    #[error("expected a side of at most {max}, found {found}", max = Size::MAX_SIDE)]
    Side {
        /// Cells in a row.
        found: usize,
    },
    /// The side is a prime or otherwise without a box of two or more rows.
    #[error("no box of two or more rows fits side {side}")]
    NoBox {
        /// Cells in a row.
        side: usize,
    },
    /// The alphabet of the [`super::Options`] has fewer symbols than the grid has digits.
    #[error("expected at least {side} symbols for a grid of side {side}, found {}: {alphabet}", alphabet.len())]
    Alphabet {
        /// The side.
        side: usize,
        /// The symbols, all ASCII.
        alphabet: String,
    },
    /// Text that can be read in two ways.
    #[error("found {found}, which can mean {first} or {second}")]
    Ambiguous {
        /// What stands there.
        found: &'static str,
        /// One reading.
        first: Meaning,
        /// The other.
        second: Meaning,
    },
    /// Text beside the puzzle that names rules, where nobody said which rules it has.
    #[error("line {line} names other rules: \"{}\"", word.escape_debug())]
    OtherRules {
        /// What it says.
        word: String,
        /// The line of the text.
        line: usize,
    },
    /// Text after the last puzzle that names rules.
    #[error(
        "found other rules after the puzzle of line {puzzle}, which was answered as classic: \"{}\"",
        word.escape_debug()
    )]
    LateRules {
        /// What it says.
        word: String,
        /// The line of the puzzle.
        puzzle: usize,
    },
    /// What belongs to a puzzle in a line, in a line of its own.
    #[error("expected {what} in the line of the puzzle ({puzzle}), which is answered already")]
    Late {
        /// What stands there.
        what: &'static str,
        /// The line of the puzzle.
        puzzle: usize,
    },
    /// A field or a column that may name rules, or hold a grid.
    #[error("expected fields that are known, found \"{}\" with {found}", name.escape_debug())]
    Field {
        /// Its name.
        name: String,
        /// What it holds.
        found: &'static str,
    },
    /// Bars or rules of a drawing that part no boxes, or not those asked for.
    #[error("expected {expected}, found {found}; correct the drawing, or leave out bars and rules")]
    Lines {
        /// Which lines the boxes have, in words.
        expected: String,
        /// The first that is missing or too many, and its row.
        found: String,
    },
    /// Something that was recognised but is not read, or not where it stands.
    #[error("expected {expected}, found {found}")]
    Unsupported {
        /// What can be read there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// Regions of a jigsaw that do not share out the grid.
    #[error(transparent)]
    Regions(#[from] RegionsError),
    /// Rules that a grid of this size or these regions cannot have.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A table without the column asked for, or without one that is known to hold puzzles.
    #[error("expected a column {wanted}, found {found}")]
    Column {
        /// Its name or number, or what it should hold.
        wanted: String,
        /// The names of all columns.
        found: String,
    },
    /// A row of a table with fewer or more fields than the header.
    #[error("expected {expected} fields as in the header, found {found}")]
    Fields {
        /// Fields of the header.
        expected: usize,
        /// Fields of the row.
        found: usize,
    },
    /// A line that cannot be a puzzle; nothing after it is read.
    #[error("expected a line of at most {limit} bytes, found a longer one")]
    LineTooLong {
        /// The most that is read of a line.
        limit: usize,
    },
    /// Text in UTF-16; nothing after its start is read.
    #[error("expected UTF-8 text, found UTF-16")]
    Utf16,
    /// Bytes that are not UTF-8.
    #[error("expected UTF-8 text, found byte 0x{byte:02x} at byte {offset} of the line")]
    NotUtf8 {
        /// The first such byte.
        byte: u8,
        /// Where, from 1.
        offset: usize,
    },
    /// The input ended early.
    #[error("{0}")]
    Io(String),
    /// Nothing but white space and comments, where one puzzle was asked for.
    #[error("expected a puzzle, found none")]
    Nothing,
    /// More than one puzzle, where one was asked for.
    #[error("expected one puzzle, found another")]
    Several,
}

impl ParseErrorKind {
    /// The error for a table or an object with these names, none of which is what is wanted.
    pub(super) fn no_column(wanted: String, names: &[String]) -> ParseErrorKind {
        let names = names.iter().take(20).map(|name| name.escape_default().to_string());
        ParseErrorKind::Column { wanted, found: names.collect::<Vec<_>>().join(", ") }
    }
}

/// One way in which a text can be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Meaning {
    /// A form of [`super::FORMS`].
    #[error("{0}")]
    Form(&'static str),
    /// A size of the grid.
    #[error("{what} of {size}")]
    Size {
        /// What has that size.
        what: &'static str,
        /// The shape of its boxes.
        size: Size,
    },
    /// An alphabet.
    #[error("{what}")]
    Symbols {
        /// What the character means.
        what: &'static str,
        /// The symbols of all digits under which it does.
        alphabet: &'static str,
    },
}

/// A character of the input, displayed so that a terminal is safe: controls escaped, others than
/// ASCII named by their code point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found(pub char);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            found if found.is_ascii_control() => {
                write!(f, "'\\x{:02x}' (byte 0x{:02x})", found as u32, found as u32)
            }
            found if found.is_ascii() => write!(f, "'{found}'"),
            found => write!(f, "U+{:04X}", found as u32),
        }
    }
}

impl Found {
    /// The likely slip, or nothing.
    fn hint(self, above_side: Option<usize>) -> String {
        /// The zeros of scripts whose ten digits follow one another.
        const ZEROS: [u32; 5] = [0x0660, 0x06F0, 0x0966, 0x09E6, 0xFF10];
        let code = self.0 as u32;
        let slip = match self.0 {
            'O' | 'o' => "a letter; is it the digit 0?",
            'l' | 'I' => "a letter; is it the digit 1?",
            '\u{a0}' => "a no-break space",
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => "a character without width",
            _ => {
                let zero = ZEROS.iter().find(|&&zero| (zero..zero + 10).contains(&code));
                return match (above_side, zero) {
                    (Some(side), _) => format!(" (a digit above the side, {side})"),
                    (_, Some(zero)) => format!(" (a digit of another script; use {})", code - zero),
                    _ => String::new(),
                };
            }
        };
        format!(" ({slip})")
    }
}
