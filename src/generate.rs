//! Random puzzles with one solution: any size, any rules, the same for the same seed.
//!
//! A random full grid comes from varisat over candidates in random order, each decision placing a
//! digit. Givens are then taken away while the solution stays the only one: one session holds the
//! rules and forbids the solution, the givens are assumptions, and every refutation's core drops
//! all givens it does not need at once. The distribution is not uniform, neither over grids nor
//! over puzzles; see `puzzles/README.md`.

use std::sync::Arc;
use std::time::Duration;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;
use varisat::Lit;

use crate::answer::{Deadline, Limits, Status};
use crate::encode::{Encoding, Formula};
use crate::grid::{Candidate, Candidates, Grid};
use crate::rules::{Puzzle, Rules};
use crate::solve::{Backend, Pipeline, Session, SolveError, Varisat};

/// What to make: the rules, the number of givens, and the seed.
///
/// ```
/// use std::sync::Arc;
/// use satdoku::generate::Recipe;
/// use satdoku::{Rules, Size, Verdict, solve};
/// let rules = Arc::new(Rules::classic(Size::FOUR));
/// let recipe = Recipe { rules, givens: None, seed: 1, time_limit: None };
/// let generated = recipe.puzzle(0)?;
/// assert_eq!(solve(&generated.puzzle)?, Verdict::Unique(generated.solution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Size and units.
    pub rules: Arc<Rules>,
    /// How many givens; `None` for a minimal puzzle, in which every given is needed.
    pub givens: Option<usize>,
    /// The same seed gives the same puzzles.
    pub seed: u64,
    /// Give up on a puzzle after this time, if given.
    pub time_limit: Option<Duration>,
}

/// A puzzle and its only solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Grid,
}

/// Why no puzzle was made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The rules have no solution at all.
    #[error("no grid obeys these rules ({rules}, boxes of {size})", size = .rules.size())]
    NoGrid {
        /// The rules.
        rules: Arc<Rules>,
    },
    /// No puzzle with so few givens was found.
    #[error(
        "expected {wanted} givens, found no puzzle with fewer than {fewest} in {attempts} attempts"
    )]
    Givens {
        /// Asked for.
        wanted: usize,
        /// The fewest that were reached.
        fewest: usize,
        /// Grids tried.
        attempts: usize,
    },
    /// More givens were asked for than there are cells.
    #[error("expected at most {cells} givens, found {wanted}")]
    TooMany {
        /// Asked for.
        wanted: usize,
        /// Cells of the grid.
        cells: usize,
    },
    /// varisat failed, or the time limit was reached.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl Recipe {
    /// The puzzle of an index, from 0, among those of the seed: each can be made alone, on any
    /// thread.
    ///
    /// # Errors
    /// [`GenerateError`]: no grid obeys the rules, no puzzle with so few givens was found, more
    /// givens than cells were asked for, varisat failed, or the time limit was reached.
    pub fn puzzle(&self, index: u64) -> Result<Generated, GenerateError> {
        const ATTEMPTS: usize = 100;
        let cells = self.rules.size().cell_count();
        let mut fewest = cells;
        if let Some(wanted) = self.givens.filter(|&wanted| wanted > cells) {
            return Err(GenerateError::TooMany { wanted, cells });
        }
        let deadline = self.time_limit.map_or(Deadline::NONE, Deadline::after);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(index);
        for _ in 0..ATTEMPTS {
            let generated = take_away(&self.rules, self.givens, deadline, &mut random)?;
            let found = generated.puzzle.givens().filled().count();
            if self.givens.is_none_or(|wanted| wanted == found) {
                return Ok(generated);
            }
            fewest = fewest.min(found);
        }
        let wanted = self.givens.unwrap_or_default();
        Err(GenerateError::Givens { wanted, fewest, attempts: ATTEMPTS })
    }
}

/// A random full grid that obeys the rules.
///
/// # Errors
/// [`GenerateError::NoGrid`] if there is none; [`SolveError::TimedOut`] at the deadline.
fn random_grid(
    rules: &Arc<Rules>,
    deadline: Deadline,
    random: &mut ChaCha8Rng,
) -> Result<Grid, GenerateError> {
    let mut order: Vec<Candidate> = Candidates::all(rules.size()).iter().collect();
    order.shuffle(random);
    let mut backend = Varisat::new(deadline);
    let formula = Formula::in_order(&empty(rules), order, Encoding::default());
    // varisat orders variables by their first use, so the order has to be a clause: some digit is
    // placed somewhere.
    let lits: Vec<Lit> = (0..formula.numbering().candidate_count())
        .map(|index| Lit::from_index(index, false))
        .collect();
    backend.add_clause(&lits);
    Session::load(backend, formula, deadline)
        .solve(&[])?
        .ok_or_else(|| GenerateError::NoGrid { rules: Arc::clone(rules) })
}

/// A puzzle with one solution: minimal, or with `wanted` givens unless it gets minimal before.
fn take_away(
    rules: &Arc<Rules>,
    wanted: Option<usize>,
    deadline: Deadline,
    random: &mut ChaCha8Rng,
) -> Result<Generated, GenerateError> {
    let solution = random_grid(rules, deadline, random)?;
    let mut untried: Vec<Candidate> = solution.filled().collect();
    untried.shuffle(random);
    let empty = empty(rules);
    let mut session = Session::new(&empty, Encoding::default(), deadline);
    session.forbid(&solution);

    let mut needed: Vec<Candidate> = Vec::new();
    // Taken away last first, so that what a core drops beyond the target can be put back.
    let mut dropped: Vec<Candidate> = Vec::new();
    while let Some(tried) = untried.pop() {
        if wanted.is_some_and(|wanted| needed.len() + untried.len() < wanted) {
            untried.push(tried);
            break;
        }
        let assumed: Vec<Candidate> = needed.iter().chain(&untried).copied().collect();
        if session.solve(&assumed)?.is_some() {
            needed.push(tried);
            continue;
        }
        dropped.push(tried);
        if let Some(core) = session.failed_core() {
            let (kept, gone): (Vec<_>, Vec<_>) =
                untried.iter().partition(|given| core.contains(given));
            // A core is a claim: it is solved again before it counts.
            let assumed: Vec<Candidate> = needed.iter().chain(&kept).copied().collect();
            if session.solve(&assumed)?.is_none() {
                untried = kept;
                dropped.extend(gone);
            }
        }
    }
    let mut givens = Grid::empty(rules.size());
    let missing = wanted.map_or(0, |wanted| wanted.saturating_sub(needed.len() + untried.len()));
    for given in needed.iter().chain(&untried).chain(dropped.iter().rev().take(missing)) {
        givens.set(given.cell, Some(given.digit));
    }
    let puzzle = empty.with_givens(givens).expect("the same size");
    // From a solver that has seen nothing of the search above.
    let limits = Limits { deadline, ..Limits::UNIQUE };
    let checked = Pipeline::plain(Encoding::default()).solve(&puzzle, &limits)?.answer;
    match checked.status(&limits) {
        Status::Unique if checked.solutions[0] == solution => Ok(Generated { puzzle, solution }),
        Status::Unknown => Err(SolveError::TimedOut.into()),
        _ => Err(SolveError::Solver("a refuted second solution exists".to_owned()).into()),
    }
}

fn empty(rules: &Arc<Rules>) -> Puzzle {
    Puzzle::new(Arc::clone(rules), Grid::empty(rules.size())).expect("the same size")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    fn recipe(rules: Rules, givens: Option<usize>) -> Recipe {
        Recipe { rules: Arc::new(rules), givens, seed: 7, time_limit: None }
    }

    fn status(puzzle: &Puzzle) -> Status {
        let solved = Pipeline::plain(Encoding::default()).solve(puzzle, &Limits::UNIQUE);
        solved.unwrap().answer.status(&Limits::UNIQUE)
    }

    #[test]
    fn minimal_puzzles_are_unique_and_need_every_given() {
        for rules in [Rules::classic(Size::NINE), Rules::diagonal(Size::from_side(6).unwrap())] {
            let puzzle = recipe(rules, None).puzzle(0).unwrap().puzzle;
            assert_eq!(status(&puzzle), Status::Unique);
            for given in puzzle.givens().filled() {
                let mut fewer = puzzle.givens().clone();
                fewer.set(given.cell, None);
                assert_eq!(status(&puzzle.with_givens(fewer).unwrap()), Status::Multiple);
            }
        }
    }

    #[test]
    fn the_number_of_givens_is_as_asked() {
        for wanted in [81, 80, 40, 30, 27] {
            let puzzle = recipe(Rules::classic(Size::NINE), Some(wanted)).puzzle(0).unwrap().puzzle;
            assert_eq!(puzzle.givens().filled().count(), wanted);
            assert_eq!(status(&puzzle), Status::Unique);
        }
    }

    #[test]
    fn seed_and_index_decide_the_puzzle() {
        let recipe = recipe(Rules::classic(Size::FOUR), None);
        assert_eq!(recipe.puzzle(3), recipe.puzzle(3));
        assert_ne!(recipe.puzzle(3), recipe.puzzle(4));
        let other = Recipe { seed: 8, ..recipe.clone() };
        assert_ne!(recipe.puzzle(3), other.puzzle(3));
    }

    #[test]
    fn solutions_are_as_random_as_puzzles() {
        let recipe = recipe(Rules::classic(Size::NINE), Some(60));
        let mut solutions: Vec<_> =
            (0..20).map(|index| recipe.puzzle(index).unwrap().solution.values().to_vec()).collect();
        solutions.sort();
        solutions.dedup();
        assert_eq!(solutions.len(), 20);
        // No cell holds the same digit in all of them.
        for cell in Size::NINE.cells().map(|cell| cell.index()) {
            assert!(solutions.iter().any(|grid| grid[cell] != solutions[0][cell]));
        }
    }

    #[test]
    fn says_when_the_givens_are_out_of_reach() {
        let too_few = recipe(Rules::classic(Size::FOUR), Some(3)).puzzle(0);
        assert!(matches!(too_few, Err(GenerateError::Givens { wanted: 3, fewest: 4.., .. })));
        let too_many = recipe(Rules::classic(Size::FOUR), Some(17)).puzzle(0);
        assert_eq!(too_many, Err(GenerateError::TooMany { wanted: 17, cells: 16 }));
    }

    #[test]
    fn says_when_no_grid_exists() {
        // Two rows of two: the diagonals clash with rows and columns.
        let rules = Rules::diagonal(Size::new(1, 2).unwrap());
        let result = recipe(rules, None).puzzle(0);
        assert!(matches!(result, Err(GenerateError::NoGrid { .. })));
    }
}
