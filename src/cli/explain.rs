//! `explain`: all steps, each with its reason, each checkable.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::json;

use super::Exit;
use super::hint::undecided;
use super::options::{Format, Inputs};
use super::output::NewFile;
use super::reader::Reader;
use super::run::{self, Done, Item};
use super::steps::{self, Cells, EffortArgs, StepJson};
use crate::answer::{Answer, Deadline, Limits, Status};
use crate::dimacs::push_clause;
use crate::explain::{CellNames, End, State, Step, Words};
use crate::grid::Grid;
use crate::numbering::Numbering;
use crate::rules::Puzzle;
use crate::solve::Pipeline;

/// Show all steps to the solution, each with its reason
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among(&[Format::Text, Format::Json]))]
    format: Format,
    /// Also write each step as a formula that has no model, into this new folder
    #[arg(long, value_name = "DIR")]
    steps_cnf: Option<PathBuf>,
    /// How to name cells
    #[arg(long, value_name = "NAMES", default_value = "a1")]
    cells: Cells,
    #[command(flatten)]
    effort: EffortArgs,
}

const EXAMPLES: &str = "\
A step follows from its truths (at least one candidate of a cell, or place of a
digit in a unit, holds) and its links (at most one of them holds): these and the
opposite of the conclusion have no model. The last line says what the steps
prove together.

Exits with 1 if the puzzle has no solution or several, and with 4 if the steps
end before the solution.

Examples:
  Explain a puzzle:
    satdoku explain 1.3...2..1..4..2
  Print the steps as JSON, cells as r1c1:
    satdoku explain --format json --cells rc 1.3...2..1..4..2
  Write a formula per step, for any SAT solver to refute:
    satdoku explain --steps-cnf steps 1.3...2..1..4..2";

/// What the folder of formulas says about itself.
const README: &str = "\
Each file is one step of a puzzle as DIMACS CNF. It states the truths and the
links that the step uses, over the candidates that were left before the step,
and the opposite of its conclusion. So it has no model: any SAT solver answers
UNSATISFIABLE, and the step is right. The comments say the step in words and
what the variables stand for. A clause that is called no rule is an assumption:
it holds if the puzzle has one solution.
";

/// Explains all puzzles of the inputs.
pub fn run(args: &Args) -> Result<Exit> {
    if let Some(folder) = &args.steps_cnf {
        std::fs::create_dir(folder)
            .with_context(|| format!("'{}' cannot be created", super::output::shown(folder)))?;
        let mut readme = NewFile::create(&folder.join("README.txt"), false, &[])?;
        readme.write_all(README.as_bytes())?;
        readme.finish()?;
    }
    let worker = || Ok(Worker { args, reader: args.inputs.puzzle.reader()? });
    Ok(run::puzzles(&args.inputs, 1, worker, Worker::work, |()| Ok(()))?.exit)
}

struct Worker<'a> {
    args: &'a Args,
    reader: Reader,
}

impl Worker<'_> {
    fn work(&mut self, item: Item<'_>, done: &mut Done<()>) {
        let (puzzle, mut state) = match steps::read(&mut self.reader, item.raw) {
            Ok(read) => read,
            Err(error) => return done.reject(item, &error),
        };
        let symbols = self.reader.options().symbols.clone();
        let (mut text, mut number, mut failure) = (String::new(), 0, None);
        let mut effort = self.args.effort.effort();
        let known = effort.assume_unique.then(|| solutions(&puzzle, effort.deadline));
        let status = known.as_ref().map(|(status, _)| *status);
        effort.assume_unique = status == Some(Status::Unique);
        let mut is_assumed = false;
        let each = |state: &State, step: &Step| {
            number += 1;
            is_assumed |= !step.assumed.is_empty();
            let words = steps::words(state, step, self.args.cells, &symbols);
            match self.args.format {
                Format::Json => {
                    let mut record = serde_json::to_value(StepJson::of(&words)).expect("strings");
                    record["puzzle"] = item.number.into();
                    record["step"] = number.into();
                    writeln!(text, "{record}")
                }
                _ => writeln!(text, "{number:>3}. {}", words.sentence()),
            }
            .expect("a string takes everything");
            if let Some(folder) = &self.args.steps_cnf
                && failure.is_none()
            {
                let path = folder.join(format!("puzzle-{}-step-{number:03}.cnf", item.number));
                failure = write_formula(&path, &words).err();
            }
        };
        let end = match status {
            Some(Status::Multiple) => Ok(End::Open),
            _ => state.follow(&effort, each),
        };
        if let Some(error) = failure {
            return done.complain(item, Exit::Error, &format!("{error:#}"));
        }
        let end = match end {
            Ok(end) => end,
            Err(error) => return done.complain(item, Exit::Failed, &error.to_string()),
        };
        let open = || {
            let filled = state.placed().filled().count();
            format!("{filled} of {} cells are filled", state.size().cell_count())
        };
        let (exit, status, proved) = match end {
            End::Solved => {
                let solution = self.args.inputs.puzzle.line(state.placed());
                let what = match is_assumed {
                    true => "if there is one solution, it is",
                    false => "the only solution is",
                };
                (Exit::Success, "unique", format!("proved: {what} {solution}"))
            }
            End::Contradiction => {
                (Exit::Negative, "none", "proved: there is no solution".to_owned())
            }
            End::Open => match &solutions(&puzzle, effort.deadline).1[..] {
                [first, second] => {
                    let cell = |cell| CellNames::from(self.args.cells).name(state.size(), cell);
                    let why = undecided(first, second, &cell);
                    (Exit::Negative, "multiple", format!("stopped: {why}"))
                }
                _ => {
                    let most = effort.max_truths;
                    let why = format!("trials within trials give no further step of {most} truths");
                    (Exit::Unknown, "open", format!("stopped: {why} or fewer; {}", open()))
                }
            },
            End::TimedOut => {
                (Exit::Unknown, "open", format!("stopped: the time limit was reached; {}", open()))
            }
        };
        match self.args.format {
            Format::Json => {
                let puzzle = item.number;
                writeln!(text, "{}", json!({ "puzzle": puzzle, "status": status, "end": proved }))
            }
            _ => writeln!(text, "{proved}"),
        }
        .expect("a string takes everything");
        if item.number > 1 && self.args.format == Format::Text {
            done.text.push(b'\n');
        }
        done.text.extend_from_slice(text.as_bytes());
        done.end(exit);
    }
}

/// Two solutions, or fewer if there are no more or the deadline came first.
fn solutions(puzzle: &Puzzle, deadline: Deadline) -> (Status, Vec<Grid>) {
    let limits = Limits { deadline, ..Limits::UNIQUE };
    let solved = Pipeline::new().solve(puzzle, &limits);
    let answer = solved.map_or(Answer::default(), |solved| solved.answer);
    (answer.status(&limits), answer.solutions)
}

/// A step as DIMACS, with its sentence and its variables as comments.
fn write_formula(path: &Path, words: &Words) -> Result<()> {
    let Words { state, step, names, symbols } = *words;
    let formula = Step::formula(step, state);
    let numbering = Numbering::full(State::size(state));
    let mut variables: Vec<_> = formula.iter().flatten().map(|lit| lit.var()).collect();
    variables.sort_unstable();
    variables.dedup();
    let mut file = NewFile::create(path, false, &[])?;
    writeln!(file, "c {}", words.sentence())?;
    // They are the first of the clauses that are not negative.
    let positive = formula.iter().filter(|clause| clause.iter().all(|lit| lit.is_positive()));
    for (deadly, clause) in step.assumed.iter().zip(positive) {
        let lits = clause.iter().map(|lit| format!("{} ", lit.to_dimacs())).collect::<String>();
        writeln!(file, "c {lits}0 is no rule: {}", words.assumption(deadly))?;
    }
    for var in variables {
        let candidate = numbering.candidate(var).expect("a candidate of the full numbering");
        let cell = names.name(state.size(), candidate.cell);
        let digit = symbols.write(candidate.digit, state.size().side());
        writeln!(file, "c {} is {cell}={digit}", var.to_dimacs())?;
    }
    writeln!(file, "p cnf {} {}", formula.var_count(), formula.len())?;
    let mut clauses = Vec::new();
    formula.iter().for_each(|clause| push_clause(&mut clauses, clause));
    file.write_all(&clauses)?;
    file.finish()
}
