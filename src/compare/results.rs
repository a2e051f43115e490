//! The measurements: every answer of every contender, and the problems found.

use std::time::Duration;

use super::run::Plan;
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

impl Run {
    /// Adds the answers to further puzzles.
    pub(super) fn append(&mut self, other: Run) {
        self.measurements.extend(other.measurements);
        self.time += other.time;
        self.times.add(&other.times);
    }

    /// Number of puzzles answered.
    pub(super) fn len(&self) -> usize {
        self.measurements.len()
    }
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
    /// Index of the contender that ratios are relative to.
    pub baseline: usize,
}

impl Results {
    /// Nothing measured yet.
    pub fn new(plan: &Plan) -> Results {
        Results {
            names: plan.entries.iter().map(|entry| entry.name.to_string()).collect(),
            runs: vec![Vec::new(); plan.entries.len()],
            problems: Vec::new(),
            time_limit: plan.time_limit,
            baseline: plan.baseline,
        }
    }

    /// Of a measurement that goes on, what can be compared: the runs that all have ended, or the
    /// puzzles of the first run that all have answered, without contenders that have answered none.
    /// Claims are not judged yet. `None` if there is nothing.
    pub fn so_far(&self) -> Option<Results> {
        let answered = |runs: &Vec<Run>, run: usize| runs.get(run).map_or(0, Run::len);
        let count = |run| self.runs.iter().map(move |runs| answered(runs, run));
        let puzzles = count(0).filter(|&count| count > 0).min()?;
        let is_in = |runs: &Vec<Run>| answered(runs, 0) > 0;
        let all_in = self.runs.iter().all(is_in);
        let ended = |run: &usize| all_in && count(*run).all(|count| count == puzzles);
        let ended = (1..).take_while(ended).count();
        let kept: Vec<usize> = (0..self.names.len()).filter(|&i| is_in(&self.runs[i])).collect();
        let cut = |run: &Run| Run {
            time: match run.len() == puzzles {
                true => run.time,
                false => run.measurements[..puzzles].iter().filter_map(|m| m.time).sum(),
            },
            measurements: run.measurements[..puzzles].to_vec(),
            times: run.times,
        };
        Some(Results {
            names: kept.iter().map(|&index| self.names[index].clone()).collect(),
            runs: kept.iter().map(|&i| self.runs[i][..=ended].iter().map(cut).collect()).collect(),
            problems: Vec::new(),
            time_limit: self.time_limit,
            baseline: kept.iter().position(|&index| index == self.baseline).unwrap_or(0),
        })
    }
}
