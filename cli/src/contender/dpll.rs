//! The contenders `dpll` and `dpll-portable`.

use super::{Contender, ContenderError};
use satdoku::answer::{Answer, Limits};
use satdoku::dpll::Dpll;
use satdoku::rules::Puzzle;
use satdoku::solve::SolveError;

impl Contender for Dpll {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        Ok(self.solve(puzzle, limits).map_err(SolveError::from)?)
    }
}
