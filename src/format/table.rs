//! Tables with named columns, as spreadsheets and data sets have them: CSV, TSV and their like.

use std::borrow::Cow;

use itertools::Itertools;
use memchr::{memchr, memchr_iter};
use serde_json::Value;

use super::error::{ParseError, ParseErrorKind};
use super::line::{FEWEST_CELLS, find, nine};
use super::names::{Names, Role};
use super::object::named;
use super::record::{Column, Options, Record};
use super::words::rules_word;

/// What may stand between fields.
const DELIMITERS: &[u8] = b",;\t|";

/// What a table's header says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    delimiter: u8,
    header: Vec<u8>,
    pub(super) names: Names,
}

impl Table {
    /// The byte between fields.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// The header as it stands, without its line end.
    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// The table that a header begins; `None` if the line is no header: names of two columns or
    /// more, one of which is known to hold puzzles or asked for, and no cells.
    ///
    /// # Errors
    /// If it has no column of the name asked for.
    pub(super) fn of_header(
        line: &[u8],
        options: &Options,
    ) -> Option<Result<Table, ParseErrorKind>> {
        if !line.iter().any(u8::is_ascii_alphabetic) {
            return None;
        }
        let delimiter =
            *DELIMITERS.iter().find(|delimiter| line.contains(delimiter)).unwrap_or(&b',');
        let text = |field: &Cow<'_, [u8]>| String::from_utf8_lossy(field).trim().to_owned();
        let names: Vec<String> = fields(line, delimiter).iter().map(text).collect();
        let is_name = |name: &String| {
            let is_code = name.ends_with(['[', '{', '=']);
            name.len() <= 40 && name.split_whitespace().count() <= 2 && !is_code
        };
        let (asked, has_one) = (options.column.as_ref(), names.len() < 2);
        if has_one && asked.is_none() || !names.iter().all(is_name) || find(line, options).is_some()
        {
            return None;
        }
        let names = Names::of(names, options);
        if names.puzzle.is_none() {
            let wanted = match asked.filter(|_| !has_one)? {
                Column::Name(name) => format!("{name:?}"),
                Column::Number(number) => number.to_string(),
            };
            return Some(Err(names.lack(wanted)));
        }
        Some(Ok(Table { delimiter, header: line.to_vec(), names }))
    }

    /// Reads the puzzle of a row.
    ///
    /// # Errors
    /// If the row has not as many fields as the header, its puzzle is none, or other rules are
    /// named.
    pub(super) fn read(
        &self,
        row: &[u8],
        line: usize,
        options: &Options,
    ) -> Result<Record, ParseError> {
        let Names { all, puzzle, solution } = &self.names;
        let fields = fields(row, self.delimiter);
        if fields.len() != all.len() {
            let expected = format!("{} fields as in the header", all.len());
            return Err(ParseErrorKind::expected(expected, fields.len().to_string()).in_line(line));
        }
        let may_say_rules = |((_, role), field): (&(String, Role), &Cow<'_, [u8]>)| match role {
            Role::Puzzle | Role::Solution => false,
            Role::Unknown if field.len() >= FEWEST_CELLS || field.starts_with(b"[") => true,
            Role::Harmless | Role::Unknown => rules_word(field, false).is_some(),
            _ => true,
        };
        let grid = |index: usize| match nine(fields[index].trim_ascii(), options)? {
            (grid, []) => Some(grid),
            _ => None,
        };
        if !all.iter().zip(&fields).any(may_say_rules)
            && let Some(puzzle) = puzzle.and_then(grid)
            && let Some(solution) = solution.map_or(Some(None), |index| grid(index).map(Some))
        {
            let mut record = Record::new(puzzle, line);
            solution.into_iter().for_each(|solution| record.claim(solution));
            return Ok(record);
        }
        let text = |field: &Cow<'_, [u8]>| String::from_utf8_lossy(field).trim().into();
        let values: Vec<Value> = fields.iter().map(text).collect();
        let found = named(&self.names, &values.iter().collect_vec(), line, options);
        found.map_err(|kind| kind.in_line(line))?.swap_remove(0).0
    }
}

/// Whether a quoted field goes on after a text, given whether one did so before it. As in RFC 4180,
/// quotes begin a field or are part of it.
pub(super) fn is_open(text: &[u8], was_open: bool, delimiter: u8) -> bool {
    if memchr(b'"', text).is_none() {
        return was_open;
    }
    text.split(|&byte| byte == delimiter).fold(was_open, |is_open, piece| {
        let quotes = memchr_iter(b'"', piece).count();
        (is_open || piece.starts_with(b"\"")) && is_open == quotes.is_multiple_of(2)
    })
}

/// All fields of a record of a table, their quotes resolved.
pub fn fields(text: &[u8], delimiter: u8) -> Vec<Cow<'_, [u8]>> {
    let mut was_open = false;
    let is_between = |&byte: &u8| byte == delimiter;
    let Some(_) = memchr(b'"', text) else {
        return text.split(is_between).map(Cow::Borrowed).collect();
    };
    let (mut fields, mut start, mut end) = (Vec::new(), 0, 0);
    for piece in text.split(is_between) {
        end += piece.len();
        was_open = is_open(piece, was_open, delimiter);
        if !was_open || end == text.len() {
            fields.push(unquoted(&text[start..end]));
            start = end + 1;
        }
        end += 1;
    }
    fields
}

/// A field without its quotes, two of which stand for one.
fn unquoted(field: &[u8]) -> Cow<'_, [u8]> {
    let Some(quoted) = field.strip_prefix(b"\"") else { return Cow::Borrowed(field) };
    let mut after_quote = false;
    let is_kept = |byte: &u8| {
        let is_kept = *byte != b'"' || after_quote;
        after_quote = !is_kept;
        is_kept
    };
    Cow::Owned(quoted.iter().copied().filter(is_kept).collect())
}
