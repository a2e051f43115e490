//! `encode`: the formula as DIMACS.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;

use super::Exit;
use super::formula::{FormulaArgs, Origin};
use super::input::Input;
use super::options::PuzzleArgs;
use super::output::{Lines, NewFile};
use crate::dimacs::{self, Comments, Style};

/// Write the CNF formula of a puzzle as DIMACS, or with --cubes its cubes
///
/// Of a grid of candidates, the formula of what propagation leaves of them. Cubes are written as
/// iCNF has them: a line 'a LITERAL... 0' for each. Every solution is in exactly one cube; 'decode
/// --cubes' puts the answers together.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Puzzle, file, or - for standard input (the default)
    input: Option<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Write a comment line for each variable, such as 'c 42 A5=6'
    #[arg(long, conflicts_with = "no_comments")]
    names: bool,
    /// Write no comment lines
    #[arg(long)]
    no_comments: bool,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "output")]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  Write the formula of a puzzle to a file:
    satdoku encode 12..3.......2.1. -o puzzle.cnf
  Solve it with a SAT solver, and show its answer as a verified grid:
    cadical -q puzzle.cnf | satdoku decode --puzzle 12..3.......2.1.
  Split it into 20 cubes or more, to be solved apart:
    satdoku encode --simplified --cubes 20 12..34.......... -o puzzle.cubes
  Show the numbers of variables and clauses of the smallest encoding:
    satdoku encode --encoding minimal 12..3.......2.1. | grep '^p cnf'";

/// Reads the puzzle and writes its formula.
pub fn run(args: &Args) -> Result<Exit> {
    let (puzzle, candidates) = args.puzzle.read_one_with_candidates(args.input.as_ref())?;
    let choice = args.formula.choice();
    let formula = choice.formula(&puzzle, candidates.as_ref())?;
    let cubes = args.formula.cubes(&formula);
    let comments = match (args.names, args.no_comments) {
        (true, _) => Comments::Names,
        (_, true) => Comments::None,
        _ => Comments::Words,
    };
    let notes = Origin::new(&puzzle, candidates.as_ref(), choice).notes();
    let style = Style { comments, notes: &notes };
    let write = |out: &mut dyn Write| match &cubes {
        None => dimacs::write_as(&formula, &style, out).map(drop),
        Some(cubes) => dimacs::write_cubes(&formula, cubes, out),
    };
    match &args.output {
        None => {
            let mut out = Lines::default();
            write(&mut out)?;
            out.flush()?;
        }
        Some(path) => {
            let input = args.input.as_ref().map(|input| Input::of(input, None));
            let inputs: Vec<_> =
                input.iter().filter_map(|input| Some(input.path()?.to_owned())).collect();
            let mut out = NewFile::create(path, args.force, &inputs)?;
            write(&mut out)?;
            out.finish()?;
        }
    }
    Ok(Exit::Success)
}
