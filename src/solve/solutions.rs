//! All solutions of a puzzle, one after another.

use super::pipeline::{is_for_dpll, simplified};
use super::{Session, SolveError, Varisat};
use crate::answer::{Answer, Deadline, Limits};
use crate::dpll::Dpll;
use crate::encode::Encoding;
use crate::grid::{Candidates, Grid};
use crate::rules::Puzzle;
use crate::verify::verify;

/// All solutions of a puzzle, among the candidates if these are given, each once, in no particular
/// order. Each is looked for when it is asked for, and has passed [`verify`].
///
/// Up to 9x9 they come from [`Dpll`], in constant memory: millions a second of a sparse 9x9
/// grid. On larger grids, where pairs of cells must differ, with constraints and among candidates
/// varisat finds each after a clause that excludes the one before, so time and memory grow with
/// their number.
///
/// The iterator ends with [`SolveError::TimedOut`] if the deadline comes first; with
/// [`SolveError::Lied`] or [`SolveError::Solver`] if the solver was wrong; with
/// [`SolveError::TooLarge`] if more is open than a formula holds.
///
/// ```
/// use satdoku::{Deadline, Grid, Puzzle, Size};
/// use satdoku::solve::solutions;
/// let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
/// assert_eq!(solutions(&puzzle, None, Deadline::NONE).count(), 288);
/// let first = solutions(&puzzle, None, Deadline::NONE).next().expect("there is one")?;
/// assert!(first.is_full());
/// # Ok::<(), satdoku::SolveError>(())
/// ```
///
/// # Panics
/// If the candidates are of another size than the puzzle.
pub fn solutions(
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    deadline: Deadline,
) -> Solutions {
    if candidates.is_none() && is_for_dpll(puzzle.rules()) {
        let mut dpll = Dpll::new();
        // Two at once: whether there are several may take another search than all of them.
        let ahead = dpll.solve(puzzle, &Limits { deadline, ..Limits::UNIQUE });
        let engine = ahead.map(|ahead| Engine::Dpll(Box::new((dpll, puzzle.clone(), ahead))));
        return Solutions { deadline, engine: engine.unwrap_or_else(|e| Engine::Failed(e.into())) };
    }
    let engine = match simplified(puzzle, candidates, Encoding::default(), deadline) {
        Ok(formula) => {
            Engine::Varisat(Box::new(Session::load(Varisat::new(deadline), formula, deadline)))
        }
        Err(error) => Engine::Failed(error),
    };
    Solutions { deadline, engine }
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
