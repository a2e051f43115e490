//! From lines that may belong together to blocks: drawings, puzzles of a line, labels of regions.

use itertools::Itertools;

use super::cells::Placed;
use super::error::{ParseError, ParseErrorKind};
use super::forms::Block;
use super::layout::{is_of_letters, labels_of, regions};
use super::line::find;
use super::record::Options;
use super::row::{Kind, Line, Row, Way, dashes};
use super::token::{is_number, without_remark};
use crate::grid::Size;
use crate::rules::Regions;

/// More than the largest drawing has, with a rule or a gap after each row.
const MANY_LINES: usize = 1 << 12;

/// What lines turn out to be.
pub(super) enum Part<'l> {
    /// Cells that start in this line, for a form to read.
    Cells(usize, Block<'l>),
    /// Rows that should be cells.
    Wrong(&'l [Line], ParseError),
    /// Labels, the side of the grid, and their regions or what is wrong with them.
    Labels(&'l [Line], usize, Result<Regions, ParseError>),
    /// Lines that hold no cells.
    Text(&'l [Line]),
}

/// The parts that these lines make, all of them.
pub(super) fn parts<'l>(lines: &'l mut [Line], options: &Options) -> Vec<Part<'l>> {
    let has_dash = |line: &Line| line.row().is_some() && without_remark(&line.text).contains(&b'-');
    if lines.iter().any(has_dash) {
        for rule in lines.iter_mut().filter(|line| line.kind == Kind::Rule) {
            rule.kind = dashes(&rule.text, options);
        }
    }
    let mut parts = Vec::new();
    let mut rest = &*lines;
    let holds = |line: &Line| matches!(line.kind, Kind::Row(_) | Kind::Letters);
    while let Some(start) = rest.iter().position(holds) {
        rest = &rest[start..];
        let (part, length) = match rest[0].kind {
            Kind::Row(row) => rows(rest, row, options),
            _ => letters(rest, options),
        };
        parts.push(part);
        rest = &rest[length..];
    }
    parts
}

/// Whether rows after a blank line may belong to these: they are fewer than a row has cells.
pub(super) fn may_go_on(lines: &[Line]) -> bool {
    if lines.last().is_none_or(|line| line.kind == Kind::Blank) {
        return false;
    }
    let mut rows = lines.iter().filter(|line| line.row().is_some());
    let widest = |line: &Line| Way::ALL.map(|way| line.count(way)).into_iter().max();
    let Some(width) = rows.next().and_then(widest) else { return false };
    1 + rows.count() < width
}

/// Whether no more lines are taken: the last are as many of 16 or 36 cells as each has, so that it
/// shows what they are, or there are many, where a drawing may end.
pub(super) fn is_full(lines: &[Line], options: &Options) -> bool {
    let rows = || lines.iter().rev().filter(|line| line.row().is_some());
    let Some(last) = rows().next() else { return lines.len() > MANY_LINES };
    let are_as_many = |way: Way| {
        let cells = last.count(way);
        options.size.is_none()
            && options.is_whole(cells)
            && rows().take(cells).take_while(|line| line.count(way) == cells).count() == cells
    };
    let is_end = |way: &Way| last.count(*way) == 0 || rows().count() % last.count(*way) == 0;
    [Way::Words, Way::Characters].into_iter().any(are_as_many)
        || lines.len() > MANY_LINES && Way::ALL.iter().all(is_end)
        || lines.len() > 2 * MANY_LINES
}

/// Where drawings end that begin with the first line, if this is what their cells are: as many
/// rows as a row has cells, or several times so many, in one piece or in equal ones.
fn drawings(lines: &[Line], way: Way) -> Option<usize> {
    let side = lines[0].count(way);
    let (mut end, mut pieces, mut rows) = (0, vec![0_usize], 0);
    for (index, line) in lines.iter().enumerate().filter(|_| side > 0) {
        match line.kind {
            Kind::Row(_) if line.count(way) == side => {
                (rows, end) = (rows + 1, index + 1);
                pieces[..].last_mut().into_iter().for_each(|piece| *piece += 1);
            }
            Kind::Rule => {}
            Kind::Blank if rows < side => pieces.push(0),
            _ => break,
        }
    }
    (rows > 0 && rows % side == 0 && pieces.iter().all_equal()).then_some(end)
}

/// The part that begins with a row, and how many lines it has.
fn rows<'l>(lines: &'l [Line], row: Row, options: &Options) -> (Part<'l>, usize) {
    let is_end = |line: &Line| matches!(line.kind, Kind::Blank | Kind::Letters);
    let piece = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    let first = &lines[0];
    let has_bars = first.text.contains(&b'|');
    let drawn = |lines| Way::ALL.into_iter().find_map(|way| Some((way, drawings(lines, way)?)));
    let found = drawn(lines);
    let alone = || (Part::Cells(first.number, Block::Line(&first.text)), 1);
    if let Some(cells) = row.puzzle.filter(|_| !has_bars) {
        let end = found.filter(|(way, _)| first.count(*way) == cells).map(|(_, end)| end);
        match of_a_line(lines, cells, end, options) {
            Some(Err(error)) => return (Part::Wrong(piece, error), piece.len()),
            Some(Ok(())) => return alone(),
            None => {}
        }
    }
    if let Some((way, end)) = found {
        let block = Block::Rows(&lines[..end], way, first.count(way));
        return (Part::Cells(first.number, block), end);
    }
    let next = piece[1..].iter().find_map(Line::row);
    if row.puzzle.is_some() || next.is_none() && find(&first.text, options).is_some() {
        return alone();
    }
    // A number or a date above a drawing, or the heading of a table in Markdown.
    let below = lines.iter().skip(1).position(|line| line.kind != Kind::Rule);
    let rules = piece.iter().filter(|line| line.kind == Kind::Rule).count();
    let is_heading = is_number(&first.text) || has_bars && rules == 1 && below == Some(1);
    let is_above = is_heading && below.is_some_and(|below| drawn(&lines[1 + below..]).is_some());
    if is_above || next.is_none() && is_text(first) {
        return (Part::Text(&lines[..1]), 1);
    }
    // Among puzzles in lines a bad line costs itself only.
    let is_alone = next.is_some_and(|next| next.puzzle.is_some() && !row.shares_width(next));
    let length = if is_alone { 1 } else { piece.len() };
    (Part::Wrong(&piece[..length], wrong(piece, options)), length)
}

/// Whether lines that begin with one of so many cells, which may be a puzzle of its own, are
/// puzzles, or what is wrong with them; `None` if they are the rows of a drawing, which ends there.
fn of_a_line(
    lines: &[Line],
    cells: usize,
    end: Option<usize>,
    options: &Options,
) -> Option<Result<(), ParseError>> {
    let ways = [Way::Words, Way::Characters];
    let Some(way) = ways.into_iter().find(|way| lines[0].count(*way) == cells) else {
        return Some(Ok(()));
    };
    let is_like = |line: &&Line| line.kind == Kind::Rule || line.count(way) == cells;
    let alike: Vec<Row> = lines[..end.unwrap_or(lines.len())]
        .iter()
        .take_while(is_like)
        .filter_map(Line::row)
        .collect();
    let is_no_puzzle = |row: &Row| row.puzzle.is_none() && (end.is_some() || !row.has_slip);
    let are_rows = alike.iter().any(is_no_puzzle);
    let is_empty = |line: &Line| !line.text.iter().any(u8::is_ascii_alphanumeric);
    let kind = match end {
        Some(_) if are_rows => return None,
        None if are_rows => {
            let expected = format!("{cells} rows of {cells} cells");
            ParseErrorKind::expected(expected, alike.len().to_string())
        }
        Some(end) if options.size.is_none() && lines[..end].iter().all(is_empty) => {
            let size = |side| options.size_of_side(side).unwrap_or(Size::without_boxes(side));
            ParseErrorKind::EmptyLines(size(cells), size(cells.isqrt()))
        }
        _ => return Some(Ok(())),
    };
    Some(Err(kind.in_line(lines[0].number)))
}

/// Whether a row alone may be text: no cells that are missed.
fn is_text(line: &Line) -> bool {
    is_number(&line.text) || !line.text.iter().any(|byte| b".0_*?xX-".contains(byte))
}

/// The part that begins with letters, labels of regions or words above them, and how many lines it
/// has.
fn letters<'l>(lines: &'l [Line], options: &Options) -> (Part<'l>, usize) {
    let is_end = |line: &Line| !matches!(line.kind, Kind::Letters | Kind::Rule);
    let all = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    match labels(all, options) {
        Some(part) => (part, all.len()),
        None if labels(&all[1..], options).is_some() => (Part::Text(&all[..1]), 1),
        None => (Part::Text(all), all.len()),
    }
}

/// Labels of regions, as far as their shape tells: one line with all of them, or about as many as
/// each has, with at most so many different letters. `None` if they are words.
fn labels<'l>(lines: &'l [Line], options: &Options) -> Option<Part<'l>> {
    let rows = lines.iter().filter(|line| line.kind == Kind::Letters);
    let rows: Vec<Vec<Placed<'_>>> = rows.map(|line| labels_of(line.place(options))).collect();
    let widest = rows.iter().map(Vec::len).max()?;
    let side = if rows.len() == 1 { (widest + 2).isqrt() } else { widest };
    let letters: Vec<u8> = rows.iter().flatten().flat_map(|(_, label)| *label).copied().collect();
    let is_square = rows.len() == 1 || rows.len().abs_diff(side) < 2;
    (is_square && is_of_letters(&letters, side * side))
        .then(|| Part::Labels(lines, side, regions(&rows)))
}

/// What is wrong with rows that make no drawing.
fn wrong(lines: &[Line], options: &Options) -> ParseError {
    let rows: Vec<&Line> = lines.iter().filter(|line| line.row().is_some()).collect();
    let number = |way, side| rows.iter().filter(|line| line.count(way) == side).count();
    // The width that the most rows have, to say which has another.
    let ways = [Way::Fields, Way::Characters, Way::Words].into_iter();
    let widths = ways.flat_map(|way| {
        rows.iter().take(3).map(move |line| (way, line.count(way))).filter(|(_, side)| *side > 0)
    });
    let (way, side) = widths
        .max_by_key(|&(way, side)| number(way, side))
        .unwrap_or((Way::Characters, rows.len()));
    for (row, line) in (1..).zip(&rows).take(side) {
        let cells = way.cells(&line.text);
        if cells.len() != side {
            let end = &line.text[line.text.trim_ascii_end().len()..];
            let expected = format!("{side} cells in row {row}");
            let kind = ParseErrorKind::expected(expected, cells.len().to_string());
            return line.place(options).error(cells.get(side).unwrap_or(&end), kind);
        }
    }
    let expected = format!("{side} rows of {side} cells");
    ParseErrorKind::expected(expected, rows.len().to_string()).in_line(rows[0].number)
}
