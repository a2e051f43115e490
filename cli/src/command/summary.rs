//! The number of puzzles with each result.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::{Serialize, Serializer};

use super::exit::Exit;

use super::options::Force;
use super::output::{NewFile, new_path};
use super::run::Total;
use satdoku::answer::Status;

/// How the summary is shown.
#[derive(Clone, Debug, clap::Args)]
pub struct SummaryArgs {
    /// Print how many puzzles ended with each result, and the speed, to stderr
    #[arg(long)]
    summary: bool,
    /// Write the summary to FILE as JSON; the counts of several runs can be added
    #[arg(long, value_name = "FILE", value_parser = new_path(), group = "output")]
    summary_json: Option<PathBuf>,
}

impl SummaryArgs {
    /// Whether it goes to stderr.
    pub fn is_printed(&self) -> bool {
        self.summary
    }

    /// Creates the file before the work, so that a summary that cannot be written fails early.
    /// It must be none of `inputs`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(&self, force: Force, inputs: &[PathBuf]) -> Result<Recorder> {
        let create = |path| NewFile::create(path, force.force, inputs);
        let file = self.summary_json.as_deref().map(create).transpose()?;
        if self.summary {
            *so_far() = Some((Instant::now(), Summary::default()));
        }
        Ok(Recorder { file })
    }
}

/// When the run began and what has been printed since then, if `--summary` asks for it.
static SO_FAR: Mutex<Option<(Instant, Summary)>> = Mutex::new(None);

fn so_far() -> std::sync::MutexGuard<'static, Option<(Instant, Summary)>> {
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts results that have been printed.
pub fn printed(results: &Summary) {
    if let Some((_, summary)) = &mut *so_far() {
        summary.add(results);
    }
}

/// Shows what has been counted so far, where a signal ends the run.
#[cfg(unix)]
pub fn print_so_far() {
    if let Some((start, summary)) = so_far().take() {
        super::say(&summary.to_text(start.elapsed()));
    }
}

/// The summary to be shown at the end.
pub struct Recorder {
    file: Option<NewFile>,
}

impl Recorder {
    /// Prints and writes the summary as the options ask; the exit status of the run.
    pub fn finish(self, total: &Total) -> Exit {
        if let Some((start, _)) = so_far().take() {
            super::say(&total.summary.to_text(start.elapsed()));
        }
        if let Some(file) = self.file
            && let Err(error) = total.summary.write_json(file)
        {
            super::complain(format_args!("{error:#}"));
            return total.exit.max(Exit::Error);
        }
        total.exit
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
    pub fn add(&mut self, other: &Summary) {
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
        let counts: Vec<String> = self
            .named()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        let speed = format!(
            "{} in {elapsed:.2?} ({:.0} per second)",
            super::count(self.puzzles(), "puzzle"),
            self.puzzles() as f64 / elapsed.as_secs_f64(),
        );
        if counts.is_empty() { speed } else { format!("{speed}: {}", counts.join(", ")) }
    }

    /// Writes the counts as one JSON object.
    ///
    /// # Errors
    /// If the file cannot be written.
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
