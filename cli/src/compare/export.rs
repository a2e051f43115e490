//! Writes all measurements as CSV.

use std::io::{self, Write};

use satdoku::{Puzzle, PuzzleReport, Symbols};

use super::measurement::{Measurement, Run};
use super::results::{number, seconds};
use satdoku::solve::Statistics;

/// A writer of one line for each contender, run and puzzle.
#[derive(Debug)]
pub struct Rows<W: Write>(csv::Writer<W>);

/// The first columns. The statistics of each answer come after them. Times are in seconds.
const COLUMNS: &str = "contender,run,source,puzzle,rules,box,regions,outcome,status,time_s,cpu_s";

/// A figure in the statistics of an answer.
type Told = fn(&Statistics) -> Option<f64>;
const TOLD: [(&str, Told); 11] = [
    ("clauses", |s| number(s.clauses)),
    ("load_s", |s| seconds(s.before_search())),
    ("solve_s", |s| seconds(s.solve)),
    ("process_s", |s| seconds(s.process)),
    ("guesses", |s| number(s.guesses)),
    ("variables", |s| number(s.variables)),
    ("conflicts", |s| number(s.conflicts)),
    ("decisions", |s| number(s.decisions)),
    ("propagations", |s| number(s.propagations)),
    ("restarts", |s| number(s.restarts)),
    ("proof_bytes", |s| number(s.proof_bytes)),
];

impl<W: Write> Rows<W> {
    /// Makes a writer, and writes the header.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn new(out: W) -> io::Result<Rows<W>> {
        let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(out);
        rows.write_record(COLUMNS.split(',').chain(TOLD.map(|(name, _)| name)))?;
        Ok(Rows(rows))
    }

    /// Writes the answers to these puzzles. The first index of `answers` is the contender, the
    /// second is the run. `sources` has the name of each puzzle.
    ///
    /// # Errors
    /// The errors of the output.
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
                for (index, measurement) in found.iter().enumerate() {
                    let Measurement { outcome, status, wall, cpu, statistics, .. } = measurement;
                    let asked = PuzzleReport::of(&puzzles[index], None, &Symbols::default());
                    let puzzle = (asked.puzzle, asked.rules, asked.box_shape, asked.regions);
                    let figures = TOLD.map(|(_, told)| told(statistics));
                    let figures = figures.map(|figure| figure.map(|figure| figure.to_string()));
                    self.0.serialize((
                        (contender, run, &sources[index]),
                        puzzle,
                        (outcome, status, seconds(Some(*wall)), seconds(*cpu)),
                        figures,
                    ))?;
                }
            }
        }
        self.0.flush()
    }

    /// Ends the output, and returns it.
    ///
    /// # Errors
    /// The errors of the output.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(|error| error.into_error())
    }
}
