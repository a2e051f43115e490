//! Gives every puzzle to every contender, in turns, and checks all answers.
//!
//! A run takes the puzzles in blocks; within a block each contender answers all of its puzzles in
//! turn, and the order of the contenders rotates from block to block and run to run, so that a
//! machine that slows down does so for all alike. A contender that takes all puzzles at once
//! ([`Capabilities::batch`](crate::contender::Capabilities)) has its turn before the first block.
//!
//! Grids are verified as they come; [`Evidence`] holds claims that there are no more solutions
//! against what the others found.

use std::time::{Duration, Instant};

use crate::answer::{Answer, Limits};
use crate::contender::{Contender, ContenderError, Entry, Times, ask, ask_all};
use crate::rules::Puzzle;

use super::judge::Evidence;
use super::results::{Measurement, Outcome, Results, Run};

/// The contenders that are compared by default: ours, and the classic solvers.
pub const DEFAULT: [&str; 6] = [
    "varisat",
    "varisat:extended/auto",
    "norvig",
    "diagonal-agent",
    "prune-fill-search",
    "exact-cover",
];

/// How many puzzles a contender answers before the next has its turn.
const BLOCK: usize = 128;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The contenders; ratios are relative to the first.
    pub entries: Vec<Entry>,
    /// Whether to find out if a solution is the only one, or to stop at the first.
    pub unique: bool,
    /// Limit for one puzzle. Contenders that answer all puzzles at once get this many times the
    /// number of puzzles.
    pub time_limit: Duration,
    /// Number of measured runs over all puzzles, at least 1.
    pub runs: usize,
    /// Number of puzzles that each contender answers before it is measured.
    pub warmup: usize,
}

/// Measures all contenders on all puzzles. `progress` is called after each turn with the
/// contender's index and the number of puzzles it answered.
///
/// # Errors
/// A contender that cannot be built. A failure of the machine while a contender is asked is an
/// [`Outcome::Failed`] instead, so that what was measured is kept.
///
/// # Panics
/// If there is no contender, no puzzle or no run.
pub fn measure(
    plan: &Plan,
    puzzles: &[Puzzle],
    mut progress: impl FnMut(usize, usize),
) -> Result<Results, ContenderError> {
    assert!(!plan.entries.is_empty() && !puzzles.is_empty() && plan.runs > 0, "nothing to measure");
    let mut field: Vec<Runner> =
        (0..plan.entries.len()).map(|index| Runner::new(plan, index)).collect::<Result<_, _>>()?;
    let warmup = &puzzles[..plan.warmup.min(puzzles.len())];
    if !warmup.is_empty() {
        for runner in &mut field {
            runner.runs.push(Run::default());
            runner.turn(warmup, 0, &mut Evidence::new(warmup.len()));
            runner.runs.clear();
        }
    }
    let mut evidence = Evidence::new(puzzles.len());
    for run in 0..plan.runs {
        for runner in &mut field {
            runner.runs.push(Run::default());
            if runner.entry.capabilities.batch {
                runner.turn(puzzles, 0, &mut evidence);
                progress(runner.index, puzzles.len());
            }
        }
        for (block, asked) in puzzles.chunks(BLOCK).enumerate() {
            for place in 0..field.len() {
                let runner = &mut field[(place + block + run) % plan.entries.len()];
                if !runner.entry.capabilities.batch {
                    runner.turn(asked, block * BLOCK, &mut evidence);
                    progress(runner.index, asked.len());
                }
            }
        }
    }
    let mut results = Results {
        names: plan.entries.iter().map(|entry| entry.name.to_string()).collect(),
        runs: field.into_iter().map(|runner| runner.runs).collect(),
        problems: Vec::new(),
        time_limit: plan.time_limit,
    };
    evidence.judge(puzzles, &mut results);
    Ok(results)
}

/// A contender, and what it did so far.
struct Runner<'p> {
    plan: &'p Plan,
    entry: &'p Entry,
    index: usize,
    contender: Box<dyn Contender>,
    runs: Vec<Run>,
}

impl<'p> Runner<'p> {
    fn new(plan: &'p Plan, index: usize) -> Result<Runner<'p>, ContenderError> {
        let entry = &plan.entries[index];
        Ok(Runner { plan, entry, index, contender: (entry.build)()?, runs: Vec::new() })
    }

    /// Answers these puzzles, the first of which has the index `first`.
    fn turn(&mut self, puzzles: &[Puzzle], first: usize, evidence: &mut Evidence) {
        let limits = if self.plan.unique { Limits::UNIQUE } else { Limits::FIRST };
        let limit = self.plan.time_limit;
        let run = self.runs.last_mut().expect("a run has begun");
        let mut timed = Timed { contender: &mut *self.contender, time: Duration::ZERO };
        if self.entry.capabilities.batch {
            let count = u32::try_from(puzzles.len()).unwrap_or(u32::MAX);
            let limits = limits.within(limit.saturating_mul(count));
            let answers = ask_all(&mut timed, &self.entry.capabilities, puzzles, &limits);
            (run.time, run.times) = (timed.time, self.contender.times());
            for (index, answer) in (first..).zip(answers) {
                let (outcome, status, guesses) = evidence.take(self.index, index, answer, &limits);
                let times = Times::default();
                run.measurements.push(Measurement { outcome, status, time: None, times, guesses });
            }
        } else {
            for (index, puzzle) in (first..).zip(puzzles) {
                let limits = limits.within(limit);
                let answer = ask(&mut timed, &self.entry.capabilities, puzzle, &limits);
                let (time, times) = (timed.time, timed.contender.times());
                let (outcome, status, guesses) = evidence.take(self.index, index, answer, &limits);
                let late = outcome == Outcome::Solved && time > limit;
                let outcome = if late { Outcome::TimedOut } else { outcome };
                run.time += time;
                run.times.add(&times);
                let time = Some(time);
                run.measurements.push(Measurement { outcome, status, time, times, guesses });
            }
        }
    }
}

/// Takes the time of the contender alone, without the check of what it says.
struct Timed<'c> {
    contender: &'c mut dyn Contender,
    /// Of the last call.
    time: Duration,
}

impl Contender for Timed<'_> {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        let start = Instant::now();
        let answer = self.contender.answer(puzzle, limits);
        self.time = start.elapsed();
        answer
    }

    fn answer_all(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits,
    ) -> Vec<Result<Answer, ContenderError>> {
        let start = Instant::now();
        let answers = self.contender.answer_all(puzzles, limits);
        self.time = start.elapsed();
        answers
    }
}
