//! Parse errors: the place, what was expected there and what was found.

use thiserror::Error;

use crate::grid::Size;
use crate::names::printable;
use crate::rules::{RegionsError, RulesError};

/// The error for a text that is not a puzzle. The error is displayed as `line:column: expected ...,
/// found ...`, so that the name of a file can be put before it. Characters of the input that are
/// unsafe for a terminal are escaped.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}:{column}: {kind}")]
pub struct ParseError {
    /// The line, from 1, in the whole input.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong at this place.
    pub kind: ParseErrorKind,
}

impl ParseError {
    /// The same error, marked as an error in the solution that the input gives for a puzzle.
    pub(super) fn of_claim(self) -> ParseError {
        ParseError { kind: ParseErrorKind::Claim(self.kind.into()), ..self }
    }
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseErrorKind {
    /// The text at the place cannot be read.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What is expected there, in words.
        expected: String,
        /// What was found there, safe to print.
        found: String,
    },
    /// No column or field contains puzzles, or none has the name that the options ask for.
    #[error("expected a column or field {wanted}, found {found}")]
    Column {
        /// "of puzzles", or the name that the options ask for.
        wanted: String,
        /// The names that were found, safe to print.
        found: String,
    },
    /// No boxes of two or more rows are possible with this side, which is a prime.
    #[error("no box of two or more rows fits side {0}")]
    NoBox(usize),
    /// Lines of empty cells, which could be one grid of the first size, or puzzles of the second
    /// size, one in each line.
    #[error(
        "found empty cells that can be one grid with boxes of {0}, or a puzzle in each line with \
         boxes of {1}"
    )]
    EmptyLines(Size, Size),
    /// `0` among letters: `0` and the letters could all be digits of a grid of this side.
    #[error("found '0' with letters or marks; '0' can be the lowest digit or an empty cell")]
    Zero(usize),
    /// A word near the puzzle that names rules which were not chosen, and the line of this word.
    #[error("line {1} mentions rules that were not chosen: {word}", word = printable(.0, ""))]
    OtherRules(String, usize),
    /// A word that names rules after the last puzzle, and the line of that puzzle.
    #[error(
        "this line mentions rules, but the puzzle in line {1} was answered as classic: {word}",
        word = printable(.0, "")
    )]
    LateRules(String, usize),
    /// The name of an unknown field or column, whose value may name rules or contain a grid.
    #[error(
        "expected only known fields or columns, found {0:?}, which may name rules or hold cells"
    )]
    Field(String),
    /// The names of two fields or columns that each contain a grid; neither name is known as the
    /// name of puzzles.
    #[error("expected one column or field with a grid, found {first} and {second}",
        first = quoted(.0), second = quoted(.1))]
    Grids(String, String),
    /// The program that defines the form of the text, and what is wrong with the text or not
    /// supported.
    #[error("{0}: {1}")]
    Foreign(String, String),
    /// The bars or lines of a drawing are not around boxes, or are around other boxes than the
    /// options ask for. The text is the expected boxes.
    #[error(
        "expected bars and lines around boxes of {0}, found other bars or lines; correct these or \
         leave them out"
    )]
    Lines(String),
    /// Regions of a jigsaw that do not divide the grid.
    #[error(transparent)]
    Regions(#[from] RegionsError),
    /// Rules that do not fit the size of the grid or its regions.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// An error in the solution that the input gives for a puzzle.
    #[error("in the solution: {0}")]
    Claim(Box<ParseErrorKind>),
}

impl ParseErrorKind {
    /// The error for a text that cannot be read.
    pub fn expected(expected: impl Into<String>, found: impl Into<String>) -> ParseErrorKind {
        ParseErrorKind::Unexpected { expected: expected.into(), found: found.into() }
    }

    /// The error at the start of a line.
    pub fn in_line(self, line: usize) -> ParseError {
        ParseError { line, column: 1, kind: self }
    }
}

/// The start of a text between quotes, in ASCII: other characters are replaced by their code
/// points.
pub(super) fn quoted(text: &str) -> String {
    let text: String = text.trim().chars().take(40).collect();
    let symbol = |symbol: char| match symbol {
        ' '..='~' => symbol.to_string(),
        _ => symbol.escape_default().to_string(),
    };
    format!("{text:?}").chars().map(symbol).collect()
}

/// A character of the input, safe for a terminal: control characters are escaped, and characters
/// beyond ASCII are named by their code point. For some characters, a likely reason is added.
pub(super) fn described(found: char) -> String {
    let code = found as u32;
    match found {
        'O' | 'o' => format!("'{found}' (a letter; is it the digit 0?)"),
        'l' | 'I' => format!("'{found}' (a letter; is it the digit 1?)"),
        ' '..='~' => format!("'{found}'"),
        _ if found.is_numeric() => format!("U+{code:04X} (a digit of another script)"),
        _ => format!("U+{code:04X}"),
    }
}
