//! Soundness: whether every model of the formula obeys the rules.

use itertools::Itertools;

use super::comparison::Comparison;
use super::rules::{Standing, Stated};
use crate::dimacs::lits;
use crate::encode::Preset;
use crate::solve::{SolveError, Varisat};

impl Comparison<'_> {
    /// Decides, for each clause of the rules, whether it follows from the formula: by unit
    /// propagation, then by counting, then by search.
    ///
    /// # Errors
    /// [`SolveError::Solver`] if the solver failed, [`SolveError::TimedOut`] if it gave up.
    pub(super) fn judge_soundness(&mut self) -> Result<(), SolveError> {
        for Stated { clause, standing, .. } in &mut self.reference.stated {
            self.deadline.ok_or(SolveError::TimedOut)?;
            if *standing == Standing::Open && self.propagation.has_rup(clause) {
                *standing = Standing::Follows;
            }
        }
        self.reference.count(self.deadline);
        let mut standings = self.reference.stated.iter().map(|stated| stated.standing);
        if self.has_model == Some(true) && !standings.contains(&Standing::Open) {
            return Ok(());
        }
        let mut solver = self.load(self.formula.clauses())?;
        if self.has_model != Some(true) {
            self.has_model = Some(solver.solve(&[])?);
        }
        if self.has_model == Some(false) {
            return Ok(());
        }
        // The clauses that are in every preset come first: the other clauses then follow by
        // counting.
        let (stated, others): (Vec<usize>, Vec<usize>) = (0..self.reference.stated.len())
            .partition(|&index| Preset::Minimal.states(self.reference.stated[index].reason));
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

    /// Adds the clauses that were found by counting, since solvers cannot find them easily.
    fn add_proved(&self, solver: &mut Varisat) {
        let proved = self.reference.stated.iter();
        for stated in proved.filter(|stated| stated.standing == Standing::Follows) {
            solver.add_clause(&lits(&stated.clause));
        }
    }

    fn count(&mut self, solver: &mut Varisat) {
        for index in self.reference.count(self.deadline) {
            solver.add_clause(&lits(&self.reference.stated[index].clause));
        }
    }

    /// Searches for a model that violates an open clause. Returns whether it is proved that there
    /// is none.
    fn decide(&mut self, index: usize, solver: &mut Varisat) -> Result<bool, SolveError> {
        let Stated { clause, standing, .. } = &mut self.reference.stated[index];
        if *standing != Standing::Open {
            return Ok(false);
        }
        let negated: Vec<i32> = clause.iter().map(|lit| -lit).collect();
        if !solver.solve(&lits(&negated))? {
            *standing = Standing::Follows;
            solver.add_clause(&lits(clause));
            return Ok(true);
        }
        let is_first = self.witness.is_none();
        self.note(self.placed(solver, &negated));
        if is_first {
            // From now on, a solver that gives up early is used.
            *solver = self.load(self.formula.clauses())?;
            self.add_proved(solver);
        }
        Ok(false)
    }
}
