//! From lines that may belong together to blocks: drawings, puzzles of a line, labels of regions.

use itertools::Itertools;

use super::error::{ParseError, ParseErrorKind};
use super::forms::Block;
use super::layout::{in_line, is_of_letters, labels_of, regions};
use super::line::find;
use super::record::Options;
use super::row::{Kind, Line, Row, Way, dashes};
use super::token::{characters, is_number, without_remark, words};
use crate::grid::Size;
use crate::rules::Regions;

/// More than the largest drawing has, with a rule or a gap after each row.
const MANY_LINES: usize = 1 << 12;

/// What lines turn out to be.
pub(super) enum Part<'l> {
    /// Cells that start in this line, for a form to read.
    Cells(usize, Block<'l>),
    /// Rows that should be cells.
    Wrong(ParseError),
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
    let holds = |line: &Line| matches!(line.kind, Kind::Row(_) | Kind::Letters(_));
    while let Some(start) = rest.iter().position(holds) {
        rest = &rest[start..];
        let length = match rest[0].kind {
            Kind::Row(row) => rows(rest, row, &mut parts, options),
            _ => letters(rest, &mut parts, options),
        };
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
/// rows as a row has cells, in one piece or in equal ones.
fn drawings(lines: &[Line], way: Way) -> Option<Vec<usize>> {
    let side = lines[0].count(way);
    let (mut ends, mut pieces, mut rows) = (Vec::new(), vec![0_usize], 0);
    if side == 0 {
        return None;
    }
    for (index, line) in lines.iter().enumerate() {
        match line.kind {
            Kind::Row(_) if line.count(way) == side => {
                rows += 1;
                pieces[..].last_mut().into_iter().for_each(|piece| *piece += 1);
                ends.extend((rows % side == 0).then_some(index + 1));
            }
            Kind::Rule => {}
            Kind::Blank if rows < side => pieces.push(0),
            _ => break,
        }
    }
    (rows % side == 0 && pieces.iter().all_equal()).then_some(ends)
}

/// Takes the parts that begin with a row; how many lines they have.
fn rows<'l>(lines: &'l [Line], row: Row, parts: &mut Vec<Part<'l>>, options: &Options) -> usize {
    let is_end = |line: &Line| matches!(line.kind, Kind::Blank | Kind::Letters(_));
    let piece = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    let first = &lines[0];
    let has_bars = first.text.contains(&b'|');
    let drawn = Way::ALL.into_iter().find_map(|way| Some((way, drawings(lines, way)?)));
    let alone = Part::Cells(first.number, Block::Line(&first.text));
    if let Some(cells) = row.puzzle.filter(|_| !has_bars) {
        let ends =
            drawn.as_ref().filter(|(way, _)| first.count(*way) == cells).map(|(_, ends)| ends[0]);
        match of_a_line(lines, cells, ends, options) {
            Some(Err(error)) => {
                parts.push(Part::Wrong(error));
                return piece.len();
            }
            Some(Ok(())) => {
                parts.push(alone);
                return 1;
            }
            None => {}
        }
    }
    if let Some((way, ends)) = drawn {
        let starts = [0].into_iter().chain(ends.iter().copied());
        let drawings = starts.zip(&ends).map(|(start, end)| &lines[start..*end]);
        let cells = |lines: &'l [Line]| {
            Part::Cells(lines[0].number, Block::Rows(lines, way, first.count(way)))
        };
        parts.extend(drawings.map(cells));
        return ends[ends.len() - 1];
    }
    let next = piece[1..].iter().find_map(Line::row);
    if row.puzzle.is_some() || next.is_none() && find(&first.text, options).is_some() {
        parts.push(alone);
        return 1;
    }
    let below = lines.iter().skip(1).position(|line| line.kind != Kind::Rule);
    let are_below =
        |start: usize| Way::ALL.iter().any(|way| drawings(&lines[start..], *way).is_some());
    // A number or a date above a drawing, or the heading of a table in Markdown.
    let rules = piece.iter().filter(|line| line.kind == Kind::Rule).count();
    let is_heading = is_number(&first.text) || has_bars && rules == 1 && below == Some(1);
    if is_heading && below.is_some_and(|below| are_below(1 + below))
        || next.is_none() && is_text(first)
    {
        parts.push(Part::Text(&lines[..1]));
        return 1;
    }
    parts.push(Part::Wrong(wrong(piece, options)));
    // Among puzzles in lines a bad line costs itself only.
    let is_alone = next.is_some_and(|next| next.puzzle.is_some() && !row.shares_width(next));
    if is_alone { 1 } else { piece.len() }
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

/// Takes the parts that begin with letters: labels of regions, perhaps below a word; how many
/// lines they have.
fn letters<'l>(lines: &'l [Line], parts: &mut Vec<Part<'l>>, options: &Options) -> usize {
    let is_end = |line: &Line| !matches!(line.kind, Kind::Letters(_) | Kind::Rule);
    let all = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    let (heading, below) = all.split_at(1);
    match (labels(all, options), labels(below, options)) {
        (Some(part), _) => parts.push(part),
        (None, Some(part)) => parts.extend([Part::Text(heading), part]),
        (None, None) => parts.push(Part::Text(all)),
    }
    all.len()
}

/// Labels of regions, as far as their shape tells: one line with all of them, or about as many as
/// each has, with at most so many different letters. `None` if they are words.
fn labels<'l>(lines: &'l [Line], options: &Options) -> Option<Part<'l>> {
    let count = |line: &Line| if let Kind::Letters(count) = line.kind { Some(count) } else { None };
    let rows: Vec<&Line> = lines.iter().filter(|line| count(line).is_some()).collect();
    let widest = rows.iter().filter_map(|line| count(line)).max()?;
    let side = if rows.len() == 1 { (widest + 2).isqrt() } else { widest };
    let is_byte = |byte: &u8| !byte.is_ascii_whitespace() && !b",;|".contains(byte);
    let letters: Vec<u8> =
        rows.iter().flat_map(|line| &line.text).copied().filter(is_byte).collect();
    if rows.len() > 1 && rows.len().abs_diff(side) > 1 || !is_of_letters(&letters, side * side) {
        return None;
    }
    let regions = match &rows[..] {
        [line] => {
            let words = words(&line.text, &options.symbols);
            let labels: Vec<&[u8]> = words.into_iter().flat_map(characters).collect();
            in_line(line.place(options), &labels, side * side)
        }
        rows => {
            regions(&rows.iter().map(|line| labels_of(line.place(options))).collect::<Vec<_>>())
        }
    };
    Some(Part::Labels(lines, side, regions))
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
        let cells = way.cells(&line.text, &options.symbols);
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
