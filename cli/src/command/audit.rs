//! `audit`: is a CNF formula Sudoku?

use std::ffi::OsString;
use std::io::Read;

use anyhow::{Context, Result, bail};

use super::exit::Exit;
use super::input::Input;
use super::map::MapArgs;
use super::options::{TextFormat, TimeLimit};
use super::output::{note, write_lines};
use super::progress::Progress;
use super::puzzle::PuzzleArgs;
use super::reader::{Reader, read_one};
use satdoku::audit::{self, Judgement, Report, VariableMap};
use satdoku::dimacs::Cnf;
use satdoku::solve::in_time;
use satdoku::{Grid, Puzzle, Size, counted};

/// Check whether a CNF formula describes Sudoku: whether its models are exactly the solutions
#[derive(Debug, clap::Args)]
#[command(after_help = CONTENT)]
pub struct Args {
    /// Formula as DIMACS CNF: a file, or - for standard input
    #[arg(value_name = "CNF")]
    formula: OsString,
    #[command(flatten)]
    map: MapArgs,
    /// Puzzle whose givens the formula should state [default: the unit clauses of the formula]
    #[arg(long = "puzzle", value_name = "INPUT")]
    input: Option<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Also draw the grids, and tell which rules follow from the formula and what it repeats
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    format: TextFormat,
}

const CONTENT: &str = "\
Without --map the variables are those of comment lines such as 'c 42 A5=6', else
81*(r-1)+9*(c-1)+d or the like for other sides.

The formula is sound if every model is a solution, and complete if every
solution can be extended to a model. Variables that stand for no candidate are
auxiliary. If the formula is not sound, a rule that a model breaks is named, with
the clause that is missing; if it is not complete, a solution that it forbids,
with the clauses that do. --verbose draws both.

Exits with 0 if the formula is sound and complete, with 1 if it is not, with 2 if
the givens contradict each other, so that there is nothing to compare, with 3 if
the formula has no model at all, and with 4 if it could not be decided.

Examples:
  Write a formula of the rules, and audit it:
    satdoku encode ................ -o sudoku.cnf
    satdoku audit sudoku.cnf
  Give another numbering, here 50 for the digit 4 in row 1, column 2:
    satdoku audit sudoku.cnf --map '16*(d-1) + 4*(r-1) + c'
  Compare a formula without diagonals with rules that have them:
    satdoku audit -x sudoku.cnf
  Check that it states the givens of a puzzle:
    satdoku audit sudoku.cnf --puzzle 12..3.......2.1.";

/// The longest formula that is read.
const MOST_BYTES: u64 = 1 << 28;

/// Reads the formula and the map, and reports.
pub fn run(args: &Args) -> Result<Exit> {
    args.puzzle.check()?;
    let deadline = args.time_limit.deadline();
    let input = Input::of_file(&args.formula);
    let name = input.name();
    let mut text = Vec::new();
    input.open()?.take(MOST_BYTES + 1).read_to_end(&mut text).with_context(|| name.clone())?;
    if text.len() as u64 > MOST_BYTES {
        bail!("{name}: expected a formula of at most {MOST_BYTES} bytes");
    }
    let formula = Cnf::read(&text[..]).with_context(|| name.clone())?;

    let read = |input| read_one(&Input::of(input), &args.puzzle, Reader::read);
    let asked = args.input.as_ref().map(read).transpose()?;
    let size = match &asked {
        Some(asked) => asked.puzzle.size(),
        None => args.puzzle.options().size.map_or_else(|| size_of(&formula), Ok)?,
    };
    audit::check_size(size)?;
    let (map, map_name) = read_map(&args.map, size, &String::from_utf8_lossy(&text))?;
    let givens = audit::givens(&formula, &map).with_context(|| name.clone());
    // The puzzle, or else the rules alone: the formula has the givens.
    let (wanted, symbols) = match asked {
        Some(asked) => (asked.puzzle, asked.symbols),
        None => {
            let rules = args.puzzle.rules(size, args.puzzle.regions.clone())?;
            (Puzzle::new(rules, Grid::empty(size))?, args.puzzle.options().symbols.into())
        }
    };
    let suggest_numbering = || -> Result<()> {
        let is_expected = args.map.map.is_none() && map == VariableMap::standard(size);
        let fitting = match is_expected {
            true => in_time(audit::fitting_numbering(&formula, &wanted, deadline))?.flatten(),
            false => None,
        };
        if let Some(numbering) = fitting.filter(|numbering| *numbering != map_name) {
            note(format_args!("the clauses fit another numbering; try --map '{numbering}'"));
        }
        Ok(())
    };
    let puzzle = match givens {
        _ if args.input.is_some() => wanted.clone(),
        Ok(givens) => wanted.with_givens(givens)?,
        Err(error) => {
            suggest_numbering()?;
            return Err(error);
        }
    };
    let progress = Progress::until_the_end(None);
    let found = audit::audit(&formula, &map, &puzzle, deadline)?;
    progress.finish();
    let (found, formula, map, puzzle) = (&found, (&formula, &text[..]), &map_name, &puzzle);
    let report = Report { found, formula, map, puzzle, symbols: &symbols };
    let said = match args.verbose {
        _ if args.format.is_json() => serde_json::to_string(&report)? + "\n",
        true => format!("{report:#}"),
        false => report.to_string(),
    };
    write_lines(said.as_bytes())?;
    if matches!(found.judgement(), Judgement::NotEquivalent | Judgement::NoModel) {
        suggest_numbering()?;
    }
    Ok(match found.judgement() {
        Judgement::Equivalent => Exit::Success,
        Judgement::NotEquivalent => Exit::Negative,
        Judgement::NoSolution => Exit::Error,
        Judgement::NoModel => Exit::Failed,
        Judgement::Unknown => Exit::Unknown,
    })
}

/// By the number of variables: a cube, or three equal digits as in 444, else 9x9 if they suffice.
fn size_of(formula: &Cnf) -> Result<Size> {
    let variables = formula.variable_count();
    let fits = |side: &usize| side.pow(3) == variables || *side <= 9 && 111 * side == variables;
    match (1..=64_usize).find(fits).and_then(Size::from_side) {
        Some(size) => Ok(size),
        None if variables >= 729 => Ok(Size::NINE),
        None => bail!("{} may be any size; give --box", counted(variables, "variable")),
    }
}

/// The map that is asked for, or else that of the formula's comments or the usual one, and what it is
/// called.
fn read_map(args: &MapArgs, size: Size, dimacs: &str) -> Result<(VariableMap, String)> {
    if let Some(map) = args.read(size)? {
        return Ok(map);
    }
    if let Some(map) = VariableMap::from_comments(size, dimacs).context("comment lines")? {
        return Ok((map, "comment lines of the formula".to_owned()));
    }
    let side = size.side();
    let formula = format!("{}*(r-1)+{side}*(c-1)+d", side * side);
    Ok((VariableMap::standard(size), formula))
}
