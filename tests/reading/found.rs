//! What is read of a text, as the cases `*.txt` beside this file say it. After a title there may be
//! options behind `|`. In texts `\t`, `\r`, `\0`, `\u{a0}` and `\\` are escapes.
// Each of the two test programs uses a part of it.
#![allow(dead_code)]

use std::io::{BufReader, Read};

use itertools::Itertools;
use satdoku::format::{Options, PassedOver, Record, Splitter};
use satdoku::{ParseError, Rules, Size};

use crate::common::cases::Case;

/// All records of an input, and what was passed over.
pub fn records(
    input: impl Read,
    options: &Options,
    at_most: usize,
) -> (Vec<Result<Record, ParseError>>, PassedOver) {
    let mut splitter = Splitter::new(input, options.clone());
    let (mut batch, mut records) = (Vec::new(), Vec::new());
    loop {
        match splitter.read_batch(&mut batch, at_most) {
            Ok(true) => records.extend(batch.iter().map(|raw| raw.parse(options))),
            Ok(false) => break,
            Err(error) => records.push(Err(error.downcast().unwrap())),
        }
    }
    (records, splitter.passed_over().clone())
}

/// A record in one line: where it is, its cells, and all that stands beside them.
pub fn shown(record: &Record) -> String {
    let mut shown = format!("{}: {}", record.line, record.grid);
    let mut add = |name: &str, value: Option<String>| {
        shown.extend(value.map(|value| format!(", {name} {value}")));
    };
    let text = |text: &Option<Box<[u8]>>| text.as_ref().map(|text| text.escape_ascii().to_string());
    let candidates = record.candidates.as_deref();
    add("candidates", candidates.map(|candidates| candidates.iter().count().to_string()));
    add("regions", record.regions.as_ref().map(ToString::to_string));
    let says_rules = record.has_box || !record.rules.is_empty();
    let rules = says_rules.then(|| match record.base_rules() {
        Ok(rules) => format!("{rules} {}", rules.size()),
        Err(error) => error.to_string(),
    });
    add("rules", rules);
    let base = Rules::classic(record.grid.size());
    let clues = record.clues.iter().map(|(clue, _)| clue.text(&base)).join("; ");
    add("clues", Some(clues).filter(|clues| !clues.is_empty()));
    add("id", text(&record.id));
    add("comment", text(&record.comment));
    add("solution", record.solution.as_ref().map(ToString::to_string));
    add("drawn", record.drawn.as_deref().map(str::to_owned));
    add("count", record.count.map(|count| count.to_string()));
    shown
}

/// A text of a case file as it is.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        bytes.extend(before.bytes());
        let kind = escape.chars().next().unwrap_or('\\');
        rest = escape.strip_prefix(kind).unwrap_or(escape);
        match kind {
            't' => bytes.push(b'\t'),
            'r' => bytes.push(b'\r'),
            '0' => bytes.push(0),
            'x' => {
                let (code, after) = rest.split_at(2);
                bytes.push(u8::from_str_radix(code, 16).unwrap());
                rest = after;
            }
            'u' => {
                let (code, after) = rest[1..].split_once('}').unwrap();
                let symbol = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
                bytes.extend(symbol.to_string().bytes());
                rest = after;
            }
            other => bytes.extend(other.to_string().bytes()),
        }
    }
    bytes.extend(rest.bytes());
    bytes
}

/// The options after the title of a case.
fn options_of(names: &str) -> Options {
    let mut options = Options::default();
    for name in names.split_whitespace() {
        let (name, value) = name.split_once('=').unwrap_or((name, ""));
        match name {
            "box" => {
                let (height, width) = value.split_once('x').unwrap();
                options.size = Size::new(height.parse().unwrap(), width.parse().unwrap()).ok();
            }
            "symbols" => options.symbols = value.parse().unwrap(),
            "column" => options.column = Some(value.to_owned()),
            "solution-column" => options.solution_column = Some(value.to_owned()),
            "boxless" => options.boxless = true,
            "jigsaw" => (options.jigsaw, options.boxless, options.settled) = (true, true, true),
            "classic" => options.settled = true,
            "lines" => options.lines = Some(value.parse().unwrap()),
            other => panic!("no option {other}"),
        }
    }
    options
}

/// The options after the title of a case.
fn options(case: &Case) -> Options {
    case.title.split_once(" | ").map(|(_, names)| options_of(names)).unwrap_or_default()
}

/// What is read of a case, a line each; errors and notes begin with their names. The pieces in which
/// the text arrives do not matter.
pub fn found(case: &Case) -> String {
    let (text, options) = (unescaped(&case.text), options(case));
    let (found, passed_over) = records(&*text, &options, 7);
    let pieces = BufReader::with_capacity(1, &*text);
    assert_eq!(records(pieces, &options, 1).0, found, "in pieces");
    let lines = found.iter().map(|record| match record {
        Ok(record) => shown(record) + "\n",
        Err(error) => format!("error {error}\n"),
    });
    let note = passed_over.to_string();
    let note = if note.is_empty() { note } else { format!("note {note}\n") };
    lines.collect::<String>() + &note
}
