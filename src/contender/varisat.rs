//! varisat as a contender: the default way, the whole formula afresh for each puzzle, or one
//! long-lived solver that gets the givens as assumptions.

use std::time::{Duration, Instant};

use varisat::Lit;

use super::{Contender, ContenderError, Times};
use crate::answer::{Answer, Deadline, Limits};
use crate::encode::{Encoding, Formula};
use crate::grid::Grid;
use crate::numbering::Numbering;
use crate::rules::Puzzle;
use crate::solve::{Backend, Pipeline, SolveError, Varisat, check_size};

/// A fresh solver for each puzzle: on what simplification leaves, or on the whole formula.
#[derive(Debug)]
pub(super) struct Fresh {
    pipeline: Pipeline,
    times: Times,
}

impl Fresh {
    pub(super) fn new(pipeline: Pipeline) -> Fresh {
        Fresh { pipeline, times: Times::default() }
    }
}

impl Contender for Fresh {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        self.times = Times::default();
        let solved = self.pipeline.solve(puzzle, limits)?;
        self.times = solved.session.as_ref().map_or_else(Times::default, Times::from);
        self.times.stage = Some(solved.stage);
        Ok(solved.answer)
    }

    fn times(&self) -> Times {
        self.times
    }
}

/// One solver that holds the rules as long as they stay the same. Givens are assumptions, and so
/// is a variable of each puzzle's own that turns on the clause against its first solution.
pub(super) struct Assuming {
    encoding: Encoding,
    loaded: Option<Loaded>,
    times: Times,
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
        Assuming { encoding, loaded: None, times: Times::default() }
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
        self.times = Times { load: Some(start.elapsed()), ..Times::default() };
        let mut solve_time = Duration::ZERO;
        let before = loaded.backend.counters().proof_bytes;
        let answer = loaded.answer(puzzle, limits, &mut solve_time);
        self.times.solve = Some(solve_time);
        let after = loaded.backend.counters().proof_bytes;
        self.times.counters.proof_bytes = after.zip(before).map(|(after, before)| after - before);
        match answer {
            Ok((answer, stopped)) => {
                self.loaded = (!stopped).then_some(loaded);
                Ok(answer)
            }
            Err(failure) => Err(failure.into()),
        }
    }

    fn times(&self) -> Times {
        self.times
    }
}

impl Loaded {
    /// `None` if the deadline comes first.
    fn new(puzzle: &Puzzle, encoding: Encoding, deadline: Deadline) -> Option<Loaded> {
        let formula = Formula::whole(&puzzle.without_givens(), encoding);
        let mut backend = Varisat::with_deadlines();
        let numbering =
            formula.for_each_clause_until(deadline, |clause, _| backend.add_clause(clause))?;
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
