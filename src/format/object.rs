//! JSON: arrays of cells, of rows, of puzzles, and objects with a field that holds one.

use serde_json::{Map, Value};

use super::beside::{Beside, cells, kind_of, puzzle_among, solution, solution_among, text_of};
use super::error::{ParseError, ParseErrorKind};
use super::line::FEWEST_CELLS;
use super::record::{Options, Record};
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

/// How many cells an array or a text holds, in rows or not; `None` if it holds other values.
fn count(value: &Value) -> Option<usize> {
    let is_cell = |value: &Value| match value {
        Value::String(text) => text.trim().chars().count() <= 2,
        Value::Array(_) | Value::Object(_) | Value::Bool(true) => false,
        _ => true,
    };
    match value {
        Value::Array(values) if values.iter().all(is_cell) => Some(values.len()),
        Value::Array(rows) => {
            let counts: Option<Vec<usize>> = rows
                .iter()
                .map(|row| match row {
                    Value::Array(cells) => cells.iter().all(is_cell).then_some(cells.len()),
                    Value::String(text) => {
                        Some(text.chars().filter(|symbol| !" |".contains(*symbol)).count())
                    }
                    _ => None,
                })
                .collect();
            counts
                .filter(|counts| counts.iter().all(|&count| count == rows.len()))
                .map(|counts| counts.iter().sum())
        }
        _ => None,
    }
}

/// Whether an array holds the cells of one grid.
fn is_grid(value: &Value, options: &Options) -> bool {
    let Some(cells) = count(value) else { return false };
    // Numbers above the side are a row of a larger grid.
    let is_above =
        |value: &Value| value.as_u64().is_some_and(|number| number > cells.isqrt() as u64);
    let is_row = value.as_array().is_some_and(|values| values.iter().any(is_above));
    options.is_whole(cells) && !is_row && (options.size.is_some() || cells >= FEWEST_CELLS)
}

fn collect(value: &Value, line: usize, options: &Options, found: &mut Vec<Parsed>) {
    match value {
        Value::Array(_) if is_grid(value, options) => {
            let text = text_of(value).unwrap_or_default();
            found.push((cells(text.as_bytes(), line, options), None));
        }
        Value::Array(values) => {
            for value in values {
                match value {
                    Value::String(text) => {
                        found.push((cells(text.as_bytes(), line, options), None))
                    }
                    Value::Array(_) | Value::Object(_) => collect(value, line, options, found),
                    _ => {}
                }
            }
        }
        Value::Object(fields) => object(fields, line, options, found),
        _ => {}
    }
}

fn object(fields: &Map<String, Value>, line: usize, options: &Options, found: &mut Vec<Parsed>) {
    let names: Vec<String> = fields.keys().cloned().collect();
    let value = |index: usize| &fields[&names[index]];
    let wrong = |kind| ParseError { line, column: 1, kind };
    let candidates = fields.get("candidates").filter(|value| value.is_array());
    // Beside candidates the puzzle may be a number.
    let puzzle = puzzle_among(&names, options, false)
        .filter(|&index| candidates.is_none() || !value(index).is_number());
    let is_nested = |value: &Value| match value {
        Value::Object(_) => true,
        Value::Array(values) => {
            !is_grid(value, options)
                && values.iter().any(|value| {
                    value.is_object()
                        || is_grid(value, options)
                        || value.as_str().is_some_and(|text| text.len() >= FEWEST_CELLS)
                })
                && !values
                    .iter()
                    .all(|row| row.as_str().is_some_and(|row| row.len() == values.len()))
        }
        _ => false,
    };
    let nested = puzzle.map(value).filter(|value| is_nested(value));
    let inner: Vec<&Value> = match (puzzle, nested) {
        (_, Some(nested)) => vec![nested],
        (None, None) if candidates.is_none() => {
            fields.values().filter(|value| is_nested(value)).collect()
        }
        _ => Vec::new(),
    };
    if !inner.is_empty() {
        let first = found.len();
        inner.iter().for_each(|value| collect(value, line, options, found));
        let others = fields
            .iter()
            .filter(|(_, value)| !inner.iter().any(|inner| std::ptr::eq(*inner, *value)));
        let beside = Beside::of(others.map(|(name, value)| (&**name, value)), line, options);
        for (result, _) in &mut found[first..] {
            let added = match (&mut *result, &beside) {
                (Err(_), _) => Ok(()),
                (Ok(_), Err(kind)) => Err(kind.clone()),
                (Ok(record), Ok(beside)) => {
                    let (rules, regions) = (beside.rules.clone(), beside.regions.clone());
                    Beside { rules, regions }.add(record, options)
                }
            };
            if let Err(kind) = added {
                *result = Err(wrong(kind));
            }
        }
        if let [(_, object)] = &mut found[first..] {
            *object = Some(fields.clone());
        }
        if found.len() > first {
            return;
        }
    }
    found
        .push((of_object(fields, &names, puzzle, candidates, line, options), Some(fields.clone())));
}

fn of_object(
    fields: &Map<String, Value>,
    names: &[String],
    puzzle: Option<usize>,
    candidates: Option<&Value>,
    line: usize,
    options: &Options,
) -> Result<Record, ParseError> {
    let wrong = |kind| ParseError { line, column: 1, kind };
    let value = |index: usize| &fields[&names[index]];
    let solution_at = solution_among(names, options).filter(|&index| Some(index) != puzzle);
    let grids: Vec<&String> =
        [puzzle, solution_at].into_iter().flatten().map(|index| &names[index]).collect();
    let others = fields.iter().filter(|(name, _)| !grids.contains(name) && *name != "candidates");
    let others = others.map(|(name, value)| (&**name, value));
    let beside = Beside::of(others, line, options).map_err(wrong)?;
    let inner = beside.options(options);
    let mut record = match (puzzle, candidates) {
        (_, Some(sets)) => of_sets(sets, line, &inner).map_err(wrong)?,
        (Some(index), None) => {
            let text = text_of(value(index)).ok_or_else(|| {
                let name = names[index].escape_default();
                let found = format!("{} in \"{name}\"", kind_of(value(index)));
                let expected = "text or an array for a puzzle";
                wrong(ParseErrorKind::Unsupported { expected, found })
            })?;
            cells(text.as_bytes(), line, &inner)?
        }
        (None, None) => {
            let names = names.iter().take(20).map(|name| name.escape_default().to_string());
            let found = names.collect::<Vec<_>>().join(", ");
            return Err(wrong(ParseErrorKind::Column { wanted: "of puzzles".to_owned(), found }));
        }
    };
    if let Some(text) = solution_at.and_then(|index| text_of(value(index))) {
        let claim = solution(text.as_bytes(), &record, &inner)?;
        claim.into_iter().for_each(|grid| record.claim(grid));
    }
    beside.add(&mut record, options).map_err(wrong)?;
    Ok(record)
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
        ParseErrorKind::Unsupported { expected, found: "other values".to_owned() }
    })
}
