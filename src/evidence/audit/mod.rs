//! Is a CNF formula Sudoku? Somebody's formula, held against the rules.
//!
//! *Sound*: every model obeys the rules, that is, every clause of the extended encoding follows
//! from the formula. *Complete*: every solution can be extended to a model, that is, every clause
//! of the formula, once its auxiliary variables are resolved out, follows from the rules.
//!
//! ```
//! use satdoku::evidence::audit::{Completeness, Soundness, VariableMap, audit};
//! use satdoku::evidence::checker::Cnf;
//! use satdoku::{Deadline, Grid, Puzzle, Size};
//! let size = Size::FOUR;
//! let puzzle = Puzzle::classic(Grid::empty(size));
//! let mut text = Vec::new();
//! let formula = satdoku::Formula::whole(&puzzle, satdoku::encode::Preset::Minimal.into());
//! satdoku::dimacs::write(&formula, Default::default(), &mut text)?;
//! let report = audit(&Cnf::read(&text[..])?, &VariableMap::standard(size), &puzzle, Deadline::NONE)?;
//! assert!(matches!(report.soundness, Soundness::Sound));
//! assert!(matches!(report.completeness, Completeness::Complete));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod complete;
mod map;
mod project;
mod rules;
mod sound;
mod strength;

use std::collections::{HashMap, HashSet};

pub use map::{MapError, VariableMap};
pub use strength::Strength;

use super::checker::{Clauses, Cnf};
use crate::answer::Deadline;
use crate::encode::{Family, Reason};
use crate::grid::{Candidate, Candidates, Grid};
use crate::rules::{Puzzle, Rules, UnitKind};
use crate::solve::SolveError;
use rules::{Reference, Standing};
use sound::Found;

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Audit {
    /// Whether every model is a solution.
    pub soundness: Soundness,
    /// Whether every solution is a model.
    pub completeness: Completeness,
    /// The rules by family and kind of unit, and which of them follow from the formula.
    pub families: Vec<FamilyAudit>,
    /// What unit propagation finds; empty if the formula has no model.
    pub strength: Vec<Strength>,
    /// What its clauses repeat.
    pub repeats: Repeats,
    /// Variables that stand for no candidate.
    pub auxiliaries: usize,
}

impl Audit {
    /// Whether the models of the formula are the solutions of the puzzle; `None` if not known.
    pub fn is_equivalent(&self) -> Option<bool> {
        match (&self.soundness, &self.completeness) {
            (Soundness::Unsound { .. }, _) | (_, Completeness::Incomplete { .. }) => Some(false),
            (Soundness::Sound | Soundness::NoModel, Completeness::Complete) => Some(true),
            _ => None,
        }
    }
}

/// Whether every model is a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Soundness {
    /// Every clause of the rules follows.
    Sound,
    /// There is no model.
    NoModel,
    /// A model breaks rules.
    Unsound {
        /// The digits that it places in each cell: none, one or several.
        model: Candidates,
        /// The rules that it breaks.
        broken: Vec<Broken>,
    },
    /// The deadline came first.
    Unknown,
}

/// A rule that a model breaks: where, and the candidates that say so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Which rule.
    pub reason: Reason,
    /// The two candidates placed that exclude each other, the given that is not placed, or nothing
    /// where none of several is placed.
    pub candidates: Vec<Candidate>,
}

/// Whether every solution is a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// Every clause follows from the rules, or every solution was tried.
    Complete,
    /// The formula forbids a solution.
    Incomplete {
        /// That solution.
        solution: Grid,
    },
    /// No forbidden solution was found, and it was not shown that there is none.
    Unknown(Unchecked),
}

/// Why completeness is not known.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unchecked {
    /// The deadline came first.
    TimedOut,
    /// The auxiliary variables cannot be resolved out with few clauses; the formula allows all
    /// solutions that were tried.
    Auxiliaries {
        /// How many solutions were tried.
        tried: usize,
    },
}

/// The rules of a family on one kind of unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilyAudit {
    /// Which family; `None` for the givens.
    pub family: Option<Family>,
    /// The kind of unit, without its number: `box`. Empty for cells, pairs and givens.
    pub units: String,
    /// The rules, each one or several clauses, that follow.
    pub following: Vec<Reason>,
    /// The rules that some model breaks.
    pub failing: Vec<Reason>,
    /// How many more there are, on which the deadline came first.
    pub open: usize,
}

/// Clauses that add nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Repeats {
    /// Clauses with the literals of an earlier one.
    pub duplicates: usize,
    /// Clauses with a literal and its negation.
    pub tautologies: usize,
    /// Other clauses that follow, each from all others, by unit propagation; not counted are unit
    /// clauses and what they settle. `None` if the deadline came first.
    pub redundant: Option<usize>,
}

/// The givens of a formula: the candidates that stand in it as unit clauses.
///
/// # Errors
/// [`GivensError`] if there are two in one cell.
pub fn givens(formula: &Cnf, map: &VariableMap) -> Result<Grid, GivensError> {
    let units: HashSet<i32> = formula
        .clauses()
        .filter_map(|clause| if let [lit] = clause { Some(*lit) } else { None })
        .collect();
    let mut givens = Grid::empty(map.size());
    for (Candidate { cell, digit }, _) in map.iter().filter(|(_, lit)| units.contains(lit)) {
        if let Some(first) = givens.get(cell) {
            let cell = map.size().cell_name(cell);
            return Err(GivensError { cell, first: first.value(), second: digit.value() });
        }
        givens.set(cell, Some(digit));
    }
    Ok(givens)
}

/// Two unit clauses place two digits in a cell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected one given a cell, found unit clauses for {cell}={first} and {cell}={second}")]
pub struct GivensError {
    cell: String,
    first: usize,
    second: usize,
}

/// Holds a formula against a puzzle: the rules, and its givens if it has any.
///
/// # Errors
/// [`SolveError::Solver`] if the SAT solver failed, [`SolveError::Lied`] if it was wrong.
///
/// # Panics
/// If the map is of another size than the puzzle.
pub fn audit(
    formula: &Cnf,
    map: &VariableMap,
    puzzle: &Puzzle,
    deadline: Deadline,
) -> Result<Audit, SolveError> {
    assert_eq!(map.size(), puzzle.size(), "map and puzzle of different sizes");
    let mapped: HashSet<i32> = map.iter().map(|(_, lit)| lit.abs()).collect();
    let variables: HashSet<i32> = formula
        .clauses()
        .flatten()
        .map(|lit| lit.abs())
        .filter(|lit| !mapped.contains(lit))
        .collect();
    let most = mapped.iter().max().map_or(0, |&most| most as usize).max(formula.variable_count());
    let (mut propagation, mut repeats) = load(formula, most);

    let mut reference = Reference::new(puzzle, map);
    let found = sound::judge(&mut reference, formula, &mut propagation, deadline)?;
    let soundness = match found {
        Found::Violation(model) => unsound(&reference, map, &model),
        Found::NoModel => Soundness::NoModel,
        Found::Nothing if reference.standing.contains(&Standing::Open) => Soundness::Unknown,
        Found::Nothing => Soundness::Sound,
    };
    let completeness = complete::judge(puzzle, &reference, formula, map, deadline)?;
    let strength = strength::strength(puzzle, map, &mut propagation);
    repeats.redundant = redundant(formula, &mut propagation, deadline);
    Ok(Audit {
        soundness,
        completeness,
        families: families(puzzle.rules(), &reference),
        strength,
        repeats,
        auxiliaries: variables.len(),
    })
}

/// What unit propagation finds on a formula, whether or not it says what the rules say.
///
/// # Panics
/// If the map is of another size than the puzzle.
pub fn propagation_strength(formula: &Cnf, map: &VariableMap, puzzle: &Puzzle) -> Vec<Strength> {
    assert_eq!(map.size(), puzzle.size(), "map and puzzle of different sizes");
    let mapped = map.iter().map(|(_, lit)| lit.unsigned_abs() as usize);
    let most = mapped.max().unwrap_or(0).max(formula.variable_count());
    strength::strength(puzzle, map, &mut load(formula, most).0)
}

fn unsound(reference: &Reference, map: &VariableMap, model: &HashSet<i32>) -> Soundness {
    let by_lit: HashMap<i32, Candidate> =
        map.iter().map(|(candidate, lit)| (lit, candidate)).collect();
    let is_true = |lit: i32| !sound::is_violated(&[lit], model);
    let mut digits = Candidates::none(map.size());
    for (candidate, _) in map.iter().filter(|&(_, lit)| is_true(lit)) {
        digits[candidate.cell].insert(candidate.digit);
    }
    let broken = reference.clauses.iter().zip(&reference.reasons);
    let broken = broken.filter(|(clause, _)| sound::is_violated(clause, model));
    let broken = broken.map(|(clause, &reason)| Broken {
        reason,
        candidates: match reason {
            Reason::Given(candidate) => vec![candidate],
            _ => clause.iter().filter_map(|lit| by_lit.get(&-lit).copied()).collect(),
        },
    });
    Soundness::Unsound { broken: broken.collect(), model: digits }
}

/// The clauses of the rules by family and kind of unit, in the order of the encoding.
fn families(rules: &Rules, reference: &Reference) -> Vec<FamilyAudit> {
    let mut families: Vec<FamilyAudit> = Vec::new();
    let mut standings: HashMap<Reason, Standing> = HashMap::new();
    let mut order = Vec::new();
    for (&reason, &standing) in reference.reasons.iter().zip(&reference.standing) {
        let of_rule = standings.entry(reason).or_insert_with(|| {
            order.push(reason);
            Standing::Follows
        });
        *of_rule = match (*of_rule, standing) {
            (Standing::Fails, _) | (_, Standing::Fails) => Standing::Fails,
            (Standing::Open, _) | (_, Standing::Open) => Standing::Open,
            _ => Standing::Follows,
        };
    }
    for reason in order {
        let units = match reason {
            Reason::UnitAtLeastOne(unit, _) | Reason::UnitAtMostOne(unit, _) => {
                kind_name(rules.unit(unit).kind)
            }
            _ => String::new(),
        };
        let family = reason.family();
        let same = |of: &FamilyAudit| of.family == family && of.units == units;
        let at = families.iter().position(same).unwrap_or_else(|| {
            let (following, failing) = (Vec::new(), Vec::new());
            families.push(FamilyAudit { family, units, following, failing, open: 0 });
            families.len() - 1
        });
        match standings[&reason] {
            Standing::Follows => families[at].following.push(reason),
            Standing::Fails => families[at].failing.push(reason),
            Standing::Open => families[at].open += 1,
        }
    }
    families
}

/// `box` for `box 3`.
fn kind_name(kind: UnitKind) -> String {
    let name = kind.to_string();
    match name.rsplit_once(' ') {
        Some((kind_name, _)) if !matches!(kind, UnitKind::MainDiagonal | UnitKind::CenterDots) => {
            kind_name.to_owned()
        }
        _ => name,
    }
}

/// Unit propagation on the formula, each clause once, and what was left out.
fn load(formula: &Cnf, variable_count: usize) -> (Clauses, Repeats) {
    let mut propagation = Clauses::new(variable_count);
    let (mut repeats, mut seen) = (Repeats::default(), HashSet::new());
    for clause in formula.clauses() {
        let mut key = clause.to_vec();
        key.sort_unstable();
        key.dedup();
        if key.iter().any(|lit| key.binary_search(&-lit).is_ok()) {
            repeats.tautologies += 1;
        } else if seen.contains(&key) {
            repeats.duplicates += 1;
        } else {
            propagation.add(&key);
            seen.insert(key);
        }
    }
    (propagation, repeats)
}

/// How many clauses of two literals or more each follow from the others by unit propagation;
/// `None` at the deadline.
fn redundant(formula: &Cnf, propagation: &mut Clauses, deadline: Deadline) -> Option<usize> {
    let mut redundant = 0;
    for clause in formula.clauses().filter(|clause| clause.len() > 1) {
        if deadline.is_over() {
            return None;
        }
        let is_settled = clause.iter().any(|&lit| propagation.value(lit) > 0);
        // Not there: left out as a repeat.
        if !is_settled && propagation.delete(clause) {
            redundant += usize::from(propagation.has_rup(clause));
            propagation.add(clause);
        }
    }
    Some(redundant)
}
