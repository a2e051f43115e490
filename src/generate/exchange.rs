//! Puzzles close to a known puzzle, in which some givens are replaced by others.
//!
//! If a puzzle has a rare property, such as a great depth, puzzles close to it have this property
//! far more often than random puzzles. The puzzles in lists of hardest puzzles were mostly found by
//! removing a few givens and adding others (the "vicinity search" of the New Sudoku Players'
//! Forum).

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::symmetry::Symmetry;
use super::{GenerateError, Generated};
use crate::answer::Deadline;
use crate::grid::{Cell, Grid};
use crate::rules::Puzzle;
use crate::solve::solutions;

/// Puzzles of depth 2: AI Escargot (Arto Inkala, 2006) and his puzzles of 2010 and 2012, Easter
/// Monster (JPF, 2007), Golden Nugget (tarek, 2007).
const DEEP: [&str; 5] = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
];

/// The known puzzles of depth 2 that [`Source::Near`](super::Source::Near) can start from.
pub fn deep_puzzles() -> Vec<Puzzle> {
    DEEP.map(|line| Puzzle::classic(line.parse().expect("a line of cells"))).into()
}

/// How many givens are removed at most; fewer if there would be too many solutions.
const EXCHANGED: usize = 2;
/// With this many solutions, too many givens were removed.
const TOO_MANY: usize = 1_000;

/// Permutes rows, columns and digits of a puzzle, removes givens, and adds others until there is
/// only one solution.
///
/// # Errors
/// [`GenerateError::Solve`] if the deadline passed; [`GenerateError::NoSolution`] or
/// [`GenerateError::SeveralSolutions`] if the puzzle does not have exactly one solution.
pub(super) fn exchanged(
    puzzle: &Puzzle,
    deadline: Deadline,
    random: &mut impl Rng,
) -> Result<Generated, GenerateError> {
    let image = Symmetry::random(puzzle.rules(), random).apply(puzzle.givens());
    let mut cells: Vec<Cell> = image.filled().map(|given| given.cell).collect();
    cells.shuffle(random);
    for count in (0..=EXCHANGED.min(cells.len())).rev() {
        let mut givens = image.clone();
        cells[..count].iter().for_each(|&cell| givens.set(cell, None));
        let wider = puzzle.with_givens(givens.clone()).expect("the same size");
        let left = solutions(&wider, None, deadline).take(TOO_MANY);
        let mut left: Vec<Grid> = left.collect::<Result<_, _>>()?;
        if left.len() == TOO_MANY {
            continue;
        }
        // If the old solution is excluded, the puzzle is certainly new.
        let is_new =
            |grid: &&Grid| cells[..count].iter().any(|&cell| grid.get(cell) != image.get(cell));
        let new: Vec<&Grid> = left.iter().filter(is_new).collect();
        let chosen = new.choose(random).copied().or(left.first());
        let solution = chosen.ok_or(GenerateError::NoSolution)?.clone();
        let mut open: Vec<Cell> =
            puzzle.size().cells().filter(|&cell| givens.get(cell).is_none()).collect();
        open.shuffle(random);
        for cell in open {
            let before = left.len();
            left.retain(|other| other.get(cell) == solution.get(cell));
            if left.len() < before {
                givens.set(cell, solution.get(cell));
            }
        }
        return Ok(Generated::new(puzzle.rules(), givens, solution));
    }
    Err(GenerateError::SeveralSolutions)
}
