//! The number of solutions, and redundant givens.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::conflict::Search;
use super::tally::tally;
use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::grid::{Candidate, Candidates, Grid};
use crate::rules::Puzzle;
use crate::simplify::{Budget, Finding, Simplifier};
use crate::solve::{Session, SolveError, Varisat, check_size, solutions};

/// A number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[must_use]
pub struct Count {
    /// The number of different solutions. Each solution was found and verified, or is known to the
    /// caller; if there are many, they were counted row by row, without finding each.
    pub found: u64,
    /// Whether there are no other solutions; `false` if the limit or the deadline was reached
    /// first.
    #[serde(rename = "exact")]
    pub complete: bool,
}

/// Writes, for example, `exactly 42` or `at least 1000`.
impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", if self.complete { "exactly" } else { "at least" }, self.found)
    }
}

/// Counts the solutions, up to `limit`. The search looks for one solution more than the limit, so a
/// count that is equal to the limit is exact if there are no more solutions. `known` is the number
/// of solutions that are known to exist: if the deadline stops the count, the result is at least
/// this number, but at most `limit`. See [`solutions`] for the speed of a search and the memory
/// that it takes. After 10,000 solutions, if clues are only about single cells, pairs, or different
/// digits, all solutions are counted row by row, without finding each. Up to 6x6, this takes less
/// than a second.
///
/// # Errors
/// [`SolveError::Lied`] and [`SolveError::Solver`] as in [`Session::solve`]. If the deadline
/// passes, the count is incomplete; this is no error.
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
    /// The number of solutions after which they are counted without finding each. Finding this
    /// number of solutions takes about as long as such a count.
    const MANY: u64 = 10_000;
    let mut found = 0;
    for solution in solutions(puzzle, None, deadline) {
        if found == MANY && limit > MANY {
            let deadline = deadline.earlier(deadline.remaining().unwrap_or_default() / 2);
            if let Some(all) = tally(puzzle, &Candidates::from_grid(puzzle.givens()), deadline) {
                let found = all.min(limit.into()) as u64;
                return Ok(Count { found, complete: all <= limit.into() });
            }
        }
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

/// An estimate of the number of solutions of a puzzle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[must_use]
pub struct Estimate {
    /// The estimate: the mean of the values of all dives.
    pub solutions: f64,
    /// The standard error of the estimate, computed from these dives. It is too small if no dive
    /// reached some rare branches with very many solutions.
    pub standard_error: f64,
    /// The number of random dives.
    pub dives: usize,
}

/// Writes, for example, `about 6.71e21, standard error 1.2e20 (1000 random dives)`.
impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Estimate { solutions, standard_error, dives } = self;
        write!(
            f,
            "about {solutions:.2e}, standard error {standard_error:.1e} ({dives} random dives)"
        )
    }
}

/// Estimates the number of solutions by this number of random dives, or by as many as the deadline
/// allows; `None` if there are fewer than ten dives.
///
/// A dive repeats three steps: it propagates, chooses a cell with the fewest candidates, and places
/// one of these candidates at random. If it reaches a solution, its value is the product of the
/// numbers of candidates of the chosen cells; if it reaches a contradiction, its value is 0. The
/// expected value of a dive is the number of solutions (Knuth, *Estimating the Efficiency of
/// Backtrack Programs*, 1975, <https://doi.org/10.2307/2005469>). The estimate is the same on every
/// machine, unless the deadline stops it.
///
/// ```
/// use satdoku::{Deadline, Grid, Puzzle, Size};
/// use satdoku::evidence::estimate;
/// let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
/// let estimate = estimate(&puzzle, 1000, Deadline::NONE).expect("there is time");
/// assert!((estimate.solutions - 288.0).abs() < 4.0 * estimate.standard_error + 1.0);
/// ```
pub fn estimate(puzzle: &Puzzle, dives: usize, deadline: Deadline) -> Option<Estimate> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut simplifier = Simplifier::new(puzzle.rules());
    let budget = Budget { probes: 0, deadline };
    let left = match simplifier.simplify(puzzle.givens(), None, &budget).finding {
        Finding::Contradiction => {
            let none = Estimate { solutions: 0.0, standard_error: 0.0, dives };
            return (dives >= 10).then_some(none);
        }
        Finding::Solved(grid) => Candidates::from_grid(&grid),
        Finding::Open(left) => left,
        Finding::TimedOut => return None,
    };
    let search = simplifier.loaded(puzzle.givens(), Some(&left));
    let (mut sum, mut squares, mut done) = (0.0, 0.0, 0);
    while done < dives
        && let Some(value) = search.dive(deadline, &mut random)
    {
        sum += value;
        squares += value * value;
        done += 1;
    }
    let count = done as f64;
    let mean = sum / count;
    let variance = (squares / count - mean * mean).max(0.0);
    let standard_error = (variance / (count - 1.0)).sqrt();
    (done >= 10).then_some(Estimate { solutions: mean, standard_error, dives: done })
}

/// Returns for each of these sets of givens whether the puzzle still has only one solution if the
/// whole set is removed and all other givens stay. Calls `tell` as soon as an answer is known, with
/// the index of the set, and whether the set can be removed.
///
/// `solution` must be the puzzle's only solution; otherwise the answers are meaningless.
///
/// # Errors
/// As [`unneeded_givens`].
pub fn unneeded_sets(
    puzzle: &Puzzle,
    solution: &Grid,
    sets: &[Vec<Candidate>],
    deadline: Deadline,
    mut tell: impl FnMut(usize, bool),
) -> Result<Vec<bool>, SolveError> {
    check_size(puzzle.size())?;
    let mut session = Session::new(&puzzle.without_givens(), Encoding::default(), deadline);
    session.forbid(solution);
    let mut can_go = |(index, set): (usize, &Vec<Candidate>)| {
        let others = puzzle.givens().filled().filter(|given| !set.contains(given));
        let can_go = session.solve(&others.collect::<Vec<_>>())?.is_none();
        tell(index, can_go);
        Ok(can_go)
    };
    sets.iter().enumerate().map(&mut can_go).collect()
}

/// The redundant givens: if one of them is removed and all other givens stay, `solution` is still
/// the only solution. If two givens are redundant, the puzzle may still need one of them. Calls
/// `tell` as soon as an answer is known, with the index of the given (givens are numbered in the
/// order of their cells), and whether this given can be removed.
///
/// `solution` must be the puzzle's only solution; otherwise the answers are meaningless.
///
/// # Errors
/// [`SolveError::TimedOut`] at the deadline; [`SolveError::Lied`] and [`SolveError::Solver`] as
/// in [`Session::solve`].
pub fn unneeded_givens(
    puzzle: &Puzzle,
    solution: &Grid,
    deadline: Deadline,
    tell: impl FnMut(usize, bool),
) -> Result<Vec<Candidate>, SolveError> {
    let each: Vec<_> = puzzle.givens().filled().map(|given| vec![given]).collect();
    let can_go = unneeded_sets(puzzle, solution, &each, deadline, tell)?;
    Ok(each
        .into_iter()
        .zip(can_go)
        .filter(|(_, can_go)| *can_go)
        .flat_map(|(given, _)| given)
        .collect())
}

/// The indices of the redundant clues in [`Rules::clues`](crate::Rules::clues): if one of them is
/// removed and everything else stays, `solution` is still the only solution. Calls `tell` as soon
/// as an answer is known, with the index of the clue, and whether this clue can be removed.
///
/// `solution` must be the puzzle's only solution; otherwise the answers are meaningless.
///
/// # Errors
/// As [`unneeded_givens`].
pub fn unneeded_clues(
    puzzle: &Puzzle,
    solution: &Grid,
    deadline: Deadline,
    mut tell: impl FnMut(usize, bool),
) -> Result<Vec<usize>, SolveError> {
    check_size(puzzle.size())?;
    let mut search = Search::new(puzzle, Varisat::new(deadline), deadline);
    search.session.forbid(solution);
    let first = search.givens.len();
    let all = first..first + puzzle.rules().clues().len();
    let mut unneeded = Vec::new();
    for index in all.clone() {
        let others: Vec<usize> = (0..all.end).filter(|&other| other != index).collect();
        let can_go = search.solve(&others)?.is_none();
        unneeded.extend(can_go.then_some(index - first));
        tell(index - first, can_go);
    }
    Ok(unneeded)
}
