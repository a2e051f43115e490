//! The statistics as a table.

use std::str::FromStr;
use std::time::Duration;

use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent};

use super::measurement::Outcome;
use super::results::{Results, Summary, median, number, seconds};
use crate::contender::{Capabilities, Entry, Variants};
use satdoku::solve::Statistics;

/// A figure about a contender: a column of the table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    name: &'static str,
    shown: Shown,
    unit: Unit,
    figure: Figure,
}

/// What a figure is about.
#[derive(Clone, Copy, Debug)]
enum Figure {
    /// All answers of a contender.
    All(fn(&Summary) -> Option<f64>),
    /// Its ratios to the first contender, by run.
    Ratio(fn(Vec<f64>) -> Option<f64>),
    /// One answer; of a contender it is the mean.
    Each(fn(&Statistics) -> Option<f64>),
}

/// When a column is shown.
#[derive(Clone, Copy, Debug)]
enum Shown {
    Always,
    /// Where a value is not 0.
    IfAny,
    IfAsked,
}

#[derive(Clone, Copy, Debug)]
enum Unit {
    /// A whole number.
    Count,
    Seconds,
    /// Three digits.
    Plain,
}

use Figure::{All, Each, Ratio};
use Outcome::{Crashed, NotRun, Wrong};
use Shown::{Always, IfAny, IfAsked};
use Unit::{Count, Plain, Seconds};

const fn column(name: &'static str, shown: Shown, unit: Unit, figure: Figure) -> Column {
    Column { name, shown, unit, figure }
}

/// A whole number.
fn whole(count: usize) -> Option<f64> {
    Some(count as f64)
}

fn least(figures: Vec<f64>) -> Option<f64> {
    figures.into_iter().min_by(f64::total_cmp)
}

fn most(figures: Vec<f64>) -> Option<f64> {
    figures.into_iter().max_by(f64::total_cmp)
}

const COLUMNS: [Column; 28] = [
    column("solved", Always, Count, All(|s| whole(s.solved()))),
    column("wrong", IfAny, Count, All(|s| whole(s.count(Wrong)))),
    column("crashed", IfAny, Count, All(|s| whole(s.count(Crashed)))),
    column("unknown", IfAny, Count, All(|s| whole(s.unknown()))),
    column("not-run", IfAsked, Count, All(|s| whole(s.count(NotRun)))),
    column("clauses", Always, Plain, Each(|s| number(s.clauses))),
    column("wall-min", Always, Seconds, All(|s| least(s.walls()))),
    column("wall", Always, Seconds, All(|s| median(s.walls()))),
    column("cpu-min", Always, Seconds, All(|s| least(s.cpus()))),
    column("cpu", Always, Seconds, All(|s| median(s.cpus()))),
    column("ratio", Always, Plain, Ratio(median)),
    column("ratio-min", IfAsked, Plain, Ratio(least)),
    column("ratio-max", IfAsked, Plain, Ratio(most)),
    column("PAR-2", IfAsked, Seconds, All(|s| Some(s.par2()))),
    column("puzzles/s", IfAsked, Plain, All(|s| Some(s.speed()))),
    column("median", IfAsked, Seconds, All(|s| s.quantile(0.5))),
    column("p95", IfAsked, Seconds, All(|s| s.quantile(0.95))),
    column("max", IfAsked, Seconds, All(|s| s.quantile(1.0))),
    column("load", IfAsked, Seconds, Each(|s| seconds(s.before_search()))),
    column("solve", IfAsked, Seconds, Each(|s| seconds(s.solve))),
    column("process", IfAsked, Seconds, Each(|s| seconds(s.process))),
    column("guesses", IfAsked, Plain, Each(|s| number(s.guesses))),
    column("variables", IfAsked, Plain, Each(|s| number(s.variables))),
    column("conflicts", IfAsked, Plain, Each(|s| number(s.conflicts))),
    column("decisions", IfAsked, Plain, Each(|s| number(s.decisions))),
    column("propagations", IfAsked, Plain, Each(|s| number(s.propagations))),
    column("restarts", IfAsked, Plain, Each(|s| number(s.restarts))),
    column("proof-bytes", IfAsked, Plain, Each(|s| number(s.proof_bytes))),
];

impl Column {
    /// The figures that each answer has, by their names in files.
    pub(super) fn of_each() -> impl Iterator<Item = (String, fn(&Statistics) -> Option<f64>)> {
        COLUMNS.iter().filter_map(|column| match column.figure {
            Each(figure) => {
                let unit = if matches!(column.unit, Seconds) { "_s" } else { "" };
                Some((column.name.replace('-', "_") + unit, figure))
            }
            All(_) | Ratio(_) => None,
        })
    }

    fn value(&self, summary: &Summary, first: &Summary) -> Option<f64> {
        match self.figure {
            All(figure) => figure(summary),
            Ratio(figure) => figure(summary.ratios(first)),
            Each(figure) => summary.mean(figure),
        }
    }

    fn cell(&self, summary: &Summary, first: &Summary) -> String {
        match (self.unit, self.value(summary, first)) {
            (_, None) => "n/a".to_owned(),
            (Count, Some(count)) => count.to_string(),
            (Seconds, Some(seconds)) => format!("{:.2?}", Duration::from_secs_f64(seconds)),
            (Plain, Some(figure)) => three_digits(figure),
        }
    }
}

/// By its name, in any case.
impl FromStr for Column {
    type Err = String;

    fn from_str(name: &str) -> Result<Column, String> {
        let found = COLUMNS.iter().find(|column| column.name.eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
            format!("expected one of {}", names.join(", "))
        })
    }
}

/// The statistics, one row per contender; below them what the columns mean, and whose time is not
/// that of solving. The usual columns, if none is named.
pub fn results_table(results: &Results, columns: &[Column]) -> String {
    let (summaries, first) = (&results.summaries, &results.summaries[0]);
    let is_shown = |column: &&Column| match column.shown {
        Always => true,
        IfAny => summaries.iter().any(|summary| column.value(summary, first) != Some(0.0)),
        IfAsked => false,
    };
    let columns: Vec<Column> = match columns {
        [] => COLUMNS.iter().filter(is_shown).copied().collect(),
        columns => columns.to_vec(),
    };
    let header = ["contender"].into_iter().chain(columns.iter().map(|column| column.name));
    let table = plain_table(
        header,
        results.names.iter().zip(summaries).map(|(name, summary)| {
            let cells = columns.iter().map(|column| column.cell(summary, first));
            [name.clone()].into_iter().chain(cells).collect()
        }),
    );
    format!("{table}\n\n{}", legend(first.runs(), &columns))
}

/// What these columns mean, for this number of runs.
fn legend(runs: usize, columns: &[Column]) -> String {
    let is_shown = |name: &&&str| columns.iter().any(|column| column.name == **name);
    let lines = MEANINGS.iter().filter_map(|(names, meaning)| {
        let shown: Vec<&str> = names.iter().filter(is_shown).copied().collect();
        let runs = match runs {
            1 => "of 1 run".to_owned(),
            _ => format!("of {runs} runs"),
        };
        let meaning = meaning.replace("of N runs", &runs);
        (!shown.is_empty()).then(|| format!("{}: {meaning}.\n", shown.join(", ")))
    });
    lines.collect::<String>() + "Times and counts are means of a puzzle."
}

/// What columns mean whose names do not say it.
const MEANINGS: [(&[&str], &str); 7] = [
    (&["unknown"], "not settled within the limit, or by a claim that nothing confirmed"),
    (
        &["clauses"],
        "of the formula; 0 if simplification leaves none, and a process has only to start",
    ),
    (&["wall-min", "wall"], "time, the least and the median of N runs"),
    (&["cpu-min", "cpu"], "likewise processor time, that of processes included"),
    (&["PAR-2"], "the mean time, with unsolved puzzles counted at twice the limit"),
    (
        &["ratio"],
        "PAR-2 (the time, unsolved puzzles at twice the limit) relative to the first solver",
    ),
    (
        &["median", "p95", "max"],
        "of the puzzles' times; n/a if that one is not solved, or all were answered at once",
    ),
];

/// Contenders with their capabilities, one row each, at most 100 characters wide.
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
    format!("{table}\n\nunits: {}.", Variants::Units)
}

/// A header and rows of as many cells; all but the first column to the right.
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

/// A figure that is not negative to three digits, or to the fifth after the point.
fn three_digits(figure: f64) -> String {
    let after = (2.0 - figure.max(1e-3).log10().floor()).max(0.0) as usize;
    if figure == 0.0 { "0".to_owned() } else { format!("{figure:.after$}") }
}

#[cfg(test)]
mod tests {
    use super::super::measurement::Measurement;
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

    /// Two contenders, the second quicker, with clauses.
    fn results(runs: usize, outcome: Outcome, clauses: u64) -> Results {
        let run = |milliseconds, statistics| {
            let wall = Duration::from_millis(milliseconds);
            vec![Measurement { outcome, status: None, wall, cpu: Some(wall), statistics }]
        };
        let names = vec!["slow".to_owned(), "quick".to_owned()];
        let mut results = Results::empty(names, runs, Duration::from_secs(9));
        let with = Statistics { clauses: Some(clauses), ..Statistics::default() };
        let answers = [(900, 100, Statistics::default()), (2, 1, with)]
            .map(|(time, more, of)| (0..runs as u64).map(|i| run(time + more * i, of)).collect());
        results.add(&answers, Vec::new());
        results
    }

    fn header(table: &str) -> String {
        let line = table.lines().find(|line| line.contains("contender")).unwrap();
        line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn columns_of_nothing_but_zero_are_left_out_and_clauses_always_shown() {
        let table = |outcome| results_table(&results(2, outcome, 7), &[]);
        let rest = "clauses wall-min wall cpu-min cpu ratio";
        assert_eq!(header(&table(Outcome::Solved)), format!("solved {rest}"));
        for (outcome, name) in [
            (Outcome::Wrong, "wrong"),
            (Outcome::Crashed, "crashed"),
            (Outcome::Unknown, "unknown"),
            (Outcome::NotRun, "unknown"),
        ] {
            assert_eq!(header(&table(outcome)), format!("solved {name} {rest}"), "{outcome:?}");
        }
        assert!(table(Outcome::Wrong).lines().all(|line| line.chars().count() <= 100));
    }

    #[test]
    fn least_and_median_are_those_of_the_runs() {
        let columns =
            ["wall-min", "wall", "cpu-min", "cpu", "ratio"].map(|name| name.parse().unwrap());
        let table = results_table(&results(3, Outcome::Solved, 7), &columns);
        let row = table.lines().find(|line| line.contains("quick")).unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        // 2/900, 3/1000, 4/1100.
        assert_eq!(cells.join(" "), "quick 2.00ms 3.00ms 2.00ms 3.00ms 0.00300");
        assert!(table.contains("the least and the median of 3 runs"), "{table}");
    }

    #[test]
    fn the_legend_explains_the_columns_that_are_shown_and_no_others() {
        let columns = ["ratio", "max"].map(|name| name.parse().unwrap());
        let table = results_table(&results(1, Outcome::Solved, 7), &columns);
        let (_, legend) = table.split_once("\n\n").unwrap();
        let explained: Vec<&str> =
            legend.lines().filter_map(|line| Some(line.split_once(':')?.0)).collect();
        assert_eq!(explained, ["ratio", "max"]);
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
        assert!("speed".parse::<Column>().unwrap_err().contains("puzzles/s"));
    }
}
