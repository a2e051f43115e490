//! `encode`: the formula as DIMACS.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;

use super::Exit;
use super::input::Input;
use super::options::{FormulaArgs, PuzzleArgs};
use super::output::{Lines, NewFile};
use crate::dimacs::{self, Comments};

/// Write a puzzle's CNF as DIMACS, for any SAT solver
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A path, `-` for stdin (the default), or the puzzle itself
    input: Option<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// One comment line a variable: `c 42 A5=6`
    #[arg(long, conflicts_with = "no_comments")]
    names: bool,
    /// No comment lines
    #[arg(long)]
    no_comments: bool,
    /// Write to a file, not to stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    force: bool,
}

/// Reads the puzzle and writes its formula.
pub fn run(args: &Args) -> Result<Exit> {
    let puzzle = args.puzzle.read_one(args.input.as_ref())?;
    let formula = args.formula.formula(&puzzle);
    let comments = match (args.names, args.no_comments) {
        (true, _) => Comments::Names,
        (_, true) => Comments::None,
        _ => Comments::Words,
    };
    match &args.output {
        None => {
            let mut out = Lines::default();
            dimacs::write(&formula, comments, &mut out)?;
            out.flush()?;
        }
        Some(path) => {
            let input = args.input.as_ref().map(|input| Input::of(input, None));
            let inputs: Vec<_> =
                input.iter().filter_map(|input| Some(input.path()?.to_owned())).collect();
            let mut out = NewFile::create(path, args.force, &inputs)?;
            dimacs::write(&formula, comments, &mut out)?;
            out.finish()?;
        }
    }
    Ok(Exit::Success)
}
