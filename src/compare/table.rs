//! The statistics as a table, for a terminal or in Markdown.

use comfy_table::presets::{ASCII_MARKDOWN, UTF8_HORIZONTAL_ONLY};
use comfy_table::{CellAlignment, Table, TableComponent};

use super::results::Results;
use super::summary::{Ratio, Summary};
use crate::contender::{Capabilities, Entry};

/// How a table is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Style {
    /// Lines of a terminal.
    Text,
    /// A Markdown document.
    Markdown,
}

/// Shown for an unknown value.
const UNKNOWN: &str = "n/a";

/// The statistics, one row per contender, the virtual best last.
///
/// # Panics
/// If there is no contender or no run.
pub fn results_table(results: &Results, style: Style) -> String {
    let mut table = new_table(style);
    let mut rows: Vec<(String, Summary)> =
        results.names.iter().cloned().zip(results.summaries()).collect();
    rows.push(("virtual best".to_owned(), results.virtual_best()));
    let header = [
        "contender",
        "solved",
        "wrong",
        "timed out",
        "unconfirmed",
        "failed",
        "puzzles/s",
        "median",
        "p95",
        "max",
        "PAR-2",
        "ratio",
        "load",
        "solve",
        "process",
        "guesses",
    ];
    table.set_header(header);
    for (name, summary) in &rows {
        table.add_row([
            name.clone(),
            summary.solved.to_string(),
            summary.wrong.to_string(),
            summary.timed_out.to_string(),
            summary.unconfirmed.to_string(),
            summary.failed.to_string(),
            three_digits(summary.puzzles_per_second),
            seconds(summary.median),
            seconds(summary.p95),
            seconds(summary.max),
            seconds(Some(summary.par2)),
            ratio(summary.ratio, summary.run_times.len()),
            seconds(summary.load),
            seconds(summary.solve),
            seconds(summary.process),
            summary.guesses.map_or(UNKNOWN.to_owned(), three_digits),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

/// What the columns of [`results_table`] mean.
pub const LEGEND: &str = "\
unconfirmed: claims of no solution, or no other, that varisat could not confirm within the limit.
failed: not answered because this machine failed. Times are per puzzle. median, p95, max: n/a if
that puzzle was not solved, or if all puzzles were answered at once. PAR-2: the mean time, with
unsolved puzzles counted at twice the limit. ratio: PAR-2 relative to the first contender, the
median of the runs and (min..max). load (encoding included), solve, process: means, where known.";

/// Contenders with their capabilities, one row each.
pub fn contenders_table(entries: &[Entry]) -> String {
    let mut table = new_table(Style::Text);
    table.set_header(["name", "what it is", "sides", "rules", "uniqueness", "deadline", "guesses"]);
    for Entry { name, about, capabilities, .. } in entries {
        let Capabilities { sides, variants, counts, deadline, guesses, .. } = capabilities;
        let yes = |yes: &bool| if *yes { "yes" } else { "no" }.to_owned();
        table.add_row([
            name.to_string(),
            about.to_string(),
            format!("{}-{}", sides.0, sides.1),
            variants.to_string(),
            yes(counts),
            yes(deadline),
            yes(guesses),
        ]);
    }
    table.to_string()
}

fn new_table(style: Style) -> Table {
    let mut table = Table::new();
    match style {
        Style::Text => {
            table.load_preset(UTF8_HORIZONTAL_ONLY);
            table.remove_style(TableComponent::HorizontalLines);
            table.remove_style(TableComponent::MiddleIntersections);
        }
        Style::Markdown => {
            table.load_preset(ASCII_MARKDOWN);
        }
    }
    table
}

fn ratio(ratio: Ratio, runs: usize) -> String {
    let median = three_digits(ratio.median);
    if runs == 1 || ratio.min == ratio.max {
        return median;
    }
    format!("{median} ({}..{})", three_digits(ratio.min), three_digits(ratio.max))
}

/// A time with its unit, to three digits.
pub(super) fn seconds(time: Option<f64>) -> String {
    let Some(time) = time else { return UNKNOWN.to_owned() };
    let (factor, unit) = match time {
        0.0 => return "0".to_owned(),
        _ if time < 0.999_5e-6 => (1e9, "ns"),
        _ if time < 0.999_5e-3 => (1e6, "us"),
        _ if time < 0.999_5 => (1e3, "ms"),
        _ => (1.0, "s"),
    };
    format!("{} {unit}", three_digits(time * factor))
}

/// A figure to three digits, more if it is large.
pub(super) fn three_digits(figure: f64) -> String {
    let decimals = match figure {
        _ if figure < 9.995 => 2,
        _ if figure < 99.95 => 1,
        _ => 0,
    };
    format!("{figure:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits_and_a_unit() {
        assert_eq!(seconds(Some(0.000_012_345)), "12.3 us");
        assert_eq!(seconds(Some(0.999_6e-3)), "1.00 ms");
        assert_eq!(seconds(Some(12.0)), "12.0 s");
        assert_eq!(seconds(Some(3e-9)), "3.00 ns");
        assert_eq!(seconds(None), "n/a");
        assert_eq!(three_digits(123_456.7), "123457");
        assert_eq!(three_digits(99.96), "100");
    }
}
