//! Rows of cells, with bars and rules between them or without, as many rows as a row has cells.

use itertools::Itertools;

use super::cells::{Placed, grid, size_of_side};
use super::error::{ParseError, ParseErrorKind};
use super::record::{Options, Record};
use super::row::{Kind, Line};
use super::token::{WAYS, Way, end_of, start_of, without_remark};
use crate::grid::Size;

/// Rows of cells, and after how many of them a rule or a gap stands.
type Drawing<'l> = (Vec<Vec<Placed<'l>>>, Vec<usize>);

/// Reads drawings whose lines hold as many rows as their side, one after the other.
pub(super) fn read(lines: &[Line], way: Way, options: &Options) -> Vec<Result<Record, ParseError>> {
    let side = lines[0].counts[way];
    let mut drawings: Vec<Drawing<'_>> = Vec::new();
    for line in lines {
        let open = drawings.last_mut().filter(|(rows, _)| rows.len() < side);
        if line.kind != Kind::Row {
            open.into_iter().for_each(|(rows, rules)| rules.push(rows.len()));
            continue;
        }
        let cells = WAYS[way](without_remark(&line.text));
        let row = cells.into_iter().map(|cell| (line.place(options), cell)).collect();
        match open {
            Some((rows, _)) => rows.push(row),
            None => drawings.push((vec![row], Vec::new())),
        }
    }
    drawings.into_iter().map(|drawing| read_one(drawing, options)).collect()
}

/// The record of a drawing.
///
/// # Errors
/// The first place that is no cell, lines that part no boxes, or a side that is too large.
fn read_one((rows, mut rules): Drawing<'_>, options: &Options) -> Result<Record, ParseError> {
    rules.dedup();
    let line = line_of(&rows[0]);
    let size = size_of_side(rows.len(), options).map_err(|kind| kind.in_line(line))?;
    let drawn = if options.boxless { None } else { boxes(&rows, rules, options)? };
    let record = grid(&rows.concat(), drawn.unwrap_or(size), line, options)?;
    Ok(Record { has_box: drawn.is_some(), ..record })
}

fn line_of(row: &[Placed<'_>]) -> usize {
    row[0].0.line
}

/// After how many cells of a row a bar stands.
fn bars(row: &[Placed<'_>]) -> Vec<usize> {
    let has_bar = |(cell, next): (&Placed<'_>, &Placed<'_>)| {
        let line = cell.0.text;
        line[end_of(line, cell.1)..start_of(line, next.1)].contains(&b'|')
    };
    row.iter().tuple_windows().map(has_bar).positions(|bar| bar).map(|index| index + 1).collect()
}

/// The boxes that bars and rules are drawn around, rules perhaps not around all; `None` if there
/// are none, or lines around each cell.
///
/// # Errors
/// Lines that part no boxes, or not those asked for.
fn boxes(
    rows: &[Vec<Placed<'_>>],
    mut rules: Vec<usize>,
    options: &Options,
) -> Result<Option<Size>, ParseError> {
    let side = rows.len();
    let wrong = |row: usize, expected: String, found: String| {
        Err(ParseErrorKind::Lines { expected, found }.in_line(line_of(&rows[row - 1])))
    };
    let all: Vec<Vec<usize>> = rows.iter().map(|row| bars(row)).collect();
    let mut barred = (1..).zip(&all).filter(|(_, bars)| !bars.is_empty());
    let (first, bars) = barred.next().unwrap_or((1, &all[0]));
    if let Some((row, _)) = barred.find(|(_, others)| *others != bars) {
        return wrong(row, format!("the bars of row {first}"), format!("others in row {row}"));
    }
    let are_all = |lines: &[usize]| lines.len() == side - 1;
    if are_all(&rules) || are_all(bars) && rules == [1] {
        // Around each cell, or below the heading of a table.
        rules.clear();
    }
    let bars = if are_all(bars) { &[] } else { &bars[..] };
    let size = |height: usize| match options.size_of_side(side) {
        Some(usual) if usual.box_height() == height => Some(usual),
        _ => Size::new(height, side / height).ok().filter(|_| options.size.is_none() && height > 1),
    };
    // The first lines tell the box; rules may stand around some boxes only.
    let usual = options.size_of_side(side).map(Size::box_height);
    let heights = match (bars, &rules[..]) {
        ([], []) => return Ok(None),
        ([], [rule, ..]) => [Some(*rule), usual],
        ([bar, ..], _) => [Some(side / bar), None],
    };
    let fits = |size: &Size| {
        let part = (1..side).filter(|at| at.is_multiple_of(size.box_width()));
        size.side() == side
            && (bars.is_empty() || part.eq(bars.iter().copied()))
            && rules.iter().all(|row| row.is_multiple_of(size.box_height()))
    };
    if let Some(size) = heights.into_iter().flatten().filter_map(size).find(fits) {
        return Ok(Some(size));
    }
    let shown = |name: &str, lines: &[usize]| {
        (!lines.is_empty()).then(|| format!("{name} {}", lines.iter().join(", ")))
    };
    let found = [shown("bars after cells", bars), shown("rules after rows", &rules)];
    let boxes = options.size.map_or("one size".to_owned(), |size| size.to_string());
    wrong(1, format!("lines around boxes of {boxes}"), found.into_iter().flatten().join(" and "))
}
