//! [`Pipeline`]: solves puzzles one after another; see the table in [`solve`](super).

use std::sync::Arc;

use super::pattern::{LEAST_SIDE, patterns};
use super::{Session, SolveError, Stage, Statistics, Varisat, Verdict};
use crate::answer::{Answer, Deadline, Limits};
use crate::dpll::Dpll;
use crate::encode::{AtMostOne, Encoding, Formula};
use crate::grid::{Candidates, Grid, Size};
use crate::numbering::Numbering;
use crate::rules::{Part, Puzzle, Rules};
use crate::simplify::{Budget, Finding, Simplified, Simplifier, have_lanes};
use crate::verify::verify;

/// An answer, and the work that was needed for it.
#[derive(Clone, Debug)]
#[must_use]
pub struct Solved {
    /// The solutions, each of which has passed [`verify`].
    pub answer: Answer,
    /// The stage that settled the puzzle, or that was running when a limit was reached.
    pub stage: Stage,
    /// The statistics of varisat, if it was called.
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
    /// The limit on the size of varisat's proof in bytes, if there is one. Bytes measure work in
    /// the same way on every machine. If the limit is reached, the answer is incomplete, as after a
    /// deadline. On large grids, varisat writes a few megabytes per second.
    pub most_bytes: Option<u64>,
    is_fast: bool,
    simplifier: Option<Simplifier>,
    dpll: Dpll,
}

/// How many guesses are made on a 9x9 grid before varisat is called, for each wanted solution. A
/// puzzle with several solutions mostly needs fewer than ten guesses. Of the hardest puzzles with
/// one solution, 66 % need at most 64 guesses, and 99.4 % at most 192. A guess takes 0.1 to 0.2
/// microseconds; starting varisat takes 100 microseconds and more. So all these guesses take a few
/// times as long as the start of varisat, which they make unnecessary.
const GUESSES_OF_A_DIVE: u64 = 4096;

/// How many guesses a search with clues makes before varisat is called: see the table in
/// [`solve`](super).
pub(super) fn guesses_under_clues(rules: &Rules) -> u64 {
    let has_sets = rules.parts().iter().any(|(_, part)| matches!(part, Part::Sets { .. }));
    if has_sets { 1000 } else { 200 }
}

impl Pipeline {
    /// A pipeline for any rules.
    pub fn new() -> Pipeline {
        Pipeline::default()
    }

    /// A pipeline for very many questions, which uses only [`Dpll`] where this works well.
    pub fn fast() -> Pipeline {
        Pipeline { is_fast: true, ..Pipeline::default() }
    }

    /// Finds up to `limits.solutions` solutions. If this number is found, the answer is not
    /// complete, even if simplification has shown that there are no other solutions.
    ///
    /// # Errors
    /// [`SolveError::Lied`] if a grid is not a solution, [`SolveError::Solver`] if varisat gave up,
    /// [`SolveError::TooLarge`] if more candidates are open than a formula can have variables. If
    /// the deadline passes before, the answer is incomplete; this is not an error.
    pub fn solve(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, SolveError> {
        self.solve_among(puzzle, None, limits)
    }

    /// The same as [`Pipeline::solve`]. If candidates are given, only solutions among these
    /// candidates count.
    ///
    /// # Errors
    /// The same as for [`Pipeline::solve`].
    ///
    /// # Panics
    /// If the candidates and the puzzle have different sizes.
    pub fn solve_among(
        &mut self,
        puzzle: &Puzzle,
        candidates: Option<&Candidates>,
        limits: &Limits,
    ) -> Result<Solved, SolveError> {
        let is_of_size = candidates.is_none_or(|all| all.size() == puzzle.size());
        assert!(is_of_size, "candidates and puzzle of different sizes");
        if self.is_fast && candidates.is_none() && is_for_dpll(puzzle.rules()) {
            let answer = verified(puzzle, self.dpll.solve(puzzle, limits)?)?;
            return Ok(Solved { answer, stage: Stage::Dpll, session: None });
        }
        if puzzle.size().side() >= LEAST_SIDE
            && candidates.is_none()
            && limits.solutions > 0
            && !limits.deadline.is_over()
        {
            let solutions = patterns(puzzle, limits.solutions);
            if solutions.len() == limits.solutions {
                let answer = verified(puzzle, Answer { solutions, ..Answer::default() })?;
                return Ok(Solved { answer, stage: Stage::Pattern, session: None });
            }
        }
        let (givens, rules) = (puzzle.givens(), puzzle.rules());
        let Limits { solutions, deadline } = *limits;
        let mut known = None;
        if !rules.parts().is_empty() {
            let most_guesses = guesses_under_clues(rules);
            known = Some(self.simplifier(rules).search(givens, candidates, limits, most_guesses));
        } else if have_lanes(rules) && solutions > 0 {
            if !has_few(givens) || deadline.is_over() {
                let budget = Budget { probes: 0, deadline };
                let propagated = self.simplifier(rules).simplify(givens, candidates, &budget);
                if let Ok(answer) = settled(propagated.finding, solutions) {
                    let (answer, stage) = (verified(puzzle, answer)?, Stage::Propagation);
                    return Ok(Solved { answer, stage, session: None });
                }
            }
            let most_guesses = GUESSES_OF_A_DIVE.saturating_mul(solutions as u64);
            known = Some(self.dpll.search(puzzle, candidates, limits, most_guesses));
        }
        let known = match known {
            Some(mut known) => {
                let stage = match known.guesses.take() {
                    Some(0) => Stage::Propagation,
                    _ => Stage::Dive,
                };
                let known = verified(puzzle, known)?;
                if known.complete || known.solutions.len() == solutions || deadline.is_over() {
                    return Ok(Solved { answer: known, stage, session: None });
                }
                known
            }
            None => Answer::default(),
        };
        let budget = Budget { deadline, ..Budget::default() };
        let Simplified { finding, probes } =
            self.simplifier(rules).simplify(givens, candidates, &budget);
        let stage = if probes == 0 { Stage::Propagation } else { Stage::Probing };
        let answer = match settled(finding, solutions) {
            Ok(answer) => verified(puzzle, answer)?,
            Err(Some(open)) if solutions > 0 && !deadline.is_over() => {
                return self.search(formula_of(puzzle, &open, Encoding::default())?, known, limits);
            }
            Err(_) => known,
        };
        Ok(Solved { answer, stage, session: None })
    }

    /// How many solutions there are: the only solution, two of several solutions, or none.
    ///
    /// # Errors
    /// The same as for [`Pipeline::solve`]; also [`SolveError::TimedOut`] if the deadline passed
    /// before.
    pub fn verdict(&mut self, puzzle: &Puzzle, deadline: Deadline) -> Result<Verdict, SolveError> {
        let Answer { solutions, complete, .. } =
            self.solve(puzzle, &Limits { deadline, ..Limits::UNIQUE })?.answer;
        match <[Grid; 2]>::try_from(solutions) {
            Ok(two) => Ok(Verdict::Multiple(two)),
            Err(_) if !complete => Err(SolveError::TimedOut),
            Err(mut one) => Ok(one.pop().map_or(Verdict::None, Verdict::Unique)),
        }
    }

    /// The answer of varisat for a formula, added to known solutions, which must be fewer than the
    /// wanted number.
    fn search(
        &self,
        formula: Formula,
        mut known: Answer,
        limits: &Limits,
    ) -> Result<Solved, SolveError> {
        let backend = Varisat::limited(limits.deadline, self.most_bytes);
        let mut session = Session::load(backend, formula);
        known.solutions.iter().for_each(|solution| session.forbid(solution));
        let found = session.answer(limits.solutions - known.solutions.len())?;
        known.solutions.extend(found.solutions);
        let answer = Answer { complete: found.complete, ..known };
        Ok(Solved { answer, stage: Stage::Varisat, session: Some(session.statistics) })
    }

    fn simplifier(&mut self, rules: &Arc<Rules>) -> &mut Simplifier {
        let simplifier = self.simplifier.get_or_insert_with(|| Simplifier::new(rules));
        if simplifier.rules() != rules {
            simplifier.change_rules(rules);
        }
        simplifier
    }
}

/// Whether only [`Dpll`] can be used for these rules. Puzzles with pairs can have so few givens
/// that a search without learning takes long, and [`Dpll`] does not support clues.
pub(crate) fn is_for_dpll(rules: &Rules) -> bool {
    rules.size().side() <= 9 && rules.has_units_alone()
}

/// With at least this many givens, propagation comes before the search: it is usually enough, and
/// takes less time than the propagation of the search, which also uses triples. With fewer givens,
/// it is usually not enough. After the deadline, there is only propagation.
const MANY_GIVENS: u16 = 26;

/// Whether a 9x9 grid has few givens.
fn has_few(givens: &Grid) -> bool {
    // With a fixed length, and in 16 bits, the sum takes few vector instructions.
    let Ok(values) = <&[u16; 81]>::try_from(givens.values()) else { return false };
    values.iter().map(|&value| u16::from(value > 0)).sum::<u16>() < MANY_GIVENS
}

/// The answer if simplification settled the puzzle, otherwise the open candidates, if propagation
/// came to its end.
fn settled(finding: Finding, most: usize) -> Result<Answer, Option<Candidates>> {
    match finding {
        Finding::Contradiction => Ok(Answer { complete: true, ..Answer::default() }),
        Finding::Solved(grid) => {
            let solutions: Vec<Grid> = [grid].into_iter().take(most).collect();
            Ok(Answer { complete: solutions.len() < most, solutions, guesses: None })
        }
        Finding::Open(open) => Err(Some(open)),
        Finding::TimedOut => Err(None),
    }
}

fn verified(puzzle: &Puzzle, answer: Answer) -> Result<Answer, SolveError> {
    let wrong = answer.solutions.iter().find_map(|solution| verify(puzzle, solution).err());
    wrong.map_or(Ok(answer), |violations| Err(SolveError::Lied(violations)))
}

/// The formula that remains after simplification. Its models are the solutions of the puzzle or,
/// with `candidates`, the solutions among these candidates.
///
/// # Errors
/// [`SolveError::TimedOut`] if the deadline passed, [`SolveError::TooLarge`] if more candidates are
/// open than a formula can have variables.
pub fn simplified(
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    encoding: Encoding,
    deadline: Deadline,
) -> Result<Formula, SolveError> {
    let budget = Budget { deadline, ..Budget::default() };
    let mut simplifier = Simplifier::new(puzzle.rules());
    Ok(match simplifier.simplify(puzzle.givens(), candidates, &budget).finding {
        Finding::Contradiction => Formula::refuted(puzzle, encoding),
        Finding::Solved(grid) => Formula::open(puzzle, &Candidates::from_grid(&grid), encoding),
        Finding::TimedOut => return Err(SolveError::TimedOut),
        Finding::Open(_) if deadline.is_over() => return Err(SolveError::TimedOut),
        Finding::Open(open) => formula_of(puzzle, &open, encoding)?,
    })
}

/// The formula of open candidates. If there are very many of them, `auto` does not use the pairwise
/// encoding.
fn formula_of(
    puzzle: &Puzzle,
    open: &Candidates,
    Encoding { preset, amo }: Encoding,
) -> Result<Formula, SolveError> {
    let count = open.open_count();
    check_count(count)?;
    let is_large = amo == AtMostOne::Auto && count > MOST_FOR_PAIRS;
    let amo = if is_large { AtMostOne::Bimander } else { amo };
    Ok(Formula::open(puzzle, open, Encoding { preset, amo }))
}

/// Above this number of open candidates, the pairwise encoding needs more than a gigabyte: a
/// 400x400 grid with 40 % of its cells empty has 1.6 million open candidates, which form 80 million
/// pairs.
const MOST_FOR_PAIRS: usize = 1 << 20;

/// Checks that all candidates of a grid of this size can have variables, as in the whole formula.
///
/// # Errors
/// [`SolveError::TooLarge`] if there are more candidates than a formula can have variables.
pub fn check_size(size: Size) -> Result<(), SolveError> {
    check_count(size.candidate_count())
}

/// Checks that this many candidates can have variables.
fn check_count(found: usize) -> Result<(), SolveError> {
    let most = Numbering::MOST_VARIABLES;
    if found > most { Err(SolveError::TooLarge { found, most }) } else { Ok(()) }
}
