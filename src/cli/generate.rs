//! `generate`: random puzzles with one solution.

use std::sync::Arc;

use anyhow::{Result, bail};
use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Exit;
use super::exit::Failure;
use super::options::{self, PuzzleArgs, TimeLimit, whole_number};
use super::output::write_lines;
use crate::generate::{GenerateError, Generated, Recipe};
use crate::grid::Size;
use crate::solve::SolveError;

/// Generate random puzzles with exactly one solution
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("size", |size| size.help("Height and width of a box [default: 3x3]")))]
pub struct Args {
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = whole_number(0_u64..), allow_negative_numbers = true)]
    count: u64,
    /// Number of givens per puzzle [default: minimal, no given can be removed]
    #[arg(long, value_name = "N", value_parser = whole_number(0_usize..), allow_negative_numbers = true)]
    givens: Option<usize>,
    /// Seed of the random numbers [default: random, printed to stderr]
    #[arg(long, value_name = "N", value_parser = whole_number(0_u64..), allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "line")]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  Generate three puzzles, the same ones every time:
    satdoku generate --count 3 --seed 1
  Generate a puzzle of 6x6 with 16 givens, drawn:
    satdoku generate --box 2x3 --givens 16 --format grid
  Generate a puzzle with diagonals, and solve it:
    satdoku generate --diagonal | satdoku solve --diagonal";

/// How a generated puzzle is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// One line per puzzle
    Line,
    /// A drawing with boxes
    Grid,
    /// One line per puzzle: PUZZLE:1:SOLUTION
    Record,
}

/// Makes and prints the puzzles one by one.
pub fn run(args: &Args) -> Result<Exit> {
    let rules = Arc::new(args.puzzle.rules(args.puzzle.size.unwrap_or(Size::NINE)));
    if let Some(symbols) = &args.puzzle.symbols
        && symbols.needs_decimals(rules.size().side())
    {
        bail!("expected {} symbols, found {}", rules.size().side(), symbols.count());
    }
    let seed = args.seed.unwrap_or_else(|| {
        let seed = random_seed();
        super::note(format_args!("seed {seed}; --seed {seed} generates the same puzzles"));
        seed
    });
    let recipe =
        Recipe { rules, givens: args.givens, seed, time_limit: args.time_limit.time_limit };
    for index in 0..args.count {
        let Generated { puzzle, solution } = recipe.puzzle(index).map_err(failure)?;
        let givens = puzzle.givens();
        let text = match args.format {
            Format::Line => args.puzzle.show(givens, options::Format::Line),
            Format::Grid => {
                let mut text = args.puzzle.show(givens, options::Format::Grid);
                if index + 1 < args.count {
                    text.push(b'\n');
                }
                text
            }
            Format::Record => {
                let mut text = args.puzzle.show(givens, options::Format::Line);
                text.truncate(text.len() - 1);
                text.extend_from_slice(b":1:");
                text.extend(args.puzzle.show(&solution, options::Format::Line));
                text
            }
        };
        write_lines(&text)?;
    }
    Ok(Exit::Success)
}

/// A limit and a solver that failed have statuses of their own.
fn failure(error: GenerateError) -> anyhow::Error {
    let exit = match &error {
        GenerateError::Solve(SolveError::TimedOut) => Exit::Unknown,
        GenerateError::Solve(_) => Exit::Failed,
        _ => return error.into(),
    };
    Failure { exit, message: error.to_string() }.into()
}

/// A number short enough to type again.
fn random_seed() -> u64 {
    ChaCha8Rng::from_os_rng().next_u64() % 1_000_000_000
}
