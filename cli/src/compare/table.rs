//! Prints the statistics as a table.

use std::time::Duration;

use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent};

use super::measurement::Outcome::{Crashed, Wrong};
use super::results::{Results, Summary, median, number};
use crate::contender::{Capabilities, Entry, Variants};

/// The function that computes the figure of a column for a contender; `None` if the figure is not
/// known. `Plain` is also given the first contender.
enum Figure {
    Count(fn(&Summary) -> usize),
    Seconds(fn(&Summary) -> Option<f64>),
    /// A number, shown with three digits.
    Plain(fn(&Summary, &Summary) -> Option<f64>),
}

use Figure::{Count, Plain, Seconds};

/// For each column: its name; whether it is left out if the figures of all contenders are 0 or not
/// known; the figure; and its meaning, if the name is not clear.
const COLUMNS: [(&str, bool, Figure, &str); 12] = [
    ("solved", false, Count(Summary::solved), ""),
    ("wrong", true, Count(|s| s.count(Wrong)), ""),
    ("crashed", true, Count(|s| s.count(Crashed)), ""),
    (
        "unknown",
        true,
        Count(Summary::unknown),
        "not settled within the limit, or settled only by a claim that nothing confirmed",
    ),
    (
        "clauses",
        false,
        Plain(|s, _| s.mean(|s| number(s.clauses))),
        "of the formula; if simplification solves all, this is 0, and external solvers only start",
    ),
    ("wall", false, Seconds(|s| median(s.walls())), "elapsed time, the median of N runs"),
    (
        "cpu",
        false,
        Seconds(|s| median(s.cpus())),
        "processor time, the median of N runs, including the time of external programs",
    ),
    ("median", true, Seconds(|s| s.quantile(0.5)), ""),
    ("p95", true, Seconds(|s| s.quantile(0.95)), ""),
    (
        "max",
        true,
        Seconds(|s| s.quantile(1.0)),
        "of times per puzzle (lines: per part of them); n/a: too few solved, or one part",
    ),
    (
        "ratio",
        false,
        Plain(|s, first| median(s.ratios(first))),
        "time divided by that of the first solver; an unsolved puzzle counts as twice the limit",
    ),
    (
        "net",
        true,
        Plain(|s, first| median(s.net_ratios(first)?)),
        "the same ratio, without the time that processes take to start",
    ),
];

impl Figure {
    fn value(&self, summary: &Summary, first: &Summary) -> Option<f64> {
        match self {
            Count(figure) => Some(figure(summary) as f64),
            Seconds(figure) => figure(summary),
            Plain(figure) => figure(summary, first).filter(|figure| figure.is_finite()),
        }
    }

    fn cell(&self, summary: &Summary, first: &Summary) -> String {
        match (self, self.value(summary, first)) {
            (_, None) => "n/a".to_owned(),
            (Count(_), Some(count)) => count.to_string(),
            (Seconds(_), Some(seconds)) => format!("{:.2?}", Duration::from_secs_f64(seconds)),
            (Plain(_), Some(figure)) => three_digits(figure),
        }
    }
}

/// The table of the statistics, with one row for each contender. Below it are the meanings of the
/// columns.
pub fn results_table(results: &Results) -> String {
    let (summaries, first) = (&results.summaries, &results.summaries[0]);
    let is_shown = |(_, may_miss, figure, _): &&(&str, bool, Figure, &str)| {
        let has_any = |summary| figure.value(summary, first).is_some_and(|value| value != 0.0);
        !may_miss || summaries.iter().any(has_any)
    };
    let columns: Vec<_> = COLUMNS.iter().filter(is_shown).collect();
    let header = ["contender"].into_iter().chain(columns.iter().map(|(name, ..)| *name));
    let rows = results.names.iter().zip(summaries).map(|(name, summary)| {
        let cells = columns.iter().map(|(_, _, figure, _)| figure.cell(summary, first));
        [name.clone()].into_iter().chain(cells).collect()
    });
    let mut text = format!("{}\n\n", plain_table(header, rows));
    let runs = match first.runs() {
        1 => "1 run".to_owned(),
        runs => format!("{runs} runs"),
    };
    let meant = columns.iter().filter(|(.., meaning)| !meaning.is_empty());
    for (name, _, _, meaning) in meant {
        let name = if *name == "max" { "median, p95, max" } else { name };
        text += &format!("{name}: {}.\n", meaning.replace("N runs", &runs));
    }
    text + "Times and counts are means per puzzle."
}

/// A table of contenders with their capabilities, with one row for each contender. It is at most
/// 100 characters wide.
pub fn contenders_table(entries: &[Entry]) -> String {
    let header = ["name", "what it is", "sides", "rules", "uniqueness"];
    let rows = entries.iter().map(|Entry { name, about, capabilities, .. }| {
        let Capabilities { sides, variants, counts, .. } = capabilities;
        vec![
            name.to_string(),
            about.to_string(),
            format!("{}-{}", sides.0, sides.1),
            format!("{variants:?}").to_lowercase(),
            if *counts { "yes" } else { "no" }.to_owned(),
        ]
    });
    let mut table = plain_table(header, rows);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(100);
    table.column_iter_mut().for_each(|column| column.set_cell_alignment(CellAlignment::Left));
    format!("{table}\n\nunits: {}.\npairs: {}.", Variants::Units, Variants::Pairs)
}

/// A table of a header and rows, which have the same number of cells as the header. All columns
/// except the first are aligned to the right.
fn plain_table<'h>(
    header: impl IntoIterator<Item = &'h str>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> Table {
    let mut table = Table::new();
    table.load_preset(UTF8_HORIZONTAL_ONLY);
    table.remove_style(TableComponent::HorizontalLines);
    table.remove_style(TableComponent::MiddleIntersections);
    table.set_header(header);
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
        column.set_padding((1, 0));
    }
    table
}

/// The text of a figure that is not negative: three digits, or at most five digits after the point.
fn three_digits(figure: f64) -> String {
    let after = (2.0 - figure.max(1e-3).log10().floor()).max(0.0) as usize;
    if figure == 0.0 { "0".to_owned() } else { format!("{figure:.after$}") }
}

#[cfg(test)]
mod tests {
    use satdoku::solve::Statistics;

    use super::super::measurement::{Measurement, Outcome};
    use super::*;

    #[test]
    fn figures_have_three_digits() {
        for (figure, shown) in [
            (0.0, "0"),
            (0.000_12, "0.00012"),
            (0.001_234, "0.00123"),
            (0.1, "0.100"),
            (1.0, "1.00"),
            (99.96, "100.0"),
            (123_456.7, "123457"),
        ] {
            assert_eq!(three_digits(figure), shown);
        }
    }

    /// A table of two contenders. The second contender is quicker and has clauses; it is a process
    /// if `start` is given.
    fn table(runs: usize, outcome: Outcome, start: Option<u64>) -> String {
        let run = |milliseconds, statistics| {
            let wall = Duration::from_millis(milliseconds);
            let (status, cpu, starts) = (None, Some(wall), 1.0);
            vec![Measurement { outcome, status, wall, cpu, starts, statistics }]
        };
        let names = vec!["slow".to_owned(), "quick".to_owned()];
        let mut results = Results::empty(names, runs, Duration::from_secs(9));
        let with = Statistics { clauses: Some(7), ..Statistics::default() };
        let answers = [(900, 100, Statistics::default()), (2, 1, with)]
            .map(|(time, more, of)| (0..runs as u64).map(|i| run(time + more * i, of)).collect());
        results.add(&answers, Vec::new());
        results.summaries[1].start = start.map(Duration::from_millis);
        results_table(&results)
    }

    fn line(table: &str, name: &str) -> String {
        let line = table.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn columns_of_nothing_but_zero_are_left_out_and_clauses_always_shown() {
        let rest = "clauses wall cpu";
        let solved = table(2, Outcome::Solved, None);
        assert_eq!(line(&solved, "contender"), format!("solved {rest} median p95 max ratio"));
        for (outcome, name) in [
            (Outcome::Wrong, "wrong"),
            (Outcome::Crashed, "crashed"),
            (Outcome::Unknown, "unknown"),
            (Outcome::NotRun, "unknown"),
        ] {
            let table = table(2, outcome, None);
            assert_eq!(line(&table, "contender"), format!("solved {name} {rest} ratio"));
            assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
        }
    }

    #[test]
    fn figures_are_those_of_the_median_run_and_net_leaves_out_the_start() {
        let table = table(3, Outcome::Solved, Some(2));
        // 2/900, 3/1000, 4/1100; 0/900, 1/1000, 2/1100.
        let expected = "1 7.00 3.00ms 3.00ms 3.00ms 3.00ms 3.00ms 0.00300 0.00100";
        assert_eq!(line(&table, "quick"), expected);
        assert!(line(&table, "slow").ends_with(" 1.00 n/a"), "{table}");
        assert!(table.contains("wall: elapsed time, the median of 3 runs.\n"), "{table}");
        let explained = table.lines().filter_map(|line| Some(line.split_once(": ")?.0));
        let expected = ["clauses", "wall", "cpu", "median, p95, max", "ratio", "net"];
        assert_eq!(explained.collect::<Vec<_>>(), expected);
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    }
}
