//! The text after the cells of a puzzle in its line: a solution, a number of solutions, the
//! regions of a jigsaw, or a comment.

use super::error::ParseErrorKind;
use super::shape::{decimal, ends_cells, is_separator};
use super::symbols::{Symbols, UNKNOWN};
use crate::grid::{Cell, Grid, Size};

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
    /// By cell: the index of its region, from 0 in the order of first appearance.
    pub(super) regions: Option<Box<[u8]>>,
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
        let mut rest = Rest::default();
        let mut start = text.iter().take_while(|&&byte| is_separator(byte)).count();
        if let Some(counted) = text[start..].strip_prefix(b":")
            && let Some(length) = counted.iter().position(|&byte| byte == b':')
            && let Some(count) = decimal(&counted[..length]).filter(|_| length > 0)
        {
            rest.claims.get_or_insert_default().count = Some(count as u64);
            start += length + 2;
        }
        let count = grid.size().cell_count();
        let ends = |byte: &u8| is_separator(*byte) || ends_cells(*byte);
        for field in text[start.min(text.len())..].split(ends) {
            let at = start;
            start += field.len() + 1;
            if field.len() != count || count <= 4 || !field.is_ascii() {
                continue;
            }
            match second_grid(grid, field, symbols).map_err(|kind| (at, kind))? {
                Second::Solution(solution) => {
                    rest.claims.get_or_insert_default().solution = Some(solution);
                }
                Second::Regions(regions) => rest.regions = Some(regions.into()),
                Second::Comment => continue,
            }
            break;
        }
        Ok(rest)
    }
}

enum Second {
    Solution(Grid),
    Regions(Vec<u8>),
    Comment,
}

/// As many characters as cells after the cells: a solution, or one label a cell.
fn second_grid(grid: &Grid, field: &[u8], symbols: &Symbols) -> Result<Second, ParseErrorKind> {
    let size = grid.size();
    let side = size.side();
    let values: Vec<u16> = field.iter().map(|&byte| symbols.value(byte, side).into()).collect();
    let is_digit = |value: &u16| (1..=side).contains(&usize::from(*value));
    let regions = regions(size, field);
    match regions {
        Ok(regions) if !values.iter().all(is_digit) || are_connected(size, &regions) => {
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
            Err(kind)
        }
        _ => Ok(Second::Comment),
    }
}

/// The regions of one label a cell.
pub(super) fn regions(size: Size, labels: &[u8]) -> Result<Vec<u8>, ParseErrorKind> {
    let side = size.side();
    let mut known: Vec<u8> = Vec::new();
    let mut counts = Vec::new();
    let mut regions = Vec::with_capacity(labels.len());
    for &label in labels {
        let index = known.iter().position(|&other| other == label).unwrap_or_else(|| {
            known.push(label);
            counts.push(0);
            known.len() - 1
        });
        counts[index] += 1;
        regions.push(index as u8);
    }
    match counts.iter().position(|&count| count != side) {
        None => Ok(regions),
        Some(index) => Err(ParseErrorKind::Region {
            expected: side,
            label: known[index].into(),
            found: counts[index],
        }),
    }
}

/// Whether each region is one piece, so that no solution has the same digits.
fn are_connected(size: Size, regions: &[u8]) -> bool {
    let side = size.side();
    let mut reached = vec![false; regions.len()];
    let mut pieces = 0;
    for start in 0..regions.len() {
        if reached[start] {
            continue;
        }
        pieces += 1;
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut reached[at], true) {
                continue;
            }
            let column = size.column_index(Cell::from_index(at));
            let neighbours = [
                (column > 0).then(|| at - 1),
                (column + 1 < side).then(|| at + 1),
                at.checked_sub(side),
                (at + side < regions.len()).then(|| at + side),
            ];
            open.extend(neighbours.into_iter().flatten().filter(|&n| regions[n] == regions[at]));
        }
    }
    pieces == side
}
