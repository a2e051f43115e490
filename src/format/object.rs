//! JSON: arrays of cells, of rows, of puzzles, and objects with a field that holds one.

use serde_json::{Map, Value};

use super::beside::{Beside, cells, grids, kind_of, text_of};
use super::error::{ParseError, ParseErrorKind};
use super::line::{FEWEST_CELLS, whole};
use super::record::{Options, Record};
use super::token::words;
use crate::grid::{Candidates, Digit};

/// A puzzle, or what is wrong with it, and the outermost object of JSON that holds it alone.
pub(super) type Parsed = (Result<Record, ParseError>, Option<Map<String, Value>>);

/// The puzzles of a value, or what is wrong with them; none if it is a row of cells.
pub(super) fn read(value: &Value, line: usize, options: &Options) -> Vec<Parsed> {
    let mut found = Vec::new();
    collect(value, line, options, &mut found);
    if found.iter().all(|(result, _)| result.is_err()) {
        // One object a cell is one mistake, not 81.
        found.truncate(1);
    }
    found
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

fn collect(value: &Value, line: usize, options: &Options, found: &mut Vec<Parsed>) {
    match value {
        Value::String(text) => found.push((cells(text.as_bytes(), line, options), None)),
        Value::Array(values) => match grid_text(value, options) {
            Some(text) => found.push((cells(text.as_bytes(), line, options), None)),
            None => values.iter().for_each(|value| collect(value, line, options, found)),
        },
        Value::Object(fields) => {
            let first = found.len();
            let names: Vec<String> = fields.keys().cloned().collect();
            let grids = grids(&names, options).map(|place| Some(&*names[place?]));
            if let Err(kind) = puzzles(fields, grids, line, options, found) {
                found.truncate(first);
                found.push((Err(kind.in_line(line)), None));
            }
            if let [(_, object)] = &mut found[first..] {
                *object = Some(fields.clone());
            }
        }
        _ => {}
    }
}

/// Reads the puzzles of an object, in the first of two fields if it is known, under what the fields
/// beside them say; the second is their solution.
pub(super) fn puzzles(
    fields: &Map<String, Value>,
    [puzzle, solution]: [Option<&str>; 2],
    line: usize,
    options: &Options,
    found: &mut Vec<Parsed>,
) -> Result<(), ParseErrorKind> {
    let names = || fields.keys().map(String::as_str);
    let sets = fields.get("candidates").filter(|value| value.is_array());
    let inner: Vec<&str> = match puzzle {
        _ if sets.is_some() => Vec::new(),
        Some(puzzle) => vec![puzzle],
        None => names().filter(|name| is_nested(&fields[*name], options)).collect(),
    };
    let is_beside =
        |name: &str| !inner.contains(&name) && ![puzzle, solution].contains(&Some(name));
    let others = fields.iter().map(|(name, value)| (&**name, value));
    let beside = Beside::of(others.filter(|(name, _)| is_beside(name)), line, options)?;
    let inside = beside.options(options);
    let first = found.len();
    if let Some(sets) = sets {
        found.push((Ok(of_sets(sets, line, &inside)?), None));
    }
    for name in inner {
        let value = &fields[name];
        if is_nested(value, options) {
            collect(value, line, &inside, found);
            continue;
        }
        let text = text_of(value).ok_or_else(|| {
            ParseErrorKind::expected(
                "text or an array for a puzzle",
                format!("{} in \"{}\"", kind_of(value), name.escape_default()),
            )
        })?;
        found.push((cells(text.as_bytes(), line, &inside), None));
    }
    if found.len() == first {
        return Err(ParseErrorKind::no_column("of puzzles".to_owned(), names()));
    }
    let claim = solution.and_then(|name| text_of(&fields[name]));
    for (result, _) in &mut found[first..] {
        if let Ok(record) = result
            && let Err(error) =
                beside.complete(record, claim.as_deref().map(str::as_bytes), options)
        {
            *result = Err(error);
        }
    }
    Ok(())
}

/// A grid of candidates, each cell a list of numbers.
fn of_sets(value: &Value, line: usize, options: &Options) -> Result<Record, ParseErrorKind> {
    let sets = || {
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
        Some(Record::of_candidates(candidates, line))
    };
    sets().ok_or_else(|| {
        let expected = "a list of digits for each cell in \"candidates\"";
        ParseErrorKind::expected(expected, "other values")
    })
}
