//! Puzzles, grids and candidates as text. All functions append text, and end it without a line end.

use itertools::Itertools;

use crate::grid::{Candidates, Cell, Grid, Size, Symbols, write_line};
use crate::rules::{Puzzle, RegionLabel, Regions, Rules};

/// The text that `write` appends to an empty buffer.
pub(super) fn text_of(write: impl Fn(&mut Vec<u8>)) -> String {
    let mut text = Vec::new();
    write(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Appends a puzzle in one line: its cells as [`write_line`] does, and then, for a jigsaw, its
/// regions. The word `regions` stands before regions that are numbers.
pub fn write_puzzle(out: &mut Vec<u8>, puzzle: &Puzzle, symbols: &Symbols) {
    write_line(out, puzzle.givens(), symbols);
    if let Some(regions) = puzzle.rules().regions() {
        let name = if are_numbers(regions) { "regions " } else { "" };
        out.extend(format!(" {name}{regions}").bytes());
    }
}

/// Appends a grid as Norvig draws it: each cell is one character wider than the longest cell, with
/// a `*` if it is marked, and `|` and rules of `-` and `+` stand between boxes. What else the rules
/// say follows: the regions of a jigsaw, the names of rules other than these and classic, and
/// clues.
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

/// Appends a table of candidates as [`write_grid`] does a grid. Each cell has the symbols of its
/// digits, or their decimals between slashes if the side has more digits than the alphabet has
/// symbols; `!` in a cell without any.
pub fn write_candidates(out: &mut Vec<u8>, rules: &Rules, table: &Candidates, symbols: &Symbols) {
    let side = table.size().side();
    let between = if symbols.needs_decimals(side) { "/" } else { "" };
    draw_under(out, rules, |cell| match &table[cell] {
        set if set.is_empty() => "!".to_owned(),
        set => set.iter().map(|digit| symbols.write(digit, side)).join(between),
    });
}

/// Draws the text of each cell, and below the cells what the rules say in addition to boxes.
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

/// Whether cells and regions say everything.
pub(super) fn is_plain(rules: &Rules) -> bool {
    PLAIN.contains(&&*rules.to_string())
}

/// The rules that need no name.
const PLAIN: [&str; 2] = ["classic", "jigsaw"];

/// Whether regions have numbers for names: these could be read as another grid.
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
