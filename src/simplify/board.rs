//! What the techniques need of a board.

use crate::grid::{Candidate, Candidates, Grid, Size};

/// The candidates of a puzzle in some layout, with propagation.
pub(crate) trait Board: Clone {
    /// Unit propagation and locked candidates to a fixpoint; `false` if there is no solution.
    /// Afterwards every cell has a candidate, and a cell's only candidate is in none of its peers.
    fn propagate(&mut self) -> bool;

    /// Whether a candidate is still possible.
    fn allows(&self, candidate: Candidate) -> bool;

    /// Leaves a cell one of its possible digits; [`Board::propagate`] does the rest.
    fn place(&mut self, candidate: Candidate);

    /// Keeps what at least one of two boards allows; whether anything went.
    fn keep_either(&mut self, first: &Self, second: &Self) -> bool;

    /// After a successful [`Board::propagate`]: whether every cell has one candidate, which makes
    /// it the only solution.
    fn is_solved(&self) -> bool;

    /// Appends pairs of candidates of which every solution holds exactly one: the cells with two
    /// digits, then the digits with two places in a row, a column or a box. Other units' digits
    /// with two places may be among them.
    fn choices(&self, choices: &mut Vec<[Candidate; 2]>);

    /// The solution of a solved board of this size.
    fn grid(&self, size: Size) -> Grid;

    /// Adds the candidates left to cells without any.
    fn write_candidates(&self, candidates: &mut Candidates);
}
