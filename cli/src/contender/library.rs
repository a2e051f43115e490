//! What the library has, as contenders: the default way of `solve`, a formula in varisat afresh for
//! each puzzle, dpll.

use super::{Contender, ContenderError, FormulaKind};
use satdoku::solve::{Session, Statistics, Varisat, in_time};
use satdoku::{Answer, Dpll, Limits, Pipeline, Puzzle, SolveError};

/// What `solve` does by default.
#[derive(Debug, Default)]
pub(super) struct Satdoku {
    pub pipeline: Pipeline,
    pub statistics: Statistics,
}

impl Contender for Satdoku {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        // Where simplification settles the puzzle there is no formula.
        let none = Statistics { variables: Some(0), clauses: Some(0), ..Statistics::default() };
        self.statistics = none;
        let solved = self.pipeline.solve(puzzle, limits)?;
        self.statistics = solved.session.unwrap_or(none);
        Ok(solved.answer)
    }

    fn statistics(&self) -> Option<&Statistics> {
        Some(&self.statistics)
    }
}

/// A fresh solver for the formula of each puzzle.
#[derive(Debug, Default)]
pub(super) struct Fresh {
    pub kind: FormulaKind,
    pub statistics: Statistics,
}

impl Contender for Fresh {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        self.statistics = Statistics::default();
        let Some(formula) = in_time(self.kind.formula(puzzle, limits.deadline))? else {
            return Ok(Answer::default());
        };
        let mut session = Session::load(Varisat::new(limits.deadline), formula, limits.deadline);
        let answer = session.answer(limits.solutions);
        self.statistics = *session.statistics();
        Ok(answer?)
    }

    fn statistics(&self) -> Option<&Statistics> {
        Some(&self.statistics)
    }
}

/// The contenders `dpll` and `dpll-portable`.
impl Contender for Dpll {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        Ok(self.solve(puzzle, limits).map_err(SolveError::from)?)
    }
}
