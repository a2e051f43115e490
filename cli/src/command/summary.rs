//! The number of puzzles with each result.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use itertools::Itertools;

use super::engine::SettledBy;
use super::output::say;
use satdoku::solve::Stage;
use satdoku::{Status, counted};

// The option for a summary.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SummaryArgs {
    /// Print to stderr how many puzzles ended with each result, the speed, and how many puzzles
    /// were settled by each stage of the default solver, or by each solver of 'auto'
    #[arg(long)]
    pub summary: bool,
}

/// The numbers of puzzles with each result.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// For each status of [`Status::ALL`]: the number of puzzles.
    counts: [u64; Status::ALL.len()],
    /// For each stage of [`Stage::ALL`]: the number of puzzles that this stage of the default
    /// solver settled.
    stages: [u64; Stage::ALL.len()],
    /// For each other solver, by name: the number of puzzles that it settled.
    solvers: BTreeMap<&'static str, u64>,
    /// The number of puzzles for which the input gives a solution or a number of solutions, and
    /// this was checked.
    pub claims: u64,
    /// The columns and fields of the input that give solutions.
    pub columns: BTreeSet<String>,
}

impl Summary {
    /// Counts a puzzle.
    pub fn count(&mut self, status: Status) {
        self.counts[status as usize] += 1;
    }

    /// Counts a puzzle for the stage or solver that settled it, if this is known.
    pub fn settled(&mut self, by: Option<SettledBy>) {
        match by {
            Some(SettledBy::Stage(stage)) => self.stages[stage as usize] += 1,
            Some(SettledBy::Solver(name)) => *self.solvers.entry(name).or_default() += 1,
            None => {}
        }
    }
}

/// The time when the run began, and the results printed so far, if a summary is wanted.
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
    if let Some((_, all)) = &mut *so_far() {
        all.counts.iter_mut().zip(results.counts).for_each(|(own, other)| *own += other);
        all.stages.iter_mut().zip(results.stages).for_each(|(own, other)| *own += other);
        for (name, count) in &results.solvers {
            *all.solvers.entry(name).or_default() += count;
        }
        all.claims += results.claims;
        all.columns.extend(results.columns.iter().cloned());
    }
}

/// Prints the counts and the speed in one line, if a summary is wanted.
pub fn print() {
    let Some((start, Summary { counts, stages, solvers, claims, columns })) = so_far().take()
    else {
        return;
    };
    let (elapsed, puzzles) = (start.elapsed(), counts.iter().sum::<u64>());
    let speed = puzzles as f64 / elapsed.as_secs_f64();
    let found = Status::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    let found = found.map(|(status, count)| format!("{count} {status}")).join(", ");
    let colon = if found.is_empty() { "" } else { ": " };
    let puzzles = counted(puzzles, "puzzle");
    let columns = columns.iter().map(|name| format!(" in {name:?}")).join(",");
    let checked = match claims {
        0 => String::new(),
        _ => format!("; checked {}{columns}", counted(claims, "given solution")),
    };
    let stages = Stage::ALL.map(Stage::name).into_iter().zip(stages);
    let settled = stages.chain(solvers).filter(|(_, count)| *count > 0);
    let settled = settled.map(|(by, count)| format!("{count} by {by}")).join(", ");
    let settled = if settled.is_empty() { settled } else { format!("; settled: {settled}") };
    say(format_args!(
        "{puzzles} in {elapsed:.2?} ({speed:.0} per second){colon}{found}{settled}{checked}"
    ));
}
