//! varisat as a contender: the default way of `solve`, or a formula afresh for each puzzle.

use super::{Contender, ContenderError, FormulaKind};
use satdoku::answer::{Answer, Limits};
use satdoku::encode::Encoding;
use satdoku::rules::Puzzle;
use satdoku::solve::{Pipeline, Session, Statistics, Varisat, in_time};

/// What `solve` does by default.
#[derive(Debug)]
pub(super) struct Satdoku {
    pipeline: Pipeline,
    statistics: Statistics,
}

impl Satdoku {
    pub(super) fn new(encoding: Encoding) -> Satdoku {
        let pipeline = Pipeline::with_encoding(encoding);
        Satdoku { pipeline, statistics: Statistics::default() }
    }
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
#[derive(Debug)]
pub(super) struct Fresh {
    kind: FormulaKind,
    statistics: Statistics,
}

impl Fresh {
    pub(super) fn new(kind: FormulaKind) -> Fresh {
        Fresh { kind, statistics: Statistics::default() }
    }
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
