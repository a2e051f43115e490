//! The plan of a comparison, and its measurements: the answers of one contender in one run.

use std::time::Duration;

use serde::Serialize;

use crate::contender::Entry;
use satdoku::Status;
use satdoku::solve::Statistics;

/// The plan of a comparison.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The contenders. Ratios are relative to the first contender.
    pub entries: Vec<Entry>,
    /// Whether contenders must find out if a solution is the only one; otherwise they stop at the
    /// first solution.
    pub unique: bool,
    /// The time limit for one puzzle. For contenders that answer several puzzles at once, the limit
    /// is this time multiplied by the number of puzzles.
    pub time_limit: Duration,
    /// The number of measured runs over all puzzles, at least 1.
    pub runs: usize,
    /// The number of puzzles that each contender answers before the measurement.
    pub warmup: usize,
    /// The seed for the random order of the contenders.
    pub seed: u64,
}

/// The outcome of one puzzle for one contender.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Outcome {
    /// The puzzle was settled within the limit, and the answer was not refuted.
    Solved,
    /// The puzzle was not settled within the limit; or it was settled only by a program's claim
    /// that there is no solution, or no other solution, and nothing confirmed this claim within the
    /// limit.
    Unknown,
    /// The contender was not asked, because something failed on this machine.
    #[serde(rename = "not run")]
    NotRun,
    /// There is no answer because the contender failed, or the answer cannot be read.
    Crashed,
    /// The answer is wrong.
    Wrong,
}

/// One contender's answer to one puzzle in one run.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The outcome.
    pub outcome: Outcome,
    /// The answer; `None` if the contender failed.
    pub status: Option<Status>,
    /// The elapsed time of the answer. If several puzzles were answered at once, each has an equal
    /// share of the time.
    pub wall: Duration,
    /// The processor time of this thread and of the processes that the contender ran, or an equal
    /// share of it. `None` if the system does not tell it.
    pub cpu: Option<Duration>,
    /// The number of processes that were started for the answer, or an equal share of it.
    pub starts: f64,
    /// The statistics that the contender reported.
    pub statistics: Statistics,
}

/// One contender's answers to consecutive puzzles in one run.
pub type Run = Vec<Measurement>;

/// A problem with an answer: the answer was wrong, the contender failed, or something failed on
/// this machine.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The index of the puzzle.
    pub puzzle: usize,
    /// The index of the contender.
    pub contender: usize,
    /// The problem, and the evidence for it.
    pub what: String,
}
