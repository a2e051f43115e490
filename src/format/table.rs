//! Tables with named columns, as spreadsheets and data sets have them: CSV, TSV and their like.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use super::beside::{grids, is_of_rules, unknown};
use super::error::{ParseError, ParseErrorKind};
use super::line::{FEWEST_CELLS, find, nine};
use super::object;
use super::record::{Column, Options, Record};
use super::words::in_prose;

/// What may stand between fields.
const DELIMITERS: &[u8] = b",;\t|";

/// What a table's header says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    delimiter: u8,
    header: Vec<u8>,
    names: Vec<String>,
    puzzle: usize,
    solution: Option<usize>,
    /// By column: whether its values are looked at even if they are numbers.
    names_rules: Vec<bool>,
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

    /// The names of the columns that are passed over.
    pub(super) fn passed_over(&self) -> impl Iterator<Item = String> {
        unknown(&self.names, [Some(self.puzzle), self.solution])
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
        let asked = options.column.as_ref();
        if names.len() < 2 && asked.is_none()
            || !names.iter().all(is_name)
            || find(line, options).is_some()
        {
            return None;
        }
        let [puzzle, solution] = grids(&names, options);
        let Some(puzzle) = puzzle else {
            let wanted = match asked.filter(|_| names.len() > 1)? {
                Column::Name(name) => format!("{name:?}"),
                Column::Number(number) => number.to_string(),
            };
            return Some(Err(ParseErrorKind::no_column(wanted, names.iter().map(String::as_str))));
        };
        let names_rules = names.iter().map(|name| is_of_rules(name)).collect();
        Some(Ok(Table { delimiter, header: line.to_vec(), names, puzzle, solution, names_rules }))
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
        let fields = fields(row, self.delimiter);
        let (expected, found) = (self.names.len(), fields.len());
        if found != expected {
            let expected = format!("{expected} fields as in the header");
            return Err(ParseErrorKind::expected(expected, found.to_string()).in_line(line));
        }
        let grids = [Some(self.puzzle), self.solution];
        let may_say_rules = |index: &usize| {
            let field = &fields[*index];
            !grids.contains(&Some(*index))
                && (self.names_rules[*index]
                    || field.len() >= FEWEST_CELLS
                    || field.iter().any(|byte| b"[{".contains(byte))
                    || in_prose(field).is_some())
        };
        let others: Vec<usize> = (0..expected).filter(may_say_rules).collect();
        let grid = |index: usize| match nine(fields[index].trim_ascii(), options) {
            Some((grid, [])) if others.is_empty() => Some(grid),
            _ => None,
        };
        if let Some(puzzle) = grid(self.puzzle)
            && let Some(solution) = self.solution.map_or(Some(None), |index| grid(index).map(Some))
        {
            let mut record = Record::new(puzzle, line);
            solution.into_iter().for_each(|grid| record.claim(grid));
            return Ok(record);
        }
        let field = |index: usize| {
            (self.names[index].clone(), String::from_utf8_lossy(&fields[index]).trim().into())
        };
        let object = others.into_iter().chain(grids.into_iter().flatten()).map(field).collect();
        let grids = grids.map(|index| Some(&*self.names[index?]));
        let mut found = Vec::new();
        object::puzzles(&object, grids, line, options, &mut found)
            .map_err(|kind| kind.in_line(line))?;
        found.swap_remove(0).0
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
