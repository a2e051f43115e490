//! The number of solutions, and redundant givens.

use serde::Serialize;

use super::conflict::Search;
use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::grid::{Candidate, Grid};
use crate::rules::Puzzle;
use crate::solve::{Session, SolveError, Varisat, check_size, solutions};

/// A number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[must_use]
pub struct Count {
    /// Different solutions found, each verified.
    pub found: u64,
    /// Whether there are no others; `false` if the limit or the deadline came first.
    #[serde(rename = "exact")]
    pub complete: bool,
}

/// `exactly 42`, `at least 1000`.
impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", if self.complete { "exactly" } else { "at least" }, self.found)
    }
}

/// Counts the solutions, up to `limit`; one beyond the limit is looked for, so that a count that
/// reaches it is still exact if there are no more. `known` is how many are known to exist, for a
/// count that the deadline stops earlier. How fast it is, and in how much memory, is said at
/// [`solutions`].
///
/// # Errors
/// [`SolveError::Lied`] and [`SolveError::Solver`] as in [`Session::solve`]; the deadline is an
/// incomplete count.
///
/// ```
/// use satdoku::{Deadline, Grid, Puzzle, Size};
/// use satdoku::evidence::count;
/// let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
/// assert_eq!(count(&puzzle, 0, 1000, Deadline::NONE)?.to_string(), "exactly 288");
/// assert_eq!(count(&puzzle, 0, 100, Deadline::NONE)?.to_string(), "at least 100");
/// # Ok::<(), satdoku::SolveError>(())
/// ```
pub fn count(
    puzzle: &Puzzle,
    known: u64,
    limit: u64,
    deadline: Deadline,
) -> Result<Count, SolveError> {
    let mut found = 0;
    for solution in solutions(puzzle, None, deadline) {
        match solution {
            Ok(_) if found == limit => return Ok(Count { found, complete: false }),
            Ok(_) => found += 1,
            Err(SolveError::TimedOut) => {
                return Ok(Count { found: found.max(known.min(limit)), complete: false });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Count { found, complete: true })
}

/// The givens that the puzzle can do without, each on its own: without it `solution` is still
/// the only one. Two of them together may be needed all the same.
///
/// Requires that `solution` is the puzzle's only one; otherwise the answer means nothing.
///
/// # Errors
/// [`SolveError::TimedOut`] at the deadline; [`SolveError::Lied`] and [`SolveError::Solver`] as
/// in [`Session::solve`].
pub fn unneeded_givens(
    puzzle: &Puzzle,
    solution: &Grid,
    deadline: Deadline,
) -> Result<Vec<Candidate>, SolveError> {
    check_size(puzzle.size())?;
    let givens: Vec<Candidate> = puzzle.givens().filled().collect();
    let without = without_each(puzzle, &givens, Some(solution), deadline)?;
    let unneeded = givens.into_iter().zip(without).filter(|(_, other)| other.is_none());
    Ok(unneeded.map(|(given, _)| given).collect())
}

/// The clues that the puzzle can do without, each on its own, by their index in
/// [`Rules::clues`](crate::Rules::clues): without it `solution` is still the only one.
///
/// Requires that `solution` is the puzzle's only one; otherwise the answer means nothing.
///
/// # Errors
/// As [`unneeded_givens`].
pub fn unneeded_clues(
    puzzle: &Puzzle,
    solution: &Grid,
    deadline: Deadline,
) -> Result<Vec<usize>, SolveError> {
    check_size(puzzle.size())?;
    let mut search = Search::new(puzzle, Varisat::new(deadline), deadline);
    search.session.forbid(solution);
    let first = search.givens.len();
    let all = first..first + puzzle.rules().clues().len();
    let mut unneeded = Vec::new();
    for index in all.clone() {
        let others: Vec<usize> = (0..all.end).filter(|&other| other != index).collect();
        if search.solve(&others)?.is_none() {
            unneeded.push(index - first);
        }
    }
    Ok(unneeded)
}

/// For each of these givens a grid with all the others, and not `excluded`, if there is one.
pub(super) fn without_each(
    puzzle: &Puzzle,
    givens: &[Candidate],
    excluded: Option<&Grid>,
    deadline: Deadline,
) -> Result<Vec<Option<Grid>>, SolveError> {
    let mut session = Session::new(&puzzle.without_givens(), Encoding::default(), deadline);
    excluded.into_iter().for_each(|grid| session.forbid(grid));
    let without = |omitted: &Candidate| {
        let others: Vec<Candidate> = givens.iter().copied().filter(|g| g != omitted).collect();
        session.solve(&others)
    };
    givens.iter().map(without).collect()
}
