//! The depth of a puzzle: how many levels of trials inside each other are needed to solve it.
//!
//! Depth 0 is unit propagation: naked and hidden singles until nothing changes. Depth *k* tries
//! each open candidate: the trial is continued at depth *k* - 1, and if it ends in a contradiction,
//! the candidate is eliminated. This is repeated until nothing changes. The depth of a puzzle is
//! the smallest depth that solves it or shows a contradiction: *T&E(k)* of Denis Berthier,
//! *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 2012,
//! <https://arxiv.org/abs/1304.1628>. In terms of SAT, depth *k* is unit propagation nested *k* + 1
//! times, over all four clause families.
//!
//! Depth 0 is computed on a board of masks. Most puzzles need nothing more, so the tables for
//! trials are not made.

use super::TimedOut;
use super::chain::Chains;
use super::groups::Groups;
use super::state::State;
use super::trial::Trial;
use super::web::Web;
use crate::answer::Deadline;
use crate::grid::{Candidates, Grid};
use crate::rules::Puzzle;
use crate::simplify::{AnyBoard, Board, with_width};

/// The result of trials up to some depth. If the rules have clues that units and pairs do not
/// express, no depth is computed, and the result is `Open(0)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// This depth solves the puzzle, so the puzzle has exactly one solution. No lower depth solves
    /// it.
    Solved(usize),
    /// This depth shows that there is no solution. No lower depth shows it.
    Contradiction(usize),
    /// Cells stay open at this depth.
    Open(usize),
    /// The deadline passed before more was known; cells stay open at this depth.
    Unknown(usize),
}

impl Depth {
    /// The greatest depth of published 9x9 puzzles.
    pub const GREATEST_KNOWN: usize = 3;

    /// The depth of a puzzle, if it is at most `limit`.
    ///
    /// ```
    /// use satdoku::explain::Depth;
    /// use satdoku::{Deadline, Puzzle};
    /// let puzzle = Puzzle::classic("12.. .4.. ..4. ...1".parse()?);
    /// assert_eq!(Depth::of(&puzzle, 3, Deadline::NONE), Depth::Solved(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the grid is too large for a depth: see [`check_size`](super::check_size).
    pub fn of(puzzle: &Puzzle, limit: usize, deadline: Deadline) -> Depth {
        depth(&Groups::of(puzzle.rules()), puzzle.givens(), None, limit, deadline)
    }
}

impl State {
    /// The depth of the puzzle in this state, if it is at most `limit`.
    pub fn depth(&self, limit: usize, deadline: Deadline) -> Depth {
        depth(self.groups(), self.placed(), Some(self.candidates()), limit, deadline)
    }

    /// Whether hidden singles alone leave cells open.
    pub(super) fn needs_more_than_hidden_singles(&self) -> bool {
        let web = Web::new(self, Vec::new());
        let mut trial = Trial::new(&web, 0);
        trial.leave_cells();
        trial.assume(None);
        trial.propagate();
        trial.ins().len() < self.open_count()
    }

    fn open_count(&self) -> usize {
        self.size().cell_count() - self.placed().filled().count()
    }
}

/// The depth of a puzzle with these placed digits, and with these candidates if they are given.
fn depth(
    groups: &Groups,
    placed: &Grid,
    among: Option<&Candidates>,
    limit: usize,
    deadline: Deadline,
) -> Depth {
    if groups.rules().only_groups().is_err() {
        return Depth::Open(0);
    }
    let (tables, mut left) = (groups.tables(), Candidates::none(placed.size()));
    let singles = with_width!(tables, W => {
        let mut board = AnyBoard::<W>::new(tables, placed, Deadline::NONE);
        let restricted = among.map_or(Ok(()), |candidates| board.restrict(candidates));
        let result = restricted.and_then(|()| board.unit_propagation());
        let is_solved = result.map(|()| board.is_solved());
        if let Ok(false) = is_solved {
            board.write_candidates(&mut left);
        }
        is_solved
    });
    match singles {
        Err(_) => return Depth::Contradiction(0),
        Ok(true) => return Depth::Solved(0),
        Ok(false) => {}
    }
    let state = State::from_candidates(groups.rules(), &left);
    let web = Web::new(&state, Vec::new());
    let mut trials = Chains::new(&web, 0, deadline);
    for depth in 1..=limit {
        match trials.close(depth) {
            Err(TimedOut) => return Depth::Unknown(depth - 1),
            Ok(Some(_)) => return Depth::Contradiction(depth),
            Ok(None) if trials.is_solved() => return Depth::Solved(depth),
            Ok(None) => {}
        }
    }
    Depth::Open(limit)
}
