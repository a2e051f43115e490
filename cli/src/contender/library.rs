//! The solvers of the library as contenders: the default way of `solve`, a fresh varisat for the
//! formula of each puzzle, and dpll.

use super::{Answered, Contender, FormulaKind};
use satdoku::solve::{Session, Statistics, Varisat, in_time};
use satdoku::{Answer, Dpll, Limits, Pipeline, Puzzle, SolveError};

/// What `solve` does by default.
impl Contender for Pipeline {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, told: &mut Statistics) -> Answered {
        // If simplification settles the puzzle, there is no formula.
        let none = Statistics { variables: Some(0), clauses: Some(0), ..Statistics::default() };
        let solved = self.solve(puzzle, limits)?;
        *told += &solved.session.unwrap_or(none);
        Ok(solved.answer)
    }
}

/// A fresh solver for the formula of each puzzle.
#[derive(Debug)]
pub(super) struct Fresh {
    pub kind: FormulaKind,
}

impl Contender for Fresh {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, told: &mut Statistics) -> Answered {
        let Some(formula) = in_time(self.kind.formula(puzzle, None, limits.deadline))? else {
            return Ok(Answer::default());
        };
        let mut session = Session::load(Varisat::new(limits.deadline), formula);
        let answer = session.answer(limits.solutions);
        *told += &session.statistics;
        Ok(answer?)
    }
}

/// The contenders `dpll` and `dpll-portable`.
impl Contender for Dpll {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, _: &mut Statistics) -> Answered {
        Ok(self.solve(puzzle, limits).map_err(SolveError::from)?)
    }
}
