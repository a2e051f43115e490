//! Rows of cells, with bars and rules between them or without, as many rows as a row has cells.

use itertools::Itertools;

use super::cells::{Place, Placed, grid};
use super::error::{ParseError, ParseErrorKind};
use super::kind::{CellsOf, Kind, Row};
use super::record::{Options, Record};
use super::report::NamedRules;
use super::token::{Token, before_remark, cells_of, fields, tokens};
use crate::grid::Size;

/// A line of a block, plain as [`super::token::plain`] makes it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: usize,
    pub(super) text: Vec<u8>,
    pub(super) kind: Kind,
}

impl Line {
    /// The row that it is, if rules of dashes are rows.
    pub(super) fn row(&self, dashes: bool) -> Option<Row> {
        match self.kind {
            Kind::Row(row) if dashes || !row.is_rule => Some(row),
            _ => None,
        }
    }
}

/// Reads a drawing whose lines hold as many rows as its side.
///
/// # Errors
/// The first place that is no cell, a bar or a rule that is out of place, or a side that no boxes
/// fit.
pub(super) fn read(
    lines: &[Line],
    of: CellsOf,
    side: usize,
    dashes: bool,
    options: &Options,
) -> Result<Record, ParseError> {
    let mut rows: Vec<(Place<'_>, Vec<Token<'_>>)> = Vec::new();
    // The line of the rule or the gap after each row.
    let mut rules: Vec<Option<usize>> = Vec::new();
    for line in lines {
        if line.row(dashes).is_none() {
            if let Some(rule) = rules.last_mut() {
                rule.get_or_insert(line.number);
            }
            continue;
        }
        let cells = cells_in(&line.text, of, side, options);
        let place = Place { line: line.number, text: &line.text, options };
        if cells.len() != side {
            return Err(width(line, of, rows.len() + 1, side, options));
        }
        rows.push((place, cells));
        rules.push(None);
    }
    let line = rows.first().map_or(1, |(place, _)| place.line);
    let drawn = if options.boxless { None } else { boxes(&rows, &rules, side, options)? };
    let boxless = || (side <= Size::MAX_SIDE).then(|| Size::without_boxes(side));
    let size = drawn.or_else(|| options.size_of_side(side)).or_else(boxless);
    let size = size.ok_or_else(|| rows[0].0.error(0, ParseErrorKind::Side { found: side }))?;
    let cells: Vec<Placed<'_>> =
        rows.iter().flat_map(|(place, cells)| cells.iter().map(|cell| (*place, *cell))).collect();
    let record = grid(&cells, size, line, options)?;
    let rules =
        drawn.map(|size| Box::new(NamedRules { size: Some(size), ..NamedRules::default() }));
    Ok(Record { rules, ..record })
}

/// The cells of a row.
fn cells_in<'t>(row: &'t [u8], of: CellsOf, side: usize, options: &Options) -> Vec<Token<'t>> {
    let text = &row[..before_remark(row)];
    let words = || tokens(text, &options.symbols);
    match of {
        CellsOf::Characters => words().into_iter().flat_map(cells_of).collect(),
        CellsOf::Words => words(),
        CellsOf::Fields => fields(text).unwrap_or_default(),
        CellsOf::FieldsButLast => fields(text).unwrap_or_default().into_iter().take(side).collect(),
        CellsOf::Frame => framed(text, side).unwrap_or_default(),
    }
}

/// The error for a row of another width.
pub(super) fn width(
    line: &Line,
    of: CellsOf,
    row: usize,
    expected: usize,
    options: &Options,
) -> ParseError {
    let cells = cells_in(&line.text, of, expected, options);
    let end = line.text.trim_ascii_end().len();
    let at = cells.get(expected).map_or(end, |cell| cell.start);
    let kind = ParseErrorKind::RowCells { row, expected, found: cells.len() };
    Place { line: line.number, text: &line.text, options }.error(at, kind)
}

/// The first cell of a row that is none.
pub(super) fn slip(line: &Line, of: CellsOf, side: usize, options: &Options) -> Option<ParseError> {
    let place = Place { line: line.number, text: &line.text, options };
    let cells = cells_in(&line.text, of, side, options);
    cells.into_iter().find_map(|cell| place.value(cell, side, true).err())
}

/// The cells of a row between bars that stand at fixed places, side by side or with blanks between;
/// blank ones have no text. `None` if that does not fit the side.
pub(super) fn framed(row: &[u8], side: usize) -> Option<Vec<Token<'_>>> {
    let start = row.iter().position(|&byte| byte == b'|')? + 1;
    let inner = row.trim_ascii().strip_prefix(b"|")?.strip_suffix(b"|")?;
    let parts = inner.split(|&byte| byte == b'|').count();
    let width = inner.split(|&byte| byte == b'|').next()?.len();
    let count = side / parts;
    let (first, step) = match width {
        _ if count == 0 || count * parts != side => return None,
        width if width == count => (0, 1),
        width if width + 1 == 2 * count => (0, 2),
        width if width == 2 * count + 1 => (1, 2),
        _ => return None,
    };
    let mut cells = Vec::with_capacity(side);
    for (index, &byte) in inner.iter().enumerate() {
        let (offset, start) = (index % (width + 1), start + index);
        match (offset % step == first, byte) {
            _ if offset == width => {}
            (true, b' ') => cells.push(Token { text: b"", start }),
            (true, _) => cells.push(Token { text: &row[start..=start], start }),
            (false, b' ') => {}
            (false, _) => return None,
        }
    }
    (cells.len() == side).then_some(cells)
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
    let mut bars: Option<(usize, Vec<usize>)> = None;
    for (row, (place, cells)) in rows.iter().enumerate() {
        let pairs = cells.iter().tuple_windows();
        let has_bar = |(cell, next): (&Token<'_>, &Token<'_>)| {
            place.text[cell.end()..next.start].contains(&b'|')
        };
        let after: Vec<usize> =
            pairs.map(has_bar).positions(|bar| bar).map(|index| index + 1).collect();
        let Some((first, others)) = &bars else {
            if !after.is_empty() {
                bars = Some((row, after));
            }
            continue;
        };
        let differs = others
            .iter()
            .find(|bar| !after.contains(bar))
            .or(after.iter().find(|bar| !others.contains(bar)));
        if let Some(&column) = differs.filter(|_| !after.is_empty()) {
            let found = if after.contains(&column) { "one" } else { "none" };
            let expected = format!("the bars of row {}", first + 1);
            return Err(wrong(
                row,
                cells[column - 1].end(),
                expected,
                format!("{found} after cell {column} of row {}", row + 1),
            ));
        }
    }
    let (barred, bars) = bars.unwrap_or_default();
    let width = distance(&bars, side).ok_or_else(|| {
        let ends = [0].iter().chain(&bars).chain([&side]);
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
