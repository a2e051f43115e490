//! Regions of any shape that divide the cells of a grid: jigsaw Sudoku.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::grid::{Cell, Size};

/// The name of a region: a letter, or a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RegionLabel {
    /// A number: `7`, `12`.
    Number(u16),
    /// An ASCII letter. Capitals and small letters are different names.
    Letter(char),
}

impl RegionLabel {
    /// The label of the region with this index (from 0): a letter, or a number from 1 if the side
    /// is above 26.
    pub(crate) fn of_index(index: usize, side: usize) -> RegionLabel {
        match u8::try_from(index) {
            Ok(index @ 0..26) if side <= 26 => RegionLabel::Letter((b'a' + index).into()),
            _ => RegionLabel::Number(index as u16 + 1),
        }
    }
}

impl fmt::Display for RegionLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegionLabel::Number(number) => number.fmt(f),
            RegionLabel::Letter(letter) => letter.fmt(f),
        }
    }
}

impl FromStr for RegionLabel {
    type Err = RegionsError;
    fn from_str(text: &str) -> Result<RegionLabel, RegionsError> {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let found = match *text.as_bytes() {
            [letter @ (b'a'..=b'z' | b'A'..=b'Z')] => Some(RegionLabel::Letter(letter.into())),
            _ => text.parse().ok().filter(|_| is_number).map(RegionLabel::Number),
        };
        found.ok_or_else(|| {
            let found: String = text.chars().take(20).collect();
            RegionsError::new(format!(
                "expected a letter or a number as the label of a region, found '{}'",
                found.escape_debug()
            ))
        })
    }
}

/// Regions that divide the cells of a grid. There are as many regions as the side, and each region
/// has as many cells as the side. The cells of a region need not be connected.
///
/// The text has one label for each cell, row by row: letters and digits with nothing between them,
/// or letters and numbers separated by blanks. A [`ParseError`](crate::format::ParseError) names
/// the wrong label and its place.
///
/// ```
/// use satdoku::Regions;
/// let regions: Regions = "aaab abbb cccd cddd".parse()?;
/// assert_eq!(regions.side(), 4);
/// assert_eq!(regions.to_string(), "aaababbbcccdcddd");
/// # Ok::<(), satdoku::format::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Regions {
    /// The label of each cell.
    labels: Vec<RegionLabel>,
    side: usize,
}

/// The error for regions that do not divide a grid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct RegionsError {
    message: String,
    /// The region with too few or too many cells, if this is the reason of the error.
    pub(crate) region: Option<RegionLabel>,
}

impl RegionsError {
    pub(crate) fn new(message: String) -> RegionsError {
        RegionsError { message, region: None }
    }
}

impl Regions {
    /// The regions that these labels give, one label for each cell, row by row.
    ///
    /// # Errors
    /// [`RegionsError`] if the number of labels is not the number of cells of a square grid, or if
    /// a region has a wrong size. The error names the region whose size is furthest from the side.
    /// If there are two such regions, the error names the larger one.
    pub fn new(labels: Vec<RegionLabel>) -> Result<Regions, RegionsError> {
        let side = labels.len().isqrt();
        if side * side != labels.len() || side > Size::MAX_SIDE || side == 0 {
            return Err(RegionsError::new(format!(
                "expected one region label for each cell of a square grid, found {} labels",
                labels.len()
            )));
        }
        let sizes = labels.iter().copied().sorted_unstable().dedup_with_count();
        let wrong = sizes.filter(|&(size, _)| size != side);
        match wrong.max_by_key(|&(size, _)| (size.abs_diff(side), size)) {
            Some((found, label)) => {
                let message = format!("expected {side} cells in region {label}, found {found}");
                Err(RegionsError { message, region: Some(label) })
            }
            None => Ok(Regions { labels, side }),
        }
    }

    /// The regions with these cells, labelled `a`, `b`, `c` and so on, or with numbers from 1 if
    /// the side is above 26.
    ///
    /// # Errors
    /// [`RegionsError`] if a region has a wrong size, or if a cell is in two regions or in no
    /// region.
    ///
    /// # Panics
    /// If a cell is outside the grid.
    pub fn from_cells(size: Size, regions: &[Vec<Cell>]) -> Result<Regions, RegionsError> {
        let mut labels = vec![None; size.cell_count()];
        for (index, region) in regions.iter().enumerate() {
            let second = RegionLabel::of_index(index, size.side());
            for &cell in region {
                if let Some(first) = labels[cell.index()].replace(second) {
                    let cell = size.cell_name(cell);
                    return Err(RegionsError::new(format!(
                        "{cell} is in region {first} and in region {second}"
                    )));
                }
            }
        }
        // If there are too many regions, one of them is empty, since no cell is in two regions.
        if regions.len() > size.side() {
            let (expected, found) = (size.side(), regions.len());
            return Err(RegionsError::new(format!("expected {expected} regions, found {found}")));
        }
        let named = size.cells().zip(labels).map(|(cell, label)| {
            let error = || RegionsError::new(format!("{} is in no region", size.cell_name(cell)));
            label.ok_or_else(error)
        });
        Regions::new(named.collect::<Result<_, _>>()?)
    }

    /// The side: how many cells a region has, and how many rows and columns the grid has.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The size of a grid of this side. The rules do not use the boxes of this size; see
    /// [`Size::without_boxes`].
    pub fn size(&self) -> Size {
        Size::without_boxes(self.side)
    }

    /// For each cell, the label of its region.
    pub fn labels(&self) -> &[RegionLabel] {
        &self.labels
    }

    /// For each cell, the index of its region, from 0, in the ascending order of the labels.
    pub fn indices(&self) -> Vec<usize> {
        let kinds = self.kinds();
        let index = |label| kinds.binary_search(label).expect("one of them");
        self.labels.iter().map(index).collect()
    }

    /// The labels of the regions, each once, ascending.
    pub(super) fn kinds(&self) -> Vec<RegionLabel> {
        self.labels.iter().copied().sorted_unstable().dedup().collect()
    }

    /// The label of the region of a cell, which must be inside the grid.
    pub(super) fn label(&self, cell: Cell) -> RegionLabel {
        self.labels[cell.index()]
    }

    /// The indices of the cells that share an edge with the cell with index `at`.
    pub(crate) fn neighbours(at: usize, side: usize) -> impl Iterator<Item = usize> {
        let column = at % side;
        [
            at.checked_sub(side),
            (column > 0).then(|| at - 1),
            (column + 1 < side).then_some(at + 1),
            (at + side < side * side).then_some(at + side),
        ]
        .into_iter()
        .flatten()
    }
}

/// Writes one label for each cell. If a label has several digits, blanks separate the labels.
impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_wide = |label: &RegionLabel| matches!(label, RegionLabel::Number(10..));
        let blank = if self.labels.iter().any(is_wide) { " " } else { "" };
        for (index, label) in self.labels.iter().enumerate() {
            write!(f, "{}{label}", if index > 0 { blank } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_region_and_the_cell_that_are_wrong() {
        let of = |regions: &[&[usize]]| {
            let cells = |region: &&[usize]| region.iter().map(|&i| Cell::from_index(i)).collect();
            let regions: Vec<Vec<Cell>> = regions.iter().map(cells).collect();
            Regions::from_cells(Size::FOUR, &regions).map_err(|error| error.to_string())
        };
        let (a, b, c, d) = ([0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]);
        assert_eq!(of(&[&a, &b, &c, &d]).unwrap().to_string(), "aabbaabbccddccdd");
        for (regions, message) in [
            (of(&[&a, &b, &c]), "C3 is in no region"),
            (of(&[&a, &b, &c, &[10, 11, 14]]), "D4 is in no region"),
            (of(&[&a, &b, &c, &[10, 11, 14, 13]]), "D2 is in region c and in region d"),
            (
                of(&[&a, &b, &[8, 9, 12, 13, 10], &[11, 14, 15]]),
                "expected 4 cells in region c, found 5",
            ),
        ] {
            assert_eq!(regions.unwrap_err(), message);
        }
    }
}
