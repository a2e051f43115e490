//! The depth of a puzzle: how many levels of trial it takes.
//!
//! Depth 0 is unit propagation: naked and hidden singles until nothing changes. Depth *k* tries
//! each open candidate, works on the trial at depth *k* - 1, and eliminates the candidate if that
//! ends in a contradiction, until nothing changes. A puzzle has the least depth that settles it:
//! *T&E(k)* of Denis Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 2012.
//! In terms of SAT it is unit propagation nested *k* + 1 times, over all four clause families.
//!
//! What is left at a depth does not depend on the order of the trials, so ours tries first whatever
//! is quick, undoes a trial in place, and works on a level only where the one below is at its end.

use std::sync::Arc;

use super::TimedOut;
use super::board::Board;
use super::groups::{Groups, Index};
use crate::answer::Deadline;
use crate::grid::Grid;
use crate::rules::Rules;

/// The result of trials up to some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// This depth solves the puzzle, so it has one solution; no lower depth does.
    Solved(usize),
    /// This depth shows that there is no solution; no lower depth does.
    Contradiction(usize),
    /// Cells stay open at this depth.
    Open(usize),
    /// The deadline came first; cells stay open at this depth, if at any that was looked at.
    Unknown(Option<usize>),
}

/// Finds the depth of puzzles of the same rules, with tables and buffers kept between them.
///
/// ```
/// use std::sync::Arc;
/// use satdoku::explain::{Depth, DepthFinder};
/// use satdoku::{Deadline, Grid, Rules, Size};
/// let mut finder = DepthFinder::new(&Arc::new(Rules::classic(Size::FOUR)));
/// let givens = Grid::from_values(Size::FOUR, [1, 2, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1])?;
/// assert_eq!(finder.depth(&givens, 3, Deadline::NONE), Depth::Solved(0));
/// # Ok::<(), satdoku::SizeError>(())
/// ```
#[derive(Debug)]
pub struct DepthFinder {
    groups: Groups,
    board: Board,
    /// Whether a solution that was met has the candidate: no trial refutes it.
    in_solution: Vec<bool>,
    /// By level.
    levels: Vec<Level>,
    deadline: Deadline,
}

/// What a level of trials remembers.
#[derive(Clone, Debug)]
struct Level {
    /// By candidate: the moment when a trial that placed it ended without contradiction.
    passed: Vec<u32>,
    /// Counts eliminations, after which what passed has to be tried again.
    moment: u32,
}

impl Depth {
    /// No published 9x9 puzzle has a greater one.
    pub const GREATEST_KNOWN: usize = 3;
}

impl DepthFinder {
    /// For puzzles of these rules.
    ///
    /// # Panics
    /// If the side is above [`State::MAX_SIDE`](super::State::MAX_SIDE).
    pub fn new(rules: &Arc<Rules>) -> DepthFinder {
        let groups = Groups::new(rules);
        DepthFinder {
            board: Board::new(&groups, &Grid::empty(groups.size())),
            in_solution: vec![false; groups.candidate_count()],
            levels: Vec::new(),
            deadline: Deadline::NONE,
            groups,
        }
    }

    /// The depth of the puzzle with these givens, if it is at most `limit`.
    ///
    /// # Panics
    /// If the grid is not of the rules' size.
    pub fn depth(&mut self, givens: &Grid, limit: usize, deadline: Deadline) -> Depth {
        self.deadline = deadline;
        self.board.load(&self.groups, givens);
        self.in_solution.fill(false);
        for depth in 0..=limit {
            match self.close(depth, true) {
                Err(TimedOut) => return Depth::Unknown(depth.checked_sub(1)),
                Ok(false) => return Depth::Contradiction(depth),
                Ok(true) if self.board.is_solved(&self.groups) => return Depth::Solved(depth),
                Ok(true) => {}
            }
        }
        Depth::Open(limit)
    }

    /// Works at a level until nothing changes or the board is solved; `false` if there is a
    /// contradiction. `on_givens` tells that nothing is being tried above.
    fn close(&mut self, level: usize, on_givens: bool) -> Result<bool, TimedOut> {
        if level == 0 {
            return Ok(self.board.propagate(&self.groups));
        }
        if !self.close(level - 1, on_givens)? {
            return Ok(false);
        }
        let count = self.groups.candidate_count();
        if self.levels.len() < level {
            self.levels.push(Level { passed: vec![0; count], moment: 0 });
        }
        self.levels[level - 1].moment += 1;
        let (mut candidate, mut untried) = (0, count);
        while untried > 0 && !self.board.is_solved(&self.groups) {
            untried -= 1;
            if self.is_worth_a_trial(candidate, level, on_givens) {
                if self.deadline.is_over() {
                    return Err(TimedOut);
                }
                let mark = self.board.mark();
                self.board.place(candidate);
                let passed = self.close(level - 1, false)?;
                if passed {
                    let Level { passed, moment } = &mut self.levels[level - 1];
                    for &placed in self.board.placed_since(mark) {
                        passed[placed as usize] = *moment;
                    }
                    if self.board.is_solved(&self.groups) {
                        let solution = self.board.placed();
                        solution.iter().for_each(|&c| self.in_solution[c as usize] = true);
                    }
                }
                self.board.undo(&self.groups, mark);
                if !passed {
                    self.board.eliminate(&self.groups, candidate);
                    if !self.close(level - 1, on_givens)? {
                        return Ok(false);
                    }
                    self.levels[level - 1].moment += 1;
                    untried = count;
                }
            }
            candidate = if candidate as usize + 1 == count { 0 } else { candidate + 1 };
        }
        Ok(true)
    }

    fn is_worth_a_trial(&self, candidate: Index, level: usize, on_givens: bool) -> bool {
        let Level { passed, moment } = &self.levels[level - 1];
        self.board.is_open(candidate)
            && passed[candidate as usize] != *moment
            && !(on_givens && self.in_solution[candidate as usize])
    }
}
