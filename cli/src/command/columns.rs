//! Results as tables that also have all data of the input: the columns or fields of the input come
//! first, then the columns of the results.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde::Serialize;
use serde_json::{Value, json};

use super::options::Format;
use super::reader::Asked;
use super::run::{Done, Item, PREFIX};
use satdoku::PuzzleReport;
use satdoku::format::{ParseErrorKind, Table, fields, is_open, write_candidates, write_puzzle};

/// A puzzle, and a record about it.
#[derive(Serialize)]
pub struct Told<T> {
    #[serde(flatten)]
    puzzle: PuzzleReport,
    /// The number of the step, if the record is about a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    #[serde(flatten)]
    record: T,
}

impl<T> Told<T> {
    pub fn of(asked: &Asked, step: Option<usize>, record: T) -> Told<T> {
        Told { puzzle: asked.report(), step, record }
    }
}

/// CSV or TSV output: the columns of the input of the first puzzle, then the columns of the
/// results.
#[derive(Debug)]
pub struct Columns {
    delimiter: u8,
    ours: &'static str,
    first: OnceLock<First>,
}

/// Facts about the input of the first puzzle.
#[derive(Debug)]
struct First {
    /// The names of the columns.
    names: Vec<String>,
    table: Option<Table>,
    /// The number of fields of the table's header.
    width: usize,
}

impl Columns {
    /// The columns of a run with this output format, if the format has columns. `ours` are the
    /// names of the columns of the results, with commas between them.
    pub fn of(format: Option<Format>, ours: &'static str) -> Option<Columns> {
        let delimiter = match format? {
            Format::Csv => b',',
            Format::Tsv => b'\t',
            _ => return None,
        };
        Some(Columns { delimiter, ours, first: OnceLock::new() })
    }

    /// Must be called first for each puzzle. The call for the first puzzle chooses the columns and
    /// writes the header; the calls for all other puzzles wait for this.
    ///
    /// # Errors
    /// If the input of the puzzle has a column that the first puzzle does not have. The error is
    /// the text that was reported.
    pub fn begin<T>(&self, item: &Item<'_>, done: &mut Done<T>) -> Result<(), String> {
        let out = &mut done.text;
        let names = || match item.raw.fields() {
            Some(fields) => fields.into_keys().collect(),
            None => vec!["puzzle".to_owned()],
        };
        let table = item.raw.row().map(|(table, _)| table);
        if item.number == 1 {
            let First { names, table, .. } = self.first.get_or_init(|| {
                let width = table.map_or(0, |table| fields(&table.header, table.delimiter).len());
                First { names: names(), table: table.cloned(), width }
            });
            match table {
                Some(table) => self.copy(out, &table.header, table.delimiter),
                None => self.fields(out, names),
            }
            for name in self.ours.split(',') {
                let mut name = format!("{PREFIX}{name}");
                while names.contains(&name) {
                    name.insert_str(0, PREFIX);
                }
                self.append(out, [name.as_bytes()]);
            }
            out.push(b'\n');
        }
        let first = self.first.wait();
        if table.is_some() && table == first.table.as_ref() {
            return Ok(());
        }
        let Some(other) = names().into_iter().find(|name| !first.names.contains(name)) else {
            return Ok(());
        };
        let expected = "only columns of the first puzzle (--format json takes any columns)";
        let kind = ParseErrorKind::expected(expected, format!("{other:?}"));
        let error = kind.in_line(item.raw.line).to_string();
        done.reject(item.input, &error);
        Err(error)
    }

    /// Begins the line of a puzzle with the columns of its input. If the input is neither a table
    /// nor a JSON object, the only column is the puzzle.
    pub fn input(&self, out: &mut Vec<u8>, item: &Item<'_>) {
        let First { names, table, width } = self.first.wait();
        if let Some((own, row)) = item.raw.row().filter(|(own, _)| table.as_ref() == Some(own)) {
            let mut all = fields(row, own.delimiter);
            // A field with an unclosed quote would take in the fields after it.
            if all.len() == *width && !is_open(row, false, own.delimiter) {
                return self.copy(out, row, own.delimiter);
            }
            // Surplus fields are joined to the last field, so that the columns of the results stay
            // in their places.
            if let Some(surplus) = all.get(*width..).filter(|surplus| !surplus.is_empty()) {
                let last = [&all[width - 1..*width], surplus].concat();
                all[width - 1] = last.join(&own.delimiter).into();
            }
            all.resize(*width, Cow::default());
            return self.fields(out, all);
        }
        let fields = item.raw.fields();
        let value = |name: &String| match (&fields, item.asked) {
            (Some(fields), _) => fields.get(name).map_or_else(Vec::new, |json| match json.get() {
                "null" => Vec::new(),
                // The text of a JSON string; any other value as it is written.
                json => serde_json::from_str(json).unwrap_or_else(|_| json.to_owned()).into(),
            }),
            (None, Ok(asked)) if name == "puzzle" => alone(asked),
            (None, _) => Vec::new(),
        };
        self.fields(out, names.iter().map(value));
    }

    /// Appends the line of a puzzle: the columns of its input, then the columns of the results from
    /// a record.
    pub fn write(&self, out: &mut Vec<u8>, item: &Item<'_>, record: &impl Serialize) {
        self.input(out, item);
        let record = json!(record);
        let ours = self.ours.split(',');
        // The column `reason` has the field `error`, which gives the reason for `error`, `invalid`
        // and `mismatch`.
        let ours = ours.map(|name| if name == "reason" { "error" } else { name });
        ours.for_each(|name| self.append(out, [text(&record[name]).as_bytes()]));
        out.push(b'\n');
    }

    /// Appends fields to a line.
    pub fn append<'f>(&self, out: &mut Vec<u8>, fields: impl IntoIterator<Item = &'f [u8]>) {
        out.push(self.delimiter);
        self.fields(out, fields);
    }

    /// Appends a row of the input: unchanged if it has the delimiter of the output, else with this
    /// delimiter.
    fn copy(&self, out: &mut Vec<u8>, record: &[u8], delimiter: u8) {
        if delimiter == self.delimiter {
            return out.extend_from_slice(record);
        }
        self.fields(out, fields(record, delimiter));
    }

    fn fields(&self, out: &mut Vec<u8>, fields: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        for (index, field) in fields.into_iter().enumerate() {
            if index > 0 {
                out.push(self.delimiter);
            }
            self.field(out, field.as_ref());
        }
    }

    fn field(&self, out: &mut Vec<u8>, field: &[u8]) {
        let special = |byte: &u8| *byte == self.delimiter || b"\"\r\n".contains(byte);
        if !field.iter().any(special) {
            return out.extend_from_slice(field);
        }
        let parts: Vec<&[u8]> = field.split(|&byte| byte == b'"').collect();
        out.extend([&b"\""[..], &parts.join(&b"\"\""[..]), b"\""].concat());
    }
}

/// The text of a value in one field.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// The text of a puzzle in one field.
fn alone(Asked { puzzle, candidates, data: symbols, .. }: &Asked) -> Vec<u8> {
    let mut text = Vec::new();
    match candidates {
        Some(candidates) => {
            write_candidates(&mut text, puzzle.rules(), candidates, symbols);
            // A reader would take names of rules in a field with cells for a remark, so they are
            // left out. The options name the rules.
            let names = text.windows(7).rposition(|part| part == b"\nrules:");
            text.truncate(names.unwrap_or(text.len()));
        }
        None => write_puzzle(&mut text, puzzle, symbols),
    }
    text
}
