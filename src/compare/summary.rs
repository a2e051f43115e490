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
use super::statistics::{ascending, interval_of_median, mean, middle};
use crate::contender::Times;

/// The statistics of one contender, which the JSON export contains. Times are in seconds; unknown
/// values are `None`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Puzzles settled.
    pub solved: usize,
    /// Puzzles with a wrong answer.
    pub wrong: usize,
    /// Puzzles not settled within the limit.
    pub timed_out: usize,
    /// Puzzles with an unconfirmed claim.
    pub unconfirmed: usize,
    /// Puzzles without an answer because this machine failed.
    pub failed: usize,
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
    /// PAR-2 relative to the baseline.
    #[serde(flatten)]
    pub ratio: Ratio,
    /// Mean of a puzzle, encoding included.
    #[serde(rename = "load_s")]
    pub load: Option<f64>,
    /// Mean of a puzzle.
    #[serde(rename = "solve_s")]
    pub solve: Option<f64>,
    /// Mean of a puzzle.
    #[serde(rename = "process_s")]
    pub process: Option<f64>,
    /// Mean of a solved puzzle; `None` unless known for all of them.
    pub guesses: Option<f64>,
    /// Puzzles that it solved more quickly than all others; `None` if puzzles have no times of
    /// their own.
    pub quickest: Option<usize>,
    /// Mean variables of the formulas that were made.
    pub variables: Option<f64>,
    /// Likewise clauses.
    pub clauses: Option<f64>,
    /// Mean of the puzzles for which it is known.
    pub conflicts: Option<f64>,
    /// Likewise.
    pub decisions: Option<f64>,
    /// Likewise.
    pub propagations: Option<f64>,
    /// Likewise.
    pub restarts: Option<f64>,
    /// Likewise.
    pub proof_bytes: Option<f64>,
    /// By run: seconds for all puzzles.
    #[serde(skip)]
    pub run_times: Vec<f64>,
}

/// A ratio over several runs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Ratio {
    /// In the middle.
    #[serde(rename = "ratio")]
    pub median: f64,
    /// The smallest.
    #[serde(rename = "ratio_min")]
    pub min: f64,
    /// The largest.
    #[serde(rename = "ratio_max")]
    pub max: f64,
    /// The 95 % interval of the median, from five runs on.
    #[serde(rename = "ratio_interval")]
    pub interval: Option<[f64; 2]>,
}

impl Results {
    /// Number of puzzles.
    ///
    /// # Panics
    /// If there is no contender or no run; those of [`measure`](super::measure) have both.
    pub fn puzzle_count(&self) -> usize {
        self.runs[0][0].measurements.len()
    }

    /// The statistics of each contender, in order.
    ///
    /// # Panics
    /// As [`Results::puzzle_count`].
    pub fn summaries(&self) -> Vec<Summary> {
        let mut summaries: Vec<Summary> = self.runs.iter().map(|runs| self.summary(runs)).collect();
        for puzzle in 0..self.puzzle_count() {
            let time = |runs: &Vec<Run>| Results::solved_time(runs, puzzle);
            let times = self.runs.iter().map(time).enumerate();
            let times = times.filter_map(|(contender, time)| Some((contender, time?)));
            let quickest = times.min_by(|(_, a), (_, b)| a.total_cmp(b));
            if let Some(count) = quickest.and_then(|(index, _)| summaries[index].quickest.as_mut())
            {
                *count += 1;
            }
        }
        summaries
    }

    /// By how much the runs of a contender differ at most: the longest less the shortest, relative
    /// to the median. `None` of a single run.
    ///
    /// # Panics
    /// If there is no contender.
    pub fn spread(&self) -> Option<(&str, f64)> {
        let spread = |runs: &Vec<Run>| {
            let times = runs.iter().map(|run| run.time.as_secs_f64());
            let times = ascending(times.collect());
            (times[times.len() - 1] - times[0]) / middle(&times)
        };
        let spreads = self.names.iter().map(String::as_str).zip(self.runs.iter().map(spread));
        let largest = spreads.max_by(|(_, a), (_, b)| a.total_cmp(b));
        largest.filter(|_| self.runs[0].len() > 1)
    }

    /// The number of puzzles that no contender settled.
    ///
    /// # Panics
    /// As [`Results::puzzle_count`].
    pub fn unsettled_count(&self) -> usize {
        let settled = |puzzle: usize| {
            let of = |run: &Run| run.measurements[puzzle].outcome == Outcome::Solved;
            self.runs.iter().any(|runs| runs.iter().all(of))
        };
        (0..self.puzzle_count()).filter(|&puzzle| !settled(puzzle)).count()
    }

    /// The worst outcome of a puzzle over all runs of one contender.
    pub(super) fn outcome(runs: &[Run], puzzle: usize) -> Outcome {
        let outcomes = runs.iter().map(|run| run.measurements[puzzle].outcome);
        outcomes.max().expect("at least one run")
    }

    /// The times of the puzzles that were solved, ascending, in seconds; the median over runs for
    /// each. `None` if they have none of their own.
    ///
    /// # Panics
    /// If there is no run.
    pub(super) fn solved_times(runs: &[Run]) -> Option<Vec<f64>> {
        let is_solved = |&puzzle: &usize| Results::outcome(runs, puzzle) == Outcome::Solved;
        let solved = (0..runs[0].len()).filter(is_solved);
        let times: Option<Vec<f64>> =
            solved.map(|puzzle| Results::solved_time(runs, puzzle)).collect();
        times.map(ascending)
    }

    /// The median over runs of the time of a puzzle, in seconds. `None` if it was not solved or has
    /// no time of its own.
    fn solved_time(runs: &[Run], puzzle: usize) -> Option<f64> {
        let time = |run: &Run| run.measurements[puzzle].time.map(|time| time.as_secs_f64());
        let times: Option<Vec<f64>> = runs.iter().map(time).collect();
        let is_solved = Results::outcome(runs, puzzle) == Outcome::Solved;
        times.filter(|_| is_solved).map(|times| middle(&ascending(times)))
    }

    /// The statistics of these runs.
    pub(super) fn summary(&self, runs: &[Run]) -> Summary {
        let count = self.puzzle_count();
        let with = |outcome| (0..count).filter(|&p| Results::outcome(runs, p) == outcome).count();
        let times = Results::solved_times(runs);
        let quantile = |share| quantile(times.as_ref()?, count, share);
        let run_times: Vec<f64> = runs.iter().map(|run| run.time.as_secs_f64()).collect();
        let par2: Vec<f64> = runs.iter().map(|run| par2(run, self.time_limit)).collect();
        let part = |of: fn(&Run) -> Option<Duration>| -> Option<f64> {
            let parts: Option<Vec<f64>> =
                runs.iter().map(|run| of(run).map(|time| time.as_secs_f64())).collect();
            parts.map(|parts| mean(&parts) / count as f64)
        };
        let base = self.runs[self.baseline].iter().map(|run| self::par2(run, self.time_limit));
        let ratios = ascending(par2.iter().zip(base).map(|(own, base)| own / base).collect());
        let solved = with(Outcome::Solved);
        let mean_of = |count: fn(&Times) -> Option<u64>| {
            let measurements = runs.iter().flat_map(|run| &run.measurements);
            let known = measurements.filter_map(|m| count(&m.times)).map(|count| count as f64);
            let known: Vec<f64> = known.collect();
            (!known.is_empty()).then(|| mean(&known))
        };
        Summary {
            solved,
            wrong: with(Outcome::Wrong),
            timed_out: with(Outcome::TimedOut),
            unconfirmed: with(Outcome::Unconfirmed),
            failed: with(Outcome::Failed),
            puzzles_per_second: solved as f64 / mean(&run_times),
            median: quantile(0.5),
            p95: quantile(0.95),
            max: quantile(1.0),
            par2: mean(&par2),
            ratio: Ratio {
                median: middle(&ratios),
                min: ratios[0],
                max: ratios[ratios.len() - 1],
                interval: interval_of_median(&ratios),
            },
            load: part(|run| run.times.before_search()),
            solve: part(|run| run.times.solve),
            process: part(|run| run.times.process),
            guesses: guesses(runs),
            quickest: times.as_ref().map(|_| 0),
            variables: mean_of(|times| times.variables),
            clauses: mean_of(|times| times.clauses),
            conflicts: mean_of(|times| times.counters.conflicts),
            decisions: mean_of(|times| times.counters.decisions),
            propagations: mean_of(|times| times.counters.propagations),
            restarts: mean_of(|times| times.counters.restarts),
            proof_bytes: mean_of(|times| times.counters.proof_bytes),
            run_times,
        }
    }
}

/// Mean seconds of a puzzle; those not solved count twice the limit.
fn par2(run: &Run, limit: Duration) -> f64 {
    let count = run.measurements.len() as f64;
    let share = run.time.as_secs_f64() / count;
    let score = |measurement: &Measurement| match measurement.outcome {
        Outcome::Solved => measurement.time.map_or(share, |time| time.as_secs_f64()),
        _ => 2.0 * limit.as_secs_f64(),
    };
    run.measurements.iter().map(score).sum::<f64>() / count
}

fn guesses(runs: &[Run]) -> Option<f64> {
    let solved = runs
        .iter()
        .flat_map(|run| &run.measurements)
        .filter(|measurement| measurement.outcome == Outcome::Solved);
    let known: Option<Vec<f64>> = solved.map(|m| m.guesses.map(|count| count as f64)).collect();
    known.filter(|known| !known.is_empty()).map(|known| mean(&known))
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
    use crate::contender::Times;

    /// A run of (outcome, milliseconds, guesses).
    fn run(measurements: &[(Outcome, u64, Option<u64>)]) -> Run {
        let measurements: Vec<Measurement> = measurements
            .iter()
            .map(|&(outcome, time, guesses)| Measurement {
                outcome,
                status: None,
                time: Some(Duration::from_millis(time)),
                times: Times::default(),
                guesses,
            })
            .collect();
        let time = measurements.iter().filter_map(|measurement| measurement.time).sum();
        let times = Times { load: Some(Duration::from_millis(8)), ..Times::default() };
        Run { measurements, time, times }
    }

    fn results(runs: Vec<Vec<Run>>) -> Results {
        let names = (0..runs.len()).map(|index| index.to_string()).collect();
        let time_limit = Duration::from_secs(1);
        Results { names, runs, problems: Vec::new(), time_limit, baseline: 0 }
    }

    use Outcome::{Solved, TimedOut, Wrong};

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
                    (TimedOut, 1000, None),
                ]),
                run(&[
                    (Solved, 14, Some(1)),
                    (Solved, 20, Some(2)),
                    (Solved, 50, Some(6)),
                    (TimedOut, 1000, None),
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
                    (TimedOut, 1000, None),
                    (Wrong, 1, None),
                    (Solved, 80, None),
                ]),
            ],
        ]);
        let summaries = results.summaries();
        let first = &summaries[0];
        assert_eq!((first.solved, first.wrong, first.timed_out), (3, 0, 1));
        // Puzzle by puzzle 12, 20, 40 ms, and one that was not solved.
        close(first.median.unwrap(), 0.020);
        assert_eq!((first.p95, first.max), (None, None));
        // (10 + 20 + 30 + 2000) / 4 and (14 + 20 + 50 + 2000) / 4.
        close(first.par2, (0.515 + 0.521) / 2.0);
        close(first.puzzles_per_second, 3.0 / ((1.060 + 1.084) / 2.0));
        close(first.guesses.unwrap(), 3.0);
        close(first.load.unwrap(), 0.002);
        assert_eq!((first.solve, first.process), (None, None));
        assert_eq!(first.ratio, Ratio { median: 1.0, min: 1.0, max: 1.0, interval: None });
        assert_eq!((first.quickest, summaries[1].quickest), (Some(3), Some(1)));

        let second = &summaries[1];
        assert_eq!((second.solved, second.wrong, second.timed_out), (2, 1, 1));
        assert_eq!(second.guesses, None);
        // (40 * 3 + 2000) / 4 = 530, (160 + 4000) / 4 = 1040.
        close(second.ratio.min, 0.530 / 0.515);
        close(second.ratio.max, 1.040 / 0.521);
        close(second.ratio.median, (0.530 / 0.515 + 1.040 / 0.521) / 2.0);

        let best = results.virtual_best();
        assert_eq!((best.solved, best.wrong, best.timed_out), (4, 0, 0));
        // 12, 20, 40, 60 ms.
        close(best.median.unwrap(), 0.020);
        close(best.max.unwrap(), 0.060);
        assert_eq!(results.unsettled_count(), 0);

        let turned = Results { baseline: 1, ..results };
        close(turned.summaries()[0].ratio.min, 0.521 / 1.040);
    }

    #[test]
    fn what_is_there_can_be_compared_at_any_time() {
        let solved = |count: usize| run(&vec![(Solved, 10, None); count]);
        let sizes = |runs: Vec<Vec<Run>>| {
            let so_far = results(runs).so_far()?;
            let size = |runs: &Vec<Run>| runs.iter().map(Run::len).collect::<Vec<_>>();
            Some(so_far.runs.iter().map(size).collect::<Vec<_>>())
        };
        assert_eq!(sizes(vec![vec![], vec![]]), None);
        assert_eq!(sizes(vec![vec![Run::default()], vec![Run::default()]]), None);
        // The second has not come to the third puzzle, a third to none.
        let runs = vec![vec![solved(3)], vec![solved(2)], vec![Run::default()]];
        assert_eq!(sizes(runs), Some(vec![vec![2], vec![2]]));
        // The first run is over, the second is not.
        let runs = vec![vec![solved(3), solved(2)], vec![solved(3), solved(1)]];
        assert_eq!(sizes(runs), Some(vec![vec![3], vec![3]]));
        let runs = vec![vec![solved(3), solved(3)], vec![solved(3), solved(3), solved(1)]];
        assert_eq!(sizes(runs), Some(vec![vec![3, 3], vec![3, 3]]));
        let cut = results(vec![vec![solved(3)], vec![solved(2)]]).so_far().unwrap();
        close(cut.summaries()[0].run_times[0], 0.020);
    }

    #[test]
    fn the_spread_is_that_of_the_contender_whose_runs_differ_most() {
        let timed = |time| run(&[(Solved, time, None)]);
        let runs = vec![vec![timed(10), timed(11)], vec![timed(20), timed(30), timed(40)]];
        let results = results(runs);
        assert_eq!(results.spread().unwrap().0, "1");
        close(results.spread().unwrap().1, 20.0 / 30.0);
        let single = self::results(vec![vec![timed(10)]]);
        assert_eq!(single.spread(), None);
    }

    #[test]
    fn puzzles_answered_all_at_once_have_no_times_of_their_own() {
        let mut batch = run(&[(Solved, 0, None), (Solved, 0, None)]);
        batch.measurements.iter_mut().for_each(|measurement| measurement.time = None);
        batch.time = Duration::from_millis(500);
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
