//! `solve --all`: every solution of every puzzle, written as it is found.

use std::io;

use anyhow::{Result, bail};
use serde::Serialize;

use super::super::claims;
use super::super::columns::{Columns, write_json};
use super::super::engine::solutions_among;
use super::super::output::write_lines;
use super::super::reader::{Asked, Reader};
use super::super::run::{self, Done, Item};
use super::{Args, Exit, Format, describe};
use satdoku::answer::Status;
use satdoku::format::{PuzzleReport, ReportStatus};
use satdoku::grid::Grid;
use satdoku::solve::SolveError;
use satdoku::verify::clashes;

/// Finds up to `limit` solutions of each puzzle of the inputs, with one thread and in bounded
/// memory: a puzzle may have more solutions than memory holds.
pub fn run(args: &Args, limit: u64) -> Result<Exit> {
    if args.format == Some(Format::Grid) {
        bail!("--format grid cannot be used with --all");
    }
    let summary = args.summary.begin(args.page.picture.force, &args.inputs.paths())?;
    let columns = Columns::of(args.format, "number,status,solution");
    let columns = columns.as_ref();
    let worker = || Ok(Worker { args, columns, reader: args.inputs.puzzle.reader()?, limit });
    let total = run::puzzles(&args.inputs, 1, worker, Worker::work, |written: Written| {
        written.map_or(Ok(()), |error| Err(error.into()))
    })?;
    Ok(summary.finish(&total))
}

/// The error of stdout, if there was one.
type Written = Option<io::Error>;

struct Worker<'a> {
    args: &'a Args,
    columns: Option<&'a Columns>,
    reader: Reader,
    limit: u64,
}

/// A solution as JSON, or why there is none or no more.
#[derive(Serialize)]
struct Record<'a> {
    /// Of the puzzle, from 1.
    number: u64,
    input: String,
    line: usize,
    #[serde(flatten)]
    puzzle: PuzzleReport,
    status: ReportStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl Worker<'_> {
    fn work(&mut self, item: Item<'_>, done: &mut Done<Written>) {
        if done.found.is_some() {
            return;
        }
        let deadline = self.args.time_limit.deadline();
        let begun = self.columns.map_or(Ok(()), |columns| columns.begin(&mut done.text, item));
        let asked = match begun.and_then(|()| self.reader.read_candidates(item.raw)) {
            Ok(asked) => asked,
            Err(error) => {
                let error = error.to_string();
                self.write(item, None, (ReportStatus::Error, None, Some(&error)), done);
                done.summary.count(ReportStatus::Error);
                return done.reject(item, &error);
            }
        };
        let Asked { puzzle, candidates, claims, symbols, .. } = &asked;
        let found = solutions_among(puzzle, candidates.as_ref(), deadline);
        let (mut count, mut two, mut failure) = (0, Vec::new(), None);
        for solution in found.take(usize::try_from(self.limit).unwrap_or(usize::MAX)) {
            match solution {
                Ok(grid) => {
                    count += 1;
                    self.write(item, Some(&asked), (ReportStatus::Solved, Some(&grid), None), done);
                    if two.len() < 2 {
                        two.push(grid);
                    }
                }
                Err(error) => failure = Some(error),
            }
            if done.found.is_some() {
                return;
            }
        }
        let is_complete = failure.is_none() && count < self.limit;
        let clashes = if count == 0 { clashes(puzzle.rules(), puzzle.givens()) } else { vec![] };
        let (status, exit, known, message) = match (failure, count) {
            (Some(SolveError::TimedOut), _) => {
                let message = "the time limit was reached".to_owned();
                (ReportStatus::Unknown, Exit::Unknown, Status::Unknown, Some(message))
            }
            (Some(error), _) => {
                (ReportStatus::Error, Exit::Failed, Status::Unknown, Some(error.to_string()))
            }
            (None, 0) if clashes.is_empty() => {
                (ReportStatus::None, Exit::Negative, Status::None, None)
            }
            (None, 0) => (
                ReportStatus::Invalid,
                Exit::Negative,
                Status::None,
                Some(describe(&clashes, symbols)),
            ),
            (None, 1) if is_complete => (ReportStatus::Unique, Exit::Success, Status::Unique, None),
            (None, 1) => (ReportStatus::Solved, Exit::Success, Status::Solved, None),
            (None, _) => (ReportStatus::Multiple, Exit::Success, Status::Multiple, None),
        };
        let wrong_count = || {
            let claimed = claims.as_ref()?.count.filter(|&found| is_complete && found != count)?;
            let claimed = super::super::count(claimed, "solution");
            Some(format!("the input gives {claimed}, found {count}"))
        };
        let mismatch = claims::mismatch(&asked, (known, &two)).or_else(wrong_count);
        let (status, exit, message) = match mismatch {
            Some(message) if exit < Exit::Failed => {
                (ReportStatus::Mismatch, Exit::Failed, Some(message))
            }
            _ => (status, exit, message),
        };
        if exit >= Exit::Error {
            done.complain(item, exit, message.as_deref().unwrap_or_default());
        }
        if exit > Exit::Success {
            self.write(item, Some(&asked), (status, None, message.as_deref()), done);
        }
        done.end(exit);
        done.summary.count(status);
    }

    /// Writes a solution, or what there is to say instead.
    fn write(
        &self,
        item: Item<'_>,
        asked: Option<&Asked>,
        (status, solution, message): (ReportStatus, Option<&Grid>, Option<&str>),
        done: &mut Done<Written>,
    ) {
        const PASS_ON_AT: usize = 1 << 16;
        let symbols = &self.reader.options().symbols;
        let line = |grid: &Grid| self.args.inputs.puzzle.line(grid);
        let (number, solution) = (item.number, solution.map(line));
        let out = &mut done.text;
        if let Some(columns) = self.columns {
            columns.input(out, item, asked, symbols);
            let solution = solution.unwrap_or_default();
            let number = number.to_string();
            columns.append(out, [&number, status.name(), &solution].map(str::as_bytes));
            out.push(b'\n');
        } else if self.args.format == Some(Format::Json) {
            let record = Record {
                number,
                input: item.input(),
                line: item.raw.line,
                puzzle: asked.map(|asked| asked.report(symbols)).unwrap_or_default(),
                status,
                solution,
                error: message,
            };
            write_json(out, item, &record);
        } else {
            out.extend_from_slice(format!("{number}\t").as_bytes());
            let words = [Some(status.name()), message.filter(|_| status != ReportStatus::Error)];
            let words = words.into_iter().flatten().collect::<Vec<_>>().join("\t");
            out.extend_from_slice(solution.unwrap_or(words).as_bytes());
            if let Some(asked) = asked.filter(|_| self.args.keep) {
                asked.write_kept(out);
            }
            out.push(b'\n');
        }
        if out.len() >= PASS_ON_AT {
            done.found = write_lines(out).err();
            out.clear();
        }
    }
}
