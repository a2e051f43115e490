//! `rate`: how hard puzzles are, one line each, in order.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;
use serde_json::{Value, json};

use super::exit::{Exit, reported};
use super::options::{Force, Format, Inputs, Threads};
use super::output::write_lines;
use super::reader::{Asked, Reader};
use super::run::{self, Done, Item};
use super::steps::{self, EffortArgs};
use super::summary::SummaryArgs;
use crate::answer::{Limits, Status};
use crate::dpll::Dpll;
use crate::explain::{Depth, Rating, StepRating, Tools, backdoor};
use crate::format::{PuzzleReport, ReportStatus};
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// Rate how hard puzzles are, one line per puzzle
#[derive(Debug, clap::Args)]
#[command(after_help = OUTPUT, mut_arg("assume_unique", |arg| arg.requires("steps")), mut_arg("max_truths", |arg| arg.requires("steps")))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among(&[Format::Text, Format::Csv, Format::Json]))]
    format: Format,
    /// Also find the steps: the hardest one, their number and a grade
    #[arg(long)]
    steps: bool,
    /// Also find the fewest digits to place so that singles do the rest
    #[arg(long)]
    backdoor: bool,
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    summary: SummaryArgs,
    #[command(flatten)]
    force: Force,
}

const OUTPUT: &str = "\
Ratings:
  depth     levels of trial and error: 0 if singles solve the puzzle, else how
            deep candidates have to be tried, each trial with singles (up to 3)
  guesses   of the solver 'dpll' until the solution is known to be the only one
  backdoor  the fewest digits to place so that singles do the rest
  truths    of the hardest step, with its technique
  grade     by the hardest step: easy (singles), medium (1 truth), hard (2),
            expert (3), extreme (4 or more, or no step found)

Exits with 1 if a puzzle does not have exactly one solution, and with 4 if the
time limit is reached.

Examples:
  Rate a puzzle:
    satdoku rate --steps 1.3...2..1..4..2
  Count the depths of a file:
    satdoku rate --summary puzzles/easy.txt
  Print all ratings as CSV:
    satdoku rate --steps --backdoor --format csv puzzles/easy.txt";

/// Numbers of puzzles, by the name of a rating and its value.
type Histogram = BTreeMap<(&'static str, String), u64>;

/// Rates all puzzles of the inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let summary = args.summary.begin(args.force, &args.inputs.paths())?;
    if args.format == Format::Csv {
        write_lines(Line::HEADER.as_bytes())?;
    }
    let mut histogram = Histogram::new();
    let total = run::puzzles(
        &args.inputs,
        args.threads.count(),
        || Worker::new(args),
        Worker::work,
        |counts: Histogram| {
            for (value, count) in counts {
                *histogram.entry(value).or_default() += count;
            }
            Ok(())
        },
    )?;
    if args.summary.is_printed() {
        for ((name, value), count) in histogram {
            super::say(&format!("{name} {value}: {}", super::count(count, "puzzle")));
        }
    }
    Ok(summary.finish(&total))
}

/// A line of the output.
#[derive(Default, Serialize)]
struct Line {
    puzzle: String,
    #[serde(flatten)]
    rating: Rating,
}

impl Line {
    const HEADER: &str =
        "puzzle,status,depth,guesses,backdoor,truths,technique,steps,grade,time_limit_reached\n";

    fn csv(&self) -> Vec<u8> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        writer.serialize((&self.puzzle, &self.rating)).expect("a vector takes everything");
        writer.into_inner().expect("a vector takes everything")
    }
}

struct Worker<'a> {
    args: &'a Args,
    reader: Reader,
    dpll: Dpll,
    tools: Tools,
}

impl<'a> Worker<'a> {
    fn new(args: &'a Args) -> Result<Worker<'a>> {
        Ok(Worker {
            args,
            reader: args.inputs.puzzle.reader()?,
            dpll: Dpll::new(),
            tools: Tools::default(),
        })
    }

    fn work(&mut self, item: Item<'_>, done: &mut Done<Histogram>) {
        let read = self.reader.read(item.raw).map_err(|error| error.to_string());
        let sized = |asked: Asked<'_>| steps::of_size(asked.puzzle, item.raw);
        let puzzle = match read.and_then(sized) {
            Ok(puzzle) => puzzle,
            Err(error) => {
                done.summary.count(ReportStatus::Error);
                let mut line = Line::default();
                line.rating.status = "error".to_owned();
                done.text.extend_from_slice(&self.line(&line, &[]));
                return done.reject(item, &error);
            }
        };
        let mut rating = Rating::default();
        let mut more = Vec::new();
        if self.args.format == Format::Json {
            let report = PuzzleReport::of(&puzzle, None, &self.reader.options().symbols);
            let report = json!(report);
            let names = ["puzzle", "rules", "box", "regions"].into_iter();
            more.extend(names.filter_map(|name| Some((name, report.get(name)?.clone()))));
        }
        match self.rate(&puzzle, &mut rating, &mut more) {
            Ok((status, exit)) => {
                done.summary.count(status);
                done.end(exit);
            }
            Err(error) => {
                done.summary.count(ReportStatus::Error);
                rating.status = "error".to_owned();
                done.complain(item, Exit::Failed, &error);
            }
        }
        let mut count = |name, value: Option<String>| {
            if let Some(value) = value {
                *done.found.entry((name, value)).or_default() += 1;
            }
        };
        count("depth", rating.depth.map(|depth| depth.to_string()));
        count("backdoor", rating.backdoor.map(|size| size.to_string()));
        count("truths", rating.truths.map(|truths| truths.to_string()));
        count("grade", rating.grade.map(str::to_owned));
        let line = Line { puzzle: self.args.inputs.puzzle.puzzle_line(&puzzle), rating };
        let line = self.line(&line, &more);
        done.text.extend_from_slice(&line);
    }

    fn line(&self, line: &Line, more: &[(&str, Value)]) -> Vec<u8> {
        match self.args.format {
            Format::Csv => line.csv(),
            Format::Json => {
                let mut record = serde_json::to_value(line).expect("strings and numbers");
                for (name, value) in more {
                    record[*name] = value.clone();
                }
                format!("{record}\n").into_bytes()
            }
            _ => format!("{}\n", line.rating).into_bytes(),
        }
    }

    /// Fills in the rating of a puzzle; `more` is for JSON only.
    fn rate(
        &mut self,
        puzzle: &Puzzle,
        rating: &mut Rating,
        more: &mut Vec<(&'static str, Value)>,
    ) -> Result<(ReportStatus, Exit), String> {
        let mut effort = self.args.effort.effort();
        let limits = Limits { deadline: effort.deadline, ..Limits::UNIQUE };
        let answer = self.dpll.solve(puzzle, &limits);
        let status = answer.status(&limits);
        effort.assume_unique &= status == Status::Unique;
        *rating = Rating::new(&answer, &limits);
        let (report, exit) = reported(status);
        if !matches!(status, Status::Unique | Status::None) {
            return Ok((report, exit));
        }
        let (finder, state) = self.tools.of(puzzle.rules());
        let depth = finder.depth(puzzle.givens(), Depth::GREATEST_KNOWN, effort.deadline);
        rating.add_depth(depth);
        if let (true, [solution]) = (self.args.backdoor, &answer.solutions[..]) {
            match backdoor(puzzle, solution, effort.deadline) {
                Ok(digits) => rating.backdoor = Some(digits.len()),
                Err(SolveError::TimedOut) => rating.late = true,
                Err(error) => return Err(error.to_string()),
            }
        }
        if self.args.steps {
            let steps = StepRating::of(state.with_givens(puzzle.givens()), &effort)
                .map_err(|error| error.to_string())?;
            rating.add_steps(&steps);
            let counts: BTreeMap<String, usize> =
                steps.counts.iter().map(|(name, &count)| (name.to_string(), count)).collect();
            more.push(("techniques", json!(counts)));
        }
        Ok((report, if rating.late { exit.max(Exit::Unknown) } else { exit }))
    }
}
