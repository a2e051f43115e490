//! All solutions of a puzzle, one after another.

use std::iter::FusedIterator;

use itertools::Itertools;

use super::pipeline::{guesses_under_clues, is_for_dpll, simplified};
use super::{Session, SolveError, Varisat};
use crate::answer::{Deadline, Limits};
use crate::dpll::Dpll;
use crate::encode::Encoding;
use crate::grid::{Candidates, Grid};
use crate::rules::Puzzle;
use crate::simplify::Simplifier;
use crate::verify::verify;

/// Finds the next solution, if there is one.
type Next = Box<dyn FnMut() -> Result<Option<Grid>, SolveError>>;

/// All solutions of a puzzle or, with `candidates`, all solutions within these candidates; each
/// once, in no particular order. Each solution is searched for when it is asked for, and has passed
/// [`verify`].
///
/// Up to 9x9 the solutions come from [`Dpll`], in constant memory: millions per second for a sparse
/// 9x9 grid. On larger grids, under rules with pairs of cells that must differ, and among
/// candidates, varisat finds each solution after a clause that excludes the solution before, so
/// time and memory grow with the number of solutions. With clues a search finds them, in constant
/// memory; if one of the first solutions takes long, varisat goes on.
///
/// The iterator ends with [`SolveError::TimedOut`] if the deadline comes first; with
/// [`SolveError::Lied`] or [`SolveError::Solver`] if the solver was wrong; with
/// [`SolveError::TooLarge`] if more candidates are open than a formula can hold.
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
) -> impl FusedIterator<Item = Result<Grid, SolveError>> + use<> {
    let mut find: Next;
    if candidates.is_none() && is_for_dpll(puzzle.rules()) {
        let (puzzle, mut dpll) = (puzzle.clone(), Dpll::new());
        // Two at once: a search for several solutions may differ from a search for all.
        let mut ahead = dpll.solve(&puzzle, &Limits { deadline, ..Limits::UNIQUE });
        find = Box::new(move || {
            let ahead = ahead.as_mut().map_err(|error| error.clone())?;
            if ahead.solutions.is_empty() && !ahead.complete {
                *ahead = dpll.resume(&Limits { solutions: 1, deadline });
            }
            match ahead.solutions.pop() {
                Some(solution) => match verify(&puzzle, &solution) {
                    Ok(()) => Ok(Some(solution)),
                    Err(violations) => Err(SolveError::Lied(violations)),
                },
                None if ahead.complete => Ok(None),
                None => Err(SolveError::TimedOut),
            }
        });
    } else if puzzle.rules().parts().is_empty() {
        find = Box::new(by_varisat(puzzle, candidates, &[], deadline));
    } else {
        let (puzzle, candidates) = (puzzle.clone(), candidates.cloned());
        let mut simplifier = Simplifier::new(puzzle.rules());
        let limits = Limits { solutions: 1, deadline };
        let guesses_of_each = guesses_under_clues(puzzle.rules());
        let mut ahead =
            Some(simplifier.search(puzzle.givens(), candidates.as_ref(), &limits, guesses_of_each));
        let mut first: Vec<Grid> = Vec::new();
        let mut rest: Option<Next> = None;
        find = Box::new(move || {
            if let Some(rest) = &mut rest {
                return rest();
            }
            // If there are many solutions, some of them may take long.
            let most_guesses =
                if first.len() < MOST_BEFORE_VARISAT { guesses_of_each } else { u64::MAX };
            let mut found =
                ahead.take().unwrap_or_else(|| simplifier.resume(&limits, most_guesses));
            match found.solutions.pop() {
                Some(solution) => {
                    verify(&puzzle, &solution).map_err(SolveError::Lied)?;
                    if first.len() < MOST_BEFORE_VARISAT {
                        first.push(solution.clone());
                    }
                    Ok(Some(solution))
                }
                None if found.complete => Ok(None),
                None if deadline.is_over() => Err(SolveError::TimedOut),
                None => {
                    let by_varisat = by_varisat(&puzzle, candidates.as_ref(), &first, deadline);
                    rest.insert(Box::new(by_varisat))()
                }
            }
        });
    }
    std::iter::from_fn(move || find().transpose()).take_while_inclusive(Result::is_ok).fuse()
}

/// After this many solutions varisat would have too many to exclude.
const MOST_BEFORE_VARISAT: usize = 1000;

/// The solutions that are not known, one for each call.
fn by_varisat(
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    known: &[Grid],
    deadline: Deadline,
) -> impl FnMut() -> Result<Option<Grid>, SolveError> + use<> {
    let formula = simplified(puzzle, candidates, Encoding::default(), deadline);
    let mut session = formula.map(|formula| {
        let mut session = Session::load(Varisat::new(deadline), formula);
        known.iter().for_each(|solution| session.forbid(solution));
        session
    });
    move || {
        let session = session.as_mut().map_err(|error| error.clone())?;
        let solution = session.solve(&[])?;
        solution.iter().for_each(|solution| session.forbid(solution));
        Ok(solution)
    }
}
