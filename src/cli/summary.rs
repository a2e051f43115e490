//! How many puzzles ended how.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::output::NewFile;
use crate::format::ReportStatus;

/// Counts that add up across runs, so that a list can be cut into shards.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Summary {
    /// All of them; the sum of the other counts.
    pub puzzles: u64,
    unique: u64,
    multiple: u64,
    solved: u64,
    none: u64,
    invalid: u64,
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
        self.unknown += other.unknown;
        self.error += other.error;
        self.solver_time += other.solver_time;
    }

    /// One line for people: what there was, and how fast.
    pub fn to_text(self, elapsed: Duration) -> String {
        let counts = [
            (self.unique, "unique"),
            (self.multiple, "multiple"),
            (self.solved, "solved"),
            (self.none, "none"),
            (self.invalid, "invalid"),
            (self.unknown, "unknown"),
            (self.error, "error"),
        ];
        let counts: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        format!(
            "{} puzzles in {elapsed:.2?} ({:.0} a second): {}",
            self.puzzles,
            self.puzzles as f64 / elapsed.as_secs_f64(),
            counts.join(", ")
        )
    }

    /// Writes the counts as one JSON object.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_json(&self, mut file: NewFile) -> Result<()> {
        serde_json::to_writer_pretty(&mut file, self)?;
        writeln!(file)?;
        file.finish()
    }
}
