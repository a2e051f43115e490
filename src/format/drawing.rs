//! Rows of cells, with bars and rules between them or without, as many rows as a row has cells.

use itertools::Itertools;

use super::cells::{Place, Placed, grid};
use super::error::{ParseError, ParseErrorKind};
use super::record::{Options, Record};
use super::row::{Line, Way};
use super::token::Token;
use crate::grid::Size;

/// Reads a drawing whose lines hold as many rows as its side.
///
/// # Errors
/// The first place that is no cell, a bar or a rule that is out of place, or a side that no boxes
/// fit.
pub(super) fn read(
    lines: &[Line],
    way: Way,
    side: usize,
    options: &Options,
) -> Result<Record, ParseError> {
    let mut rows: Vec<(Place<'_>, Vec<Token<'_>>)> = Vec::new();
    // The line of the rule or the gap after each row.
    let mut rules: Vec<Option<usize>> = Vec::new();
    for line in lines {
        if line.row().is_some() {
            rows.push((line.place(options), way.cells(&line.text, &options.symbols)));
            rules.push(None);
        } else if let Some(rule) = rules.last_mut() {
            rule.get_or_insert(line.number);
        }
    }
    let first = rows[0].0;
    if side > Size::MAX_SIDE {
        return Err(first.error(
            0,
            ParseErrorKind::expected(
                format!("a side of at most {}", Size::MAX_SIDE),
                side.to_string(),
            ),
        ));
    }
    let drawn = if options.boxless { None } else { boxes(&rows, &rules, side, options)? };
    let size = drawn.or_else(|| options.size_of_side(side));
    let size = size.unwrap_or_else(|| Size::without_boxes(side));
    let cells: Vec<Placed<'_>> =
        rows.iter().flat_map(|(place, cells)| cells.iter().map(|cell| (*place, *cell))).collect();
    let record = grid(&cells, size, first.line, options)?;
    Ok(Record { has_box: drawn.is_some(), ..record })
}

/// The error for a row that should have so many cells.
pub(super) fn width(
    line: &Line,
    way: Way,
    row: usize,
    expected: usize,
    options: &Options,
) -> ParseError {
    let cells = way.cells(&line.text, &options.symbols);
    let at = cells.get(expected).map_or(line.text.trim_ascii_end().len(), |cell| cell.start);
    let kind = ParseErrorKind::RowCells { row, expected, found: cells.len() };
    line.place(options).error(at, kind)
}

/// How far apart lines at equal distances stand, given the items after which one stands; the number
/// of items if there is none, `None` if the distances differ.
fn distance(after: &[usize], count: usize) -> Option<usize> {
    let Some(&distance) = after.first() else { return Some(count) };
    let all = (1..count).filter(|item| item.is_multiple_of(distance));
    (count.is_multiple_of(distance) && all.eq(after.iter().copied())).then_some(distance)
}

/// The boxes that bars and rules are drawn around; `None` if there are none, or lines around each
/// cell.
///
/// # Errors
/// The first line that boxes do not have, or lack.
fn boxes(
    rows: &[(Place<'_>, Vec<Token<'_>>)],
    rules: &[Option<usize>],
    side: usize,
    options: &Options,
) -> Result<Option<Size>, ParseError> {
    let wrong = |row: usize, at: usize, expected: String, found: String| {
        rows[row].0.error(at, ParseErrorKind::Lines { expected, found })
    };
    let bars_of = |(place, cells): &(Place<'_>, Vec<Token<'_>>)| -> Vec<usize> {
        let pairs = cells.iter().tuple_windows();
        let has_bar = |(cell, next): (&Token<'_>, &Token<'_>)| {
            place.text[cell.end()..next.start].contains(&b'|')
        };
        pairs.map(has_bar).positions(|bar| bar).map(|index| index + 1).collect()
    };
    let all: Vec<Vec<usize>> = rows.iter().map(bars_of).collect();
    let barred = all.iter().position(|bars| !bars.is_empty()).unwrap_or(0);
    let bars = &all[barred];
    if let Some((row, others)) =
        (0..).zip(&all).find(|(_, others)| !others.is_empty() && *others != bars)
    {
        let is_in = |column: &&usize| bars.contains(column) != others.contains(column);
        let column = *bars.iter().chain(others).find(is_in).expect("they differ");
        let found = if others.contains(&column) { "one" } else { "none" };
        let found = format!("{found} after cell {column} of row {}", row + 1);
        let expected = format!("the bars of row {}", barred + 1);
        return Err(wrong(row, rows[row].1[column - 1].end(), expected, found));
    }
    let width = distance(bars, side).ok_or_else(|| {
        let ends = [0].iter().chain(bars).chain([&side]);
        let parts = ends.tuple_windows().map(|(start, end)| end - start).join(", ");
        let found = format!("parts of {parts} cells in row {}", barred + 1);
        wrong(barred, 0, "bars at equal distances".to_owned(), found)
    })?;
    let mut after: Vec<usize> = (1..side).filter(|&row| rules[row - 1].is_some()).collect();
    let says_nothing = |distance: usize| distance == 1 || distance == side;
    if says_nothing(width) && after == [1] {
        // Below the heading of a table.
        after.clear();
    }
    let drawn = match (options.size, distance(&after, side)) {
        (Some(size), _) => Some(size),
        (None, _) if !says_nothing(width) => Size::new(side / width, width).ok(),
        (None, Some(height)) if !says_nothing(height) => Size::new(height, side / height).ok(),
        (None, Some(_)) => None,
        (None, None) => Size::from_side(side),
    };
    let Some(size) = drawn else { return Ok(None) };
    if !says_nothing(width) && width != size.box_width() {
        let expected = format!("a bar after every {} cells for boxes of {size}", size.box_width());
        let found = format!("one after cell {width} of row {}", barred + 1);
        return Err(wrong(barred, 0, expected, found));
    }
    let height = size.box_height();
    let is_rule_a_row = distance(&after, side) == Some(1);
    if let Some(&row) =
        after.iter().find(|row| !row.is_multiple_of(height)).filter(|_| !is_rule_a_row)
    {
        let expected =
            format!("a rule or a blank line after every {height} rows for boxes of {size}");
        let error = wrong(row, 0, expected, format!("one after row {row}"));
        return Err(ParseError { line: rules[row - 1].unwrap_or(error.line), column: 1, ..error });
    }
    Ok(Some(size).filter(|_| !says_nothing(width) || !after.is_empty() && !is_rule_a_row))
}
