//! Puzzles with clues in the forms of other programs: the JSON that f-puzzles and SudokuPad
//! compress in their links, the strings of the Interactive Sudoku Solver, killer puzzles as texts.
//!
//! A puzzle is read and written completely or not at all: if a key, a field or a type has a meaning
//! that no rule and no clue of satdoku can express, an error names the key, field or type.
//! Decoration is passed over.

mod draft;
mod fpuzzles;
mod iss;
mod killers;
mod program;
mod sudokupad;
mod to_f_puzzles;
mod to_iss;
mod written;

use super::cells::Place;
use super::error::ParseError;
use super::record::Record;

use draft::record;
pub(super) use fpuzzles::{is_f_puzzle, of_json as of_f_puzzle};
pub use program::{Program, Unsaid};
pub(super) use sudokupad::{is_sudoku_pad, of_json as of_sudoku_pad, short, unzipped};

/// Reads a line that is a string of the Interactive Sudoku Solver or a killer puzzle; `None` for
/// other lines.
pub(super) fn read(place @ Place { text, .. }: Place<'_>) -> Option<Result<Record, ParseError>> {
    let text = str::from_utf8(text).ok()?.trim();
    let (program, draft) = match text {
        text if iss::is_meant(text) => (iss::NAME, iss::read(text)),
        text if killers::is_long(text) => ("a killer", killers::long(text)),
        text if killers::is_short(text) => ("a killer", killers::short(text)),
        _ => return None,
    };
    Some(record(program, draft, place))
}

/// Whether a line is a string of the Interactive Sudoku Solver; the string may continue in the next
/// lines.
pub(super) fn is_string(line: &[u8]) -> bool {
    str::from_utf8(line).is_ok_and(|text| iss::is_meant(text.trim()))
}

/// Whether a line continues the string of the lines above: the line is indented, or it has one item
/// and the line above has one item. Every other line begins a new string. A list of givens also
/// begins a new string, if only a list of givens is above it.
pub(super) fn goes_on(above: &[u8], line: &[u8]) -> bool {
    let is_indented = line.starts_with(b" ") || line.starts_with(b"\t");
    let items = |line: &[u8]| memchr::memchr_iter(b'.', line).count();
    let last = above.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let are_givens = above.starts_with(b".~") && last.len() == above.len();
    matches!(line.trim_ascii(), [b'.', b'A'..=b'Z' | b'~', ..])
        && (is_indented || items(last) == 1 && items(line) == 1)
        && !(are_givens && line.starts_with(b".~"))
}

/// Reads the puzzle of a link to the Interactive Sudoku Solver.
pub(super) fn of_iss(text: &str, place: Place<'_>) -> Result<Record, ParseError> {
    record(iss::NAME, iss::read(text), place)
}
