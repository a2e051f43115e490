//! Instances for experiments with SAT solvers: full grids in which some cells are emptied (holes).
//!
//! The instances have a solution by construction. Their hardness depends on the number of holes:
//! with few holes, propagation settles an instance; with many holes, nearly any guess leads to a
//! solution; in between, instances are hard (Gomes & Shmoys, *Completing Quasigroups or Latin
//! Squares*, 2002; for Sudoku, Ansótegui, Béjar, Fernàndez, Gomes & Mateu, *The Impact of Balancing
//! on Problem Hardness in a Highly Structured Domain*, AAAI 2006,
//! <https://www.researchgate.net/publication/221603264>, who found that balanced holes are the
//! hardest). Here, balanced holes are the cells in which a second random grid has certain digits.
//! So for any rules, the numbers of holes in two units differ by at most one.

use rand::seq::SliceRandom;

use super::{GenerateError, Generated, Recipe, judge};
use crate::grid::Cell;

/// Defines which cells of a full grid are emptied.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Holes {
    /// The fraction of the cells that are emptied, from 0 to 1.
    pub fraction: f64,
    /// Whether the numbers of holes in two rows, columns, boxes or other units differ by at most
    /// one.
    pub balanced: bool,
}

impl Recipe {
    /// The instance of the seed with this index, from 0: a full grid of the source, from which digits
    /// are removed, and the full grid as its solution. There may be other solutions. If the source is a puzzle, the
    /// full grid is the solution of the puzzle. Only source, seed and time limit of the recipe are
    /// used.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use satdoku::generate::{Holes, Recipe};
    /// use satdoku::{Rules, Size};
    /// let recipe = Recipe::new(Arc::new(Rules::classic(Size::from_side(64).unwrap())), 1);
    /// let instance = recipe.with_holes(0, Holes { fraction: 0.4, balanced: true })?;
    /// assert_eq!(instance.puzzle.givens().filled().count(), 64 * 64 - 1638);
    /// # Ok::<(), satdoku::generate::GenerateError>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`Recipe::puzzle`].
    pub fn with_holes(&self, index: u64, holes: Holes) -> Result<Generated, GenerateError> {
        let (deadline, mut random) = (self.deadline(), self.random(index));
        self.in_a_layout(deadline, || {
            let Generated { puzzle, solution, .. } = self.start(deadline, &mut random)?;
            let (rules, size) = (puzzle.rules(), puzzle.size());
            let mut cells: Vec<Cell> = size.cells().collect();
            cells.shuffle(&mut random);
            if holes.balanced {
                let other = judge::random_grid(rules, deadline, self.most_bytes(), &mut random)?;
                cells.sort_by_key(|&cell| other.get(cell));
            }
            let mut givens = solution.clone();
            let count = (holes.fraction * size.cell_count() as f64).round() as usize;
            cells.iter().take(count).for_each(|&cell| givens.set(cell, None));
            Ok(Generated::new(rules, givens, solution))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::answer::Deadline;
    use crate::generate::Source;
    use crate::grid::Size;
    use crate::rules::Rules;
    use crate::solve::SolveError;
    use crate::verify::verify;

    #[test]
    fn balanced_holes_are_spread_evenly_over_all_units() {
        let side = |side| Size::from_side(side).unwrap();
        for (rules, fraction) in [
            (Rules::classic(side(25)), 0.4),
            (Rules::classic(side(16)), 0.43),
            (Rules::diagonal(Size::NINE), 0.7),
            (Rules::latin(Size::new(1, 11).unwrap()), 0.5),
        ] {
            let holes = Holes { fraction, balanced: true };
            let instance = Recipe::new(Arc::new(rules), 1).with_holes(0, holes);
            let Generated { puzzle, solution, .. } = instance.unwrap();
            assert_eq!(verify(&puzzle, &solution), Ok(()));
            let holes = |cells: &[Cell]| {
                cells.iter().filter(|&&cell| puzzle.givens().get(cell).is_none()).count()
            };
            let of_units = || puzzle.rules().units().iter().map(|unit| holes(&unit.cells));
            let (fewest, most) = (of_units().min().unwrap(), of_units().max().unwrap());
            assert!(most - fewest <= 1, "{fewest} to {most}");
        }
    }

    #[test]
    fn the_search_of_balanced_holes_has_a_limit_in_a_random_layout() {
        let size = Size::new(2, 5).unwrap();
        let mut recipe = Recipe::new(Arc::new(Rules::classic(size)), 1);
        assert_eq!(recipe.most_bytes(), None);
        recipe.source = Source::Jigsaws(Rules::builder(size));
        assert!(recipe.most_bytes().is_some());
        let holes = Holes { fraction: 0.5, balanced: true };
        let Generated { puzzle, solution, .. } = recipe.with_holes(0, holes).unwrap();
        assert_eq!(verify(&puzzle, &solution), Ok(()));
        let mut random = recipe.random(0);
        let grid = judge::random_grid(puzzle.rules(), Deadline::NONE, Some(1), &mut random);
        assert_eq!(grid, Err(SolveError::TimedOut.into()));
    }
}
