//! Tables with named columns, as spreadsheets and data sets have them: CSV, TSV and their like.

use std::borrow::Cow;
use std::convert::Infallible;
use std::str::FromStr;

use csv_core::ReadRecordResult;
use memchr::{memchr, memchr_iter};

use super::batch::RawRecord;
use super::document::{Beside, names_rules};
use super::error::{ParseError, ParseErrorKind};
use super::parse::common_line;
use super::shape::{is_whole, solid};
use super::{Options, Record, only, parse_record};

/// Names of columns and JSON fields that hold puzzles.
pub(super) const PUZZLE_NAMES: [&str; 14] = [
    "puzzle", "puzzles", "quizzes", "quiz", "sudoku", "sudokus", "question", "problem", "givens",
    "clues", "grid", "board", "unsolved", "mission",
];
/// Names of columns and JSON fields that hold solutions.
pub(super) const SOLUTION_NAMES: [&str; 5] =
    ["solution", "solutions", "solved", "answer", "solvedgrid"];
/// What may stand between fields.
const DELIMITERS: &[u8] = b",;\t|";

/// A column of a table: its name, or its number from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// As the header spells it, upper or lower case.
    Name(String),
    /// From 1.
    Number(usize),
}

impl FromStr for Column {
    type Err = Infallible;
    fn from_str(text: &str) -> Result<Column, Infallible> {
        Ok(match text.parse() {
            Ok(number) if number > 0 => Column::Number(number),
            _ => Column::Name(text.to_owned()),
        })
    }
}

/// What a table's header says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    delimiter: u8,
    header: Vec<u8>,
    columns: usize,
    /// Indices from 0.
    puzzle: usize,
    solution: Option<usize>,
    /// Those that name rules.
    rules: Vec<(usize, String)>,
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

    /// The table that a header begins; `None` if the line is no header.
    ///
    /// # Errors
    /// If it has no column of the name asked for.
    pub(super) fn of_header(
        line: &[u8],
        options: &Options,
    ) -> Option<Result<Table, ParseErrorKind>> {
        let has_letters = line.iter().any(u8::is_ascii_alphabetic);
        if !has_letters || solid(line).is_some() {
            return None;
        }
        let delimiter = DELIMITERS.iter().find(|&&delimiter| line.contains(&delimiter));
        let delimiter = *delimiter.unwrap_or(&b',');
        let names = names(line, delimiter);
        let find = |known: &[&str]| {
            let mut places = known.iter();
            places.find_map(|known| names.iter().position(|name| name == known))
        };
        let puzzle = match &options.column {
            None => find(&PUZZLE_NAMES)?,
            Some(Column::Number(number)) if *number <= names.len() => number - 1,
            Some(Column::Name(name)) if find(&[&name.to_lowercase()]).is_some() => {
                find(&[&name.to_lowercase()])?
            }
            Some(_) if names.len() == 1 => return None,
            Some(column) => {
                let wanted = match column {
                    Column::Name(name) => format!("\"{}\"", name.escape_debug()),
                    Column::Number(number) => number.to_string(),
                };
                return Some(Err(ParseErrorKind::Column { wanted, found: shown(&names) }));
            }
        };
        let solution = find(&SOLUTION_NAMES).filter(|&solution| solution != puzzle);
        let (header, columns) = (line.to_vec(), names.len());
        let rules = rules_among(names, &[Some(puzzle), solution]);
        Some(Ok(Table { delimiter, header, columns, puzzle, solution, rules }))
    }

    /// The table of a header without a name that is known, by its first row: the one column that
    /// can be read as puzzles. `None` if the two lines are no table.
    pub(super) fn of_lines(header: &[u8], row: &[u8]) -> Option<Result<Table, ParseErrorKind>> {
        DELIMITERS.iter().find_map(|&delimiter| {
            let names = names(header, delimiter);
            let fields = fields(row, delimiter);
            if names.len() < 2 || names.len() != fields.len() {
                return None;
            }
            let is_puzzle = |field: &[u8]| {
                solid(field).is_some_and(|run| run.len() == field.len() && is_whole(run.len()))
            };
            let mut puzzles = fields.iter().enumerate().filter(|(_, field)| is_puzzle(field));
            let (puzzle, _) = puzzles.next()?;
            if puzzles.next().is_some() {
                let wanted = "that is the only one of puzzles (--column NAME)".to_owned();
                return Some(Err(ParseErrorKind::Column { wanted, found: shown(&names) }));
            }
            let (header, columns, solution) = (header.to_vec(), names.len(), None);
            let rules = rules_among(names, &[]);
            Some(Ok(Table { delimiter, header, columns, puzzle, solution, rules }))
        })
    }

    /// The rules that a row names.
    fn beside(&self, row: &[u8]) -> Result<Beside, ParseErrorKind> {
        if self.rules.is_empty() {
            return Ok(Beside::default());
        }
        let fields = fields(row, self.delimiter);
        let text = |index: usize| String::from_utf8_lossy(&fields[index]).trim().to_owned();
        let named = self.rules.iter().map(|(index, name)| (name.clone(), text(*index).into()));
        Beside::of_columns(&named.collect())
    }
}

/// The columns that name rules, but for those that hold grids.
fn rules_among(names: Vec<String>, grids: &[Option<usize>]) -> Vec<(usize, String)> {
    let columns = names.into_iter().enumerate();
    columns.filter(|(index, name)| !grids.contains(&Some(*index)) && names_rules(name)).collect()
}

/// The names of a header in lower case.
fn names(line: &[u8], delimiter: u8) -> Vec<String> {
    let name = |field: &Cow<'_, [u8]>| String::from_utf8_lossy(field).trim().to_lowercase();
    fields(line, delimiter).iter().map(name).collect()
}

fn shown(names: &[String]) -> String {
    let names: Vec<_> =
        names.iter().take(20).map(|name| name.escape_default().to_string()).collect();
    names.join(", ")
}

/// Whether a quoted field goes on in the next line, given whether one did so at the start of the
/// text. As in RFC 4180, quotes begin a field or are part of it.
pub(super) fn is_open(text: &[u8], was_open: bool, delimiter: u8) -> bool {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        FieldStart,
        Plain,
        Quoted,
        /// After a quote within quotes: the end of the field, or the first of two that stand for
        /// one.
        Quote,
    }
    use State::{FieldStart, Plain, Quote, Quoted};
    if memchr(b'"', text).is_none() {
        return was_open;
    }
    let start = if was_open { Quoted } else { FieldStart };
    let end = text.iter().fold(start, |state, &byte| match (state, byte) {
        (Quoted, b'"') => Quote,
        (Quoted, _) | (Quote | FieldStart, b'"') => Quoted,
        (_, byte) if byte == delimiter => FieldStart,
        _ => Plain,
    });
    end == Quoted
}

/// All fields of a record of a table, their quotes resolved.
pub fn fields(text: &[u8], delimiter: u8) -> Vec<Cow<'_, [u8]>> {
    if memchr(b'"', text).is_none() {
        return text.split(|&byte| byte == delimiter).map(Cow::Borrowed).collect();
    }
    let mut reader = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
    let mut output = vec![0; text.len()];
    let mut ends = vec![0; memchr_iter(delimiter, text).count() + 2];
    // What follows the first record, because its quotes do not match, is not looked at.
    let (result, _, mut written, mut count) = reader.read_record(text, &mut output, &mut ends);
    if matches!(result, ReadRecordResult::InputEmpty) {
        let (_, _, more, last) =
            reader.read_record(b"", &mut output[written..], &mut ends[count..]);
        (written, count) = (written + more, count + last);
    }
    output.truncate(written);
    let mut start = 0;
    let field = |&end: &usize| Cow::Owned(output[std::mem::replace(&mut start, end)..end].to_vec());
    ends[..count].iter().map(field).collect()
}

/// Reads the puzzle of a row.
pub(super) fn parse<'t>(raw: RawRecord<'t>, options: &Options) -> Result<Record<'t>, ParseError> {
    let table = raw.table.expect("rows come with their table");
    let error = |column, kind| ParseError { line: raw.line, column, kind };
    let (mut puzzle, mut solution, mut found) = (Cow::Borrowed(&raw.text[..0]), None, 0);
    if memchr(b'"', raw.text).is_none() {
        let mut start = 0;
        for end in memchr_iter(table.delimiter, raw.text).chain([raw.text.len()]) {
            let field = &raw.text[std::mem::replace(&mut start, end + 1)..end];
            if found == table.puzzle {
                puzzle = Cow::Borrowed(field);
            } else if Some(found) == table.solution {
                solution = Some(Cow::Borrowed(field));
            }
            found += 1;
        }
    } else {
        let mut fields = fields(raw.text, table.delimiter);
        found = fields.len();
        if found == table.columns {
            solution = table.solution.map(|index| std::mem::take(&mut fields[index]));
            puzzle = std::mem::take(&mut fields[table.puzzle]);
        }
    }
    if found != table.columns {
        return Err(error(1, ParseErrorKind::Fields { expected: table.columns, found }));
    }
    let beside = table.beside(raw.text).map_err(|kind| error(1, kind))?;
    let mut record = field(&puzzle, &beside, raw.line, options)?;
    if let Some(solution) = solution.filter(|solution| !solution.trim_ascii().is_empty()) {
        let Record { grid, .. } = field(&solution, &beside, raw.line, options)?;
        record.claim(grid);
    }
    Ok(record)
}

/// The puzzle or the solution of a field.
fn field(
    text: &[u8],
    beside: &Beside,
    line: usize,
    options: &Options,
) -> Result<Record<'static>, ParseError> {
    let text = text.trim_ascii();
    let rules = beside.rules.as_ref();
    let regions = beside.regions.as_ref().map(|labels| (labels.as_bytes(), line));
    if rules.is_none()
        && regions.is_none()
        && let Some(record) = common_line(RawRecord::of_line(text, line), options)
            .filter(|record| record.comment.is_none())
    {
        return Ok(Record { id: None, comment: None, ..record });
    }
    let found = only(text, options, |raw, options| {
        let regions = regions.or(raw.regions);
        let record = parse_record(RawRecord { rules, regions, ..raw }, options)?;
        Ok(Record { id: None, comment: None, ..record })
    });
    let found = found.map(|record| Record { line, ..record });
    found.map_err(|error| ParseError { line, ..error })
}
