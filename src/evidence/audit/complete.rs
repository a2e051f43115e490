//! Does the formula allow every solution?

use std::collections::HashSet;

use super::map::VariableMap;
use super::project::project;
use super::rules::Reference;
use super::sound::{lits, load, true_lits};
use super::{Completeness, Unchecked};
use crate::answer::Deadline;
use crate::evidence::checker::{Clauses, Cnf};
use crate::grid::{Candidate, Grid};
use crate::rules::Puzzle;
use crate::solve::{Backend, SolveError, Varisat, solutions};
use crate::verify::verify;

/// Puzzles with no more solutions are checked on each of them.
const FEW_SOLUTIONS: usize = 1_000;

/// Decides it until the deadline.
///
/// The formula without its auxiliary variables has only clauses over candidates; the rules must
/// imply each. Where the auxiliary variables cannot be resolved out, the formula is tried on
/// solutions: all of them if they are few, else one with each candidate.
///
/// # Errors
/// [`SolveError::Solver`] if a solver failed.
pub(super) fn judge(
    puzzle: &Puzzle,
    reference: &Reference,
    formula: &Cnf,
    map: &VariableMap,
    deadline: Deadline,
) -> Result<Completeness, SolveError> {
    let found = match projected(formula, map, deadline) {
        Some(clauses) => by_clauses(puzzle, reference, &clauses, map, deadline),
        None => by_solutions(puzzle, reference, formula, map, deadline),
    };
    match found {
        Err(SolveError::TimedOut) => Ok(Completeness::Unknown(Unchecked::TimedOut)),
        found => found,
    }
}

/// The formula over candidates alone, if it is not too large.
fn projected(formula: &Cnf, map: &VariableMap, deadline: Deadline) -> Option<Vec<Vec<i32>>> {
    let mapped: HashSet<i32> = map.iter().map(|(_, lit)| lit.abs()).collect();
    project(formula, |variable| mapped.contains(&variable), deadline)
}

/// Whether the rules imply all these clauses over candidates.
fn by_clauses(
    puzzle: &Puzzle,
    reference: &Reference,
    clauses: &[Vec<i32>],
    map: &VariableMap,
    deadline: Deadline,
) -> Result<Completeness, SolveError> {
    let most = map.iter().map(|(_, lit)| lit.abs()).max().unwrap_or(0);
    let mut propagation = Clauses::new(most as usize);
    reference.clauses.iter().for_each(|clause| propagation.add(clause));
    let mut solver = None;
    for clause in clauses.iter().filter(|clause| !propagation.has_rup(clause)) {
        let solver = solver.get_or_insert_with(|| rules(reference, deadline));
        let negated: Vec<i32> = clause.iter().map(|lit| -lit).collect();
        if solver.solve(&lits(&negated))? {
            let solution = decode(puzzle, map, &true_lits(solver, &negated))?;
            return Ok(Completeness::Incomplete { solution });
        }
    }
    Ok(Completeness::Complete)
}

/// Whether the formula allows all solutions that are tried.
fn by_solutions(
    puzzle: &Puzzle,
    reference: &Reference,
    formula: &Cnf,
    map: &VariableMap,
    deadline: Deadline,
) -> Result<Completeness, SolveError> {
    let mut solver = load(formula, deadline);
    let mut allows = |solution: &Grid| {
        let placed = |(candidate, lit): (Candidate, i32)| {
            if solution.get(candidate.cell) == Some(candidate.digit) { lit } else { -lit }
        };
        solver.solve(&lits(&map.iter().map(placed).collect::<Vec<_>>()))
    };
    let few: Vec<Grid> =
        solutions(puzzle, deadline).take(FEW_SOLUTIONS + 1).collect::<Result<_, _>>()?;
    let mut rules = rules(reference, deadline);
    let mut tried = 0;
    let is_all = few.len() <= FEW_SOLUTIONS;
    for solution in &few {
        if !allows(solution)? {
            return Ok(Completeness::Incomplete { solution: solution.clone() });
        }
        tried += 1;
    }
    if is_all {
        return Ok(Completeness::Complete);
    }
    for (_, lit) in map.iter() {
        if !rules.solve(&lits(&[lit]))? {
            continue;
        }
        let solution = decode(puzzle, map, &true_lits(&rules, &[lit]))?;
        if !allows(&solution)? {
            return Ok(Completeness::Incomplete { solution });
        }
        tried += 1;
    }
    Ok(Completeness::Unknown(Unchecked::Auxiliaries { tried }))
}

/// A solver that holds the rules and the givens.
fn rules(reference: &Reference, deadline: Deadline) -> Varisat {
    let mut solver = Varisat::new(deadline);
    reference.clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)));
    solver
}

/// The solution that a model of the rules places.
fn decode(puzzle: &Puzzle, map: &VariableMap, model: &HashSet<i32>) -> Result<Grid, SolveError> {
    let mut solution = Grid::empty(puzzle.size());
    for (Candidate { cell, digit }, _) in map.iter().filter(|(_, lit)| model.contains(lit)) {
        solution.set(cell, Some(digit));
    }
    verify(puzzle, &solution).map_err(SolveError::Lied)?;
    Ok(solution)
}
