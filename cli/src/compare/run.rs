//! Asks every contender every puzzle, in turns, and checks all answers.
//!
//! The puzzles are divided into chunks. The measurements of one chunk are summed up before the next
//! chunk begins, so the memory does not grow with the number of puzzles. Each chunk is as large as
//! all chunks before it together (up to a limit), so that a run that is interrupted has some
//! results for every contender. But if some contender answers several puzzles at once
//! ([`Capabilities::batch`](crate::contender::Capabilities)), each chunk has the greatest size;
//! such a contender has its turn at the end of a chunk. In each run, a chunk is divided into
//! blocks: each contender in turn answers all puzzles of a block. For each block, the order of the
//! contenders is drawn anew from the plan's seed. So a machine that slows down affects all
//! contenders alike, and no contender always comes after the same other contender. If a program
//! answers several puzzles at once, only their total time is known. So it gets a twentieth of a
//! chunk at a time, but at least a hundred puzzles; each of these parts has a time.
//!
//! Grids are verified as soon as they are found. [`Evidence`] compares claims that there are no
//! more solutions with the solutions of the other contenders.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::contender::{Contender, Entry};
use crate::process::thread_cpu_time;
use satdoku::solve::Statistics;
use satdoku::{Grid, Limits, Puzzle, Size};

use super::judge::Evidence;
use super::measurement::{Measurement, Outcome, Plan, Problem, Run};

/// The contenders that are compared by default: the default solver, varisat with the whole formula,
/// `dpll`, and classic solvers that can solve most puzzles.
pub const DEFAULT: [&str; 6] =
    ["satdoku", "varisat", "dpll", "norvig", "diagonal-agent", "exact-cover"];

/// The greatest number of puzzles of a chunk.
const CHUNK: usize = 10_000;
/// The greatest number of puzzles of a block.
const BLOCK: usize = 128;
/// The least number of puzzles in a part of a chunk for a program. `PARTS` is the number of parts
/// of a large chunk.
const PART: usize = 100;
const PARTS: usize = 20;

/// A report on the progress.
#[derive(Debug)]
pub enum Progress<'a> {
    /// The contender with this index had its turn with this number of puzzles.
    Answered(usize, usize),
    /// All answers to a chunk of puzzles: the index of its first puzzle, the answers (the first
    /// index is the contender, the second is the run), and the problems.
    Measured(usize, &'a [Vec<Run>], Vec<Problem>),
}

/// Measures all contenders on all puzzles. `progress` is called after each turn, and with all
/// answers after each chunk. [`Results`](super::Results) are the sums of the answers.
///
/// # Panics
/// If there is no contender, no puzzle or no run.
pub fn measure(plan: &Plan, puzzles: &[Puzzle], mut progress: impl FnMut(Progress<'_>)) {
    assert!(!plan.entries.is_empty() && !puzzles.is_empty() && plan.runs > 0, "nothing to measure");
    let entries = plan.entries.iter().enumerate();
    let mut field: Vec<Runner> =
        entries.map(|(index, entry)| Runner::new(plan, index, entry)).collect();
    let few = &puzzles[..plan.warmup.min(puzzles.len())];
    for runner in field.iter_mut().filter(|_| !few.is_empty()) {
        // An error is ignored here, since it will occur again in the measurement.
        runner.turn(few, 0, &mut Evidence::new(few.len()));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut first = 0;
    let has_batch = field.iter().any(Runner::is_batch);
    while first < puzzles.len() {
        let size = if has_batch { CHUNK } else { first.clamp(1, CHUNK) };
        let chunk = &puzzles[first..puzzles.len().min(first + size)];
        let mut evidence = Evidence::new(chunk.len());
        // The first index is the contender, the second is the run.
        let mut answers = vec![vec![Run::default(); plan.runs]; field.len()];
        let mut turn = |runner: &mut Runner, run: usize, begin: usize, puzzles: &[Puzzle]| {
            let contender = runner.index;
            answers[contender][run].extend(runner.turn(puzzles, begin, &mut evidence));
            Progress::Answered(contender, puzzles.len())
        };
        for run in 0..plan.runs {
            let mut begin = 0;
            while begin < chunk.len() {
                let end = chunk.len().min(begin + BLOCK);
                field.shuffle(&mut rng);
                for runner in field.iter_mut().filter(|runner| !runner.is_batch()) {
                    progress(turn(runner, run, begin, &chunk[begin..end]));
                }
                begin = end;
            }
            let part = chunk.len().div_ceil(PARTS).max(PART);
            for runner in field.iter_mut().filter(|runner| runner.is_batch()) {
                for (puzzles, index) in chunk.chunks(part).zip(0..) {
                    progress(turn(runner, run, index * part, puzzles));
                }
            }
        }
        let problems = evidence.judge(chunk, plan, &mut answers);
        progress(Progress::Measured(first, &answers, problems));
        first += chunk.len();
    }
}

/// A contender and its data during the measurement.
struct Runner<'p> {
    plan: &'p Plan,
    entry: &'p Entry,
    index: usize,
    contender: Box<dyn Contender>,
    clock: Duration,
}

impl<'p> Runner<'p> {
    fn new(plan: &'p Plan, index: usize, entry: &'p Entry) -> Runner<'p> {
        Runner { plan, entry, index, contender: (entry.build)(), clock: time_of_clock() }
    }

    fn is_batch(&self) -> bool {
        self.entry.capabilities.batch
    }

    /// Answers these puzzles. `first` is the index of the first puzzle in its chunk.
    fn turn(&mut self, puzzles: &[Puzzle], first: usize, evidence: &mut Evidence) -> Run {
        let limits = if self.plan.unique { Limits::UNIQUE } else { Limits::FIRST };
        let (limit, contender) = (self.plan.time_limit, self.index);
        if self.is_batch() {
            let count = u32::try_from(puzzles.len()).unwrap_or(u32::MAX);
            let limits = limits.within(limit.saturating_mul(count));
            let (answers, taken) =
                self.time(|contender, told| contender.answer_all(puzzles, &limits, told));
            let each = share(taken, count);
            let answers = (first..).zip(puzzles).zip(answers);
            return answers
                .map(|(asked, said)| evidence.take(contender, asked, said, &limits, each.clone()))
                .collect();
        }
        let answer = |(index, puzzle): (usize, &Puzzle)| {
            let limits = limits.within(limit);
            let (answer, taken) =
                self.time(|contender, told| contender.answer(puzzle, &limits, told));
            let asked = (index, puzzle);
            let mut measured = evidence.take(contender, asked, answer.into(), &limits, taken);
            if measured.outcome == Outcome::Solved && measured.wall > limit {
                measured.outcome = Outcome::Unknown;
            }
            measured
        };
        (first..).zip(puzzles).map(answer).collect()
    }

    /// Measures the time, the processor time and the statistics of the contender, without the check
    /// of its answers.
    fn time<T>(
        &mut self,
        answer: impl FnOnce(&mut dyn Contender, &mut Statistics) -> T,
    ) -> (T, Measurement) {
        let mut statistics = Statistics::default();
        let (cpu, start) = (thread_cpu_time(), Instant::now());
        let answer = answer(&mut *self.contender, &mut statistics);
        let (wall, end) = (start.elapsed(), thread_cpu_time());
        let of_processes = statistics.process_cpu.unwrap_or_default();
        let cpu = end.zip(cpu).map(|(end, start)| {
            end.saturating_sub(start).saturating_sub(self.clock) + of_processes
        });
        let (outcome, status) = (Outcome::NotRun, None);
        let starts = statistics.processes.unwrap_or_default() as f64;
        (answer, Measurement { outcome, status, wall, cpu, starts, statistics })
    }
}

/// The equal share of each of `count` answers. The only statistics of programs are their times.
fn share(taken: Measurement, count: u32) -> Measurement {
    let share = |time: Option<Duration>| time.map(|time| time / count);
    let Statistics { process, process_cpu, .. } = taken.statistics;
    let (process, process_cpu) = (share(process), share(process_cpu));
    let statistics = Statistics { process, process_cpu, ..Statistics::default() };
    let (wall, starts) = (taken.wall / count, taken.starts / f64::from(count));
    Measurement { wall, cpu: share(taken.cpu), starts, statistics, ..taken }
}

/// The time that a program takes to start and to answer a puzzle of one cell: the least of three
/// times. `None` if the contender is not a program, or if it takes longer than the limit.
pub(super) fn start_up(entry: &Entry, limit: Duration) -> Option<Duration> {
    let cell = Puzzle::classic(Grid::empty(Size::without_boxes(1)));
    let start_up = || {
        let mut told = Statistics::default();
        let _ = (entry.build)().answer(&cell, &Limits::FIRST.within(limit), &mut told);
        told.process.filter(|&taken| taken < limit)
    };
    let first = start_up()?;
    Some((0..2).filter_map(|_| start_up()).fold(first, Duration::min))
}

/// The processor time that it takes to read the clock of this thread.
fn time_of_clock() -> Duration {
    let time = |_| {
        let start = thread_cpu_time()?;
        Some(thread_cpu_time()?.saturating_sub(start))
    };
    (0..100).filter_map(time).min().unwrap_or_default()
}
