//! Decides which givens can be removed, and makes random full grids. Small grids are handled by
//! dpll; larger full grids are made by Markov chains where these are possible; varisat does the
//! rest.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use varisat::Lit;

use super::{GenerateError, chain, latin};
use crate::answer::{Deadline, Limits, Status};
use crate::encode::{Encoding, Formula};
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid};
use crate::rules::{Puzzle, Rules};
use crate::solve::{Pipeline, Session, SolveError, Varisat, Verdict, is_for_dpll};

/// The limit on the size of varisat's proofs, in bytes, for all decisions about the givens of a
/// puzzle; this much takes about ten seconds. Bytes measure work in the same way on every machine.
pub(super) const ALLOWANCE: u64 = 1 << 27;
/// The limit in bytes for one question.
const BYTES_A_QUESTION: u64 = 1 << 23;

/// Decides which givens of a proper puzzle (one with exactly one solution) can be removed. The
/// solver that is used influences the time, and which grids a seed gives. It does not influence
/// which givens can be removed, since this is a property of the puzzle.
pub(super) struct Judge {
    pipeline: Pipeline,
    empty: Puzzle,
    all: Candidates,
}

impl Judge {
    /// A judge for puzzles with these rules.
    pub(super) fn new(rules: &Arc<Rules>) -> Judge {
        let (empty, all) = (empty(rules), Candidates::all(rules.size()));
        Judge { pipeline: Pipeline::fast(), empty, all }
    }

    /// Whether a proper puzzle stays proper without the givens of these cells. `None` if the
    /// decision needs more than the rest of the allowance.
    pub(super) fn can_go(
        &mut self,
        cells: &[Cell],
        givens: &Grid,
        allowance: &mut u64,
        deadline: Deadline,
    ) -> Result<Option<bool>, SolveError> {
        let mut left = givens.clone();
        if is_for_dpll(self.empty.rules()) {
            cells.iter().for_each(|&cell| left.set(cell, None));
            return Ok(Some(matches!(self.verdict(left, deadline)?, Verdict::Unique(_))));
        }
        let limits = Limits { deadline, ..Limits::FIRST };
        for &cell in cells {
            let digit = left.get(cell).expect("a given");
            left.set(cell, None);
            let puzzle = self.empty.with_givens(left.clone()).expect("the same size");
            let most_bytes = BYTES_A_QUESTION.min(*allowance);
            self.pipeline.most_bytes = Some(most_bytes);
            // Since the puzzle was proper, any other solution of the remaining puzzle has another
            // digit in this cell.
            self.all[cell].remove(digit);
            let solved = self.pipeline.solve_among(&puzzle, Some(&self.all), &limits);
            self.all[cell].insert(digit);
            let solved = solved?;
            let bytes = solved.session.and_then(|session| session.proof_bytes);
            *allowance = allowance.saturating_sub(bytes.unwrap_or_default());
            match solved.answer.status(&limits) {
                Status::None => {}
                // A session ends a little before its deadline.
                Status::Unknown if bytes.is_none_or(|bytes| bytes <= most_bytes) => {
                    return Err(SolveError::TimedOut);
                }
                Status::Unknown => return Ok(None),
                _ => return Ok(Some(false)),
            }
        }
        Ok(Some(true))
    }

    /// Fills a grid digit by digit. The first row is a random permutation, as in a grid that is
    /// drawn with equal probability. Then a random open cell gets a random one of the digits that
    /// the cell has in some grid, until only one grid is possible.
    fn place_digits(
        &mut self,
        deadline: Deadline,
        random: &mut impl Rng,
    ) -> Result<Option<Grid>, SolveError> {
        let size = self.empty.size();
        let mut grid = Grid::empty(size);
        let mut digits: Vec<Digit> = size.digits().collect();
        digits.shuffle(random);
        for (cell, &digit) in size.cells().zip(&digits) {
            grid.set(cell, Some(digit));
        }
        let mut found = self.verdict(grid.clone(), deadline)?;
        while let Verdict::Multiple([one, other]) = &found {
            let open = one.differing(other);
            let &cell = open.choose(random).expect("two different grids");
            digits.shuffle(random);
            for &digit in &digits {
                grid.set(cell, Some(digit));
                found = self.verdict(grid.clone(), deadline)?;
                if found != Verdict::None {
                    break;
                }
            }
        }
        Ok(if let Verdict::Unique(grid) = found { Some(grid) } else { None })
    }

    fn verdict(&mut self, givens: Grid, deadline: Deadline) -> Result<Verdict, SolveError> {
        let puzzle = self.empty.with_givens(givens).expect("the same size");
        self.pipeline.verdict(&puzzle, deadline)
    }
}

/// A random full grid that obeys the rules. `most_bytes` limits varisat's search, if given: see
/// [`Varisat::limited`].
///
/// # Errors
/// [`GenerateError::NoGrid`] if no grid obeys the rules; [`SolveError::TimedOut`] if the deadline
/// or limit is reached.
pub(super) fn random_grid(
    rules: &Arc<Rules>,
    deadline: Deadline,
    most_bytes: Option<u64>,
    random: &mut impl Rng,
) -> Result<Grid, GenerateError> {
    let grid = if is_for_dpll(rules) {
        Judge::new(rules).place_digits(deadline, random)?
    } else if rules.is_latin() {
        Some(latin::random_square(rules.size(), random))
    } else if rules.is_classic() {
        Some(chain::random_grid(rules.size(), random))
    } else {
        decide_at_random(rules, deadline, most_bytes, random)?
    };
    grid.ok_or_else(|| GenerateError::NoGrid { rules: Arc::clone(rules) })
}

/// The first grid that varisat finds if it decides candidates in random order, where each decision
/// places a digit.
fn decide_at_random(
    rules: &Arc<Rules>,
    deadline: Deadline,
    most_bytes: Option<u64>,
    random: &mut impl Rng,
) -> Result<Option<Grid>, SolveError> {
    let mut order: Vec<Candidate> = rules.size().candidates().collect();
    order.shuffle(random);
    let mut backend = Varisat::limited(deadline, most_bytes);
    let formula = Formula::in_order(&empty(rules), order, Encoding::default());
    // varisat orders variables by their first use, so the first clause defines the order. The
    // clause requires only that some candidate is placed.
    let count = formula.numbering.candidate_count();
    let lits: Vec<Lit> = (0..count).map(|index| Lit::from_index(index, false)).collect();
    backend.add_clause(&lits);
    Session::load(backend, formula).solve(&[])
}

fn empty(rules: &Arc<Rules>) -> Puzzle {
    Puzzle::new(Arc::clone(rules), Grid::empty(rules.size())).expect("the same size")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::chain::tests::spread;
    use super::*;
    use crate::grid::Size;
    use crate::verify::verify;

    #[test]
    fn grids_of_any_size_obey_the_rules_and_differ() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let boxes = [(2, 3), (4, 3), (1, 10), (6, 6), (10, 10)];
        let classic =
            boxes.map(|(height, width)| Rules::classic(Size::new(height, width).unwrap()));
        let latin = [3, 7, 12, 30, 53].map(|side| Rules::latin(Size::new(1, side).unwrap()));
        for rules in classic.into_iter().chain(latin).map(Arc::new) {
            let mut grid = || random_grid(&rules, Deadline::NONE, None, &mut random).unwrap();
            let (one, other) = (grid(), grid());
            assert_ne!(one, other, "{rules:?}");
            assert_eq!(
                (verify(&empty(&rules), &one), verify(&empty(&rules), &other)),
                (Ok(()), Ok(()))
            );
        }
    }

    #[test]
    fn all_grids_of_4x4_occur_and_none_often() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let rules = Arc::new(Rules::classic(Size::FOUR));
        let draw = || random_grid(&rules, Deadline::NONE, None, &mut random).unwrap();
        let (fewest, most, _) = spread(288, draw);
        assert!(fewest > 15 && most < 120, "{fewest} to {most}");
    }
}
