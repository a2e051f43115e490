//! Solving by SAT: [`solve()`] for one puzzle, a [`Pipeline`] for many puzzles and up to a number
//! of solutions, [`solutions`] for all solutions, a [`Session`] for questions with assumptions.
//!
//! Each solution is [verified](crate::verify()) once, for all ways of finding it. The table shows
//! which engine answers which question:
//!
//! | Question | Rules | Engine |
//! |---|---|---|
//! | up to 100 solutions of a puzzle with at most eight givens | classic and latin, from side 20 on | a solution with shifted rows, if the givens fit such a pattern |
//! | questions to a [`Pipeline`] | any | [`simplify`](crate::simplify), which settles most puzzles |
//! | some solutions of a puzzle with fewer than 26 givens, or of a puzzle that propagation leaves open | 9x9, classic or with diagonals | the search of dpll with at most 4,096 guesses per wanted solution; it settles the puzzle if it finds all wanted solutions or is complete; otherwise, solutions that it found are kept |
//! | a puzzle that is still not settled | any | varisat, with the rules over the open candidates; the variables are numbered without gaps and negated, so that a decision places a digit; one formula is used for all solutions |
//! | some solutions, also among candidates | with clues | a search on the board for any rules: first with 32 guesses; then, with more sums by the rule of 45, with 1,000 guesses if there are cages or other clues with sets of digits, else with 200; then probing, and varisat for the open candidates |
//! | [`solutions`] | with clues | the same search, with the same number of guesses per solution on average; if more guesses are needed, varisat finds the rest |
//! | [`solutions`] | above 9x9, or with pairs, without clues; also among candidates | [`simplify`](crate::simplify), then the search on the board for any rules, with 2,000 guesses per solution on average, fewer above side 25; if more guesses are needed, varisat finds the rest |
//! | questions to a [`Pipeline::fast`]; [`solutions`] without candidates | up to 9x9, without pairs and clues | only dpll |
//! | questions to a [`Pipeline::fast`] | other rules | the engines of a [`Pipeline`] |
//! | solutions with assumptions, or with additional clauses | any | a [`Session`] |
//!
//! With clues, the search comes first, since propagation of whole parts settles most puzzles in
//! less time than making their formula would take. The search settles 916 of 1,000 public killer
//! puzzles without a guess, and the rest with at most 13 guesses. The search is much faster than
//! varisat for long sums, sandwiches and skyscrapers. For thermometers, dots and numbered rooms,
//! learning from conflicts helps more, so varisat is called earlier.

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

/// The reason why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The deadline passed.
    #[error("the time limit was reached")]
    TimedOut,
    /// There are too many candidates (after simplification: open candidates): more than the largest
    /// number of variables of a formula, or more than the checker of the proof supports.
    #[error(
        "expected at most {most} candidates in a formula, found {found}; the grid is too large"
    )]
    TooLarge {
        /// How many candidates would need a variable.
        found: usize,
        /// How many candidates can have a variable.
        most: usize,
    },
    /// A clue that this function does not support.
    #[error(transparent)]
    Clue(#[from] UnknownClue),
    /// The model of the solver is not a solution of the puzzle.
    #[error("the solver's answer is wrong: {}", .0.iter().format("; "))]
    Lied(Vec<Violation>),
    /// The model of the solver is not a grid.
    #[error("the solver's model is wrong: {0}")]
    Decode(#[from] DecodeError),
    /// The solver gave up with this message.
    #[error("the solver failed: {0}")]
    Solver(String),
}

/// Changes [`SolveError::TimedOut`] to `None`, for callers that keep what was known when the
/// deadline passed.
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

/// How many solutions a puzzle has, with the solutions that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Verdict {
    /// The only solution.
    Unique(Grid),
    /// Two different solutions.
    Multiple([Grid; 2]),
    /// No grid obeys rules and givens.
    None,
}

/// Solves a puzzle: finds its only solution, two of several solutions, or none. Every grid has
/// passed [`verify`](crate::verify()).
///
/// For many puzzles, use a [`Pipeline`], which keeps its tables and supports a deadline. This
/// function has no deadline, and can take long for large grids with few givens. For millions of 9x9
/// puzzles, [`Dpll`](crate::Dpll) is faster.
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
/// [`SolveError::Lied`] if a model of varisat is not a solution, [`SolveError::Solver`] if varisat
/// gave up.
pub fn solve(puzzle: &Puzzle) -> Result<Verdict, SolveError> {
    Pipeline::new().verdict(puzzle, Deadline::NONE)
}
