//! The measurements: those of the puzzles that are being answered one by one, the others as sums.

use std::time::Duration;

use super::run::Plan;
use super::summary::Total;
use satdoku::answer::Status;
use satdoku::solve::Statistics;

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
    Unknown,
    /// Not asked, because this machine failed.
    NotRun,
    /// No answer, because the contender failed, or none that can be read.
    Crashed,
    /// A wrong answer.
    Wrong,
}

impl Outcome {
    pub(super) const ALL: [Outcome; 6] = [
        Outcome::Solved,
        Outcome::Unconfirmed,
        Outcome::Unknown,
        Outcome::NotRun,
        Outcome::Crashed,
        Outcome::Wrong,
    ];
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::Solved => "solved",
            Outcome::Unconfirmed => "unconfirmed",
            Outcome::Unknown => "unknown",
            Outcome::NotRun => "not run",
            Outcome::Crashed => "crashed",
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
    /// The time it took; `None` if several puzzles were answered at once.
    pub wall: Option<Duration>,
    /// The processor time it took, of this thread and of the processes it ran; `None` if several
    /// puzzles were answered at once, or the system does not tell.
    pub cpu: Option<Duration>,
    /// What the contender tells.
    pub statistics: Statistics,
}

/// One contender's answers to consecutive puzzles in one run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// In the order of the puzzles.
    pub measurements: Vec<Measurement>,
    /// Of all together, where the puzzles have none of their own.
    pub(super) at_once: Option<Taken>,
}

/// Time, processor time and statistics.
pub(super) type Taken = (Duration, Option<Duration>, Statistics);

impl Run {
    /// Adds the answers to further puzzles.
    pub(super) fn append(&mut self, other: Run) {
        self.measurements.extend(other.measurements);
        self.at_once = other.at_once;
    }

    /// The time of all of them together.
    pub fn wall(&self) -> Duration {
        let each = || self.measurements.iter().filter_map(|measurement| measurement.wall).sum();
        self.at_once.map_or_else(each, |(wall, ..)| wall)
    }

    /// The processor time of all of them together, if it is known.
    pub fn cpu(&self) -> Option<Duration> {
        let each = || self.measurements.iter().map(|measurement| measurement.cpu).sum();
        self.at_once.map_or_else(each, |(_, cpu, _)| cpu)
    }

    /// What the contender tells of all of them together.
    pub fn statistics(&self) -> Statistics {
        let mut sum = self.at_once.map(|(.., statistics)| statistics).unwrap_or_default();
        self.measurements.iter().for_each(|measurement| sum += &measurement.statistics);
        sum
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

/// All measurements. What is kept does not grow with the number of puzzles, but for a time each.
#[derive(Clone, Debug)]
#[must_use]
pub struct Results {
    /// The contenders' names.
    pub names: Vec<String>,
    /// The first of the problems, in the order of the puzzles.
    pub problems: Vec<Problem>,
    /// The number of problems.
    pub problem_count: usize,
    /// The limit for one puzzle.
    pub time_limit: Duration,
    /// Index of the contender that ratios are relative to.
    pub baseline: usize,
    /// Number of puzzles that are summed up.
    pub(super) puzzles: usize,
    /// Those of them that no contender settled.
    pub(super) unsettled: usize,
    /// By contender.
    pub(super) totals: Vec<Total>,
    /// Puzzles that are not summed up yet, by contender, then run.
    pub(super) open: Vec<Vec<Run>>,
}

impl Results {
    /// Nothing measured yet.
    pub fn new(plan: &Plan) -> Results {
        let names = plan.entries.iter().map(|entry| entry.name.to_string()).collect();
        Results::empty(names, plan.runs, plan.time_limit, plan.baseline)
    }

    pub(super) fn empty(
        names: Vec<String>,
        runs: usize,
        time_limit: Duration,
        baseline: usize,
    ) -> Results {
        Results {
            totals: vec![Total::new(runs); names.len()],
            open: vec![Vec::new(); names.len()],
            names,
            problems: Vec::new(),
            problem_count: 0,
            time_limit,
            baseline,
            puzzles: 0,
            unsettled: 0,
        }
    }

    /// Number of puzzles.
    pub fn puzzle_count(&self) -> usize {
        self.puzzles
    }

    /// Number of runs.
    pub fn run_count(&self) -> usize {
        self.totals[0].walls.len()
    }

    /// The number of puzzles that no contender settled.
    pub fn unsettled_count(&self) -> usize {
        self.unsettled
    }

    /// Of a measurement that goes on, what can be compared: the puzzles that are summed up, or else
    /// the runs that all have ended, or the puzzles of the first run that all have answered, without
    /// contenders that have answered none, and without a judgement of their claims. `None` if there is
    /// nothing.
    pub fn so_far(&self) -> Option<Results> {
        if self.puzzles > 0 {
            return Some(Results { open: vec![Vec::new(); self.names.len()], ..self.clone() });
        }
        let answered =
            |runs: &Vec<Run>, run: usize| runs.get(run).map_or(0, |run| run.measurements.len());
        let count = |run| self.open.iter().map(move |runs| answered(runs, run));
        let puzzles = count(0).filter(|&count| count > 0).min()?;
        let is_in = |runs: &Vec<Run>| answered(runs, 0) > 0;
        let all_in = self.open.iter().all(is_in);
        let ended = |run: &usize| all_in && count(*run).all(|count| count == puzzles);
        let runs = 1 + (1..).take_while(ended).count();
        let kept: Vec<usize> = (0..self.names.len()).filter(|&i| is_in(&self.open[i])).collect();
        let cut = |run: &Run| Run {
            measurements: run.measurements[..puzzles].to_vec(),
            at_once: run.at_once,
        };
        let names = kept.iter().map(|&index| self.names[index].clone()).collect();
        let baseline = kept.iter().position(|&index| index == self.baseline).unwrap_or(0);
        let mut results = Results::empty(names, runs, self.time_limit, baseline);
        results.open =
            kept.iter().map(|&i| self.open[i][..runs].iter().map(cut).collect()).collect();
        results.sum_up();
        Some(results)
    }
}
