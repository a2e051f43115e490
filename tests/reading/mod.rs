//! Is every text read as meant, or refused at its place?
//!
//! The files `*.txt` beside this one hold cases (`common::cases`); after a title there may be options
//! behind `|`. In texts `\t`, `\r`, `\0`, `\u{a0}` and `\\` are escapes.

mod sizes;
mod streams;
pub mod written;

use std::io::{BufReader, Read};

use itertools::Itertools;
use satdoku::format::{FORMS, Options, PassedOver, Record, Splitter};
use satdoku::{ParseError, Rules, Size};

use crate::common::cases::{self, Case};

/// All records of an input, and what was passed over.
fn records(
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

/// The puzzles of a text in one line each, or the errors.
fn read(text: impl AsRef<[u8]>) -> Vec<String> {
    let (records, _) = records(text.as_ref(), &Options::default(), 7);
    records.iter().map(|record| record.as_ref().map_or_else(ToString::to_string, shown)).collect()
}

/// A record in one line: where it is, its cells, and all that stands beside them.
fn shown(record: &Record) -> String {
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

/// What is read of a case, a line each; errors and notes begin with their names.
fn found(case: &Case) -> String {
    let (records, passed_over) = records(&*unescaped(&case.text), &options(case), 7);
    let lines = records.iter().map(|record| match record {
        Ok(record) => shown(record) + "\n",
        Err(error) => format!("error {error}\n"),
    });
    let note = passed_over.to_string();
    let note = if note.is_empty() { note } else { format!("note {note}\n") };
    lines.collect::<String>() + &note
}

#[test]
fn each_text_is_read_as_its_case_says() {
    cases::check("reading", |_, case| found(case));
}

#[test]
fn the_pieces_in_which_a_text_arrives_do_not_matter() {
    for case in cases::files("reading").into_iter().flat_map(|(_, _, cases)| cases) {
        let (text, options) = (unescaped(&case.text), options(&case));
        let pieces = BufReader::with_capacity(1, &*text);
        let (at_once, in_pieces) = (records(&*text, &options, 99), records(pieces, &options, 1));
        assert_eq!(at_once.0, in_pieces.0, "{}", case.title);
    }
}

#[test]
fn the_example_of_each_form_is_one_puzzle_and_nothing_else() {
    for form in &FORMS {
        let (records, passed_over) = records(form.example.as_bytes(), &Options::default(), 7);
        assert!(matches!(records[..], [Ok(_)]), "{}: {records:?}", form.name);
        assert_eq!(passed_over.to_string(), "", "{}", form.name);
    }
}

/// A text that somebody pastes, and what is meant: puzzles after the names of added rules, `refused`,
/// or a jigsaw.
#[derive(serde::Deserialize)]
struct Paste {
    name: String,
    text: String,
    expect: Vec<Meant>,
    /// Whether it states other rules than classic.
    rules: bool,
}

#[derive(PartialEq, Debug, serde::Deserialize)]
#[serde(untagged)]
enum Meant {
    Puzzle(String),
    Jigsaw { puzzle: String, regions: String },
}

/// The pastes were written by someone who did not know the reader. A refusal more, or one after an
/// answer, is no harm: what counts is that nothing is dropped, nor answered under other rules.
#[test]
fn no_paste_is_dropped_or_answered_under_other_rules() {
    for line in include_str!("pastes.jsonl").lines() {
        let Paste { name, text, expect, rules } = serde_json::from_str(line).unwrap();
        let (records, _) = records(text.as_bytes(), &Options::default(), 7);
        let is_refused = records.iter().any(Result::is_err);
        let found: Vec<Meant> = records
            .into_iter()
            .filter_map(Result::ok)
            .map(|record| {
                let rules = record.rules.iter().filter(|rule| !rule.is_base());
                let rules = rules.map(|rule| format!("{rule} "));
                let base = Rules::classic(record.grid.size());
                let clues = record.clues.iter().map(|(clue, _)| clue.text(&base) + "; ");
                let puzzle = rules.chain(clues).chain([record.grid.to_string()]).collect();
                let Some(regions) = record.regions else { return Meant::Puzzle(puzzle) };
                // Regions are named by their order.
                let names: Vec<_> = regions.labels().iter().unique().collect();
                let index = |label| names.iter().position(|name| *name == label).unwrap();
                let name = |label| char::from(b'a' + index(label) as u8);
                Meant::Jigsaw { puzzle, regions: regions.labels().iter().map(name).collect() }
            })
            .collect();
        let refused = Meant::Puzzle("refused".to_owned());
        let answered: Vec<&Meant> = expect.iter().filter(|meant| **meant != refused).collect();
        let is_as_meant = found.iter().eq(answered.iter().copied());
        let may_refuse = expect.contains(&refused);
        // What is answered before its rules are known is told by an error after it.
        assert!(
            is_as_meant || may_refuse && is_refused || may_refuse && !rules,
            "{name}: {found:?}"
        );
        assert!(!may_refuse || is_refused || found.is_empty() || !rules, "{name}: {found:?}");
    }
}
