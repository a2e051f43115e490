//! Which givens can go: by dpll on small grids, by simplification and varisat on large ones and where
//! pairs of cells must differ; and random full grids: by dpll on small grids, on large ones by Markov
//! chains where they serve, else by varisat.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use varisat::Lit;

use super::{GenerateError, chain, latin};
use crate::answer::{Deadline, Limits, Status};
use crate::dpll::Dpll;
use crate::encode::{Encoding, Formula};
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid};
use crate::rules::{Puzzle, Rules};
use crate::simplify::{Budget, Finding, Simplifier};
use crate::solve::{Backend, Session, SolveError, Varisat, in_time, is_for_dpll};

/// What deciding about the givens of a puzzle may take, in bytes of varisat's proofs: the same on
/// every machine.
pub(super) struct Allowance {
    bytes_left: u64,
}

impl Default for Allowance {
    /// Some ten seconds.
    fn default() -> Allowance {
        Allowance { bytes_left: 1 << 27 }
    }
}

impl Allowance {
    /// Only what simplification decides.
    #[cfg(test)]
    pub(super) const NONE: Allowance = Allowance { bytes_left: 0 };
    /// The most for one question.
    const BYTES_A_QUESTION: u64 = 1 << 23;

    /// Whether nothing is left.
    pub(super) fn is_spent(&self) -> bool {
        self.bytes_left == 0
    }

    /// Whether a formula has no solution; `None` if that takes too long.
    fn is_refuted(
        &mut self,
        formula: Formula,
        deadline: Deadline,
    ) -> Result<Option<bool>, SolveError> {
        if self.is_spent() {
            return Ok(None);
        }
        let most_bytes = self.bytes_left.min(Allowance::BYTES_A_QUESTION);
        let backend = Varisat::limited(deadline, most_bytes);
        let mut session = Session::load(backend, formula, deadline);
        let found = in_time(session.solve(&[]))?;
        let bytes = session.statistics().counters.proof_bytes.unwrap_or_default();
        self.bytes_left = self.bytes_left.saturating_sub(bytes);
        // A session ends somewhat before its deadline.
        if found.is_none() && bytes <= most_bytes {
            return Err(SolveError::TimedOut);
        }
        Ok(found.map(|solution| solution.is_none()))
    }
}

/// Tells which givens of a proper puzzle can go. Which of the two is at work decides about time and
/// about the grids that a seed gives, never about which givens can go: that is a fact.
pub(super) enum Judge {
    Dpll(Box<Dpll>, Puzzle),
    Sat(Box<Simplifier>, Puzzle),
}

impl Judge {
    /// For puzzles of these rules.
    pub(super) fn new(rules: &Arc<Rules>) -> Judge {
        let empty = empty(rules);
        if is_for_dpll(rules) {
            Judge::Dpll(Box::default(), empty)
        } else {
            Judge::Sat(Box::new(Simplifier::new(rules)), empty)
        }
    }

    /// Whether the givens of these cells can all go from a proper puzzle, which stays proper;
    /// `None` if it takes too long to decide.
    pub(super) fn can_go(
        &mut self,
        cells: &[Cell],
        givens: &Grid,
        allowance: &mut Allowance,
        deadline: Deadline,
    ) -> Result<Option<bool>, SolveError> {
        let mut left = givens.clone();
        match self {
            Judge::Dpll(dpll, empty) => {
                cells.iter().for_each(|&cell| left.set(cell, None));
                Ok(Some(find_two(dpll, empty, left, deadline)?.len() == 1))
            }
            Judge::Sat(simplifier, empty) => {
                for &cell in cells {
                    let digit = left.get(cell).expect("a given");
                    left.set(cell, None);
                    // Another solution of what is left has another digit here.
                    let given = Candidate { cell, digit };
                    let budget = Budget { deadline, ..Budget::default() };
                    let refuted = match simplifier.simplify_without(&left, given, &budget).finding {
                        Finding::Contradiction => Some(true),
                        Finding::Solved(_) => Some(false),
                        Finding::TimedOut => return Err(SolveError::TimedOut),
                        Finding::Open(open) => {
                            let puzzle = empty.with_givens(left.clone()).expect("the same size");
                            let formula = Formula::open(&puzzle, &open, Encoding::default());
                            allowance.is_refuted(formula, deadline)?
                        }
                    };
                    if refuted != Some(true) {
                        return Ok(refuted);
                    }
                }
                Ok(Some(true))
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
    let mut found = find_two(&mut dpll, &empty, grid.clone(), deadline)?;
    while let [one, other] = &found[..] {
        let open = one.differing(other);
        let &cell = open.choose(random).expect("two different grids");
        digits.shuffle(random);
        for &digit in &digits {
            grid.set(cell, Some(digit));
            found = find_two(&mut dpll, &empty, grid.clone(), deadline)?;
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
    givens: Grid,
    deadline: Deadline,
) -> Result<Vec<Grid>, SolveError> {
    let limits = Limits { deadline, ..Limits::UNIQUE };
    let puzzle = empty.with_givens(givens).expect("the same size");
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
