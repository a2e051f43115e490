//! From lines that may belong together to blocks: drawings, puzzles of a line, labels of regions.

use super::drawing::{self, Line, framed};
use super::error::{Meaning, ParseError, ParseErrorKind};
use super::kind::{CellsOf, Kind, Row};
use super::layout::{labels_of, regions};
use super::line::FEWEST_CELLS;
use super::record::Options;
use super::symbols::MOST_SIDE;
use super::token::is_number;
use crate::grid::Size;
use crate::rules::Regions;

/// No drawing has as many rows.
const MOST_ROWS: usize = 2 * Size::MAX_SIDE;

/// What lines turn out to be.
#[derive(Debug)]
pub(super) enum Block<'l> {
    /// As many rows as each has cells, what the cells are, and whether rules are rows.
    Rows(&'l [Line], CellsOf, usize, bool),
    /// A line that is a puzzle of its own.
    Line(usize, Vec<u8>),
    /// Rows that should be one.
    Wrong(ParseError),
    /// As many rows of labels as each has, how many, and their regions or what is wrong with them.
    Labels(Vec<Line>, usize, Result<Regions, ParseError>),
    /// Lines that hold no cells.
    Text(Vec<Line>),
}

/// The blocks that these lines make, all of them.
pub(super) fn blocks<'l>(lines: &'l [Line], options: &Options) -> Vec<Block<'l>> {
    let is_gap = |line: &Line| line.kind == Kind::Blank;
    let dashes = rules_are_rows(lines);
    let mut blocks = Vec::new();
    let lines = match lines {
        // The heading of a table in Markdown, with the only rule below it.
        [heading, rule, rest @ ..]
            if heading
                .row(dashes)
                .is_some_and(|row| rows_in(rest, dashes) == row.fields.max(row.words))
                && heading.text.contains(&b'|')
                && rule.row(dashes).is_none()
                && rest.iter().all(|line| line.row(dashes).is_some()) =>
        {
            blocks.push(Block::Text(vec![heading.clone()]));
            rest
        }
        lines => lines,
    };
    let pieces: Vec<&[Line]> = lines.split(is_gap).filter(|piece| !piece.is_empty()).collect();
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        // A row alone may be the first of rows apart.
        let is_alone = rows_in(piece, dashes) == 1 && pieces.len() > at + 1;
        if let Some(found) = split(piece, dashes, options).filter(|_| !is_alone) {
            blocks.extend(found);
            at += 1;
            continue;
        }
        let rows = rows_in(piece, dashes);
        let equal = pieces[at..].iter().take_while(|other| rows_in(other, dashes) == rows).count();
        let joined = (2..=equal).find_map(|count| {
            let offset = |piece: &[Line]| {
                (piece.as_ptr() as usize - lines.as_ptr() as usize) / size_of::<Line>()
            };
            let (first, last) = (offset(pieces[at]), pieces[at + count - 1]);
            let all = &lines[first..offset(last) + last.len()];
            let rows: Vec<&Line> = all.iter().filter(|line| line.row(dashes).is_some()).collect();
            let side = of_side(&rows, options).filter(|(side, _)| rows.len() == *side);
            side.map(|(side, of)| (count, side, of, all))
        });
        match joined {
            Some((count, side, of, all)) => {
                blocks.push(Block::Rows(all, of, side, dashes));
                at += count;
            }
            None => {
                let found = split(piece, dashes, options);
                blocks.extend(found.unwrap_or_else(|| vec![wrong(piece, dashes, options)]));
                at += 1;
            }
        }
    }
    blocks
}

fn rows_in(piece: &[Line], dashes: bool) -> usize {
    piece.iter().filter(|line| line.row(dashes).is_some()).count()
}

/// Whether lines of dashes are rows of empty cells: where other rows mark theirs so.
pub(super) fn rules_are_rows(lines: &[Line]) -> bool {
    lines.iter().any(|line| line.row(false).is_some_and(|row| row.has_dashes))
}

/// Whether these lines are complete, so that nothing after a blank line belongs to them.
pub(super) fn is_complete(lines: &[Line], options: &Options) -> bool {
    let dashes = rules_are_rows(lines);
    lines.iter().all(|line| line.row(dashes).is_none()) || split(lines, dashes, options).is_some()
}

/// Whether rows after a blank line may belong to these: they are fewer than a row has cells, and
/// none of them is complete.
pub(super) fn may_go_on(lines: &[Line], options: &Options) -> bool {
    let dashes = rules_are_rows(lines);
    let mut rows = lines.iter().filter_map(|line| line.row(dashes));
    let Some(first) = rows.next() else { return false };
    let widest =
        first.characters.max(first.words).max(first.fields).max(first.frame.0 * first.frame.1);
    let count = 1 + rows.count();
    let is_only_row = count == 1 && first.whole == 0;
    count < widest.min(Size::MAX_SIDE) && (is_only_row || !is_complete(lines, options))
}

/// Whether these are as many lines of 16 or 36 cells as each has, so that it shows what they are.
pub(super) fn are_as_many_wholes_as_cells(lines: &[Line], options: &Options) -> bool {
    let cells = |line: &Line| line.row(true).map(|row| row.whole);
    let count = lines.last().and_then(cells);
    options.size.is_none()
        && count == Some(lines.len())
        && lines.iter().all(|line| cells(line) == count)
}

/// The side of a drawing whose rows begin with these, and what its cells are, by its first row.
fn of_side(rows: &[&Line], options: &Options) -> Option<(usize, CellsOf)> {
    let row = |line: &&Line| line.row(true);
    let ways = [CellsOf::Characters, CellsOf::Words, CellsOf::Fields, CellsOf::FieldsButLast];
    let first = rows.first().and_then(row)?;
    let by_cells = ways.into_iter().find_map(|of| {
        let side = first.cells(of);
        let fit = rows.len() >= side
            && rows.iter().take(side).filter_map(row).all(|row| row.cells(of) == side);
        (side > 0 && fit).then_some((side, of))
    });
    by_cells.or_else(|| {
        let (parts, width) = first.frame;
        if parts == 0 {
            return None;
        }
        [width, width.div_ceil(2), (width - 1) / 2].into_iter().map(|count| parts * count).find_map(
            |side| {
                let fits = |line: &&Line| {
                    line.row(true).is_some_and(|row| row.frame == (parts, width))
                        && framed(&line.text, side).is_some()
                };
                let is_side = options.size.map_or(side >= 4, |size| size.side() == side);
                (is_side && rows.len() >= side && rows.iter().take(side).all(fits))
                    .then_some((side, CellsOf::Frame))
            },
        )
    })
}

/// The blocks of lines without a gap; `None` if some lines belong to none.
fn split<'l>(lines: &'l [Line], dashes: bool, options: &Options) -> Option<Vec<Block<'l>>> {
    let mut blocks = Vec::new();
    let mut lines = lines;
    let mut follows_rows = false;
    while let Some(first) = lines
        .iter()
        .position(|line| line.row(dashes).is_some() || matches!(line.kind, Kind::Letters(_)))
    {
        let start = &lines[first..];
        if let Kind::Letters(count) = start[0].kind {
            let labels: Vec<&Line> = start
                .iter()
                .take_while(|line| matches!(line.kind, Kind::Letters(_) | Kind::Rule))
                .collect();
            match &labels[..] {
                // A word above the labels is their heading.
                [heading, below @ ..]
                    if labels_in(&labels, count, options).is_none()
                        && let Some(Kind::Letters(count)) = below.first().map(|line| line.kind)
                        && let Some(block) = labels_in(below, count, options) =>
                {
                    blocks.extend([Block::Text(vec![(*heading).clone()]), block]);
                }
                _ => blocks.push(labels_in(&labels, count, options).unwrap_or_else(|| {
                    Block::Text(labels.iter().map(|line| (*line).clone()).collect())
                })),
            }
            lines = &start[labels.len()..];
            follows_rows = false;
            continue;
        }
        let rows: Vec<&Line> = start
            .iter()
            .take_while(|line| !matches!(line.kind, Kind::Letters(_)))
            .filter(|line| line.row(dashes).is_some())
            .take(MOST_ROWS)
            .collect();
        let first = rows[0].row(true).expect("a row");
        if first.whole > 0
            && let Some((found, rest)) = wholes(&rows, start, dashes, options)
        {
            blocks.extend(found?);
            lines = rest;
            continue;
        }
        if let [only] = rows[..]
            && first.is_small
            && (!follows_rows && !has_empty_cells(only) || is_number(&only.text))
            && !(start.len() > 1 && start.iter().any(|line| line.kind == Kind::Rule))
            && options.size.is_none_or(|size| size.side() > 1)
        {
            blocks.push(Block::Text(vec![only.clone()]));
            lines = &start[start.len().min(1)..];
            continue;
        }
        // A lone number or date above the rows is text.
        if first.is_small
            && is_number(&rows[0].text)
            && of_side(&rows, options).is_none()
            && of_side(&rows[1..], options).is_some()
        {
            blocks.push(Block::Text(vec![rows[0].clone()]));
            lines = &start[1..];
            continue;
        }
        follows_rows = true;
        let Some((side, of)) = of_side(&rows, options) else {
            // Among puzzles in lines a bad line costs itself only.
            let next = rows.get(1).and_then(|line| line.row(true));
            let is_alone = next.is_none_or(|next| !share(&first, &next));
            let are_lines =
                blocks.iter().all(|block| matches!(block, Block::Line(..) | Block::Wrong(_)));
            let is_among = !blocks.is_empty() || next.is_some_and(|next| next.whole > 0);
            if !(is_alone && are_lines && is_among) {
                return None;
            }
            blocks.push(wrong(&start[..1], dashes, options));
            lines = &start[1..];
            follows_rows = false;
            continue;
        };
        let last = rows[side - 1].number;
        let end = start.iter().position(|line| line.number == last)? + 1;
        blocks.push(Block::Rows(&start[..end], of, side, dashes));
        lines = &start[end..];
    }
    Some(blocks)
}

/// Whether a row has a mark of an empty cell, so that it is no list of numbers.
fn has_empty_cells(line: &Line) -> bool {
    line.text.iter().any(|byte| b".0_*?xX-".contains(byte))
}

/// Whether two rows can be of one drawing.
fn share(first: &Row, second: &Row) -> bool {
    let ways = [CellsOf::Characters, CellsOf::Words, CellsOf::Fields];
    let is_shared = |&of: &CellsOf| first.cells(of) > 0 && first.cells(of) == second.cells(of);
    ways.iter().any(is_shared) || first.frame.0 > 0 && first.frame == second.frame
}

/// Whether a row has so many cells as a puzzle has, or should have.
fn is_of_width(row: &Row, count: usize) -> bool {
    row.whole == count || row.is_lenient && row.words.max(row.characters) == count
}

type Wholes<'l> = (Option<Vec<Block<'l>>>, &'l [Line]);

/// Lines of 16 or 36 cells, and more where words are cells: rows of one drawing if a digit is above
/// the root of their number, puzzles if none is. `None` if rows have other readings that fit.
fn wholes<'l>(
    rows: &[&Line],
    lines: &'l [Line],
    dashes: bool,
    options: &Options,
) -> Option<Wholes<'l>> {
    let first = rows[0].row(true)?;
    let count = first.whole;
    if options.size.is_some_and(|size| size.cell_count() != count) {
        return None;
    }
    let alike: Vec<&&Line> = rows
        .iter()
        .take(count)
        .take_while(|line| line.row(true).is_some_and(|row| is_of_width(&row, count)))
        .collect();
    let all = |test: fn(&Row) -> bool| {
        alike.iter().filter_map(|line| line.row(true)).all(|row| test(&row))
    };
    // Bars are of a drawing.
    if rows.len() > 1 && !all(|row| !row.has_bars) {
        return None;
    }
    let is_above = !all(|row| !row.is_above_root);
    if options.size.is_none() && (is_above || alike.len() == count && all(|row| row.is_empty)) {
        if alike.len() < count {
            return Some((None, lines));
        }
        let end = lines.iter().position(|line| line.number == alike[count - 1].number)? + 1;
        let block = match is_above {
            true => {
                let of =
                    if first.characters == count { CellsOf::Characters } else { CellsOf::Words };
                Block::Rows(&lines[..end], of, count, dashes)
            }
            false => Block::Wrong(both(rows[0].number, count, options)),
        };
        return Some((Some(vec![block]), &lines[end..]));
    }
    let last = alike.last()?.number;
    let end = lines.iter().position(|line| line.number == last)? + 1;
    let puzzles = alike.iter().map(|line| Block::Line(line.number, line.text.clone())).collect();
    Some((Some(puzzles), &lines[end..]))
}

/// The error for as many lines of empty cells as each has.
fn both(line: usize, count: usize, options: &Options) -> ParseError {
    let meaning = |what, side| {
        options.size_of_side(side).map_or(Meaning::Form(what), |size| Meaning::Size { what, size })
    };
    let kind = ParseErrorKind::Ambiguous {
        found: "as many lines of empty cells as each has",
        first: meaning("one grid with boxes", count),
        second: meaning("as many puzzles with boxes", count.isqrt()),
    };
    ParseError { line, column: 1, kind }
}

/// Labels of regions, as far as their shape tells: two or more lines, as many as each has or nearly
/// so, with at most so many different letters. `None` if they are words.
fn labels_in(lines: &[&Line], count: usize, options: &Options) -> Option<Block<'static>> {
    let rows: Vec<&&Line> = lines.iter().filter(|line| line.kind != Kind::Rule).collect();
    let mut different: Vec<u8> =
        rows.iter().flat_map(|line| &line.text).copied().filter(u8::is_ascii_alphabetic).collect();
    different.sort_unstable();
    different.dedup();
    let side = count.max(
        rows.iter()
            .map(|line| if let Kind::Letters(count) = line.kind { count } else { 0 })
            .min()
            .unwrap_or(0),
    );
    if rows.len() < 2 || different.len() > side || rows.len().abs_diff(side) > 1 {
        return None;
    }
    let found = labels(&rows, options);
    Some(Block::Labels(lines.iter().map(|line| (*line).clone()).collect(), side, found))
}

/// The regions of rows of labels.
fn labels(lines: &[&&Line], options: &Options) -> Result<Regions, ParseError> {
    let rows: Vec<_> =
        lines.iter().map(|line| (line.number, labels_of(&line.text, &options.symbols))).collect();
    regions(&rows).map_err(|(line, at, error)| ParseError {
        line,
        column: 1 + at,
        kind: error.into(),
    })
}

/// What is wrong with lines that make no drawing.
fn wrong(piece: &[Line], dashes: bool, options: &Options) -> Block<'static> {
    let rows: Vec<&Line> = piece.iter().filter(|line| line.row(dashes).is_some()).collect();
    let is_small = |line: &Line| line.row(true).is_some_and(|row| row.is_small);
    if let [only] = rows[..]
        && is_small(only)
        && !has_empty_cells(only)
    {
        return Block::Text(piece.to_vec());
    }
    // A puzzle in a line with a slip.
    if let [only] = rows[..]
        && let Some(row) = only.row(true)
        && row.characters >= FEWEST_CELLS
        && options.is_whole(row.characters)
        && let Some(error) =
            drawing::slip(only, CellsOf::Characters, row.characters.isqrt(), options)
    {
        return Block::Wrong(error);
    }
    if let [only] = rows[..]
        && only.row(true).is_some_and(|row| row.words > MOST_SIDE)
    {
        return Block::Line(only.number, only.text.clone());
    }
    // Where the first rows are a drawing, what follows is wrong.
    let after = of_side(&rows, options).map_or(0, |(side, _)| side);
    let first = rows[0];
    // The width that the most rows have, to say which has another.
    let ways = [CellsOf::Fields, CellsOf::Characters, CellsOf::Words];
    let has = |of, side| {
        rows.iter().filter(|line| line.row(true).is_some_and(|row| row.cells(of) == side)).count()
    };
    let widths = ways.into_iter().flat_map(|of| {
        let rows = rows.iter().take(3).filter_map(|line| line.row(true));
        rows.map(move |row| (of, row.cells(of))).filter(|(_, side)| *side > 0)
    });
    let (of, side) =
        widths.max_by_key(|&(of, side)| has(of, side)).unwrap_or((CellsOf::Words, rows.len()));
    let error = |line: &Line, kind| Block::Wrong(ParseError { line: line.number, column: 1, kind });
    if after > 0 {
        let (expected, found) = (after, rows.len());
        return error(first, ParseErrorKind::Rows { expected, found });
    }
    let differs =
        |(_, line): &(usize, &&Line)| line.row(true).is_some_and(|row| row.cells(of) != side);
    if let Some((index, line)) = rows.iter().enumerate().take(side).find(differs) {
        let error = drawing::width(line, of, index + 1, side, options);
        if !matches!(error.kind, ParseErrorKind::RowCells { expected, found, .. } if expected == found)
        {
            return Block::Wrong(error);
        }
        if let Some(error) = drawing::slip(line, of, side, options) {
            return Block::Wrong(error);
        }
    }
    error(first, ParseErrorKind::Rows { expected: side, found: rows.len() })
}
