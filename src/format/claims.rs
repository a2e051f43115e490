//! The text after the cells of a puzzle in its line: a solution, a number of solutions, the
//! regions of a jigsaw, or a comment.

use super::error::ParseErrorKind;
use super::layout::{is_nearly_a_layout, is_patchy, labels_length, regions, rows};
use super::shape::{MOST_SIDE, decimal, ends_cells, is_separator};
use super::symbols::Symbols;
use crate::grid::{Grid, Size};
use crate::rules::{Regions, RegionsError};

/// What an input says about a puzzle's solutions, to be checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// The solution, or one of several.
    pub solution: Option<Grid>,
    /// How many solutions there are: `puzzle:count:solution`.
    pub count: Option<u64>,
}

/// What follows the cells.
#[derive(Debug, Default)]
pub(super) struct Rest {
    pub(super) claims: Option<Box<Claims>>,
    pub(super) regions: Option<Box<Regions>>,
}

impl Rest {
    /// Reads what follows the cells of a grid in their line.
    ///
    /// # Errors
    /// What is wrong, with the byte in `text`.
    pub(super) fn of(
        grid: &Grid,
        text: &[u8],
        symbols: &Symbols,
    ) -> Result<Rest, (usize, ParseErrorKind)> {
        /// As many digits as the smallest grid has cells are a solution.
        const TOO_LONG_A_COUNT: usize = 16;
        let mut rest = Rest::default();
        let before = text.iter().take_while(|&&byte| is_separator(byte)).count();
        if let Some(counted) = text[before..].strip_prefix(b":")
            && let Some(length) = counted.iter().position(|&byte| byte == b':')
            && (1..TOO_LONG_A_COUNT).contains(&length)
            && let Some(count) = decimal(&counted[..length])
        {
            rest.claims.get_or_insert_default().count = Some(count as u64);
        }
        let count = grid.size().cell_count();
        if count <= 4 {
            return Ok(rest);
        }
        let mut start = 0;
        let is_between = |byte: &u8| is_separator(*byte) || ends_cells(*byte);
        while let Some(next) = text[start..].iter().position(|byte| !is_between(byte)) {
            let at = start + next;
            let at = if text[at..].starts_with(NAME) { at + NAME.len() } else { at };
            start = at + labels_length(&text[at..], count);
            let second = second_grid(grid.size(), &text[at..start], symbols);
            match second.map_err(|(offset, kind)| (at + offset, kind))? {
                Second::Solution(solution) => {
                    let known = &mut rest.claims.get_or_insert_default().solution;
                    if known.is_some() {
                        break;
                    }
                    *known = Some(solution);
                }
                Second::Regions(regions) => {
                    rest.regions = Some(regions.into());
                    break;
                }
                Second::Comment => {}
            }
        }
        Ok(rest)
    }
}

/// What may stand before regions in the line of their cells.
const NAME: &[u8] = b"regions=";

enum Second {
    Solution(Grid),
    Regions(Regions),
    Comment,
}

/// What follows the cells of a grid: a solution, one label a cell, or something else.
fn second_grid(
    size: Size,
    text: &[u8],
    symbols: &Symbols,
) -> Result<Second, (usize, ParseErrorKind)> {
    let (side, expected) = (size.side(), size.cell_count());
    // What nearly all are, told without a list of labels: a comment, or a solution in a run.
    if text.len() <= expected * 3 / 4 {
        return Ok(Second::Comment);
    }
    if text.len() == expected && side <= MOST_SIDE && !is_patchy(text, side) {
        let values = text.iter().map(|&byte| u16::from(symbols.value(byte, side)));
        let grid = Grid::from_values(size, values.collect::<Vec<_>>()).ok();
        if let Some(solution) = grid.filter(Grid::is_full) {
            return Ok(Second::Solution(solution));
        }
    }
    let rows = rows(text);
    let labels: Vec<&[u8]> = rows.iter().flatten().map(|label| label.text).collect();
    let found = labels.len();
    let start = rows.first().and_then(|row| row.first()).map_or(0, |label| label.start);
    if found == expected && !is_patchy(&labels, side) {
        let value = |label: &&[u8]| match **label {
            [symbol] => u16::from(symbols.value(symbol, side)),
            ref number => decimal(number).and_then(|n| n.try_into().ok()).unwrap_or(u16::MAX),
        };
        let values: Vec<u16> = labels.iter().map(value).collect();
        if values.iter().all(|&value| usize::from(value) <= side) {
            if !values.contains(&0) {
                let solution = Grid::from_values(size, values).expect("digits up to the side");
                return Ok(Second::Solution(solution));
            }
            let kind = ParseErrorKind::Unsupported {
                expected: "a solution or a jigsaw's regions after the puzzle",
                found: "another grid with empty cells".to_owned(),
                advice: "give one puzzle a line",
            };
            return Err((start, kind));
        }
    }
    match regions(&rows) {
        Ok(regions) if found == expected => Ok(Second::Regions(regions)),
        _ if !is_nearly_a_layout(&labels, expected) => Ok(Second::Comment),
        Err((at, error)) if found == expected => Err((at, error.into())),
        _ => Err((start, RegionsError::Labels { expected, found }.into())),
    }
}
