//! What was measured: every answer of every contender, and what is wrong with it.

use std::time::Duration;

use crate::answer::Status;
use crate::contender::Times;

/// How a question ended.
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
    /// How it ended.
    pub outcome: Outcome,
    /// What it said; `None` if it failed.
    pub status: Option<Status>,
    /// How long it took; `None` if puzzles were answered all at once.
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
    /// How long all of them took together.
    pub time: Duration,
    /// Parts of that.
    pub times: Times,
}

/// A question without a right answer: the contender was wrong or failed, or the machine did.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Index of the puzzle.
    pub puzzle: usize,
    /// Index of the contender.
    pub contender: usize,
    /// What is wrong, and how it is known.
    pub what: String,
}

/// Everything that was measured.
#[derive(Clone, Debug)]
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
