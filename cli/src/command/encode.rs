//! `encode`: writes formulas for SAT solvers and related programs.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};

use super::exit::Exit;
use super::file::{NewFile, is_numbered, new_numbered, new_path};
use super::formula::{Origin, formula};
use super::input::Inputs;
use super::options::{EncodingArgs, SAT_OPTIONS, TimeLimit, one_of, whole_number};
use super::output::note;
use super::reader::{Asked, Reader, read_only};
use super::run::{Done, Item, Task};
use crate::contender::FormulaKind;
use satdoku::dimacs::{self, Comments, Format, Soft, Style};
use satdoku::simplify::split;
use satdoku::{Deadline, Formula, SolveError, counted};

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The puzzles
    #[command(flatten)]
    pub inputs: Inputs,
    #[command(flatten)]
    encoding: EncodingArgs,
    /// Simplify the puzzle first and encode the rest, as 'solve' does by default
    #[arg(long, help_heading = SAT_OPTIONS)]
    simplified: bool,
    /// Split the formula into about N parts (cubes), or into fewer parts if propagation alone
    /// settles each of them. A cube is a list of literals to assume; every solution satisfies
    /// exactly one cube
    #[arg(long, value_name = "N", help_heading = SAT_OPTIONS, value_parser = whole_number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    cubes: Option<usize>,
    /// How long it may take to simplify and to split
    #[command(flatten)]
    pub time_limit: TimeLimit,
    /// Write weighted clauses for a MaxSAT solver, which finds the largest set of givens, of clues
    /// or of both for which there is a solution; 'decode' reads the solver's answer
    #[arg(long, value_name = "givens|clues", help_heading = SAT_OPTIONS, value_delimiter = ',', hide_possible_values = true, value_parser = one_of(Soft::ALL, Soft::name), conflicts_with_all = ["simplified", "cubes"])]
    soft: Vec<Soft>,
    /// Output format: dimacs; icnf (with --cubes); wcnf (with --soft); gcnf (a group of clauses for
    /// each given and clue, for tools that find minimal unsatisfiable sets, MUSes); opb (for
    /// pseudo-Boolean solvers, with equalities in place of clauses)
    #[arg(long, value_name = "FORMAT", default_value = "dimacs", value_parser = one_of(Format::ALL, Format::name))]
    format: Format,
    /// Write a comment line for each variable, such as 'c 42 A5=6', and in DIMACS also for the
    /// clauses of each cell, unit, clue and given, such as 'c clauses 1 to 7: A1'
    #[arg(long)]
    names: bool,
    /// Write to FILE instead of standard output; {} in the name of FILE stands for the number of
    /// the puzzle, so that several puzzles can be encoded
    #[arg(short, long, value_name = "FILE", value_parser = new_path())]
    output: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long, requires = "output")]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  Write the formula of a puzzle to a file:
    satdoku encode 12..3.......2.1. -o puzzle.cnf
  Solve the formula with a SAT solver, and show the answer as a verified grid:
    cadical -q puzzle.cnf | satdoku decode --cnf puzzle.cnf
  Write the formula of each puzzle of a file into a folder:
    satdoku encode puzzles/famous.txt -o 'formulas/{}.cnf'
  Name each variable in a comment, such as 'c 7 A2=3':
    satdoku encode --names 12..3.......2.1.
  Let a MaxSAT solver find the fewest givens to remove; 'decode --cnf broken.wcnf' reads its answer:
    satdoku encode --soft givens 12..21.......... -o broken.wcnf
  Write a group of clauses for each given, for a MUS tool:
    satdoku encode --format gcnf 12..21.......... -o broken.gcnf
  Split a formula into about 20 cubes, to be solved one by one:
    satdoku encode --simplified --cubes 20 ................ -o puzzle.cubes
  Show the numbers of variables and clauses of the smallest encoding:
    satdoku encode --encoding minimal 12..3.......2.1. | grep '^p cnf'";

/// Reads the puzzles and writes their formulas.
pub fn run(args: &Args) -> Result<Exit> {
    let (format, has_cubes) = (args.format(), args.cubes.is_some());
    match format {
        Format::Wcnf => ensure!(
            !args.soft.is_empty(),
            "--format wcnf: no clauses are soft; add --soft givens or --soft clues"
        ),
        _ if !args.soft.is_empty() => bail!("--soft: leave out --format {}", format.name()),
        _ => {}
    }
    if format == Format::Gcnf {
        ensure!(!args.simplified, "--format gcnf: leave out --simplified");
    }
    match format {
        Format::Icnf => ensure!(has_cubes, "--format icnf: the cubes are missing; add --cubes N"),
        Format::Dimacs => {}
        _ => ensure!(!has_cubes, "--format {}: leave out --cubes", format.name()),
    }
    if format == Format::Opb && args.encoding.encoding.is_some() {
        bail!("--format opb: leave out --encoding; the rules are equalities");
    }
    if let Some(name) = args.output.as_deref().filter(|name| is_numbered(name)) {
        let work = |(): &mut (), item: &Item<'_>, _: &mut Done| {
            let Ok(asked) = item.asked else { return Ok(()) };
            write_to(args, asked, Some(&new_numbered(name, item.number)?))
        };
        return Task::of(&args.inputs).run(|| Ok(()), work, |()| Ok(()));
    }
    let asked = read_only(&args.inputs, Reader::read_candidates)?;
    write_to(args, &asked, args.output.as_ref())?;
    Ok(Exit::Success)
}

/// Writes the formula of a puzzle to a file or to stdout.
fn write_to(args: &Args, asked: &Asked, path: Option<&PathBuf>) -> Result<()> {
    let deadline = args.time_limit.deadline();
    match path.map(|path| NewFile::create(path, Some(args.force))).transpose()? {
        None => {
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            write(args, asked, deadline, &mut out)?;
            Ok(out.flush()?)
        }
        Some(mut file) => {
            write(args, asked, deadline, &mut file)?;
            file.finish()
        }
    }
}

impl Args {
    /// The format of the formula. If givens or clues are soft, it is the format of MaxSAT solvers.
    fn format(&self) -> Format {
        match self.format {
            Format::Dimacs if !self.soft.is_empty() => Format::Wcnf,
            format => format,
        }
    }

    fn kind(&self) -> FormulaKind {
        let encoding = match self.format {
            Format::Opb => Format::OF_EQUALITIES,
            _ => self.encoding.encoding.unwrap_or_default(),
        };
        FormulaKind { encoding, simplified: self.simplified }
    }

    /// The formula of a puzzle.
    ///
    /// # Errors
    /// If the formula is too large, or the deadline passes while the puzzle is simplified.
    pub fn formula(&self, asked: &Asked, deadline: Deadline) -> Result<Formula> {
        formula(self.kind(), &asked.puzzle, asked.candidates.as_ref(), deadline)
    }
}

/// Writes the formula of a puzzle.
fn write(args: &Args, asked: &Asked, deadline: Deadline, out: &mut dyn Write) -> Result<()> {
    let Asked { puzzle, candidates, .. } = asked;
    let Args { names, .. } = *args;
    let format = args.format();
    if matches!(format, Format::Wcnf | Format::Gcnf) && candidates.is_some() {
        bail!(
            "expected a puzzle of digits for --soft and --format gcnf, found a grid of candidates"
        );
    }
    let formula = args.formula(asked, deadline)?;
    let cubes = |wanted| split(puzzle, &formula.candidates(), wanted, deadline);
    let cubes = args.cubes.map(|wanted| cubes(wanted).ok_or(SolveError::TimedOut)).transpose()?;
    if let (Some(cubes), Some(wanted)) = (&cubes, args.cubes)
        && cubes.len() < wanted
    {
        let cubes = counted(cubes.len(), "cube");
        note(format_args!(
            "{cubes} instead of {wanted}: propagation alone settles each of these cubes"
        ));
    }
    let mut origin = Origin::new(puzzle, candidates.as_ref(), args.kind());
    origin.soft = args.soft.iter().map(ToString::to_string).collect();
    let notes = origin.notes();
    let comments = if names { Comments::Names } else { Comments::Words };
    let style = Style { format, comments, notes: &notes, soft: &args.soft, deadline };
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
