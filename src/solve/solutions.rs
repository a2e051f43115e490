//! All solutions of a puzzle, one after another.

use super::{Session, SolveError, Varisat, in_time, simplified};
use crate::answer::{Answer, Deadline, Limits};
use crate::dpll::Dpll;
use crate::encode::{Encoding, Formula};
use crate::grid::Grid;
use crate::rules::{Puzzle, Rules};
use crate::simplify::Budget;
use crate::verify::verify;

/// Whether [`Dpll`] searches for all solutions under these rules. Puzzles with pairs can have so few
/// givens that a search without learning takes long.
pub(crate) fn is_for_dpll(rules: &Rules) -> bool {
    rules.size().side() <= 9 && rules.pairs().is_empty()
}

/// All solutions of a puzzle, each once, in no particular order. Each is looked for when it is
/// asked for, and has passed [`verify`].
///
/// Up to 9x9 they come from [`Dpll`], in constant memory: millions a second of a sparse 9x9
/// grid. On larger grids, and where pairs of cells must differ, varisat finds each after a clause
/// that excludes the one before, so time and memory grow with their number.
///
/// The iterator ends with [`SolveError::TimedOut`] if the deadline comes first; with
/// [`SolveError::Lied`] or [`SolveError::Solver`] if the solver was wrong; with
/// [`SolveError::TooLarge`] if more is open than a formula holds.
///
/// ```
/// use satdoku::{Deadline, Grid, Puzzle, Size};
/// use satdoku::solve::solutions;
/// let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
/// assert_eq!(solutions(&puzzle, Deadline::NONE).count(), 288);
/// let first = solutions(&puzzle, Deadline::NONE).next().expect("there is one")?;
/// assert!(first.is_full());
/// # Ok::<(), satdoku::SolveError>(())
/// ```
pub fn solutions(puzzle: &Puzzle, deadline: Deadline) -> Solutions {
    if is_for_dpll(puzzle.rules()) {
        let mut dpll = Dpll::new();
        // Two at once: whether there are several may take another search than all of them.
        let ahead = dpll.solve(puzzle, &Limits { deadline, ..Limits::UNIQUE });
        let engine = Engine::Dpll(Box::new((dpll, puzzle.clone(), ahead)));
        return Solutions { deadline, engine };
    }
    let budget = Budget { deadline, ..Budget::default() };
    match simplified(puzzle, Encoding::default(), &budget) {
        Ok(formula) => Solutions::of_formula(formula, deadline),
        Err(error) => Solutions { deadline, engine: Engine::Failed(error) },
    }
}

/// The iterator that [`solutions`] returns.
#[derive(Debug)]
#[must_use = "solutions are looked for when they are asked for"]
pub struct Solutions {
    deadline: Deadline,
    engine: Engine,
}

#[derive(Debug)]
enum Engine {
    /// With the last answer, of which not all has been returned.
    Dpll(Box<(Dpll, Puzzle, Answer)>),
    Varisat(Box<Session>),
    /// The formula could not be made.
    Failed(SolveError),
    /// All solutions were found, or an error came.
    Ended,
}

impl Solutions {
    /// Those of a formula, by varisat.
    pub fn of_formula(formula: Formula, deadline: Deadline) -> Solutions {
        let session = Session::load(Varisat::new(deadline), formula, deadline);
        Solutions { deadline, engine: Engine::Varisat(Box::new(session)) }
    }

    /// The first ones, up to so many; the deadline is an incomplete answer.
    ///
    /// # Errors
    /// As the iterator's, but for the deadline.
    pub fn answer(self, most: usize) -> Result<Answer, SolveError> {
        let mut answer = Answer::default();
        for solution in self.take(most) {
            let Some(solution) = in_time(solution)? else { return Ok(answer) };
            answer.solutions.push(solution);
        }
        answer.complete = answer.solutions.len() < most;
        Ok(answer)
    }

    fn find(&mut self) -> Result<Option<Grid>, SolveError> {
        match &mut self.engine {
            Engine::Dpll(search) => {
                let (dpll, puzzle, ahead) = &mut **search;
                if ahead.solutions.is_empty() && !ahead.complete {
                    *ahead = dpll.resume(&Limits { solutions: 1, deadline: self.deadline });
                }
                match ahead.solutions.pop() {
                    Some(solution) => {
                        verify(puzzle, &solution).map_err(SolveError::Lied)?;
                        Ok(Some(solution))
                    }
                    None if ahead.complete => Ok(None),
                    None => Err(SolveError::TimedOut),
                }
            }
            Engine::Varisat(session) => {
                let solution = session.solve(&[])?;
                if let Some(solution) = &solution {
                    session.forbid(solution);
                }
                Ok(solution)
            }
            Engine::Failed(error) => Err(error.clone()),
            Engine::Ended => Ok(None),
        }
    }
}

impl Iterator for Solutions {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.find().transpose();
        if !matches!(found, Some(Ok(_))) {
            self.engine = Engine::Ended;
        }
        found
    }
}

impl std::iter::FusedIterator for Solutions {}
