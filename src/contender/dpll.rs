//! The contenders `dpll` and `dpll-portable`.

use super::{Contender, ContenderError};
use crate::answer::{Answer, Limits};
use crate::dpll::Dpll;
use crate::rules::Puzzle;

impl Contender for Dpll {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        Ok(self.solve(puzzle, limits))
    }
}
