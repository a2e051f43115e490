//! The results of the [`Splitter`](super::Splitter): puzzles, some of which are still unread text,
//! and counts of the text that was passed over.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use itertools::Itertools;
use serde_json::value::to_raw_value;

use super::cells::Place;
use super::error::{ParseError, ParseErrorKind};
use super::line;
use super::names::{Names, Role};
use super::object::{Fields, Parsed};
use super::record::{Options, Record};
use super::table::{Table, fields};
use crate::grid::Grid;
use crate::names::counted;

/// One puzzle of an input; its text may still have to be read.
#[derive(Clone, Debug)]
pub struct RawRecord {
    /// The line in which the puzzle starts, from 1.
    pub line: usize,
    pub(super) what: What,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    /// The values of 81 cells, from a line without other text.
    Nine([u8; 81]),
    /// A line that begins with 81 cells.
    Line(Vec<u8>),
    /// A row of a table.
    Row(Arc<Table>, Vec<u8>),
    /// A puzzle that is already read, and the fields of the JSON object that contains only this
    /// puzzle, if there is one.
    Read(Box<Parsed>),
}

impl RawRecord {
    /// Reads the puzzle. This needs only the record and the options, so any thread can read the
    /// puzzle.
    ///
    /// # Errors
    /// [`ParseError`] with the first place at which the text cannot be read as a puzzle.
    pub fn parse(&self, options: &Options) -> Result<Record, ParseError> {
        let place = |text| Place { line: self.line, text, options };
        let none = || Err(ParseErrorKind::expected("a puzzle", "none").in_line(self.line));
        match &self.what {
            What::Nine(values) => {
                Grid::from_bytes(values).map_or_else(none, |grid| Ok(Record::new(grid, self.line)))
            }
            What::Line(text) => line::read(place(text)).unwrap_or_else(none),
            What::Row(table, text) => table.read(place(text)),
            What::Read(read) => read.0.clone(),
        }
    }

    /// Whether the puzzle was a line or a drawing, not a row of a table and not JSON.
    pub(super) fn is_line(&self) -> bool {
        match &self.what {
            What::Nine(_) | What::Line(_) => true,
            What::Row(..) => false,
            What::Read(read) => read.0.is_ok() && read.1.is_none(),
        }
    }

    /// The table of which the record is a row, and the text of the whole row.
    pub fn row(&self) -> Option<(&Table, &[u8])> {
        if let What::Row(table, text) = &self.what { Some((table, text)) } else { None }
    }

    /// All fields of the row of the table by name, or the fields of the JSON object that contains
    /// only this puzzle. Each value is written as JSON.
    pub fn fields(&self) -> Option<Fields> {
        if let What::Read(read) = &self.what {
            return read.1.clone();
        }
        let (table, row) = self.row()?;
        let [names, values] = [&table.header, row].map(|text| fields(text, table.delimiter));
        let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
        let named = names.iter().zip(&values).map(|(name, value)| {
            let value = to_raw_value(&text(value)).expect("a text is JSON");
            (text(name.trim_ascii()), value)
        });
        Some(named.collect())
    }
}

/// How many names are kept for a note at most, and the length from which a name is too long for a
/// note.
const MOST_NAMES: usize = 10;
const LONGEST_NAME: usize = 100;

/// Counts of text that was passed over between puzzles, and names that a note should mention.
#[derive(Clone, Debug, Default)]
pub struct PassedOver {
    /// How many lines of text were passed over that are neither blank nor comments.
    pub lines: usize,
    /// The number of the first of these lines, from 1.
    pub first: usize,
    /// Some names of fields and columns that are not known.
    pub fields: BTreeSet<String>,
    /// Some names of fields and columns that are read as solutions.
    pub solutions: BTreeSet<String>,
    /// Some names of fields and columns that are read as puzzles because no other value can be the
    /// puzzle.
    pub puzzles: BTreeSet<String>,
    /// How many rows of tables lack fields at their end.
    pub filled: usize,
    /// How many rows of tables have empty fields after the last column.
    pub dropped: usize,
}

impl PassedOver {
    /// Notes the names of fields or columns that are unknown or were chosen as puzzle or solution.
    /// `may_be` is true for unknown names that may be passed over.
    pub(super) fn note(&mut self, names: &Names, may_be: impl Fn(&str) -> bool) {
        let is_passed_over = |name: &&String| !name.is_empty() && may_be(name);
        keep(&mut self.fields, names.all(Role::Unknown).filter(is_passed_over));
        keep(&mut self.solutions, names.all(Role::Solution));
        keep(&mut self.puzzles, names.all(Role::Alone));
    }
}

/// Keeps some names for a note: not too many and none that is too long.
fn keep<'n>(kept: &mut BTreeSet<String>, names: impl Iterator<Item = &'n String>) {
    for name in names {
        if kept.len() < MOST_NAMES && name.len() < LONGEST_NAME && !kept.contains(name) {
            kept.insert(name.clone());
        }
    }
}

/// Writes a note that says what was passed over; empty if nothing was passed over.
impl fmt::Display for PassedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first;
        let skipped = match self.lines {
            0 => None,
            1 => Some(format!("skipped 1 line that is not a puzzle (line {first})")),
            count => {
                Some(format!("skipped {count} lines that are not puzzles (first: line {first})"))
            }
        };
        let names = |begin: &str, names: &BTreeSet<String>| {
            let names = names.iter().map(|name| format!("{name:?}")).join(", ");
            (!names.is_empty()).then(|| format!("{begin}: {names}"))
        };
        let fields = names("fields that are not read", &self.fields);
        let puzzles = names("fields that are read as the puzzle", &self.puzzles);
        let rows = |begin: &str, count: usize| {
            (count > 0).then(|| format!("{begin} of {}", counted(count, "row")))
        };
        let filled = rows("filled missing fields at the end", self.filled);
        let dropped = rows("dropped empty fields at the end", self.dropped);
        f.write_str(&[skipped, fields, puzzles, filled, dropped].into_iter().flatten().join("; "))
    }
}
