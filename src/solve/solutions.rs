//! All solutions of a puzzle, one after another.

use std::iter::FusedIterator;

use itertools::Itertools;

use super::pipeline::{is_for_dpll, simplified};
use super::{Session, SolveError, Varisat};
use crate::answer::{Deadline, Limits};
use crate::dpll::Dpll;
use crate::encode::Encoding;
use crate::grid::{Candidates, Grid};
use crate::rules::Puzzle;
use crate::verify::verify;

/// All solutions of a puzzle, among the candidates if these are given, each once, in no particular
/// order. Each is looked for when it is asked for, and has passed [`verify`].
///
/// Up to 9x9 they come from [`Dpll`], in constant memory: millions a second of a sparse 9x9
/// grid. On larger grids, where pairs of cells must differ, with clues and among candidates
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
) -> impl FusedIterator<Item = Result<Grid, SolveError>> + use<> {
    let mut find: Box<dyn FnMut() -> Result<Option<Grid>, SolveError>>;
    if candidates.is_none() && is_for_dpll(puzzle.rules()) {
        let (puzzle, mut dpll) = (puzzle.clone(), Dpll::new());
        // Two at once: whether there are several may take another search than all of them.
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
    } else {
        let formula = simplified(puzzle, candidates, Encoding::default(), deadline);
        let mut session = formula.map(|formula| Session::load(Varisat::new(deadline), formula));
        find = Box::new(move || {
            let session = session.as_mut().map_err(|error| error.clone())?;
            let solution = session.solve(&[])?;
            solution.iter().for_each(|solution| session.forbid(solution));
            Ok(solution)
        });
    }
    std::iter::from_fn(move || find().transpose()).take_while_inclusive(Result::is_ok).fuse()
}
