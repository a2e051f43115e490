//! What is to be measured, and what was: the answers of one contender in one run.

use std::time::Duration;

use serde::Serialize;

use crate::contender::Entry;
use satdoku::Status;
use satdoku::solve::Statistics;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The contenders; ratios are relative to the first.
    pub entries: Vec<Entry>,
    /// Whether to find out if a solution is the only one, or to stop at the first.
    pub unique: bool,
    /// The limit for one puzzle. For contenders that answer all puzzles at once, the limit is this
    /// times the number of puzzles.
    pub time_limit: Duration,
    /// Number of measured runs over all puzzles, at least 1.
    pub runs: usize,
    /// Number of puzzles that each contender answers before it is measured.
    pub warmup: usize,
    /// Decides the order of the contenders.
    pub seed: u64,
}

/// The outcome of one puzzle for one contender.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Outcome {
    /// Settled within the limit, and not refuted.
    Solved,
    /// Not settled within the limit; or settled only by a program's claim that there is no
    /// solution, or no other, which nothing confirmed within the limit.
    Unknown,
    /// Not asked, because this machine failed.
    #[serde(rename = "not run")]
    NotRun,
    /// No answer because the contender failed, or an answer that cannot be read.
    Crashed,
    /// A wrong answer.
    Wrong,
}

/// One contender's answer to one puzzle in one run.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Its outcome.
    pub outcome: Outcome,
    /// The answer; `None` if the contender failed.
    pub status: Option<Status>,
    /// The time that it took; an equal share of the time of all puzzles if several were answered at
    /// once.
    pub wall: Duration,
    /// The processor time it took, of this thread and of the processes it ran; likewise. `None` if the
    /// system does not tell.
    pub cpu: Option<Duration>,
    /// The processes that were started for it; likewise.
    pub starts: f64,
    /// What the contender tells.
    pub statistics: Statistics,
}

/// One contender's answers to consecutive puzzles in one run.
pub type Run = Vec<Measurement>;

/// A puzzle without a correct answer: the contender was wrong or failed, or the machine failed.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Index of the puzzle.
    pub puzzle: usize,
    /// Index of the contender.
    pub contender: usize,
    /// The problem, and the evidence for it.
    pub what: String,
}
