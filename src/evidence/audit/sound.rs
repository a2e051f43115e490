//! Does every model of the formula obey the rules?

use std::collections::HashSet;

use varisat::Lit;

use super::rules::{Reference, Standing};
use crate::answer::Deadline;
use crate::encode::{Family, Reason};
use crate::evidence::checker::{Clauses, Cnf};
use crate::solve::{Backend, SolveError, Varisat};

/// Decides for each clause of the rules whether it follows from the formula, until the deadline:
/// by unit propagation, by counting, else by search. Returns a model that violates one, if there
/// is any, as its true literals.
///
/// # Errors
/// [`SolveError::Solver`] if the solver failed.
pub(super) fn judge(
    reference: &mut Reference,
    formula: &Cnf,
    propagation: &mut Clauses,
    deadline: Deadline,
) -> Result<Option<HashSet<i32>>, SolveError> {
    for (clause, standing) in reference.clauses.iter().zip(&mut reference.standing) {
        if propagation.has_rup(clause) {
            *standing = Standing::Follows;
        }
    }
    reference.count();
    let mut search = Search { reference, solver: load(formula, deadline), witness: None };
    let result = search.run();
    match result {
        Err(SolveError::TimedOut) | Ok(()) => Ok(search.witness),
        Err(error) => Err(error),
    }
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
