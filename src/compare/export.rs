//! The statistics as files: JSON with hyperfine's keys, CSV of every measurement, Markdown.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::solve::Counters;

use super::results::{Measurement, Outcome, Results, Run};
use super::setting::Setting;
use super::statistics::{ascending, interval_of_median, mean, middle, standard_deviation};
use super::summary::Summary;
use super::table::{Style, View, results_table};

/// The whole document.
#[derive(Serialize)]
struct Document<'r> {
    results: Vec<Row<'r>>,
    virtual_best: Row<'r>,
    setting: &'r Setting,
    problems: Vec<Trouble<'r>>,
}

/// One contender. The keys down to `exit_codes`, the interval aside, are hyperfine's, about runs over all puzzles; those
/// of the summary are ours. Seconds throughout.
#[derive(Serialize)]
struct Row<'r> {
    command: &'r str,
    mean: f64,
    stddev: Option<f64>,
    median: f64,
    /// Of the median, 95 %; from five runs on.
    median_interval: Option<[f64; 2]>,
    /// Not measured.
    user: Option<f64>,
    system: Option<f64>,
    min: f64,
    max: f64,
    times: &'r [f64],
    /// By run: 3 if an answer was wrong, else 2 if this machine failed, else 4 if an answer is
    /// missing or unconfirmed, else 0.
    exit_codes: Vec<u8>,
    #[serde(flatten)]
    summary: &'r Summary,
}

/// One wrong answer.
#[derive(Serialize)]
struct Trouble<'r> {
    contender: &'r str,
    source: &'r str,
    what: &'r str,
}

/// Writes everything but the single measurements as one JSON object. hyperfine's scripts read its
/// `results`. `sources` names each puzzle.
///
/// # Errors
/// Those of the writer.
///
/// # Panics
/// If there is no contender or no run, or `sources` has fewer entries than there are puzzles.
pub fn write_json(
    results: &Results,
    setting: &Setting,
    sources: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let (summaries, best) = (results.summaries(), results.virtual_best());
    let rows = results.names.iter().zip(&summaries).zip(&results.runs);
    let document = Document {
        results: rows
            .map(|((name, summary), runs)| row(name, summary, runs.iter().map(exit_code).collect()))
            .collect(),
        virtual_best: row("virtual best", &best, vec![0; best.run_times.len()]),
        setting,
        problems: results
            .problems
            .iter()
            .map(|problem| Trouble {
                contender: &results.names[problem.contender],
                source: &sources[problem.puzzle],
                what: &problem.what,
            })
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn row<'r>(command: &'r str, summary: &'r Summary, exit_codes: Vec<u8>) -> Row<'r> {
    let times = &summary.run_times;
    let ascending = ascending(times.clone());
    Row {
        command,
        mean: mean(times),
        stddev: standard_deviation(times),
        median: middle(&ascending),
        median_interval: interval_of_median(times),
        user: None,
        system: None,
        min: ascending[0],
        max: ascending[ascending.len() - 1],
        times,
        exit_codes,
        summary,
    }
}

fn exit_code(run: &Run) -> u8 {
    match run.measurements.iter().map(|measurement| measurement.outcome).max() {
        Some(Outcome::Wrong) => 3,
        Some(Outcome::Failed) => 2,
        Some(Outcome::TimedOut | Outcome::Unconfirmed) => 4,
        Some(Outcome::Solved) | None => 0,
    }
}

/// Writes a line for each contender, run and puzzle. `sources` and `puzzles` name each puzzle and
/// show it as it was asked.
///
/// # Errors
/// Those of the writer.
///
/// # Panics
/// If `sources` or `puzzles` has fewer entries than there are puzzles.
pub fn write_csv(
    results: &Results,
    sources: &[String],
    puzzles: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record([
        "contender",
        "run",
        "source",
        "puzzle",
        "outcome",
        "status",
        "time_s",
        "load_s",
        "solve_s",
        "process_s",
        "guesses",
        "variables",
        "clauses",
        "conflicts",
        "decisions",
        "propagations",
        "restarts",
        "proof_bytes",
    ])?;
    for (name, runs) in results.names.iter().zip(&results.runs) {
        for (run, number) in runs.iter().zip(1..) {
            for (index, measurement) in run.measurements.iter().enumerate() {
                let Measurement { outcome, status, time, times, guesses } = measurement;
                let Counters { conflicts, decisions, propagations, restarts, proof_bytes } =
                    times.counters;
                let seconds = |time: Option<Duration>| shown(time.map(|time| time.as_secs_f64()));
                csv.write_record([
                    name,
                    &number.to_string(),
                    &sources[index],
                    &puzzles[index],
                    &outcome.to_string(),
                    &shown(*status),
                    &seconds(*time),
                    &seconds(times.before_search()),
                    &seconds(times.solve),
                    &seconds(times.process),
                    &shown(*guesses),
                    &shown(times.variables),
                    &shown(times.clauses),
                    &shown(conflicts),
                    &shown(decisions),
                    &shown(propagations),
                    &shown(restarts),
                    &shown(proof_bytes),
                ])?;
            }
        }
    }
    csv.flush()
}

/// As CSV has it: nothing for what is not known.
fn shown(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Writes the table as Markdown, with the setting above.
///
/// # Errors
/// Those of the writer.
///
/// # Panics
/// If there is no contender or no run.
pub fn write_markdown(
    results: &Results,
    setting: &Setting,
    view: &View,
    out: &mut impl Write,
) -> io::Result<()> {
    for line in setting.lines() {
        writeln!(out, "- {line}")?;
    }
    let table = results_table(results, Style::Markdown, view);
    writeln!(out, "\n{table}")
}
