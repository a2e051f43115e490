//! Tables with named columns, as in spreadsheets and data sets: CSV, TSV and similar formats.

use std::borrow::Cow;
use std::cmp::Ordering;

use itertools::Itertools;
use memchr::memchr;
use serde_json::Value;

use super::cells::Place;
use super::error::{ParseError, ParseErrorKind};
use super::line::{find, nine, whole};
use super::names::{Names, Role};
use super::object::{check, mark_alone, named};
use super::record::{Options, Record};
use super::token::{MOST_RUN, is_rule};

/// How many lines below a header are searched for a grid at most.
const MOST_AHEAD: usize = 5;

/// A table, as its header describes it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The byte between fields.
    pub delimiter: u8,
    /// The text of the header, without its line end and without bars around it.
    pub header: Vec<u8>,
    /// Whether rows begin and end with bars, as in Markdown.
    is_barred: bool,
    pub(super) names: Names,
    /// How many cells the first puzzle has, if it is among the next lines.
    cells: Option<usize>,
}

/// Two tables are equal if their headers have the same text and are read in the same way.
impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        let of = |table: &Table| (table.delimiter, table.is_barred);
        of(self) == of(other) && self.header == other.header && self.names == other.names
    }
}

impl Table {
    /// The table that a header begins; `None` if the line is not a header. A header has no cells
    /// and at least two names of columns. One of these is known as the name of puzzles, or is the
    /// column that the options ask for, or the column has a grid in the next lines (`ahead` returns
    /// the next line with an index). A header can also be the name of a single column, if the
    /// options ask for this column. An error if the header does not have the column that the
    /// options ask for.
    pub(super) fn of_header(
        line: &[u8],
        mut ahead: impl FnMut(usize) -> Option<Vec<u8>>,
        options: &Options,
    ) -> Option<Result<Table, ParseErrorKind>> {
        // The name of a single column is a header if the options ask for this column.
        let asked = options.column.as_ref().map(|name| name.trim().as_bytes());
        let is_asked = |field: &Cow<'_, [u8]>| {
            asked.is_some_and(|name| field.trim_ascii().eq_ignore_ascii_case(name))
        };
        let is_alone = fields(line, b',').iter().exactly_one().is_ok_and(is_asked);
        let delimiter = b",;\t|".iter().copied().find(|byte| line.contains(byte));
        let delimiter = delimiter.or(is_alone.then_some(b','))?;
        let is_barred = delimiter == b'|' && line.trim_ascii_start().starts_with(b"|");
        let header = trimmed(line.to_vec(), delimiter, is_barred);
        let text = |field: &Cow<'_, [u8]>| String::from_utf8_lossy(field).trim().to_owned();
        let names: Vec<String> = fields(&header, delimiter).iter().map(text).collect();
        let is_name = |name: &String| {
            let is_code = name.ends_with(['[', '{', '=']);
            name.len() <= 40 && name.split_whitespace().count() <= 4 && !is_code
        };
        let is_sentence = |name: &String| name.split_whitespace().count() > 2;
        let is_number = |name: &String| name.parse::<f64>().is_ok();
        let has_one = !is_alone && names.iter().filter(|name| !name.is_empty()).count() < 2;
        let is_header = !has_one && line.iter().any(u8::is_ascii_alphabetic);
        if !is_header || !names.iter().all(is_name) || find(line, options).is_some() {
            return None;
        }
        let (are_sentences, are_numbers) =
            (names.iter().any(is_sentence), names.iter().any(is_number));
        let mut names = Names::of(names, options);
        let has = |names: &Names, role| names.all(role).next().is_some();
        if has(&names, Role::Puzzle) {
            if are_sentences {
                return None;
            }
        } else if options.column.is_some() {
            return Some(Err(names.lack(&options.column)));
        } else {
            // There may be rows without a grid before the first row with a grid.
            let is_row = |row: &Vec<u8>| {
                !(row.trim_ascii().is_empty() || is_rule(row) || row.starts_with(b"# "))
            };
            let rows =
                (0..MOST_AHEAD).map_while(&mut ahead).take_while(|row| row.len() <= MOST_RUN);
            let found = rows.filter(is_row).find_map(|row| {
                let mut row = trimmed(row, delimiter, is_barred);
                if !row.contains(&delimiter) {
                    return Some(false);
                }
                fit(&mut row, names.0.len(), delimiter, || None);
                let fields = fields(&row, delimiter);
                let values = fields.iter().map(|field| String::from_utf8_lossy(field).into());
                let values: Vec<Value> = values.collect();
                if values.len() != names.0.len() {
                    return Some(false);
                }
                // If there are several grids, the line is still a header, and each row will be an
                // error.
                let found = mark_alone(&mut names, values.iter(), options);
                found.unwrap_or(true).then_some(true)
            });
            if are_numbers || found != Some(true) {
                return None;
            }
        }
        if options.solution_column.is_some() && !has(&names, Role::Solution) {
            return Some(Err(names.lack(&options.solution_column)));
        }
        let mut table = Table { delimiter, header, is_barred, names, cells: None };
        let rows = (0..MOST_AHEAD).map_while(ahead).take_while(|row| row.len() <= MOST_RUN);
        table.cells = rows.filter_map(|row| table.cells_of(&table.trimmed(row), options)).next();
        Some(Ok(table))
    }

    /// How many cells the puzzle of a row has, if the puzzle is a whole grid.
    fn cells_of(&self, row: &[u8], options: &Options) -> Option<usize> {
        let fields = fields(row, self.delimiter);
        let is_puzzle = |(role, _): &(Role, _)| matches!(role, Role::Puzzle | Role::Alone);
        let puzzle = fields.get(self.names.0.iter().position(is_puzzle)?)?;
        whole(puzzle, options).map(|cells| cells.len())
    }

    /// Whether a line may be a row of the table: rows with bars end at a line without bars.
    pub(super) fn may_hold(&self, line: &[u8]) -> bool {
        !self.is_barred || line.contains(&b'|') || line.trim_ascii().is_empty() || is_rule(line)
    }

    /// A row without characters that belong to no field: if bars separate fields, these are outer
    /// bars and blanks.
    pub(super) fn trimmed(&self, row: Vec<u8>) -> Vec<u8> {
        trimmed(row, self.delimiter, self.is_barred)
    }

    /// Adds empty fields to a row that has too few, or drops empty fields after the last column.
    /// Returns whether the row had fewer or more fields than the header; `Equal` if the row was not
    /// changed. A row whose further fields are not empty is not changed.
    pub(super) fn fit(&self, row: &mut Vec<u8>) -> Ordering {
        let is_puzzle = |(role, _): &(Role, _)| matches!(role, Role::Puzzle | Role::Alone);
        let puzzle = || self.names.0.iter().position(is_puzzle);
        fit(row, self.names.0.len(), self.delimiter, puzzle)
    }

    /// Whether a line is a comment, not a row. A line that begins with `#` and text is a row, if it
    /// has as many fields as the header.
    pub(super) fn is_comment(&self, line: &[u8]) -> bool {
        let is_row = || fields(line, self.delimiter).len() == self.names.0.len();
        line.starts_with(b"#") && (line.get(1).is_none_or(u8::is_ascii_whitespace) || !is_row())
    }

    /// Reads the puzzle of a row. An error if the row and the header have different numbers of
    /// fields, if the puzzle cannot be read, or if the row names rules other than classic.
    pub(super) fn read(&self, place: Place<'_>) -> Result<Record, ParseError> {
        let fields = fields(place.text, self.delimiter);
        if is_open(place.text, false, self.delimiter) {
            let last = memchr::memrchr(b'"', place.text).unwrap_or_default();
            let expected = "a quote that ends the field";
            return Err(place.expected(&place.text[last..], expected, "the end of the input"));
        }
        if fields.len() != self.names.0.len() {
            let expected = format!("{} fields as in the header", self.names.0.len());
            return Err(place.expected(place.text, expected, fields.len().to_string()));
        }
        if let Some(record) = self.read_nine(&fields, place) {
            return Ok(record);
        }
        let values = fields.iter().map(|field| (String::from_utf8_lossy(field).into(), None));
        let found = named(&self.names, values, place.line, place.options);
        let found = found.map_err(|kind| kind.in_line(place.line))?.swap_remove(0).0;
        found.map_err(|mut error| {
            // The message names the number of cells of the first puzzle, not the nearest square
            // number.
            if let (ParseErrorKind::Unexpected { expected, .. }, Some(cells)) =
                (&mut error.kind, self.cells)
                && place.options.size.is_none()
                && expected.strip_suffix(" cells").is_some_and(|count| count.parse() != Ok(cells))
            {
                *expected = format!("{cells} cells as in other rows");
            }
            error
        })
    }

    /// A fast way to read a row with a 9x9 puzzle, perhaps a solution after it, and otherwise only
    /// fields without a meaning; `None` for other rows.
    fn read_nine(&self, fields: &[Cow<'_, [u8]>], place: Place<'_>) -> Option<Record> {
        let mut record = None;
        for (named, field) in self.names.0.iter().zip(fields) {
            let grid =
                || nine(field.trim_ascii(), place.options).filter(|(_, rest)| rest.is_empty());
            match (named.0, &mut record) {
                (Role::Puzzle | Role::Alone, _) => {
                    record = Some(Record::new(grid()?.0, place.line));
                }
                (Role::Solution, Some(record)) => record.solution = Some(grid()?.0),
                (Role::Ours, _) => {}
                (Role::Clues, _) if field.iter().all(u8::is_ascii_digit) => {}
                (Role::Harmless | Role::Unknown, _) => check(named, field, false, 0).ok()?,
                _ => return None,
            }
        }
        record
    }
}

/// Adds or drops fields at the end of a row, as [`Table::fit`] does. A row without the field of the
/// puzzle is not changed.
fn fit(
    row: &mut Vec<u8>,
    expected: usize,
    delimiter: u8,
    puzzle: impl FnOnce() -> Option<usize>,
) -> Ordering {
    let has_quote = memchr(b'"', row).is_some();
    let count = |row: &[u8]| match has_quote {
        false => 1 + memchr::memchr_iter(delimiter, row).count(),
        true => fields(row, delimiter).len(),
    };
    let found = count(row);
    if found == expected || has_quote && is_open(row, false, delimiter) {
        // The row has as many fields as the header, or the quote of its last field is not closed.
        return Ordering::Equal;
    }
    if found < expected {
        if puzzle().is_some_and(|puzzle| puzzle >= found) {
            return Ordering::Equal;
        }
        row.resize(row.len() + expected - found, delimiter);
    } else if found > expected {
        let kept = row.iter().rposition(|byte| *byte != delimiter && !byte.is_ascii_whitespace());
        let end = kept.map_or(0, |last| last + 1);
        let missing = expected.checked_sub(count(&row[..end]));
        let Some(missing) = missing else { return Ordering::Equal };
        row.truncate(end);
        row.resize(end + missing, delimiter);
    }
    found.cmp(&expected)
}

/// A row without outer bars and without blanks around its fields, if bars separate the fields.
fn trimmed(row: Vec<u8>, delimiter: u8, is_barred: bool) -> Vec<u8> {
    if delimiter != b'|' || row.contains(&b'"') {
        return row;
    }
    let mut fields: Vec<&[u8]> = row.split(|&byte| byte == b'|').map(<[u8]>::trim_ascii).collect();
    if is_barred {
        fields.pop_if(|field| field.is_empty());
        let lead = fields.first().is_some_and(|field| field.is_empty());
        fields.drain(..usize::from(lead));
    }
    fields.join(&b'|')
}

/// Whether a quoted field of a table is still open at the end of a text. `was_open` is whether a
/// quoted field was open at the start of the text.
pub fn is_open(text: &[u8], was_open: bool, delimiter: u8) -> bool {
    let mut is_open = was_open;
    if memchr(b'"', text).is_some() {
        text.split(parts_fields(&mut is_open, delimiter)).for_each(drop);
    }
    is_open
}

/// All fields of a row of a table, without the quotes around them.
pub fn fields(text: &[u8], delimiter: u8) -> Vec<Cow<'_, [u8]>> {
    match memchr(b'"', text) {
        None => {
            // Most rows are without quotes: `memchr` is fast, and one allocation is enough.
            let (mut fields, mut start) = (Vec::with_capacity(8), 0);
            for end in memchr::memchr_iter(delimiter, text) {
                fields.push(Cow::Borrowed(&text[start..end]));
                start = end + 1;
            }
            fields.push(Cow::Borrowed(&text[start..]));
            fields
        }
        Some(_) => text.split(parts_fields(&mut false, delimiter)).map(unquoted).collect(),
    }
}

/// A function to be called for one byte after another. It returns whether the byte separates two
/// fields, and sets `is_open` to whether a quoted field continues after the byte. As in RFC 4180, a
/// quote begins a quoted field only at the start of a field.
fn parts_fields(is_open: &mut bool, delimiter: u8) -> impl FnMut(&u8) -> bool {
    let (mut is_quoted, mut begins) = (*is_open, !*is_open);
    move |&byte| {
        is_quoted = if begins { byte == b'"' } else { is_quoted };
        *is_open ^= is_quoted && byte == b'"';
        begins = byte == delimiter && !*is_open;
        begins
    }
}

/// A field without the quotes around it; two quotes inside the field mean one quote.
fn unquoted(field: &[u8]) -> Cow<'_, [u8]> {
    let Some(quoted) = field.strip_prefix(b"\"") else { return Cow::Borrowed(field) };
    let parts = quoted.chunk_by(|byte, next| (*byte == b'"') == (*next == b'"'));
    let kept = parts.flat_map(|part| if part[0] == b'"' { &part[..part.len() / 2] } else { part });
    Cow::Owned(kept.copied().collect())
}
