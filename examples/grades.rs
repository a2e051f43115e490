//! Compares the steps of puzzles with somebody else's ratings: how these spread over the grades,
//! and Spearman's rank correlation. This is where the table of `Grade` comes from.
//!
//! `cargo run --release --example grades -- rated.tsv 42` takes every 42nd line, each a puzzle, a
//! TAB and its rating.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use satdoku::explain::{Effort, State, StepRating, Technique};
use satdoku::{Deadline, Grid, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, step] = &arguments[..] else { return Err("expected FILE STEP".into()) };
    let text = std::fs::read_to_string(path)?;
    let mut ratings = Vec::new();
    // What the steps say: truths of the hardest one, then steps that are no singles.
    let mut found = Vec::new();
    let mut times = Vec::new();
    let mut by_grade: BTreeMap<_, Vec<f64>> = BTreeMap::new();
    for line in text.lines().step_by(step.parse()?) {
        let mut fields = line.split('\t');
        let givens: Grid = fields.next().unwrap_or_default().parse()?;
        let rating: f64 = fields.next().ok_or("expected a rating")?.parse()?;
        let start = Instant::now();
        let deadline = Deadline::after(Duration::from_secs(60));
        let effort = Effort { deadline, ..Effort::default() };
        let steps = StepRating::of(State::new(&Puzzle::classic(givens)), &effort)?;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        let above_singles = |name: &Technique| *name > Technique::NakedSingle;
        let beyond: usize =
            steps.counts.iter().filter(|(name, _)| above_singles(name)).map(|(_, n)| n).sum();
        let hardest = if steps.grade().is_some() { steps.truths } else { usize::MAX };
        found.push((if beyond == 0 { 0 } else { hardest }, beyond));
        ratings.push(rating);
        let grade = steps.grade().map_or("none", |grade| grade.name());
        by_grade.entry((hardest.min(5), grade)).or_default().push(rating);
    }
    println!("truths  grade    puzzles  rating at 10 %, 50 %, 90 %");
    for ((truths, grade), mut ratings) in by_grade {
        let [low, middle, high] = quantiles(&mut ratings, [0.1, 0.5, 0.9]);
        let count = ratings.len();
        println!("{truths:>6}  {grade:<8} {count:>7}  {low:.1} {middle:.1} {high:.1}");
    }
    let [median, high] = quantiles(&mut times, [0.5, 0.95]);
    println!("a path takes {median:.1} ms (median), {high:.0} ms (95 %)");
    println!("rank correlation {:.3}", correlation(&ranks(&ratings), &ranks(&found)));
    Ok(())
}

fn quantiles<const N: usize>(values: &mut [f64], at: [f64; N]) -> [f64; N] {
    values.sort_by(f64::total_cmp);
    at.map(|part| values[((values.len() - 1) as f64 * part).round() as usize])
}

/// Ranks from 0; equal values share the mean of theirs.
fn ranks<T: PartialOrd>(values: &[T]) -> Vec<f64> {
    let below = |value: &T| values.iter().filter(|other| *other < value).count();
    let equal = |value: &T| values.iter().filter(|other| *other == value).count();
    values.iter().map(|value| below(value) as f64 + (equal(value) - 1) as f64 / 2.0).collect()
}

/// Pearson's, which of ranks is Spearman's.
fn correlation(first: &[f64], second: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (of_first, of_second) = (mean(first), mean(second));
    let pairs = || first.iter().map(|a| a - of_first).zip(second.iter().map(|b| b - of_second));
    let [covariance, square, other] =
        pairs().fold([0.0; 3], |[ab, aa, bb], (a, b)| [ab + a * b, aa + a * a, bb + b * b]);
    covariance / (square * other).sqrt()
}
