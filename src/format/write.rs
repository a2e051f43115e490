//! Grids and candidates as text, puzzles as JSON. All functions append, without a line end at the end.

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::error::ParseError;
use super::symbols::Symbols;
use crate::grid::{Candidates, Cell, Digit, DigitSet, Grid, Size};
use crate::rules::{Puzzle, RegionLabel, Regions, Rules};

/// Appends a grid in one line: one symbol a cell, `.` for an empty one; decimals with spaces
/// between where the side has more digits than the alphabet symbols.
pub fn write_line(out: &mut Vec<u8>, grid: &Grid, symbols: &Symbols) {
    if symbols.needs_decimals(grid.size().side()) {
        let cells = grid.size().cells().map(|cell| value(grid, cell, symbols));
        out.extend(cells.format(" ").to_string().bytes());
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
    draw(out, grid.size(), true, |cell| value(grid, cell, symbols));
}

/// Appends a grid as the rules have it: as [`write_grid`] does if they have boxes, without lines if
/// not, with a `*` after what stands in the marked cells; the regions and the names of the rules
/// follow.
pub fn write_drawn(
    out: &mut Vec<u8>,
    rules: &Rules,
    grid: &Grid,
    symbols: &Symbols,
    marked: impl Fn(Cell) -> bool,
) {
    draw(out, grid.size(), rules.has_boxes(), |cell| {
        value(grid, cell, symbols) + if marked(cell) { "*" } else { "" }
    });
    write_rules(out, rules);
}

/// Appends the regions of a jigsaw after an empty line, drawn as a grid without lines, and under a
/// heading where they are numbers, which could be another grid; nothing for other rules.
pub fn write_layout(out: &mut Vec<u8>, rules: &Rules) {
    if let Some(regions) = rules.regions() {
        out.extend_from_slice(if are_numbers(regions) { b"\n\nRegions\n" } else { b"\n\n" });
        draw(out, rules.size(), false, |cell| regions.labels()[cell.index()].to_string());
    }
}

/// Appends the regions as [`write_layout`] does, and a line that names the rules if they are not
/// classic or those of a jigsaw.
pub fn write_rules(out: &mut Vec<u8>, rules: &Rules) {
    write_layout(out, rules);
    let names = rules.to_string();
    if !["classic", "jigsaw"].contains(&&*names) {
        out.extend(format!("\nrules: {names}").bytes());
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
    let side = candidates.size().side();
    let between = if symbols.needs_decimals(side) { "/" } else { "" };
    draw(out, candidates.size(), has_boxes, |cell| match &candidates[cell] {
        set if set.is_empty() => "!".to_owned(),
        set => set.iter().map(|digit| symbols.write(digit, side)).join(between),
    });
}

/// What stands in a cell.
fn value(grid: &Grid, cell: Cell, symbols: &Symbols) -> String {
    let digit = grid.get(cell).map(|digit| symbols.write(digit, grid.size().side()));
    digit.unwrap_or_else(|| ".".to_owned())
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
    let rule = "-".repeat(width * size.box_width());
    let rule = vec![rule; size.side() / size.box_width()].join("+");
    let (bar, rule) = if has_boxes { ("|", format!("\n{rule}\n")) } else { ("", "\n".to_owned()) };
    let in_box = |texts: &[String]| texts.iter().map(centred).collect::<String>();
    let row = |texts: &[String]| texts.chunks(size.box_width()).map(in_box).join(bar);
    let band = |texts: &[String]| texts.chunks(size.side()).map(row).join("\n");
    let mut bands = texts.chunks(size.side() * size.box_height()).map(band);
    out.extend(bands.join(&rule).into_bytes());
}

/// A puzzle in JSON: its cells and its rules. What is not known is left out. Its text is read as
/// any other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PuzzleReport {
    /// The puzzle in one line; left out for a grid of candidates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The digits that each cell of a grid of candidates may hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<usize>>>,
    /// As [`crate::Rules`] is displayed: `classic`, `jigsaw, anti-king`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The shape of a box, `3x3`; left out where there are no boxes.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "box")]
    pub box_shape: Option<String>,
    /// The regions of a jigsaw: one label a cell, as [`crate::Regions`] is displayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<String>,
}

impl PuzzleReport {
    /// A puzzle, or the candidates of one, so that it is read as the same.
    pub fn of(puzzle: &Puzzle, candidates: Option<&Candidates>, symbols: &Symbols) -> PuzzleReport {
        let rules = puzzle.rules();
        let line = || line_of(puzzle.givens(), symbols);
        let digits = |set: &DigitSet| set.iter().map(Digit::value).collect();
        PuzzleReport {
            puzzle: candidates.is_none().then(line),
            candidates: candidates.map(|candidates| {
                puzzle.size().cells().map(|cell| digits(&candidates[cell])).collect()
            }),
            rules: Some(rules.to_string()),
            box_shape: rules.has_boxes().then(|| rules.size().to_string()),
            regions: rules.regions().map(ToString::to_string),
        }
    }

    /// The puzzle.
    ///
    /// # Errors
    /// [`ParseError`] if there is no such puzzle, or if these are candidates. Its givens may clash.
    pub fn to_puzzle(&self) -> Result<Puzzle, ParseError> {
        json!(self).to_string().parse()
    }
}
