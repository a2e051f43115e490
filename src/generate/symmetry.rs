//! Random symmetries of Sudoku, which make equivalent puzzles that look different. In measurements,
//! they ensure that no solver has an advantage from the way in which the puzzles of a list are
//! written.
//!
//! With classic rules, solutions stay solutions if the rows of a band, the bands, the columns of a
//! stack, the stacks or the digits are put into any other order, and, if boxes are square, if rows
//! and columns are exchanged (Russell & Jarvis, *Mathematics of Sudoku II*, 2006,
//! <http://www.afjarvis.org.uk/sudoku/russell_jarvis_spec2.pdf>). With diagonals, only reflections
//! and turns of the square and permutations of digits are used; with other rules, only permutations
//! of digits; with clues, nothing is changed.

use rand::Rng;
use rand::seq::SliceRandom;

use super::chain::shuffled_lines;
use crate::grid::{Digit, Grid};
use crate::rules::Rules;

/// A permutation of rows, columns and digits that maps solutions to solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// For each row of the result, the row of the original.
    rows: Vec<usize>,
    /// For each column of the result, the column of the original.
    columns: Vec<usize>,
    /// Whether rows and columns are exchanged afterwards.
    transpose: bool,
    /// For each digit of the original (by index), the digit of the result.
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

    /// The image of a grid under the symmetry.
    ///
    /// # Panics
    /// If the grid has another size.
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

    /// All solutions, or 400 of them if there are more.
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
