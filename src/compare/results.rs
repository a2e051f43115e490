//! The measurements: every answer of every contender, and the problems found.

use std::time::Duration;

use crate::answer::Status;
use crate::contender::Times;

/// The outcome of one puzzle for one contender.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// Settled within the limit, and not refuted.
    Solved,
    /// A program's claim that there is no solution, or no other, which nothing confirmed within the
    /// limit.
    Unconfirmed,
    /// Not settled within the limit.
    TimedOut,
    /// No answer because this machine failed, not the contender.
    Failed,
    /// A wrong answer, or none because the contender failed.
    Wrong,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::Solved => "solved",
            Outcome::Unconfirmed => "unconfirmed",
            Outcome::TimedOut => "timed out",
            Outcome::Failed => "failed",
            Outcome::Wrong => "wrong",
        })
    }
}

/// One contender's answer to one puzzle in one run.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Its outcome.
    pub outcome: Outcome,
    /// The answer; `None` if the contender failed.
    pub status: Option<Status>,
    /// The time it took; `None` if the puzzles were answered all at once.
    pub time: Option<Duration>,
    /// Parts of that.
    pub times: Times,
    /// Guesses or conflicts.
    pub guesses: Option<u64>,
}

/// All of one contender's answers in one run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// In the order of the puzzles.
    pub measurements: Vec<Measurement>,
    /// The time of all of them together.
    pub time: Duration,
    /// Parts of that.
    pub times: Times,
}

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

/// All measurements.
#[derive(Clone, Debug)]
#[must_use]
pub struct Results {
    /// The contenders' names.
    pub names: Vec<String>,
    /// By contender, then run.
    pub runs: Vec<Vec<Run>>,
    /// Each wrong answer once, in the order of the puzzles.
    pub problems: Vec<Problem>,
    /// The limit for one puzzle.
    pub time_limit: Duration,
}
