//! What requests have in common: a puzzle of a side that the page shows, and a limit.

use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use satdoku::{Deadline, Puzzle, PuzzleReport, Size, Symbols};
use serde_json::json;

/// The sides of the page's grids.
pub const SIDES: RangeInclusive<usize> = 4..=16;

/// The deadline that is reached after this many milliseconds; no deadline if there is no limit.
pub fn deadline(limit: Option<f64>) -> Result<Deadline> {
    let Some(limit) = limit else { return Ok(Deadline::NONE) };
    let time = Duration::try_from_secs_f64(limit / 1000.0);
    time.map(Deadline::after)
        .with_context(|| format!("limit: expected milliseconds, found {limit}"))
}

/// The puzzle, of a side that the page shows.
pub fn small(puzzle: &PuzzleReport) -> Result<Puzzle> {
    // A place in the text means nothing on the page.
    let puzzle = json!(puzzle).to_string().parse::<Puzzle>().map_err(|error| error.kind)?;
    check_side(puzzle.size())?;
    Ok(puzzle)
}

/// A puzzle as the page gets it.
pub fn stated(puzzle: &Puzzle) -> PuzzleReport {
    PuzzleReport::of(puzzle, None, &Symbols::default())
}

/// Whether the page shows grids of this side.
pub fn check_side(size: Size) -> Result<()> {
    let (side, (least, most)) = (size.side(), SIDES.into_inner());
    let more = "the command line takes others: satdoku solve FILE";
    ensure!(SIDES.contains(&side), "expected a side of {least} to {most}, found {side}; {more}");
    Ok(())
}
