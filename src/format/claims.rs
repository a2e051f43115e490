//! The text after the cells of a puzzle in its line: a solution, a number of solutions, the
//! regions of a jigsaw, or a comment.

use super::error::ParseErrorKind;
use super::shape::{decimal, ends_cells, is_separator};
use super::symbols::{Symbols, UNKNOWN};
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
        let ends = |byte: &u8| is_separator(*byte) || ends_cells(*byte);
        let mut start = 0;
        for field in text.split(ends) {
            let at = start;
            start += field.len() + 1;
            if is_nearly_a_layout(field, grid.size()) {
                let (expected, found) = (count, field.len());
                return Err((at, RegionsError::Labels { expected, found }.into()));
            }
            if field.len() != count || count <= 4 || !field.is_ascii() {
                continue;
            }
            match second_grid(grid, field, symbols).map_err(|kind| (at, kind))? {
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

/// Whether a field looks like one label a cell with some cells left out or too many: a run of
/// letters and digits, some of them letters, of hardly more kinds than there are regions.
fn is_nearly_a_layout(field: &[u8], size: Size) -> bool {
    let count = size.cell_count();
    if field.len() == count || field.len() <= count * 3 / 4 || field.len() >= count * 5 / 4 {
        return false;
    }
    let mut kinds = field.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.len() <= size.side() + 1
        && kinds.iter().all(u8::is_ascii_alphanumeric)
        && kinds.iter().any(u8::is_ascii_alphabetic)
}

enum Second {
    Solution(Grid),
    Regions(Regions),
    Comment,
}

/// As many characters as cells after the cells: a solution, or one label a cell.
fn second_grid(grid: &Grid, field: &[u8], symbols: &Symbols) -> Result<Second, ParseErrorKind> {
    let size = grid.size();
    let side = size.side();
    let values: Vec<u16> = field.iter().map(|&byte| u16::from(symbols.value(byte, side))).collect();
    let is_digit = |value: &u16| (1..=side).contains(&usize::from(*value));
    let regions = regions(field);
    match regions {
        Ok(regions) if !values.iter().all(is_digit) || regions.are_connected() => {
            return Ok(Second::Regions(regions));
        }
        _ if values.iter().all(is_digit) => {
            let solution = Grid::from_values(size, values).expect("digits up to the side");
            return Ok(Second::Solution(solution));
        }
        _ => {}
    }
    if values.iter().all(|value| is_digit(value) || *value == 0) {
        return Err(ParseErrorKind::Unsupported {
            expected: "a solution or a jigsaw's regions after the puzzle",
            found: "another grid with empty cells".to_owned(),
            advice: "give one puzzle a line",
        });
    }
    let labels = field.iter().filter(|byte| byte.is_ascii_alphanumeric());
    match regions {
        Err(kind)
            if labels.count() == field.len() && values.iter().all(|&v| v != u16::from(UNKNOWN)) =>
        {
            Err(kind.into())
        }
        _ => Ok(Second::Comment),
    }
}

/// The regions of one letter or digit a cell.
pub(super) fn regions(labels: &[u8]) -> Result<Regions, RegionsError> {
    let label = |&label: &u8| char::from(label).encode_utf8(&mut [0; 2]).parse();
    Regions::new(labels.iter().map(label).collect::<Result<_, _>>()?)
}
