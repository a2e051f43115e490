//! Statistics of the measurements: counts, times, ratios.
//!
//! A puzzle counts once, however many runs there are, by its worst [`Outcome`]. Its time is the
//! median over the runs. A puzzle that was not solved has no time; where it would decide a median
//! or the like, there is none.
//!
//! PAR-2 is the mean time of a puzzle in which those not solved count twice the limit, as in the
//! SAT competitions. Ratios are those of PAR-2, run by run.

use std::time::Duration;

use serde::Serialize;

use super::results::{Measurement, Outcome, Results, Run};
use super::statistics::{ascending, mean, middle};
use satdoku::solve::Statistics;

/// The statistics of one contender, which the JSON export contains. Times are in seconds; unknown
/// values are `None`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Puzzles settled.
    pub solved: usize,
    /// Puzzles with a wrong answer.
    pub wrong: usize,
    /// Puzzles without an answer, because the contender failed.
    pub crashed: usize,
    /// The other puzzles: not settled within the limit, or by a claim that nothing confirmed, or not
    /// asked because this machine failed.
    pub unknown: usize,
    /// Those that were not asked because this machine failed.
    pub not_run: usize,
    /// Puzzles settled, for each second that all of them took.
    pub puzzles_per_second: f64,
    /// Of the puzzles' times, half are at most this; `None` if that puzzle is not solved, or
    /// puzzles have no times of their own.
    #[serde(rename = "puzzle_median_s")]
    pub median: Option<f64>,
    /// Likewise for 95 of 100.
    #[serde(rename = "puzzle_p95_s")]
    pub p95: Option<f64>,
    /// Likewise for all.
    #[serde(rename = "puzzle_max_s")]
    pub max: Option<f64>,
    /// Mean over runs.
    #[serde(rename = "par2_s")]
    pub par2: f64,
    /// PAR-2 relative to the baseline: the median over runs.
    pub ratio: f64,
    /// The smallest of the runs.
    pub ratio_min: f64,
    /// The largest of the runs.
    pub ratio_max: f64,
    /// Mean of a puzzle, encoding included.
    #[serde(rename = "load_s")]
    pub load: Option<f64>,
    /// Mean of a puzzle.
    #[serde(rename = "solve_s")]
    pub solve: Option<f64>,
    /// Mean of a puzzle.
    #[serde(rename = "process_s")]
    pub process: Option<f64>,
    /// Mean of a puzzle, as all below.
    pub guesses: Option<f64>,
    /// Variables of the formulas.
    pub variables: Option<f64>,
    /// Clauses of the formulas; 0 where simplification has settled all puzzles.
    pub clauses: Option<f64>,
    /// Conflicts.
    pub conflicts: Option<f64>,
    /// Decisions.
    pub decisions: Option<f64>,
    /// Propagations.
    pub propagations: Option<f64>,
    /// Restarts.
    pub restarts: Option<f64>,
    /// Bytes of the proofs.
    pub proof_bytes: Option<f64>,
    /// By run: seconds of a puzzle.
    #[serde(skip)]
    pub walls: Vec<f64>,
    /// By run: seconds of processor time of a puzzle; empty if it is not known.
    #[serde(skip)]
    pub cpus: Vec<f64>,
}

/// The sums over one contender's puzzles.
#[derive(Clone, Debug)]
pub(super) struct Total {
    /// By [`Outcome::ALL`].
    outcomes: [usize; Outcome::ALL.len()],
    /// By run: seconds of all puzzles.
    pub(super) walls: Vec<f64>,
    /// By run: seconds of processor time.
    cpus: Vec<Option<f64>>,
    /// By run: seconds, those of puzzles not solved counting twice the limit.
    scores: Vec<f64>,
    /// The times of the puzzles that were solved, in seconds, the median over the runs for each; `None` if
    /// they have none of their own.
    times: Option<Vec<f64>>,
    statistics: Statistics,
}

impl Total {
    pub(super) fn new(runs: usize) -> Total {
        Total {
            outcomes: [0; Outcome::ALL.len()],
            walls: vec![0.0; runs],
            cpus: vec![Some(0.0); runs],
            scores: vec![0.0; runs],
            times: Some(Vec::new()),
            statistics: Statistics::default(),
        }
    }

    /// Adds the answers of all runs to some puzzles.
    fn add(&mut self, runs: &[Run], time_limit: Duration) {
        for puzzle in 0..runs[0].measurements.len() {
            let outcome = outcome(runs, puzzle);
            self.outcomes[outcome as usize] += 1;
            if outcome == Outcome::Solved {
                let time = solved_time(runs, puzzle);
                self.times = self.times.take().zip(time).map(|(mut times, time)| {
                    times.push(time);
                    times
                });
            }
        }
        for (index, run) in runs.iter().enumerate() {
            self.walls[index] += run.wall().as_secs_f64();
            let cpu = run.cpu().map(|cpu| cpu.as_secs_f64());
            self.cpus[index] = self.cpus[index].zip(cpu).map(|(sum, cpu)| sum + cpu);
            self.scores[index] += score(run, time_limit);
            self.statistics += &run.statistics();
        }
    }

    fn count(&self, outcome: Outcome) -> usize {
        self.outcomes[outcome as usize]
    }
}

impl Results {
    /// Sums up the puzzles that are open, which every contender has answered in every run.
    pub(super) fn sum_up(&mut self) {
        let open = std::mem::replace(&mut self.open, vec![Vec::new(); self.names.len()]);
        let count = open[0][0].measurements.len();
        for (total, runs) in self.totals.iter_mut().zip(&open) {
            total.add(runs, self.time_limit);
        }
        self.virtual_best.add(&best(&open, self.time_limit), self.time_limit);
        for puzzle in 0..count {
            let is_solved = |runs: &Vec<Run>| outcome(runs, puzzle) == Outcome::Solved;
            self.unsettled += usize::from(!open.iter().any(is_solved));
        }
        self.puzzles += count;
    }

    /// The statistics of each contender, in order.
    pub fn summaries(&self) -> Vec<Summary> {
        self.totals.iter().map(|total| self.summary(total)).collect()
    }

    /// The virtual best: for each puzzle and run the quickest contender that solved it. Contenders
    /// whose puzzles have no times of their own are left out.
    pub fn virtual_best(&self) -> Summary {
        self.summary(&self.virtual_best)
    }

    /// By how much the runs of a contender differ at most: the longest less the shortest, relative
    /// to the median. `None` of a single run.
    pub fn spread(&self) -> Option<(&str, f64)> {
        let spread = |total: &Total| {
            let times = ascending(total.walls.clone());
            (times[times.len() - 1] - times[0]) / middle(&times)
        };
        let spreads = self.names.iter().map(String::as_str).zip(self.totals.iter().map(spread));
        let largest = spreads.max_by(|(_, a), (_, b)| a.total_cmp(b));
        largest.filter(|_| self.run_count() > 1)
    }

    /// The times of the puzzles that this contender solved, ascending, in seconds; the mean of all
    /// puzzles for each if they have none of their own.
    pub(super) fn solved_times(&self, contender: usize) -> (Vec<f64>, bool) {
        let total = &self.totals[contender];
        let mean = mean(&total.walls) / self.puzzles as f64;
        match &total.times {
            Some(times) => (ascending(times.clone()), true),
            None => (vec![mean; total.count(Outcome::Solved)], false),
        }
    }

    fn summary(&self, total: &Total) -> Summary {
        let count = self.puzzles as f64;
        let times = total.times.clone().map(ascending);
        let quantile = |share| quantile(times.as_ref()?, self.puzzles, share);
        let each = |sums: &[f64]| sums.iter().map(|sum| sum / count).collect::<Vec<f64>>();
        let base = &self.totals[self.baseline].scores;
        let ratios = total.scores.iter().zip(base).map(|(own, base)| own / base);
        let ratios = ascending(ratios.collect());
        let answers = count * total.walls.len() as f64;
        let part = |time: Option<Duration>| Some(time?.as_secs_f64() / answers);
        let number = |sum: Option<u64>| Some(sum? as f64 / answers);
        let counters = total.statistics.counters;
        let solved = total.count(Outcome::Solved);
        let (wrong, crashed) = (total.count(Outcome::Wrong), total.count(Outcome::Crashed));
        let cpus: Option<Vec<f64>> = total.cpus.iter().copied().collect();
        Summary {
            solved,
            wrong,
            crashed,
            unknown: self.puzzles - solved - wrong - crashed,
            not_run: total.count(Outcome::NotRun),
            puzzles_per_second: solved as f64 / mean(&total.walls),
            median: quantile(0.5),
            p95: quantile(0.95),
            max: quantile(1.0),
            par2: mean(&total.scores) / count,
            ratio: middle(&ratios),
            ratio_min: ratios[0],
            ratio_max: ratios[ratios.len() - 1],
            load: part(total.statistics.before_search()),
            solve: part(total.statistics.solve),
            process: part(total.statistics.process),
            guesses: number(total.statistics.guesses),
            variables: number(total.statistics.variables),
            clauses: number(total.statistics.clauses),
            conflicts: number(counters.conflicts),
            decisions: number(counters.decisions),
            propagations: number(counters.propagations),
            restarts: number(counters.restarts),
            proof_bytes: number(counters.proof_bytes),
            walls: each(&total.walls),
            cpus: each(&cpus.unwrap_or_default()),
        }
    }
}

/// By run the quickest contender that solved each puzzle.
fn best(open: &[Vec<Run>], time_limit: Duration) -> Vec<Run> {
    let unsolved = Measurement {
        outcome: Outcome::Unknown,
        status: None,
        wall: Some(time_limit),
        cpu: None,
        statistics: Statistics::default(),
    };
    let best = |run: usize, puzzle: usize| {
        let of_puzzle = open.iter().map(|runs| &runs[run].measurements[puzzle]);
        let solved = of_puzzle
            .filter(|found| found.outcome == Outcome::Solved && found.wall.is_some())
            .min_by_key(|found| found.wall);
        let found = solved.unwrap_or(&unsolved).clone();
        Measurement { statistics: Statistics::default(), ..found }
    };
    let puzzles = 0..open[0][0].measurements.len();
    (0..open[0].len())
        .map(|run| Run {
            measurements: puzzles.clone().map(|puzzle| best(run, puzzle)).collect(),
            at_once: None,
        })
        .collect()
}

/// The worst outcome of a puzzle over all runs of one contender.
fn outcome(runs: &[Run], puzzle: usize) -> Outcome {
    let outcomes = runs.iter().map(|run| run.measurements[puzzle].outcome);
    outcomes.max().expect("at least one run")
}

/// The median over runs of the time of a puzzle, in seconds. `None` if it was not solved or has no
/// time of its own.
fn solved_time(runs: &[Run], puzzle: usize) -> Option<f64> {
    let time = |run: &Run| run.measurements[puzzle].wall.map(|time| time.as_secs_f64());
    let times: Option<Vec<f64>> = runs.iter().map(time).collect();
    let is_solved = outcome(runs, puzzle) == Outcome::Solved;
    times.filter(|_| is_solved).map(|times| middle(&ascending(times)))
}

/// The seconds of all puzzles; those not solved count twice the limit.
fn score(run: &Run, limit: Duration) -> f64 {
    let share = run.wall().as_secs_f64() / run.measurements.len() as f64;
    let score = |measurement: &Measurement| match measurement.outcome {
        Outcome::Solved => measurement.wall.map_or(share, |time| time.as_secs_f64()),
        _ => 2.0 * limit.as_secs_f64(),
    };
    run.measurements.iter().map(score).sum()
}

/// The smallest of the ascending times that at least this share of `count` puzzles do not exceed
/// (nearest rank); `None` if so many were not solved.
fn quantile(times: &[f64], count: usize, share: f64) -> Option<f64> {
    let rank = (share * count as f64).ceil().max(1.0) as usize;
    times.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    /// A run of (outcome, milliseconds, guesses); half of the time is processor time.
    fn run(measurements: &[(Outcome, u64, Option<u64>)]) -> Run {
        let measurement = |&(outcome, time, guesses): &(Outcome, u64, Option<u64>)| Measurement {
            outcome,
            status: None,
            wall: Some(Duration::from_millis(time)),
            cpu: Some(Duration::from_millis(time) / 2),
            statistics: Statistics {
                guesses,
                load: Some(Duration::from_millis(2)),
                ..Statistics::default()
            },
        };
        Run { measurements: measurements.iter().map(measurement).collect(), at_once: None }
    }

    /// Not summed up yet.
    fn open(runs: Vec<Vec<Run>>) -> Results {
        let names = (0..runs.len()).map(|index| index.to_string()).collect();
        let mut results = Results::empty(names, runs[0].len(), Duration::from_secs(1), 0);
        results.open = runs;
        results
    }

    fn results(runs: Vec<Vec<Run>>) -> Results {
        let mut results = open(runs);
        results.sum_up();
        results
    }

    use Outcome::{Crashed, Solved, Unknown, Wrong};

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "expected {expected}, found {found}");
    }

    #[test]
    fn counts_and_times_are_those_worked_out_by_hand() {
        let results = results(vec![
            vec![
                run(&[
                    (Solved, 10, Some(1)),
                    (Solved, 20, Some(2)),
                    (Solved, 30, Some(6)),
                    (Unknown, 1000, None),
                ]),
                run(&[
                    (Solved, 14, Some(1)),
                    (Solved, 20, Some(2)),
                    (Solved, 50, Some(6)),
                    (Unknown, 1000, None),
                ]),
            ],
            vec![
                run(&[
                    (Solved, 40, None),
                    (Solved, 40, None),
                    (Wrong, 1, None),
                    (Solved, 40, None),
                ]),
                run(&[
                    (Solved, 80, None),
                    (Unknown, 1000, None),
                    (Wrong, 1, None),
                    (Solved, 80, None),
                ]),
            ],
        ]);
        let summaries = results.summaries();
        let first = &summaries[0];
        assert_eq!((first.solved, first.wrong, first.unknown), (3, 0, 1));
        // Puzzle by puzzle 12, 20, 40 ms, and one that was not solved.
        close(first.median.unwrap(), 0.020);
        assert_eq!((first.p95, first.max), (None, None));
        // (10 + 20 + 30 + 2000) / 4 and (14 + 20 + 50 + 2000) / 4.
        close(first.par2, (0.515 + 0.521) / 2.0);
        close(first.puzzles_per_second, 3.0 / ((1.060 + 1.084) / 2.0));
        // 1 + 2 + 6 of four puzzles.
        close(first.guesses.unwrap(), 2.25);
        close(first.walls[0], 1.060 / 4.0);
        close(first.cpus[1], 1.084 / 8.0);
        close(first.load.unwrap(), 0.002);
        assert_eq!((first.solve, first.process), (None, None));
        assert_eq!([first.ratio, first.ratio_min, first.ratio_max], [1.0; 3]);

        let second = &summaries[1];
        assert_eq!((second.solved, second.wrong, second.crashed, second.unknown), (2, 1, 0, 1));
        assert_eq!(second.guesses, None);
        // (40 * 3 + 2000) / 4 = 530, (160 + 4000) / 4 = 1040.
        close(second.ratio_min, 0.530 / 0.515);
        close(second.ratio_max, 1.040 / 0.521);
        close(second.ratio, (0.530 / 0.515 + 1.040 / 0.521) / 2.0);

        let best = results.virtual_best();
        assert_eq!((best.solved, best.wrong, best.unknown), (4, 0, 0));
        // 12, 20, 40, 60 ms.
        close(best.median.unwrap(), 0.020);
        close(best.max.unwrap(), 0.060);
        assert_eq!(results.unsettled_count(), 0);

        let turned = Results { baseline: 1, ..results };
        close(turned.summaries()[0].ratio_min, 0.521 / 1.040);
    }

    #[test]
    fn what_is_there_can_be_compared_at_any_time() {
        let solved = |count: usize| run(&vec![(Solved, 10, None); count]);
        // Contenders, runs and puzzles.
        let sizes = |runs: Vec<Vec<Run>>| {
            let so_far = open(runs).so_far()?;
            for summary in so_far.summaries() {
                assert_eq!(summary.solved, so_far.puzzle_count());
                summary.walls.iter().for_each(|&wall| close(wall, 0.010));
            }
            Some((so_far.names.len(), so_far.run_count(), so_far.puzzle_count()))
        };
        assert_eq!(sizes(vec![vec![], vec![]]), None);
        assert_eq!(sizes(vec![vec![Run::default()], vec![Run::default()]]), None);
        // The second has not come to the third puzzle, a third to none.
        let runs = vec![vec![solved(3)], vec![solved(2)], vec![Run::default()]];
        assert_eq!(sizes(runs), Some((2, 1, 2)));
        // The first run is over, the second is not.
        let runs = vec![vec![solved(3), solved(2)], vec![solved(3), solved(1)]];
        assert_eq!(sizes(runs), Some((2, 1, 3)));
        let runs = vec![vec![solved(3), solved(3)], vec![solved(3), solved(3), solved(1)]];
        assert_eq!(sizes(runs), Some((2, 2, 3)));
        // What is summed up, without the puzzles that are being measured.
        let mut results = results(vec![vec![solved(3)], vec![solved(3)]]);
        results.open = vec![vec![solved(2)], vec![solved(1)]];
        assert_eq!(results.so_far().unwrap().puzzle_count(), 3);
    }

    #[test]
    fn puzzles_that_come_in_chunks_are_summed_up_as_one_list() {
        let rows =
            [(Solved, 10, Some(1)), (Crashed, 20, None), (Solved, 30, Some(4)), (Unknown, 9, None)];
        let whole = results(vec![vec![run(&rows)]]);
        let mut parts = results(vec![vec![run(&rows[..1])]]);
        parts.open = vec![vec![run(&rows[1..])]];
        parts.sum_up();
        let (of_whole, of_parts) = (&whole.summaries()[0], &parts.summaries()[0]);
        let counts = |s: &Summary| (s.solved, s.crashed, s.unknown, s.median);
        assert_eq!(counts(of_whole), counts(of_parts));
        close(of_whole.par2, of_parts.par2);
        close(of_whole.walls[0], of_parts.walls[0]);
        close(of_whole.guesses.unwrap(), of_parts.guesses.unwrap());
        close(whole.virtual_best().par2, parts.virtual_best().par2);
        assert_eq!((parts.puzzle_count(), parts.unsettled_count()), (4, 2));
    }

    #[test]
    fn the_spread_is_that_of_the_contender_whose_runs_differ_most() {
        let timed = |time| run(&[(Solved, time, None)]);
        let runs =
            vec![vec![timed(10), timed(11), timed(10)], vec![timed(20), timed(30), timed(40)]];
        let results = results(runs);
        assert_eq!(results.spread().unwrap().0, "1");
        close(results.spread().unwrap().1, 20.0 / 30.0);
        let single = self::results(vec![vec![timed(10)]]);
        assert_eq!(single.spread(), None);
    }

    #[test]
    fn puzzles_answered_all_at_once_have_no_times_of_their_own() {
        let mut batch = run(&[(Solved, 0, None), (Solved, 0, None)]);
        batch.measurements.iter_mut().for_each(|measurement| measurement.wall = None);
        batch.at_once = Some((Duration::from_millis(500), None, Statistics::default()));
        let results = results(vec![vec![batch]]);
        let summary = &results.summaries()[0];
        assert_eq!((summary.median, summary.p95, summary.max), (None, None, None));
        close(summary.puzzles_per_second, 4.0);
        close(summary.par2, 0.250);
        assert_eq!(results.virtual_best().solved, 0);
    }

    #[test]
    fn quantiles_are_the_nearest_ranks() {
        let times: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(quantile(&times, 20, 0.5), Some(10.0));
        assert_eq!(quantile(&times, 20, 0.95), Some(19.0));
        assert_eq!(quantile(&times, 20, 1.0), Some(20.0));
        assert_eq!(quantile(&times, 21, 1.0), None);
        assert_eq!(quantile(&times[..1], 1, 0.5), Some(1.0));
        assert_eq!(quantile(&[], 3, 0.5), None);
    }
}
