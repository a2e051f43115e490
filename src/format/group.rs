//! From lines that may belong together to blocks: drawings, puzzles of a line, labels of regions.

use itertools::Itertools;

use super::cells::{Placed, grid};
use super::drawing;
use super::error::{Meaning, ParseError, ParseErrorKind};
use super::layout::{in_line, is_of_letters, labels_of, regions};
use super::line::{FEWEST_CELLS, find};
use super::record::Options;
use super::row::{Kind, Line, Way};
use super::token::{before_remark, cells_of, is_number, tokens};
use crate::grid::Size;
use crate::rules::Regions;

/// More than the largest drawing has, with a rule or a gap after each row.
const MANY_LINES: usize = 1 << 12;

/// What lines turn out to be.
#[derive(Debug)]
pub(super) enum Block<'l> {
    /// As many rows as each has cells, what the cells are, and how many.
    Rows(&'l [Line], Way, usize),
    /// A line that is a puzzle of its own.
    Line(&'l Line),
    /// Rows that should be one.
    Wrong(ParseError),
    /// Labels, the side of the grid, and their regions or what is wrong with them.
    Labels(&'l [Line], usize, Result<Regions, ParseError>),
    /// Lines that hold no cells.
    Text(&'l [Line]),
}

/// The blocks that these lines make, all of them.
pub(super) fn blocks<'l>(lines: &'l mut [Line], options: &Options) -> Vec<Block<'l>> {
    let is_dash = |line: &Line| line.text[..before_remark(&line.text)].contains(&b'-');
    let has_dashes = lines.iter().any(|line| line.row().is_some() && is_dash(line));
    lines.iter_mut().for_each(|line| line.kind = line.kind.settled(has_dashes));
    let mut blocks = Vec::new();
    let mut rest = &*lines;
    let holds = |line: &Line| matches!(line.kind, Kind::Row(_) | Kind::Letters(_));
    while let Some(start) = rest.iter().position(holds) {
        rest = &rest[start..];
        let length = match rest[0].kind {
            Kind::Letters(_) => letters(rest, &mut blocks, options),
            _ => rows(rest, &mut blocks, options),
        };
        rest = &rest[length..];
    }
    blocks
}

/// Whether rows after a blank line may belong to these: they are fewer than a row has cells.
pub(super) fn may_go_on(lines: &[Line]) -> bool {
    if lines.last().is_none_or(|line| line.kind == Kind::Blank) {
        return false;
    }
    let mut rows = lines.iter().filter(|line| matches!(line.kind, Kind::Row(_)));
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

/// Takes the blocks that begin with a row; how many lines they have.
fn rows<'l>(lines: &'l [Line], blocks: &mut Vec<Block<'l>>, options: &Options) -> usize {
    let is_end = |line: &Line| matches!(line.kind, Kind::Blank | Kind::Letters(_));
    let piece = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    let first = &lines[0];
    let puzzle = first.row().and_then(|row| row.puzzle);
    let has_bars = first.text.contains(&b'|');
    if let Some(error) = puzzle.and_then(|cells| not_puzzles(lines, cells, options)) {
        blocks.push(Block::Wrong(error));
        return piece.len();
    }
    let found = Way::ALL.into_iter().find_map(|way| Some((way, drawings(lines, way)?)));
    let is_drawn = |(way, ends): &(Way, Vec<usize>)| {
        let cells = first.count(*way);
        let is_row = |line: &Line| line.row().is_some_and(|row| row.puzzle.is_none());
        has_bars || puzzle != Some(cells) || lines[..ends[0]].iter().any(is_row)
    };
    if let Some((way, ends)) = found.filter(is_drawn) {
        let starts = [0].into_iter().chain(ends.iter().copied());
        let drawings = starts.zip(&ends).map(|(start, end)| &lines[start..*end]);
        blocks.extend(drawings.map(|lines| Block::Rows(lines, way, first.count(way))));
        return ends[ends.len() - 1];
    }
    let next = piece[1..].iter().find(|line| line.row().is_some());
    if puzzle.is_some() || next.is_none() && find(&first.text, options).is_some() {
        blocks.push(Block::Line(first));
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
        blocks.push(Block::Text(&lines[..1]));
        return 1;
    }
    let slip = first.row().filter(|_| next.is_none()).and_then(|_| slip(first, options));
    blocks.push(Block::Wrong(slip.unwrap_or_else(|| wrong(piece, options))));
    // Among puzzles in lines a bad line costs itself only.
    let shares = |next: &Line| {
        Way::ALL.iter().any(|way| first.count(*way) > 0 && first.count(*way) == next.count(*way))
    };
    let is_alone = next
        .is_some_and(|next| next.row().is_some_and(|row| row.puzzle.is_some()) && !shares(next));
    if is_alone { 1 } else { piece.len() }
}

/// What is wrong with lines of which the first could be a puzzle of so many cells, if others of them
/// show that they are none: lines all empty, as many as each has cells, and rows of a drawing that
/// lacks others.
fn not_puzzles(lines: &[Line], cells: usize, options: &Options) -> Option<ParseError> {
    let way =
        [Way::Words, Way::Characters].into_iter().find(|way| lines[0].count(*way) == cells)?;
    let line = lines[0].number;
    if let Some(ends) = drawings(lines, way) {
        let is_empty = |line: &Line| !line.text.iter().any(u8::is_ascii_alphanumeric);
        let are_empty = lines[..ends[0]].iter().all(is_empty) && options.size.is_none();
        return are_empty.then(|| both(line, cells, options));
    }
    let alike =
        || lines.iter().take_while(|line| line.kind == Kind::Rule || line.count(way) == cells);
    let is_row = |line: &Line| line.row().is_some_and(|row| row.puzzle.is_none() && !row.has_slip);
    let found = alike().filter(|line| line.row().is_some()).count();
    let kind =
        ParseErrorKind::expected(format!("{cells} rows of {cells} cells"), found.to_string());
    alike().any(is_row).then_some(ParseError { line, column: 1, kind })
}

/// What is wrong with a puzzle in a line that has a slip; `None` if it has not as many characters.
fn slip(line: &Line, options: &Options) -> Option<ParseError> {
    let cells = Way::Characters.cells(&line.text, &options.symbols);
    let is_whole = |size: &Size| size.cell_count() == cells.len() && cells.len() >= FEWEST_CELLS;
    let size = options.size_of(cells.len()).filter(is_whole)?;
    let placed: Vec<Placed<'_>> =
        cells.into_iter().map(|cell| (line.place(options), cell)).collect();
    grid(&placed, size, line.number, options).err()
}

/// Whether a row alone may be text: no cells that are missed.
fn is_text(line: &Line) -> bool {
    is_number(&line.text) || !line.text.iter().any(|byte| b".0_*?xX-".contains(byte))
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

/// Takes the blocks that begin with letters: labels of regions, perhaps below a word; how many
/// lines they have.
fn letters<'l>(lines: &'l [Line], blocks: &mut Vec<Block<'l>>, options: &Options) -> usize {
    let is_end = |line: &Line| !matches!(line.kind, Kind::Letters(_) | Kind::Rule);
    let all = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    let (heading, below) = all.split_at(1);
    match (labels(all, options), labels(below, options)) {
        (Some(block), _) => blocks.push(block),
        (None, Some(block)) => blocks.extend([Block::Text(heading), block]),
        (None, None) => blocks.push(Block::Text(all)),
    }
    all.len()
}

/// Labels of regions, as far as their shape tells: one line with all of them, or about as many as
/// each has, with at most so many different letters. `None` if they are words.
fn labels<'l>(lines: &'l [Line], options: &Options) -> Option<Block<'l>> {
    let count = |line: &Line| if let Kind::Letters(count) = line.kind { Some(count) } else { None };
    let rows = || lines.iter().filter(|line| count(line).is_some());
    let (found, widest) = (rows().count(), rows().filter_map(count).max()?);
    let side = if found == 1 { (widest + 2).isqrt() } else { widest };
    let is_byte = |byte: &u8| !byte.is_ascii_whitespace() && !b",;|".contains(byte);
    let letters: Vec<u8> = rows().flat_map(|line| &line.text).copied().filter(is_byte).collect();
    if found > 1 && found.abs_diff(side) > 1 || !is_of_letters(&letters, side * side) {
        return None;
    }
    let symbols = &options.symbols;
    let regions = if found == 1 {
        let words = rows().flat_map(|line| tokens(&line.text, symbols));
        in_line(rows().next()?.place(options), words.flat_map(cells_of).collect(), side * side)
    } else {
        let rows = rows().map(|line| (line.place(options), labels_of(&line.text, symbols)));
        regions(&rows.collect::<Vec<_>>())
    };
    Some(Block::Labels(lines, side, regions))
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
    let mut numbered = (1..).zip(&rows).take(side);
    let cells = |line: &Line| way.cells(&line.text, &options.symbols).len();
    if let Some((row, line)) = numbered.find(|(_, line)| cells(line) != side) {
        return drawing::width(line, way, row, side, options);
    }
    let kind =
        ParseErrorKind::expected(format!("{side} rows of {side} cells"), rows.len().to_string());
    ParseError { line: rows[0].number, column: 1, kind }
}
