//! `rate`: how hard puzzles are, one line each, in order.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;
use serde_json::{Value, json};

use super::columns::{Columns, write_json};
use super::exit::Exit;
use super::options::{Force, Format, Inputs, Threads};
use super::reader::{Asked, Reader};
use super::run::{self, Done, Item};
use super::steps::EffortArgs;
use super::summary::SummaryArgs;
use satdoku::answer::{Limits, Status};
use satdoku::dpll::Dpll;
use satdoku::explain::{Depth, Rating, State, StepRating, backdoor, check_size};
use satdoku::format::PuzzleReport;
use satdoku::rules::Puzzle;
use satdoku::solve::SolveError;

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
            expert (3), extreme (4 or more); none if the steps stop

CSV keeps the columns of the input, and JSON all its fields: see 'solve --help'.

Exits with 1 if a puzzle does not have exactly one solution, and with 4 if the
time limit is reached or the steps stop before the solution.

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
    let names =
        "status,depth,guesses,backdoor,truths,technique,steps,open_cells,grade,time_limit_reached";
    let columns = Columns::of(Some(args.format), names);
    let mut histogram = Histogram::new();
    let total = run::puzzles(
        &args.inputs,
        args.threads.count(),
        Reader::read,
        || Ok(Worker::new(args, columns.as_ref())),
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

/// A line of JSON.
#[derive(Default, Serialize)]
struct Record {
    #[serde(flatten)]
    puzzle: PuzzleReport,
    #[serde(flatten)]
    rating: Rating,
    #[serde(flatten)]
    more: BTreeMap<&'static str, Value>,
}

struct Worker<'a> {
    args: &'a Args,
    columns: Option<&'a Columns>,
    dpll: Dpll,
}

impl<'a> Worker<'a> {
    fn new(args: &'a Args, columns: Option<&'a Columns>) -> Worker<'a> {
        // The guesses must not depend on the processor.
        Worker { args, columns, dpll: Dpll::portable() }
    }

    fn work(&mut self, item: Item<'_>, asked: Result<&Asked, &str>, done: &mut Done<Histogram>) {
        let mut record = Record::default();
        let begun = self.columns.is_none_or(|columns| columns.begin(item, done));
        let asked = asked.ok().filter(|_| begun).and_then(|asked| {
            let is_small = check_size(asked.puzzle.rules());
            is_small.map_err(|error| done.complain(item, Exit::Error, &error.to_string())).ok()?;
            Some(asked)
        });
        let Some(asked) = asked else {
            done.summary.count(Status::Error);
            record.rating.status = "error".to_owned();
            return self.write(item, None, &record, &mut done.text);
        };
        let Asked { puzzle, .. } = asked;
        record.puzzle = asked.report();
        let Record { rating, more, .. } = &mut record;
        match self.rate(puzzle, rating, more) {
            Ok((status, exit)) => {
                done.summary.count(status);
                done.end(exit);
            }
            Err(error) => {
                done.summary.count(Status::Error);
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
        self.write(item, Some(asked), &record, &mut done.text);
    }

    fn write(&self, item: Item<'_>, asked: Option<&Asked>, record: &Record, out: &mut Vec<u8>) {
        if let Some(columns) = self.columns {
            columns.input(out, item, asked);
            out.push(b',');
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(out);
            writer.serialize(&record.rating).expect("a vector takes everything");
        } else if self.args.format == Format::Json {
            write_json(out, item, record);
        } else {
            out.extend(format!("{}\n", record.rating).bytes());
        }
    }

    /// Fills in the rating of a puzzle; `more` is for JSON only.
    fn rate(
        &mut self,
        puzzle: &Puzzle,
        rating: &mut Rating,
        more: &mut BTreeMap<&'static str, Value>,
    ) -> Result<(Status, Exit), String> {
        let mut effort = self.args.effort.effort();
        let limits = Limits { deadline: effort.deadline, ..Limits::UNIQUE };
        let answer = self.dpll.solve(puzzle, &limits).map_err(|error| error.to_string())?;
        let status = answer.status(&limits);
        effort.assume_unique &= status == Status::Unique;
        *rating = Rating::new(&answer, &limits);
        let exit = Exit::from(status);
        if !matches!(status, Status::Unique | Status::None) {
            return Ok((status, exit));
        }
        let state = State::new(puzzle);
        rating.add_depth(state.depth(Depth::GREATEST_KNOWN, effort.deadline));
        if let (true, [solution]) = (self.args.backdoor, &answer.solutions[..]) {
            match backdoor(puzzle, solution, effort.deadline) {
                Ok(digits) => rating.backdoor = Some(digits.len()),
                Err(SolveError::TimedOut) => rating.late = true,
                Err(error) => return Err(error.to_string()),
            }
        }
        if self.args.steps {
            let steps = StepRating::of(state, &effort).map_err(|error| error.to_string())?;
            rating.add_steps(&steps, puzzle.size());
            let counts: BTreeMap<String, usize> =
                steps.counts.iter().map(|(name, &count)| (name.to_string(), count)).collect();
            more.insert("techniques", json!(counts));
        }
        let is_unknown = rating.late || rating.open_cells.is_some();
        Ok((status, if is_unknown { exit.max(Exit::Unknown) } else { exit }))
    }
}
