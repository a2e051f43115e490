//! [`Draft`]: what is read of the form of another program, before it becomes a record.

use itertools::Itertools;

use super::super::cells::Place;
use super::super::error::{ParseError, ParseErrorKind};
use super::super::record::Record;
use crate::grid::{Cell, Digit, Grid, Size};
use crate::names::printable;
use crate::rules::{Clue, ClueKind, Regions, Variant};

/// A value that was read, or a message that says what is wrong.
pub(super) type Found<T> = Result<T, String>;

/// The record that a draft of a line gives, or the error in this line.
pub(super) fn record(
    program: &str,
    draft: Found<Draft>,
    place: Place<'_>,
) -> Result<Record, ParseError> {
    draft.and_then(|draft| draft.record(place.line)).map_err(|wrong| {
        let wrong = printable(&wrong, "").chars().take(200).collect();
        place.error(place.text, ParseErrorKind::Foreign(program.to_owned(), wrong))
    })
}

/// What was read so far of a puzzle in the form of another program.
pub(super) struct Draft {
    pub(super) size: Size,
    /// For each cell, its region; `None` if the regions are the usual boxes.
    pub(super) regions: Option<Vec<Option<usize>>>,
    pub(super) variants: Vec<Variant>,
    pub(super) clues: Vec<Clue>,
    pub(super) givens: Grid,
    /// The solution, according to the text.
    pub(super) solution: Option<Grid>,
    /// Keys of the text whose values are only drawn.
    pub(super) drawn: Vec<String>,
}

impl Draft {
    /// An empty grid of this side, with the boxes that other programs use for this side.
    pub(super) fn new(side: usize) -> Found<Draft> {
        if !(1..=16).contains(&side) {
            return Err(format!("expected a side from 1 to 16, found {side}"));
        }
        let size = Size::without_boxes(side);
        let (variants, clues, givens) = (Vec::new(), Vec::new(), Grid::empty(size));
        let drawn = Vec::new();
        Ok(Draft { size, regions: None, variants, clues, givens, solution: None, drawn })
    }

    pub(super) fn add(&mut self, kind: ClueKind, cells: Vec<Cell>, numbers: &[u32]) {
        self.clues.push(Clue { kind, cells, numbers: numbers.to_vec() });
    }

    /// Sets one digit as a given of a cell, or several digits as its candidates.
    pub(super) fn give(&mut self, cell: Cell, digits: &[u32]) -> Found<()> {
        match *digits {
            [value] => {
                let digit =
                    Digit::new(value as usize).filter(|_| value as usize <= self.size.side());
                let digit = digit.ok_or(format!("expected a digit, found {value}"))?;
                self.givens.set(cell, Some(digit));
                Ok(())
            }
            _ => {
                self.add(ClueKind::Candidates, vec![cell], digits);
                Ok(())
            }
        }
    }

    pub(super) fn cell(&self, row: usize, column: usize) -> Found<Cell> {
        match row.max(column) < self.size.side() {
            true => Ok(self.size.cell(row, column)),
            false => {
                Err(format!("expected a cell inside the grid, found R{}C{}", row + 1, column + 1))
            }
        }
    }

    /// Adds diagonals: `true` is the diagonal from the top left, `false` the diagonal from the
    /// bottom left.
    pub(super) fn add_diagonals(&mut self, falling: &[bool]) {
        let (size, side) = (self.size, self.size.side());
        let column = |row, falls| if falls { row } else { side - 1 - row };
        match *falling {
            [_, _] => self.variants.push(Variant::Diagonal),
            [falls] => {
                let cells = (0..side).map(|row| size.cell(row, column(row, falls))).collect();
                self.add(ClueKind::ExtraRegion, cells, &[]);
            }
            _ => {}
        }
    }

    /// The cells of a row or column, from its first cell if `along` is true, else from its last
    /// cell.
    pub(super) fn line(&self, is_row: bool, at: usize, along: bool) -> Found<Vec<Cell>> {
        let side = self.size.side();
        let cell = |step| if is_row { self.cell(at, step) } else { self.cell(step, at) };
        (0..side).map(|step| cell(if along { step } else { side - 1 - step })).collect()
    }

    pub(super) fn record(self, line: usize) -> Found<Record> {
        let Draft { size, regions, mut variants, mut clues, givens, solution, drawn } = self;
        let drawn = (!drawn.is_empty()).then(|| drawn.join(", ").into());
        let mut shares = None;
        if let Some(regions) = regions {
            let named = regions.iter().zip(size.cells());
            let named = named.filter_map(|(region, cell)| region.map(|region| (region, cell)));
            let cells: Vec<Vec<Cell>> =
                named.into_group_map().into_iter().sorted().map(|(_, cells)| cells).collect();
            let is_jigsaw = cells.len() == size.side()
                && cells.iter().all(|region| region.len() == size.side());
            if is_jigsaw {
                let regions = Regions::from_cells(size, &cells);
                shares = Some(regions.map_err(|error| error.to_string())?.into());
            } else {
                let regions = cells.into_iter().filter(|cells| cells.len() > 1);
                let kind = ClueKind::ExtraRegion;
                clues.extend(regions.map(|cells| Clue { kind, cells, numbers: Vec::new() }));
                variants.push(Variant::Latin);
            }
        }
        let clues = clues.into_iter().map(|clue| (clue, line)).collect();
        let record = Record::new(givens, line);
        let record = Record { regions: shares, rules: variants, clues, solution, drawn, ..record };
        record.to_rules().map(drop).map_err(|error| error.kind.to_string())?;
        Ok(record)
    }
}
