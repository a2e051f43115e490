//! Portfolios: contenders that run side by side on each puzzle until the first of them has solved it.

use super::results::{Measurement, Outcome, Results, Run};
use super::summary::Summary;
use super::table::{Style, plain_table, seconds, three_digits};
use crate::contender::Times;

/// A portfolio with the contender that was added last.
#[derive(Clone, PartialEq, Debug)]
pub struct Portfolio {
    /// Index of that contender.
    pub added: usize,
    /// The statistics of all so far together.
    pub summary: Summary,
}

impl Results {
    /// The virtual best: for each puzzle and run the quickest contender that solved it. Contenders
    /// whose puzzles have no times of their own are left out.
    ///
    /// # Panics
    /// As [`Results::puzzle_count`].
    pub fn virtual_best(&self) -> Summary {
        self.best_of(&(0..self.names.len()).collect::<Vec<_>>())
    }

    /// The best contender by PAR-2, then with the one that lowers it most, and so on, as long as it
    /// becomes lower.
    ///
    /// # Panics
    /// As [`Results::puzzle_count`].
    pub fn portfolios(&self) -> Vec<Portfolio> {
        let mut found: Vec<Portfolio> = Vec::new();
        let mut members: Vec<usize> = Vec::new();
        loop {
            let others = (0..self.names.len()).filter(|index| !members.contains(index));
            let with = |added| Portfolio {
                added,
                summary: self.best_of(&[&members[..], &[added]].concat()),
            };
            let best = others.map(with).min_by(|a, b| a.summary.par2.total_cmp(&b.summary.par2));
            let last = found.last().map_or(f64::INFINITY, |last| last.summary.par2);
            match best {
                Some(best) if best.summary.par2 < last => {
                    members.push(best.added);
                    found.push(best);
                }
                _ => return found,
            }
        }
    }

    /// The virtual best of these contenders.
    fn best_of(&self, contenders: &[usize]) -> Summary {
        let unsolved = Measurement {
            outcome: Outcome::TimedOut,
            status: None,
            time: Some(self.time_limit),
            times: Times::default(),
            guesses: None,
        };
        let best = |run: usize, puzzle: usize| {
            let of = |&contender: &usize| &self.runs[contender][run].measurements[puzzle];
            let solved = |measurement: &&Measurement| {
                measurement.outcome == Outcome::Solved && measurement.time.is_some()
            };
            let best = contenders.iter().map(of).filter(solved).min_by_key(|found| found.time);
            best.unwrap_or(&unsolved).clone()
        };
        let runs: Vec<Run> = (0..self.runs[0].len())
            .map(|run| {
                let measurements: Vec<Measurement> =
                    (0..self.puzzle_count()).map(|puzzle| best(run, puzzle)).collect();
                let time = measurements.iter().filter_map(|measurement| measurement.time).sum();
                Run { measurements, time, times: Times::default() }
            })
            .collect();
        Summary { guesses: None, quickest: None, ..self.summary(&runs) }
    }
}

/// A row for each portfolio: what it adds to those above.
///
/// # Panics
/// As [`Results::puzzle_count`].
pub fn portfolios_table(results: &Results) -> String {
    let header = ["portfolio", "solved", "PAR-2", "ratio"];
    let rows = results.portfolios().into_iter().enumerate().map(|(index, portfolio)| {
        let Portfolio { added, summary } = portfolio;
        let plus = if index == 0 { "" } else { "+ " };
        vec![
            format!("{plus}{}", results.names[added]),
            summary.solved.to_string(),
            seconds(Some(summary.par2)),
            three_digits(summary.ratio.median),
        ]
    });
    plain_table(Style::Text, header, rows).to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_portfolio_grows_by_who_lowers_its_par2_most() {
        let run = |times: [Option<u64>; 2]| {
            let measurements = times.map(|time| Measurement {
                outcome: if time.is_some() { Outcome::Solved } else { Outcome::TimedOut },
                status: None,
                time: Some(Duration::from_millis(time.unwrap_or(1000))),
                times: Times::default(),
                guesses: None,
            });
            let time = measurements.iter().filter_map(|measurement| measurement.time).sum();
            vec![Run { measurements: measurements.into(), time, times: Times::default() }]
        };
        let runs = [[Some(10), None], [Some(50), Some(50)], [Some(60), Some(60)]];
        let results = Results {
            names: ["quick", "sure", "slow"].map(str::to_owned).into(),
            runs: runs.map(run).into(),
            problems: Vec::new(),
            time_limit: Duration::from_secs(1),
            baseline: 0,
        };
        let grown: Vec<(usize, f64)> = results
            .portfolios()
            .iter()
            .map(|portfolio| (portfolio.added, (1000.0 * portfolio.summary.par2).round()))
            .collect();
        // 50 and 50; 10 and 50; slow adds nothing.
        assert_eq!(grown, [(1, 50.0), (0, 30.0)]);
    }
}
