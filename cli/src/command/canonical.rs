//! `canonical`: prints the canonical form of each puzzle, one per line, or the groups of puzzles
//! that have the same canonical form.

use anyhow::{Result, ensure};
use serde::Serialize;

use super::columns::Columns;
use super::duplicates;
use super::exit::Exit;
use super::input::Inputs;
use super::options::{Format, Threads, TimeLimit};
use super::reader::{Asked, Reader};
use super::run::{Task, write_json};
use satdoku::canonical::{Canonical, Canonicalizer, Transformation};
use satdoku::format::write_puzzle;
use satdoku::{PuzzleReport, Status};

#[derive(Debug, clap::Args)]
#[command(after_help = OUTPUT)]
pub struct Args {
    /// The puzzles
    #[command(flatten)]
    pub inputs: Inputs,
    /// Print the groups of equal or equivalent puzzles of all inputs, instead of canonical forms
    #[arg(long)]
    duplicates: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = Format::among(&[Format::Line, Format::Json, Format::Csv, Format::Tsv]))]
    format: Format,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
}

const OUTPUT: &str = "\
Puzzles are equivalent if they differ only in the names of digits and in the
order of rows, columns, bands (rows of boxes) and stacks (columns of boxes);
rows and columns may also be exchanged. Only changes that keep the rules count.
Equivalent puzzles have the same canonical form; puzzles that are not equivalent
have different forms. For a classic 9x9 puzzle with one solution, the form is
the equivalent puzzle whose solution, read as a number, is least. If several
equivalent puzzles have this solution, the form is the puzzle among them whose
pattern of empty cells (0) and givens (1), read as a number, is least. For any
other puzzle, the form is the equivalent puzzle that a search chooses. The rules
and regions stay those of the input; clues are an error. Solutions in the input
are not checked.

Output: one result per puzzle, in the order of the input.
  line  The canonical form, or 'error', or 'unknown' (the time limit was reached).
  json  One object per line: canonical, automorphisms (how many arrangements of
        rows and columns keep the puzzle, except for the names of digits),
        is_by_solution (whether the form was chosen by its solution), and
        transformation: for each row and column of the form, the row or column of
        the puzzle (from 0), and for each digit of the puzzle, the digit of the
        form.
  csv   The columns of the input, then satdoku_canonical and satdoku_reason (the
        error, if there is no form).
  tsv   The same, separated by TABs.
With --duplicates there is one line per group of puzzles: '=' stands between
equal puzzles, '~' stands between equivalent puzzles. In JSON, 'puzzles' is a
list of lists of equal puzzles. Files are read a second time to compare the
forms. Standard input can be read only once. So with standard input the groups
are found by a hash of 128 bits, equal puzzles are shown as equivalent puzzles,
and each line ends with '(by hash)'.

Examples:
  Print the canonical form of a puzzle:
    satdoku canonical 12..34..........
  Show which puzzles of a file are the same:
    satdoku canonical --duplicates puzzles/easy.txt
  Add a column to a table:
    printf 'quiz\\n12..34..........\\n' | satdoku canonical --column quiz --format csv";

/// Writes the canonical forms of all puzzles, or the groups of puzzles that have the same form.
pub fn run(args: &Args) -> Result<Exit> {
    if args.duplicates {
        let is_table = matches!(args.format, Format::Csv | Format::Tsv);
        ensure!(!is_table, "--duplicates prints groups, which are not a table; try --format json");
        let form = |canonicalizer: &mut _, asked: &_| args.form(canonicalizer, asked);
        return duplicates::run(args.task(), form, args.format == Format::Json);
    }
    let columns = Columns::of(Some(args.format), "canonical,reason");
    let columns = columns.as_ref();
    args.task().run(
        || Ok(Canonicalizer::new()),
        |canonicalizer, item, done| {
            let begun = columns.map_or(Ok(()), |columns| columns.begin(item, done));
            let record = match (begun, item.asked) {
                (Ok(()), Ok(asked)) => match args.form(canonicalizer, asked) {
                    Ok(form) => Record::of(asked, form),
                    Err(error) => Record::failed(Exit::of(&error), done.fail(item, &error)),
                },
                (Err(error), _) => Record::failed(Exit::Error, error),
                (_, Err(error)) => Record::failed(Exit::Error, error.to_owned()),
            };
            let out = &mut done.text;
            match columns {
                Some(columns) => columns.write(out, item, &record),
                None if args.format == Format::Json => write_json(out, item, &record),
                None => out.extend(format!("{}\n", record.line()).bytes()),
            }
            Ok(())
        },
        |()| Ok(()),
    )
}

/// The JSON object of a puzzle.
#[derive(Debug, Default, Serialize)]
pub struct Record {
    #[serde(flatten)]
    puzzle: PuzzleReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphisms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_by_solution: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transformation: Option<Transformation>,
    /// Set if no canonical form was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Record {
    /// The record of a puzzle with its canonical form.
    pub fn of(asked: &Asked, form: Canonical) -> Record {
        let mut text = Vec::new();
        write_puzzle(&mut text, &form.puzzle, &asked.data);
        Record {
            puzzle: asked.report(),
            canonical: Some(String::from_utf8_lossy(&text).into_owned()),
            automorphisms: Some(form.automorphisms),
            is_by_solution: Some(form.is_by_solution),
            transformation: Some(form.transformation),
            ..Record::default()
        }
    }

    fn failed(exit: Exit, error: String) -> Record {
        let status = if exit == Exit::Unknown { Status::Unknown } else { Status::Error };
        Record { status: Some(status), error: Some(error), ..Record::default() }
    }

    fn line(&self) -> &str {
        let status = self.status.map_or("", Status::name);
        self.canonical.as_deref().unwrap_or(status)
    }
}

impl Args {
    fn task(&self) -> Task<'_> {
        Task { threads: self.threads.count(), read: Reader::read, ..Task::of(&self.inputs) }
    }

    /// Finds the canonical form of a puzzle within the time limit.
    ///
    /// # Errors
    /// If the puzzle has clues, or the time limit is reached.
    pub fn form(&self, canonicalizer: &mut Canonicalizer, asked: &Asked) -> Result<Canonical> {
        Ok(canonicalizer.form(&asked.puzzle, self.time_limit.deadline())?)
    }
}
