//! Does the formula allow every solution?

use super::Completeness;
use super::comparison::{Comparison, Model};
use super::map::lits;
use super::project::project;
use crate::evidence::checker::Clauses;
use crate::grid::{Candidate, Grid};
use crate::solve::{SolveError, solutions};
use crate::verify::verify;

/// Puzzles with no more solutions are checked on each of them.
const FEW_SOLUTIONS: usize = 1_000;

impl Comparison<'_> {
    /// Decides it, if the tries did not.
    ///
    /// The formula without its auxiliary variables has only clauses over candidates; the rules must
    /// imply each. Where the auxiliary variables cannot be resolved out, the formula is tried on
    /// solutions: all of them if they are few, else one with each candidate.
    ///
    /// # Errors
    /// [`SolveError::Solver`] if a solver failed, [`SolveError::TimedOut`] if it gave up.
    pub(super) fn judge_completeness(&mut self) -> Result<(), SolveError> {
        if let Completeness::Unknown { .. } = self.completeness {
            match self.projected() {
                Some(clauses) => self.completeness = self.by_clauses(&clauses)?,
                None => self.by_solutions()?,
            }
        }
        Ok(())
    }

    /// The formula over candidates alone, if it is not too large.
    fn projected(&self) -> Option<Vec<Vec<i32>>> {
        project(&self.formula, |variable| self.map.candidate(variable).is_some(), self.deadline)
    }

    /// Whether the rules imply all these clauses over candidates.
    fn by_clauses(&self, clauses: &[Vec<i32>]) -> Result<Completeness, SolveError> {
        let mut propagation = Clauses::new(self.map.most_variable(&self.formula));
        let rules = || self.reference.clauses();
        let loaded = self.deadline.for_each(rules(), |clause| propagation.add(clause));
        loaded.ok_or(SolveError::TimedOut)?;
        let mut solver = None;
        for clause in clauses {
            self.deadline.ok_or(SolveError::TimedOut)?;
            if propagation.has_rup(clause) {
                continue;
            }
            let solver = match &mut solver {
                Some(solver) => solver,
                None => solver.insert(self.load(rules())?),
            };
            let negated: Vec<i32> = clause.iter().map(|lit| -lit).collect();
            if solver.solve(&lits(&negated))? {
                let solution = self.decode(&self.model(solver, &negated))?;
                return Ok(Completeness::Incomplete { solution, guilty: Vec::new() });
            }
        }
        Ok(Completeness::Complete)
    }

    /// Whether the formula allows all solutions that are tried.
    fn by_solutions(&mut self) -> Result<(), SolveError> {
        let few = solutions(self.puzzle, None, self.deadline).take(FEW_SOLUTIONS + 1);
        let few: Vec<Grid> = few.collect::<Result<_, _>>()?;
        few.iter().try_for_each(|solution| self.try_solution(solution))?;
        if few.len() > FEW_SOLUTIONS {
            let mut rules = self.load(self.reference.clauses())?;
            for (_, lit) in self.map.iter() {
                let is_open = matches!(self.completeness, Completeness::Unknown { .. });
                if is_open && rules.solve(&lits(&[lit]))? {
                    self.try_solution(&self.decode(&self.model(&rules, &[lit]))?)?;
                }
            }
        } else if let Completeness::Unknown { .. } = self.completeness {
            self.completeness = Completeness::Complete;
        }
        Ok(())
    }

    /// The solution that a model of the rules places.
    fn decode(&self, model: &Model) -> Result<Grid, SolveError> {
        let mut solution = Grid::empty(self.puzzle.size());
        let placed = self.map.iter().filter(|&(_, lit)| model.satisfies(lit));
        placed.for_each(|(Candidate { cell, digit }, _)| solution.set(cell, Some(digit)));
        verify(self.puzzle, &solution).map_err(SolveError::Lied)?;
        Ok(solution)
    }
}
