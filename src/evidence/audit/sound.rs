//! Does every model of the formula obey the rules?

use std::collections::HashSet;

use varisat::Lit;

use super::rules::{Reference, Standing};
use crate::answer::Deadline;
use crate::encode::{Family, Reason};
use crate::evidence::checker::{Clauses, Cnf};
use crate::solve::{Backend, SolveError, Varisat};

/// Decides for each clause of the rules whether it follows from the formula, until the deadline:
/// by unit propagation, by counting, else by search.
///
/// # Errors
/// [`SolveError::Solver`] if the solver failed.
pub(super) fn judge(
    reference: &mut Reference,
    formula: &Cnf,
    propagation: &mut Clauses,
    deadline: Deadline,
) -> Result<Found, SolveError> {
    for (clause, standing) in reference.clauses.iter().zip(&mut reference.standing) {
        if propagation.has_rup(clause) {
            *standing = Standing::Follows;
        }
    }
    reference.count();
    let mut solver = load(formula, deadline);
    match solver.solve(&[]) {
        Ok(true) => {}
        Ok(false) => {
            reference.standing.fill(Standing::Follows);
            return Ok(Found::NoModel);
        }
        Err(SolveError::TimedOut) => return Ok(Found::Nothing),
        Err(error) => return Err(error),
    }
    let mut search = Search { reference, solver, witness: None };
    match search.run() {
        Err(SolveError::TimedOut) | Ok(()) => {
            Ok(search.witness.map_or(Found::Nothing, Found::Violation))
        }
        Err(error) => Err(error),
    }
}

/// What speaks against a formula.
pub(super) enum Found {
    /// Nothing was found.
    Nothing,
    /// It has no model.
    NoModel,
    /// The true literals of a model that violates a clause of the rules.
    Violation(HashSet<i32>),
}

/// A solver that holds the formula.
pub(super) fn load(formula: &Cnf, deadline: Deadline) -> Varisat {
    let mut solver = Varisat::new(deadline);
    formula.clauses().for_each(|clause| solver.add_clause(&lits(clause)));
    solver
}

pub(super) fn lits(clause: &[i32]) -> Vec<Lit> {
    clause.iter().map(|&lit| Lit::from_dimacs(lit as isize)).collect()
}

struct Search<'r> {
    reference: &'r mut Reference,
    solver: Varisat,
    /// The first model found that violates a clause.
    witness: Option<HashSet<i32>>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), SolveError> {
        // The families that presets state come first: the others then follow by counting.
        let is_stated = |reason: Reason| {
            !matches!(reason.family(), Some(Family::CellAtMostOne | Family::UnitAtLeastOne))
        };
        let (stated, others): (Vec<usize>, Vec<usize>) = (0..self.reference.clauses.len())
            .partition(|&index| is_stated(self.reference.reasons[index]));
        let proved = self.reference.clauses.iter().zip(&self.reference.standing);
        // Solvers do not find again what was counted.
        for (clause, _) in proved.filter(|(_, standing)| **standing == Standing::Follows) {
            self.solver.add_clause(&lits(clause));
        }
        for index in stated {
            self.decide(index)?;
        }
        self.count();
        for index in others {
            if self.decide(index)? {
                self.count();
            }
        }
        Ok(())
    }

    fn count(&mut self) {
        for index in self.reference.count() {
            self.solver.add_clause(&lits(&self.reference.clauses[index]));
        }
    }

    /// Searches for a model that violates an open clause; whether it was shown that there is none.
    fn decide(&mut self, index: usize) -> Result<bool, SolveError> {
        if self.reference.standing[index] != Standing::Open {
            return Ok(false);
        }
        let negated: Vec<i32> = self.reference.clauses[index].iter().map(|lit| -lit).collect();
        if !self.solver.solve(&lits(&negated))? {
            self.reference.standing[index] = Standing::Follows;
            self.solver.add_clause(&lits(&self.reference.clauses[index]));
            return Ok(true);
        }
        let model = true_lits(&self.solver, &negated);
        for (clause, standing) in self.reference.clauses.iter().zip(&mut self.reference.standing) {
            if *standing == Standing::Open && is_violated(clause, &model) {
                *standing = Standing::Fails;
            }
        }
        self.witness.get_or_insert(model);
        Ok(false)
    }
}

/// The true literals of the last model; variables that no clause uses are as assumed, or false.
pub(super) fn true_lits(solver: &Varisat, assumed: &[i32]) -> HashSet<i32> {
    let model = solver.model().into_iter().map(|lit| lit.to_dimacs() as i32);
    model.chain(assumed.iter().copied()).collect()
}

/// Whether no literal of the clause is true.
pub(super) fn is_violated(clause: &[i32], model: &HashSet<i32>) -> bool {
    clause.iter().all(|lit| !model.contains(lit) && (*lit > 0 || model.contains(&-lit)))
}
