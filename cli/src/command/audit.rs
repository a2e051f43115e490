//! `audit`: is a CNF formula Sudoku?

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::input::Input;
use super::options::{PuzzleArgs, TextFormat, TimeLimit};
use super::output::{drawn, shown, write_lines};
use super::reader::Reader;
use super::{Exit, count};
use satdoku::encode::{Dimensions, Encoding, Formula, Preset, Reason};
use satdoku::evidence::audit::{
    self, Audit, Broken, Completeness, FamilyAudit, Judgement, MapError, Soundness, VariableMap,
};
use satdoku::evidence::checker::Cnf;
use satdoku::format::{Symbols, write_candidates};
use satdoku::grid::{Candidate, Digit, Size};
use satdoku::rules::{Group, Puzzle};
use satdoku::verify::{Clash, clashes};

/// Check whether a CNF formula describes Sudoku: whether its models are exactly the solutions
#[derive(Debug, clap::Args)]
#[command(after_help = CONTENT)]
pub struct Args {
    /// Formula as DIMACS CNF: a file, or - for standard input
    #[arg(value_name = "CNF")]
    formula: OsString,
    /// Variable of each candidate: a formula of r, c and d (row, column and digit, each from 1), or
    /// a file with a line for each candidate, such as '42 A5=6' or 'x_1_5_6 42'
    /// [default: such comment lines in CNF, else 81*(r-1)+9*(c-1)+d or the like for other sides]
    #[arg(long, value_name = "FORMULA|FILE")]
    map: Option<OsString>,
    /// Puzzle whose givens the formula should state [default: the unit clauses of the formula]
    #[arg(long = "puzzle", value_name = "INPUT")]
    input: Option<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    format: TextFormat,
}

const CONTENT: &str = "\
The formula is sound if every model is a solution, and complete if every
solution can be extended to a model. Variables that stand for no candidate are
auxiliary. If the formula is not sound, a model that is no solution is shown; if
it is not complete, a solution that it forbids.

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
    let input =
        if args.formula == "-" { Input::Stdin } else { Input::Path((&args.formula).into()) };
    let name = input.name();
    let mut text = Vec::new();
    input.open()?.take(MOST_BYTES + 1).read_to_end(&mut text).with_context(|| name.clone())?;
    if text.len() as u64 > MOST_BYTES {
        bail!("{name}: expected a formula of at most {MOST_BYTES} bytes");
    }
    let formula = Cnf::read(&text[..]).with_context(|| name.clone())?;

    let read = |input| args.puzzle.read_one(&args.puzzle.input(input), Reader::read);
    let asked = args.input.as_ref().map(read).transpose()?;
    let size = match &asked {
        Some(asked) => asked.puzzle.size(),
        None => args.puzzle.options().size.map_or_else(|| size_of(&formula), Ok)?,
    };
    audit::check_size(size)?;
    let (map, map_name) = read_map(args, size, &String::from_utf8_lossy(&text))?;
    let givens = audit::givens(&formula, &map).with_context(|| name.clone());
    let (puzzle, symbols) = match asked {
        Some(asked) => (asked.puzzle, asked.symbols),
        None => {
            let rules = args.puzzle.rules(size, args.puzzle.regions.clone())?;
            (Puzzle::new(rules, givens?)?, args.puzzle.options().symbols.into())
        }
    };
    let found = audit::audit(&formula, &map, &puzzle, deadline)?;
    let (formula, puzzle, symbols, found) = (&formula, &puzzle, &symbols, &found);
    let report = Report { args, formula, map: map_name, puzzle, symbols, found };
    write_lines(&if args.format.is_json() { report.json() } else { report.text()? })?;
    Ok(match found.judgement() {
        Judgement::Equivalent => Exit::Success,
        Judgement::NotEquivalent => Exit::Negative,
        Judgement::NoSolution => Exit::Error,
        Judgement::NoModel => Exit::Failed,
        Judgement::Unknown => Exit::Unknown,
    })
}

/// By the number of variables: a cube, else 9x9 if they suffice.
fn size_of(formula: &Cnf) -> Result<Size> {
    let variables = formula.variable_count();
    let cube = (1..=64_usize).find(|side| side.pow(3) == variables).and_then(Size::from_side);
    match cube {
        Some(size) => Ok(size),
        None if variables >= 729 => Ok(Size::NINE),
        None => bail!("{} may be any size; give --box", count(variables as u64, "variable")),
    }
}

/// The map and what it is called.
fn read_map(args: &Args, size: Size, dimacs: &str) -> Result<(VariableMap, String)> {
    let Some(map) = &args.map else {
        if let Some(map) = VariableMap::from_comments(size, dimacs).context("comment lines")? {
            return Ok((map, "comment lines of the formula".to_owned()));
        }
        let side = size.side();
        let formula = format!("{}*(r-1)+{side}*(c-1)+d", side * side);
        return Ok((VariableMap::standard(size), formula));
    };
    if Path::new(map).is_file() {
        let text = fs::read_to_string(map).with_context(|| shown(Path::new(map)))?;
        let read: Result<VariableMap, MapError> = VariableMap::from_names(size, &text);
        return Ok((read.with_context(|| shown(Path::new(map)))?, shown(Path::new(map))));
    }
    let text = map.to_string_lossy();
    let read = VariableMap::from_formula(size, &text);
    Ok((read.context("--map: neither a file nor a formula")?, text.into_owned()))
}

struct Report<'a> {
    args: &'a Args,
    formula: &'a Cnf,
    map: String,
    puzzle: &'a Puzzle,
    symbols: &'a Symbols,
    found: &'a Audit,
}

/// How many broken rules of a model are shown.
const SHOWN: usize = 5;

impl Report<'_> {
    fn text(&self) -> Result<Vec<u8>> {
        let (found, rules) = (self.found, self.puzzle.rules());
        let mut text = String::new();
        writeln!(
            text,
            "{}",
            match found.judgement() {
                Judgement::Equivalent => "equivalent: the models are the solutions",
                Judgement::NotEquivalent => "not equivalent to the rules",
                Judgement::NoModel => "no model: the clauses contradict each other",
                Judgement::NoSolution =>
                    "no solution: the givens contradict each other, and so do the clauses",
                Judgement::Unknown => "unknown: not decided",
            }
        )?;
        writeln!(
            text,
            "formula: {} ({} auxiliary), {}, {}",
            count(self.formula.variable_count() as u64, "variable"),
            found.auxiliaries,
            count(self.formula.clause_count() as u64, "clause"),
            count(literals(self.formula) as u64, "literal"),
        )?;
        let givens = self.puzzle.givens().filled().count() as u64;
        writeln!(
            text,
            "rules: {}; {}; map: {}",
            rules.describe(),
            count(givens, "given"),
            self.map
        )?;
        match &found.soundness {
            Soundness::Sound => writeln!(text, "sound: every model is a solution")?,
            Soundness::NoModel => writeln!(text, "sound: there is no model")?,
            Soundness::Unknown => writeln!(text, "sound: not decided")?,
            Soundness::Unsound { model, broken } => {
                writeln!(
                    text,
                    "not sound: this model is no solution (! is a cell without a digit)"
                )?;
                let mut drawn = Vec::new();
                write_candidates(&mut drawn, rules.has_boxes(), model, self.symbols);
                writeln!(text, "{}", String::from_utf8_lossy(&drawn))?;
                for broken in broken.iter().take(SHOWN) {
                    writeln!(text, "  {}", self.broken(broken))?;
                }
                if let Some(more @ 1..) = broken.len().checked_sub(SHOWN) {
                    writeln!(text, "  and {more} more")?;
                }
            }
        }
        match &found.completeness {
            Completeness::Complete => writeln!(text, "complete: every solution is a model")?,
            Completeness::NoSolution => {
                writeln!(text, "complete: there is no solution")?;
                for clash in clashes(rules, self.puzzle.givens()).iter().take(SHOWN) {
                    writeln!(text, "  {}", clash.describe(self.digit(clash.digit)))?;
                }
            }
            Completeness::Incomplete { solution } => {
                writeln!(text, "not complete: the formula forbids this solution")?;
                text += &String::from_utf8_lossy(&drawn(rules, solution, self.symbols));
            }
            Completeness::Unknown { tried: 0 } => writeln!(text, "complete: not decided")?,
            Completeness::Unknown { tried } => writeln!(
                text,
                "complete: not decided; {} tried, and all are models",
                count(*tried as u64, "solution")
            )?,
        }
        if !found.families.is_empty() {
            writeln!(text, "rules that follow from the formula:")?;
        }
        for family in &found.families {
            writeln!(text, "  {}", self.family(family))?;
        }
        if !found.strength.is_empty() {
            writeln!(text, "found by unit propagation:")?;
        }
        for strength in &found.strength {
            writeln!(text, "  {:>6} of {:<6} {}", strength.made, strength.all, strength.deduction)?;
        }
        let repeats = &found.repeats;
        let redundant = repeats
            .redundant
            .map_or(String::new(), |number| format!(", {number} redundant for unit propagation"));
        writeln!(
            text,
            "repeats: {}, {}{redundant}",
            count(repeats.duplicates as u64, "duplicate"),
            if repeats.tautologies == 1 {
                "1 tautology".to_owned()
            } else {
                format!("{} tautologies", repeats.tautologies)
            },
        )?;
        writeln!(text, "for comparison, satdoku's encodings of this puzzle:")?;
        for (encoding, Dimensions { variables, clauses }) in self.ours() {
            writeln!(text, "  {encoding}: {variables} variables, {clauses} clauses")?;
        }
        Ok(text.into_bytes())
    }

    fn json(&self) -> Vec<u8> {
        let found = self.found;
        let mut model = None;
        let mut broken_rules = Vec::new();
        if let Soundness::Unsound { model: digits, broken } = &found.soundness {
            let cells = self.puzzle.size().cells();
            model = Some(
                cells
                    .map(|cell| digits[cell].iter().map(|digit| digit.value()).collect())
                    .collect::<Vec<Vec<usize>>>(),
            );
            broken_rules = broken.iter().map(|broken| self.broken(broken)).collect();
        }
        let (complete, forbidden, tried) = match &found.completeness {
            Completeness::Complete | Completeness::NoSolution => (Some(true), None, None),
            Completeness::Incomplete { solution } => {
                (Some(false), Some(self.args.puzzle.line(solution)), None)
            }
            Completeness::Unknown { tried } => (None, None, Some(*tried)),
        };
        let families: Vec<_> = found
            .families
            .iter()
            .map(|family| {
                let failing: Vec<String> =
                    family.failing.iter().map(|&reason| self.reason(reason)).collect();
                json!({
                    "family": family.family,
                    "units": family.units,
                    "following": family.following.len(),
                    "failing": failing,
                    "open": family.open,
                })
            })
            .collect();
        let strength: Vec<_> = found
            .strength
            .iter()
            .map(|s| json!({"deduction": s.deduction, "made": s.made, "all": s.all}))
            .collect();
        let report = json!({
            "verdict": found.judgement(),
            "sound": match &found.soundness {
                Soundness::Sound | Soundness::NoModel => Some(true),
                Soundness::Unsound { .. } => Some(false),
                Soundness::Unknown => None,
            },
            "satisfiable": match &found.soundness {
                Soundness::NoModel => Some(false),
                Soundness::Unknown => None,
                _ => Some(true),
            },
            "solvable": match (&found.soundness, &found.completeness) {
                (_, Completeness::NoSolution) => Some(false),
                (Soundness::Sound, _) | (_, Completeness::Incomplete { .. }) => Some(true),
                _ => None,
            },
            "complete": complete,
            "model": model,
            "broken": broken_rules,
            "forbidden_solution": forbidden,
            "solutions_tried": tried,
            "rules": self.puzzle.rules().to_string(),
            "map": self.map,
            "givens": self.args.puzzle.line(self.puzzle.givens()),
            "variables": self.formula.variable_count(),
            "auxiliaries": found.auxiliaries,
            "clauses": self.formula.clause_count(),
            "literals": literals(self.formula),
            "families": families,
            "strength": strength,
            "duplicates": found.repeats.duplicates,
            "tautologies": found.repeats.tautologies,
            "redundant": found.repeats.redundant,
        });
        format!("{report}\n").into_bytes()
    }

    fn candidate(&self, candidate: Candidate) -> String {
        self.symbols.candidate(self.puzzle.size(), candidate)
    }

    fn digit(&self, digit: Digit) -> String {
        self.symbols.write(digit, self.puzzle.size().side())
    }

    /// `no digit in A1`, `box 1 holds 2 twice: A1, B2`.
    fn broken(&self, broken: &Broken) -> String {
        let (rules, size) = (self.puzzle.rules(), self.puzzle.size());
        match (broken.reason, &broken.candidates[..]) {
            (Reason::AtLeastOne(Group::Cell(cell)), _) => {
                format!("{} holds no digit", size.cell_name(cell))
            }
            (Reason::AtMostOne(Group::Cell(cell)), [first, second]) => {
                let [first, second] = [first, second].map(|candidate| self.digit(candidate.digit));
                format!("{} holds {first} and {second}", size.cell_name(cell))
            }
            (Reason::AtLeastOne(Group::Unit(unit, digit)), _) => {
                format!("{} does not hold {}", rules.unit(unit).kind, self.digit(digit))
            }
            (Reason::AtMostOne(Group::Unit(_, digit) | Group::Pair(_, digit)), [first, second]) => {
                let cells = [first.cell, second.cell];
                let bond = rules.bond(first.cell, second.cell).expect("they must differ");
                Clash { size, bond, digit, cells }.describe(self.digit(digit))
            }
            (Reason::Given(given), _) => {
                format!("the given {} is not placed", self.candidate(given))
            }
            (reason, _) => self.reason(reason),
        }
    }

    /// The place of a rule: `A1`, `2 in box 1`.
    fn reason(&self, reason: Reason) -> String {
        let (rules, size) = (self.puzzle.rules(), self.puzzle.size());
        match reason {
            Reason::AtLeastOne(group) | Reason::AtMostOne(group) => {
                group.describe(rules, |cell| size.cell_name(cell), |digit| self.digit(digit))
            }
            Reason::Given(given) => self.candidate(given),
            Reason::Refuted => "no solution".to_owned(),
        }
    }

    /// `unit <= 1 (box): 9 of 81: only 1 in box 1, 2 in box 2, ...`.
    fn family(&self, family: &FamilyAudit) -> String {
        let FamilyAudit { family, units, following, failing, open } = family;
        let all = following.len() + failing.len() + open;
        let units = if units.is_empty() { String::new() } else { format!(" ({units})") };
        let mut line = format!("{family}{units}: {} of {all}", following.len());
        let (word, rules) =
            if following.len() < failing.len() { ("only", following) } else { ("not", failing) };
        if !rules.is_empty() && !failing.is_empty() {
            let names: Vec<String> =
                rules.iter().take(SHOWN).map(|&reason| self.reason(reason)).collect();
            let more = if rules.len() > SHOWN { ", ..." } else { "" };
            line += &format!("; {word} {}{more}", names.join(", "));
        }
        if *open > 0 {
            line += &format!("; {open} not decided");
        }
        line
    }

    /// The encodings beside which the formula can be held.
    fn ours(&self) -> impl Iterator<Item = (Encoding, Dimensions)> + '_ {
        Preset::ALL.into_iter().map(|preset| {
            let encoding = Encoding::from(preset);
            (encoding, Formula::whole(self.puzzle, encoding).dimensions())
        })
    }
}

fn literals(formula: &Cnf) -> usize {
    formula.clauses().map(<[i32]>::len).sum()
}
