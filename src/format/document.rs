//! JSON: arrays of cells, of rows, of puzzles, and objects with a field that holds one. Each puzzle
//! becomes a line as others write it.

use itertools::Itertools;
use serde_json::{Map, Value};

use super::error::ParseErrorKind;
use super::named::BOX_SHAPE;
use super::shape::{MOST_SIDE, characters, is_whole};
use super::table::{Column, PUZZLE_NAMES, SOLUTION_NAMES};
use super::{NamedRules, Options, PuzzleReport, write_candidates};
use crate::grid::{Candidates, Digit, Size};
use crate::rules::Variant;

/// How many brackets are open after a text, given how many were before; brackets in strings do
/// not count.
pub(super) fn depth(text: &[u8]) -> isize {
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    for &byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth -= 1,
            _ => {}
        }
    }
    depth
}

/// A puzzle in JSON.
#[derive(Debug)]
pub(super) struct Found {
    /// Its cells in a line, or the rows of a grid of candidates.
    pub(super) cells: Vec<u8>,
    /// The cells of its solution, as it is given beside it.
    pub(super) solution: Option<Vec<u8>>,
    /// One label a cell.
    pub(super) regions: Option<String>,
    pub(super) rules: Option<NamedRules>,
    /// Of a grid of candidates.
    size: Option<Size>,
    /// The outermost object that holds no other.
    pub(super) object: Option<Map<String, Value>>,
}

impl Found {
    fn of(cells: Vec<u8>) -> Found {
        let (solution, regions, rules, size, object) = (None, None, None, None, None);
        Found { cells, solution, regions, rules, size, object }
    }
}

type Puzzles = Vec<Result<Found, ParseErrorKind>>;

/// The puzzles of a JSON text, or what is wrong with them; `None` if the text is no JSON, or such
/// that its lines say as much.
pub(super) fn puzzles(text: &[u8], options: &Options) -> Option<Puzzles> {
    let text = text.trim_ascii();
    let text = text.strip_suffix(b",").unwrap_or(text);
    let value: Value = serde_json::from_slice(text)
        .or_else(|_| serde_json::from_slice(&with_commas(text)))
        .ok()?;
    if !text.contains(&b'\n') && value.as_array().is_some_and(|cells| is_row(cells)) {
        return None;
    }
    let mut found = Vec::new();
    collect(&value, options, &mut found);
    if found.iter().all(Result::is_err) {
        // One object a cell is one mistake, not 81.
        found.truncate(1);
    }
    match (found.is_empty(), &value) {
        (false, _) => Some(found),
        (true, Value::Object(fields)) => Some(vec![Err(no_puzzle(fields))]),
        _ => None,
    }
}

fn no_puzzle(fields: &Map<String, Value>) -> ParseErrorKind {
    let names: Vec<_> =
        fields.keys().take(20).map(|name| name.escape_default().to_string()).collect();
    ParseErrorKind::Column {
        wanted: "of puzzles (--column NAME)".to_owned(),
        found: names.join(", "),
    }
}

/// Whether numbers are too large for a puzzle of so many cells, but not for a row of them.
fn is_row(cells: &[Value]) -> bool {
    let mut numbers = cells.iter().map(Value::as_u64);
    let largest = numbers.try_fold(0, |largest, number| Some(largest.max(number?)));
    let above = cells.len().isqrt() as u64 + 1..=cells.len() as u64;
    largest.is_some_and(|largest| above.contains(&largest))
}

/// Numbers with white space between them, as NumPy prints arrays, as JSON.
fn with_commas(text: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let mut after_blank = false;
    for &byte in text {
        if after_blank && (byte.is_ascii_digit() || byte == b'[') {
            let is_end = |last: &u8| last.is_ascii_digit() || *last == b']';
            out.extend(out.last().copied().filter(is_end).map(|_| b','));
        }
        after_blank = byte.is_ascii_whitespace();
        if !after_blank {
            out.push(byte);
        }
    }
    out
}

fn collect(value: &Value, options: &Options, found: &mut Puzzles) {
    match value {
        _ if grid(value).is_some() => found.extend(grid(value).map(|cells| Ok(Found::of(cells)))),
        Value::Array(values) => values.iter().for_each(|value| collect(value, options, found)),
        Value::Object(fields) => {
            if let Some(kind) = variant(fields) {
                return found.push(Err(kind));
            }
            let first = found.len();
            collect_fields(fields, options, found);
            if let [Ok(puzzle)] = &mut found[first..] {
                let solution = field(fields, &SOLUTION_NAMES).and_then(|(_, value)| cells(value));
                puzzle.solution = puzzle.solution.take().or(solution);
                puzzle.object = Some(fields.clone());
            }
            let beside = Beside::of(fields);
            for result in &mut found[first..] {
                match (result, &beside) {
                    (Ok(puzzle), Ok(Beside { rules, regions })) => {
                        puzzle.rules = puzzle.rules.take().or_else(|| rules.clone());
                        puzzle.regions = puzzle.regions.take().or_else(|| regions.clone());
                        if let Some(size) = puzzle.size {
                            puzzle.rules.get_or_insert_default().size.get_or_insert(size);
                        }
                    }
                    (result @ Ok(_), Err(kind)) => *result = Err(kind.clone()),
                    (Err(_), _) => {}
                }
            }
        }
        _ => {}
    }
}

/// The field of the first of these names that there is, upper or lower case.
fn field<'v>(fields: &'v Map<String, Value>, known: &[&str]) -> Option<(&'v String, &'v Value)> {
    let mut known = known.iter();
    known.find_map(|known| fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(known)))
}

fn collect_fields(fields: &Map<String, Value>, options: &Options, found: &mut Puzzles) {
    let field = |known: &[&str]| field(fields, known);
    let puzzle = match &options.column {
        Some(Column::Name(name)) => field(&[name.as_str()]),
        _ => field(&PUZZLE_NAMES).or_else(|| field(&["value", "start", "initial", "data"])),
    };
    let candidates = field(&["candidates"]).map(|(_, candidates)| candidates);
    // Of 'candidates --format json' the puzzle is a number.
    let is_number = |puzzle: &Value| candidates.is_some() && puzzle.is_number();
    let puzzle = puzzle.filter(|(_, puzzle)| !is_number(puzzle));
    let sets = candidates.map(|candidates| (candidates, sets(candidates, options)));
    let Some((name, puzzle)) = puzzle else {
        match sets {
            Some((_, Some((cells, size)))) => {
                found.push(Ok(Found { size: Some(size), ..Found::of(cells) }));
            }
            _ => {
                let nested = fields.values().filter(|value| value.is_array() || value.is_object());
                nested.for_each(|value| collect(value, options, found));
            }
        }
        return;
    };
    if let Some((candidates, None)) = sets
        && is_set(candidates)
    {
        let expected = "a list of digits for each cell in \"candidates\"";
        return found.push(Err(unsupported(expected, kind_of(candidates))));
    }
    match cells(puzzle) {
        Some(cells) => found.push(Ok(Found::of(cells))),
        None if puzzle.is_array() || puzzle.is_object() => collect(puzzle, options, found),
        None if !PUZZLE_NAMES.contains(&name.to_lowercase().as_str()) => {
            found.push(Err(no_puzzle(fields)));
        }
        None => {
            let found_there = format!("{} in \"{}\"", kind_of(puzzle), name.escape_default());
            found.push(Err(unsupported("text or an array for a puzzle", &found_there)));
        }
    }
}

/// What stands beside the cells of a puzzle, in an object or in a row of a table.
#[derive(Debug, Default)]
pub(super) struct Beside {
    pub(super) rules: Option<NamedRules>,
    /// One label a cell.
    pub(super) regions: Option<String>,
}

impl Beside {
    /// The rules that fields name, if their names are known and do not contradict each other.
    fn of(fields: &Map<String, Value>) -> Result<Beside, ParseErrorKind> {
        let text = |name, expected| match field(fields, &[name]) {
            Some((_, Value::String(text))) if !text.trim().is_empty() => Ok(Some(text.clone())),
            Some((_, value)) if is_set(value) && !value.is_string() => {
                Err(unsupported(expected, kind_of(value)))
            }
            _ => Ok(None),
        };
        let report = PuzzleReport {
            rules: text("rules", "the names of a puzzle's \"rules\" in one text")?,
            box_shape: text("box", BOX_SHAPE)?,
            regions: match field(fields, &["regions"]) {
                Some((_, Value::Array(rows))) if are_texts(rows) => {
                    Some(rows.iter().filter_map(Value::as_str).join(" "))
                }
                _ => text("regions", "one label a cell in \"regions\"")?,
            },
            ..PuzzleReport::default()
        };
        Ok(Beside { rules: report.named()?, regions: report.regions })
    }

    /// The rules that columns of a table name, read as the fields of an object.
    pub(super) fn of_columns(fields: &Map<String, Value>) -> Result<Beside, ParseErrorKind> {
        variant(fields).map_or_else(|| Beside::of(fields), Err)
    }
}

/// Whether a field or a column of this name says which rules a puzzle has.
pub(super) fn names_rules(name: &str) -> bool {
    let name = letters(name);
    ["rules", "box"].contains(&name.as_str()) || is_kind(&name) || is_variant(&name)
}

fn unsupported(expected: &'static str, found: &str) -> ParseErrorKind {
    ParseErrorKind::Unsupported { expected, found: found.to_owned(), advice: "" }
}

/// What a value is, in words.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A grid of candidates, each cell a list of numbers, as rows.
fn sets(value: &Value, options: &Options) -> Option<(Vec<u8>, Size)> {
    let cells = value.as_array()?;
    let size = options.size_of(cells.len()).filter(|size| size.cell_count() == cells.len())?;
    let mut candidates = Candidates::none(size);
    for (cell, digits) in size.cells().zip(cells) {
        for digit in digits.as_array()? {
            let number = usize::try_from(digit.as_u64()?).ok()?;
            let digit = Digit::new(number).filter(|_| number <= size.side())?;
            candidates[cell].insert(digit);
        }
    }
    let mut rows = Vec::new();
    write_candidates(&mut rows, false, &candidates, &options.symbols);
    Some((rows, size))
}

/// Whether there are values, and all are texts: rows of labels.
fn are_texts(values: &[Value]) -> bool {
    !values.is_empty() && values.iter().all(Value::is_string)
}

/// Whether a field says anything.
pub(super) fn is_set(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(values) => !values.is_empty(),
        Value::String(text) => !text.is_empty(),
        Value::Object(values) => !values.is_empty(),
        _ => true,
    }
}

/// Rules beside those of [`Variant::ALL`] that a field or a type can name.
const OTHER_VARIANTS: [&str; 28] = [
    "arrow",
    "arrows",
    "cage",
    "cages",
    "consecutive",
    "constraints",
    "diagonals",
    "extraregions",
    "hyper",
    "irregular",
    "jigsaw",
    "killer",
    "killercage",
    "kropki",
    "nonconsecutive",
    "palindrome",
    "regions",
    "samurai",
    "sandwich",
    "sudokux",
    "thermo",
    "thermometer",
    "thermometers",
    "thermos",
    "touchless",
    "xsudoku",
    "xsums",
    "xv",
];

/// A name in lower case, its letters and digits alone: `Anti-Knight` and `anti_knight` are one.
fn letters(name: &str) -> String {
    let kept = name.chars().filter(char::is_ascii_alphanumeric);
    kept.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Whether such letters are the name of a variant.
fn is_variant(name: &str) -> bool {
    let is_name = |variant: &Variant| {
        variant.name().bytes().filter(|letter| *letter != b'-').eq(name.bytes())
    };
    OTHER_VARIANTS.contains(&name) || Variant::ALL.iter().any(is_name)
}

/// Whether such letters hold the name of a variant.
fn has_variant(text: &str) -> bool {
    OTHER_VARIANTS.iter().any(|known| text.contains(known))
        || Variant::ALL.iter().any(|variant| text.contains(&letters(variant.name())))
}

/// Whether a field of this name says of which kind a puzzle is.
fn is_kind(name: &str) -> bool {
    name.ends_with("type") || name.starts_with("variant")
}

/// The error for a puzzle with rules of its own: a field that adds some, or a type that has some.
fn variant(fields: &Map<String, Value>) -> Option<ParseErrorKind> {
    let says_yes = |value: &Value| match value {
        Value::String(text) => !["", "0", "false", "no"].contains(&letters(text).as_str()),
        Value::Number(number) => number.as_f64() != Some(0.0),
        _ => is_set(value),
    };
    let adds_rules = |name: &str, value: &Value| match letters(name).as_str() {
        kind if is_kind(kind) => has_variant(&letters(&value.to_string())),
        // One label a cell.
        "regions" if value.is_string() || value.as_array().is_some_and(|rows| are_texts(rows)) => {
            false
        }
        name => is_variant(name) && says_yes(value),
    };
    let (name, _) = fields.iter().find(|(name, value)| adds_rules(name, value))?;
    Some(ParseErrorKind::Unsupported {
        expected: "a puzzle without rules of its own",
        found: format!("a variant (\"{}\")", name.escape_default()),
        advice: "name its rules in \"rules\", as --rules does, if they are known",
    })
}

/// The cells of a grid in one line, or a text that should be that.
fn cells(value: &Value) -> Option<Vec<u8>> {
    let line = |text: &str| text.replace(['\n', '\r'], " ").into_bytes();
    grid(value).or_else(|| value.as_str().map(line))
}

/// The cells of a grid in one line.
fn grid(value: &Value) -> Option<Vec<u8>> {
    let mut cells = Vec::new();
    match value {
        Value::String(text) => {
            let text: String = text.split(['\n', '\r', '/']).collect();
            let text = text.trim().as_bytes();
            return is_whole(characters(text)).then(|| text.to_vec());
        }
        Value::Array(rows) => {
            for row in rows {
                match row {
                    Value::Array(row) => {
                        cells.extend(row.iter().map(cell).collect::<Option<Vec<_>>>()?)
                    }
                    Value::String(text) if text.len() == rows.len() => {
                        cells.extend(text.chars().map(String::from));
                    }
                    other => cells.push(cell(other)?),
                }
            }
        }
        _ => return None,
    }
    if !is_whole(cells.len()) {
        return None;
    }
    let are_numbers = cells.len() > MOST_SIDE.pow(2) || cells.iter().any(|cell| cell.len() > 1);
    let between = if are_numbers { " " } else { "" };
    Some(cells.join(between).into_bytes())
}

/// A number, a symbol, or nothing for an empty cell.
fn cell(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null | Value::Bool(false) => ".".to_owned(),
        Value::Number(number) => match number.as_f64() {
            Some(value) if value.fract() == 0.0 && value >= 0.0 => (value as u64).to_string(),
            _ => number.to_string(),
        },
        Value::String(text) if text.trim().is_empty() => ".".to_owned(),
        Value::String(text) if characters(text.trim().as_bytes()) <= 2 => text.trim().to_owned(),
        _ => return None,
    })
}
