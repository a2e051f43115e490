//! Compares a formula with the rules.

use std::collections::HashSet;

use itertools::Itertools;
use web_time::Instant;

use super::guilty::{SMALL_EFFORT, find_guilty};
use super::rules::{Reference, Standing, Stated};
use super::{Audit, Broken, Completeness, FamilyAudit, MapError, Soundness, VariableMap};
use crate::answer::Deadline;
use crate::dimacs::{Cnf, lits};
use crate::encode::Reason;
use crate::evidence::checker::Clauses;
use crate::grid::{Candidate, Candidates, Grid, Size};
use crate::rules::{Group, Puzzle, Rules};
use crate::solve::{SolveError, Varisat, in_time};

/// The givens of a formula: the candidates that are placed by unit clauses.
///
/// # Errors
/// [`MapError`] if a cell has two givens.
pub fn givens(formula: &Cnf, map: &VariableMap) -> Result<Grid, MapError> {
    let units: HashSet<i32> = formula
        .clauses()
        .filter_map(|clause| if let [lit] = clause { Some(*lit) } else { None })
        .collect();
    let mut givens = Grid::empty(map.size());
    for (Candidate { cell, digit }, _) in map.iter().filter(|(_, lit)| units.contains(lit)) {
        if let Some(first) = givens.get(cell) {
            let cell = map.size().cell_name(cell);
            let found = format!("unit clauses for {cell}={first} and {cell}={digit}");
            return Err(MapError(format!(
                "expected at most one given for each cell, found {found}"
            )));
        }
        givens.set(cell, Some(digit));
    }
    Ok(givens)
}

/// Checks that the clauses of the rules fit into memory, for a grid of this size. The largest size
/// is 40x40, with five million clauses.
///
/// # Errors
/// [`SolveError::TooLarge`] if they do not fit.
pub fn check_size(size: Size) -> Result<(), SolveError> {
    let (found, most) = (size.candidate_count(), 64_000);
    if found > most { Err(SolveError::TooLarge { found, most }) } else { Ok(()) }
}

/// Compares a formula with a puzzle: with the rules, and with the givens if the puzzle has some. If
/// the puzzle or the formula has givens, [`Audit::without_givens`] also compares the rules only
/// with the formula without its unit clauses over candidates, since with givens, many wrong
/// formulas are equivalent by chance.
///
/// As soon as formula and puzzle are known to be not equivalent, the search for further results is
/// kept very short.
///
/// # Errors
/// [`SolveError::Solver`] if the SAT solver failed, [`SolveError::Lied`] if its answer was wrong;
/// [`SolveError::TooLarge`] for the same sizes as [`check_size`]; [`SolveError::Clue`] if the rules
/// have clues that units and pairs do not express; [`SolveError::TimedOut`] if the deadline passed
/// before formula and rules were loaded.
///
/// # Panics
/// If the map and the puzzle have different sizes.
pub fn audit(
    formula: &Cnf,
    map: &VariableMap,
    puzzle: &Puzzle,
    deadline: Deadline,
) -> Result<Audit, SolveError> {
    let mut found = compare(formula, map, puzzle, deadline)?;
    let is_unit = |clause: &[i32]| matches!(clause, [lit] if map.candidate(*lit).is_some());
    let places = |clause: &[i32]| is_unit(clause) && map.placed(clause[0]).is_some();
    if !puzzle.givens().is_empty() || formula.clauses().any(places) {
        let (mut rules, mut kept) = (Cnf::default(), Vec::new());
        for (index, clause) in formula.clauses().enumerate().filter(|(_, clause)| !is_unit(clause))
        {
            rules.push(clause.iter().copied());
            kept.push(index);
        }
        let alone = in_time(compare(&rules, map, &puzzle.without_givens(), deadline))?;
        let mut alone = alone.unwrap_or_else(Audit::unknown);
        if let Completeness::Incomplete { guilty, .. } = &mut alone.completeness {
            guilty.iter_mut().for_each(|guilty| guilty.index = kept[guilty.index]);
        }
        found.without_givens = Some(Box::new(alone));
    }
    Ok(found)
}

/// Compares a whole formula with a puzzle.
fn compare(
    formula: &Cnf,
    map: &VariableMap,
    puzzle: &Puzzle,
    deadline: Deadline,
) -> Result<Audit, SolveError> {
    let mut compared = Comparison::new(formula, map, puzzle, deadline)?;
    // Results that were found are kept, even if the time is over.
    in_time(compared.try_cheaply())?;
    in_time(compared.judge_completeness())?;
    in_time(compared.judge_soundness())?;
    if let Completeness::Incomplete { solution, guilty } = &mut compared.completeness {
        let placed = Candidates::from_grid(solution);
        *guilty = in_time(find_guilty(formula, map, &placed, deadline))?.unwrap_or_default();
    }
    let Comparison { duplicates, reference, auxiliaries, mut completeness, .. } = compared;
    let is_open = reference.stated.iter().any(|stated| stated.standing == Standing::Open);
    let soundness = match (compared.has_model, compared.witness) {
        (Some(false), _) => Soundness::NoModel,
        (_, Some((model, _))) => unsound(&reference, map, model),
        (Some(true), None) if !is_open => Soundness::Sound,
        _ => Soundness::Unknown,
    };
    let mut families = Vec::new();
    if soundness != Soundness::NoModel {
        families = judged_families(puzzle.rules(), &reference);
    } else if completeness == Completeness::Complete {
        completeness = Completeness::NoSolution;
    }
    let without_givens = None;
    Ok(Audit { soundness, completeness, families, duplicates, auxiliaries, without_givens })
}

/// A formula and the rules, and what is known so far about how they are related.
pub(super) struct Comparison<'a> {
    pub puzzle: &'a Puzzle,
    pub map: &'a VariableMap,
    pub deadline: Deadline,
    pub formula: &'a Cnf,
    pub propagation: Clauses,
    /// The solver with the formula; made when it is first needed.
    pub solver: Option<Varisat>,
    pub duplicates: usize,
    pub auxiliaries: usize,
    pub reference: Reference,
    pub has_model: Option<bool>,
    /// The candidates that a model places, and how many clauses of the rules the model violates. Of
    /// the models that were found, this one violates the fewest clauses.
    pub witness: Option<(Candidates, usize)>,
    pub completeness: Completeness,
}

impl<'a> Comparison<'a> {
    fn new(
        formula: &'a Cnf,
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
        let mut propagation = Clauses::new(map.most_variable(formula));
        let (mut seen, mut duplicates) = (HashSet::new(), 0);
        deadline.for_each(SolveError::TimedOut, formula.clauses(), |clause| {
            if seen.insert(clause.iter().copied().sorted_unstable().dedup().collect_vec()) {
                propagation.add(clause);
            } else {
                duplicates += 1;
            }
        })?;
        Ok(Comparison {
            puzzle,
            map,
            deadline,
            formula,
            propagation,
            solver: None,
            duplicates,
            auxiliaries,
            reference: Reference::new(puzzle, map, deadline).ok_or(SolveError::TimedOut)?,
            has_model: None,
            witness: None,
            completeness: Completeness::Unknown { tried: 0 },
        })
    }

    /// A solver with these clauses. It gives up early if the judgement does not depend on its
    /// answer.
    pub fn load<'c>(
        &self,
        clauses: impl Iterator<Item = &'c [i32]>,
    ) -> Result<Varisat, SolveError> {
        let is_incomplete = matches!(self.completeness, Completeness::Incomplete { .. });
        let is_known = self.witness.is_some() || is_incomplete;
        let mut solver = Varisat::limited(self.deadline, is_known.then_some(SMALL_EFFORT));
        let start = Instant::now();
        let end_of_loading = solver.limits.end_of_loading();
        let add = |clause: &[i32]| solver.add_clause(&lits(clause));
        end_of_loading.for_each(SolveError::TimedOut, clauses, add)?;
        solver.limits.leave_time_to_free(start.elapsed());
        Ok(solver)
    }

    /// Tries whether the formula allows a solution, unless a forbidden solution is already known.
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

    /// For each candidate, the literal that is true if exactly these candidates are placed.
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
        // Without auxiliary variables, propagation has decided every clause.
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

    /// The candidates that the last model of a solver places. Variables that are in no clause have
    /// the values of `assumed`.
    pub fn placed(&self, solver: &Varisat, assumed: &[i32]) -> Candidates {
        let mut placed = Candidates::none(self.puzzle.size());
        let found = solver.model().into_iter().map(|lit| lit.to_dimacs() as i32);
        let candidates = found.chain(assumed.iter().copied()).filter_map(|l| self.map.placed(l));
        candidates.for_each(|Candidate { cell, digit }| placed[cell].insert(digit));
        placed
    }

    /// Notes the candidates that a model places: the clauses of the rules that the model violates
    /// do not follow.
    pub fn note(&mut self, placed: Candidates) {
        let mut violated = 0;
        for Stated { clause, standing, .. } in &mut self.reference.stated {
            if *standing != Standing::Follows && self.map.violates(&placed, clause) {
                *standing = Standing::Fails;
                violated += 1;
            }
        }
        if violated > 0 && self.witness.as_ref().is_none_or(|&(_, fewest)| violated < fewest) {
            self.witness = Some((placed, violated));
        }
    }
}

fn unsound(reference: &Reference, map: &VariableMap, model: Candidates) -> Soundness {
    let broken = reference.stated.iter().filter(|stated| map.violates(&model, &stated.clause));
    let broken = broken.map(|Stated { clause, reason, .. }| Broken {
        reason: *reason,
        clause: clause.clone(),
        candidates: match *reason {
            Reason::Given(candidate) => vec![candidate],
            _ => clause.iter().filter_map(|&lit| map.placed(-lit)).collect(),
        },
    });
    Soundness::Unsound { broken: broken.collect(), model }
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
