//! `audit`: checks whether a CNF formula states the rules of Sudoku.

use std::ffi::OsString;

use anyhow::Result;

use super::exit::Exit;
use super::input::Input;
use super::map::{MapArgs, OwnFormula};
use super::options::{TextFormat, TimeLimit};
use super::output::{note, write_lines};
use super::progress::Progress;
use super::puzzle::PuzzleArgs;
use super::reader::{Reader, read_one};
use satdoku::audit::{self, Audit, Judgement, Report, VariableMap};
use satdoku::solve::in_time;
use satdoku::{Grid, Puzzle};

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
    /// Also draw the model and the solution of the report, list which rules follow from the
    /// formula, and count repeated clauses
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    format: TextFormat,
}

const CONTENT: &str = "\
Without --map, comment lines such as 'c 42 A5=6' name the variables. If there
are no such lines, digit d in row r, column c has the variable
81*(r-1)+9*(c-1)+d; for other sides than 9, the factors differ.

The formula is sound if every model is a solution, and complete if every
solution can be extended to a model. Variables that stand for no candidate are
auxiliary. If the formula is not sound, the report names a rule that a model
breaks, and the clause that is missing. If the formula is not complete, the
report shows a solution that the formula forbids, and the clauses that forbid
it. --verbose draws both the model and the solution.

A formula with a mistake often has the right answer for the givens of one
puzzle. So a formula with givens is judged twice: as it is, and without its
givens, which are its unit clauses over candidates. The other clauses must state
the rules.

Exits with 0 if the formula is sound and complete, both with its givens and
without them; with 1 if it is not; with 2 if the givens contradict each other,
so that there is nothing to compare; with 3 if the formula has no model at all;
and with 4 if the question could not be decided.

Examples:
  Write a formula of the rules, and audit it:
    satdoku encode ................ -o sudoku.cnf
    satdoku audit sudoku.cnf
  Give another numbering, here variable 50 for the digit 4 in row 1, column 2:
    satdoku audit sudoku.cnf --map '16*(d-1) + 4*(r-1) + c'
  Compare a formula that states no diagonals with rules that have diagonals:
    satdoku audit -x sudoku.cnf
  Check that a formula states the givens of a puzzle:
    satdoku audit sudoku.cnf --puzzle 12..3.......2.1.";

/// Reads the formula and the map, and reports.
pub fn run(args: &Args) -> Result<Exit> {
    args.puzzle.check()?;
    let deadline = args.time_limit.deadline();
    let file = Input::of_file(&args.formula);
    let read = |input| read_one(&Input::of(input), &args.puzzle, Reader::read);
    let asked = args.input.as_ref().map(read).transpose()?;
    let size = asked.as_ref().map(|asked| asked.puzzle.size()).or(args.puzzle.options().size);
    let own = OwnFormula::read(file.name(), file.open()?, size, &args.map, deadline)?;
    let OwnFormula { text, formula, map, map_name, .. } = &own;
    // If there is no puzzle, the options name the rules, and the givens are those of the formula.
    let (wanted, symbols) = match asked {
        Some(asked) => (asked.puzzle, asked.symbols),
        None => {
            own.refuse_clues(&args.puzzle)?;
            let rules = args.puzzle.rules(map.size(), args.puzzle.regions.clone())?;
            (Puzzle::new(rules, Grid::empty(map.size()))?, args.puzzle.options().symbols.into())
        }
    };
    // `following` is the number of clauses of the rules that follow with the expected numbering.
    let suggest_numbering = |following: usize| -> Result<()> {
        let is_expected = args.map.map.is_none() && *map == VariableMap::standard(map.size());
        let fitting = match is_expected {
            true => in_time(audit::fitting_numbering(formula, &wanted, deadline))?.flatten(),
            false => None,
        };
        let Some(numbering) = fitting.filter(|numbering| numbering != map_name) else {
            return Ok(());
        };
        // Solutions may fit this numbering by chance, or because of a symmetry of the rules.
        let other = VariableMap::from_formula(map.size(), &numbering)?;
        let puzzle = match args.input {
            Some(_) => wanted.clone(),
            None => wanted.with_givens(audit::givens(formula, &other)?)?,
        };
        let found = in_time(audit::audit(formula, &other, &puzzle, deadline))?;
        if found.is_some_and(|found| rules_that_follow(&found) > following) {
            note(format_args!("the clauses fit another numbering; try --map '{numbering}'"));
        }
        Ok(())
    };
    let puzzle = match own.givens() {
        _ if args.input.is_some() => wanted.clone(),
        Ok(givens) => wanted.with_givens(givens)?,
        Err(error) => {
            suggest_numbering(0)?;
            return Err(error);
        }
    };
    let progress = Progress::until_the_end(None);
    let found = audit::audit(formula, map, &puzzle, deadline)?;
    progress.finish();
    let formula = (formula, &text[..]);
    let (found, puzzle, symbols) = (&found, &puzzle, &symbols);
    let report = Report { found, formula, map: map_name, puzzle, symbols };
    let said = match args.verbose {
        _ if args.format.is_json() => serde_json::to_string(&report)? + "\n",
        true => format!("{report:#}"),
        false => report.to_string(),
    };
    write_lines(said.as_bytes())?;
    if matches!(found.judgement(), Judgement::NotEquivalent | Judgement::NoModel) {
        suggest_numbering(rules_that_follow(found))?;
    }
    Ok(match found.judgement() {
        Judgement::Equivalent => Exit::Success,
        Judgement::NotEquivalent => Exit::Negative,
        Judgement::NoSolution => Exit::Error,
        Judgement::NoModel => Exit::Failed,
        Judgement::Unknown => Exit::Unknown,
    })
}

/// The number of clauses of the rules that follow from the formula.
fn rules_that_follow(found: &Audit) -> usize {
    found.families.iter().map(|family| family.following.len()).sum()
}
