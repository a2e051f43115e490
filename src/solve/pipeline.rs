//! Solving puzzles one after another: simplify first, then varisat on what is left; or varisat
//! alone.
//!
//! On a 9x9 grid that simplification leaves open, a few guesses look for two solutions first: where
//! there are several they are found in a thousandth of varisat's time. They settle nothing else.
//!
//! Most puzzles end in [`simplify`](crate::simplify), and varisat is not called. Otherwise it gets
//! the rules over the open candidates only, numbered without gaps and negated, so that a decision
//! places a digit; one formula serves for the solution and for the question whether it is the only
//! one.

use std::fmt;
use std::sync::Arc;

use super::{Session, SolveError, Statistics, Varisat};
use crate::answer::{Answer, Limits};
use crate::dpll::Solver9x9;
use crate::encode::{AtMostOne, Encoding, Formula};
use crate::grid::{Candidates, Grid, Size};
use crate::numbering::Numbering;
use crate::rules::{Puzzle, Rules};
use crate::simplify::{Budget, Finding, Simplified, Simplifier, simplify};
use crate::verify::{clashes, verify};

/// The stage that settled a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Unit propagation with locked candidates.
    Propagation,
    /// Probing.
    Probing,
    /// A few guesses, which found two solutions.
    Dive,
    /// varisat.
    Varisat,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Stage; 4] = [Stage::Propagation, Stage::Probing, Stage::Dive, Stage::Varisat];
}

/// `propagation`, `probing`, `dive`, `varisat`.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Propagation => "propagation",
            Stage::Probing => "probing",
            Stage::Dive => "dive",
            Stage::Varisat => "varisat",
        })
    }
}

/// An answer, and what it took.
#[derive(Clone, Debug)]
#[must_use]
pub struct Solved {
    /// The solutions, each of which has passed [`verify`].
    pub answer: Answer,
    /// The stage that settled the puzzle, or that was at work when a limit was reached.
    pub stage: Stage,
    /// Candidates tried by probing.
    pub probes: usize,
    /// What varisat did, if it was called.
    pub session: Option<Statistics>,
}

/// Solves puzzles one after another. Tables and buffers are kept while the rules stay the same.
///
/// ```
/// use satdoku::{Limits, Pipeline, Puzzle, Status};
/// let mut pipeline = Pipeline::new();
/// for (line, expected) in [
///     ("12...4....4....1", Status::Unique),
///     ("12..............", Status::Multiple),
///     ("12..21..........", Status::None),
/// ] {
///     let solved = pipeline.solve(&Puzzle::classic(line.parse()?), &Limits::UNIQUE)?;
///     assert_eq!(solved.answer.status(&Limits::UNIQUE), expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Pipeline {
    encoding: Encoding,
    plain: bool,
    simplifier: Option<Simplifier>,
    nine: Solver9x9,
}

/// The guesses that may look for two solutions; a puzzle with several mostly takes fewer than ten.
const GUESSES_OF_A_DIVE: u64 = 24;

impl Pipeline {
    /// A pipeline for any rules, in the default encoding.
    pub fn new() -> Pipeline {
        Pipeline::default()
    }

    /// A pipeline whose formulas are in this encoding.
    pub fn with_encoding(encoding: Encoding) -> Pipeline {
        Pipeline { encoding, ..Pipeline::default() }
    }

    /// A pipeline without simplification: varisat gets the whole formula, afresh for each puzzle.
    /// Only givens that clash are answered without it.
    pub fn plain(encoding: Encoding) -> Pipeline {
        Pipeline { encoding, plain: true, ..Pipeline::default() }
    }

    /// Finds up to `limits.solutions` solutions. When that many are found the answer is not
    /// complete, even if simplification has seen that there are no more: the answer is the same
    /// with and without simplification.
    ///
    /// # Errors
    /// [`SolveError::Lied`] if a grid is no solution, [`SolveError::Solver`] if varisat gave up,
    /// [`SolveError::TooLarge`] if more candidates are open than a formula holds. A deadline is an
    /// incomplete answer.
    pub fn solve(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, SolveError> {
        if self.plain {
            if clashes(puzzle.rules(), puzzle.givens()).is_empty() {
                check_size(puzzle.size())?;
                return search(Formula::whole(puzzle, self.encoding), 0, limits);
            }
            let answer = Answer { complete: true, ..Answer::default() };
            return Ok(Solved { answer, stage: Stage::Propagation, probes: 0, session: None });
        }
        let budget = Budget { deadline: limits.deadline, ..Budget::default() };
        let Simplified { finding, probes } =
            self.simplifier(puzzle.rules()).simplify(puzzle.givens(), &budget);
        let stage = if probes == 0 { Stage::Propagation } else { Stage::Probing };
        let settled = |answer| Solved { answer, stage, probes, session: None };
        match finding {
            Finding::Contradiction => Ok(settled(Answer { complete: true, ..Answer::default() })),
            Finding::Solved(grid) => {
                verify(puzzle, &grid).map_err(SolveError::Lied)?;
                let mut solutions = vec![grid];
                solutions.truncate(limits.solutions);
                let complete = solutions.len() < limits.solutions;
                Ok(settled(Answer { solutions, complete, guesses: None }))
            }
            Finding::TimedOut => Ok(settled(Answer::default())),
            Finding::Open(_) if limits.deadline.is_over() => Ok(settled(Answer::default())),
            Finding::Open(candidates) => {
                if let Some(answer) = self.dive(puzzle, &candidates, limits)? {
                    return Ok(Solved { answer, stage: Stage::Dive, probes, session: None });
                }
                search(open(puzzle, &candidates, self.encoding)?, probes, limits)
            }
        }
    }

    /// Two solutions, if two are asked for, the rules have a fast board and few guesses find them.
    fn dive(
        &mut self,
        puzzle: &Puzzle,
        candidates: &Candidates,
        limits: &Limits,
    ) -> Result<Option<Answer>, SolveError> {
        let rules = puzzle.rules();
        let has_board = rules.size() == Size::NINE && (rules.is_classic() || rules.is_diagonal());
        if limits.solutions != 2 || !has_board {
            return Ok(None);
        }
        let mut givens = [0; 81];
        for (given, cell) in givens.iter_mut().zip(Size::NINE.cells()) {
            *given = candidates[cell].single().map_or(0, |digit| digit.index() as u8 + 1);
        }
        let found = self.nine.dive(rules.is_diagonal(), &givens, limits, GUESSES_OF_A_DIVE);
        if found.len() < 2 {
            return Ok(None);
        }
        let grid = |values| Grid::from_bytes(values).expect("digits up to 9");
        let solutions: Vec<Grid> = found.iter().map(grid).collect();
        for solution in &solutions {
            verify(puzzle, solution).map_err(SolveError::Lied)?;
        }
        Ok(Some(Answer { solutions, ..Answer::default() }))
    }

    fn simplifier(&mut self, rules: &Arc<Rules>) -> &mut Simplifier {
        let kept = self.simplifier.take().filter(|known| known.rules() == rules);
        self.simplifier.insert(kept.unwrap_or_else(|| Simplifier::new(rules)))
    }
}

/// The formula of what simplification leaves open. Its models are the puzzle's solutions.
///
/// # Errors
/// [`SolveError::TimedOut`] if the budget's deadline passed, [`SolveError::TooLarge`] if more is
/// left open than a formula holds.
pub fn simplified(
    puzzle: &Puzzle,
    encoding: Encoding,
    budget: &Budget,
) -> Result<Formula, SolveError> {
    Ok(match simplify(puzzle, budget).finding {
        Finding::Contradiction => Formula::refuted(puzzle, encoding),
        Finding::Solved(grid) => Formula::open(puzzle, &Candidates::from_grid(&grid), encoding),
        Finding::TimedOut => return Err(SolveError::TimedOut),
        Finding::Open(_) if budget.deadline.is_over() => return Err(SolveError::TimedOut),
        Finding::Open(candidates) => open(puzzle, &candidates, encoding)?,
    })
}

/// The formula of open candidates. Where they are very many, `auto` takes no pairs.
fn open(
    puzzle: &Puzzle,
    candidates: &Candidates,
    Encoding { preset, amo }: Encoding,
) -> Result<Formula, SolveError> {
    let count = candidates.open_count();
    check_count(count)?;
    let is_large = amo == AtMostOne::Auto && count > MOST_FOR_PAIRS;
    let amo = if is_large { AtMostOne::Bimander } else { amo };
    Ok(Formula::open(puzzle, candidates, Encoding { preset, amo }))
}

/// Above so many open candidates pairs of them take more than a gigabyte: those of a 400x400 grid
/// with 40 % of its cells empty, 1.6 million, are in 80 million pairs.
const MOST_FOR_PAIRS: usize = 1 << 20;

/// Whether all candidates of a size can have variables, as the whole formula needs it.
///
/// # Errors
/// [`SolveError::TooLarge`] if there are more than a formula holds.
pub fn check_size(size: Size) -> Result<(), SolveError> {
    check_count(size.candidate_count())
}

/// Whether so many candidates can have variables.
fn check_count(found: usize) -> Result<(), SolveError> {
    let most = Numbering::MOST_VARIABLES;
    if found > most { Err(SolveError::TooLarge { found, most }) } else { Ok(()) }
}

/// varisat's answer on a formula.
fn search(formula: Formula, probes: usize, limits: &Limits) -> Result<Solved, SolveError> {
    let mut session = Session::load(Varisat::new(limits.deadline), formula, limits.deadline);
    let answer = session.answer(limits.solutions)?;
    Ok(Solved { answer, stage: Stage::Varisat, probes, session: Some(*session.statistics()) })
}
