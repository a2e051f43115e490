//! Grids and candidates as text. All functions append, without a line end at the end.

use itertools::Itertools;

use super::symbols::Symbols;
use crate::grid::{Candidates, Cell, DigitSet, Grid, Size};
use crate::rules::{Puzzle, RegionLabel, Regions, Rules};

/// Appends a grid in one line: one symbol a cell, `.` for an empty one; decimals with spaces
/// between where the side has more digits than the alphabet symbols.
pub fn write_line(out: &mut Vec<u8>, grid: &Grid, symbols: &Symbols) {
    if symbols.needs_decimals(grid.size().side()) {
        for cell in grid.size().cells() {
            if cell.index() > 0 {
                out.push(b' ');
            }
            write_value(out, grid, cell, symbols);
        }
    } else {
        let (values, alphabet) = (grid.values().iter(), symbols.alphabet.as_bytes());
        if grid.size().side() <= 9 && symbols.has_digits() {
            // Arithmetic, of which the compiler makes vectors, in place of look-ups.
            out.extend(values.map(|&value| if value == 0 { b'.' } else { b'0' + value as u8 }));
        } else {
            let symbol = |value: usize| if value == 0 { b'.' } else { alphabet[value - 1] };
            out.extend(values.map(|&value| symbol(value.into())));
        }
    }
}

/// A grid in one line, as [`write_line`] appends it.
pub fn line_of(grid: &Grid, symbols: &Symbols) -> String {
    let mut text = Vec::new();
    write_line(&mut text, grid, symbols);
    String::from_utf8_lossy(&text).into_owned()
}

/// Appends a puzzle in one line: its cells as [`write_line`] does, and then the regions if it is a
/// jigsaw, after the word `regions` where they are numbers.
pub fn write_puzzle(out: &mut Vec<u8>, puzzle: &Puzzle, symbols: &Symbols) {
    write_line(out, puzzle.givens(), symbols);
    if let Some(regions) = puzzle.rules().regions() {
        let name = if are_numbers(regions) { "regions " } else { "" };
        out.extend_from_slice(format!(" {name}{regions}").as_bytes());
    }
}

/// Appends a grid as Norvig draws it: each cell as wide as the longest and one more, `|` and
/// rules of `-` and `+` between boxes.
///
/// ```
/// use satdoku::format::{Symbols, write_grid};
/// let mut drawn = Vec::new();
/// write_grid(&mut drawn, &"12.. ..1. 2... ...3".parse()?, &Symbols::default());
/// assert_eq!(String::from_utf8_lossy(&drawn), "1 2 |. . \n. . |1 . \n----+----\n2 . |. . \n. . |. 3 ");
/// # Ok::<(), satdoku::format::ParseError>(())
/// ```
pub fn write_grid(out: &mut Vec<u8>, grid: &Grid, symbols: &Symbols) {
    draw(out, grid.size(), true, |out, cell| write_value(out, grid, cell, symbols));
}

/// Appends a grid as the rules have it: as [`write_grid`] does if they have boxes, without lines if
/// not, with a `*` after what stands in the marked cells; the regions of a jigsaw follow.
pub fn write_drawn(
    out: &mut Vec<u8>,
    rules: &Rules,
    grid: &Grid,
    symbols: &Symbols,
    marked: impl Fn(Cell) -> bool,
) {
    draw(out, grid.size(), rules.has_boxes(), |out, cell| {
        write_value(out, grid, cell, symbols);
        if marked(cell) {
            out.push(b'*');
        }
    });
    write_layout(out, rules);
}

/// Appends the regions of a jigsaw after an empty line, drawn as a grid without lines, and under a
/// heading where they are numbers, which could be another grid; nothing for other rules.
pub fn write_layout(out: &mut Vec<u8>, rules: &Rules) {
    if let Some(regions) = rules.regions() {
        out.extend_from_slice(if are_numbers(regions) { b"\n\nRegions\n" } else { b"\n\n" });
        draw(out, rules.size(), false, |out, cell| {
            out.extend_from_slice(regions.labels()[cell.index()].to_string().as_bytes());
        });
    }
}

/// Whether regions have numbers for names, which could be another grid.
fn are_numbers(regions: &Regions) -> bool {
    matches!(regions.labels().first(), Some(RegionLabel::Number(_)))
}

/// Appends a table of candidates as Norvig displays them, drawn as [`write_grid`] does, or without
/// lines if there are no boxes: in each cell the symbols of its digits, or their decimals between
/// slashes where the side has more digits than the alphabet symbols; `!` in a cell without any.
pub fn write_candidates(
    out: &mut Vec<u8>,
    has_boxes: bool,
    candidates: &Candidates,
    symbols: &Symbols,
) {
    draw(out, candidates.size(), has_boxes, |out, cell| {
        write_set(out, &candidates[cell], candidates.size(), symbols);
    });
}

fn write_set(out: &mut Vec<u8>, set: &DigitSet, size: Size, symbols: &Symbols) {
    let between = if symbols.needs_decimals(size.side()) { "/" } else { "" };
    let digits = set.iter().map(|digit| symbols.write(digit, size.side())).join(between);
    out.extend_from_slice(if set.is_empty() { b"!" } else { digits.as_bytes() });
}

fn write_value(out: &mut Vec<u8>, grid: &Grid, cell: Cell, symbols: &Symbols) {
    let digit = grid.get(cell).map(|digit| symbols.write(digit, grid.size().side()));
    out.extend_from_slice(digit.as_deref().unwrap_or(".").as_bytes());
}

/// Draws the text of each cell, centred as Python's `str.center` does, with lines between boxes.
fn draw(out: &mut Vec<u8>, size: Size, has_boxes: bool, write_cell: impl Fn(&mut Vec<u8>, Cell)) {
    let mut text = Vec::new();
    let mut ends = Vec::with_capacity(size.cell_count());
    for cell in size.cells() {
        write_cell(&mut text, cell);
        ends.push(text.len());
    }
    let starts = || std::iter::once(0).chain(ends.iter().copied());
    let width = 1 + starts().zip(&ends).map(|(start, end)| end - start).max().unwrap_or(0);
    let rule_of_a_box = "-".repeat(width * size.box_width());
    let rule = vec![rule_of_a_box; size.side() / size.box_width()].join("+");
    for (cell, (start, &end)) in size.cells().zip(starts().zip(&ends)) {
        let (row, column) = (size.row_index(cell), size.column_index(cell));
        if column == 0 && row > 0 {
            out.push(b'\n');
            if has_boxes && row.is_multiple_of(size.box_height()) {
                out.extend_from_slice(rule.as_bytes());
                out.push(b'\n');
            }
        }
        if has_boxes && column > 0 && column.is_multiple_of(size.box_width()) {
            out.push(b'|');
        }
        let margin = width - (end - start);
        let left = margin / 2 + (margin & width & 1);
        out.extend(std::iter::repeat_n(b' ', left));
        out.extend_from_slice(&text[start..end]);
        out.extend(std::iter::repeat_n(b' ', margin - left));
    }
}
