//! Figures: means and medians, seconds, whole numbers.

use std::time::Duration;

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

    #[test]
    fn medians_are_those_of_the_textbook() {
        assert_eq!(middle(&[1.0, 2.0, 4.0, 9.0]), 3.0);
        assert_eq!(middle(&[1.0, 2.0, 9.0]), 2.0);
    }
}
