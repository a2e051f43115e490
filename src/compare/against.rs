//! Two runs side by side: this one, and one that was exported before.

use std::fmt;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use super::results::Results;
use super::setting::Setting;
use super::statistics::{ENOUGH_RUNS, ascending, middle, percentiles, resampled_median};
use super::table::{Style, plain_table, seconds, three_digits};

/// A run as [`write_json`](super::write_json) wrote it, as far as it is needed here.
#[derive(Clone, Debug, Deserialize)]
pub struct Exported {
    results: Vec<ExportedRow>,
    /// Its setting.
    pub setting: ExportedSetting,
}

#[derive(Clone, Debug, Deserialize)]
struct ExportedRow {
    command: String,
    solved: usize,
    times: Vec<f64>,
}

/// What must be the same in both runs, and what names the old one.
#[derive(Clone, Debug, Deserialize)]
pub struct ExportedSetting {
    /// The processor's name, if the system told.
    pub cpu: Option<String>,
    /// This program's version, and how it was built.
    pub program: String,
    /// When it began.
    pub date: String,
    /// Number of puzzles measured.
    pub puzzles: usize,
    puzzles_sha256: String,
    question: String,
    time_limit_s: f64,
}

impl Exported {
    /// Whether a run of this setting answers the same questions.
    ///
    /// # Errors
    /// What is different, with the figures of both.
    pub fn check(&self, setting: &Setting) -> Result<(), String> {
        let old = &self.setting;
        let differs = |what: &str, old: &dyn fmt::Display, new: &dyn fmt::Display| {
            Err(format!("expected a run with the same {what}, found {old} there and {new} here"))
        };
        if old.question != setting.question {
            return differs("question", &old.question, &setting.question);
        }
        if old.time_limit_s != setting.time_limit_s {
            return differs("time limit", &old.time_limit_s, &setting.time_limit_s);
        }
        if old.puzzles_sha256 != setting.puzzles_sha256 {
            let (old, new) = (old.puzzles, setting.puzzles);
            return differs(
                "puzzles (the same list, --sample and --seed)",
                &format!("{old} puzzles"),
                &format!("{new} others"),
            );
        }
        Ok(())
    }
}

/// Whether a contender became faster or slower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The whole interval of the ratio is below 1.
    Faster,
    /// The whole interval is above 1.
    Slower,
    /// The interval holds 1.
    Noise,
    /// There are too few runs for an interval.
    TooFewRuns,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Faster => f.write_str("faster"),
            Verdict::Slower => f.write_str("slower"),
            Verdict::Noise => f.write_str("no change beyond noise"),
            Verdict::TooFewRuns => write!(f, "unknown: fewer than {ENOUGH_RUNS} runs"),
        }
    }
}

/// A contender of both runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// Then and now: puzzles solved.
    pub solved: [usize; 2],
    /// Then and now: median over runs of the mean seconds of a puzzle.
    pub times: [f64; 2],
    /// The time now relative to then.
    pub ratio: f64,
    /// The 95 % interval of the ratio, by the bootstrap: both runs drawn anew. From five runs each
    /// on.
    pub interval: Option<[f64; 2]>,
}

impl Change {
    fn new(name: &str, solved: [usize; 2], old: &[f64], new: &[f64]) -> Change {
        let median = |times: &[f64]| middle(&ascending(times.to_vec()));
        let times = [median(old), median(new)];
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut draw = || resampled_median(new, &mut rng) / resampled_median(old, &mut rng);
        let is_enough = old.len().min(new.len()) >= ENOUGH_RUNS;
        Change {
            name: name.to_owned(),
            solved,
            times,
            ratio: times[1] / times[0],
            interval: is_enough.then(|| percentiles(old.len().max(new.len()), &mut draw)),
        }
    }

    /// Whether it changed by more than the runs of either differ among themselves.
    pub fn verdict(&self) -> Verdict {
        match self.interval {
            None => Verdict::TooFewRuns,
            Some([_, high]) if high < 1.0 => Verdict::Faster,
            Some([low, _]) if low > 1.0 => Verdict::Slower,
            Some(_) => Verdict::Noise,
        }
    }
}

/// The contenders that are in both runs, in the order of the new one.
///
/// # Panics
/// If there is no contender or no run.
pub fn changes(old: &Exported, new: &Results) -> Vec<Change> {
    let puzzles = new.puzzle_count() as f64;
    let per_puzzle = |times: &[f64]| times.iter().map(|time| time / puzzles).collect::<Vec<_>>();
    let rows = new.names.iter().zip(new.summaries());
    rows.filter_map(|(name, summary)| {
        let row = old.results.iter().find(|row| row.command == *name && !row.times.is_empty())?;
        let solved = [row.solved, summary.solved];
        Some(Change::new(name, solved, &per_puzzle(&row.times), &per_puzzle(&summary.run_times)))
    })
    .collect()
}

/// A row for each change.
pub fn changes_table(changes: &[Change]) -> String {
    let header = ["contender", "solved", "then", "now", "now/then", "change"];
    let rows = changes.iter().map(|change| {
        let [old, new] = change.solved;
        let ratio = three_digits(change.ratio);
        let interval = change.interval.map_or(String::new(), |[low, high]| {
            format!(" ({}..{})", three_digits(low), three_digits(high))
        });
        vec![
            change.name.clone(),
            if old == new { new.to_string() } else { format!("{old} -> {new}") },
            seconds(Some(change.times[0])),
            seconds(Some(change.times[1])),
            ratio + &interval,
            change.verdict().to_string(),
        ]
    });
    plain_table(Style::Text, header, rows).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(old: &[f64], new: &[f64]) -> Change {
        Change::new("x", [1, 1], old, new)
    }

    #[test]
    fn a_change_is_told_from_noise_by_the_interval_of_the_ratio() {
        let old = [10.0, 10.1, 9.9, 10.2, 9.8, 10.0];
        let scaled = |factor: f64| old.map(|time| time * factor);
        for (factor, verdict) in [
            (1.0, Verdict::Noise),
            (1.01, Verdict::Noise),
            (0.5, Verdict::Faster),
            (1.2, Verdict::Slower),
        ] {
            let change = change(&old, &scaled(factor));
            assert_eq!(change.verdict(), verdict, "{change:?}");
            let [low, high] = change.interval.unwrap();
            assert!(low <= change.ratio && change.ratio <= high, "{change:?}");
        }
        assert_eq!(change(&old[..4], &old).verdict(), Verdict::TooFewRuns);
        assert_eq!(change(&[4.0], &[2.0]).ratio, 0.5);
    }
}
