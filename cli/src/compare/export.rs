//! The statistics as files: JSON, and CSV of every measurement.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use satdoku::format::{PuzzleReport, Symbols};
use satdoku::rules::Puzzle;
use satdoku::solve::{Counters, Statistics};

use super::results::{Measurement, Results, Run};
use super::setting::Setting;
use super::summary::Summary;

/// The whole document.
#[derive(Serialize)]
struct Document<'r> {
    results: Vec<Row<'r>>,
    setting: &'r Setting,
    problems: Vec<Trouble<'r>>,
    /// More than `problems`, if they are too many to be kept.
    problem_count: usize,
}

/// One contender. Seconds throughout.
#[derive(Serialize)]
struct Row<'r> {
    command: &'r str,
    /// By run, of all puzzles.
    times: Vec<f64>,
    /// Processor time, of this thread and of the processes it ran.
    cpu_times: Vec<f64>,
    #[serde(flatten)]
    summary: Summary<'r>,
}

/// One wrong answer.
#[derive(Serialize)]
struct Trouble<'r> {
    contender: &'r str,
    source: &'r str,
    what: &'r str,
    #[serde(flatten)]
    puzzle: PuzzleReport,
}

/// Writes everything but the single measurements as one JSON object. `sources` names each puzzle.
///
/// # Errors
/// Those of the writer.
///
/// # Panics
/// If `sources` or `puzzles` has fewer entries than there are puzzles.
pub fn write_json(
    results: &Results,
    setting: &Setting,
    sources: &[String],
    puzzles: &[Puzzle],
    out: &mut impl Write,
) -> io::Result<()> {
    let count = results.puzzle_count() as f64;
    let of_all = |times: Vec<f64>| times.iter().map(|time| count * time).collect();
    let rows = results.names.iter().zip(results.summaries()).map(|(command, summary)| Row {
        command,
        times: of_all(summary.walls()),
        cpu_times: of_all(summary.cpus()),
        summary,
    });
    let document = Document {
        results: rows.collect(),
        setting,
        problems: results
            .problems
            .iter()
            .map(|problem| Trouble {
                contender: &results.names[problem.contender],
                source: &sources[problem.puzzle],
                what: &problem.what,
                puzzle: PuzzleReport::of(&puzzles[problem.puzzle], None, &Symbols::default()),
            })
            .collect(),
        problem_count: results.problem_count,
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

/// Every measurement as CSV: a line for each contender, run and puzzle, as they come.
#[derive(Debug)]
pub struct Rows<W: Write>(csv::Writer<W>);

/// One measurement; times in seconds.
#[derive(Serialize)]
struct Cells<'m> {
    contender: &'m str,
    run: usize,
    source: &'m str,
    puzzle: Option<String>,
    rules: Option<String>,
    r#box: Option<String>,
    regions: Option<String>,
    outcome: String,
    status: Option<String>,
    time_s: Option<f64>,
    cpu_s: Option<f64>,
    load_s: Option<f64>,
    solve_s: Option<f64>,
    process_s: Option<f64>,
    guesses: Option<u64>,
    variables: Option<u64>,
    clauses: Option<u64>,
    conflicts: Option<u64>,
    decisions: Option<u64>,
    propagations: Option<u64>,
    restarts: Option<u64>,
    proof_bytes: Option<u64>,
}

impl<W: Write> Rows<W> {
    /// The header comes with the first measurement.
    pub fn new(out: W) -> Rows<W> {
        Rows(csv::Writer::from_writer(out))
    }

    /// Writes the answers to these puzzles, by contender, then run. `sources` names each puzzle.
    ///
    /// # Errors
    /// Those of the writer.
    ///
    /// # Panics
    /// If `sources` or `puzzles` has fewer entries than there are answers.
    pub fn write(
        &mut self,
        names: &[String],
        runs: &[Vec<Run>],
        sources: &[String],
        puzzles: &[Puzzle],
    ) -> io::Result<()> {
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
        for (contender, runs) in names.iter().zip(runs) {
            for (found, run) in runs.iter().zip(1..) {
                for (index, measurement) in found.measurements.iter().enumerate() {
                    let Measurement { outcome, status, wall, cpu, statistics } = measurement;
                    let Statistics { variables, clauses, guesses, counters, .. } = *statistics;
                    let Counters { conflicts, decisions, propagations, restarts, proof_bytes } =
                        counters;
                    let puzzle = PuzzleReport::of(&puzzles[index], None, &Symbols::default());
                    self.0.serialize(Cells {
                        contender,
                        run,
                        source: &sources[index],
                        puzzle: puzzle.puzzle,
                        rules: puzzle.rules,
                        r#box: puzzle.box_shape,
                        regions: puzzle.regions,
                        outcome: outcome.to_string(),
                        status: status.map(|status| status.to_string()),
                        time_s: seconds(*wall),
                        cpu_s: seconds(*cpu),
                        load_s: seconds(statistics.before_search()),
                        solve_s: seconds(statistics.solve),
                        process_s: seconds(statistics.process),
                        guesses,
                        variables,
                        clauses,
                        conflicts,
                        decisions,
                        propagations,
                        restarts,
                        proof_bytes,
                    })?;
                }
            }
        }
        self.0.flush()
    }

    /// What was written to.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(|error| error.into_error())
    }
}
