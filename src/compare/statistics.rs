//! Means, medians, and how far they can be relied on.
//!
//! From five runs on a median has a 95 % interval by the bootstrap's percentiles (Efron & Tibshirani,
//! *An Introduction to the Bootstrap*, 1993): what runs on this machine and these puzzles may give,
//! not what other puzzles may.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The arithmetic mean of at least one figure.
pub(super) fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len() as f64
}

/// The figures in order.
pub(super) fn ascending(mut figures: Vec<f64>) -> Vec<f64> {
    figures.sort_by(f64::total_cmp);
    figures
}

/// The median of ascending figures, at least one; the mean of the middle two.
pub(super) fn middle(ascending: &[f64]) -> f64 {
    let half = ascending.len() / 2;
    if ascending.len() % 2 == 1 {
        ascending[half]
    } else {
        f64::midpoint(ascending[half - 1], ascending[half])
    }
}

/// The fewest figures whose median has an interval.
pub(super) const ENOUGH_RUNS: usize = 5;

/// The 95 % interval of the median of at least [`ENOUGH_RUNS`] figures, by the bootstrap; the same
/// for the same figures.
pub(super) fn interval_of_median(figures: &[f64]) -> Option<[f64; 2]> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let draw = || resampled_median(figures, &mut rng);
    (figures.len() >= ENOUGH_RUNS).then(|| percentiles(figures.len(), draw))
}

/// The median of as many figures drawn from these, with replacement.
pub(super) fn resampled_median(figures: &[f64], rng: &mut impl Rng) -> f64 {
    let draw = |_| *figures.choose(rng).expect("at least one figure");
    middle(&ascending((0..figures.len()).map(draw).collect()))
}

/// Between these lie 95 of 100 figures drawn, each from so many.
pub(super) fn percentiles(count: usize, mut draw: impl FnMut() -> f64) -> [f64; 2] {
    // Fewer of many, which vary less.
    let draws = (4_000_000 / count).clamp(400, 4000);
    let drawn = ascending((0..draws).map(|_| draw()).collect());
    [drawn[draws / 40], drawn[draws - 1 - draws / 40]]
}

/// The standard deviation of a sample; `None` of a single figure.
pub(super) fn standard_deviation(figures: &[f64]) -> Option<f64> {
    let mean = mean(figures);
    let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
    (figures.len() > 1).then(|| (squares / (figures.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_takes_five_runs_and_holds_their_median() {
        assert_eq!(interval_of_median(&[1.0, 2.0, 3.0, 4.0]), None);
        assert_eq!(interval_of_median(&[2.0; 5]), Some([2.0, 2.0]));
        let figures: Vec<f64> = (1..=99).map(f64::from).collect();
        let [low, high] = interval_of_median(&figures).unwrap();
        // The order statistics that bound the median of 99 with 95 %: the 40th and the 60th.
        assert!((36.0..44.0).contains(&low) && (56.0..64.0).contains(&high), "{low} {high}");
        assert_eq!(interval_of_median(&figures), interval_of_median(&figures));
    }

    #[test]
    fn medians_and_deviations_are_those_of_the_textbook() {
        assert_eq!(middle(&[1.0, 2.0, 4.0, 9.0]), 3.0);
        assert_eq!(middle(&[1.0, 2.0, 9.0]), 2.0);
        let deviation = standard_deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!((deviation.unwrap().powi(2) - 32.0 / 7.0).abs() < 1e-9);
        assert_eq!(standard_deviation(&[3.0]), None);
    }
}
