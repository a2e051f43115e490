//! `encode`: formulas for SAT solvers and their kin.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};

use super::exit::Exit;
use super::file::{Force, NUMBER, NewFile, new_path, shown};
use super::formula::{FormulaArgs, Origin, cubes, formula};
use super::input::Inputs;
use super::options::{SAT_OPTIONS, TimeLimit, one_of, whole_number};
use super::output::{Lines, count, note, words};
use super::reader::{Asked, NotOne, Reader, read_only};
use super::run::{Done, Item, Task};
use crate::contender::FormulaKind;
use satdoku::dimacs::{self, Comments, Format, Style};
use satdoku::{Deadline, SolveError};

/// Write the CNF formula of a puzzle as DIMACS, or with --cubes the cubes that split it
///
/// For a grid of candidates, writes the formula of the candidates that remain after propagation.
/// Cubes are written as in iCNF: a line 'a LITERAL... 0' for each. Every solution is in exactly one
/// cube; 'decode --cubes' puts the answers together.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Split the formula into about N parts (cubes), fewer if that settles the puzzle. A cube is a
    /// list of assumptions; every solution is in exactly one cube
    #[arg(long, value_name = "N", help_heading = SAT_OPTIONS, value_parser = whole_number(1..=1_000_000_usize), allow_negative_numbers = true)]
    cubes: Option<usize>,
    #[command(flatten)]
    time_limit: TimeLimit,
    /// Output format: dimacs; icnf, with --cubes; opb for pseudo-Boolean solvers, with equalities in
    /// place of clauses
    #[arg(long, value_name = "FORMAT", default_value = "dimacs", value_parser = one_of(Format::ALL, Format::name))]
    format: Format,
    /// Write a comment line for each variable, such as 'c 42 A5=6'
    #[arg(long)]
    names: bool,
    /// Write to FILE instead of standard output; for several puzzles, name a folder (DIR/ or one
    /// that exists; its files are 000001.cnf and so on), or put {} in the name for the number
    #[arg(short = 'o', long = "output", value_name = "FILE|DIR", value_parser = new_path(), group = "output")]
    place: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

const EXAMPLES: &str = "\
Examples:
  Write the formula of a puzzle to a file:
    satdoku encode 12..3.......2.1. -o puzzle.cnf
  Solve it with a SAT solver, and show its answer as a verified grid:
    cadical -q puzzle.cnf | satdoku decode --cnf puzzle.cnf
  Write the formula of each puzzle of a file into a folder:
    satdoku encode puzzles/famous.txt -o formulas/
  Name each variable in a comment, such as 'c 7 A2=3':
    satdoku encode --names 12..3.......2.1.
  Split it into about 20 cubes, to be solved apart:
    satdoku encode --simplified --cubes 20 ................ -o puzzle.cubes
  Show the numbers of variables and clauses of the smallest encoding:
    satdoku encode --encoding minimal 12..3.......2.1. | grep '^p cnf'";

/// Reads the puzzle and writes its formula, or those of several puzzles.
pub fn run(args: &Args) -> Result<Exit> {
    let (format, has_cubes) = (args.format, args.cubes.is_some());
    match format {
        Format::Icnf => ensure!(has_cubes, "--format icnf: the cubes are missing; add --cubes N"),
        Format::Dimacs => {}
        _ => ensure!(!has_cubes, "--format {}: leave out --cubes", format.name()),
    }
    if format == Format::Opb && args.formula.is_encoding_given() {
        bail!("--format opb: leave out --encoding and --amo; the rules are equalities");
    }
    if let Some(pattern) = args.place.as_deref().and_then(|output| pattern(output, format)) {
        return write_each(args, &pattern);
    }
    let deadline = args.time_limit.deadline();
    let asked = read_only(&args.inputs, Reader::read_candidates);
    let asked = asked.map_err(|error| match error.is::<NotOne>() {
        true => anyhow!("{}; -o DIR/ writes a formula for each of several puzzles", words(&error)),
        false => error,
    })?;
    let file = NewFile::begin(args.place.as_ref(), args.force.force, &args.inputs.paths())?;
    match file {
        None => {
            let mut out = Lines::default();
            write(args, &asked, deadline, &mut out)?;
            out.flush()?;
        }
        Some(mut file) => {
            write(args, &asked, deadline, &mut file)?;
            file.finish()?;
        }
    }
    Ok(Exit::Success)
}

/// The names of files for several puzzles, if an output is such: a folder or a pattern.
fn pattern(output: &Path, format: Format) -> Option<String> {
    let name = output.to_str()?;
    if name.contains(NUMBER) {
        return Some(name.to_owned());
    }
    let is_folder = name.ends_with('/') || output.is_dir();
    is_folder.then(|| format!("{}/{NUMBER}.{}", name.trim_end_matches('/'), format.extension()))
}

/// Writes the formula of every puzzle of the inputs.
fn write_each(args: &Args, pattern: &str) -> Result<Exit> {
    let folder = Path::new(pattern).parent().filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder {
        fs::create_dir_all(folder).with_context(|| format!("'{}'", shown(folder)))?;
    }
    let inputs = args.inputs.paths();
    let work = |(): &mut (), item: &Item<'_>, _: &mut Done<()>| {
        let deadline = args.time_limit.deadline();
        let Ok(asked) = item.asked else { return Ok(()) };
        let path = PathBuf::from(pattern.replace(NUMBER, &format!("{:06}", item.number)));
        let mut file = NewFile::create(&path, args.force.force, &inputs)?;
        write(args, asked, deadline, &mut file)?;
        file.finish()
    };
    Task::of(&args.inputs).run(|| Ok(()), work, |()| Ok(()))
}

/// Writes the formula of a puzzle.
fn write(args: &Args, asked: &Asked, deadline: Deadline, out: &mut dyn Write) -> Result<()> {
    let Asked { puzzle, candidates, .. } = asked;
    let Args { format, names, .. } = *args;
    let mut kind = args.formula.kind();
    if format == Format::Opb {
        kind = FormulaKind { encoding: Format::OF_EQUALITIES, ..kind };
    }
    let formula = formula(kind, puzzle, candidates.as_ref(), deadline)?;
    let cubes = args.cubes.map(|wanted| cubes(&formula, wanted, deadline)).transpose()?;
    if let (Some(cubes), Some(wanted)) = (&cubes, args.cubes)
        && cubes.len() < wanted
    {
        let cubes = count(cubes.len(), "cube");
        note(format_args!("{cubes} instead of {wanted}: propagation settles each of them"));
    }
    let notes = Origin::new(puzzle, candidates.as_ref(), kind).notes();
    let comments = if names { Comments::Names } else { Comments::Words };
    let style = Style { format, comments, notes: &notes, deadline };
    let mut write = || {
        if cubes.is_none() || format == Format::Icnf {
            dimacs::write(&formula, &style, out)?;
        }
        dimacs::write_cubes(&formula, cubes.as_deref().unwrap_or_default(), out)
    };
    write().map_err(|error: io::Error| match error.kind() {
        io::ErrorKind::TimedOut => SolveError::TimedOut.into(),
        _ => error.into(),
    })
}
