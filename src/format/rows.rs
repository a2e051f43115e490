//! What lines turn out to be together: drawings with or without bars and lines, puzzles in a line,
//! labels of regions.

use std::cmp::Reverse;

use itertools::Itertools;

use super::cells::{Placed, grid};
use super::error::{ParseError, ParseErrorKind};
use super::layout::{is_of_letters, regions};
use super::line::find;
use super::record::{Options, Record};
use super::row::{Kind, Line};
use super::token::{Way, end_of, is_number, start_of, without_remark};
use crate::grid::Size;
use crate::rules::Regions;

/// More than the largest drawing has, with a rule or a gap after each row.
const MANY_LINES: usize = 1 << 12;

/// What lines turn out to be.
pub(super) enum Part {
    /// One line with a puzzle.
    Puzzle,
    /// Drawings one after the other, or what is wrong with each.
    Rows(Vec<Result<Record, ParseError>>),
    /// Labels, the side of the grid, and their regions or what is wrong with them.
    Labels(usize, Result<Regions, ParseError>),
    /// Lines that hold no cells.
    Text,
}

/// The parts that these lines make, all of them, and the lines of each.
pub(super) fn parts<'l>(lines: &'l mut [Line], options: &Options) -> Vec<(Part, &'l [Line])> {
    let has_dash = |line: &Line| line.is_row() && without_remark(&line.text).contains(&b'-');
    if lines.iter().any(has_dash) {
        // Among rows of which some mark empty cells by dashes a rule is the row that it can be.
        for line in lines.iter_mut().filter(|line| line.kind == Kind::Rule) {
            let may_be = line.text.iter().all(|byte| b"-| \t".contains(byte));
            if may_be && line.find_counts(options) {
                line.kind = Kind::Row;
            }
        }
    }
    let (mut parts, mut rest) = (Vec::new(), &*lines);
    let holds = |line: &Line| matches!(line.kind, Kind::Row | Kind::Letters);
    while let Some(start) = rest.iter().position(holds) {
        let from = &rest[start..];
        let (part, length) = match from[0].is_row() {
            true => rows(from, options),
            false => labels(from, options).unwrap_or((Part::Text, 1)),
        };
        parts.push((part, &from[..length]));
        rest = &from[length..];
    }
    parts
}

/// Whether rows after a blank line or a comment may belong to these: they are fewer than a row has
/// cells.
pub(super) fn may_go_on(lines: &[Line]) -> bool {
    let mut rows = lines.iter().filter(|line| line.is_row());
    let widest = rows.next().and_then(|row| row.counts.iter().map(|(_, count)| *count).max());
    widest.is_some_and(|width| 1 + rows.count() < width)
}

/// Whether no more lines are taken: they are as many of 16 or 36 cells as each has, so that it
/// shows what they are, or there are many, where a drawing may end.
pub(super) fn is_full(lines: &[Line]) -> bool {
    let mut rows = lines.iter().filter(|line| line.is_row());
    let Some(first) = rows.next() else { return lines.len() > MANY_LINES };
    let count = 1 + rows.count();
    first.puzzle.is_some_and(|cells| count.is_multiple_of(cells))
        || lines.len() > MANY_LINES
            && first.counts.iter().all(|(_, side)| count.is_multiple_of(*side))
        || lines.len() > 2 * MANY_LINES
}

/// The part that begins with a row, and how many lines it has.
fn rows(lines: &[Line], options: &Options) -> (Part, usize) {
    let first = &lines[0];
    let is_end = |line: &Line| matches!(line.kind, Kind::Blank | Kind::Letters);
    let piece = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    let found = drawings(lines);
    let has_bars = first.text.contains(&b'|');
    // A line that can be nothing but a row shows that others of as many cells are rows.
    let is_puzzle = |line: &Line| {
        let shows = |row: &Line, cells| {
            row.is_row() && row.puzzle.is_none() && !row.has_slip && row.has_count(cells)
        };
        line.puzzle.is_some_and(|cells| !piece.iter().any(|row| shows(row, cells)))
    };
    if let Some(side) = first.puzzle.filter(|_| is_puzzle(first) && !(has_bars && found.is_some()))
    {
        let is_empty = |line: &Line| !line.text.iter().any(u8::is_ascii_alphanumeric);
        let are_empty = |&(way, end): &(Way, usize)| {
            let is_drawing = first.count(way) == side && options.size.is_none();
            is_drawing && lines[..end].iter().all(is_empty)
        };
        let Some((_, end)) = found.filter(are_empty) else { return (Part::Puzzle, 1) };
        let size = |side| Size::from_side(side).unwrap_or(Size::without_boxes(side));
        let kind = ParseErrorKind::EmptyLines(size(side), size(side.isqrt()));
        return (Part::Rows(vec![Err(kind.in_line(first.number))]), end);
    }
    if let Some((way, end)) = found {
        return (Part::Rows(read(&lines[..end], way, options)), end);
    }
    let is_alone = !piece[1..].iter().any(Line::is_row);
    if is_alone && find(&first.text, options).is_some() {
        return (Part::Puzzle, 1);
    }
    // A number or a date above a drawing, or the heading of a table in Markdown, or a row alone in
    // which no cells are missed.
    let is_number = is_number(&first.text);
    let is_heading = has_bars && piece.get(1).is_some_and(|line| line.kind == Kind::Rule);
    let below = lines.iter().skip(1).position(Line::is_row);
    let is_above = (is_number || is_heading)
        && below.is_some_and(|below| drawings(&lines[1 + below..]).is_some());
    let is_text = is_number || !first.text.iter().any(|byte| b".0_*?xX-".contains(byte));
    if is_above || is_alone && is_text {
        return (Part::Text, 1);
    }
    // Among puzzles in lines a bad line costs itself only.
    let length = 1 + piece[1..].iter().take_while(|line| !is_puzzle(line)).count();
    (Part::Rows(vec![Err(wrong(&piece[..length], options))]), length)
}

/// What the cells are and where drawings end that begin with the first line: as many rows as a row
/// has cells, or several times so many, in one piece or in equal ones.
fn drawings(lines: &[Line]) -> Option<(Way, usize)> {
    lines[0].counts.iter().find_map(|&(way, side)| {
        let (mut end, mut pieces, mut rows) = (0, vec![0_usize], 0);
        for (index, line) in lines.iter().enumerate() {
            match line.kind {
                Kind::Row if line.count(way) == side => {
                    (rows, end) = (rows + 1, index + 1);
                    pieces.iter_mut().last().into_iter().for_each(|piece| *piece += 1);
                }
                Kind::Rule => {}
                Kind::Blank if rows < side => pieces.push(0),
                _ => break,
            }
        }
        (rows % side == 0 && pieces.iter().all_equal()).then_some((way, end))
    })
}

/// Reads drawings whose lines hold as many rows as their side, one after the other.
fn read(lines: &[Line], way: Way, options: &Options) -> Vec<Result<Record, ParseError>> {
    let side = lines[0].count(way);
    let (mut rows, mut parted) = (Vec::new(), Vec::new());
    for line in lines {
        match line.is_row() {
            true => rows.push(line.cells(way, options)),
            false => parted.push(rows.len()),
        }
    }
    parted.dedup();
    let drawings = rows.chunks(side).enumerate().map(|(index, rows)| {
        let within = parted.iter().map(|after| after.saturating_sub(index * side));
        let rules: Vec<usize> = within.filter(|after| (1..side).contains(after)).collect();
        let line = rows[0][0].0.line;
        let size = options.size_of_side(side).map_err(|kind| kind.in_line(line))?;
        let drawn = if options.boxless { None } else { boxes(rows, rules, options)? };
        let record = grid(&rows.concat(), drawn.unwrap_or(size))?;
        Ok(Record { has_box: drawn.is_some(), ..record })
    });
    drawings.collect()
}

/// The boxes that bars are drawn around, and rules after so many rows, perhaps not around all;
/// `None` if there are none, or lines around each cell.
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
        Err(ParseErrorKind::Lines(expected, found).in_line(rows[row - 1][0].0.line))
    };
    // After how many cells of a row bars stand.
    let bars = |row: &Vec<Placed<'_>>| {
        let gaps = (1..).zip(row.iter().tuple_windows());
        let has_bar = |((place, cell), next): (&Placed<'_>, &Placed<'_>)| {
            place.text[end_of(place.text, cell)..start_of(place.text, next.1)].contains(&b'|')
        };
        gaps.filter(|(_, pair)| has_bar(*pair)).map(|(after, _)| after).collect()
    };
    let all: Vec<Vec<usize>> = rows.iter().map(bars).collect();
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
    if bars.is_empty() && rules.is_empty() {
        return Ok(None);
    }
    // The first lines tell the box; rules may stand around some boxes only.
    let usual = options.size.or_else(|| Size::from_side(side));
    let told = [bars.first().map(|bar| side / bar), rules.first().copied()];
    let told = told.into_iter().flatten().filter(|height| *height > 1 && options.size.is_none());
    let told = told.filter_map(|height| Size::new(height, side / height).ok());
    let fits = |size: &Size| {
        let part = (1..side).filter(|at| at.is_multiple_of(size.box_width()));
        size.side() == side
            && (bars.is_empty() || part.eq(bars.iter().copied()))
            && rules.iter().all(|row| row.is_multiple_of(size.box_height()))
    };
    if let Some(size) = told.chain(usual).find(fits) {
        return Ok(Some(size));
    }
    let shown = |name: &str, lines: &[usize]| {
        (!lines.is_empty()).then(|| format!("{name} {}", lines.iter().join(", ")))
    };
    let found = [shown("bars after cells", bars), shown("lines after rows", &rules)];
    let boxes = options.size.map_or("one size".to_owned(), |size| size.to_string());
    wrong(1, format!("lines around boxes of {boxes}"), found.into_iter().flatten().join(" and "))
}

/// What is wrong with rows that make no drawing: one is not as wide as most are, or they are not as
/// many.
fn wrong(lines: &[Line], options: &Options) -> ParseError {
    let rows = || lines.iter().filter(|line| line.is_row());
    // What most rows are.
    let usual = rows().flat_map(|row| row.counts.iter().copied());
    let usual =
        usual.filter(|(way, _)| [Way::Characters, Way::Words, Way::FIELDS].contains(way)).counts();
    let usual = usual.into_iter().max_by_key(|&((way, width), often)| {
        (often, lines[0].count(way) > 0, Reverse(width), Reverse(way))
    });
    let ((way, side), _) = usual.unwrap_or((lines[0].counts[0], 1));
    let mut cells = (1..).zip(rows().map(|row| row.cells(way, options)));
    let Some((row, cells)) = cells.find(|(_, cells)| cells.len() != side) else {
        let expected = format!("{side} rows of {side} cells");
        let found = rows().count().to_string();
        return ParseErrorKind::expected(expected, found).in_line(lines[0].number);
    };
    let kind =
        ParseErrorKind::expected(format!("{side} cells in row {row}"), cells.len().to_string());
    match (cells.get(side), cells.last()) {
        (Some((place, cell)), _) => place.error(cell, kind),
        (None, Some((place, last))) => place.error(&last[last.len()..], kind),
        (None, None) => kind.in_line(lines[0].number),
    }
}

/// Labels of regions that begin here, as far as their shape tells, and how many lines they have: one
/// line with all of them, or about as many as each has, with at most so many different letters.
/// `None` if the first line is one of words.
fn labels(lines: &[Line], options: &Options) -> Option<(Part, usize)> {
    let is_end = |line: &Line| !matches!(line.kind, Kind::Letters | Kind::Rule);
    let length = lines.iter().position(is_end).unwrap_or(lines.len());
    let rows = lines[..length].iter().filter(|line| line.kind == Kind::Letters);
    let count = rows.clone().count();
    let first = lines[0].cells(Way::Characters, options).len();
    if count > 1 && count.abs_diff(first) > 2 {
        return None;
    }
    let rows: Vec<Vec<Placed<'_>>> = rows.map(|row| row.cells(Way::Characters, options)).collect();
    let widest = rows.iter().map(Vec::len).max()?;
    let side = if count == 1 { (widest + 2).isqrt() } else { widest };
    let letters: Vec<u8> = rows.iter().flatten().flat_map(|(_, label)| *label).copied().collect();
    let is_square = count == 1 || count.abs_diff(side) < 2;
    let are_labels = is_square && is_of_letters(&letters, side * side);
    are_labels.then(|| (Part::Labels(side, regions(&rows)), length))
}
