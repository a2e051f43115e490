//! What several test files need: puzzles from a line, random puzzles of any rules.

use std::ops::Range;
use std::sync::Arc;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::{Cell, Digit, Grid, Limits, Puzzle, Rules, Size};

/// The grid of a line of 81 symbols, where all but `1-9` are empty cells.
pub fn line(text: &str) -> Grid {
    let value = |byte: u8| if byte.is_ascii_digit() { u16::from(byte - b'0') } else { 0 };
    Grid::from_values(Size::NINE, text.bytes().take(81).map(value).collect::<Vec<_>>()).unwrap()
}

/// Classic rules with the four regions of Windoku.
pub fn windoku() -> Rules {
    let windows = [(1, 1), (1, 5), (5, 1), (5, 5)];
    let builder = windows.iter().fold(Rules::builder(Size::NINE), |builder, &(top, left)| {
        let cells: Vec<Cell> = (0..9).map(|i| Size::NINE.cell(top + i / 3, left + i % 3)).collect();
        builder.extra_region(&cells)
    });
    builder.build().unwrap()
}

/// Puzzles of given rules, the same for the same seed.
pub struct Random {
    rules: Arc<Rules>,
    rng: ChaCha8Rng,
}

impl Random {
    pub fn new(rules: Rules, seed: u64) -> Random {
        Random { rules: Arc::new(rules), rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    pub fn puzzle(&self, givens: Grid) -> Puzzle {
        Puzzle::new(Arc::clone(&self.rules), givens).unwrap()
    }

    /// A full grid that obeys the rules: the whole formula, solved around three random givens.
    pub fn full(&mut self) -> Grid {
        let size = self.rules.size();
        let cells: Vec<Cell> = size.cells().collect();
        for _ in 0..1000 {
            let mut givens = Grid::empty(size);
            for _ in 0..3 {
                let cell = cells[self.rng.random_range(0..cells.len())];
                let digit_index = self.rng.random_range(0..size.side());
                givens.set(cell, Some(Digit::from_index(digit_index)));
            }
            let answer = super::plain(&self.puzzle(givens), &Limits::FIRST);
            if let Some(grid) = answer.solutions.into_iter().next() {
                return grid;
            }
        }
        panic!("no grid obeys {:?}", self.rules);
    }

    /// That many cells of a new full grid.
    pub fn givens(&mut self, kept: Range<usize>) -> Grid {
        let full = self.full();
        self.some_cells(&full, kept)
    }

    /// That many cells of a grid.
    pub fn some_cells(&mut self, full: &Grid, kept: Range<usize>) -> Grid {
        let mut grid = full.clone();
        let kept = self.rng.random_range(kept);
        let mut cells: Vec<Cell> = grid.size().cells().collect();
        cells.shuffle(&mut self.rng);
        cells[kept..].iter().for_each(|&cell| grid.set(cell, None));
        grid
    }

    /// Changes the digit of one filled cell.
    pub fn alter_one(&mut self, grid: &mut Grid) {
        let filled: Vec<_> = grid.filled().collect();
        let Some(given) = filled.choose(&mut self.rng) else { return };
        let side = grid.size().side();
        let digit_index = (given.digit.index() + self.rng.random_range(1..side)) % side;
        grid.set(given.cell, Some(Digit::from_index(digit_index)));
    }
}
