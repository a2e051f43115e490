//! `decode`: a SAT solver's answer back into a verified grid.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use itertools::Itertools;

use super::drawing::drawn;
use super::exit::{Exit, failure};
use super::formula::{Origin, formula};
use super::input::Input;
use super::map::MapArgs;
use super::options::{Format, SAT_OPTIONS};
use super::output::{note, warn, write_lines};
use super::puzzle::PuzzleArgs;
use super::reader::{Asked, Reader, read_one};
use satdoku::audit::VariableMap;
use satdoku::dimacs::{self, Assignment, Cnf, ModelError, OutputError, ReadError, SolverOutput};
use satdoku::{Deadline, Grid, SolveError, counted, solutions};

/// Turn the answer of a SAT solver back into a verified grid
///
/// Several models in an answer are several solutions. With --cubes, give a file with the answer for
/// each cube: shows the solutions that were found. If no cube has a solution, the puzzle has none. A
/// claim that there is no other solution is checked by satdoku's own search; 'certify --proof'
/// checks a proof of it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Output of the solver: a file, or - for standard input (the default); with --cubes a file for
    /// each cube
    answers: Vec<OsString>,
    /// Formula that the solver was given: a file that 'encode' wrote, with its comments. They say
    /// which puzzle, rules and encoding it was made of
    #[arg(long, value_name = "FILE", required_unless_present = "input", conflicts_with_all = ["input", "diagonal", "rules", "regions", "size", "column", "map"])]
    cnf: Option<OsString>,
    /// Puzzle of the formula, instead of --cnf: a file, or the puzzle itself
    #[arg(long = "puzzle", value_name = "INPUT")]
    input: Option<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    map: MapArgs,
    /// The answers are those to the cubes of this file, which 'encode --cubes' wrote
    #[arg(long, value_name = "FILE", help_heading = SAT_OPTIONS, requires = "cnf")]
    cubes: Option<OsString>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = Format::among(&[Format::Grid, Format::Line]))]
    format: Format,
}

const EXAMPLES: &str = "\
With --puzzle the variables are those of 'encode' without --simplified,
81*(r-1)+9*(c-1)+d or the like for other sides, unless --map numbers them.
Repeat what 'encode' was given: --diagonal, --rules, --regions, --box, --symbols.

Examples:
  Solve a puzzle with a SAT solver:
    satdoku encode -x --simplified 1............... -o puzzle.cnf
    cadical -q puzzle.cnf | satdoku decode --cnf puzzle.cnf
  Print all solutions that a solver finds, each in a line:
    satdoku encode 1..............2 -o sparse.cnf
    clasp --models 0 sparse.cnf | satdoku decode --cnf sparse.cnf --format line
  Read the answer to a formula of your own by its numbering:
    satdoku encode 12..3.......2.1. | cadical -q | \\
        satdoku decode --puzzle 12..3.......2.1. --map '16*(r-1) + 4*(c-1) + d'";

/// How long our own search checks a claim that there is no other solution.
const REFUTATION_TIME: Duration = Duration::from_secs(2);

/// Reads puzzle and answers, checks the models, and shows what they say together.
pub fn run(args: &Args) -> Result<Exit> {
    let answers: Vec<Input> = match &args.answers[..] {
        [] => vec![Input::Stdin],
        answers => answers.iter().map(Input::of_file).collect(),
    };
    let asked = args.cnf.as_ref().or(args.input.as_ref());
    if answers.contains(&Input::Stdin) && asked.is_some_and(|asked| asked == "-") {
        bail!("expected the formula, the puzzle or the answer on stdin, found two of them");
    }
    // The answer to one cube must not count for another.
    let file = |answer: &&Input| match answer {
        Input::Path(path) => path.canonicalize().unwrap_or_else(|_| path.clone()),
        _ => PathBuf::new(),
    };
    if let Some(twice) = answers.iter().duplicates_by(file).next() {
        bail!("{}: expected an answer for each cube, found this file twice", twice.name());
    }
    let names = answers.iter().map(Input::name).join(", ");
    let decoder = Decoder::new(args)?;
    let most = decoder.cubes.unwrap_or(1);
    ensure!(
        answers.len() <= most,
        "expected {}, found {} ({names}); name the formula with --cnf, and the cubes with --cubes",
        counted(most, "answer"),
        answers.len()
    );
    let mut said = Said::default();
    for answer in &answers {
        decoder.read(answer, &mut said)?;
    }
    if decoder.cubes.is_some() {
        let (refuted, open) = (said.refuted, most.saturating_sub(said.answered));
        note(format_args!(
            "of {}, {refuted} without a solution, as the solver says, and {open} without an answer",
            counted(most, "cube")
        ));
    }
    let solutions: Vec<Grid> = said.solutions.into_iter().unique().collect();
    if said.exhausted == most {
        let evidence = decoder.check_that_there_is_no_other(&solutions, &names)?;
        if solutions.is_empty() {
            write_lines(format!("no solution, {evidence}\n").as_bytes())?;
            return Ok(Exit::Negative);
        }
        let found = counted(solutions.len(), "solution");
        note(format_args!("{found} and no other, {evidence}"));
    }
    let asked = &decoder.asked;
    for (index, grid) in solutions.iter().enumerate() {
        if index > 0 && args.format == Format::Grid {
            write_lines(b"\n")?;
        }
        write_lines(&match args.format {
            Format::Grid => drawn(asked.puzzle.rules(), grid, &asked.symbols),
            _ => (asked.line(grid) + "\n").into_bytes(),
        })?;
    }
    Ok(if solutions.is_empty() { Exit::Unknown } else { Exit::Success })
}

/// What all answers say.
#[derive(Default)]
struct Said {
    /// In the order in which they were found.
    solutions: Vec<Grid>,
    /// Answers that say that there is no other solution.
    exhausted: usize,
    /// Those of them for which no model was given.
    refuted: usize,
    /// Cubes with an answer.
    answered: usize,
}

/// The solution that a model describes.
type Decode = Box<dyn Fn(&Assignment) -> Result<Grid, ModelError>>;

/// What answers are read by.
struct Decoder {
    asked: Asked,
    /// The most variables that an answer may have.
    variables: usize,
    decode: Decode,
    /// What is likely if the answer is wrong.
    doubt: String,
    /// The number of cubes, if the answers are those to cubes.
    cubes: Option<usize>,
}

impl Decoder {
    fn new(args: &Args) -> Result<Decoder> {
        if let Some(argument) = &args.input {
            let asked = read_one(&Input::of(argument), &args.puzzle, Reader::read)?;
            let (puzzle, size) = (asked.puzzle.clone(), asked.puzzle.size());
            let map = args.map.read(size)?.map(|(map, _)| map);
            let map = map.unwrap_or_else(|| VariableMap::standard(size));
            let decode = Box::new(move |model: &Assignment| map.decode(&puzzle, model));
            let doubt =
                "was the formula made of this puzzle, with this numbering? 'audit' checks it";
            let (doubt, variables, cubes) = (doubt.to_owned(), Cnf::MAX_VARIABLES, None);
            return Ok(Decoder { asked, variables, decode, doubt, cubes });
        }
        let file = Input::of_file(args.cnf.as_ref().expect("required without --puzzle"));
        let origin = Origin::read(&file)?;
        let asked = origin.puzzle(&args.puzzle).with_context(|| file.name())?;
        let kind = origin.kind().with_context(|| file.name())?;
        let formula = formula(kind, &asked.puzzle, asked.candidates.as_ref(), Deadline::NONE)?;
        let cubes = args.cubes.as_ref().map(|cubes| -> Result<usize> {
            let file = Input::of_file(cubes);
            let cubes = dimacs::read_cubes(&formula, BufReader::new(file.open()?));
            Ok(cubes.with_context(|| file.name())?.len())
        });
        let (cubes, written) = (cubes.transpose()?, formula.dimensions());
        let doubt = match origin.clauses {
            Some(found) if found != written.clauses => format!(
                "the formula was changed: 'encode' wrote {} clauses, it has {found}",
                written.clauses
            ),
            _ => "was it this formula that the solver was given?".to_owned(),
        };
        let decode = Box::new(move |model: &Assignment| dimacs::decode(&formula, model));
        Ok(Decoder { asked, variables: written.variables, decode, doubt, cubes })
    }

    /// Adds what an answer says; with cubes it is that to one of them.
    fn read(&self, answer: &Input, said: &mut Said) -> Result<()> {
        let (mut has_model, mut is_exhausted, name) = (false, false, answer.name());
        for output in dimacs::read_outputs(BufReader::new(answer.open()?), self.variables) {
            let output = match output {
                // A solver that was stopped leaves an empty file.
                Err(OutputError::NoStatus) if self.cubes.is_some() => SolverOutput::Unknown,
                Err(error @ OutputError::Read(ReadError::Io(_))) => {
                    return Err(error).context(name);
                }
                output => output.map_err(|error| wrong(format!("{name}: {error}")))?,
            };
            match output {
                SolverOutput::Satisfiable(assignment) => {
                    let grid = (self.decode)(&assignment).map_err(|error| {
                        let doubt = &self.doubt;
                        wrong(format!("{name}: the model is no solution: {error}\n  {doubt}"))
                    })?;
                    has_model = true;
                    said.solutions.push(grid);
                }
                SolverOutput::Unsatisfiable => {
                    is_exhausted = true;
                    said.exhausted += 1;
                    said.refuted += usize::from(!has_model);
                }
                SolverOutput::Unknown => warn(format_args!("{name}: the answer is UNKNOWN")),
            }
        }
        said.answered += usize::from(is_exhausted || has_model);
        Ok(())
    }

    /// Holds the claim that there is no other solution against a search of our own; in words what
    /// speaks for it.
    fn check_that_there_is_no_other(&self, known: &[Grid], names: &str) -> Result<&'static str> {
        let (deadline, known) = (Deadline::after(REFUTATION_TIME), HashSet::<_>::from_iter(known));
        let found = solutions(&self.asked.puzzle, self.asked.candidates.as_ref(), deadline);
        let is_new =
            |found: &Result<Grid, _>| !found.as_ref().is_ok_and(|grid| known.contains(grid));
        match found.into_iter().find(is_new) {
            None => Ok("confirmed by satdoku's own search"),
            Some(Ok(solution)) => {
                let says = match known.len() {
                    0 => "UNSATISFIABLE, but there is a solution",
                    _ => "that there is no other solution, but there is",
                };
                let (line, doubt) = (self.asked.line(&solution), &self.doubt);
                Err(wrong(format!("{names}: the solver says {says}: {line}\n  {doubt}")))
            }
            Some(Err(SolveError::TimedOut)) => {
                let time = REFUTATION_TIME.as_secs();
                note(format_args!("satdoku's own search did not end within {time} s"));
                Ok("according to the solver alone")
            }
            Some(Err(error)) => Err(wrong(error.to_string())),
        }
    }
}

fn wrong(message: String) -> anyhow::Error {
    failure(Exit::Failed, message)
}
