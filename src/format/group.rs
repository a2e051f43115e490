//! From lines that may belong together to what they make: drawings, puzzles of a line, labels of
//! regions.

use itertools::Itertools;

use super::cells::Placed;
use super::error::{ParseError, ParseErrorKind};
use super::layout::{is_of_letters, regions};
use super::line::find;
use super::record::Options;
use super::row::{Kind, Line};
use super::token::{CHARACTERS, FIELDS, WAYS, WORDS, Way, is_number, without_remark};
use crate::grid::Size;
use crate::rules::Regions;

/// More than the largest drawing has, with a rule or a gap after each row.
const MANY_LINES: usize = 1 << 12;

/// What lines turn out to be.
pub(super) enum Part {
    /// One line with a puzzle.
    Puzzle,
    /// As many rows as each has cells, or several times so many, and what the cells are.
    Rows(Way),
    /// Rows that should be cells.
    Wrong(ParseError),
    /// Labels, the side of the grid, and their regions or what is wrong with them.
    Labels(usize, Result<Regions, ParseError>),
    /// Lines that hold no cells.
    Text,
}

/// The parts that these lines make, all of them, and the lines of each.
pub(super) fn parts<'l>(lines: &'l mut [Line], options: &Options) -> Vec<(Part, &'l [Line])> {
    let has_dash = |line: &Line| is_row(&line) && without_remark(&line.text).contains(&b'-');
    if lines.iter().any(has_dash) {
        let rules = lines.iter_mut().filter(|line| line.kind == Kind::Rule);
        rules.for_each(|line| line.read_dashes(options));
    }
    let (mut parts, mut rest) = (Vec::new(), &*lines);
    let holds = |line: &Line| matches!(line.kind, Kind::Row | Kind::Letters);
    while let Some(start) = rest.iter().position(holds) {
        let from = &rest[start..];
        let (part, length) =
            if is_row(&&from[0]) { rows(from, options) } else { letters(from, options) };
        parts.push((part, &from[..length]));
        rest = &from[length..];
    }
    parts
}

pub(super) fn is_row(line: &&Line) -> bool {
    line.kind == Kind::Row
}

/// Whether rows after a blank line or a comment may belong to these: they are fewer than a row has
/// cells.
pub(super) fn may_go_on(lines: &[Line]) -> bool {
    let mut rows = lines.iter().filter(is_row);
    let widest = rows.next().and_then(|row| row.counts.into_iter().max());
    widest.is_some_and(|width| 1 + rows.count() < width)
}

/// Whether no more lines are taken: they are as many of 16 or 36 cells as each has, so that it
/// shows what they are, or there are many, where a drawing may end.
pub(super) fn is_full(lines: &[Line]) -> bool {
    let mut rows = lines.iter().filter(is_row);
    let Some(first) = rows.next() else { return lines.len() > MANY_LINES };
    let count = 1 + rows.count();
    let is_end = |side: usize| side == 0 || count.is_multiple_of(side);
    first.puzzle.is_some_and(|cells| count.is_multiple_of(cells))
        || lines.len() > MANY_LINES && first.counts.into_iter().all(is_end)
        || lines.len() > 2 * MANY_LINES
}

/// What the cells are and where drawings end that begin with the first line: as many rows as a row
/// has cells, or several times so many, in one piece or in equal ones.
fn drawings(lines: &[Line]) -> Option<(Way, usize)> {
    let end = |way: Way| {
        let side = lines[0].counts[way];
        let (mut end, mut pieces, mut rows) = (0, vec![0_usize], 0);
        for (index, line) in lines.iter().enumerate().filter(|_| side > 0) {
            match line.kind {
                Kind::Row if line.counts[way] == side => {
                    (rows, end) = (rows + 1, index + 1);
                    pieces.iter_mut().last().into_iter().for_each(|piece| *piece += 1);
                }
                Kind::Rule => {}
                Kind::Blank if rows < side => pieces.push(0),
                _ => break,
            }
        }
        (rows > 0 && rows % side == 0 && pieces.iter().all_equal()).then_some((way, end))
    };
    (0..WAYS.len()).find_map(end)
}

/// The part that begins with a row, and how many lines it has.
fn rows(lines: &[Line], options: &Options) -> (Part, usize) {
    let first = &lines[0];
    let is_end = |line: &Line| matches!(line.kind, Kind::Blank | Kind::Letters);
    let piece = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    let found = drawings(lines);
    let has_bars = first.text.contains(&b'|');
    // A line that shows that its cells are a row shows it for others of as many.
    let is_puzzle = |line: &Line| {
        let is_row = |cells| piece.iter().any(|row| row.is_row_of(cells));
        line.puzzle.is_some_and(|cells| !is_row(cells))
    };
    if let Some(side) = first.puzzle.filter(|_| is_puzzle(first) && !(has_bars && found.is_some()))
    {
        let is_empty = |line: &Line| !line.text.iter().any(u8::is_ascii_alphanumeric);
        let are_empty = |&(way, end): &(Way, usize)| {
            let is_drawing = first.counts[way] == side && options.size.is_none();
            is_drawing && lines[..end].iter().all(is_empty)
        };
        let Some((_, end)) = found.filter(are_empty) else { return (Part::Puzzle, 1) };
        let size = |side| options.size_of_side(side).unwrap_or(Size::without_boxes(side));
        let kind = ParseErrorKind::EmptyLines(size(side), size(side.isqrt()));
        return (Part::Wrong(kind.in_line(first.number)), end);
    }
    if let Some((way, end)) = found {
        return (Part::Rows(way), end);
    }
    let is_alone = !piece[1..].iter().any(|line| is_row(&line));
    if is_alone && find(&first.text, options).is_some() {
        return (Part::Puzzle, 1);
    }
    // A number or a date above a drawing, or the heading of a table in Markdown, or a row alone in
    // which no cells are missed.
    let is_number = is_number(&first.text);
    let rules: Vec<usize> = piece.iter().positions(|line| line.kind == Kind::Rule).collect();
    let below = lines.iter().skip(1).position(|line| is_row(&line));
    let is_above = (is_number || has_bars && rules == [1])
        && below.is_some_and(|below| drawings(&lines[1 + below..]).is_some());
    let is_text = is_number || !first.text.iter().any(|byte| b".0_*?xX-".contains(byte));
    if is_above || is_alone && is_text {
        return (Part::Text, 1);
    }
    // Among puzzles in lines a bad line costs itself only.
    let length = 1 + piece[1..].iter().take_while(|line| !is_puzzle(line)).count();
    (Part::Wrong(wrong(&piece[..length], options)), length)
}

/// What is wrong with rows that make no drawing: one is not as wide as most are, or they are not as
/// many.
fn wrong(lines: &[Line], options: &Options) -> ParseError {
    let rows = || lines.iter().filter(is_row);
    let alike = |way: &Way| {
        let widths = rows().map(|row| row.counts[*way]).filter(|&width| width > 0).counts();
        (widths.into_values().max(), lines[0].counts[*way] > 0)
    };
    let ways = [FIELDS, CHARACTERS, WORDS].into_iter();
    let way = ways.max_by_key(alike).expect("three ways");
    let mut widths: Vec<usize> =
        rows().map(|line| WAYS[way](without_remark(&line.text)).len()).collect();
    widths.sort_unstable();
    let side = widths[widths.len() / 2];
    for (row, line) in (1..).zip(rows()) {
        let cells = WAYS[way](without_remark(&line.text));
        if cells.len() != side {
            let end = &line.text[line.text.trim_ascii_end().len()..];
            let expected = format!("{side} cells in row {row}");
            let kind = ParseErrorKind::expected(expected, cells.len().to_string());
            return line.place(options).error(cells.get(side).unwrap_or(&end), kind);
        }
    }
    let expected = format!("{side} rows of {side} cells");
    ParseErrorKind::expected(expected, rows().count().to_string()).in_line(lines[0].number)
}

/// The part that begins with letters, labels of regions or words above them, and how many lines it
/// has.
fn letters(lines: &[Line], options: &Options) -> (Part, usize) {
    let is_end = |line: &Line| !matches!(line.kind, Kind::Letters | Kind::Rule);
    let all = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    match labels(all, options) {
        Some(part) => (part, all.len()),
        None if labels(&all[1..], options).is_some() => (Part::Text, 1),
        None => (Part::Text, all.len()),
    }
}

/// Labels of regions, as far as their shape tells: one line with all of them, or about as many as
/// each has, with at most so many different letters. `None` if they are words.
fn labels<'l>(lines: &'l [Line], options: &'l Options) -> Option<Part> {
    let rows = lines.iter().filter(|line| line.kind == Kind::Letters);
    let row = |line: &'l Line| -> Vec<Placed<'l>> {
        let labels = WAYS[CHARACTERS](&line.text).into_iter();
        labels.map(|label| (line.place(options), label)).collect()
    };
    let rows: Vec<Vec<Placed<'_>>> = rows.map(row).collect();
    let widest = rows.iter().map(Vec::len).max()?;
    let side = if rows.len() == 1 { (widest + 2).isqrt() } else { widest };
    let letters: Vec<u8> = rows.iter().flatten().flat_map(|(_, label)| *label).copied().collect();
    let is_square = rows.len() == 1 || rows.len().abs_diff(side) < 2;
    (is_square && is_of_letters(&letters, side * side)).then(|| Part::Labels(side, regions(&rows)))
}
