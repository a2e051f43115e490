//! Whether a puzzle is still proper: by dpll on small grids, by varisat on large ones and where pairs
//! of cells must differ; and random full grids: by dpll on small grids, on large ones by Markov
//! chains where they serve, else by varisat.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use varisat::Lit;

use super::{GenerateError, chain, latin};
use crate::answer::{Deadline, Limits, Status};
use crate::dpll::Dpll;
use crate::encode::{Encoding, Formula};
use crate::grid::{Candidate, Candidates, Digit, Grid};
use crate::rules::{Puzzle, Rules};
use crate::simplify::{Budget, Finding, Simplifier};
use crate::solve::{Backend, Session, SolveError, Varisat};

/// The largest side for dpll. Which of the two is at work decides about time and about the grids
/// that a seed gives, never about which givens can go: that is a fact.
const LARGEST_SIDE_FOR_DPLL: usize = 9;

fn is_for_dpll(rules: &Rules) -> bool {
    // Minimal puzzles with pairs have so few givens that a search without learning takes long.
    rules.size().side() <= LARGEST_SIDE_FOR_DPLL && rules.pairs().is_empty()
}

/// Tells whether a solution is the only one of its puzzle.
pub(super) enum Judge {
    Dpll {
        dpll: Box<Dpll>,
        empty: Puzzle,
        deadline: Deadline,
    },
    /// Holds the rules without the solution: givens that leave another one are satisfiable.
    Sat(Box<(Simplifier, Session)>),
}

impl Judge {
    /// For puzzles of these rules with this solution.
    pub(super) fn new(rules: &Arc<Rules>, solution: &Grid, deadline: Deadline) -> Judge {
        let empty = empty(rules);
        if is_for_dpll(rules) {
            return Judge::Dpll { dpll: Box::default(), empty, deadline };
        }
        let mut session = Session::new(&empty, Encoding::default(), deadline);
        session.forbid(solution);
        Judge::Sat(Box::new((Simplifier::new(rules), session)))
    }

    /// Whether these givens, which agree with the solution, leave no other.
    pub(super) fn is_proper(&mut self, givens: &Grid) -> Result<bool, SolveError> {
        match self {
            Judge::Dpll { dpll, empty, deadline } => {
                let solutions = find_two(dpll, empty, givens, *deadline)?;
                Ok(solutions.len() == 1)
            }
            Judge::Sat(both) => {
                let (simplifier, session) = &mut **both;
                // Enough for most givens that can go, and far faster.
                let budget = Budget { probes: 0, ..Budget::default() };
                if let Finding::Solved(_) = simplifier.simplify(givens, &budget).finding {
                    return Ok(true);
                }
                let givens: Vec<Candidate> = givens.filled().collect();
                Ok(session.solve(&givens)?.is_none())
            }
        }
    }
}

/// A random full grid that obeys the rules. `most_bytes` limits varisat's search, if given: see
/// [`Varisat::limited`].
///
/// # Errors
/// [`GenerateError::NoGrid`] if there is none; [`SolveError::TimedOut`] at the deadline or limit.
pub(super) fn random_grid(
    rules: &Arc<Rules>,
    deadline: Deadline,
    most_bytes: Option<u64>,
    random: &mut impl Rng,
) -> Result<Grid, GenerateError> {
    let grid = if is_for_dpll(rules) {
        place_digits(rules, deadline, random)?
    } else if rules.is_latin() {
        Some(latin::random_square(rules.size(), random))
    } else if let Some(grid) = chain::random_grid(rules, random) {
        Some(grid)
    } else {
        decide_at_random(rules, deadline, most_bytes, random)?
    };
    grid.ok_or_else(|| GenerateError::NoGrid { rules: Arc::clone(rules) })
}

/// Digit by digit: the first row is a random permutation, as in a grid drawn evenly; then a random
/// open cell gets a random one of the digits that some grid has there, until one grid is left.
fn place_digits(
    rules: &Arc<Rules>,
    deadline: Deadline,
    random: &mut impl Rng,
) -> Result<Option<Grid>, SolveError> {
    let empty = empty(rules);
    let mut dpll = Dpll::new();
    let mut grid = empty.givens().clone();
    let mut digits: Vec<Digit> = rules.size().digits().collect();
    digits.shuffle(random);
    for (cell, &digit) in rules.size().cells().zip(&digits) {
        grid.set(cell, Some(digit));
    }
    let mut found = find_two(&mut dpll, &empty, &grid, deadline)?;
    while let [one, other] = &found[..] {
        let open = one.differing(other);
        let &cell = open.choose(random).expect("two different grids");
        digits.shuffle(random);
        for &digit in &digits {
            grid.set(cell, Some(digit));
            found = find_two(&mut dpll, &empty, &grid, deadline)?;
            if !found.is_empty() {
                break;
            }
        }
    }
    Ok(found.pop())
}

/// The first two solutions, or all if there are fewer.
fn find_two(
    dpll: &mut Dpll,
    empty: &Puzzle,
    givens: &Grid,
    deadline: Deadline,
) -> Result<Vec<Grid>, SolveError> {
    let limits = Limits { deadline, ..Limits::UNIQUE };
    let puzzle = empty.with_givens(givens.clone()).expect("the same size");
    let answer = dpll.solve(&puzzle, &limits);
    match answer.status(&limits) {
        Status::Unknown => Err(SolveError::TimedOut),
        _ => Ok(answer.solutions),
    }
}

/// varisat's first grid when it decides over candidates in random order, each decision placing a
/// digit.
fn decide_at_random(
    rules: &Arc<Rules>,
    deadline: Deadline,
    most_bytes: Option<u64>,
    random: &mut impl Rng,
) -> Result<Option<Grid>, SolveError> {
    let mut order: Vec<Candidate> = Candidates::all(rules.size()).iter().collect();
    order.shuffle(random);
    let mut backend = match most_bytes {
        Some(most_bytes) => Varisat::limited(deadline, most_bytes),
        None => Varisat::new(deadline),
    };
    let formula = Formula::in_order(&empty(rules), order, Encoding::default());
    // varisat orders variables by their first use, so the order has to be a clause: some digit is
    // placed somewhere.
    let lits: Vec<Lit> = (0..formula.numbering().candidate_count())
        .map(|index| Lit::from_index(index, false))
        .collect();
    backend.add_clause(&lits);
    Session::load(backend, formula, deadline).solve(&[])
}

fn empty(rules: &Arc<Rules>) -> Puzzle {
    Puzzle::new(Arc::clone(rules), Grid::empty(rules.size())).expect("the same size")
}
