//! `check`: whether puzzles are proper, and the evidence if they are not.

mod report;

use std::time::Instant;

use anyhow::Result;

use self::report::Report;
use super::Exit;
use super::claims;
use super::columns::write_json;
use super::options::{Inputs, TextFormat, Threads, TimeLimit, whole_number};
use super::picture::PictureArgs;
use super::reader::{Asked, Reader};
use super::run::{self, Done, Item};
use super::steps::numbered;
use super::summary::SummaryArgs;
use satdoku::answer::{Deadline, Limits, Status};
use satdoku::draw::Picture;
use satdoku::evidence::{self, Minimality};
use satdoku::explain::{CellNames, Effort, Guide, check_size};
use satdoku::solve::{Pipeline, SolveError, in_time};
use satdoku::verify::clashes;

/// Check whether puzzles have exactly one solution, and show why if not
#[derive(Debug, clap::Args)]
#[command(after_help = OUTPUT, mut_arg("time_limit", |limit| limit.default_value("10")))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Also list redundant givens, which can be removed without adding a solution
    #[arg(long)]
    minimal: bool,
    /// Also count the solutions, up to N
    #[arg(long, value_name = "N", value_parser = whole_number(1_u64..), allow_negative_numbers = true)]
    count: Option<u64>,
    /// Also show the cells that hold the same digit in every solution, and the possible digits of
    /// the others
    #[arg(long)]
    backbone: bool,
    /// Find the smallest set of clashing givens, not only a minimal one
    #[arg(long)]
    smallest: bool,
    /// Also show the steps from the clashing givens to the contradiction
    #[arg(long)]
    steps: bool,
    #[command(flatten)]
    format: TextFormat,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    summary: SummaryArgs,
    #[command(flatten)]
    picture: PictureArgs,
}

const OUTPUT: &str = "\
Exits with 0 if every puzzle has exactly one solution, with 1 if a puzzle has
none or several, and with 4 if the time limit left a question open.

Examples:
  Show why a puzzle has no solution, with the fewest givens that clash:
    satdoku check --smallest 12..21..........
  Show the steps from the clashing givens to the contradiction:
    satdoku check --smallest --steps 12..21..........
  Count the solutions of a puzzle, up to 1000:
    satdoku check --count 1000 12..34..........
  Show the digits that its solutions have in each cell:
    satdoku check --backbone 12..34..........
  Check a file and print one JSON object per line:
    satdoku check --format json puzzles/easy.txt";

/// Checks all puzzles of all inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let (force, paths) = (args.picture.force, args.inputs.paths());
    let summary = args.summary.begin(force, &paths)?;
    let mut gallery = args.picture.begin(&paths)?;
    let total = run::puzzles(
        &args.inputs,
        args.threads.count(),
        Reader::read_candidates,
        || Ok(Pipeline::new()),
        |pipeline, item, asked, done| args.work(pipeline, item, asked, done),
        |pictures| gallery.add(pictures),
    )?;
    gallery.finish(&[])?;
    Ok(summary.finish(&total))
}

impl Args {
    fn work(
        &self,
        pipeline: &mut Pipeline,
        item: Item<'_>,
        asked: Result<&Asked, &str>,
        done: &mut Done<Vec<Picture>>,
    ) {
        let (start, deadline) = (Instant::now(), self.time_limit.deadline());
        let (asked, mut report) = match asked {
            Ok(Asked { candidates: Some(_), .. }) if self.asks_more() => {
                const MESSAGE: &str = "expected a puzzle of digits for --minimal, --count, \
                                       --backbone, --smallest and --steps, found a grid of \
                                       candidates";
                done.complain(item, Exit::Error, MESSAGE);
                (None, Report::error(MESSAGE.to_owned()))
            }
            Ok(asked) => {
                let report = examine(asked, self, deadline, pipeline);
                let mut report = report.unwrap_or_else(|error| {
                    let is_too_large = matches!(error, SolveError::TooLarge { .. });
                    let exit = if is_too_large { Exit::Error } else { Exit::Failed };
                    done.complain(item, exit, &error.to_string());
                    Report::error(error.to_string())
                });
                let found = (report.verdict(), &report.solutions[..]);
                let mismatch = claims::mismatch(asked, found);
                if let Some(message) = mismatch.filter(|_| report.status != Status::Error) {
                    done.complain(item, Exit::Failed, &message);
                    report.status = Status::Mismatch;
                    report.error = Some(message);
                }
                (Some(asked), report)
            }
            Err(error) => (None, Report::error(error.to_owned())),
        };
        report.time = start.elapsed();
        done.end(report.exit());
        done.summary.count(report.status);
        let picture = |asked| self.picture.of(|| report.picture(asked));
        done.found.extend(asked.and_then(picture));
        if self.format.is_json() {
            write_json(&mut done.text, item, &report.json(asked));
        } else {
            done.drawn = true;
            if !item.job.is_only {
                done.text.extend_from_slice(format!("{}: ", item.place()).as_bytes());
            }
            done.text.extend(report.text(asked));
        }
    }

    /// Whether more than the verdict is asked for.
    fn asks_more(&self) -> bool {
        self.minimal || self.backbone || self.smallest || self.steps || self.count.is_some()
    }
}

/// Examines a puzzle under one deadline: the verdict first, then what the options ask for. Of a grid
/// of candidates the verdict alone.
fn examine(
    Asked { puzzle, candidates, symbols, .. }: &Asked,
    args: &Args,
    deadline: Deadline,
    pipeline: &mut Pipeline,
) -> Result<Report, SolveError> {
    let limits = Limits { deadline, ..Limits::UNIQUE };
    let answer = pipeline.solve_among(puzzle, candidates.as_ref(), &limits)?.answer;
    let mut report = Report::default();
    let status = answer.status(&limits);
    report.late = status == Status::Unknown;
    report.solutions = answer.solutions;
    report.status = status;
    if candidates.is_some() {
        return Ok(report);
    }
    if status == Status::None {
        report.clashes = clashes(puzzle.rules(), puzzle.givens());
        if !report.clashes.is_empty() {
            report.status = Status::Invalid;
        }
    }
    match (status, report.solutions.first()) {
        (Status::None, _) => {
            let goal = match args.smallest {
                true => Minimality::Smallest,
                false if report.clashes.is_empty() => Minimality::Minimal,
                // Two givens that clash are evidence enough.
                false => Minimality::Unknown,
            };
            let conflict = match evidence::conflict(puzzle, goal, deadline) {
                Err(error @ SolveError::TooLarge { .. }) => {
                    report.error = Some(format!("why is not known: {error}"));
                    return Ok(report);
                }
                conflict => or_late(conflict, &mut report.late)?,
            };
            report.conflict = conflict.map(|found| agreed(found, "no solution")).transpose()?;
            report.late |= report
                .conflict
                .as_ref()
                .is_none_or(|conflict| conflict.minimality < goal || conflict.units.is_none());
            if let (true, Some(conflict)) = (args.steps, &report.conflict) {
                if let Err(error) = check_size(puzzle.rules()) {
                    report.error = Some(format!("the steps are not known: {error}"));
                    return Ok(report);
                }
                let (effort, names) =
                    (Effort { deadline, ..Effort::default() }, CellNames::default());
                let guide = Guide { puzzle, effort, names, symbols };
                report.steps = numbered(guide.steps_to_clash(&conflict.givens)?);
                report.late |= report.steps.is_empty();
            }
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
        let known = report.solutions.len() as u64;
        let count = match status {
            Status::None | Status::Unique => evidence::Count { found: known, complete: true },
            _ => evidence::count(puzzle, known, limit, deadline)?,
        };
        report.late |= !count.complete && count.found < limit;
        report.count = Some(count);
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
    let value = in_time(result)?;
    *late |= value.is_none();
    Ok(value)
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
