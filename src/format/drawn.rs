//! The lines of a drawing: bars between the cells of a row and rules between rows. They show which
//! boxes the grid has.

use itertools::Itertools;

use super::Options;
use super::batch::RawRecord;
use super::cells::Place;
use super::error::{ParseError, ParseErrorKind, walls};
use super::shape::{Line, Token};
use crate::grid::Size;

/// What stands for a rule in the text of a drawing that was cut from a stream: no symbol or label.
pub(super) const RULE: &[u8] = b"|";

/// Whether a line parts the rows above it from those below it.
pub(super) fn is_rule(line: &[u8]) -> bool {
    line == RULE || Line::of(line) == Line::Rule && line.iter().any(|byte| b"-=".contains(byte))
}

/// The boxes that bars and rules are drawn around: those asked for, or else as wide as the bars of
/// most rows that have any show, or as high as the rules do. `None` if there are no lines, or lines
/// around each cell, or no boxes.
///
/// # Errors
/// The first line that these boxes do not have, or lack, but for a rule that is missing among
/// others; lines around the regions of a jigsaw.
pub(super) fn drawn_boxes(
    raw: RawRecord<'_>,
    rows: &[(Place<'_>, Vec<Token<'_>>)],
    options: &Options,
) -> Result<Option<Size>, ParseError> {
    if options.boxless {
        return Ok(None);
    }
    let side = rows.len();
    let says_nothing = |distance: usize| distance == 1 || distance == side;
    let bars: Vec<Vec<bool>> = rows.iter().map(|(place, cells)| bars(place.text, cells)).collect();
    let width = usual_distance(rows, &bars)?;
    let mut rule_lines = rules_between(raw, rows);
    if says_nothing(width) && rule_lines.iter().positions(Option::is_some).eq([0]) {
        // Below the heading of a table.
        rule_lines.fill(None);
    }
    let rules: Vec<bool> = rule_lines.iter().map(Option::is_some).collect();
    let height = distance(&rules);

    let size = match height {
        _ if options.size.is_some() => options.size,
        _ if !says_nothing(width) => Size::new(side / width, width).ok(),
        Some(height) if !says_nothing(height) => Size::new(height, side / height).ok(),
        Some(_) => None,
        None => Size::from_side(side),
    };
    let (for_boxes, box_height, box_width) = match size {
        Some(size) => (format!(" for boxes of {size}"), size.box_height(), size.box_width()),
        None => (String::new(), side, width),
    };
    let box_width = if says_nothing(width) { width } else { box_width };
    for (row, ((place, cells), bars)) in (1..).zip(rows.iter().zip(&bars)) {
        if bars.contains(&true)
            && let Some((column, is_bar)) = misplaced(bars, box_width)
        {
            let (end, next) = (cells[column - 1].end(), cells[column].start);
            let bar = place.text[end..next].iter().position(|&byte| byte == b'|');
            let expected = match box_width {
                1 => "a bar after every cell".to_owned(),
                width if width == side => "no bar between cells".to_owned(),
                width => format!("a bar after every {width} cells{for_boxes}"),
            };
            let found = format!("{} after cell {column} of row {row}", one_or_none(is_bar));
            let kind = ParseErrorKind::Lines { expected, found };
            return Err(place.error(end + bar.unwrap_or(0), kind));
        }
    }
    let extra =
        (1_usize..).zip(&rules).find(|&(row, is_rule)| *is_rule && !row.is_multiple_of(box_height));
    // One that is missing among others does no harm.
    let wrong = match (extra, height) {
        (_, Some(height)) if says_nothing(height) => None,
        (Some((row, _)), _) => Some((row, true)),
        (None, Some(height)) if height != box_height => Some((box_height, false)),
        _ => None,
    };
    if let Some((row, is_rule)) = wrong {
        let line = rule_lines[row - 1].unwrap_or(rows[row].0.line);
        let expected = format!("a rule or a blank line after every {box_height} rows{for_boxes}");
        let found = format!("{} after row {row}", one_or_none(is_rule));
        let kind = ParseErrorKind::Lines { expected, found };
        return Err(Place { line, ..rows[row].0 }.error(0, kind));
    }
    Ok(size.filter(|_| !says_nothing(width) || height.is_some_and(|height| !says_nothing(height))))
}

/// The distance of the bars that most rows with any have; the side if none has.
fn usual_distance(
    rows: &[(Place<'_>, Vec<Token<'_>>)],
    bars: &[Vec<bool>],
) -> Result<usize, ParseError> {
    let barred = bars.iter().filter(|bars| bars.contains(&true));
    let most = barred.clone().count() / 2;
    let Some((usual, _)) = barred.counts().into_iter().find(|(_, count)| *count > most) else {
        return match most {
            0 => Ok(rows.len()),
            _ => Err(rows[0].0.error(0, walls())),
        };
    };
    distance(usual).ok_or_else(|| {
        let row = bars.iter().position(|bars| bars == usual).unwrap_or(0);
        let ends = usual.iter().chain([&true]).positions(|&is_bar| is_bar).map(|index| index + 1);
        let parts = std::iter::once(0).chain(ends).tuple_windows().map(|(start, end)| end - start);
        let found = format!("parts of {} cells in row {}", parts.dedup().join(", "), row + 1);
        let expected = "bars at equal distances".to_owned();
        rows[row].0.error(0, ParseErrorKind::Lines { expected, found })
    })
}

/// After each row but the last, the line of the rule that follows, if one does.
fn rules_between(raw: RawRecord<'_>, rows: &[(Place<'_>, Vec<Token<'_>>)]) -> Vec<Option<usize>> {
    let lines = raw.text.split(|&byte| byte == b'\n').zip(raw.line..);
    let rules: Vec<usize> =
        lines.filter(|(line, _)| is_rule(line)).map(|(_, number)| number).collect();
    let row_lines = rows.iter().map(|(place, _)| place.line);
    let pairs = row_lines.tuple_windows();
    pairs
        .map(|(above, below)| rules.iter().copied().find(|rule| (above..below).contains(rule)))
        .collect()
}

/// After each cell of a row but the last, whether a bar follows.
fn bars(row: &[u8], cells: &[Token<'_>]) -> Vec<bool> {
    let pairs = cells.iter().tuple_windows();
    pairs.map(|(cell, next)| row[cell.end()..next.start].contains(&b'|')).collect()
}

/// How far apart lines at equal distances stand, given whether one follows each item but the last:
/// 1 if after each, the number of items if there is none. `None` if the distances differ.
fn distance(lines: &[bool]) -> Option<usize> {
    let count = lines.len() + 1;
    let distance = lines.iter().position(|&is_line| is_line).map_or(count, |index| index + 1);
    (count.is_multiple_of(distance) && misplaced(lines, distance).is_none()).then_some(distance)
}

/// The first item, from 1, after which a line stands or lacks against this distance, and whether it
/// stands.
fn misplaced(lines: &[bool], distance: usize) -> Option<(usize, bool)> {
    let mut lines = (1_usize..).zip(lines.iter().copied());
    lines.find(|&(item, is_line)| item.is_multiple_of(distance) != is_line)
}

fn one_or_none(is_one: bool) -> &'static str {
    if is_one { "one" } else { "none" }
}
