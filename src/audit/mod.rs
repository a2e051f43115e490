//! Is a CNF formula Sudoku? Somebody's formula, held against the rules.
//!
//! *Sound*: every model obeys the rules, that is, every clause of the extended encoding follows
//! from the formula. *Complete*: every solution can be extended to a model, that is, every clause
//! of the formula, once its auxiliary variables are resolved out, follows from the rules.
//!
//! ```
//! use satdoku::audit::{Judgement, VariableMap, audit};
//! use satdoku::dimacs::Cnf;
//! use satdoku::{Deadline, Grid, Puzzle, Size};
//! let size = Size::FOUR;
//! let puzzle = Puzzle::classic(Grid::empty(size));
//! let mut text = Vec::new();
//! let formula = satdoku::Formula::whole(&puzzle, satdoku::encode::Preset::Minimal.into());
//! satdoku::dimacs::write(&formula, Default::default(), &mut text)?;
//! let report = audit(&Cnf::read(&text[..])?, &VariableMap::standard(size), &puzzle, Deadline::NONE)?;
//! assert_eq!(report.judgement(), Judgement::Equivalent);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod complete;
mod guess;
mod guilty;
mod map;
mod project;
mod report;
mod rules;
mod sound;
mod strength;
mod tries;

use std::collections::HashSet;

use itertools::Itertools;
use varisat::Lit;
use web_time::Instant;

pub use guess::fitting_numbering;
pub use guilty::Guilty;
pub use map::{MapError, VariableMap};
pub use report::Report;
pub use strength::Strength;

use crate::answer::Deadline;
use crate::dimacs::Cnf;
use crate::encode::Reason;
use crate::evidence::checker::Clauses;
use crate::grid::{Candidate, Candidates, Grid, Size};
use crate::rules::{Group, Puzzle, Rules};
use crate::solve::{Backend, SolveError, Varisat, end_of_loading, end_of_solving, in_time};
use rules::{Reference, Standing, Stated};

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Audit {
    /// Whether every model is a solution.
    pub soundness: Soundness,
    /// Whether every solution is a model.
    pub completeness: Completeness,
    /// The rules by family and kind of unit, and which of them follow from the formula; empty if it
    /// has no model, from which everything follows.
    pub families: Vec<FamilyAudit>,
    /// What unit propagation finds; empty if the formula has no model, or at the deadline.
    pub strength: Vec<Strength>,
    /// What its clauses repeat.
    pub repeats: Repeats,
    /// Variables that stand for no candidate.
    pub auxiliaries: usize,
}

impl Audit {
    /// What that means for the formula.
    pub fn judgement(&self) -> Judgement {
        match (&self.soundness, &self.completeness) {
            (Soundness::NoModel, Completeness::NoSolution) => Judgement::NoSolution,
            (Soundness::NoModel, Completeness::Incomplete { .. }) => Judgement::NoModel,
            (Soundness::Unsound { .. }, _) | (_, Completeness::Incomplete { .. }) => {
                Judgement::NotEquivalent
            }
            (Soundness::Sound, Completeness::Complete) => Judgement::Equivalent,
            _ => Judgement::Unknown,
        }
    }
}

/// How a formula stands to a puzzle; serialised as `equivalent`, `not-equivalent` and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The models are the solutions, and there are some.
    Equivalent,
    /// A model is no solution, or a solution no model.
    NotEquivalent,
    /// The formula has no model, though the puzzle has solutions.
    NoModel,
    /// The givens contradict each other, and the formula has no model.
    NoSolution,
    /// It was not decided.
    Unknown,
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
    /// The search was stopped, by the deadline or once another answer told that the formula is not
    /// equivalent.
    Unknown,
}

/// A rule that a model breaks: where, and the candidates that say so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Which rule.
    pub reason: Reason,
    /// The clause that would say it, which does not follow from the formula.
    pub clause: Vec<i32>,
    /// The two candidates placed that exclude each other, the given that is not placed, or nothing
    /// where none of several is placed.
    pub candidates: Vec<Candidate>,
}

/// Whether every solution is a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// Every clause follows from the rules, or every solution was tried.
    Complete,
    /// There is no solution.
    NoSolution,
    /// The formula forbids a solution.
    Incomplete {
        /// That solution.
        solution: Grid,
        /// Clauses that forbid it together; none at the deadline.
        guilty: Vec<Guilty>,
    },
    /// None was found that the formula forbids, and the search was stopped, or the auxiliary
    /// variables cannot be resolved out with few clauses.
    Unknown {
        /// How many solutions the formula allows of those that were tried.
        tried: usize,
    },
}

/// The rules of a family on one kind of unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilyAudit {
    /// Which, as [`Reason::family`] says.
    pub family: &'static str,
    /// The kind of unit, without its number: `box`. Empty for cells, pairs and givens.
    pub units: &'static str,
    /// The rules, each one or several clauses, that follow.
    pub following: Vec<Reason>,
    /// The rules that some model breaks.
    pub failing: Vec<Reason>,
    /// How many more there are, for which that was not decided.
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

/// Whether the rules of a size can be held in memory: up to 40x40 they are five million clauses.
///
/// # Errors
/// [`SolveError::TooLarge`] if not.
pub fn check_size(size: Size) -> Result<(), SolveError> {
    let (found, most) = (size.candidate_count(), 64_000);
    if found > most { Err(SolveError::TooLarge { found, most }) } else { Ok(()) }
}

/// Holds a formula against a puzzle: the rules, and its givens if it has any.
///
/// Once it is found that they are not equivalent, what else there is to find is searched for a
/// moment only.
///
/// # Errors
/// [`SolveError::Solver`] if the SAT solver failed, [`SolveError::Lied`] if it was wrong;
/// [`SolveError::TooLarge`] as [`check_size`]; [`SolveError::Constraint`] if the rules have one; [`SolveError::TimedOut`] if the deadline came before
/// formula and rules were loaded.
///
/// # Panics
/// If the map is of another size than the puzzle.
pub fn audit(
    formula: &Cnf,
    map: &VariableMap,
    puzzle: &Puzzle,
    deadline: Deadline,
) -> Result<Audit, SolveError> {
    let mut compared = Comparison::new(formula, map, puzzle, deadline)?;
    // What is found stays found, should the time be over.
    in_time(compared.try_cheaply())?;
    in_time(compared.judge_completeness())?;
    in_time(compared.judge_soundness())?;
    if let Completeness::Incomplete { solution, guilty } = &mut compared.completeness {
        let placed = Candidates::from_grid(solution);
        *guilty = in_time(guilty::guilty(formula, map, &placed, deadline))?.unwrap_or_default();
    }
    let Comparison { formula, mut propagation, mut repeats, reference, auxiliaries, .. } = compared;
    let is_open = reference.stated.iter().any(|stated| stated.standing == Standing::Open);
    let soundness = match (compared.has_model, compared.witness) {
        (Some(false), _) => Soundness::NoModel,
        (_, Some((model, _))) => unsound(&reference, map, &model),
        (Some(true), None) if !is_open => Soundness::Sound,
        _ => Soundness::Unknown,
    };
    let (mut completeness, mut families, mut strength) = (compared.completeness, Vec::new(), None);
    if soundness != Soundness::NoModel {
        families = self::families(puzzle.rules(), &reference);
        strength = strength::strength(puzzle, map, &mut propagation, deadline);
        repeats.redundant = redundant(&formula, &mut propagation, deadline);
    } else if completeness == Completeness::Complete {
        completeness = Completeness::NoSolution;
    }
    let strength = strength.unwrap_or_default();
    Ok(Audit { soundness, completeness, families, strength, repeats, auxiliaries })
}

/// The variables that a model makes true.
struct Model(Vec<bool>);

impl Model {
    /// That of some literals; all other variables are false.
    fn new(variable_count: usize, lits: impl IntoIterator<Item = i32>) -> Model {
        let mut is_true = vec![false; variable_count + 1];
        lits.into_iter().for_each(|lit| is_true[lit.unsigned_abs() as usize] = lit > 0);
        Model(is_true)
    }

    fn satisfies(&self, lit: i32) -> bool {
        self.0[lit.unsigned_abs() as usize] == (lit > 0)
    }

    fn violates(&self, clause: &[i32]) -> bool {
        !clause.iter().any(|&lit| self.satisfies(lit))
    }
}

/// A formula beside the rules, and what is known of the two so far.
struct Comparison<'a> {
    puzzle: &'a Puzzle,
    map: &'a VariableMap,
    deadline: Deadline,
    /// Each clause once.
    formula: Cnf,
    propagation: Clauses,
    /// Holds the formula, once it is needed.
    solver: Option<Varisat>,
    repeats: Repeats,
    auxiliaries: usize,
    reference: Reference,
    has_model: Option<bool>,
    /// The model found that violates the fewest clauses of the rules, and how many these are.
    witness: Option<(Model, usize)>,
    completeness: Completeness,
}

/// How many bytes of varisat's proofs a search may take on which the judgement does not depend:
/// part of a second.
const SMALL_EFFORT: u64 = 1 << 21;

impl<'a> Comparison<'a> {
    fn new(
        formula: &Cnf,
        map: &'a VariableMap,
        puzzle: &'a Puzzle,
        deadline: Deadline,
    ) -> Result<Comparison<'a>, SolveError> {
        assert_eq!(map.size(), puzzle.size(), "map and puzzle of different sizes");
        check_size(puzzle.size())?;
        puzzle.rules().only_groups()?;
        let used = formula.clauses().flatten().map(|lit| lit.abs());
        let auxiliaries = used.filter(|&variable| map.candidate(variable).is_none());
        let auxiliaries = auxiliaries.collect::<HashSet<_>>().len();
        let (propagation, formula, repeats) =
            load(formula, map, deadline).ok_or(SolveError::TimedOut)?;
        Ok(Comparison {
            puzzle,
            map,
            deadline,
            formula,
            propagation,
            solver: None,
            repeats,
            auxiliaries,
            reference: Reference::new(puzzle, map, deadline).ok_or(SolveError::TimedOut)?,
            has_model: None,
            witness: None,
            completeness: Completeness::Unknown { tried: 0 },
        })
    }

    /// A solver that holds these clauses. It gives up early if the judgement does not depend on it.
    fn load<'c>(&self, clauses: impl Iterator<Item = &'c [i32]>) -> Result<Varisat, SolveError> {
        let is_incomplete = matches!(self.completeness, Completeness::Incomplete { .. });
        let mut solver = if self.witness.is_some() || is_incomplete {
            Varisat::limited(self.deadline, SMALL_EFFORT)
        } else {
            Varisat::new(self.deadline)
        };
        let start = Instant::now();
        let loaded = end_of_loading(self.deadline)
            .for_each(clauses, |clause| solver.add_clause(&lits(clause)));
        loaded.ok_or(SolveError::TimedOut)?;
        solver.set_deadline(end_of_solving(self.deadline, start.elapsed()));
        Ok(solver)
    }

    /// Tries a solution, unless one is known that is forbidden.
    fn try_solution(&mut self, solution: &Grid) -> Result<(), SolveError> {
        if let Completeness::Unknown { tried } = self.completeness {
            self.completeness = if self.allows(&self.values(&Candidates::from_grid(solution)))? {
                Completeness::Unknown { tried: tried + 1 }
            } else {
                Completeness::Incomplete { solution: solution.clone(), guilty: Vec::new() }
            };
        }
        Ok(())
    }

    /// The literals that say all of a filling.
    fn values(&self, filling: &Candidates) -> Vec<i32> {
        let value = |(Candidate { cell, digit }, lit): (Candidate, i32)| {
            if filling[cell].contains(digit) { lit } else { -lit }
        };
        self.map.iter().map(value).collect()
    }

    /// Whether the formula has a model with these values of the candidates.
    fn allows(&mut self, values: &[i32]) -> Result<bool, SolveError> {
        self.deadline.ok_or(SolveError::TimedOut)?;
        let negated: Vec<i32> = values.iter().map(|lit| -lit).collect();
        let mut allows = !self.propagation.has_rup(&negated);
        // Without other variables propagation has decided every clause.
        if allows && self.auxiliaries > 0 {
            let solver = self.solver.take();
            let mut solver = solver.map_or_else(|| self.load(self.formula.clauses()), Ok)?;
            allows = solver.solve(&lits(values))?;
            self.solver = Some(solver);
        }
        if allows {
            self.has_model = Some(true);
        }
        Ok(allows)
    }

    /// The last model of a solver; variables that no clause uses are as assumed, or false.
    fn model(&self, solver: &Varisat, assumed: &[i32]) -> Model {
        let found = solver.model().into_iter().map(|lit| lit.to_dimacs() as i32);
        let lits = assumed.iter().copied().chain(found);
        Model::new(most_variable(&self.formula, self.map), lits)
    }

    /// Takes note of a model: the clauses of the rules that it violates fail.
    fn note(&mut self, model: Model) {
        let mut violated = 0;
        for Stated { clause, standing, .. } in &mut self.reference.stated {
            if *standing != Standing::Follows && model.violates(clause) {
                *standing = Standing::Fails;
                violated += 1;
            }
        }
        if violated > 0 && self.witness.as_ref().is_none_or(|&(_, fewest)| violated < fewest) {
            self.witness = Some((model, violated));
        }
    }
}

fn lits(clause: &[i32]) -> Vec<Lit> {
    clause.iter().map(|&lit| Lit::from_dimacs(lit as isize)).collect()
}

/// The largest variable of the two.
fn most_variable(formula: &Cnf, map: &VariableMap) -> usize {
    let mapped = map.iter().map(|(_, lit)| lit.unsigned_abs() as usize);
    mapped.max().unwrap_or(0).max(formula.variable_count())
}

fn unsound(reference: &Reference, map: &VariableMap, model: &Model) -> Soundness {
    let mut digits = Candidates::none(map.size());
    for (candidate, _) in map.iter().filter(|&(_, lit)| model.satisfies(lit)) {
        digits[candidate.cell].insert(candidate.digit);
    }
    let broken = reference.stated.iter().filter(|stated| model.violates(&stated.clause));
    let broken = broken.map(|Stated { clause, reason, .. }| Broken {
        reason: *reason,
        clause: clause.clone(),
        candidates: match *reason {
            Reason::Given(candidate) => vec![candidate],
            _ => clause.iter().filter_map(|&lit| map.placed(-lit)).collect(),
        },
    });
    Soundness::Unsound { broken: broken.collect(), model: digits }
}

/// The clauses of the rules by family and kind of unit, in the order of the encoding.
fn families(rules: &Rules, reference: &Reference) -> Vec<FamilyAudit> {
    let mut families: Vec<FamilyAudit> = Vec::new();
    for (reason, clauses) in &reference.stated.iter().chunk_by(|stated| stated.reason) {
        let units = match reason {
            Reason::AtLeastOne(Group::Unit(unit, _)) | Reason::AtMostOne(Group::Unit(unit, _)) => {
                rules.unit(unit).kind.name()
            }
            _ => "",
        };
        let family = reason.family();
        let same = |of: &FamilyAudit| (of.family, of.units) == (family, units);
        let at = families.iter().position(same).unwrap_or_else(|| {
            let (following, failing) = (Vec::new(), Vec::new());
            families.push(FamilyAudit { family, units, following, failing, open: 0 });
            families.len() - 1
        });
        match clauses.map(|stated| stated.standing).max() {
            Some(Standing::Fails) => families[at].failing.push(reason),
            Some(Standing::Open) => families[at].open += 1,
            _ => families[at].following.push(reason),
        }
    }
    families
}

/// Unit propagation on the formula, the formula with each clause once, and what was left out; `None`
/// at the deadline.
fn load(formula: &Cnf, map: &VariableMap, deadline: Deadline) -> Option<(Clauses, Cnf, Repeats)> {
    let mut propagation = Clauses::new(most_variable(formula, map));
    let (mut distinct, mut repeats) = (Cnf::default(), Repeats::default());
    let mut seen = HashSet::new();
    deadline.for_each(formula.clauses(), |clause| {
        let mut key = clause.to_vec();
        key.sort_unstable();
        key.dedup();
        if key.iter().any(|lit| key.binary_search(&-lit).is_ok()) {
            repeats.tautologies += 1;
        } else if seen.contains(&key) {
            repeats.duplicates += 1;
        } else {
            propagation.add(&key);
            distinct.push(key.iter().copied());
            seen.insert(key);
        }
    })?;
    Some((propagation, distinct, repeats))
}

/// How many clauses of two literals or more each follow from the others by unit propagation;
/// `None` at the deadline.
fn redundant(formula: &Cnf, propagation: &mut Clauses, deadline: Deadline) -> Option<usize> {
    let mut redundant = 0;
    for clause in formula.clauses().filter(|clause| clause.len() > 1) {
        if deadline.is_over() {
            return None;
        }
        if clause.iter().all(|&lit| propagation.value(lit) <= 0) {
            propagation.delete(clause);
            redundant += usize::from(propagation.has_rup(clause));
            propagation.add(clause);
        }
    }
    Some(redundant)
}
