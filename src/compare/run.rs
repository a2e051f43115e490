//! Gives every puzzle to every contender, in turns, and checks all answers.
//!
//! A run takes the puzzles in blocks; within a block each contender answers all of its puzzles in
//! turn. The order of the contenders is drawn anew for each block from the plan's seed, so that a
//! machine that slows down does so for all alike, and none always follows the same other. The first
//! blocks are small: an interrupted run has something to show of every contender. A contender that
//! takes all puzzles at once ([`Capabilities::batch`](crate::contender::Capabilities)) has its turn
//! after the last block.
//!
//! Grids are verified as they come; [`Evidence`] holds claims that there are no more solutions
//! against what the others found.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::answer::{Answer, Limits};
use crate::contender::{Contender, ContenderError, Entry, Times, ask, ask_all};
use crate::rules::Puzzle;

use super::judge::Evidence;
use super::results::{Measurement, Outcome, Results, Run};

/// The contenders that are compared by default: ours, and classic solvers that get along with most
/// puzzles.
pub const DEFAULT: [&str; 6] =
    ["varisat", "varisat:extended/auto", "dpll", "norvig", "diagonal-agent", "exact-cover"];

/// The most puzzles that a contender answers before the next has its turn.
const BLOCK: usize = 128;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The contenders.
    pub entries: Vec<Entry>,
    /// Index of the contender that ratios are relative to.
    pub baseline: usize,
    /// Whether to find out if a solution is the only one, or to stop at the first.
    pub unique: bool,
    /// Limit for one puzzle. Contenders that answer all puzzles at once get this many times the
    /// number of puzzles.
    pub time_limit: Duration,
    /// Number of measured runs over all puzzles, at least 1.
    pub runs: usize,
    /// Number of puzzles that each contender answers before it is measured, within one time limit
    /// for all of them.
    pub warmup: usize,
    /// The first run begins no block of puzzles once this time is over; the puzzles that it has
    /// come to are those that are measured. `None`: all.
    pub budget: Option<Duration>,
    /// Decides the order of the contenders.
    pub seed: u64,
}

/// What has just been done.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A contender had its turn.
    Answered {
        /// Its index.
        contender: usize,
        /// Puzzles of this turn.
        puzzles: usize,
        /// Those that it did not solve.
        unsolved: usize,
    },
    /// The budget is spent: every run has this many puzzles.
    Cut(usize),
    /// The answers to this many puzzles were held against each other.
    Judged(usize),
}

/// Measures all contenders on all puzzles. `progress` is called after each turn.
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
    progress: impl FnMut(Progress),
) -> Result<Results, ContenderError> {
    let results = Mutex::new(Results::new(plan));
    measure_into(&results, plan, puzzles, progress)?;
    Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// As [`measure`], into `results`, which must be new: another thread can look at
/// [`Results::so_far`].
///
/// # Errors
/// As [`measure`].
///
/// # Panics
/// As [`measure`].
pub fn measure_into(
    results: &Mutex<Results>,
    plan: &Plan,
    puzzles: &[Puzzle],
    mut progress: impl FnMut(Progress),
) -> Result<(), ContenderError> {
    assert!(!plan.entries.is_empty() && !puzzles.is_empty() && plan.runs > 0, "nothing to measure");
    let mut field: Vec<Runner> =
        (0..plan.entries.len()).map(|index| Runner::new(plan, index)).collect::<Result<_, _>>()?;
    field.iter_mut().for_each(|runner| runner.warm_up(&puzzles[..plan.warmup.min(puzzles.len())]));
    let mut evidence = Evidence::new(puzzles.len());
    let mut turn = |runner: &mut Runner, puzzles: &[Puzzle], first| -> Progress {
        let answered = runner.turn(puzzles, first, &mut evidence);
        let is_solved = |measurement: &&Measurement| measurement.outcome == Outcome::Solved;
        let solved = answered.measurements.iter().filter(is_solved).count();
        let contender = runner.index;
        let of_contender = &mut lock(results).runs[contender];
        of_contender.last_mut().expect("a run has begun").append(answered);
        let unsolved = puzzles.len() - solved;
        Progress::Answered { contender, puzzles: puzzles.len(), unsolved }
    };
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut count = puzzles.len();
    let start = Instant::now();
    for run in 0..plan.runs {
        lock(results).runs.iter_mut().for_each(|runs| runs.push(Run::default()));
        let (mut first, mut size) = (0, 1);
        while first < count {
            let end = count.min(first + size);
            field.shuffle(&mut rng);
            for runner in field.iter_mut().filter(|runner| !runner.is_batch()) {
                progress(turn(runner, &puzzles[first..end], first));
            }
            (first, size) = (end, BLOCK.min(2 * size));
            if run == 0 && plan.budget.is_some_and(|budget| start.elapsed() >= budget) {
                count = end;
                progress(Progress::Cut(count));
            }
        }
        for runner in field.iter_mut().filter(|runner| runner.is_batch()) {
            progress(turn(runner, &puzzles[..count], 0));
        }
    }
    evidence.judge(&puzzles[..count], results, |judged| progress(Progress::Judged(judged)));
    Ok(())
}

/// The results; a thread that panicked has left them whole.
pub(super) fn lock(results: &Mutex<Results>) -> std::sync::MutexGuard<'_, Results> {
    results.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A contender.
struct Runner<'p> {
    plan: &'p Plan,
    entry: &'p Entry,
    index: usize,
    contender: Box<dyn Contender>,
}

impl<'p> Runner<'p> {
    fn new(plan: &'p Plan, index: usize) -> Result<Runner<'p>, ContenderError> {
        let entry = &plan.entries[index];
        Ok(Runner { plan, entry, index, contender: (entry.build)()? })
    }

    fn is_batch(&self) -> bool {
        self.entry.capabilities.batch
    }

    fn limits(&self) -> Limits {
        if self.plan.unique { Limits::UNIQUE } else { Limits::FIRST }
    }

    /// Answers these puzzles, as many as it comes to within the time of one.
    fn warm_up(&mut self, puzzles: &[Puzzle]) {
        let limits = self.limits().within(self.plan.time_limit);
        let capabilities = &self.entry.capabilities;
        // What goes wrong goes wrong again when it counts.
        if self.is_batch() {
            let _ = ask_all(&mut *self.contender, capabilities, puzzles, &limits);
        } else {
            for puzzle in puzzles.iter().take_while(|_| !limits.deadline.is_over()) {
                let _ = ask(&mut *self.contender, capabilities, puzzle, &limits);
            }
        }
    }

    /// Answers these puzzles, the first of which has the index `first`.
    fn turn(&mut self, puzzles: &[Puzzle], first: usize, evidence: &mut Evidence) -> Run {
        let (limits, limit) = (self.limits(), self.plan.time_limit);
        let mut run = Run::default();
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
        run
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
