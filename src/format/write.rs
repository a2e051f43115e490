//! Writes puzzles, grids and candidates as text. The functions append the text, without a line end
//! after it.

use itertools::Itertools;

use crate::grid::{Candidates, Cell, Grid, Size, Symbols, write_line};
use crate::rules::{Puzzle, RegionLabel, Regions, Rules};

/// The text that `write` appends to an empty buffer.
pub(super) fn text_of(write: impl Fn(&mut Vec<u8>)) -> String {
    let mut text = Vec::new();
    write(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Appends a puzzle in one line: its cells as in [`write_line`], and then, for a jigsaw, its
/// regions. If the labels of regions are numbers, the word `regions` is written before them.
pub fn write_puzzle(out: &mut Vec<u8>, puzzle: &Puzzle, symbols: &Symbols) {
    write_line(out, puzzle.givens(), symbols);
    if let Some(regions) = puzzle.rules().regions() {
        let name = if are_numbers(regions) { "regions " } else { "" };
        out.extend(format!(" {name}{regions}").bytes());
    }
}

/// Appends a grid as Norvig draws it. Each cell has one character more than the longest text of a
/// cell; marked cells have a `*`. Between boxes there are `|` and lines of `-` and `+`. Below the
/// grid follow the regions of a jigsaw, the names of the rules if they are not only `classic` or
/// `jigsaw`, and clues.
pub fn write_grid(
    out: &mut Vec<u8>,
    rules: &Rules,
    grid: &Grid,
    symbols: &Symbols,
    marked: impl Fn(Cell) -> bool,
) {
    let mark = |cell| if marked(cell) { "*" } else { "" };
    draw_under(out, rules, |cell| symbols.cell(grid, cell) + mark(cell));
}

/// Appends a table of candidates in the way of [`write_grid`]. Each cell has the symbols of its
/// candidates, or decimals separated by slashes if the alphabet has too few symbols for the side. A
/// cell without candidates is `!`.
pub fn write_candidates(out: &mut Vec<u8>, rules: &Rules, table: &Candidates, symbols: &Symbols) {
    let side = table.size().side();
    let between = if symbols.needs_decimals(side) { "/" } else { "" };
    draw_under(out, rules, |cell| match &table[cell] {
        set if set.is_empty() => "!".to_owned(),
        set => set.iter().map(|digit| symbols.write(digit, side)).join(between),
    });
}

/// Draws the text of each cell, and below the cells all rules in addition to boxes.
fn draw_under(out: &mut Vec<u8>, rules: &Rules, text: impl Fn(Cell) -> String) {
    draw(out, rules.size(), rules.has_boxes(), text);
    if let Some(regions) = rules.regions() {
        out.extend_from_slice(if are_numbers(regions) { b"\n\nRegions\n" } else { b"\n\n" });
        draw(out, rules.size(), false, |cell| regions.labels()[cell.index()].to_string());
    }
    let names = rules.names().join(", ");
    if !PLAIN.contains(&&*names) {
        out.extend(format!("\nrules: {names}").bytes());
    }
    for clue in rules.clues() {
        out.extend(format!("\n{}", clue.text(rules)).bytes());
    }
}

/// Whether cells and regions express the whole puzzle, with these rules.
pub(super) fn is_plain(rules: &Rules) -> bool {
    PLAIN.contains(&&*rules.to_string())
}

/// The names of rules that are not written below a grid.
const PLAIN: [&str; 2] = ["classic", "jigsaw"];

/// Whether the labels of regions are numbers, which could be read as another grid.
fn are_numbers(regions: &Regions) -> bool {
    matches!(regions.labels().first(), Some(RegionLabel::Number(_)))
}

/// Draws the text of each cell, centred as Python's `str.center` does, with lines between boxes.
fn draw(out: &mut Vec<u8>, size: Size, has_boxes: bool, text: impl Fn(Cell) -> String) {
    let texts: Vec<String> = size.cells().map(text).collect();
    let width = 1 + texts.iter().map(String::len).max().unwrap_or(0);
    let centred = |text: &String| {
        let margin = width - text.len();
        let left = margin / 2 + (margin & width & 1);
        format!("{:left$}{text}{:right$}", "", "", right = margin - left)
    };
    let rule = vec!["-".repeat(width * size.box_width()); size.side() / size.box_width()].join("+");
    let (bar, rule) = if has_boxes { ("|", format!("\n{rule}\n")) } else { ("", "\n".to_owned()) };
    let in_box = |texts: &[String]| texts.iter().map(centred).collect::<String>();
    let row = |texts: &[String]| texts.chunks(size.box_width()).map(in_box).join(bar);
    let band = |texts: &[String]| texts.chunks(size.side()).map(row).join("\n");
    let mut bands = texts.chunks(size.side() * size.box_height()).map(band);
    out.extend(bands.join(&rule).into_bytes());
}
