//! The number of solutions, redundant givens, and one more given that would leave one solution.

use std::collections::HashMap;

use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::grid::{Candidate, Grid};
use crate::rules::Puzzle;
use crate::simplify::Budget;
use crate::solve::{Session, SolveError, Varisat, check_size, in_time, simplified, solutions};

/// A number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct Count {
    /// Different solutions found, each verified.
    pub found: u64,
    /// Whether there are no others; `false` if the limit or the deadline came first.
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
    for solution in solutions(puzzle, deadline) {
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
    let mut session = Session::new(&puzzle.without_givens(), Encoding::default(), deadline);
    session.forbid(solution);
    let mut unneeded = Vec::new();
    for &given in &givens {
        let others: Vec<Candidate> = givens.iter().copied().filter(|&g| g != given).collect();
        if session.solve(&others)?.is_none() {
            unneeded.push(given);
        }
    }
    Ok(unneeded)
}

/// Whether one more given would leave exactly one solution.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settling {
    /// This one would, with this solution.
    Given(Candidate, Grid),
    /// None would.
    None,
    /// The deadline came before either was known.
    Unknown,
}

/// Looks for one more given that would leave exactly one solution of a puzzle with several: a
/// candidate that occurs in exactly one. `known` are different solutions found before, to start from.
///
/// Each solver call either shows that a candidate occurs no further or finds a solution that was
/// not known, which counts for all its candidates; two occurrences rule a candidate out.
///
/// # Errors
/// [`SolveError::Lied`] and [`SolveError::Solver`] as in [`Session::solve`],
/// [`SolveError::TooLarge`] as in [`simplified`].
pub fn settling_given(
    puzzle: &Puzzle,
    known: &[Grid],
    deadline: Deadline,
) -> Result<Settling, SolveError> {
    let budget = Budget { deadline, ..Budget::default() };
    let Some(formula) =
        in_time(simplified(puzzle, Encoding::default(), &budget))?.filter(|_| !deadline.is_over())
    else {
        return Ok(Settling::Unknown);
    };
    let (numbering, settled) = (formula.numbering().clone(), formula.settled().clone());
    let mut session = Session::load(Varisat::new(deadline), formula, deadline);
    // By candidate: how many known solutions have it, and one of them.
    let mut occurrences: HashMap<Candidate, (usize, usize)> = HashMap::new();
    let mut solutions: Vec<Grid> = Vec::new();
    let mut learn = |session: &mut Session, solution: Grid, occurrences: &mut HashMap<_, _>| {
        session.forbid(&solution);
        let is_open = |candidate: &Candidate| settled.get(candidate.cell).is_none();
        for candidate in solution.filled().filter(is_open) {
            occurrences.entry(candidate).or_insert((0, solutions.len())).0 += 1;
        }
        solutions.push(solution);
    };
    for solution in known {
        learn(&mut session, solution.clone(), &mut occurrences);
    }
    for (_, candidate) in numbering.candidates() {
        loop {
            let seen = occurrences.get(&candidate).copied();
            if seen.is_some_and(|(times, _)| times > 1) {
                break;
            }
            match (session.solve(&[candidate]), seen) {
                (Ok(Some(solution)), _) => learn(&mut session, solution, &mut occurrences),
                (Ok(None), Some((_, solution_index))) => {
                    let solution = solutions.swap_remove(solution_index);
                    return Ok(Settling::Given(candidate, solution));
                }
                (Ok(None), None) => break,
                (Err(SolveError::TimedOut), _) => return Ok(Settling::Unknown),
                (Err(error), _) => return Err(error),
            }
        }
    }
    Ok(Settling::None)
}
