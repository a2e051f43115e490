//! The answers of each function, made by the code of the program's subcommand of the same name.

use std::collections::BTreeMap;
use std::ffi::OsString;

use numpy::PyArray1;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use satdoku::canonical::Canonicalizer;
use satdoku::draw::Picture;
use satdoku::evidence::certificate::make;
use satdoku::explain::{Hint, State, Step, StepReport, Words};
use satdoku::generate::Recipe;
use satdoku::varisat::Lit;
use satdoku::{Dpll, Pipeline, Symbols, verify};
use satdoku_cli::command::reader::{Asked, Reader};
use satdoku_cli::command::verdict::Verdict;
use satdoku_cli::command::{self as program, Command, canonical, rate};
use serde_json::{Value, json};

use crate::reading::{Given, read, read_values};

/// A grid in the form in which the caller passed the puzzle.
#[derive(Debug, IntoPyObject)]
pub enum Shown {
    Line(String),
    Values(Vec<u16>),
}

/// An answer to one puzzle.
#[derive(Debug)]
pub enum Answer {
    /// Status, solution, second solution, and the reason of an answer without a solution.
    Solved(&'static str, [Option<Shown>; 2], Option<String>),
    /// A JSON object.
    Json(String),
    /// The number of variables, and all clauses one after the other, with a 0 after each clause.
    Formula(usize, Vec<i32>),
    /// The files of a certificate.
    Files(BTreeMap<String, Vec<u8>>),
}

impl Answer {
    /// The answer as an object of Python.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self {
            Answer::Solved(status, solutions, reason) => {
                let [first, second] = solutions;
                (status, first, second, reason).into_bound_py_any(py)
            }
            Answer::Json(text) => text.into_bound_py_any(py),
            Answer::Formula(variables, literals) => {
                (variables, PyArray1::from_vec(py, literals)).into_bound_py_any(py)
            }
            Answer::Files(files) => files.into_bound_py_any(py),
        }
    }
}

/// A function of the package with its options.
#[derive(Debug)]
pub struct Task(Command);

/// The reader and the solvers of one thread.
pub struct Worker {
    reader: Reader,
    pipeline: Pipeline,
    dpll: Dpll,
    canonicalizer: Canonicalizer,
}

type Told<T> = Result<T, String>;

/// Turns an error into its message, followed by the messages of its causes.
fn told<T>(result: anyhow::Result<T>) -> Told<T> {
    result.map_err(|error| format!("{error:#}"))
}

impl Task {
    /// The subcommand that these arguments name. The arguments do not include the program's name.
    pub fn parse(arguments: Vec<OsString>) -> Told<Task> {
        let program = ["satdoku".into()].into_iter();
        program::parse(program.chain(arguments)).map(Task)
    }

    /// The reader and the solvers that a thread needs for this task.
    pub fn worker(&self) -> Told<Worker> {
        let inputs = match &self.0 {
            Command::Solve(args) => &args.inputs,
            Command::Check(args) => &args.inputs,
            Command::Hint(args) => &args.inputs,
            Command::Explain(args) => &args.inputs,
            Command::Rate(args) => &args.inputs,
            Command::Encode(args) => &args.inputs,
            Command::Certify(args) => &args.inputs,
            Command::Canonical(args) => &args.inputs,
            _ => return Err("expected a function of puzzles, found another".to_owned()),
        };
        let mut reader = told(Reader::new(&inputs.puzzle))?;
        reader.is_quiet = true;
        // The number of guesses must not depend on the processor.
        let (pipeline, dpll) = (Pipeline::new(), Dpll::portable());
        Ok(Worker { reader, pipeline, dpll, canonicalizer: Canonicalizer::new() })
    }

    fn read(&self, worker: &mut Worker, given: &Given) -> Told<Asked> {
        let is_of_digits =
            matches!(self.0, Command::Rate(_) | Command::Certify(_) | Command::Canonical(_));
        let how = if is_of_digits { Reader::read } else { Reader::read_candidates };
        read(&mut worker.reader, given, how)
    }

    /// The answer to a puzzle.
    pub fn answer(&self, worker: &mut Worker, given: &Given) -> Told<Answer> {
        let asked = &self.read(worker, given)?;
        if let Command::Solve(_) = self.0 {
            let verdict = self.solve(worker, asked)?;
            let mut shown = verdict.solutions.iter().map(|grid| match given {
                Given::Values(_) => Shown::Values(grid.values().to_vec()),
                _ => Shown::Line(asked.line(grid)),
            });
            let solutions = [shown.next(), shown.next()];
            return Ok(Answer::Solved(verdict.status.name(), solutions, verdict.why()));
        }
        let answer = self.tell(worker, asked);
        told(answer)
    }

    fn tell(&self, worker: &mut Worker, asked: &Asked) -> anyhow::Result<Answer> {
        let record = match &self.0 {
            Command::Check(args) => {
                let mut report = args.examine(asked, &mut worker.pipeline)?;
                report.state(asked);
                json!(report)
            }
            Command::Rate(args) => {
                let mut record = rate::Record::default();
                args.rate(asked, &mut record, &mut worker.dpll)?;
                args.mismatch(asked, &mut record, &mut worker.pipeline)?;
                json!(record)
            }
            Command::Canonical(args) => {
                let form = args.form(&mut worker.canonicalizer, asked)?;
                json!(canonical::Record::of(asked, form))
            }
            Command::Hint(_) | Command::Explain(_) => self.steps(asked, None)?.0,
            Command::Encode(args) => {
                let formula = args.formula(asked, args.time_limit.deadline())?;
                let mut literals = Vec::new();
                let numbering = formula.for_each_clause(|clause, _| {
                    literals.extend(clause.iter().map(|lit| lit.to_dimacs() as i32).chain([0]));
                });
                return Ok(Answer::Formula(numbering.variable_count(), literals));
            }
            Command::Certify(args) => {
                return Ok(Answer::Files(make(&asked.puzzle, &args.options())?));
            }
            _ => Value::Null,
        };
        Ok(Answer::Json(record.to_string()))
    }

    fn solve(&self, worker: &mut Worker, asked: &Asked) -> Told<Verdict> {
        let Command::Solve(args) = &self.0 else { return Ok(Verdict::default()) };
        let (limits, candidates) = (args.limits(), asked.candidates.as_ref());
        let solved = worker.pipeline.solve_among(&asked.puzzle, candidates, &limits);
        let answer = solved.map_err(|error| error.to_string())?.answer;
        Ok(Verdict::of(asked, answer, &limits, None))
    }

    /// The verdict on the puzzle in one row of an array.
    pub fn solve_row(
        &self,
        worker: &mut Worker,
        values: impl ExactSizeIterator<Item = i64>,
    ) -> Verdict {
        let asked = read_values(&mut worker.reader, values);
        let verdict = asked.and_then(|asked| self.solve(worker, &asked));
        verdict.unwrap_or_else(Verdict::error)
    }

    /// A hint or all steps as JSON, and a picture of the step `drawn`, or of the state at the end.
    fn steps(&self, asked: &Asked, drawn: Option<usize>) -> anyhow::Result<(Value, Picture)> {
        let (args, about) = match &self.0 {
            Command::Hint(args) => {
                (&args.steps, Some(args.goal(asked.puzzle.size(), &asked.symbols)?))
            }
            Command::Explain(args) => (&args.steps, None),
            _ => anyhow::bail!("expected hint or explain"),
        };
        let (puzzle, mut state) = program::steps::begin(asked)?;
        let mut note = None;
        let guide = args.guide(&puzzle, &state, &asked.symbols, |why| note = Some(why))?;
        let picture = Picture::new(&puzzle, guide.symbols).names(guide.names);
        let (mut steps, mut picture_of_step): (Vec<StepReport>, _) = (Vec::new(), None);
        let mut add = |state: &State, step: &Step| {
            let words: Words<'_> = guide.words(state, step);
            if drawn == Some(steps.len()) {
                let caption = words.sentence();
                picture_of_step = Some(picture.clone().step(state, step).caption(&caption));
            }
            steps.push(args.report(&words));
        };
        let ending = match about {
            None => Some(guide.follow(&mut state, add)?),
            Some(about) => match guide.hint(&state, about.as_ref())? {
                Hint::Ending(ending) => Some(ending),
                Hint::Steps(found) => {
                    found.iter().for_each(|(state, step)| add(state, step));
                    None
                }
            },
        };
        let names = |cells| args.names(puzzle.size(), cells);
        let record = json!({
            "status": ending.as_ref().map_or("step".to_owned(), |ending| ending.name()),
            "sentence": ending.as_ref().map(|ending| &ending.sentence),
            "steps": steps,
            "differ": ending.as_ref().map(|ending| names(&ending.differ)),
            "open": ending.as_ref().map(|ending| names(&ending.open)),
            "note": note,
        });
        let picture = picture.found(state.placed()).candidates(state.candidates());
        let picture = match &ending {
            Some(ending) => picture
                .clashing(ending.clashing.iter().map(|given| given.cell))
                .caption(&ending.sentence),
            None => picture,
        };
        Ok((record, picture_of_step.unwrap_or(picture)))
    }

    /// A picture of a puzzle and of the answer, as SVG.
    pub fn draw(&self, worker: &mut Worker, given: &Given, step: Option<usize>) -> Told<String> {
        let asked = &self.read(worker, given)?;
        let picture = match &self.0 {
            Command::Solve(_) => {
                let verdict = self.solve(worker, asked)?;
                verdict.picture(asked, verdict.why().as_deref())
            }
            Command::Check(args) => told(args.examine(asked, &mut worker.pipeline))?.picture(asked),
            Command::Hint(_) | Command::Explain(_) => told(self.steps(asked, step))?.1,
            _ => Picture::new(&asked.puzzle, &asked.symbols),
        };
        Ok(picture.to_svg())
    }

    /// The solution, in a line, that a model of a puzzle's formula describes. It was verified.
    pub fn decode(&self, worker: &mut Worker, given: &Given, model: &[i32]) -> Told<String> {
        let Command::Encode(args) = &self.0 else {
            return Err("expected the options of encode".to_owned());
        };
        let asked = self.read(worker, given)?;
        let formula = told(args.formula(&asked, args.time_limit.deadline()))?;
        let lits = model.iter().filter(|&&lit| lit != 0).map(|&lit| Lit::from_dimacs(lit as isize));
        let mut grid = formula.settled.clone();
        formula.numbering.decode(lits, &mut grid).map_err(|error| error.to_string())?;
        verify(&asked.puzzle, &grid).map_err(|violations| violations[0].to_string())?;
        Ok(asked.line(&grid))
    }

    /// The options of `generate`, and the recipe for its puzzles.
    pub fn recipe(&self) -> Told<(&program::generate::Args, Recipe)> {
        let Command::Generate(args) = &self.0 else {
            return Err("expected the options of generate".to_owned());
        };
        Ok((args, told(args.recipe())?))
    }
}

/// The random puzzle with this index, from 0, as JSON.
pub fn generated(args: &program::generate::Args, recipe: &Recipe, index: u64) -> Told<String> {
    let made = told(args.find(recipe, index))?;
    let text = told(args.text(&made.puzzle, &made.solution, None, true))?;
    let record = json!({
        "puzzle": String::from_utf8_lossy(&text).trim_end(),
        "solution": satdoku::line_of(&made.solution, &Symbols::default()),
        "givens": made.puzzle.givens().filled().count(),
    });
    Ok(record.to_string())
}
