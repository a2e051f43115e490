//! A formula held against the rules.

use std::collections::HashSet;

use itertools::Itertools;
use web_time::Instant;

use super::guilty::{SMALL_EFFORT, find_guilty};
use super::map::lits;
use super::rules::{Reference, Standing, Stated};
use super::strength::find_strength;
use super::{Audit, Broken, Completeness, FamilyAudit, Repeats, Soundness, VariableMap};
use crate::answer::Deadline;
use crate::dimacs::Cnf;
use crate::encode::Reason;
use crate::evidence::checker::Clauses;
use crate::grid::{Candidate, Candidates, Grid, Size};
use crate::rules::{Group, Puzzle, Rules};
use crate::solve::{SolveError, Varisat, end_of_loading, end_of_solving, in_time};

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
        *guilty = in_time(find_guilty(formula, map, &placed, deadline))?.unwrap_or_default();
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
        families = judged_families(puzzle.rules(), &reference);
        strength = find_strength(puzzle, map, &mut propagation, deadline);
        repeats.redundant = redundant(&formula, &mut propagation, deadline);
    } else if completeness == Completeness::Complete {
        completeness = Completeness::NoSolution;
    }
    let strength = strength.unwrap_or_default();
    Ok(Audit { soundness, completeness, families, strength, repeats, auxiliaries })
}

/// The variables that a model makes true.
pub(super) struct Model(Vec<bool>);

impl Model {
    /// That of some literals; all other variables are false.
    pub fn new(variable_count: usize, lits: impl IntoIterator<Item = i32>) -> Model {
        let mut is_true = vec![false; variable_count + 1];
        lits.into_iter().for_each(|lit| is_true[lit.unsigned_abs() as usize] = lit > 0);
        Model(is_true)
    }

    pub fn satisfies(&self, lit: i32) -> bool {
        self.0[lit.unsigned_abs() as usize] == (lit > 0)
    }

    fn violates(&self, clause: &[i32]) -> bool {
        !clause.iter().any(|&lit| self.satisfies(lit))
    }
}

/// A formula beside the rules, and what is known of the two so far.
pub(super) struct Comparison<'a> {
    pub puzzle: &'a Puzzle,
    pub map: &'a VariableMap,
    pub deadline: Deadline,
    /// Each clause once.
    pub formula: Cnf,
    pub propagation: Clauses,
    /// Holds the formula, once it is needed.
    pub solver: Option<Varisat>,
    pub repeats: Repeats,
    pub auxiliaries: usize,
    pub reference: Reference,
    pub has_model: Option<bool>,
    /// The model found that violates the fewest clauses of the rules, and how many these are.
    pub witness: Option<(Model, usize)>,
    pub completeness: Completeness,
}

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
    pub fn load<'c>(
        &self,
        clauses: impl Iterator<Item = &'c [i32]>,
    ) -> Result<Varisat, SolveError> {
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
    pub fn try_solution(&mut self, solution: &Grid) -> Result<(), SolveError> {
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
    pub fn values(&self, filling: &Candidates) -> Vec<i32> {
        let value = |(Candidate { cell, digit }, lit): (Candidate, i32)| {
            if filling[cell].contains(digit) { lit } else { -lit }
        };
        self.map.iter().map(value).collect()
    }

    /// Whether the formula has a model with these values of the candidates.
    pub fn allows(&mut self, values: &[i32]) -> Result<bool, SolveError> {
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
    pub fn model(&self, solver: &Varisat, assumed: &[i32]) -> Model {
        let found = solver.model().into_iter().map(|lit| lit.to_dimacs() as i32);
        let lits = assumed.iter().copied().chain(found);
        Model::new(self.map.most_variable(&self.formula), lits)
    }

    /// Takes note of a model: the clauses of the rules that it violates fail.
    pub fn note(&mut self, model: Model) {
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
fn judged_families(rules: &Rules, reference: &Reference) -> Vec<FamilyAudit> {
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
    let mut propagation = Clauses::new(map.most_variable(formula));
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
