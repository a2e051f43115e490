//! Tables with named columns, as spreadsheets and data sets have them: CSV, TSV and their like.

use std::borrow::Cow;

use memchr::memchr;
use serde_json::Value;

use super::cells::Place;
use super::error::{ParseError, ParseErrorKind};
use super::line::{find, nine};
use super::names::{Names, Role};
use super::object::{check, named};
use super::record::{Options, Record};

/// What a table's header says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The byte between fields.
    pub delimiter: u8,
    /// The header as it stands, without its line end.
    pub header: Vec<u8>,
    pub(super) names: Names,
}

impl Table {
    /// The table that a header begins; `None` if the line is no header: names of two columns or
    /// more, one of which is known to hold puzzles or asked for, and no cells; or the name of the
    /// only column, if it is asked for. An error if it lacks the column asked for.
    pub(super) fn of_header(
        line: &[u8],
        options: &Options,
    ) -> Option<Result<Table, ParseErrorKind>> {
        // The name of the only column is a header if it was asked for.
        let asked = options.column.as_ref().map(|name| name.trim().as_bytes());
        let is_alone = asked.is_some_and(|name| line.trim_ascii().eq_ignore_ascii_case(name));
        let delimiter = b",;\t|".iter().copied().find(|byte| line.contains(byte));
        let delimiter = delimiter.or(is_alone.then_some(b','))?;
        let text = |field: &Cow<'_, [u8]>| String::from_utf8_lossy(field).trim().to_owned();
        let names: Vec<String> = fields(line, delimiter).iter().map(text).collect();
        let is_name = |name: &String| {
            let is_code = name.ends_with(['[', '{', '=']);
            name.len() <= 40 && name.split_whitespace().count() <= 2 && !is_code
        };
        let has_one = !is_alone && names.iter().filter(|name| !name.is_empty()).count() < 2;
        let is_header = !has_one && line.iter().any(u8::is_ascii_alphabetic);
        if !is_header || !names.iter().all(is_name) || find(line, options).is_some() {
            return None;
        }
        let names = Names::of(names, options);
        let has = |role| names.all(role).next().is_some();
        if !has(Role::Puzzle) {
            return options.column.is_some().then(|| Err(names.lack(&options.column)));
        }
        if options.solution_column.is_some() && !has(Role::Solution) {
            return Some(Err(names.lack(&options.solution_column)));
        }
        Some(Ok(Table { delimiter, header: line.to_vec(), names }))
    }

    /// Reads the puzzle of a row; an error if the row has not as many fields as the header, its puzzle
    /// is none, or other rules are named.
    pub(super) fn read(&self, place: Place<'_>) -> Result<Record, ParseError> {
        let fields = fields(place.text, self.delimiter);
        if fields.len() != self.names.0.len() {
            let expected = format!("{} fields as in the header", self.names.0.len());
            return Err(place.expected(place.text, expected, fields.len().to_string()));
        }
        if let Some(record) = self.read_nine(&fields, place) {
            return Ok(record);
        }
        let text = |field: &Cow<'_, [u8]>| String::from_utf8_lossy(field).trim().into();
        let values: Vec<Value> = fields.iter().map(text).collect();
        let found = named(&self.names, &values, place.line, place.options);
        found.map_err(|kind| kind.in_line(place.line))?.swap_remove(0).0
    }

    /// The same, fast, where there is a 9x9 puzzle, perhaps its solution behind it, and nothing else.
    fn read_nine(&self, fields: &[Cow<'_, [u8]>], place: Place<'_>) -> Option<Record> {
        let mut record = None;
        for (named, field) in self.names.0.iter().zip(fields) {
            let grid =
                || nine(field.trim_ascii(), place.options).filter(|(_, rest)| rest.is_empty());
            match (named.0, &mut record) {
                (Role::Puzzle, _) => record = Some(Record::new(grid()?.0, place.line)),
                (Role::Solution, Some(record)) => record.solution = Some(grid()?.0),
                (Role::Clues, _) if field.iter().all(u8::is_ascii_digit) => {}
                (Role::Harmless | Role::Unknown, _) => check(named, field, false, 0).ok()?,
                _ => return None,
            }
        }
        record
    }
}

/// Whether a quoted field goes on after a text, given whether one did so before it.
pub(super) fn is_open(text: &[u8], was_open: bool, delimiter: u8) -> bool {
    let mut is_open = was_open;
    if memchr(b'"', text).is_some() {
        text.split(parts_fields(&mut is_open, delimiter)).for_each(drop);
    }
    is_open
}

/// All fields of a record of a table, their quotes resolved.
pub fn fields(text: &[u8], delimiter: u8) -> Vec<Cow<'_, [u8]>> {
    match memchr(b'"', text) {
        None => text.split(|&byte| byte == delimiter).map(Cow::Borrowed).collect(),
        Some(_) => text.split(parts_fields(&mut false, delimiter)).map(unquoted).collect(),
    }
}

/// Whether a byte stands between fields, asked of one after another, and whether a quoted field goes
/// on after it. As in RFC 4180, quotes begin a field or are part of it.
fn parts_fields(is_open: &mut bool, delimiter: u8) -> impl FnMut(&u8) -> bool {
    let (mut is_quoted, mut begins) = (*is_open, !*is_open);
    move |&byte| {
        is_quoted = if begins { byte == b'"' } else { is_quoted };
        *is_open ^= is_quoted && byte == b'"';
        begins = byte == delimiter && !*is_open;
        begins
    }
}

/// A field without its quotes, two of which stand for one.
fn unquoted(field: &[u8]) -> Cow<'_, [u8]> {
    let Some(quoted) = field.strip_prefix(b"\"") else { return Cow::Borrowed(field) };
    let parts = quoted.chunk_by(|byte, next| (*byte == b'"') == (*next == b'"'));
    let kept = parts.flat_map(|part| if part[0] == b'"' { &part[..part.len() / 2] } else { part });
    Cow::Owned(kept.copied().collect())
}
