//! The statistics as a table, for a terminal or in Markdown.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use comfy_table::presets::{ASCII_MARKDOWN, UTF8_HORIZONTAL_ONLY};
use comfy_table::{CellAlignment, Table, TableComponent};

use super::results::Results;
use super::statistics::ENOUGH_RUNS;
use super::summary::Summary;
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

/// What a table shows.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The columns after the name; empty: the usual ones.
    pub columns: Vec<Column>,
    /// The rows by this column, the best first; `None`: as the contenders were named.
    pub sort: Option<Column>,
    /// The most characters of a line: columns that matter less are left out until it fits.
    pub width: Option<usize>,
}

/// Shown for an unknown value.
const UNKNOWN: &str = "n/a";

/// A column of the table.
#[derive(Clone, Copy)]
pub struct Column {
    name: &'static str,
    /// The smaller, the later it is left out of a narrow table; `None`: shown on request only.
    rank: Option<u8>,
    value: fn(&Summary) -> Option<f64>,
    unit: Unit,
    best: Best,
}

#[derive(Clone, Copy, PartialEq)]
enum Unit {
    /// A whole number.
    Count,
    Seconds,
    /// Three digits.
    Plain,
    /// Likewise, with the spread over runs.
    Ratio,
}

#[derive(Clone, Copy, PartialEq)]
enum Best {
    Most,
    Least,
}

use Best::{Least, Most};
use Unit::{Count, Plain, Ratio, Seconds};

/// A whole number.
fn whole(count: usize) -> Option<f64> {
    Some(count as f64)
}

#[rustfmt::skip]
const COLUMNS: [Column; 23] = [
    Column { name: "solved", rank: Some(0), value: |s| whole(s.solved), unit: Count, best: Most },
    Column { name: "wrong", rank: Some(6), value: |s| whole(s.wrong), unit: Count, best: Least },
    Column { name: "timed-out", rank: Some(5), value: |s| whole(s.timed_out), unit: Count, best: Least },
    Column { name: "unconfirmed", rank: Some(11), value: |s| whole(s.unconfirmed), unit: Count, best: Least },
    Column { name: "failed", rank: Some(12), value: |s| whole(s.failed), unit: Count, best: Least },
    Column { name: "puzzles/s", rank: Some(4), value: |s| Some(s.puzzles_per_second), unit: Plain, best: Most },
    Column { name: "median", rank: Some(2), value: |s| s.median, unit: Seconds, best: Least },
    Column { name: "p95", rank: Some(7), value: |s| s.p95, unit: Seconds, best: Least },
    Column { name: "max", rank: Some(8), value: |s| s.max, unit: Seconds, best: Least },
    Column { name: "PAR-2", rank: Some(3), value: |s| Some(s.par2), unit: Seconds, best: Least },
    Column { name: "ratio", rank: Some(1), value: |s| Some(s.ratio.median), unit: Ratio, best: Least },
    Column { name: "load", rank: Some(13), value: |s| s.load, unit: Seconds, best: Least },
    Column { name: "solve", rank: Some(10), value: |s| s.solve, unit: Seconds, best: Least },
    Column { name: "process", rank: Some(14), value: |s| s.process, unit: Seconds, best: Least },
    Column { name: "guesses", rank: Some(9), value: |s| s.guesses, unit: Plain, best: Least },
    Column { name: "quickest", rank: None, value: |s| s.quickest.and_then(whole), unit: Count, best: Most },
    Column { name: "variables", rank: None, value: |s| s.variables, unit: Plain, best: Least },
    Column { name: "clauses", rank: None, value: |s| s.clauses, unit: Plain, best: Least },
    Column { name: "conflicts", rank: None, value: |s| s.conflicts, unit: Plain, best: Least },
    Column { name: "decisions", rank: None, value: |s| s.decisions, unit: Plain, best: Least },
    Column { name: "propagations", rank: None, value: |s| s.propagations, unit: Plain, best: Least },
    Column { name: "restarts", rank: None, value: |s| s.restarts, unit: Plain, best: Least },
    Column { name: "proof-bytes", rank: None, value: |s| s.proof_bytes, unit: Plain, best: Least },
];

impl Column {
    /// All columns, in the order of the table.
    pub const ALL: &[Column] = &COLUMNS;

    /// Its name, which is its header.
    pub fn name(&self) -> &'static str {
        self.name
    }

    fn cell(&self, summary: &Summary) -> String {
        let value = (self.value)(summary);
        match (self.unit, value) {
            (_, None) => UNKNOWN.to_owned(),
            (Count, Some(count)) => count.to_string(),
            (Seconds, time) => seconds(time),
            (Plain, Some(figure)) => three_digits(figure),
            (Ratio, Some(median)) => {
                let ratio = summary.ratio;
                let [low, high] = ratio.interval.unwrap_or([ratio.min, ratio.max]);
                let (low, median, high) =
                    (three_digits(low), three_digits(median), three_digits(high));
                if low == high { median } else { format!("{median} ({low}..{high})") }
            }
        }
    }

    /// The better first, what is not known last.
    fn compare(&self, a: &Summary, b: &Summary) -> Ordering {
        match ((self.value)(a), (self.value)(b)) {
            (Some(a), Some(b)) if self.best == Most => b.total_cmp(&a),
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
}

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Column({})", self.name)
    }
}

/// By its name, in any case.
impl FromStr for Column {
    type Err = String;

    fn from_str(name: &str) -> Result<Column, String> {
        let found = Column::ALL.iter().find(|column| column.name.eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = Column::ALL.iter().map(Column::name).collect();
            format!("expected one of {}", names.join(", "))
        })
    }
}

/// The statistics, one row per contender, the virtual best last; below them which columns were left
/// out, and what those that are shown mean.
///
/// # Panics
/// If there is no contender or no run.
pub fn results_table(results: &Results, style: Style, view: &View) -> String {
    let (table, columns) = fitted(results, style, view);
    format!("{table}\n\n{}", legend(results.runs[0].len(), &columns))
}

/// The table, with a note below it if columns were left out, and the columns that are shown.
fn fitted(results: &Results, style: Style, view: &View) -> (String, Vec<Column>) {
    let mut rows: Vec<(String, Summary)> =
        results.names.iter().cloned().zip(results.summaries()).collect();
    if let Some(column) = view.sort {
        rows.sort_by(|(_, a), (_, b)| column.compare(a, b));
    }
    rows.push(("virtual best".to_owned(), results.virtual_best()));
    let mut columns = view.columns.clone();
    if columns.is_empty() {
        columns = Column::ALL.iter().filter(|column| column.rank.is_some()).copied().collect();
    }
    let mut left_out: Vec<&str> = Vec::new();
    loop {
        let header = ["contender"].into_iter().chain(columns.iter().map(Column::name));
        let table = plain_table(
            style,
            header,
            rows.iter().map(|(name, summary)| {
                let cells = columns.iter().map(|column| column.cell(summary));
                [name.clone()].into_iter().chain(cells).collect()
            }),
        );
        let is_too_wide = |most| table.lines().any(|line| line.chars().count() > most);
        if columns.len() == 1 || !view.width.is_some_and(is_too_wide) {
            let note = match left_out[..] {
                [] => String::new(),
                _ => format!("\nleft out to fit the width: {}", left_out.join(", ")),
            };
            return (format!("{table}{note}"), columns);
        }
        // Of columns that were asked for the last goes first.
        let rank = |index: &usize| match view.columns[..] {
            [] => (columns[*index].rank, *index),
            _ => (None, *index),
        };
        let last = (0..columns.len()).max_by_key(rank).expect("more than one");
        left_out.insert(0, columns.remove(last).name);
    }
}

/// What these columns mean, for this number of runs.
fn legend(runs: usize, columns: &[Column]) -> String {
    let spread = match runs {
        1 => "1 run: no spread".to_owned(),
        _ if runs < ENOUGH_RUNS => format!("the median of {runs} runs and (min..max)"),
        _ => format!("the median of {runs} runs and its 95 % interval (bootstrap)"),
    };
    let ratio = format!("PAR-2 relative to the baseline; {spread}");
    let is_shown = |name: &&&str| columns.iter().any(|column| column.name == **name);
    let lines = MEANINGS.iter().copied().chain([(&["ratio"][..], &*ratio)]).filter_map(
        |(names, meaning)| {
            let shown: Vec<&str> = names.iter().filter(is_shown).copied().collect();
            (!shown.is_empty()).then(|| format!("{}: {meaning}.\n", shown.join(", ")))
        },
    );
    lines.collect::<String>()
        + "virtual best: for each puzzle the quickest contender. Times are per puzzle."
}

/// What columns mean whose names do not say it.
const MEANINGS: [(&[&str], &str); 6] = [
    (
        &["unconfirmed"],
        "claims of no solution, or no other, that varisat could not confirm within the limit",
    ),
    (&["failed"], "not answered because this machine failed"),
    (
        &["median", "p95", "max"],
        "n/a if that puzzle was not solved, or if all puzzles were answered at once",
    ),
    (&["PAR-2"], "the mean time, with unsolved puzzles counted at twice the limit"),
    (&["load", "solve", "process"], "means, where known; load includes the encoding"),
    (&["quickest"], "puzzles on which this contender was the quickest"),
];

/// Contenders with their capabilities, one row each.
pub fn contenders_table(entries: &[Entry]) -> String {
    let header = ["name", "what it is", "sides", "rules", "uniqueness", "deadline", "guesses"];
    let rows = entries.iter().map(|Entry { name, about, capabilities, .. }| {
        let Capabilities { sides, variants, counts, deadline, guesses, .. } = capabilities;
        let yes = |yes: &bool| if *yes { "yes" } else { "no" }.to_owned();
        vec![
            name.to_string(),
            about.to_string(),
            format!("{}-{}", sides.0, sides.1),
            variants.to_string(),
            yes(counts),
            yes(deadline),
            yes(guesses),
        ]
    });
    let mut table = plain_table(Style::Text, header, rows);
    table.column_iter_mut().for_each(|column| column.set_cell_alignment(CellAlignment::Left));
    table.to_string()
}

/// A header and rows of as many cells; all but the first column to the right.
pub(crate) fn plain_table<'h>(
    style: Style,
    header: impl IntoIterator<Item = &'h str>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> Table {
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
    table.set_header(header);
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A time with its unit, to three digits.
pub(super) fn seconds(time: Option<f64>) -> String {
    let Some(time) = time else { return UNKNOWN.to_owned() };
    let (factor, unit) = match time {
        0.0 => return "0".to_owned(),
        _ if time < 0.999_5e-6 => (1e9, "ns"),
        _ if time < 0.999_5e-3 => (1e6, "us"),
        _ if time < 0.999_5 => (1e3, "ms"),
        _ if time < 999.5 => (1.0, "s"),
        _ => return format!("{time:.0} s"),
    };
    format!("{} {unit}", three_digits(time * factor))
}

/// A figure that is not negative to three significant digits: `1.23e-7`, `0.00123`, `12.3`, `12.3k`.
pub(crate) fn three_digits(figure: f64) -> String {
    if figure == 0.0 {
        return "0".to_owned();
    }
    // As it is rounded: 999.6 is 1.00e3.
    let scientific = format!("{figure:.2e}");
    let exponent = scientific.split_once('e').and_then(|(_, power)| power.parse().ok());
    let (exponent, suffixes) = (exponent.unwrap_or(0), ["", "k", "M", "G", "T"]);
    let suffix = |power: i32| suffixes.get((power / 3) as usize);
    match exponent {
        ..-3 => scientific,
        -3..3 => format!("{figure:.*}", (2 - exponent) as usize),
        _ => match suffix(exponent) {
            Some(suffix) => {
                let shown = figure / 10f64.powi(exponent / 3 * 3);
                format!("{shown:.*}{suffix}", (2 - exponent % 3) as usize)
            }
            None => scientific,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::results::{Measurement, Outcome, Run};
    use super::*;
    use crate::contender::Times;

    #[test]
    fn figures_have_three_digits_and_a_unit() {
        assert_eq!(seconds(Some(0.000_012_345)), "12.3 us");
        assert_eq!(seconds(Some(0.999_6e-3)), "1.00 ms");
        assert_eq!(seconds(Some(12.0)), "12.0 s");
        assert_eq!(seconds(Some(3e-9)), "3.00 ns");
        assert_eq!(seconds(Some(1234.0)), "1234 s");
        assert_eq!(seconds(None), "n/a");
        for (figure, shown) in [
            (0.0, "0"),
            (1.5e-7, "1.50e-7"),
            (0.001_234, "0.00123"),
            (0.004, "0.00400"),
            (0.1, "0.100"),
            (9.996, "10.0"),
            (99.96, "100"),
            (999.6, "1.00k"),
            (123_456.7, "123k"),
            (12_345_678.0, "12.3M"),
            (1e15, "1.00e15"),
        ] {
            assert_eq!(three_digits(figure), shown);
        }
    }

    /// Two contenders, the second slower.
    fn results(runs: usize) -> Results {
        let run = |milliseconds| {
            let time = Duration::from_millis(milliseconds);
            let measurement = Measurement {
                outcome: Outcome::Solved,
                status: None,
                time: Some(time),
                times: Times::default(),
                guesses: None,
            };
            Run { measurements: vec![measurement], time, times: Times::default() }
        };
        Results {
            names: vec!["slow".to_owned(), "quick".to_owned()],
            runs: [(900, 100), (2, 1)]
                .map(|(time, more)| (0..runs as u64).map(|i| run(time + more * i)).collect())
                .into(),
            problems: Vec::new(),
            time_limit: Duration::from_secs(9),
            baseline: 0,
        }
    }

    #[test]
    fn a_table_is_never_wider_than_its_terminal_and_says_what_is_missing() {
        let results = results(2);
        let (full, _) = fitted(&results, Style::Text, &View::default());
        assert!(!full.contains("left out"), "{full}");
        for width in [40, 60, 80, 100, 130, 250] {
            let view = View { width: Some(width), ..View::default() };
            let (table, _) = fitted(&results, Style::Text, &view);
            let (table, note) = table.split_once("\nleft out").unwrap_or((&table, ""));
            assert!(table.lines().all(|line| line.chars().count() <= width), "{table}");
            assert!(table.contains("solved") && table.contains("quick"), "{table}");
            let is_in = |text: &str, name: &str| text.split([' ', ',']).any(|word| word == name);
            let header = table.lines().nth(1).unwrap();
            for column in Column::ALL.iter().filter(|column| column.rank.is_some()) {
                let (shown, told) = (is_in(header, column.name), is_in(note, column.name));
                assert!(shown != told, "{}: {table}{note}", column.name);
            }
        }
    }

    #[test]
    fn columns_and_the_order_of_rows_can_be_chosen() {
        let column = |name: &str| name.parse::<Column>().unwrap();
        let columns = vec![column("ratio"), column("par-2"), column("CONFLICTS")];
        let view = View { columns, sort: Some(column("median")), width: None };
        let table = results_table(&results(1), Style::Markdown, &view);
        let words = |line: &str| {
            line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>().join(" ")
        };
        let lines: Vec<String> = table.lines().map(words).collect();
        assert_eq!(lines[0].trim(), "contender ratio PAR-2 conflicts");
        assert_eq!(lines[2].trim(), "quick 0.00222 2.00 ms n/a");
        assert_eq!(lines[3].trim(), "slow 1.00 900 ms n/a");
        assert!("speed".parse::<Column>().unwrap_err().contains("puzzles/s"));
    }

    #[test]
    fn the_spread_is_what_the_number_of_runs_gives() {
        let ratio = |runs| {
            let table = results_table(&results(runs), Style::Markdown, &View::default());
            table.lines().nth(3).unwrap().split('|').nth(12).unwrap().trim().to_owned()
        };
        assert_eq!(ratio(1), "0.00222");
        // 2/900, 3/1000.
        assert_eq!(ratio(2), "0.00261 (0.00222..0.00300)");
        // 2/900, 3/1000, 4/1100, 5/1200, 6/1300.
        assert!(ratio(5).starts_with("0.00364 (0.00222..0.00"), "{}", ratio(5));
        let legend = |runs| legend(runs, Column::ALL);
        assert!(legend(1).contains("1 run: no spread"));
        assert!(legend(4).contains("(min..max)") && legend(5).contains("95 %"));
    }

    #[test]
    fn the_legend_explains_the_columns_that_are_shown_and_no_others() {
        let columns = ["quickest", "max"].map(|name| name.parse().unwrap()).to_vec();
        let view = View { columns, ..View::default() };
        let table = results_table(&results(1), Style::Text, &view);
        let (_, legend) = table.split_once("\n\n").unwrap();
        let explained: Vec<&str> =
            legend.lines().map(|line| line.split_once(':').unwrap().0).collect();
        assert_eq!(explained, ["max", "quickest", "virtual best"]);
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    }
}
