//! varisat as a contender: the default way of `solve`, a formula afresh for each puzzle, or one
//! long-lived solver that gets the givens as assumptions.

use std::time::{Duration, Instant};

use satdoku::varisat::Lit;

use super::{Contender, ContenderError, FormulaKind};
use satdoku::answer::{Answer, Deadline, Limits};
use satdoku::encode::{Encoding, Formula};
use satdoku::grid::Grid;
use satdoku::numbering::Numbering;
use satdoku::rules::Puzzle;
use satdoku::solve::{
    Backend, Pipeline, Session, SolveError, Statistics, Varisat, check_size, in_time,
};

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

/// One solver that holds the rules as long as they stay the same. Givens are assumptions, and so
/// is a variable of each puzzle's own that turns on the clause against its first solution.
pub(super) struct Assuming {
    encoding: Encoding,
    loaded: Option<Loaded>,
    statistics: Statistics,
}

struct Loaded {
    /// Without givens.
    formula: Formula,
    /// With the auxiliary variables.
    numbering: Numbering,
    backend: Varisat,
}

impl Assuming {
    pub(super) fn new(encoding: Encoding) -> Assuming {
        Assuming { encoding, loaded: None, statistics: Statistics::default() }
    }
}

impl Contender for Assuming {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        let start = Instant::now();
        // A solver that was stopped is not used again, so it is taken out until it has answered.
        let mut loaded = match self.loaded.take() {
            Some(loaded) if loaded.formula.puzzle().rules() == puzzle.rules() => loaded,
            _ => {
                check_size(puzzle.size())?;
                let Some(loaded) = Loaded::new(puzzle, self.encoding, limits.deadline) else {
                    return Ok(Answer::default());
                };
                loaded
            }
        };
        self.statistics = Statistics { load: Some(start.elapsed()), ..Statistics::default() };
        let mut solve_time = Duration::ZERO;
        let before = loaded.backend.counters().proof_bytes;
        let answer = loaded.answer(puzzle, limits, &mut solve_time);
        self.statistics.solve = Some(solve_time);
        let after = loaded.backend.counters().proof_bytes;
        self.statistics.counters.proof_bytes =
            after.zip(before).map(|(after, before)| after - before);
        match answer {
            Ok((answer, stopped)) => {
                self.loaded = (!stopped).then_some(loaded);
                Ok(answer)
            }
            Err(failure) => Err(failure.into()),
        }
    }

    fn statistics(&self) -> Option<&Statistics> {
        Some(&self.statistics)
    }
}

impl Loaded {
    /// `None` if the deadline comes first.
    fn new(puzzle: &Puzzle, encoding: Encoding, deadline: Deadline) -> Option<Loaded> {
        let formula = Formula::whole(&puzzle.without_givens(), encoding);
        let mut backend = Varisat::with_deadlines();
        let mut in_time = deadline.watch(());
        let loaded = formula.try_for_each_clause(|clause, _| {
            backend.add_clause(clause);
            in_time()
        });
        let numbering = loaded.ok()?;
        Some(Loaded { formula, numbering, backend })
    }

    /// The answer, and whether the deadline stopped the solver.
    fn answer(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        solve_time: &mut Duration,
    ) -> Result<(Answer, bool), SolveError> {
        let mut answer = Answer::default();
        let mut assumptions: Vec<Lit> =
            puzzle.givens().filled().map(|given| self.formula.lit(given)).collect();
        let given_count = assumptions.len();
        let mut blocking = None;
        let mut stopped = false;
        self.backend.set_deadline(limits.deadline);
        while answer.solutions.len() < limits.solutions {
            let start = Instant::now();
            let satisfiable = self.backend.solve(&assumptions);
            *solve_time += start.elapsed();
            match satisfiable {
                Ok(true) => {}
                Ok(false) => {
                    answer.complete = true;
                    break;
                }
                Err(SolveError::TimedOut) => {
                    stopped = true;
                    break;
                }
                Err(failure) => return Err(failure),
            }
            let mut solution = Grid::empty(puzzle.size());
            self.numbering.decode(self.backend.model(), &mut solution)?;
            if answer.solutions.len() + 1 < limits.solutions {
                let on = *blocking.get_or_insert_with(|| self.numbering.fresh().positive());
                assumptions.truncate(given_count);
                assumptions.push(on);
                let mut clause = self.formula.blocking_clause(&solution);
                clause.push(!on);
                self.backend.add_clause(&clause);
            }
            answer.solutions.push(solution);
        }
        self.backend.set_deadline(Deadline::NONE);
        if let Some(on) = blocking.filter(|_| !stopped) {
            self.backend.add_clause(&[!on]);
        }
        Ok((answer, stopped))
    }
}
