//! Cheap tries before any search: random solutions, which the formula must allow, and fillings that
//! violate a rule, which the formula must not allow. They find most mistakes in formulas, also
//! mistakes that make searching hard.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Completeness;
use super::comparison::Comparison;
use super::guilty::SMALL_EFFORT;
use crate::answer::Deadline;
use crate::encode::{Encoding, Formula};
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid};
use crate::rules::{Puzzle, Rules};
use crate::solve::{Session, SolveError, Varisat, in_time};

const SOLUTIONS: usize = 8;
const SLIPS: usize = 100;

impl Comparison<'_> {
    /// Tries solutions and wrong fillings, the same ones each time.
    ///
    /// # Errors
    /// [`SolveError::Solver`] if a solver failed, [`SolveError::TimedOut`] if the deadline passed.
    pub(super) fn try_cheaply(&mut self) -> Result<(), SolveError> {
        let Some(solutions) = random_solutions(self.puzzle, self.deadline)? else {
            self.completeness = Completeness::NoSolution;
            return Ok(());
        };
        let mut random = ChaCha8Rng::seed_from_u64(0);
        solutions.iter().try_for_each(|solution| self.try_solution(solution))?;
        for _ in 0..SLIPS {
            let Some(slip) = slip(&solutions, self.puzzle.rules(), &mut random) else { break };
            if self.allows(&self.values(&slip))? {
                self.note(slip);
            }
        }
        Ok(())
    }
}

/// Some solutions of a puzzle, the same ones each time. There are fewer if solutions are hard to
/// find. `None` if the puzzle has no solution.
pub(super) fn random_solutions(
    puzzle: &Puzzle,
    deadline: Deadline,
) -> Result<Option<Vec<Grid>>, SolveError> {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let rules = Formula::whole(puzzle, Encoding::default());
    let mut session = Session::load(Varisat::limited(deadline, SMALL_EFFORT), rules);
    let mut solutions = Vec::new();
    let size = puzzle.size();
    while solutions.len() < SOLUTIONS {
        let candidates = [(); 3].map(|()| Candidate {
            cell: Cell::from_index(random.random_range(0..size.cell_count())),
            digit: Digit::from_index(random.random_range(0..size.side())),
        });
        let found = match session.solve(&candidates) {
            Ok(None) => session.solve(&[]),
            found => found,
        };
        match in_time(found)? {
            Some(Some(solution)) => solutions.push(solution),
            Some(None) => return Ok(None),
            None => break,
        }
    }
    Ok(Some(solutions))
}

/// A wrong filling that is nearly a solution: a cell is empty, or the digits of two cells of a unit
/// are exchanged, or the digits of two whole units are exchanged.
fn slip(solutions: &[Grid], rules: &Rules, random: &mut impl Rng) -> Option<Candidates> {
    let mut slip = Candidates::from_grid(solutions.choose(random)?);
    let [unit, other] = [rules.units().choose(random)?, rules.units().choose(random)?];
    let (&cell, &partner) = (unit.cells.choose(random)?, unit.cells.choose(random)?);
    let swaps: Vec<(Cell, Cell)> = match random.random_range(0..3) {
        0 => unit.cells.iter().copied().zip(other.cells.iter().copied()).collect(),
        _ => vec![(cell, partner)],
    };
    for (first, second) in swaps {
        let digits = std::mem::take(&mut slip[first]);
        // If both cells are the same cell, it becomes empty.
        slip[first] = std::mem::replace(&mut slip[second], digits);
    }
    Some(slip)
}
