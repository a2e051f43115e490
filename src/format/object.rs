//! Named values that hold puzzles, and JSON: arrays of cells, of rows, of puzzles, and objects with
//! a field that holds one.

use itertools::Itertools;
use serde_json::{Map, Value};

use super::beside::{Beside, Named, shown, text_of};
use super::error::{ParseError, ParseErrorKind, quoted};
use super::line::{self, FEWEST_CELLS, whole};
use super::names::{Names, Role};
use super::record::{Options, Record};
use super::token::{is_missing, words};
use crate::grid::Grid;

/// A puzzle, or what is wrong with it, and the outermost object of JSON that holds it alone.
pub(super) type Parsed = (Result<Record, ParseError>, Option<Map<String, Value>>);

/// The puzzles of a value, or what is wrong with them; none if it is a row of cells.
pub(super) fn read(value: &Value, line: usize, options: &Options) -> Vec<Parsed> {
    let mut found = puzzles(value, line, options);
    if found.iter().all(|(result, _)| result.is_err()) {
        // One object a cell is one mistake, not 81.
        found.truncate(1);
    }
    found
}

fn puzzles(value: &Value, line: usize, options: &Options) -> Vec<Parsed> {
    match value {
        Value::String(text) => vec![(cells(text, line, options), None)],
        Value::Array(values) => match grid_text(value, options) {
            Some(text) => vec![(cells(&text, line, options), None)],
            None => values.iter().flat_map(|value| puzzles(value, line, options)).collect(),
        },
        Value::Object(fields) => {
            let names = Names::of(fields.keys().cloned(), options);
            let found = named(&names, &fields.values().collect_vec(), line, options);
            let mut found = found.unwrap_or_else(|kind| vec![(Err(kind.in_line(line)), None)]);
            if let [(_, object)] = &mut found[..] {
                *object = Some(fields.clone());
            }
            found
        }
        _ => Vec::new(),
    }
}

/// The text of an array that holds the cells of one grid, in rows or not.
fn grid_text(value: &Value, options: &Options) -> Option<String> {
    let text = value.as_array().and_then(|_| text_of(value))?;
    let cells = whole(text.as_bytes(), options)?.concat();
    (cells == words(text.as_bytes()).concat()).then_some(text)
}

/// Whether a value holds puzzles, rather than one.
fn is_nested(value: &Value, options: &Options) -> bool {
    let holds_puzzle = |value: &Value| {
        let is_text = value.as_str().is_some_and(|text| text.len() >= FEWEST_CELLS);
        value.is_object() || is_text || grid_text(value, options).is_some()
    };
    let values = value.as_array().filter(|_| grid_text(value, options).is_none());
    value.is_object() || values.is_some_and(|values| values.iter().any(holds_puzzle))
}

/// Reads a puzzle or a solution of a value.
///
/// # Errors
/// If it is none.
fn cells(text: &str, number: usize, options: &Options) -> Result<Record, ParseError> {
    let record = line::read(text.as_bytes(), number, options).unwrap_or_else(|| {
        let found = match text.trim() {
            "" => "an empty field".to_owned(),
            text => quoted(text),
        };
        Err(ParseErrorKind::expected("the cells of a puzzle", found).in_line(number))
    })?;
    Ok(Record { id: None, comment: None, ..record })
}

/// Reads the puzzles of named values, under what the values beside them say: the value whose name
/// is known to hold them, or else all that do.
///
/// # Errors
/// If there are none, or what is wrong with the values beside them.
pub(super) fn named(
    names: &Names,
    values: &[&Value],
    line: usize,
    options: &Options,
) -> Result<Vec<Parsed>, ParseErrorKind> {
    let all = names.all.iter().zip(values).map(|((name, role), value)| (&**name, *role, *value));
    let is_set = |value: &Value| value.as_array().is_some_and(|cells| !cells.is_empty());
    let sets = all.clone().find(|(_, role, value)| *role == Role::Candidates && is_set(value));
    let is_inner = |(_, role, value): &Named<'_>| match names.puzzle {
        _ if sets.is_some() => false,
        Some(_) => *role == Role::Puzzle,
        None => *role != Role::OtherRules && is_nested(value, options),
    };
    let (inner, others): (Vec<Named<'_>>, Vec<Named<'_>>) = all.partition(is_inner);
    let beside = Beside::of(&others, line, options)?;
    let inside = beside.options(options);
    let mut found: Vec<Parsed> = Vec::new();
    if let Some((_, _, sets)) = sets {
        let text = text_of_sets(sets).ok_or_else(|| {
            let expected = "a list of digits for each cell in \"candidates\"";
            ParseErrorKind::expected(expected, shown(sets))
        })?;
        found.push((cells(&text, line, &inside), None));
    }
    for (name, _, value) in inner {
        if is_nested(value, options) {
            found.extend(puzzles(value, line, &inside));
            continue;
        }
        let text = text_of(value).ok_or_else(|| {
            let found = format!("{} in \"{}\"", shown(value), name.escape_default());
            ParseErrorKind::expected("text or an array for a puzzle", found)
        })?;
        found.push((cells(&text, line, &inside), None));
    }
    if found.is_empty() {
        return Err(names.lack("of puzzles".to_owned()));
    }
    let claim = names.solution.and_then(|index| text_of(values[index]));
    let complete = |mut record: Record| {
        let solution = claim.as_deref().map(|text| solution(text, &record, options));
        solution.transpose()?.flatten().into_iter().for_each(|grid| record.claim(grid));
        record.regions = beside.regions.clone().map(Box::new).or(record.regions);
        record.rules.extend(&beside.rules);
        record.has_box |= beside.size.is_some();
        Ok(record)
    };
    Ok(found.into_iter().map(|(result, object)| (result.and_then(complete), object)).collect())
}

/// The solution that a value gives; `None` if it is missing.
fn solution(text: &str, record: &Record, options: &Options) -> Result<Option<Grid>, ParseError> {
    let (text, size) = (text.trim(), record.grid.size());
    // Much less text than cells is a remark or a number of solutions.
    if is_missing(text.as_bytes()) || text.len() <= size.cell_count() / 2 {
        return Ok(None);
    }
    let options = Options { size: Some(size), ..options.clone() };
    let solution = cells(text, record.line, &options);
    solution.map(|record| Some(record.grid)).map_err(ParseError::of_claim)
}

/// The text of a table of candidates, each cell a list of numbers.
fn text_of_sets(value: &Value) -> Option<String> {
    let cell = |digits: &Value| match digits.as_array()? {
        digits if digits.is_empty() => Some("!".to_owned()),
        digits if digits.iter().all(Value::is_u64) => Some(digits.iter().join("/")),
        _ => None,
    };
    Some(value.as_array()?.iter().map(cell).collect::<Option<Vec<_>>>()?.join(" "))
}
