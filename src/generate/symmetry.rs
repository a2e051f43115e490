//! Random symmetries of Sudoku: puzzles that look different but are equivalent, so that the order
//! in which a list is written favours no solver.
//!
//! Classic rules keep their solutions under any order of the rows of a band, the bands, the columns
//! of a stack, the stacks and the digits, and, where boxes are square, under transposition
//! (Russell & Jarvis, *Mathematics of Sudoku II*, 2006). With diagonals only the reflections and
//! turns of the square are used, with other rules only the digits, and with clues nothing.

use rand::Rng;
use rand::seq::SliceRandom;

use super::chain::shuffled_lines;
use crate::grid::{Digit, Grid};
use crate::rules::Rules;

/// A renaming of rows, columns and digits that maps solutions to solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Row index of the result -> of the original.
    rows: Vec<usize>,
    /// Column index of the result -> of the original.
    columns: Vec<usize>,
    /// Whether rows and columns are exchanged afterwards.
    transpose: bool,
    /// Digit index of the original -> of the result.
    digits: Vec<usize>,
}

impl Symmetry {
    /// A random symmetry of these rules.
    pub fn random(rules: &Rules, rng: &mut impl Rng) -> Symmetry {
        let (size, side) = (rules.size(), rules.size().side());
        let mut digits: Vec<usize> = (0..side).collect();
        if rules.clues().is_empty() {
            digits.shuffle(rng);
        }
        let mut lines = |group: usize| {
            if rules.is_classic() {
                return shuffled_lines(side, group, rng);
            }
            let mut lines: Vec<usize> = (0..side).collect();
            if rules.is_diagonal() && rng.random() {
                lines.reverse();
            }
            lines
        };
        let (rows, columns) = (lines(size.box_height()), lines(size.box_width()));
        let can_transpose =
            size.box_height() == size.box_width() && (rules.is_classic() || rules.is_diagonal());
        Symmetry { rows, columns, transpose: can_transpose && rng.random(), digits }
    }

    /// The grid that the symmetry makes of this grid.
    ///
    /// # Panics
    /// If the grid is of another size.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let size = grid.size();
        assert_eq!(size.side(), self.rows.len(), "grid and symmetry of different sizes");
        let mut result = Grid::empty(size);
        for (row, &old_row) in self.rows.iter().enumerate() {
            for (column, &old_column) in self.columns.iter().enumerate() {
                let cell =
                    if self.transpose { size.cell(column, row) } else { size.cell(row, column) };
                let digit = grid.get(size.cell(old_row, old_column));
                result.set(cell, digit.map(|digit| Digit::from_index(self.digits[digit.index()])));
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::answer::Deadline;
    use crate::grid::Size;
    use crate::rules::Puzzle;
    use crate::solve;

    /// All solutions, up to 400.
    fn solutions(puzzle: &Puzzle) -> HashSet<Grid> {
        solve::solutions(puzzle, None, Deadline::NONE).take(400).map(Result::unwrap).collect()
    }

    #[test]
    fn a_symmetry_maps_the_solutions_of_a_puzzle_to_those_of_its_image() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let corner = [0, 1, 6, 7, 12, 13].map(crate::grid::Cell::from_index);
        let six = Size::new(2, 3).unwrap();
        for rules in [
            Rules::classic(Size::FOUR),
            Rules::diagonal(Size::FOUR),
            Rules::classic(six),
            Rules::diagonal(six),
            Rules::builder(six).extra_region(&corner).build().unwrap(),
        ] {
            let empty = Puzzle::new(rules.clone(), Grid::empty(rules.size())).unwrap();
            let Some(full) = solutions(&empty).into_iter().next() else {
                assert!(!rules.is_classic());
                continue;
            };
            for _ in 0..20 {
                let mut givens = full.clone();
                for cell in rules.size().cells() {
                    if rng.random_bool(0.65) {
                        givens.set(cell, None);
                    }
                }
                let puzzle = empty.with_givens(givens).unwrap();
                let symmetry = Symmetry::random(&rules, &mut rng);
                let image = empty.with_givens(symmetry.apply(puzzle.givens())).unwrap();
                let expected: HashSet<Grid> =
                    solutions(&puzzle).iter().map(|grid| symmetry.apply(grid)).collect();
                let found = solutions(&image);
                assert_eq!(found.len(), expected.len(), "{rules} of {}", rules.size());
                if found.len() < 400 {
                    assert_eq!(found, expected);
                }
            }
        }
    }

    #[test]
    fn all_kinds_of_symmetry_occur() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut seen = HashSet::new();
        for _ in 0..200 {
            let symmetry = Symmetry::random(&Rules::diagonal(Size::NINE), &mut rng);
            let ascending = |lines: &[usize]| lines.is_sorted();
            seen.insert((
                ascending(&symmetry.rows),
                ascending(&symmetry.columns),
                symmetry.transpose,
            ));
        }
        assert_eq!(seen.len(), 8, "the square has eight reflections and turns");
        let classic: HashSet<_> = (0..200)
            .map(|_| Symmetry::random(&Rules::classic(Size::NINE), &mut rng).rows)
            .collect();
        assert!(classic.len() > 150, "{}", classic.len());
    }
}
