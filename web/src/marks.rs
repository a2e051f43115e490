//! The digits that each cell may hold, as masks: bit *i* stands for the digit of index *i*.

use anyhow::{Result, ensure};
use satdoku::{Candidates, DigitSet, Size};

/// The candidates of one mask for each cell.
pub fn from_masks(size: Size, masks: &[u64]) -> Result<Candidates> {
    let (cells, side) = (size.cell_count(), size.side());
    ensure!(masks.len() == cells, "expected {cells} cells, found {}", masks.len());
    let (mut candidates, all) = (Candidates::none(size), DigitSet::all(side));
    for (cell, &mask) in size.cells().zip(masks) {
        let digits = DigitSet::from_bits(mask);
        ensure!(&digits | &all == all, "expected a digit of 1 to {side} in a mask, found {mask}");
        candidates[cell] = digits;
    }
    Ok(candidates)
}

/// One mask for each cell.
pub fn masks(candidates: &Candidates) -> Vec<u64> {
    candidates.size().cells().map(|cell| candidates[cell].words()[0]).collect()
}
