//! Puzzles with clues in the forms of other programs, turned into rules and givens: whole or not at
//! all, so a key, a field or a type that is not known here is an error that names it.

mod fpuzzles;
mod iss;
mod killers;

use std::sync::Arc;

use itertools::Itertools;
use satdoku::rules::{Clue, ClueKind, Regions, RulesBuilder};
use satdoku::{Cell, Digit, Grid, Puzzle, Rules, Size, Variant};

pub use fpuzzles::fpuzzles;
pub use iss::iss;
pub use killers::{killer_json, killer_letters, killer_long, killer_short};

/// What is read so far.
struct Draft {
    size: Size,
    /// By cell: its region; `None` for boxes.
    regions: Option<Vec<Option<usize>>>,
    variants: Vec<Variant>,
    clues: Vec<Clue>,
    givens: Grid,
}

impl Draft {
    /// A grid of a side with the boxes that other programs give it.
    fn new(side: usize) -> Result<Draft, String> {
        if !(1..=16).contains(&side) {
            return Err(format!("expected a side from 1 to 16, found {side}"));
        }
        let size = Size::without_boxes(side);
        let (variants, clues, givens) = (Vec::new(), Vec::new(), Grid::empty(size));
        Ok(Draft { size, regions: None, variants, clues, givens })
    }

    fn add(&mut self, kind: &str, cells: Vec<Cell>, numbers: &[u32]) -> Result<(), String> {
        let kind: ClueKind = kind.parse().map_err(|_| format!("unknown kind '{kind}'"))?;
        self.clues.push(Clue { kind, cells, numbers: numbers.to_vec() });
        Ok(())
    }

    /// One digit is a given, several are candidates.
    fn give(&mut self, cell: Cell, digits: &[u32]) -> Result<(), String> {
        match *digits {
            [value] => {
                let digit =
                    Digit::new(value as usize).filter(|_| value as usize <= self.size.side());
                let digit = digit.ok_or(format!("expected a digit, found {value}"))?;
                self.givens.set(cell, Some(digit));
                Ok(())
            }
            _ => self.add("candidates", vec![cell], digits),
        }
    }

    fn cell(&self, row: usize, column: usize) -> Result<Cell, String> {
        match row.max(column) < self.size.side() {
            true => Ok(self.size.cell(row, column)),
            false => {
                Err(format!("expected a cell inside the grid, found R{}C{}", row + 1, column + 1))
            }
        }
    }

    /// Diagonals, each from the top left or from the bottom left.
    fn add_diagonals(&mut self, falling: &[bool]) -> Result<(), String> {
        let (size, side) = (self.size, self.size.side());
        let column = |row, falls| if falls { row } else { side - 1 - row };
        match *falling {
            [_, _] => self.variants.push(Variant::Diagonal),
            [falls] => {
                let cells = (0..side).map(|row| size.cell(row, column(row, falls))).collect();
                self.add("extra region", cells, &[])?;
            }
            _ => {}
        }
        Ok(())
    }

    /// A row or column: `along` from its first cell, or from its last.
    fn line(&self, is_row: bool, at: usize, along: bool) -> Result<Vec<Cell>, String> {
        let side = self.size.side();
        let cell = |step| if is_row { self.cell(at, step) } else { self.cell(step, at) };
        (0..side).map(|step| cell(if along { step } else { side - 1 - step })).collect()
    }

    fn puzzle(self) -> Result<Puzzle, String> {
        let Draft { size, regions, variants, mut clues, givens } = self;
        let mut rules = Rules::builder(size);
        if let Some(regions) = regions {
            let named = regions.iter().zip(size.cells());
            let named = named.filter_map(|(region, cell)| region.map(|region| (region, cell)));
            let cells: Vec<Vec<Cell>> =
                named.into_group_map().into_iter().sorted().map(|(_, cells)| cells).collect();
            let is_jigsaw = cells.len() == size.side()
                && cells.iter().all(|region| region.len() == size.side());
            rules = if is_jigsaw {
                rules.regions(Regions::from_cells(size, &cells).map_err(|error| error.to_string())?)
            } else {
                let regions = cells.into_iter().filter(|cells| cells.len() > 1);
                clues.extend(regions.map(|cells| Clue {
                    kind: ClueKind::ExtraRegion,
                    cells,
                    numbers: Vec::new(),
                }));
                rules.without_boxes()
            };
        }
        let rules = variants.into_iter().fold(rules, RulesBuilder::variant);
        let rules = clues.into_iter().fold(rules, RulesBuilder::clue);
        let rules = rules.build().map_err(|error| error.to_string())?;
        Puzzle::new(Arc::new(rules), givens).map_err(|error| error.to_string())
    }
}
