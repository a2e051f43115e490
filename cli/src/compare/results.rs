//! The sums of all measurements, and statistics of them: counts, times and ratios.
//!
//! A puzzle is counted once, even if there are several runs: its outcome is the worst [`Outcome`]
//! of all runs, and its time is the median over the runs. A puzzle that was not solved has no time.
//! If a median or another quantile would be the time of such a puzzle, it is not known.
//!
//! PAR-2 is the mean time for a puzzle, if twice the limit is the time of each puzzle that is not
//! solved, as in the SAT competitions. Ratios are ratios of PAR-2, computed for each run. If
//! processes are compared with code that runs in this process, there are also ratios without the
//! time to start processes.

use std::time::Duration;

use super::measurement::{Measurement, Outcome, Plan, Problem, Run};
use super::run::start_up;
use satdoku::solve::Statistics;

/// The greatest number of problems that are kept.
const MOST_PROBLEMS: usize = 20;

/// The results of all measurements. Their size does not depend on the number of puzzles, except for
/// one time for each contender and puzzle.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Results {
    /// The names of the contenders.
    pub names: Vec<String>,
    /// The statistics of each contender, in the order of the names.
    pub summaries: Vec<Summary>,
    /// The first problems, in the order of the puzzles.
    pub problems: Vec<Problem>,
    /// The number of all problems.
    pub problem_count: usize,
    /// The time limit for one puzzle.
    pub time_limit: Duration,
    /// The number of measured puzzles.
    pub puzzles: usize,
    /// The number of these puzzles that no contender settled.
    pub unsettled: usize,
}

impl Results {
    /// Results without any answers. Only the time that programs take to start is measured.
    pub fn new(plan: &Plan) -> Results {
        let names = plan.entries.iter().map(|entry| entry.name.clone()).collect();
        let mut results = Results::empty(names, plan.runs, plan.time_limit);
        for (summary, entry) in results.summaries.iter_mut().zip(&plan.entries) {
            summary.is_batch = entry.capabilities.batch;
            summary.start = start_up(entry, plan.time_limit);
        }
        results
    }

    pub(super) fn empty(names: Vec<String>, runs: usize, time_limit: Duration) -> Results {
        let summaries = vec![Summary::new(runs); names.len()];
        Results { names, summaries, time_limit, ..Results::default() }
    }

    /// Adds the answers to more puzzles, and their problems. The first index of `answers` is the
    /// contender, the second is the run.
    pub fn add(&mut self, answers: &[Vec<Run>], problems: Vec<Problem>) {
        let count = answers[0][0].len();
        for (summary, runs) in self.summaries.iter_mut().zip(answers) {
            summary.add(runs, self.time_limit);
        }
        self.problem_count += problems.len();
        let left = MOST_PROBLEMS - self.problems.len();
        for problem in problems.into_iter().take(left) {
            self.problems.push(Problem { puzzle: self.puzzles + problem.puzzle, ..problem });
        }
        for puzzle in 0..count {
            let is_solved = |runs: &Vec<Run>| outcome(runs, puzzle) == Outcome::Solved;
            self.unsettled += usize::from(!answers.iter().any(is_solved));
        }
        self.puzzles += count;
    }

    /// Whether any contender has this outcome for a puzzle.
    pub fn has(&self, outcome: Outcome) -> bool {
        self.summaries.iter().any(|summary| summary.count(outcome) > 0)
    }
}

/// The sums over all puzzles of one contender. The columns of the table are computed from them.
/// Times are in seconds; unknown values are `None`.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// For each [`Outcome`]: the number of puzzles.
    outcomes: [usize; Outcome::Wrong as usize + 1],
    /// For each run: the elapsed time of all puzzles.
    walls: Vec<f64>,
    /// For each run: the processor time of all puzzles.
    cpus: Vec<Option<f64>>,
    /// For each run: the elapsed time of all puzzles, with twice the limit for each puzzle that is
    /// not solved.
    scores: Vec<f64>,
    /// For each run: the number of processes that were started for solved puzzles.
    starts: Vec<f64>,
    /// For each solved puzzle: the median of its times over the runs.
    times: Vec<f64>,
    /// Whether several puzzles are answered at once, so that they have no times of their own.
    pub(super) is_batch: bool,
    /// The time that the contender takes to start, if it is a program.
    pub(super) start: Option<Duration>,
    statistics: Statistics,
}

impl Summary {
    fn new(runs: usize) -> Summary {
        let (walls, cpus) = (vec![0.0; runs], vec![Some(0.0); runs]);
        Summary { scores: walls.clone(), starts: walls.clone(), walls, cpus, ..Summary::default() }
    }

    /// Adds the answers of all runs to some puzzles.
    fn add(&mut self, runs: &[Run], time_limit: Duration) {
        for puzzle in 0..runs[0].len() {
            let outcome = outcome(runs, puzzle);
            self.outcomes[outcome as usize] += 1;
            if outcome == Outcome::Solved {
                let times = runs.iter().map(|run| run[puzzle].wall.as_secs_f64()).collect();
                self.times.extend(median(times));
            }
        }
        for (index, run) in runs.iter().enumerate() {
            for Measurement { outcome, wall, cpu, starts, statistics, .. } in run {
                let wall = wall.as_secs_f64();
                self.walls[index] += wall;
                self.cpus[index] = self.cpus[index].zip(seconds(*cpu)).map(|(sum, cpu)| sum + cpu);
                if *outcome == Outcome::Solved {
                    self.scores[index] += wall;
                    self.starts[index] += starts;
                } else {
                    self.scores[index] += 2.0 * time_limit.as_secs_f64();
                }
                self.statistics += statistics;
            }
        }
    }

    /// The number of runs.
    pub(super) fn runs(&self) -> usize {
        self.walls.len()
    }

    fn puzzles(&self) -> usize {
        self.outcomes.iter().sum()
    }

    /// The number of puzzles settled.
    pub fn solved(&self) -> usize {
        self.count(Outcome::Solved)
    }

    /// The number of puzzles whose worst outcome is this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.outcomes[outcome as usize]
    }

    /// The number of puzzles that were not settled, or not asked because something failed on this
    /// machine.
    pub(super) fn unknown(&self) -> usize {
        self.count(Outcome::Unknown) + self.count(Outcome::NotRun)
    }

    /// For each run: the mean elapsed time for a puzzle.
    pub(super) fn walls(&self) -> Vec<f64> {
        self.of_a_puzzle(&self.walls)
    }

    /// For each run: the mean processor time for a puzzle. Empty if it is not known.
    pub(super) fn cpus(&self) -> Vec<f64> {
        let cpus: Option<Vec<f64>> = self.cpus.iter().copied().collect();
        self.of_a_puzzle(&cpus.unwrap_or_default())
    }

    /// For each run: PAR-2 divided by PAR-2 of another contender.
    pub(super) fn ratios(&self, base: &Summary) -> Vec<f64> {
        self.scores.iter().zip(&base.scores).map(|(own, base)| own / base).collect()
    }

    /// The same without the time to start processes; the time that is left may be 0. `None` if
    /// neither contender starts processes.
    pub(super) fn net_ratios(&self, base: &Summary) -> Option<Vec<f64>> {
        self.start.or(base.start)?;
        let net = |summary: &Summary| -> Vec<f64> {
            let start = summary.start.unwrap_or_default().as_secs_f64();
            let both = summary.scores.iter().zip(&summary.starts);
            both.map(|(score, starts)| (score - starts * start).max(0.0)).collect()
        };
        Some(net(self).iter().zip(net(base)).map(|(own, base)| own / base).collect())
    }

    /// The times of the solved puzzles, ascending.
    pub(super) fn times(&self) -> Vec<f64> {
        ascending(self.times.clone())
    }

    /// The time that is enough for this share of the puzzles (nearest rank). `None` if fewer
    /// puzzles are solved, or if all puzzles were answered at once and have the same time.
    pub(super) fn quantile(&self, share: f64) -> Option<f64> {
        let rank = (share * self.puzzles() as f64).ceil().max(1.0) as usize;
        let times = self.times();
        let has_parts = !self.is_batch || times.first() < times.last();
        times.get(rank - 1).copied().filter(|_| has_parts)
    }

    /// The mean of a figure of the statistics per puzzle.
    pub(super) fn mean(&self, of: fn(&Statistics) -> Option<f64>) -> Option<f64> {
        Some(of(&self.statistics)? / (self.puzzles() * self.runs()) as f64)
    }

    fn of_a_puzzle(&self, sums: &[f64]) -> Vec<f64> {
        sums.iter().map(|sum| sum / self.puzzles() as f64).collect()
    }
}

/// The worst outcome of a puzzle over all runs of one contender.
fn outcome(runs: &[Run], puzzle: usize) -> Outcome {
    let outcomes = runs.iter().map(|run| run[puzzle].outcome);
    outcomes.max().expect("at least one run")
}

fn ascending(mut figures: Vec<f64>) -> Vec<f64> {
    figures.sort_by(f64::total_cmp);
    figures
}

/// The median, if there are figures. It is the mean of the two middle figures if their number is
/// even.
pub(super) fn median(figures: Vec<f64>) -> Option<f64> {
    let figures = ascending(figures);
    let upper = figures.get(figures.len() / 2)?;
    Some(f64::midpoint(figures[(figures.len() - 1) / 2], *upper))
}

/// A time in seconds.
pub(super) fn seconds(time: Option<Duration>) -> Option<f64> {
    time.map(|time| time.as_secs_f64())
}

/// A count as a figure.
pub(super) fn number(count: Option<u64>) -> Option<f64> {
    count.map(|count| count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run whose answers have this outcome, elapsed time in milliseconds, and number of guesses.
    /// Half of the time is processor time.
    fn run(measurements: &[(Outcome, u64, Option<u64>)]) -> Run {
        let measurement = |&(outcome, time, guesses): &(Outcome, u64, Option<u64>)| Measurement {
            outcome,
            status: None,
            wall: Duration::from_millis(time),
            cpu: Some(Duration::from_millis(time) / 2),
            starts: 2.0,
            statistics: Statistics {
                guesses,
                load: Some(Duration::from_millis(2)),
                ..Statistics::default()
            },
        };
        measurements.iter().map(measurement).collect()
    }

    fn results(runs: &[Vec<Run>]) -> Results {
        let names = (0..runs.len()).map(|index| index.to_string()).collect();
        let mut results = Results::empty(names, runs[0].len(), Duration::from_secs(1));
        results.add(runs, Vec::new());
        results
    }

    use Outcome::{Crashed, Solved, Unknown, Wrong};

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "expected {expected}, found {found}");
    }

    #[test]
    fn counts_and_times_are_those_worked_out_by_hand() {
        let late = (Unknown, 1000, None);
        let first = |[a, b, c]: [u64; 3]| {
            run(&[(Solved, a, Some(1)), (Solved, b, Some(2)), (Solved, c, Some(6)), late])
        };
        let second = |time, other| {
            let solved = (Solved, time, None);
            run(&[solved, other, (Wrong, 1, None), solved])
        };
        let results = results(&[
            vec![first([10, 20, 30]), first([14, 20, 50])],
            vec![second(40, (Solved, 40, None)), second(80, late)],
        ]);
        let [first, second] = &results.summaries[..] else { panic!() };
        assert_eq!((first.solved(), first.count(Wrong), first.unknown()), (3, 0, 1));
        // The times of the puzzles are 12, 20 and 40 ms, and one puzzle was not solved.
        close(first.quantile(0.5).unwrap(), 0.020);
        assert_eq!((first.quantile(0.95), first.quantile(1.0)), (None, None));
        // 1 + 2 + 6 of four puzzles.
        close(first.mean(|s| number(s.guesses)).unwrap(), 2.25);
        close(first.walls()[0], 1.060 / 4.0);
        close(first.cpus()[1], 1.084 / 8.0);
        close(first.mean(|s| seconds(s.load)).unwrap(), 0.002);
        assert_eq!(
            (first.mean(|s| seconds(s.solve)), first.mean(|s| seconds(s.process))),
            (None, None)
        );

        assert_eq!((second.solved(), second.count(Wrong), second.unknown()), (2, 1, 1));
        assert_eq!(second.mean(|s| number(s.guesses)), None);
        // 10 + 20 + 30 + 2000, 14 + 20 + 50 + 2000; 40 * 3 + 2000, 160 + 4000.
        close(second.ratios(first)[0], 2.120 / 2.060);
        close(second.ratios(first)[1], 4.160 / 2.084);
        // Two starts of 5 ms each for each of three puzzles.
        assert_eq!(second.net_ratios(first), None);
        let process = Summary { start: Some(Duration::from_millis(5)), ..second.clone() };
        close(process.net_ratios(first).unwrap()[0], 2.090 / 2.060);
        close(first.net_ratios(&process).unwrap()[0], 2.060 / 2.090);
        assert_eq!(results.unsettled, 0);
    }

    #[test]
    fn puzzles_that_come_in_chunks_are_summed_up_as_one_list() {
        let rows =
            [(Solved, 10, Some(1)), (Crashed, 20, None), (Solved, 30, Some(4)), (Unknown, 9, None)];
        let whole = results(&[vec![run(&rows)]]);
        let mut parts = results(&[vec![run(&rows[..1])]]);
        parts.add(&[vec![run(&rows[1..])]], Vec::new());
        let [whole, of_parts] = [&whole, &parts].map(|all| format!("{:?}", all.summaries));
        assert_eq!(whole, of_parts);
        assert_eq!((parts.puzzles, parts.unsettled), (4, 2));
    }

    #[test]
    fn puzzles_answered_all_at_once_have_no_times_of_their_own_but_those_of_parts() {
        let quantiles = |times: [u64; 4]| {
            let mut results = results(&[vec![run(&times.map(|time| (Solved, time, None)))]]);
            let summary = &mut results.summaries[0];
            summary.is_batch = true;
            (summary.quantile(0.5), summary.quantile(1.0))
        };
        assert_eq!(quantiles([250; 4]), (None, None));
        assert_eq!(quantiles([250, 250, 10, 10]), (Some(0.01), Some(0.25)));
    }

    #[test]
    fn quantiles_are_the_nearest_ranks_and_medians_those_of_the_textbook() {
        let solved: Vec<_> = (1..=20).map(|time| (Solved, 1000 * time, None)).collect();
        let quantiles = |rows: &[(Outcome, u64, Option<u64>)]| {
            let results = results(&[vec![run(rows)]]);
            [0.5, 0.95, 1.0].map(|share| results.summaries[0].quantile(share))
        };
        assert_eq!(quantiles(&solved), [Some(10.0), Some(19.0), Some(20.0)]);
        let and_one = [&solved[..], &[(Unknown, 1, None)]].concat();
        assert_eq!(quantiles(&and_one), [Some(11.0), Some(20.0), None]);
        assert_eq!(quantiles(&solved[..1]), [Some(1.0); 3]);
        assert_eq!(median(vec![4.0, 1.0, 9.0, 2.0]), Some(3.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
    }
}
