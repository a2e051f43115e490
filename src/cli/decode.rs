//! `decode`: a SAT solver's answer back into a verified grid.

use std::ffi::OsString;
use std::io::BufReader;
use std::time::Duration;

use anyhow::{Context, Result};

use super::exit::Failure;
use super::input::Input;
use super::options::{Format, FormulaArgs, PuzzleArgs};
use super::output::write_lines;
use super::{Exit, warn};
use crate::answer::Limits;
use crate::dimacs::{self, OutputError, SolverOutput};
use crate::solve::{Pipeline, Session, Varisat};

/// Turn the answer of a SAT solver back into a verified grid
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Output of the solver: a file, or - for standard input (the default)
    answer: Option<OsString>,
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
--regions, --box, --symbols, --encoding, --amo, --simplified.

Examples:
  Solve a puzzle with a SAT solver:
    satdoku encode 12..34.......43. | cadical -q | \\
        satdoku decode --puzzle 12..34.......43.
  Solve it with the diagonals and another encoding, and print a line:
    satdoku encode -x --encoding minimal 1............... | cadical -q | \\
        satdoku decode -x --encoding minimal --format line \\
            --puzzle 1...............";

/// How long a claim that there is no solution is held against our own search.
const REFUTATION_TIME: Duration = Duration::from_secs(2);

/// Reads puzzle and answer, checks the model, and shows the grid.
pub fn run(args: &Args) -> Result<Exit> {
    let answer = args.answer.as_ref().map_or(Input::Stdin, answer_input);
    anyhow::ensure!(
        answer != Input::Stdin || args.input != "-",
        "expected the puzzle or the answer on stdin, found both"
    );
    let (puzzle, candidates) = args.puzzle.read_one_with_candidates(Some(&args.input))?;
    let formula = args.formula.formula(&puzzle, candidates.as_ref())?;
    let dimensions = formula.dimensions();
    let name = answer.name();
    let output = dimacs::read_output(BufReader::new(answer.open()?), dimensions.variables);
    match output {
        Err(error @ OutputError::Io(_)) => Err(error).context(name),
        Err(error @ OutputError::Variable { .. }) => {
            Err(wrong(format!("{name}: {error}{}", args.formula.reminder())))
        }
        Err(error) => Err(wrong(format!("{name}: {error}"))),
        Ok(SolverOutput::Unknown) => {
            warn(format_args!("{name}: the solver's answer is UNKNOWN"));
            Ok(Exit::Unknown)
        }
        Ok(SolverOutput::Unsatisfiable) => {
            let limits = Limits::FIRST.within(REFUTATION_TIME);
            let own = match candidates {
                None => Pipeline::new().solve(&puzzle, &limits).map(|solved| solved.answer),
                Some(_) => Session::load(Varisat::new(limits.deadline), formula, limits.deadline)
                    .answer(limits.solutions),
            };
            let own = own.map_err(|error| wrong(error.to_string()))?;
            if let Some(solution) = own.solutions.first() {
                let line = args.puzzle.show(puzzle.rules(), solution, Format::Line);
                return Err(wrong(format!(
                    "{name}: the solver says UNSATISFIABLE, but there is a solution: {}",
                    String::from_utf8_lossy(line.trim_ascii_end())
                )));
            }
            write_lines(b"no solution, according to the solver\n")?;
            Ok(Exit::Negative)
        }
        Ok(SolverOutput::Satisfiable(assignment)) => {
            let grid = dimacs::decode(&formula, &assignment)
                .map_err(|error| wrong(format!("{name}: {error}{}", args.formula.reminder())))?;
            write_lines(&args.puzzle.show(puzzle.rules(), &grid, args.format))?;
            Ok(Exit::Success)
        }
    }
}

/// An answer is always a path or stdin: its text is no puzzle.
fn answer_input(argument: &OsString) -> Input {
    if argument == "-" { Input::Stdin } else { Input::Path(argument.into()) }
}

fn wrong(message: String) -> anyhow::Error {
    Failure { exit: Exit::Failed, message }.into()
}
