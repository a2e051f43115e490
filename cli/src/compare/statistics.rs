//! Means, medians and deviations.

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
    fn medians_and_deviations_are_those_of_the_textbook() {
        assert_eq!(middle(&[1.0, 2.0, 4.0, 9.0]), 3.0);
        assert_eq!(middle(&[1.0, 2.0, 9.0]), 2.0);
        let deviation = standard_deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!((deviation.unwrap().powi(2) - 32.0 / 7.0).abs() < 1e-9);
        assert_eq!(standard_deviation(&[3.0]), None);
    }
}
