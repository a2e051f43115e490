//! How the cost grows with the side of the grid.

use plotters::prelude::IntoLogRange;

use super::plot::{Chart, Curve, decades};
use super::results::Results;
use super::table::{Style, plain_table, seconds, three_digits};

/// The times of contenders on grids of several sides.
#[derive(Clone, Debug, Default)]
pub struct Scale {
    /// The contenders' names.
    pub names: Vec<String>,
    /// By side, ascending: for each contender the mean time of a puzzle in seconds; `None` if it
    /// did not solve all of them, or was not asked any more.
    pub rows: Vec<(usize, Vec<Option<f64>>)>,
}

impl Scale {
    /// Adds what contenders, some of those named, did on this side.
    ///
    /// # Panics
    /// If there is no contender or no run.
    pub fn push(&mut self, side: usize, results: &Results) {
        let summaries = results.summaries();
        let time = |name: &String| {
            let place = results.names.iter().position(|asked| asked == name)?;
            let summary = &summaries[place];
            (summary.solved == results.puzzle_count()).then_some(summary.par2)
        };
        self.rows.push((side, self.names.iter().map(time).collect()));
    }

    /// The points of a contender: side and seconds.
    fn points(&self, contender: usize) -> Vec<(f64, f64)> {
        let point =
            |(side, times): &(usize, Vec<Option<f64>>)| Some((*side as f64, times[contender]?));
        self.rows.iter().filter_map(point).collect()
    }
}

/// The power of the side with which the time grows: the slope of the line through the logarithms by
/// least squares; `None` of fewer than two points.
fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let mean_x = logs.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = logs.iter().map(|(_, y)| y).sum::<f64>() / count;
    let covariance: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    (logs.len() > 1).then(|| covariance / variance)
}

/// A row for each side; at the end the power of the side with which the time grows.
pub fn scale_table(scale: &Scale, style: Style) -> String {
    let header = ["side"].into_iter().chain(scale.names.iter().map(String::as_str));
    let rows = scale.rows.iter().map(|(side, times)| {
        let cell = |time: &Option<f64>| time.map_or("-".to_owned(), |time| seconds(Some(time)));
        [side.to_string()].into_iter().chain(times.iter().map(cell)).collect::<Vec<_>>()
    });
    let powers = (0..scale.names.len()).map(|contender| exponent(&scale.points(contender)));
    let powers = powers.map(|power| {
        power.map_or("-".to_owned(), |power| {
            let sign = if power < 0.0 { "-" } else { "" };
            format!("{sign}{}", three_digits(power.abs()))
        })
    });
    let last = ["power".to_owned()].into_iter().chain(powers).collect();
    plain_table(style, header, rows.chain([last])).to_string()
}

/// Draws the times over the sides, both by powers of ten, as SVG.
///
/// # Errors
/// What the drawing library says.
pub fn plot_scale_svg(scale: &Scale, title: &str, heading: &str) -> Result<String, String> {
    let curves: Vec<Curve> = scale
        .names
        .iter()
        .enumerate()
        .map(|(place, name)| Curve { place, label: name.clone(), points: scale.points(place) })
        .collect();
    let (bottom, top) = decades(&curves, 1.0);
    let chart =
        Chart { title, heading, x: "side of the grid", y: "mean time of a puzzle", bottom, top };
    let side = |row: Option<&(usize, _)>| row.map_or(1.0, |(side, _)| *side as f64);
    let (first, last) = (side(scale.rows.first()), side(scale.rows.last()));
    let range = (first * 0.9..last * 1.1).log_scale();
    let mut svg = String::new();
    chart.draw(range, &curves, &mut svg).map_err(|problem| problem.to_string())?;
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_is_that_of_the_curve() {
        let cubic: Vec<(f64, f64)> = [4.0, 9.0, 16.0].map(|x: f64| (x, 1e-6 * x.powi(3))).into();
        assert!((exponent(&cubic).unwrap() - 3.0).abs() < 1e-9);
        assert_eq!(exponent(&cubic[..1]), None);
        let scale = Scale {
            names: vec!["a".to_owned(), "b".to_owned()],
            rows: vec![(4, vec![Some(4.0), Some(1.0)]), (16, vec![Some(1.0), None])],
        };
        let table = scale_table(&scale, Style::Markdown);
        let last = table.lines().last().unwrap();
        assert_eq!(last.split_whitespace().collect::<String>(), "|power|-1.00|-|");
    }
}
