//! Does every model of the formula obey the rules?

use super::rules::Standing;
use super::{Comparison, lits, true_lits};
use crate::encode::Preset;
use crate::solve::{Backend, SolveError, Varisat};

impl Comparison<'_> {
    /// Decides for each clause of the rules whether it follows from the formula: by unit
    /// propagation, by counting, else by search.
    ///
    /// # Errors
    /// [`SolveError::Solver`] if the solver failed, [`SolveError::TimedOut`] if it gave up.
    pub(super) fn judge_soundness(&mut self) -> Result<(), SolveError> {
        for (clause, standing) in self.reference.clauses.iter().zip(&mut self.reference.standing) {
            self.deadline.ok_or(SolveError::TimedOut)?;
            if *standing == Standing::Open && self.propagation.has_rup(clause) {
                *standing = Standing::Follows;
            }
        }
        self.reference.count();
        let is_open = self.reference.standing.contains(&Standing::Open);
        if self.has_model == Some(true) && !is_open {
            return Ok(());
        }
        let mut solver = self.load(self.formula.clauses())?;
        if self.has_model != Some(true) {
            self.has_model = Some(solver.solve(&[])?);
        }
        if self.has_model == Some(false) {
            self.reference.standing.fill(Standing::Follows);
            return Ok(());
        }
        // What every preset states comes first: the rest then follows by counting.
        let (stated, others): (Vec<usize>, Vec<usize>) = (0..self.reference.clauses.len())
            .partition(|&index| Preset::Minimal.states(self.reference.reasons[index]));
        self.add_proved(&mut solver);
        for index in stated {
            self.decide(index, &mut solver)?;
        }
        self.count(&mut solver);
        for index in others {
            if self.decide(index, &mut solver)? {
                self.count(&mut solver);
            }
        }
        Ok(())
    }

    /// Solvers do not find again what was counted.
    fn add_proved(&self, solver: &mut Varisat) {
        let proved = self.reference.clauses.iter().zip(&self.reference.standing);
        for (clause, _) in proved.filter(|(_, standing)| **standing == Standing::Follows) {
            solver.add_clause(&lits(clause));
        }
    }

    fn count(&mut self, solver: &mut Varisat) {
        for index in self.reference.count() {
            solver.add_clause(&lits(&self.reference.clauses[index]));
        }
    }

    /// Searches for a model that violates an open clause; whether it was shown that there is none.
    fn decide(&mut self, index: usize, solver: &mut Varisat) -> Result<bool, SolveError> {
        if self.reference.standing[index] != Standing::Open {
            return Ok(false);
        }
        let negated: Vec<i32> = self.reference.clauses[index].iter().map(|lit| -lit).collect();
        if !solver.solve(&lits(&negated))? {
            self.reference.standing[index] = Standing::Follows;
            solver.add_clause(&lits(&self.reference.clauses[index]));
            return Ok(true);
        }
        let is_first = self.witness.is_none();
        self.note(true_lits(solver, &negated));
        if is_first {
            // From now on one that gives up early.
            *solver = self.load(self.formula.clauses())?;
            self.add_proved(solver);
        }
        Ok(false)
    }
}
