//! The cactus plot: for each contender, the number of puzzles that it solves, depending on the time
//! for each puzzle.

use std::io;
use std::time::Duration;

use plotters::prelude::*;

use super::results::{Results, Summary};
use super::setting::Setting;
use satdoku::counted;

/// Width and height of the chart in pixels.
const CHART: (u32, u32) = (740, 600);
/// The greatest number of points of a line. More points could not be distinguished.
const POINTS: usize = 400;
/// If a line has at most this number of points, the points are marked: a line of one point would be
/// invisible.
const FEW: usize = 8;

/// The colours of Okabe & Ito, which most people with colour blindness can distinguish. Yellow is
/// left out, since it is hardly visible on paper.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(0, 0, 0),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// Draws the plot as SVG. For each contender, it shows the times of the puzzles that the contender
/// solved, in ascending order; if only the mean time is known, it shows the mean for each puzzle.
/// `inputs` names the source of the puzzles.
///
/// # Errors
/// The errors of the drawing library.
pub fn plot_svg(
    results: &Results,
    setting: &Setting,
    inputs: &str,
) -> Result<String, DrawingAreaErrorKind<io::Error>> {
    let mut svg = String::new();
    let times: Vec<Vec<f64>> = results.summaries.iter().map(Summary::times).collect();
    let (bottom, top) = decades(&times, results.time_limit.as_secs_f64());
    let range = 0.0..results.puzzles as f64;
    let title = format!("{} of {inputs}", counted(results.puzzles, "puzzle"));
    let asked = if setting.plan.unique { "solution and uniqueness" } else { "first solution" };
    let runs = counted(setting.plan.runs, "run");
    let heading = format!("{}: {asked}, median of {runs}, {}", setting.rules, setting.cpu);
    let area = SVGBackend::with_string(&mut svg, CHART).into_drawing_area();
    area.fill(&WHITE)?;
    let root = area.titled(&title, ("sans-serif", 20))?;
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
    for (place, times) in times.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let note = if results.summaries[place].is_batch { ", mean" } else { "" };
        let (name, count, solved) = (&results.names[place], results.puzzles, times.len());
        let point = |index: usize| (index as f64 + 1.0, times[index]);
        let (last, shown) = (solved.saturating_sub(1), solved.min(POINTS));
        let line = (0..shown).map(|place| point(place * last / (shown - 1).max(1)));
        let line = PathElement::new(line.collect::<Vec<_>>(), colour.stroke_width(2));
        let legend = move |at| Circle::new(at, 5, colour.filled());
        let label = format!("{name} ({solved}/{count}{note})");
        chart.draw_series([line])?.label(label).legend(legend);
        let few = (0..solved).filter(|_| solved <= FEW).map(point);
        chart.draw_series(few.map(|point| Circle::new(point, 4, colour.filled())))?;
    }
    let labels = &mut chart.configure_series_labels();
    labels.position(SeriesLabelPosition::UpperLeft).label_font(("sans-serif", 13));
    labels.background_style(WHITE).draw()?;
    root.present()?;
    drop((chart, root, area));
    Ok(svg)
}

/// The powers of ten below and above all times. They are at least a factor of ten apart.
fn decades(times: &[Vec<f64>], limit: f64) -> (f64, f64) {
    const CLOCK: f64 = 1e-9;
    let times = || times.iter().flatten().copied();
    let fastest = times().min_by(f64::total_cmp).unwrap_or(limit);
    let slowest = times().max_by(f64::total_cmp).unwrap_or(limit);
    let exponent = |time: f64| time.max(CLOCK).log10();
    let bottom = exponent(fastest).floor();
    (10f64.powf(bottom), 10f64.powf(exponent(slowest).ceil().max(bottom + 1.0)))
}
