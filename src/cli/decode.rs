//! `decode`: a SAT solver's answer back into a verified grid.

use std::ffi::OsString;
use std::io::BufReader;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use itertools::Itertools;

use super::exit::Failure;
use super::input::Input;
use super::options::{Format, FormulaArgs, PuzzleArgs};
use super::output::write_lines;
use super::{Exit, note, warn};
use crate::answer::Limits;
use crate::dimacs::{self, Assignment, OutputError, SolverOutput};
use crate::encode::Formula;
use crate::grid::Grid;
use crate::rules::Puzzle;
use crate::solve::{Pipeline, Session, Varisat};

/// Turn the answer of a SAT solver back into a verified grid
///
/// With --cubes, the answers to cubes, a file for each: shows a solution, or two if several were found, and says that
/// there is none once all cubes are answered so.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Output of the solver: a file, or - for standard input (the default); with --cubes a file for
    /// each cube
    answers: Vec<OsString>,
    /// Puzzle that was encoded: a file, or the puzzle itself
    #[arg(long = "puzzle", value_name = "INPUT")]
    input: OsString,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = Format::among(&[Format::Grid, Format::Line]))]
    format: Format,
}

const EXAMPLES: &str = "\
Give the rules and the encoding that 'encode' was given: --diagonal, --rules,
--regions, --box, --symbols, --encoding, --amo, --simplified, --cubes.

Examples:
  Solve a puzzle with a SAT solver:
    satdoku encode 12..3.......2.1. | cadical -q | \\
        satdoku decode --puzzle 12..3.......2.1.
  Solve it with the diagonals and another encoding, and print a line:
    satdoku encode -x --encoding minimal 1............... | cadical -q | \\
        satdoku decode -x --encoding minimal --format line \\
            --puzzle 1...............";

/// How long a claim that there is no solution is held against our own search.
const REFUTATION_TIME: Duration = Duration::from_secs(2);

/// Reads puzzle and answers, checks the models, and shows what they say together.
pub fn run(args: &Args) -> Result<Exit> {
    let answers: Vec<Input> = match &args.answers[..] {
        [] => vec![Input::Stdin],
        answers => answers.iter().map(answer_input).collect(),
    };
    anyhow::ensure!(
        !answers.contains(&Input::Stdin) || args.input != "-",
        "expected the puzzle or the answer on stdin, found both"
    );
    check_that_all_differ(&answers)?;
    let (puzzle, candidates) = args.puzzle.read_one_with_candidates(Some(&args.input))?;
    let formula = args.formula.formula(&puzzle, candidates.as_ref())?;
    let cubes = args.formula.cubes(&formula).map(|cubes| cubes.len());
    let most = cubes.unwrap_or(1);
    if answers.len() > most {
        let advice = if cubes.is_none() { "; for those of cubes add --cubes N" } else { "" };
        bail!("expected {}, found {}{advice}", super::count(most as u64, "answer"), answers.len());
    }
    let decoder = Decoder { args, variables: formula.dimensions().variables, formula };
    let (mut solutions, mut refuted) = (Vec::new(), 0);
    for answer in &answers {
        match decoder.read(answer)? {
            SolverOutput::Satisfiable(assignment) => {
                let grid = decoder.decode(&answer.name(), &assignment)?;
                if !solutions.contains(&grid) {
                    solutions.push(grid);
                }
            }
            SolverOutput::Unsatisfiable => refuted += 1,
            SolverOutput::Unknown => {
                warn(format_args!("{}: the solver's answer is UNKNOWN", answer.name()));
            }
        }
    }
    if let Some(cubes) = cubes {
        let many = if solutions.len() > 1 { "several solutions; " } else { "" };
        let source = if refuted > 0 { ", according to the solver" } else { "" };
        note(format_args!("{many}{refuted} of {cubes} cubes have no solution{source}"));
    }
    if solutions.is_empty() && refuted == most {
        decoder.check_that_there_is_none(&puzzle, candidates.is_some(), &answers)?;
        write_lines(b"no solution, according to the solver\n")?;
        return Ok(Exit::Negative);
    }
    for (index, grid) in solutions.iter().take(2).enumerate() {
        if index > 0 && args.format == Format::Grid {
            write_lines(b"\n")?;
        }
        write_lines(&args.puzzle.show(puzzle.rules(), grid, args.format))?;
    }
    Ok(if solutions.is_empty() { Exit::Unknown } else { Exit::Success })
}

/// What answers are read by.
struct Decoder<'a> {
    args: &'a Args,
    formula: Formula,
    /// Auxiliaries included.
    variables: usize,
}

impl Decoder<'_> {
    fn read(&self, answer: &Input) -> Result<SolverOutput> {
        let name = answer.name();
        match dimacs::read_output(BufReader::new(answer.open()?), self.variables) {
            Err(error @ OutputError::Io(_)) => Err(error).context(name),
            Err(error @ OutputError::Variable { .. }) => {
                Err(wrong(format!("{name}: {error}{}", self.args.formula.reminder())))
            }
            Err(error) => Err(wrong(format!("{name}: {error}"))),
            Ok(output) => Ok(output),
        }
    }

    fn decode(&self, name: &str, assignment: &Assignment) -> Result<Grid> {
        dimacs::decode(&self.formula, assignment)
            .map_err(|error| wrong(format!("{name}: {error}{}", self.args.formula.reminder())))
    }

    /// Holds the claim that there is no solution against a search of our own.
    fn check_that_there_is_none(
        &self,
        puzzle: &Puzzle,
        has_candidates: bool,
        answers: &[Input],
    ) -> Result<()> {
        let limits = Limits::FIRST.within(REFUTATION_TIME);
        let own = if has_candidates {
            let backend = Varisat::new(limits.deadline);
            Session::load(backend, self.formula.clone(), limits.deadline).answer(limits.solutions)
        } else {
            Pipeline::new().solve(puzzle, &limits).map(|solved| solved.answer)
        };
        let own = own.map_err(|error| wrong(error.to_string()))?;
        let Some(solution) = own.solutions.first() else {
            if !own.complete {
                let time = REFUTATION_TIME.as_secs();
                note(format_args!("satdoku's own search did not end within {time} s"));
            }
            return Ok(());
        };
        let line = self.args.puzzle.line(solution);
        let names = answers.iter().map(Input::name).join(", ");
        Err(wrong(format!(
            "{names}: the solver says UNSATISFIABLE, but there is a solution: {line}"
        )))
    }
}

/// An answer is always a path or stdin: its text is no puzzle.
fn answer_input(argument: &OsString) -> Input {
    if argument == "-" { Input::Stdin } else { Input::Path(argument.into()) }
}

/// The answer to one cube must not count for another.
fn check_that_all_differ(answers: &[Input]) -> Result<()> {
    let file = |answer: &&Input| {
        answer.path().map(|path| path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    };
    match answers.iter().duplicates_by(file).next() {
        Some(twice) => {
            bail!("{}: expected an answer for each cube, found this file twice", twice.name())
        }
        None => Ok(()),
    }
}

fn wrong(message: String) -> anyhow::Error {
    Failure { exit: Exit::Failed, message }.into()
}
