//! What the reader passes on: puzzles, perhaps not read yet, and what was passed over.

use std::collections::BTreeSet;
use std::fmt;
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use itertools::Itertools;
use serde_json::{Map, Value};

use super::cells::Place;
use super::error::ParseError;
use super::line;
use super::names::{Names, Role};
use super::object::Parsed;
use super::record::{Options, Record};
use super::table::{Table, fields};
use crate::grid::Grid;

/// Many puzzles of an input, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    text: Vec<u8>,
    /// The line of each, and where its text stands.
    items: Vec<(usize, Range<usize>, What)>,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    /// A line that begins with 81 cells; their values stand in their place.
    Nine,
    /// A row of a table.
    Row(Arc<Table>),
    /// What was read where it was found, and the object of JSON that holds it alone.
    Read(Box<Parsed>),
}

/// One puzzle of a batch, perhaps not read yet.
#[derive(Clone, Copy, Debug)]
pub struct RawRecord<'t> {
    text: &'t [u8],
    what: &'t What,
    /// The line it starts in, from 1.
    pub line: usize,
}

impl<'t> RawRecord<'t> {
    /// Reads it. Needs nothing else, so any thread can do it.
    ///
    /// # Errors
    /// [`ParseError`] with the first place where the text is not a puzzle.
    pub fn parse(&self, options: &Options) -> Result<Record, ParseError> {
        let place = Place { line: self.line, text: self.text, options };
        match self.what {
            What::Read(read) => read.0.clone(),
            What::Row(table) => table.read(place),
            What::Nine => match self.text.first_chunk().and_then(Grid::from_bytes) {
                Some(grid) => line::after_nine(grid, place),
                None => Err(place.expected(self.text, "a puzzle", "none")),
            },
        }
    }

    /// The table that it is a row of, and all its fields as they stand.
    pub fn row(&self) -> Option<(&'t Table, &'t [u8])> {
        if let What::Row(table) = self.what { Some((table, self.text)) } else { None }
    }

    /// All fields of its row by name, or those of the JSON object that holds it alone.
    pub fn fields(&self) -> Option<Map<String, Value>> {
        if let What::Read(read) = self.what {
            return read.1.clone();
        }
        let (table, row) = self.row()?;
        let [names, values] = [&table.header, row].map(|text| fields(text, table.delimiter));
        let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
        let named = names.iter().zip(&values);
        Some(named.map(|(name, value)| (text(name.trim_ascii()), text(value).into())).collect())
    }
}

impl Batch {
    /// How many puzzles.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The puzzles in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = RawRecord<'_>> + Clone {
        self.items.iter().map(|(line, text, what)| RawRecord {
            text: &self.text[text.clone()],
            what,
            line: *line,
        })
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.items.clear();
    }

    /// Takes a record whose text has these parts.
    // Inlined, so that an item is made where it stays: a copy waits for all its bytes.
    #[inline(always)]
    pub(super) fn push(&mut self, line: usize, parts: &[&[u8]], what: impl FnOnce() -> What) {
        let start = self.text.len();
        parts.iter().for_each(|part| self.text.extend_from_slice(part));
        let text = start..self.text.len();
        self.items.extend(iter::once_with(|| (line, text, what())));
    }
}

/// What was passed over between puzzles.
#[derive(Clone, Debug, Default)]
pub struct PassedOver {
    /// Lines of text that are neither blank nor comments.
    pub lines: usize,
    /// The number of the first, from 1.
    pub first: usize,
    /// Names of fields and columns that are not known.
    pub fields: BTreeSet<String>,
    /// Names of those that are read as solutions.
    pub solutions: BTreeSet<String>,
}

impl PassedOver {
    /// Takes the names of fields or columns, of which some may be passed over.
    pub(super) fn note(&mut self, names: &Names, may_be: impl Fn(&str) -> bool) {
        let is_passed_over = |name: &&String| !name.is_empty() && may_be(name);
        self.fields.extend(names.all(Role::Unknown).filter(is_passed_over).cloned());
        self.solutions.extend(names.all(Role::Solution).cloned());
    }
}

/// As a note: what is passed over, in a sentence; nothing if that is nothing.
impl fmt::Display for PassedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PassedOver { lines, first, fields, .. } = self;
        let lines = match lines {
            0 => None,
            1 => Some(format!("line {first} holds no puzzle and is passed over")),
            _ => Some(format!(
                "{lines} lines hold no puzzle and are passed over, the first is line {first}"
            )),
        };
        let names = fields.iter().take(10).map(|name| format!("{name:?}"));
        let fields = (!fields.is_empty())
            .then(|| format!("fields that are passed over: {}", names.format(", ")));
        f.write_str(&lines.into_iter().chain(fields).join("; "))
    }
}
