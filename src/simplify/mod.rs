//! Candidates as bit masks, before any SAT solver: what unit propagation, locked candidates and
//! one level of probing settle.
//!
//! | Technique | Removes | Until |
//! |---|---|---|
//! | unit propagation | a placed digit from its peers; all but the only digit of a cell; all but the only place of a digit in a unit | fixpoint |
//! | locked candidates | a digit whose places in a unit all lie in a second unit, from the rest of the second | fixpoint, together |
//! | probing | candidates that propagate to a contradiction, and what both sides of a choice of two remove | a round without effect, or [`Budget`] |
//!
//! Every solution of the puzzle survives each of them, so a puzzle solved here has one solution.

mod any;
mod board;
mod nine;
mod probe;

use std::sync::Arc;

use crate::answer::Deadline;
use crate::grid::{Candidate, Candidates, Grid};
use crate::rules::{Puzzle, Rules};
pub(crate) use any::{AnyBoard, Contradiction, Tables};
pub(crate) use board::Board;
use nine::Nine;
use probe::{Probed, probe};

/// How much probing a puzzle is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Candidates tried at most; 0 for no probing.
    pub probes: usize,
    /// Stop probing at this moment. Propagation always ends by itself.
    pub deadline: Deadline,
}

/// Probing that ends by itself on nearly all 9x9 puzzles, without a deadline.
impl Default for Budget {
    fn default() -> Budget {
        Budget { probes: 1000, deadline: Deadline::NONE }
    }
}

/// What simplification made of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is no solution.
    Contradiction,
    /// The only solution, which still has to pass [`verify`](crate::verify()).
    Solved(Grid),
    /// All solutions are among these candidates. Every cell has at least one, some have several,
    /// and a cell's only candidate is in none of its peers.
    Open(Candidates),
}

/// An outcome, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simplified {
    /// What is left.
    pub outcome: Outcome,
    /// Candidates tried. 0 if propagation was enough or the budget allowed none.
    pub probes: usize,
}

/// Simplifies one puzzle. For many, keep a [`Simplifier`].
///
/// ```
/// use satdoku::simplify::{Budget, Outcome, simplify};
/// use satdoku::{Grid, Puzzle, Size};
/// let givens = [1, 2, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1];
/// let puzzle = Puzzle::classic(Grid::from_values(Size::FOUR, givens)?);
/// let Outcome::Solved(grid) = simplify(&puzzle, &Budget::default()).outcome else { panic!() };
/// assert_eq!(grid.values(), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
/// # Ok::<(), satdoku::SizeError>(())
/// ```
#[must_use]
pub fn simplify(puzzle: &Puzzle, budget: &Budget) -> Simplified {
    Simplifier::new(puzzle.rules()).simplify(puzzle.givens(), budget)
}

/// Simplifies puzzles of the same rules, with tables and buffers kept between them.
#[derive(Debug)]
pub struct Simplifier {
    rules: Arc<Rules>,
    layout: Layout,
    choices: Vec<[Candidate; 2]>,
}

#[derive(Debug)]
enum Layout {
    Nine,
    NineDiagonal,
    Any(Arc<Tables>),
}

impl Simplifier {
    /// For puzzles of these rules.
    #[must_use]
    pub fn new(rules: &Arc<Rules>) -> Simplifier {
        let layout = if Nine::<false>::serves(rules) {
            Layout::Nine
        } else if Nine::<true>::serves(rules) {
            Layout::NineDiagonal
        } else {
            Layout::Any(Arc::new(Tables::new(rules)))
        };
        Simplifier { rules: Arc::clone(rules), layout, choices: Vec::new() }
    }

    /// The rules it was made for.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Simplifies the puzzle of these givens.
    ///
    /// # Panics
    /// If the grid is not of the rules' size.
    #[must_use]
    pub fn simplify(&mut self, givens: &Grid, budget: &Budget) -> Simplified {
        assert_eq!(self.rules.size(), givens.size(), "grid and rules of different sizes");
        let choices = &mut self.choices;
        match &self.layout {
            Layout::Nine => settle(Nine::<false>::new(givens), givens, budget, choices),
            Layout::NineDiagonal => settle(Nine::<true>::new(givens), givens, budget, choices),
            Layout::Any(tables) => {
                settle(Some(AnyBoard::new(tables, givens)), givens, budget, choices)
            }
        }
    }
}

/// Runs all techniques on a board that holds the givens, or on none if these clash.
fn settle<B: Board>(
    board: Option<B>,
    givens: &Grid,
    budget: &Budget,
    choices: &mut Vec<[Candidate; 2]>,
) -> Simplified {
    let size = givens.size();
    let mut probes = 0;
    let mut left = board.and_then(|mut board| board.propagate().then_some(board));
    let outcome = match &mut left {
        None => Outcome::Contradiction,
        Some(board) if board.is_solved() => Outcome::Solved(board.grid(size)),
        Some(board) => match probe(board, budget, choices, &mut probes) {
            Probed::Contradiction => Outcome::Contradiction,
            Probed::Solved => Outcome::Solved(board.grid(size)),
            Probed::Open => {
                let mut candidates = Candidates::none(size);
                board.write_candidates(&mut candidates);
                Outcome::Open(candidates)
            }
        },
    };
    Simplified { outcome, probes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;
    use proptest::prelude::*;

    /// A full classic 9x9 grid under a relabelling of digits and a shuffle of rows in bands.
    fn full_grid() -> impl Strategy<Value = Vec<u8>> {
        let three = || Just(vec![0usize, 1, 2]).prop_shuffle();
        let digits = Just((1..=9).collect::<Vec<u8>>()).prop_shuffle();
        (digits, three(), three(), three(), three()).prop_map(|(digits, a, b, c, columns)| {
            let rows = [a, b, c];
            (0..81)
                .map(|cell| {
                    let (row, column) = (cell / 9, cell % 9);
                    let row = row / 3 * 3 + rows[row / 3][row % 3];
                    let column = column / 3 * 3 + columns[column % 3];
                    digits[(3 * row + row / 3 + column) % 9]
                })
                .collect()
        })
    }

    /// Some cells of a full grid, one of them perhaps changed.
    fn givens() -> impl Strategy<Value = Grid> {
        let kept = prop::collection::vec(prop::bool::weighted(0.35), 81);
        (full_grid(), kept, prop::option::of((0..81usize, 1..=9u8))).prop_map(
            |(mut values, kept, changed)| {
                values.iter_mut().zip(&kept).filter(|(_, kept)| !**kept).for_each(|(v, _)| *v = 0);
                if let Some((cell, value)) = changed {
                    values[cell] = value;
                }
                Grid::from_values(Size::NINE, values).unwrap()
            },
        )
    }

    const NO_PROBING: Budget = Budget { probes: 0, deadline: Deadline::NONE };

    fn as_any(rules: &Arc<Rules>, givens: &Grid) -> Outcome {
        let layout = Layout::Any(Arc::new(Tables::new(rules)));
        Simplifier { layout, ..Simplifier::new(rules) }.simplify(givens, &NO_PROBING).outcome
    }

    proptest! {
        #[test]
        fn both_boards_propagate_to_the_same_candidates(givens in givens()) {
            let puzzle = Puzzle::classic(givens);
            let nine = simplify(&puzzle, &NO_PROBING).outcome;
            prop_assert_eq!(as_any(puzzle.rules(), puzzle.givens()), nine);
        }

        #[test]
        fn the_diagonal_board_removes_all_that_the_general_one_removes(givens in givens()) {
            let puzzle = Puzzle::diagonal(givens);
            match (
                as_any(puzzle.rules(), puzzle.givens()),
                simplify(&puzzle, &NO_PROBING).outcome,
            ) {
                (Outcome::Open(any), Outcome::Open(nine)) => {
                    let all: Vec<_> = any.iter().collect();
                    prop_assert!(nine.iter().all(|candidate| all.contains(&candidate)));
                }
                (Outcome::Solved(any), Outcome::Solved(nine)) => prop_assert_eq!(any, nine),
                (any, nine) => prop_assert!(
                    nine == Outcome::Contradiction || matches!(any, Outcome::Open(_)),
                    "the general board found {:?}, the other {:?}", any, nine
                ),
            }
        }
    }
}
