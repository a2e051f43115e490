//! `encode`: formulas for SAT solvers and their kin.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};

use super::Exit;
use super::formula::{FormulaArgs, Origin, formula};
use super::options::{Force, Inputs, NotOne, TimeLimit, one_of};
use super::output::{Lines, NewFile, new_path, shown};
use super::reader::{Asked, Reader};
use super::run::{self, Done, Item};
use crate::contender::FormulaKind;
use satdoku::answer::Deadline;
use satdoku::dimacs::{self, Comments, Format, Style};
use satdoku::encode::Formula;
use satdoku::grid::{Candidate, Candidates};
use satdoku::rules::Puzzle;
use satdoku::solve::SolveError;

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

/// What stands for the number of a puzzle in the name of its file.
const NUMBER: &str = "{}";

/// Reads the puzzle and writes its formula, or those of several puzzles.
pub fn run(args: &Args) -> Result<Exit> {
    let (format, has_cubes) = (args.format, args.formula.cube_count().is_some());
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
    let Asked { puzzle, candidates, .. } =
        args.inputs.read_one(Reader::read_candidates).map_err(|error| {
            match error.is::<NotOne>() {
                true => anyhow!("{error:#}; -o DIR/ writes a formula for each of several puzzles"),
                false => error,
            }
        })?;
    let inputs = args.inputs.paths();
    let create = |path: &PathBuf| NewFile::create(path, args.force.force, &inputs);
    let file = args.place.as_ref().map(create).transpose()?;
    let task = Task::new(args, &puzzle, candidates.as_ref(), deadline)?;
    let wanted = args.formula.cube_count().unwrap_or_default();
    if let Some(found) = task.cubes.as_ref().map(Vec::len).filter(|&found| found < wanted) {
        let cubes = super::count(found as u64, "cube");
        super::note(format_args!("{cubes} instead of {wanted}: propagation settles each of them"));
    }
    match file {
        None => {
            let mut out = Lines::default();
            task.write(&mut out)?;
            out.flush()?;
        }
        Some(out) => task.write_file(out)?,
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
    let work = |(): &mut (), item: Item<'_>, asked: Result<&Asked, &str>, done: &mut Done<()>| {
        let deadline = args.time_limit.deadline();
        let Ok(asked) = asked else { return };
        let path = PathBuf::from(pattern.replace(NUMBER, &format!("{:06}", item.number)));
        let written = NewFile::create(&path, args.force.force, &inputs).and_then(|out| {
            Task::new(args, &asked.puzzle, asked.candidates.as_ref(), deadline)?.write_file(out)
        });
        if let Err(error) = written {
            done.complain(item, super::exit_of(&error), &format!("{error:#}"));
        }
    };
    let read = Reader::read_candidates;
    Ok(run::puzzles(&args.inputs, 1, read, || Ok(()), work, |()| Ok(()))?.exit)
}

/// A formula to be written.
struct Task<'a> {
    args: &'a Args,
    deadline: Deadline,
    formula: Formula,
    cubes: Option<Vec<Vec<Candidate>>>,
    notes: Vec<String>,
}

impl<'a> Task<'a> {
    fn new(
        args: &'a Args,
        puzzle: &Puzzle,
        candidates: Option<&Candidates>,
        deadline: Deadline,
    ) -> Result<Task<'a>> {
        let mut kind = args.formula.kind();
        if args.format == Format::Opb {
            kind = FormulaKind { encoding: Format::OF_EQUALITIES, ..kind };
        }
        let formula = formula(kind, puzzle, candidates, deadline)?;
        let cubes = args.formula.cubes(&formula, deadline)?;
        let notes = Origin::new(puzzle, candidates, kind).notes();
        Ok(Task { args, deadline, formula, cubes, notes })
    }

    fn write(&self, out: &mut dyn Write) -> Result<()> {
        self.try_write(out).map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => SolveError::TimedOut.into(),
            _ => error.into(),
        })
    }

    fn try_write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Args { format, names, .. } = *self.args;
        let comments = if names { Comments::Names } else { Comments::Words };
        let style = Style { format, comments, notes: &self.notes, deadline: self.deadline };
        if self.cubes.is_none() || format == Format::Icnf {
            dimacs::write_as(&self.formula, &style, out)?;
        }
        let cubes = self.cubes.as_deref().unwrap_or_default();
        dimacs::write_cubes(&self.formula, cubes, out)
    }

    fn write_file(&self, mut out: NewFile) -> Result<()> {
        self.write(&mut out)?;
        out.finish()
    }
}
