//! The number of puzzles with each result.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use itertools::Itertools;

use super::output::{count, say};
use satdoku::Status;

/// Whether results are counted.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SummaryArgs {
    /// Print how many puzzles ended with each result, and the speed, to stderr
    #[arg(long)]
    pub summary: bool,
}

/// Puzzles by [`Status::ALL`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary([u64; Status::ALL.len()]);

impl Summary {
    /// Counts a puzzle.
    pub fn count(&mut self, status: Status) {
        self.0[status as usize] += 1;
    }
}

/// What has been printed since the run began, where there is to be a summary.
static SO_FAR: Mutex<Option<(Instant, Summary)>> = Mutex::new(None);

fn so_far() -> MutexGuard<'static, Option<(Instant, Summary)>> {
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to count.
pub fn begin() {
    *so_far() = Some((Instant::now(), Summary::default()));
}

/// Counts results that have been printed.
pub fn printed(results: &Summary) {
    if let Some((_, Summary(counts))) = &mut *so_far() {
        counts.iter_mut().zip(results.0).for_each(|(own, other)| *own += other);
    }
}

/// Shows what has been counted, in one line, if that is asked for: the counts and the speed.
pub fn print() {
    let Some((start, Summary(counts))) = so_far().take() else { return };
    let (elapsed, puzzles) = (start.elapsed(), counts.iter().sum::<u64>());
    let speed = puzzles as f64 / elapsed.as_secs_f64();
    let found = Status::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    let found = found.map(|(status, count)| format!("{count} {status}")).join(", ");
    let colon = if found.is_empty() { "" } else { ": " };
    let puzzles = count(puzzles, "puzzle");
    say(format_args!("{puzzles} in {elapsed:.2?} ({speed:.0} per second){colon}{found}"));
}
