//! The solvers of the library as contenders: the default solver of `solve`, a new varisat for the
//! formula of each puzzle, and dpll.

use super::{Answered, Contender, FormulaKind};
use satdoku::solve::{Session, Statistics, Varisat, in_time};
use satdoku::{Answer, Dpll, Limits, Pipeline, Puzzle, Size, SolveError};

/// The default solver of `solve`.
impl Contender for Pipeline {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, told: &mut Statistics) -> Answered {
        // If simplification settles the puzzle, there is no formula.
        let none = Statistics { variables: Some(0), clauses: Some(0), ..Statistics::default() };
        let solved = self.solve(puzzle, limits)?;
        *told += &solved.session.unwrap_or(none);
        Ok(solved.answer)
    }
}

/// The default solver of `solve`; but above 9x9, varisat gives up after some seconds, and then
/// another SAT solver is asked.
pub(super) struct Auto {
    pub pipeline: Pipeline,
    pub other: Box<dyn Contender>,
}

impl Contender for Auto {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, told: &mut Statistics) -> Answered {
        // The limit of varisat's proof: about two seconds for a 64x64 grid.
        const MOST_BYTES: u64 = 1 << 23;
        self.pipeline.most_bytes = (puzzle.size().side() > Size::NINE.side()).then_some(MOST_BYTES);
        let known = self.pipeline.answer(puzzle, limits, told)?;
        let has_all = known.complete || known.solutions.len() == limits.solutions;
        if has_all || limits.deadline.is_over() {
            return Ok(known);
        }
        let found = self.other.answer(puzzle, limits, told)?;
        let is_more = found.complete || found.solutions.len() >= known.solutions.len();
        Ok(if is_more { found } else { known })
    }
}

/// A new varisat solver for the formula of each puzzle.
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
