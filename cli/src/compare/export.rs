//! The statistics as files: JSON, and CSV of every measurement.

use std::io::{self, Write};

use serde::Serialize;

use satdoku::format::PuzzleReport;
use satdoku::{Puzzle, Symbols};

use super::measurement::{Measurement, Run};
use super::results::{Results, Summary};
use super::setting::Setting;
use super::statistics::seconds;
use super::table::Column;

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
    let count = results.puzzles as f64;
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

/// The first columns; the figures of the table that each answer has follow. Times are in seconds.
const COLUMNS: [&str; 11] = [
    "contender",
    "run",
    "source",
    "puzzle",
    "rules",
    "box",
    "regions",
    "outcome",
    "status",
    "time_s",
    "cpu_s",
];

impl<W: Write> Rows<W> {
    /// Begins with the header.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn new(out: W) -> io::Result<Rows<W>> {
        let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(out);
        rows.write_record(COLUMNS.into_iter().chain(Column::of_each().map(|(key, _)| key)))?;
        Ok(Rows(rows))
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
        for (contender, runs) in names.iter().zip(runs) {
            for (found, run) in runs.iter().zip(1..) {
                for (index, measurement) in found.measurements.iter().enumerate() {
                    let Measurement { outcome, status, wall, cpu, statistics } = measurement;
                    let asked = PuzzleReport::of(&puzzles[index], None, &Symbols::default());
                    let puzzle = (asked.puzzle, asked.rules, asked.box_shape, asked.regions);
                    let figures = Column::of_each().map(|(_, figure)| figure(statistics));
                    let figures = figures.map(|figure| figure.map(|figure| figure.to_string()));
                    self.0.serialize((
                        (contender, run, &sources[index]),
                        puzzle,
                        (outcome, status, seconds(*wall), seconds(*cpu)),
                        figures.collect::<Vec<_>>(),
                    ))?;
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
