//! Writes an audit in words and as JSON.

use std::fmt;

use itertools::Itertools;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{Audit, Broken, Completeness, FamilyAudit, Guilty, Judgement, Soundness};
use crate::dimacs::{Cnf, clause_text};
use crate::encode::Reason;
use crate::evidence::clash_text;
use crate::format::{write_candidates, write_grid};
use crate::grid::{CellNames, Digit, Grid, Symbols, line_of};
use crate::names::counted;
use crate::rules::{Group, Puzzle};
use crate::verify::{Clash, clashes};

/// The report of an audit: `{}` writes about ten lines, `{:#}` also writes grids and everything
/// that was found.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The result of the audit.
    pub found: &'a Audit,
    /// The formula, and its DIMACS text.
    pub formula: (&'a Cnf, &'a [u8]),
    /// The name of the map of the formula.
    pub map: &'a str,
    /// The puzzle with which the formula was compared.
    pub puzzle: &'a Puzzle,
    /// The symbols with which digits are written.
    pub symbols: &'a Symbols,
}

/// How many items of a list are shown.
const SHOWN: usize = 5;

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Report { found, formula: (formula, _), puzzle, .. } = *self;
        let mut report = self.json(found);
        let of_formula = json!({
            "verdict": found.judgement(),
            "verdict_with_givens": found.with_givens(),
            "without_givens": found.without_givens.as_ref().map(|alone| self.json(alone)),
            "rules": puzzle.rules().to_string(),
            "map": self.map,
            "givens": self.line(puzzle.givens()),
            "variables": formula.variable_count(),
            "clauses": formula.clause_count(),
            "literals": formula.literal_count(),
        });
        let Value::Object(of_formula) = of_formula else { unreachable!("it is an object") };
        report.as_object_mut().expect("it is an object").extend(of_formula);
        report.serialize(serializer)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { found, formula: (formula, _), puzzle, .. } = *self;
        let judgement = match found.judgement() {
            Judgement::Equivalent => "equivalent: the models are exactly the solutions",
            Judgement::NotEquivalent => "not equivalent to the rules",
            Judgement::NoModel => "no model: the clauses contradict each other",
            Judgement::NoSolution => {
                "no solution: the givens contradict each other, and the clauses do too"
            }
            Judgement::Unknown => "unknown: not decided",
        };
        let variables = counted(formula.variable_count(), "variable");
        let clauses = counted(formula.clause_count(), "clause");
        let literals = counted(formula.literal_count(), "literal");
        let givens = counted(puzzle.givens().filled().count(), "given");
        writeln!(f, "{judgement}")?;
        let auxiliaries = found.auxiliaries;
        writeln!(f, "formula: {variables} ({auxiliaries} auxiliary), {clauses}, {literals}")?;
        writeln!(f, "rules: {}; {givens}; map: {}", puzzle.rules().describe(), self.map)?;
        let Some(alone) = &found.without_givens else { return self.write_audit(f, found) };
        let (with_givens, rules) = (found.with_givens(), alone.judgement());
        writeln!(f, "with its givens: {}", with_givens.name())?;
        if f.alternate() || with_givens != Judgement::Equivalent {
            self.write_audit(f, found)?;
        }
        writeln!(f, "the rules without the givens: {}", rules.name())?;
        // If both audits have the same result, it is written once.
        if f.alternate() || rules > with_givens {
            self.write_audit(f, alone)?;
        }
        Ok(())
    }
}

impl Report<'_> {
    fn json(&self, found: &Audit) -> Value {
        let (sound, satisfiable, model, broken) = match &found.soundness {
            Soundness::Sound => (Some(true), Some(true), None, &[][..]),
            Soundness::NoModel => (Some(true), Some(false), None, &[][..]),
            Soundness::Unsound { model, broken } => {
                (Some(false), Some(true), Some(model), &broken[..])
            }
            Soundness::Unknown => (None, None, None, &[][..]),
        };
        let digits = model.map(|digits| {
            let values = |cell| digits[cell].iter().map(Digit::value).collect_vec();
            self.puzzle.size().cells().map(values).collect_vec()
        });
        let (complete, tried, forbidden, guilty) = match &found.completeness {
            Completeness::Complete | Completeness::NoSolution => (Some(true), None, None, &[][..]),
            Completeness::Incomplete { solution, guilty } => {
                (Some(false), None, Some(solution), &guilty[..])
            }
            Completeness::Unknown { tried } => (None, Some(tried), None, &[][..]),
        };
        let families = found.families.iter().map(|family| {
            let failing = family.failing.iter().map(|&reason| self.reason(reason)).collect_vec();
            json!({
                "family": family.family,
                "units": family.units,
                "following": family.following.len(),
                "failing": failing,
                "open": family.open,
            })
        });
        json!({
            "verdict": found.judgement(),
            "sound": sound,
            "satisfiable": satisfiable,
            "solvable": match (&found.soundness, &found.completeness) {
                (_, Completeness::NoSolution) => Some(false),
                (Soundness::Sound, _) | (_, Completeness::Incomplete { .. }) => Some(true),
                _ => None,
            },
            "complete": complete,
            "model": digits,
            "broken": broken.iter().map(|broken| self.broken(broken)).collect_vec(),
            "missing": broken.iter().map(|broken| clause_text(&broken.clause)).collect_vec(),
            "forbidden_solution": forbidden.map(|solution| self.line(solution)),
            "guilty": guilty.iter().map(|guilty| self.guilty(guilty)).collect_vec(),
            "solutions_tried": tried,
            "auxiliaries": found.auxiliaries,
            "families": families.collect_vec(),
            "duplicates": found.duplicates,
        })
    }

    fn write_audit(&self, f: &mut fmt::Formatter<'_>, found: &Audit) -> fmt::Result {
        self.write_soundness(f, &found.soundness)?;
        self.write_completeness(f, &found.completeness)?;
        if !f.alternate() {
            let failing = found.families.iter().filter(|family| !family.failing.is_empty());
            let mut worst = failing.sorted_by_key(|family| family.following.len()).take(2);
            return worst
                .try_for_each(|family| writeln!(f, "rules that follow: {}", self.family(family)));
        }
        if !found.families.is_empty() {
            writeln!(f, "rules that follow from the formula:")?;
        }
        for family in &found.families {
            writeln!(f, "  {}", self.family(family))?;
        }
        match found.duplicates {
            0 => Ok(()),
            more => writeln!(f, "repeated: {}", counted(more, "clause")),
        }
    }

    fn write_soundness(&self, f: &mut fmt::Formatter<'_>, found: &Soundness) -> fmt::Result {
        let (model, broken) = match found {
            Soundness::Sound => return writeln!(f, "sound: every model is a solution"),
            Soundness::NoModel => return writeln!(f, "sound: there is no model"),
            Soundness::Unknown => return writeln!(f, "sound: not decided"),
            Soundness::Unsound { model, broken } => (model, broken),
        };
        if f.alternate() {
            let mut drawn = Vec::new();
            write_candidates(&mut drawn, self.puzzle.rules(), model, self.symbols);
            let drawn = String::from_utf8_lossy(&drawn);
            writeln!(f, "not sound: this model is no solution (! marks a cell without a digit)")?;
            writeln!(f, "{drawn}")?;
            return list(f, broken.iter().map(|broken| self.broken(broken)), SHOWN);
        }
        writeln!(f, "not sound: a model is no solution: {}", self.broken(&broken[0]))?;
        writeln!(f, "  first missing clause: {}", clause_text(&broken[0].clause))?;
        let grid = model.to_grid();
        if grid.is_full() { writeln!(f, "  this model: {}", self.line(&grid)) } else { Ok(()) }
    }

    fn write_completeness(&self, f: &mut fmt::Formatter<'_>, found: &Completeness) -> fmt::Result {
        let (rules, most) = (self.puzzle.rules(), if f.alternate() { SHOWN } else { 1 });
        match found {
            Completeness::Complete => writeln!(f, "complete: every solution is a model"),
            Completeness::NoSolution => {
                writeln!(f, "complete: there is no solution")?;
                let clashes = clashes(rules, self.puzzle.givens());
                list(f, clashes.iter().map(|clash| clash_text(clash, self.symbols)), most)
            }
            Completeness::Incomplete { solution, guilty } => {
                if f.alternate() {
                    let mut drawn = Vec::new();
                    write_grid(&mut drawn, rules, solution, self.symbols, |_| false);
                    let drawn = String::from_utf8_lossy(&drawn);
                    writeln!(f, "not complete: the formula forbids this solution\n{drawn}")?;
                } else {
                    let line = self.line(solution);
                    writeln!(f, "not complete: the formula forbids the solution {line}")?;
                }
                list(f, guilty.iter().map(|guilty| self.guilty(guilty)), most)
            }
            Completeness::Unknown { tried: 0 } => writeln!(f, "complete: not decided"),
            Completeness::Unknown { tried } => {
                let tried = counted(*tried, "solution");
                writeln!(f, "complete: not decided; {tried} tried, and all are models")
            }
        }
    }

    fn line(&self, grid: &Grid) -> String {
        line_of(grid, self.symbols)
    }

    fn digit(&self, digit: Digit) -> String {
        self.symbols.write(digit, self.puzzle.size().side())
    }

    /// A violated rule in words: `A1 holds no digit`, `box 1 holds 2 twice: A1, B2`.
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
                let unit = rules.unit(unit).kind.named(size, CellNames::A1);
                format!("{unit} does not hold {}", self.digit(digit))
            }
            (Reason::AtMostOne(Group::Unit(_, digit) | Group::Pair(_, digit)), [first, second]) => {
                let cells = [first.cell, second.cell];
                let bond = rules.bond(first.cell, second.cell).expect("they must differ");
                clash_text(&Clash { size, bond, digit, cells }, self.symbols)
            }
            (Reason::Given(_), _) => {
                format!("the given {} is not placed", self.reason(broken.reason))
            }
            (reason, _) => self.reason(reason),
        }
    }

    /// A guilty clause in words: `line 11746, -365 -1 0, forbids A1=1 with E5=5, which share no
    /// unit`.
    fn guilty(&self, guilty: &Guilty) -> String {
        let line = Cnf::line_of(self.formula.1, guilty.index);
        let line = line.map_or(String::new(), |line| format!("line {line}, "));
        let said = guilty.describe(self.puzzle.rules(), self.symbols);
        format!("{line}{}, {said}", clause_text(&guilty.clause))
    }

    /// The place of a rule in words: `A1`, `2 in box 1`.
    fn reason(&self, reason: Reason) -> String {
        let (rules, size) = (self.puzzle.rules(), self.puzzle.size());
        match reason {
            Reason::AtLeastOne(group) | Reason::AtMostOne(group) => {
                group.describe(rules, CellNames::A1, |digit| self.digit(digit))
            }
            Reason::Clue(index) => rules.clues()[index.clue as usize].text(rules),
            Reason::Given(given) => self.symbols.candidate(size, given),
            Reason::Refuted => "no solution".to_owned(),
        }
    }

    /// A family in one line: `unit <= 1 (box): 9 of 81; only 1 in box 1, 2 in box 2, ...`.
    fn family(&self, of: &FamilyAudit) -> String {
        let FamilyAudit { family, units, following, failing, open } = of;
        let all = following.len() + failing.len() + open;
        let units = if units.is_empty() { "" } else { &format!(" ({units})") };
        let mut line = format!("{family}{units}: {} of {all}", following.len());
        let (word, rules) =
            if following.len() < failing.len() { ("only", following) } else { ("not", failing) };
        if !rules.is_empty() && !failing.is_empty() {
            let names = rules.iter().take(SHOWN).map(|&reason| self.reason(reason)).join(", ");
            let more = if rules.len() > SHOWN { ", ..." } else { "" };
            line += &format!("; {word} {names}{more}");
        }
        if *open > 0 {
            line += &format!("; {open} not decided");
        }
        line
    }
}

/// Writes the first items of a list, one per line, and the number of other items.
fn list(
    f: &mut fmt::Formatter<'_>,
    mut lines: impl Iterator<Item = String>,
    most: usize,
) -> fmt::Result {
    for line in lines.by_ref().take(most) {
        writeln!(f, "  {line}")?;
    }
    match lines.count() {
        0 => Ok(()),
        more => writeln!(f, "  and {more} more"),
    }
}
