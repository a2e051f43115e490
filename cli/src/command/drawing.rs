//! Drawings of grids as text, in which marked cells have a style.

use std::io;

use anstyle::{AnsiColor, Style};

use satdoku::format::write_grid;
use satdoku::verify::MOST_CLASHES;
use satdoku::{Cell, Grid, Puzzle, Rules, Symbols};

/// A drawing of a grid as plain text that ends with a newline.
pub fn drawn(rules: &Rules, grid: &Grid, symbols: &Symbols) -> Vec<u8> {
    let mut text = Vec::new();
    write_grid(&mut text, rules, grid, symbols, |_| false);
    text.push(b'\n');
    text
}

/// The first `most` of these clashes, and a text about the number of the others.
pub fn first_clashes(clashes: &[String], most: usize) -> Vec<String> {
    let least = if clashes.len() == MOST_CLASHES { "at least " } else { "" };
    let more = clashes.len().checked_sub(most).filter(|&more| more > 0);
    let more = more.map(|more| format!("and {least}{more} more"));
    clashes.iter().take(most).cloned().chain(more).collect()
}

/// Appends a drawing of a grid that ends with a newline. The text of each marked cell is followed
/// by `*`. If stdout shows colors, the givens of the puzzle are bold, and the marked cells have
/// this color.
pub fn draw_grid(
    out: &mut Vec<u8>,
    puzzle: &Puzzle,
    grid: &Grid,
    symbols: &Symbols,
    color: AnsiColor,
    marked: impl Fn(Cell) -> bool,
) {
    let mut drawing = Vec::new();
    write_grid(&mut drawing, puzzle.rules(), grid, symbols, &marked);
    drawing.push(b'\n');
    if anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never {
        return out.extend(drawing);
    }
    let mut cells = grid.size().cells();
    let is_text = |byte: &u8| !b" |-+\n".contains(byte);
    for part in drawing.chunk_by(|first, second| is_text(first) == is_text(second)) {
        let cell = if is_text(&part[0]) { cells.next() } else { None };
        let Some(cell) = cell else {
            out.extend_from_slice(part);
            continue;
        };
        let mut style = Style::new();
        if puzzle.givens().get(cell).is_some() {
            style = style.bold();
        }
        if marked(cell) {
            style = style.fg_color(Some(color.into()));
        }
        out.extend_from_slice(style.render().to_string().as_bytes());
        out.extend_from_slice(part);
        out.extend_from_slice(style.render_reset().to_string().as_bytes());
    }
}

/// Appends drawings of solutions with blank lines between them. If there are two, the cells in
/// which they differ are marked.
pub fn draw_solutions(out: &mut Vec<u8>, puzzle: &Puzzle, solutions: &[Grid], symbols: &Symbols) {
    let differs = |cell| match solutions {
        [first, second] => first.get(cell) != second.get(cell),
        _ => false,
    };
    for (index, solution) in solutions.iter().enumerate() {
        if index > 0 {
            out.push(b'\n');
        }
        draw_grid(out, puzzle, solution, symbols, AnsiColor::Yellow, differs);
    }
}
