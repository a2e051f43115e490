//! `check`: whether puzzles are proper, and the evidence if they are not.

mod report;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::Result;

use self::report::Report;
use super::Exit;
use super::output::write_lines;
use super::puzzles::{PuzzleArgs, RulesCache};
use super::solve::parse_seconds;
use super::stream::{self, Job, Source};
use crate::answer::{Limits, Status};
use crate::encode::Encoding;
use crate::evidence::{self, Minimality, Settling};
use crate::format::{self, ReportStatus, parse_record};
use crate::rules::Puzzle;
use crate::solve::{self, SolveError};
use crate::verify::clashes;

/// Check whether puzzles are proper (have exactly one solution), and if not, show why
#[derive(Debug, clap::Args)]
#[command(after_help = OUTPUT)]
pub struct Args {
    /// Paths, `-` for stdin (the default), or puzzles themselves
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Also list the givens that could be left out
    #[arg(long)]
    minimal: bool,
    /// Also count the solutions, up to N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000), allow_negative_numbers = true)]
    count: Option<u64>,
    /// Also show the digits that each cell has in some solution
    #[arg(long)]
    backbone: bool,
    /// If there is no solution, find the smallest set of givens that clash
    #[arg(long)]
    smallest: bool,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
    /// Stop working on a puzzle after SECONDS
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds, allow_negative_numbers = true)]
    time_limit: Duration,
}

const OUTPUT: &str = "\
Exits with 0 if every puzzle has exactly one solution, 1 if a puzzle has none or several, 4 if the
time limit left the verdict, or something that was asked for, unknown.

Examples:
  satdoku check puzzles.txt
  satdoku check --smallest --diagonal puzzle.txt
  satdoku check --json --count 1000 --backbone puzzles.txt";

/// Checks all puzzles of all inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let source = Source::new(&args.inputs, args.puzzle.options());
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (mut exit, mut puzzles) = (Exit::Success, 0);
    // The place is printed only if there are several puzzles, so the first waits for a second.
    let mut held: Option<Done> = None;
    stream::run(
        source,
        threads,
        || Ok(Worker { args, options: args.puzzle.options(), rules: args.puzzle.rules_cache() }),
        Worker::work,
        |done: Done| {
            exit = exit.max(done.exit);
            for message in &done.messages {
                super::complain(format_args!("{message}"));
            }
            if done.puzzles == 0 {
                return Ok(());
            }
            if let Some(first) = held.take() {
                write_lines(&first.placed)?;
            }
            puzzles += done.puzzles;
            if puzzles == 1 {
                held = Some(done);
            } else {
                write_lines(&done.placed)?;
            }
            Ok(())
        },
    )?;
    if let Some(only) = held {
        write_lines(&only.alone)?;
    }
    if puzzles == 0 && exit < Exit::Error {
        anyhow::bail!("{}: no puzzle found", super::input::names(&args.inputs));
    }
    Ok(exit)
}

/// What came of one batch.
#[derive(Default)]
struct Done {
    puzzles: usize,
    /// With the puzzle's place before each verdict.
    placed: Vec<u8>,
    /// Without.
    alone: Vec<u8>,
    messages: Vec<String>,
    exit: Exit,
}

struct Worker<'a> {
    args: &'a Args,
    options: format::Options,
    rules: RulesCache,
}

impl Worker<'_> {
    fn work(&mut self, job: &Job) -> Done {
        let mut done = Done::default();
        if let Some(failure) = &job.failure {
            done.messages.push(failure.clone());
            done.exit = Exit::Error;
            return done;
        }
        for raw in job.batch.iter() {
            let start = Instant::now();
            let (puzzle, mut report) = match parse_record(raw, &self.options) {
                Ok(record) => {
                    let puzzle = self.rules.puzzle(record.grid);
                    let report = examine(&puzzle, self.args).unwrap_or_else(|error| {
                        done.messages.push(format!("{}:{}: {error}", job.name, raw.line));
                        done.exit = done.exit.max(Exit::Failed);
                        Report::error(error.to_string())
                    });
                    (Some(puzzle), report)
                }
                Err(error) => {
                    done.messages.push(format!("{}:{error}", job.name));
                    done.exit = done.exit.max(Exit::Error);
                    (None, Report::error(error.to_string()))
                }
            };
            report.time = start.elapsed();
            done.exit = done.exit.max(report.exit());
            done.puzzles += 1;
            if self.args.json {
                let line = report.json(puzzle.as_ref(), &self.options.symbols);
                done.placed.extend_from_slice(&line);
                done.alone = line;
            } else {
                let text = report.text(puzzle.as_ref(), &self.options.symbols);
                let place = format!("{}:{}: ", job.name, raw.line);
                done.placed.extend_from_slice(place.as_bytes());
                done.placed.extend_from_slice(&text);
                done.alone = text;
            }
        }
        done
    }
}

/// Examines a puzzle under one deadline: the verdict first, then what was asked for, then a given
/// that would leave one solution.
fn examine(puzzle: &Puzzle, args: &Args) -> Result<Report, SolveError> {
    let limits = Limits::UNIQUE.within(args.time_limit);
    let deadline = limits.deadline;
    let answer = solve::answer(puzzle, Encoding::default(), &limits)?;
    let mut report = Report::default();
    let status = answer.status(&limits);
    report.late = status == Status::Unknown;
    report.solutions = answer.solutions;
    report.status = match status {
        Status::Unique => ReportStatus::Unique,
        Status::Multiple => ReportStatus::Multiple,
        Status::None => {
            report.clashes = clashes(puzzle.rules(), puzzle.givens());
            if report.clashes.is_empty() { ReportStatus::None } else { ReportStatus::Invalid }
        }
        Status::Solved | Status::Unknown => ReportStatus::Unknown,
    };
    match (status, report.solutions.first()) {
        (Status::None, _) => {
            let goal = if args.smallest { Minimality::Smallest } else { Minimality::Minimal };
            let conflict = or_late(evidence::conflict(puzzle, goal, deadline), &mut report.late)?;
            report.conflict = conflict.map(|found| agreed(found, "no solution")).transpose()?;
            report.late |= report
                .conflict
                .as_ref()
                .is_none_or(|conflict| conflict.minimality < goal || conflict.units.is_none());
        }
        (Status::Unique, Some(solution)) if args.minimal => {
            let unneeded = evidence::unneeded_givens(puzzle, solution, deadline);
            report.unneeded = or_late(unneeded, &mut report.late)?;
        }
        _ => {}
    }
    if args.backbone && status != Status::None {
        let backbone = or_late(evidence::backbone(puzzle, deadline), &mut report.late)?;
        report.backbone = backbone.map(|found| agreed(found, "a solution")).transpose()?;
        report.late |= report.backbone.as_ref().is_none_or(|backbone| !backbone.complete);
    }
    if let Some(limit) = args.count {
        let count = match status {
            Status::None => evidence::Count { found: 0, complete: true },
            Status::Unique => evidence::Count { found: 1, complete: true },
            _ => evidence::count(puzzle, &report.solutions, limit, deadline)?,
        };
        report.late |= !count.complete && count.found < limit;
        report.count = Some(count);
    }
    if status == Status::Multiple {
        // Not asked for, so it comes last.
        report.settling = Some(evidence::settling_given(puzzle, &report.solutions, deadline)?);
        if let Some(Settling::Given(given, solution)) = &report.settling {
            let mut givens = puzzle.givens().clone();
            givens.set(given.cell, Some(given.digit));
            let settled = puzzle.with_givens(givens).expect("a grid of the puzzle's size");
            crate::verify::verify(&settled, solution).map_err(SolveError::Lied)?;
        }
    }
    Ok(report)
}

/// What a second run of the solver must find after the first has found `verdict`.
fn agreed<T>(found: Option<T>, verdict: &str) -> Result<T, SolveError> {
    found.ok_or_else(|| {
        SolveError::Solver(format!("found {verdict} first, and the opposite when asked again"))
    })
}

/// Notes the deadline instead of passing it on.
fn or_late<T>(result: Result<T, SolveError>, late: &mut bool) -> Result<Option<T>, SolveError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(SolveError::TimedOut) => {
            *late = true;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_that_contradicts_itself_is_an_error_not_a_time_limit() {
        assert!(matches!(agreed::<()>(None, "no solution"), Err(SolveError::Solver(_))));
        let mut late = false;
        assert!(or_late::<()>(agreed(None, "a solution"), &mut late).is_err() && !late);
    }
}
