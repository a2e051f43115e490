//! Compares the steps of puzzles with ratings from another source. For each number of truths of the
//! hardest step, it prints how the ratings of these puzzles are distributed. It also prints how to
//! divide the numbers of truths best into as many groups as there are grades, and Spearman's rank
//! correlation of the ratings with the truths and with the score. The boundaries of `Grade` were
//! chosen with these figures.
//!
//! `cargo run --release --example grades -- rated.tsv 4` reads every fourth line of the file. A
//! line is a puzzle, a TAB and its rating.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use itertools::Itertools;
use satdoku::explain::{Effort, End, Grade, State, StepRating, Technique};
use satdoku::{Deadline, Grid, Puzzle};

/// The number of truths if the steps do not solve the puzzle.
const NOT_FOUND: usize = usize::MAX;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, step] = &arguments[..] else { return Err("expected FILE STEP".into()) };
    let text = std::fs::read_to_string(path)?;
    let mut ratings = Vec::new();
    // For each puzzle: the truths of its hardest step, and the number of its steps beyond singles.
    let mut found = Vec::new();
    let mut scores = Vec::new();
    let mut times = Vec::new();
    let mut by_truths: BTreeMap<(usize, &str), Vec<f64>> = BTreeMap::new();
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
        let truths = match (steps.end == End::Solved, beyond) {
            (false, _) => NOT_FOUND,
            (true, 0) => 0,
            (true, _) => steps.truths,
        };
        found.push((truths, beyond));
        scores.push(steps.score.unwrap_or(f64::INFINITY));
        ratings.push(rating);
        let grade = steps.grade().map_or("none", Grade::name);
        by_truths.entry((truths, grade)).or_default().push(rating);
    }
    println!("truths  grade    puzzles  rating at 25 %, 50 %, 75 %");
    for ((truths, grade), ratings) in &by_truths {
        let [low, middle, high] = quantiles(ratings, [0.25, 0.5, 0.75]);
        let (truths, count) = (name(*truths), ratings.len());
        println!("{truths:>6}  {grade:<8} {count:>7}  {low:.1} {middle:.1} {high:.1}");
    }
    let classes: Vec<(usize, Vec<f64>)> =
        by_truths.into_iter().map(|((truths, _), ratings)| (truths, ratings)).collect();
    if let Some((starts, rest)) = cuts(&classes, Grade::ALL.len()) {
        let starts = starts.into_iter().map(name).join(", ");
        println!("grades of least variance start at {starts} truths: {rest:.1} % of it is left");
    }
    let [median, high] = quantiles(&times, [0.5, 0.95]);
    println!("a path takes {median:.1} ms (median), {high:.0} ms (95 %)");
    let [by_truths, by_score] =
        [ranks(&found), ranks(&scores)].map(|found| correlation(&ranks(&ratings), &found));
    println!("rank correlation of the truths {by_truths:.3}, of the score {by_score:.3}");
    Ok(())
}

fn name(truths: usize) -> String {
    if truths == NOT_FOUND { "none".to_owned() } else { truths.to_string() }
}

/// Divides the classes, in their order, into `groups` groups, so that the squared deviations of the
/// ratings from the mean of their group have the least sum (W. D. Fisher, *On Grouping for Maximum
/// Homogeneity*, 1958, <https://doi.org/10.1080/01621459.1958.10501479>). Returns the first class
/// of each group, and this sum in percent of the sum of the squared deviations from the mean of all
/// ratings. There are few classes, so all ways are tried. `None` if there are fewer classes than
/// groups.
fn cuts(classes: &[(usize, Vec<f64>)], groups: usize) -> Option<(Vec<usize>, f64)> {
    let spread = |classes: &[(usize, Vec<f64>)]| -> f64 {
        let ratings = || classes.iter().flat_map(|(_, ratings)| ratings);
        let mean = ratings().sum::<f64>() / ratings().count() as f64;
        ratings().map(|rating| (rating - mean).powi(2)).sum()
    };
    let grouped = (1..classes.len()).combinations(groups - 1).map(|inner| {
        let bounds = [vec![0], inner, vec![classes.len()]].concat();
        let left: f64 = bounds.windows(2).map(|pair| spread(&classes[pair[0]..pair[1]])).sum();
        (bounds, left)
    });
    let (bounds, left) = grouped.min_by(|(_, left), (_, other)| left.total_cmp(other))?;
    let starts = bounds[..groups].iter().map(|&class| classes[class].0).collect();
    Some((starts, 100.0 * left / spread(classes)))
}

fn quantiles<const N: usize>(values: &[f64], at: [f64; N]) -> [f64; N] {
    let sorted: Vec<f64> = values.iter().copied().sorted_by(f64::total_cmp).collect();
    at.map(|part| sorted[((sorted.len() - 1) as f64 * part).round() as usize])
}

/// Ranks from 0; equal values all get the mean of their ranks.
fn ranks<T: PartialOrd>(values: &[T]) -> Vec<f64> {
    let below = |value: &T| values.iter().filter(|other| *other < value).count();
    let equal = |value: &T| values.iter().filter(|other| *other == value).count();
    values.iter().map(|value| below(value) as f64 + (equal(value) - 1) as f64 / 2.0).collect()
}

/// Pearson's correlation; of ranks, this is Spearman's rank correlation.
fn correlation(first: &[f64], second: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (of_first, of_second) = (mean(first), mean(second));
    let pairs = || first.iter().map(|a| a - of_first).zip(second.iter().map(|b| b - of_second));
    let [covariance, square, other] =
        pairs().fold([0.0; 3], |[ab, aa, bb], (a, b)| [ab + a * b, aa + a * a, bb + b * b]);
    covariance / (square * other).sqrt()
}
