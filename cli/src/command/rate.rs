//! `rate`: tells how hard puzzles are, in one line for each puzzle, in order.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;

use super::columns::Columns;
use super::exit::Exit;
use super::input::Inputs;
use super::options::{Format, Threads};
use super::reader::{Asked, Reader};
use super::run::{Done, Item, Task, write_json};
use super::steps::EffortArgs;
use super::verdict::Verdict;
use satdoku::evidence::clash_text;
use satdoku::explain::{Rated, Rating, Technique, check_size};
use satdoku::verify::clashes;
use satdoku::{Dpll, Limits, Pipeline, PuzzleReport, Status};

#[derive(Debug, clap::Args)]
#[command(after_help = OUTPUT, mut_arg("assume_unique", |arg| arg.conflicts_with("depth")), mut_arg("max_truths", |arg| arg.conflicts_with("depth")), mut_arg("techniques", |arg| arg.conflicts_with("depth")))]
pub struct Args {
    /// The puzzles
    #[command(flatten)]
    pub inputs: Inputs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among(&[Format::Text, Format::Csv, Format::Json]))]
    format: Format,
    /// Find only depth and guesses, which is quicker
    #[arg(long, conflicts_with = "steps")]
    depth: bool,
    /// Also count the steps; JSON also counts them by technique
    #[arg(long)]
    steps: bool,
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    threads: Threads,
}

const OUTPUT: &str = "\
Ratings:
  grade     by the number of truths of the hardest step: easy (singles), medium (1),
            hard (2), expert (3), extreme (4 or more); no grade if the steps stop
            before the solution
  depth     levels of trial and error: 0 if singles solve the puzzle, else how
            deep trials must be nested (up to 3), if each trial uses only singles;
            no depth if there are clues
  score     how hard the puzzle feels, from 0 to 100: by the truths of all steps
            that are not singles, by the number of rounds in which singles fill the
            grid, and by the share of empty cells ('satdoku glossary' has the
            formula); puzzles of the same grade can have different scores
  guesses   how many guesses the solver 'dpll' makes until it knows that the
            solution is the only one; not counted if there are clues
  truths    how many truths the hardest step has; a step of a clue counts as 0
            (easy) to 3 truths, and a trial counts as many truths as it has lines

CSV keeps the columns of the input, and JSON keeps all fields of the input: see
'solve --help'. A solution or a number of solutions in the input is checked in
the same way as by 'solve'.

Exits with 1 if a puzzle does not have exactly one solution, with 3 if the input
gives a wrong solution or number of solutions, and with 4 if the time limit is
reached or the steps stop before the solution.

Examples:
  Rate a puzzle:
    satdoku rate 1.3...2..1..4..2
  Count the depths of a file:
    satdoku rate --depth puzzles/easy.txt | cut -d , -f 2 | sort | uniq -c
  Print all ratings as CSV:
    satdoku rate --steps --format csv puzzles/easy.txt";

/// Rates all puzzles of the inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let names = "status,depth,guesses,truths,technique,steps,open_cells,grade,score,\
                 time_limit_reached,reason";
    let columns = Columns::of(Some(args.format), names);
    let columns = columns.as_ref();
    let task = Task { threads: args.threads.count(), read: Reader::read, ..Task::of(&args.inputs) };
    // The number of guesses must not depend on the processor.
    let worker = || Ok(Worker { args, columns, dpll: Dpll::portable(), pipeline: Pipeline::new() });
    task.run(worker, Worker::work, |()| Ok(()))
}

/// The JSON object of a puzzle.
#[derive(Debug, Default, Serialize)]
pub struct Record {
    #[serde(flatten)]
    puzzle: PuzzleReport,
    #[serde(flatten)]
    rating: Rating,
    /// For each name of steps: the number of steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    techniques: Option<BTreeMap<String, usize>>,
    /// The reason why there is no rating, or the wrong claim of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

struct Worker<'a> {
    args: &'a Args,
    columns: Option<&'a Columns>,
    dpll: Dpll,
    /// The solver that checks the claims of the input.
    pipeline: Pipeline,
}

impl Worker<'_> {
    fn work(&mut self, item: &Item<'_>, done: &mut Done) -> Result<()> {
        let mut record = Record::default();
        let begun = self.columns.map_or(Ok(()), |columns| columns.begin(item, done));
        record.rating.status = Status::Error;
        match (begun, item.asked) {
            (Ok(()), Ok(asked)) => {
                if let Err(error) = self.rate(item, asked, &mut record, done) {
                    record.rating.status = Status::Error;
                    record.error = Some(done.fail(item, &error));
                }
            }
            (Err(error), _) => record.error = Some(error),
            (_, Err(error)) => record.error = Some(error.to_owned()),
        }
        let out = &mut done.text;
        if let Some(columns) = self.columns {
            columns.write(out, item, &record);
        } else if self.args.format == Format::Json {
            write_json(out, item, &record);
        } else {
            out.extend(format!("{}{}\n", item.label(), record.rating).bytes());
        }
        Ok(())
    }

    /// Sets the rating of a puzzle, and checks the claims of the input about its solutions.
    fn rate(
        &mut self,
        item: &Item<'_>,
        asked: &Asked,
        record: &mut Record,
        done: &mut Done,
    ) -> Result<()> {
        let Worker { args, dpll, pipeline, .. } = self;
        args.rate(asked, record, dpll)?;
        let rating = &record.rating;
        done.end(rating.status.into());
        if rating.late || rating.open_cells.is_some() {
            done.end(Exit::Unknown);
        }
        if let Some(verdict) = args.mismatch(asked, record, pipeline)? {
            verdict.tell(item, Exit::Failed, done);
        }
        Ok(())
    }
}

impl Args {
    /// Sets the rating of a puzzle.
    ///
    /// # Errors
    /// If there are no steps for the rules of the puzzle, or a solver failed.
    pub fn rate(&self, asked: &Asked, record: &mut Record, dpll: &mut Dpll) -> Result<()> {
        let puzzle = &asked.puzzle;
        check_size(puzzle.rules())?;
        record.puzzle = asked.report();
        let rated = Rated { grade: !self.depth, steps: self.steps };
        record.rating = Rating::of(puzzle, rated, &self.effort.effort(), dpll)?;
        if record.rating.status == Status::None
            && let Some(clash) = clashes(puzzle.rules(), puzzle.givens()).first()
        {
            record.rating.status = Status::Invalid;
            record.error = Some(clash_text(clash, &asked.symbols));
        }
        let counts = record.rating.counts.as_ref();
        let named = |(name, &count): (&Technique, &usize)| (name.to_string(), count);
        record.techniques = counts.map(|counts| counts.iter().map(named).collect());
        Ok(())
    }

    /// Checks the claims of the input about the solutions. If a claim is wrong, returns the
    /// verdict, and sets the status and the error of the record.
    ///
    /// # Errors
    /// If a solver failed.
    pub fn mismatch(
        &self,
        asked: &Asked,
        record: &mut Record,
        pipeline: &mut Pipeline,
    ) -> Result<Option<Verdict>> {
        if asked.solution.is_none() && asked.count.is_none() {
            return Ok(None);
        }
        let limits = Limits { deadline: self.effort.effort().deadline, ..Limits::UNIQUE };
        let answer = pipeline.solve_among(&asked.puzzle, None, &limits)?.answer;
        let verdict = Verdict::of(asked, answer, &limits, None);
        if verdict.status != Status::Mismatch {
            return Ok(None);
        }
        (record.rating.status, record.error) = (Status::Mismatch, verdict.error.clone());
        Ok(Some(verdict))
    }
}
