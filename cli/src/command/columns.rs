//! Results beside all that the input has: after its columns, or among its fields.

use std::sync::OnceLock;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::options::Format;
use super::reader::Asked;
use super::run::{Done, Item};
use satdoku::format::{ParseErrorKind, Table, fields, write_candidates, write_puzzle};

/// What tells our columns from those of the input; our fields only where a name is taken.
const PREFIX: &str = "satdoku_";

/// The fields that say the question: what the input says there stands for ours.
const QUESTION: [&str; 5] = ["puzzle", "candidates", "rules", "box", "regions"];

/// A record that says which puzzle it belongs to, by its number from 1 over all inputs.
#[derive(Serialize)]
pub struct Numbered<T> {
    pub puzzle: u64,
    /// Of a step, its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    #[serde(flatten)]
    pub record: T,
}

/// Appends a record as a line of JSON, with all fields of its input.
pub fn write_json(out: &mut Vec<u8>, item: &Item<'_>, record: &impl Serialize) {
    let Some(mut fields) = item.raw.fields() else {
        serde_json::to_writer(&mut *out, record).expect("a vector takes everything");
        return out.push(b'\n');
    };
    if let Value::Object(record) = json!(record) {
        for (mut name, value) in record {
            while !QUESTION.contains(&&*name) && fields.contains_key(&name) {
                name.insert_str(0, PREFIX);
            }
            let is_unset = |field: &Box<RawValue>| ["null", "\"\""].contains(&field.get());
            if fields.get(&name).is_none_or(is_unset) {
                fields.insert(name, to_raw_value(&value).expect("a value is JSON"));
            }
        }
    }
    serde_json::to_writer(&mut *out, &fields).expect("a vector takes everything");
    out.push(b'\n');
}

/// CSV or TSV: the columns that the input of the first puzzle has, then ours.
#[derive(Debug)]
pub struct Columns {
    delimiter: u8,
    ours: &'static str,
    /// The names of the first puzzle's columns, and its table.
    first: OnceLock<(Vec<String>, Option<Table>)>,
}

impl Columns {
    /// Of a run with this output format, if it has columns; the names of ours have commas between.
    pub fn of(format: Option<Format>, ours: &'static str) -> Option<Columns> {
        let delimiter = match format? {
            Format::Csv => b',',
            Format::Tsv => b'\t',
            _ => return None,
        };
        Some(Columns { delimiter, ours, first: OnceLock::new() })
    }

    /// Begins with a puzzle: the first one chooses the columns and writes the header, and all
    /// others wait for it. Reports a puzzle whose input has another column, and returns false.
    pub fn begin<T>(&self, item: &Item<'_>, done: &mut Done<T>) -> bool {
        let out = &mut done.text;
        let names = || match item.raw.fields() {
            Some(fields) => fields.into_iter().map(|(name, _)| name).collect(),
            None => vec!["puzzle".to_owned()],
        };
        let table = item.raw.row().map(|(table, _)| table);
        if item.number == 1 {
            let (names, table) = self.first.get_or_init(|| (names(), table.cloned()));
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
        let (known, first) = self.first.wait();
        if table.is_some() && table == first.as_ref() {
            return true;
        }
        let Some(other) = names().into_iter().find(|name| !known.contains(name)) else {
            return true;
        };
        let expected = "the columns of the first puzzle (--format json takes any)";
        let kind = ParseErrorKind::expected(expected, format!("{other:?}"));
        done.reject(item.input, &kind.in_line(item.raw.line).to_string());
        false
    }

    /// Begins the line of a puzzle with the columns of its input; of one that is no table and no
    /// object, the only one is the puzzle.
    pub fn input(&self, out: &mut Vec<u8>, item: &Item<'_>) {
        let (names, first) = self.first.wait();
        if let Some((table, row)) =
            item.raw.row().filter(|(table, _)| first.as_ref() == Some(table))
        {
            return self.copy(out, row, table.delimiter);
        }
        let fields = item.raw.fields();
        let value = |name: &String| match (&fields, item.asked) {
            (Some(fields), _) => match fields.get(name).map_or("null", |value| value.get()) {
                "null" => Vec::new(),
                value => serde_json::from_str(value).unwrap_or_else(|_| value.to_owned()).into(),
            },
            (None, Ok(asked)) if name == "puzzle" => alone(asked),
            (None, _) => Vec::new(),
        };
        self.fields(out, names.iter().map(value));
    }

    /// Appends fields to a line.
    pub fn append<'f>(&self, out: &mut Vec<u8>, fields: impl IntoIterator<Item = &'f [u8]>) {
        out.push(self.delimiter);
        self.fields(out, fields);
    }

    /// A record of the input as it stands, or with this delimiter.
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

/// A puzzle in one field.
fn alone(Asked { puzzle, candidates, data: symbols, .. }: &Asked) -> Vec<u8> {
    let mut text = Vec::new();
    match candidates {
        Some(candidates) => {
            write_candidates(&mut text, puzzle.rules(), candidates, symbols);
            // Beside cells in a field the names of rules would be a remark: the options say them.
            let names = text.windows(7).rposition(|part| part == b"\nrules:");
            text.truncate(names.unwrap_or(text.len()));
        }
        None => write_puzzle(&mut text, puzzle, symbols),
    }
    text
}
