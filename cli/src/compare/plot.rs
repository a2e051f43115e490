//! The cactus plot: how many puzzles each contender solves within a time a puzzle.

use std::io;
use std::time::Duration;

use plotters::prelude::*;

use super::results::Results;

/// Pixels of the chart.
const CHART: (u32, u32) = (740, 600);
/// Points of a line; more cannot be told apart.
const POINTS: usize = 400;
/// So few points are marked: the line of one alone could not be seen.
const FEW: usize = 8;

/// Okabe & Ito's colours, which most people with colour blindness can tell apart; the yellow,
/// invisible on paper, left out.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(0, 0, 0),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// Draws the plot as SVG, with `title` and below it `heading` above the chart.
///
/// # Errors
/// What the drawing library says.
pub fn plot_svg(
    results: &Results,
    title: &str,
    heading: &str,
) -> Result<String, DrawingAreaErrorKind<io::Error>> {
    let mut svg = String::new();
    let curves: Vec<Curve> =
        (0..results.names.len()).map(|place| cactus_curve(place, results)).collect();
    let (bottom, top) = decades(&curves, results.time_limit.as_secs_f64());
    let range = 0.0..results.puzzles as f64;
    let area = SVGBackend::with_string(&mut svg, CHART).into_drawing_area();
    area.fill(&WHITE)?;
    let root = area.titled(title, ("sans-serif", 20))?;
    let mut chart = ChartBuilder::on(&root)
        .caption(heading, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(45)
        .y_label_area_size(75)
        .build_cartesian_2d(range, (bottom..top).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("puzzles solved, quickest first")
        .y_desc("time of the puzzle")
        .x_label_formatter(&|count| format!("{count:.0}"))
        .y_label_formatter(&|&time| format!("{:?}", Duration::from_secs_f64(time)))
        .label_style(("sans-serif", 14))
        .axis_desc_style(("sans-serif", 15))
        .bold_line_style(BLACK.mix(0.2))
        .light_line_style(BLACK.mix(0.06))
        .draw()?;
    for curve in &curves {
        let colour = COLOURS[curve.place % COLOURS.len()];
        let line = PathElement::new(curve.line(), colour.stroke_width(2));
        let legend = move |at| Circle::new(at, 5, colour.filled());
        chart.draw_series([line])?.label(&curve.label).legend(legend);
        let few = curve.points.iter().filter(|_| curve.points.len() <= FEW);
        chart.draw_series(few.map(|&point| Circle::new(point, 4, colour.filled())))?;
    }
    let labels = &mut chart.configure_series_labels();
    labels.position(SeriesLabelPosition::UpperLeft).label_font(("sans-serif", 13));
    labels.background_style(WHITE).draw()?;
    root.present()?;
    drop((chart, root, area));
    Ok(svg)
}

/// The powers of ten around all times; a decade at least.
fn decades(curves: &[Curve], limit: f64) -> (f64, f64) {
    const CLOCK: f64 = 1e-9;
    let times = || curves.iter().flat_map(|curve| &curve.points).map(|&(_, time)| time);
    let fastest = times().min_by(f64::total_cmp).unwrap_or(limit);
    let slowest = times().max_by(f64::total_cmp).unwrap_or(limit);
    let exponent = |time: f64| time.max(CLOCK).log10();
    let bottom = exponent(fastest).floor();
    (10f64.powf(bottom), 10f64.powf(exponent(slowest).ceil().max(bottom + 1.0)))
}

/// One contender's curve.
struct Curve {
    /// Among the contenders; decides the colour.
    place: usize,
    label: String,
    /// From left to right; seconds upwards.
    points: Vec<(f64, f64)>,
}

/// The times of the puzzles solved, ascending; the mean for each if only that is known.
fn cactus_curve(place: usize, results: &Results) -> Curve {
    let (times, is_of_each) = results.solved_times(place);
    let note = if is_of_each { "" } else { ", mean" };
    let (name, count) = (&results.names[place], results.puzzles);
    let label = format!("{name} ({}/{count}{note})", times.len());
    let points = times.into_iter().zip(1..).map(|(time, solved)| (f64::from(solved), time));
    Curve { place, label, points: points.collect() }
}

impl Curve {
    /// As many of its points as can be told apart.
    fn line(&self) -> Vec<(f64, f64)> {
        let last = self.points.len().saturating_sub(1);
        let points = POINTS.min(self.points.len());
        (0..points).map(|point| self.points[point * last / (points - 1).max(1)]).collect()
    }
}
