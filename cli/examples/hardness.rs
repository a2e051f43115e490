//! Draws how hard grids with holes are: easy with few holes, easy with many holes, hard between.
//!
//! It reads the CSV files of `compare`, one grid per line, and writes an SVG. For each solver and
//! side the SVG shows the median time over the fraction of empty cells, on a logarithmic scale. If
//! a solver reached the time limit, the limit counts as its time.
//!
//! ```sh
//! for side in 16 25; do
//!     for holes in 0.30 0.40 0.45 0.50 0.53 0.56 0.60 0.65 0.70 0.80; do
//!         satdoku generate --side $side --holes $holes --balanced --seed 1 --count 20
//!     done > hard-$side.txt
//!     satdoku compare --first --runs 1 --sample all --time-limit 20 --export-csv hard-$side.csv \
//!         hard-$side.txt
//! done
//! cargo run --release --example hardness -- hard-16.csv hard-25.csv > hardness.svg
//! ```

use std::collections::BTreeMap;
use std::error::Error;

use plotters::prelude::*;

/// By solver and side, then by holes in a thousand cells: the seconds of each puzzle.
type Times = BTreeMap<(String, usize), BTreeMap<usize, Vec<f64>>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut times = Times::new();
    for path in std::env::args().skip(1) {
        let mut csv = csv::Reader::from_path(&path)?;
        for row in csv.deserialize() {
            let row: BTreeMap<String, String> = row?;
            let (puzzle, seconds) = (&row["puzzle"], row["time_s"].parse()?);
            let cells = puzzle.chars().count();
            let holes = puzzle.chars().filter(|&cell| cell == '.').count();
            let curve = times.entry((row["contender"].clone(), cells.isqrt())).or_default();
            curve.entry((1000 * holes + cells / 2) / cells).or_default().push(seconds);
        }
    }
    if times.is_empty() {
        return Err("expected CSV files of compare".into());
    }
    print!("{}", draw(times)?);
    Ok(())
}

fn draw(times: Times) -> Result<String, Box<dyn Error>> {
    let median = |mut seconds: Vec<f64>| {
        seconds.sort_by(f64::total_cmp);
        seconds[seconds.len() / 2]
    };
    let curves: Vec<(String, Vec<(f64, f64)>)> = times
        .into_iter()
        .map(|((solver, side), curve)| {
            let points = curve.into_iter().map(|(holes, s)| (holes as f64 / 1000.0, median(s)));
            (format!("{solver}, {side}x{side}"), points.collect())
        })
        .collect();
    let points = || curves.iter().flat_map(|(_, points)| points);
    let around = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = around(&mut points().map(|point| point.0));
    let (fastest, slowest) = around(&mut points().map(|point| point.1));

    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, (740, 480)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Time to the first solution of a grid with holes", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(45)
        .y_label_area_size(75)
        .build_cartesian_2d(
            left - 0.01..right + 0.01,
            (fastest / 2.0..slowest * 2.0).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc("part of the cells that are empty")
        .y_desc("median seconds")
        .bold_line_style(BLACK.mix(0.2))
        .light_line_style(BLACK.mix(0.06))
        .draw()?;
    for (index, (name, points)) in curves.into_iter().enumerate() {
        let colour = Palette99::pick(index).to_rgba();
        let line = PathElement::new(points.clone(), colour.stroke_width(2));
        chart
            .draw_series([line])?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
        chart.draw_series(points.into_iter().map(|at| Circle::new(at, 3, colour.filled())))?;
    }
    let labels = &mut chart.configure_series_labels();
    labels.position(SeriesLabelPosition::UpperRight).background_style(WHITE).draw()?;
    root.present()?;
    drop(chart);
    drop(root);
    Ok(svg)
}
