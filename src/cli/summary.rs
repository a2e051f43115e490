//! The number of puzzles with each result.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;

use super::exit::Exit;
use super::output::NewFile;
use super::run::Total;
use crate::format::ReportStatus;

/// How the summary is shown.
#[derive(Clone, Debug, clap::Args)]
pub struct SummaryArgs {
    /// Print how many puzzles ended with each result, and the speed, to stderr
    #[arg(long)]
    summary: bool,
    /// Write the summary to FILE as JSON; the counts of several runs can be added
    #[arg(long, value_name = "FILE")]
    summary_json: Option<PathBuf>,
    /// Replace the file of --summary-json if it exists
    #[arg(long, requires = "summary_json")]
    force: bool,
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
    pub fn begin(&self, inputs: &[PathBuf]) -> Result<Recorder> {
        let create = |path| NewFile::create(path, self.force, inputs);
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
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Summary {
    /// All of them; the sum of the other counts.
    puzzles: u64,
    unique: u64,
    multiple: u64,
    solved: u64,
    none: u64,
    invalid: u64,
    mismatch: u64,
    unknown: u64,
    error: u64,
    /// Time spent on puzzles, summed over threads.
    #[serde(rename = "solver_time_us", serialize_with = "microseconds")]
    pub solver_time: Duration,
}

fn microseconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_micros() as u64)
}

impl Summary {
    /// Counts a puzzle.
    pub fn count(&mut self, status: ReportStatus) {
        self.puzzles += 1;
        *match status {
            ReportStatus::Unique => &mut self.unique,
            ReportStatus::Multiple => &mut self.multiple,
            ReportStatus::Solved => &mut self.solved,
            ReportStatus::None => &mut self.none,
            ReportStatus::Invalid => &mut self.invalid,
            ReportStatus::Mismatch => &mut self.mismatch,
            ReportStatus::Unknown => &mut self.unknown,
            ReportStatus::Error => &mut self.error,
        } += 1;
    }

    /// Adds another summary.
    pub fn add(&mut self, other: &Summary) {
        self.puzzles += other.puzzles;
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.solved += other.solved;
        self.none += other.none;
        self.invalid += other.invalid;
        self.mismatch += other.mismatch;
        self.unknown += other.unknown;
        self.error += other.error;
        self.solver_time += other.solver_time;
    }

    /// One line for people: the counts and the speed.
    fn to_text(self, elapsed: Duration) -> String {
        let counts = [
            (self.unique, "unique"),
            (self.multiple, "multiple"),
            (self.solved, "solved"),
            (self.none, "none"),
            (self.invalid, "invalid"),
            (self.mismatch, "mismatch"),
            (self.unknown, "unknown"),
            (self.error, "error"),
        ];
        let counts: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        format!(
            "{} in {elapsed:.2?} ({:.0} per second): {}",
            super::count(self.puzzles, "puzzle"),
            self.puzzles as f64 / elapsed.as_secs_f64(),
            counts.join(", ")
        )
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
