//! Solving by SAT: [`solve()`] for one puzzle, a [`Pipeline`] for many puzzles and a limit of
//! solutions, [`solutions`] for all solutions, a [`Session`] for questions under assumptions.
//!
//! Each solution is [verified](crate::verify()) once, however it was found. Which engine answers
//! which question:
//!
//! | Asked | Under which rules | Engine |
//! |---|---|---|
//! | up to 100 solutions of a puzzle with at most eight givens | classic and latin, from side 20 on | a pattern that is completed, if the givens fit the pattern |
//! | a [`Pipeline`] | any | [`simplify`](crate::simplify), which settles most puzzles |
//! | some solutions of a puzzle with fewer than 26 givens, or of one that propagation leaves open | 9x9, classic or with diagonals | a search of at most 4,096 guesses for each solution; the search settles the puzzle if it finds all these solutions or is complete; solutions that it found before its end are kept |
//! | a puzzle that is still not settled | any | varisat, on the rules over the open candidates; the variables are numbered without gaps and negated, so that a decision places a digit; one formula serves for all solutions |
//! | some solutions, also among candidates | with clues | a search on the board for any rules: first of 32 guesses; then, with more of the rule of 45, of 1,000 guesses if cages or other sets of digits are among the clues, else of 200; then probing, and varisat on what is left |
//! | [`solutions`] | with clues | the same search, with as many guesses for each solution on average; varisat finds the rest if the search takes more |
//! | [`solutions`] | above 9x9, or with pairs, without clues; also among candidates | [`simplify`](crate::simplify), then the search on the board for any rules, of 2,000 guesses for each solution on average, above side 25 of fewer; varisat finds the rest if the search takes more |
//! | a [`Pipeline::fast`]; [`solutions`], unless among candidates | up to 9x9, neither pairs nor clues | dpll alone |
//! | a [`Pipeline::fast`] | any other | as a [`Pipeline`] |
//! | solutions under assumptions, or with more clauses | any | a [`Session`] |
//!
//! With clues the search comes first, since propagation of whole parts settles most puzzles in less
//! time than it takes to make their formula. The search settles 916 of 1,000 public killers without
//! a guess, and the rest with at most 13 guesses. It is far ahead on long sums, sandwiches and
//! skyscrapers. On thermometers, dots and numbered rooms, learning from conflicts helps more, so
//! varisat is asked sooner.

mod backend;
mod limited;
mod pattern;
mod pipeline;
mod report;
mod session;
mod solutions;
mod statistics;

use itertools::Itertools;

use crate::answer::Deadline;
use crate::grid::Grid;
use crate::numbering::DecodeError;
use crate::rules::{Puzzle, UnknownClue};
use crate::verify::Violation;

pub use backend::Varisat;
pub(crate) use limited::{IoLimits, Limited};
pub(crate) use pipeline::is_for_dpll;
pub use pipeline::{Pipeline, Solved, check_size, simplified};
pub use report::SolveReport;
pub use session::Session;
pub use solutions::solutions;
pub use statistics::{Stage, Statistics};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The deadline passed.
    #[error("the time limit was reached")]
    TimedOut,
    /// There are too many candidates (after simplification: open candidates): more than a formula
    /// can have variables, or more than the checker of its proof takes.
    #[error(
        "expected at most {most} candidates in a formula, found {found}; the grid is too large"
    )]
    TooLarge {
        /// Candidates that would need a variable.
        found: usize,
        /// How many candidates may have a variable.
        most: usize,
    },
    /// A clue that is not known here.
    #[error(transparent)]
    Clue(#[from] UnknownClue),
    /// The solver's model is not a solution of the puzzle.
    #[error("the solver's answer is wrong: {}", .0.iter().format("; "))]
    Lied(Vec<Violation>),
    /// The solver's model is not a grid.
    #[error("the solver's model is wrong: {0}")]
    Decode(#[from] DecodeError),
    /// The solver gave up with a message of its own.
    #[error("the solver failed: {0}")]
    Solver(String),
}

/// Turns [`SolveError::TimedOut`] into `None`, for callers that keep what was known by the
/// deadline.
///
/// # Errors
/// All errors except [`SolveError::TimedOut`].
pub fn in_time<T>(result: Result<T, SolveError>) -> Result<Option<T>, SolveError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(SolveError::TimedOut) => Ok(None),
        Err(error) => Err(error),
    }
}

/// How many solutions a puzzle has, with the grids that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Verdict {
    /// The only solution.
    Unique(Grid),
    /// Two different solutions.
    Multiple([Grid; 2]),
    /// No filling obeys rules and givens.
    None,
}

/// Solves a puzzle: finds its only solution, two of several solutions, or none. Every grid has
/// passed [`verify`](crate::verify()).
///
/// For many puzzles keep a [`Pipeline`], which reuses its tables and takes a deadline. This
/// function has no deadline, and can take long on large, sparse grids. For millions of 9x9 puzzles
/// [`Dpll`](crate::Dpll) is faster.
///
/// ```
/// use satdoku::{Puzzle, Verdict, solve};
/// let line =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let puzzle = Puzzle::classic(line.parse()?);
/// let Verdict::Unique(solution) = solve(&puzzle)? else { panic!("a proper puzzle") };
/// assert_eq!(solution.values()[..9], [4, 1, 7, 3, 6, 9, 8, 2, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::Lied`] if varisat's model is no solution, [`SolveError::Solver`] if varisat gave
/// up.
pub fn solve(puzzle: &Puzzle) -> Result<Verdict, SolveError> {
    Pipeline::new().verdict(puzzle, Deadline::NONE)
}
