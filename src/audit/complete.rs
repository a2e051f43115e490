//! Completeness: whether the formula allows every solution.

use super::Completeness;
use super::comparison::Comparison;
use crate::dimacs::lits;
use crate::evidence::checker::Clauses;
use crate::evidence::{is_stated, project};
use crate::grid::{Candidates, Grid};
use crate::solve::{SolveError, solutions};
use crate::verify::verify;

/// If a puzzle has at most this many solutions, all of them are tried.
const FEW_SOLUTIONS: usize = 1_000;

impl Comparison<'_> {
    /// Decides whether the formula allows every solution, if the cheap tries did not decide it.
    ///
    /// If the auxiliary variables are eliminated by resolution, only clauses over candidates
    /// remain, and the rules must imply each of these. If the auxiliary variables cannot be
    /// eliminated, solutions are tried: all solutions if there are few, else for each candidate one
    /// solution with this candidate.
    ///
    /// # Errors
    /// [`SolveError::Solver`] if a solver failed, [`SolveError::TimedOut`] if it gave up.
    pub(super) fn judge_completeness(&mut self) -> Result<(), SolveError> {
        if let Completeness::Unknown { .. } = self.completeness {
            match self.by_clauses()? {
                Some(completeness) => self.completeness = completeness,
                None => self.by_solutions()?,
            }
        }
        Ok(())
    }

    /// Whether the rules imply all clauses of the formula over candidates only; `None` if there are
    /// too many such clauses.
    fn by_clauses(&self) -> Result<Option<Completeness>, SolveError> {
        let (clauses, is_kept) = (self.formula.clauses(), |v| self.map.candidate(v).is_some());
        let most_variable = self.map.most_variable(self.formula);
        let projected = project(clauses.enumerate(), most_variable, is_kept, self.deadline);
        let Some(projected) = projected else { return Ok(None) };
        let asked = |&lit: &i32| {
            let of = self.map.candidate(lit).expect("no other variable is left");
            (of, self.map.lit(of) == lit)
        };
        let mut not_stated = Vec::new();
        for (_, clause) in projected {
            self.deadline.ok_or(SolveError::TimedOut)?;
            if !is_stated(self.puzzle, clause.iter().map(asked)) {
                not_stated.push(clause);
            }
        }
        if not_stated.is_empty() {
            return Ok(Some(Completeness::Complete));
        }
        let (mut propagation, rules) = (Clauses::new(most_variable), || self.reference.clauses());
        self.deadline.for_each(SolveError::TimedOut, rules(), |clause| propagation.add(clause))?;
        let mut solver = self.load(rules())?;
        for clause in not_stated {
            self.deadline.ok_or(SolveError::TimedOut)?;
            let negated: Vec<i32> = clause.iter().map(|lit| -lit).collect();
            if !propagation.has_rup(&clause) && solver.solve(&lits(&negated))? {
                let solution = self.solution(&self.placed(&solver, &negated))?;
                return Ok(Some(Completeness::Incomplete { solution, guilty: Vec::new() }));
            }
        }
        Ok(Some(Completeness::Complete))
    }

    /// Tries whether the formula allows solutions.
    fn by_solutions(&mut self) -> Result<(), SolveError> {
        let few = solutions(self.puzzle, None, self.deadline).take(FEW_SOLUTIONS + 1);
        let few: Vec<Grid> = few.collect::<Result<_, _>>()?;
        few.iter().try_for_each(|solution| self.try_solution(solution))?;
        if few.len() > FEW_SOLUTIONS {
            let mut rules = self.load(self.reference.clauses())?;
            for (_, lit) in self.map.iter() {
                let is_open = matches!(self.completeness, Completeness::Unknown { .. });
                if is_open && rules.solve(&lits(&[lit]))? {
                    self.try_solution(&self.solution(&self.placed(&rules, &[lit]))?)?;
                }
            }
        } else if let Completeness::Unknown { .. } = self.completeness {
            self.completeness = Completeness::Complete;
        }
        Ok(())
    }

    /// The solution that a model of the rules places.
    fn solution(&self, placed: &Candidates) -> Result<Grid, SolveError> {
        let solution = placed.to_grid();
        verify(self.puzzle, &solution).map_err(SolveError::Lied)?;
        Ok(solution)
    }
}
