//! Parse errors: the place, what was expected there and what was found.

use thiserror::Error;

use crate::grid::Size;
use crate::names::printable;
use crate::rules::{RegionsError, RulesError};

/// A text that is not a puzzle. It is displayed as `line:column: expected ..., found ...`, so that
/// a file's name can stand before it; nothing of the input is shown unescaped.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}:{column}: {kind}")]
pub struct ParseError {
    /// The line, from 1, in the whole input.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

impl ParseError {
    /// The same error, in the solution that the input gives for a puzzle.
    pub(super) fn of_claim(self) -> ParseError {
        ParseError { kind: ParseErrorKind::Claim(self.kind.into()), ..self }
    }
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseErrorKind {
    /// The text there cannot be read.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What can be read there, in words.
        expected: String,
        /// What stands there, safe to print.
        found: String,
    },
    /// No column or field holds puzzles, or none has the name that was asked for.
    #[error("expected a column or field {wanted}, found {found}")]
    Column {
        /// "of puzzles", or the name that was asked for.
        wanted: String,
        /// The names that were found, safe to print.
        found: String,
    },
    /// No box of two or more rows fits this side: it is a prime.
    #[error("no box of two or more rows fits side {0}")]
    NoBox(usize),
    /// Lines of empty cells: they could be one grid of the first size, or a puzzle of the second
    /// size each.
    #[error(
        "found empty cells that can be one grid with boxes of {0}, or puzzles with boxes of {1}"
    )]
    EmptyLines(Size, Size),
    /// `0` among letters that could all be digits of a grid of this side.
    #[error("found '0' with letters or marks; '0' can be the lowest digit or an empty cell")]
    Zero(usize),
    /// The word beside the puzzle that names rules which were not chosen, and the line of the word.
    #[error("line {1} mentions rules that were not chosen: {word}", word = printable(.0, ""))]
    OtherRules(String, usize),
    /// The word after the last puzzle that names rules, and the line of that puzzle.
    #[error(
        "this line mentions rules, but the puzzle in line {1} was answered as classic: {word}",
        word = printable(.0, "")
    )]
    LateRules(String, usize),
    /// The name of a field or a column that may name rules, or hold a grid.
    #[error(
        "expected only known fields or columns, found {0:?}, which may name rules or hold cells"
    )]
    Field(String),
    /// Two fields or columns with a grid each; neither is known to hold puzzles.
    #[error("expected one column or field with a grid, found {first} and {second}",
        first = quoted(.0), second = quoted(.1))]
    Grids(String, String),
    /// The program in whose form the text is, and what is wrong with the text or not known here.
    #[error("{0}: {1}")]
    Foreign(String, String),
    /// The bars or lines of a drawing mark no boxes, or other boxes than those asked for. Holds the
    /// expected boxes.
    #[error(
        "expected bars and lines around boxes of {0}, found other bars or lines; correct these or \
         leave them out"
    )]
    Lines(String),
    /// Regions of a jigsaw that do not divide the grid.
    #[error(transparent)]
    Regions(#[from] RegionsError),
    /// Rules that a grid of this size or these regions cannot have.
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

/// The start of a text between quotes, in ASCII: other characters are their code points.
pub(super) fn quoted(text: &str) -> String {
    let text: String = text.trim().chars().take(40).collect();
    let symbol = |symbol: char| match symbol {
        ' '..='~' => symbol.to_string(),
        _ => symbol.escape_default().to_string(),
    };
    format!("{text:?}").chars().map(symbol).collect()
}

/// A character of the input, safe for a terminal: control characters are escaped, and characters
/// beyond ASCII are named by their code point. The likely slip is named too.
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
