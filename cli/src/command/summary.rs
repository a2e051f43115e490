//! The number of puzzles with each result.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use itertools::Itertools;
use serde::{Serialize, Serializer};

use super::exit::Exit;
use super::file::{NewFile, new_path};
use super::output::{complain, count, say, words};
use satdoku::Status;

/// How the summary is shown.
#[derive(Clone, Debug, clap::Args)]
pub struct SummaryArgs {
    /// Print how many puzzles ended with each result, and the speed, to stderr
    #[arg(long)]
    pub summary: bool,
    /// Write the summary to FILE as JSON; the counts of several runs can be added
    #[arg(long, value_name = "FILE", value_parser = new_path(), group = "output")]
    summary_json: Option<PathBuf>,
}

impl SummaryArgs {
    /// Begins to count, and creates the file before the work, so that a summary that cannot be
    /// written fails early. It must be none of `inputs`.
    pub fn begin(&self, force: bool, inputs: &[PathBuf]) -> Result<()> {
        let file = NewFile::begin(self.summary_json.as_ref(), force, inputs)?;
        let (start, summary) = (Instant::now(), Summary::default());
        *so_far() = Some(SoFar { start, is_shown: self.summary, file, summary });
        Ok(())
    }
}

/// What has been printed since the run began, where there is to be a summary.
struct SoFar {
    start: Instant,
    is_shown: bool,
    file: Option<NewFile>,
    summary: Summary,
}

static SO_FAR: Mutex<Option<SoFar>> = Mutex::new(None);

fn so_far() -> MutexGuard<'static, Option<SoFar>> {
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts results that have been printed.
pub fn printed(results: &Summary) {
    if let Some(SoFar { summary, .. }) = &mut *so_far() {
        summary.add(results);
    }
}

/// Shows what has been counted, where that is asked for.
pub fn print_so_far() {
    if let Some(SoFar { start, is_shown: true, summary, .. }) = &*so_far() {
        say(summary.to_text(start.elapsed()));
    }
}

/// Prints and writes the summary as the options ask; the exit status of the run, so far `exit`.
pub fn finish(exit: Exit) -> Exit {
    print_so_far();
    let Some(SoFar { file: Some(file), summary, .. }) = so_far().take() else { return exit };
    match summary.write_json(file) {
        Ok(()) => exit,
        Err(error) => {
            complain(words(&error));
            exit.max(Exit::Error)
        }
    }
}

/// Counts that add up across runs, so that a list can be cut into shards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    /// By [`Status::ALL`].
    counts: [u64; Status::ALL.len()],
    /// Time spent on puzzles, summed over threads.
    pub solver_time: Duration,
}

impl Summary {
    /// Counts a puzzle.
    pub fn count(&mut self, status: Status) {
        self.counts[status as usize] += 1;
    }

    /// Adds another summary.
    fn add(&mut self, other: &Summary) {
        for (own, other) in self.counts.iter_mut().zip(other.counts) {
            *own += other;
        }
        self.solver_time += other.solver_time;
    }

    fn puzzles(&self) -> u64 {
        self.counts.iter().sum()
    }

    fn named(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Status::ALL.map(Status::name).into_iter().zip(self.counts)
    }

    /// One line for people: the counts and the speed.
    fn to_text(self, elapsed: Duration) -> String {
        let puzzles = self.puzzles();
        let speed = puzzles as f64 / elapsed.as_secs_f64();
        let speed =
            format!("{} in {elapsed:.2?} ({speed:.0} per second)", count(puzzles, "puzzle"));
        let found = self.named().filter(|(_, count)| *count > 0);
        let counts = found.map(|(name, count)| format!("{count} {name}")).join(", ");
        if counts.is_empty() { speed } else { format!("{speed}: {counts}") }
    }

    /// Writes the counts as one JSON object.
    fn write_json(&self, mut file: NewFile) -> Result<()> {
        serde_json::to_writer_pretty(&mut file, self)?;
        writeln!(file)?;
        file.finish()
    }
}

/// All puzzles, each count, and the time in microseconds.
impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let time = self.solver_time.as_micros() as u64;
        let first = ("puzzles", self.puzzles());
        let fields = std::iter::once(first).chain(self.named()).chain([("solver_time_us", time)]);
        serializer.collect_map(fields)
    }
}
