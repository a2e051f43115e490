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
//! Singles come first, on a board of masks: most puzzles need no more, and so no tables.

use std::sync::Arc;

use super::TimedOut;
use super::groups::Groups;
use super::lists::Index;
use super::state::State;
use super::trial::{ASSUMED, Trial};
use super::web::Web;
use crate::answer::Deadline;
use crate::grid::{Candidates, Grid};
use crate::rules::{Puzzle, Rules};
use crate::simplify::{AnyBoard, Board, with_width};

/// The result of trials up to some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// This depth solves the puzzle, so it has one solution; no lower depth does.
    Solved(usize),
    /// This depth shows that there is no solution; no lower depth does.
    Contradiction(usize),
    /// Cells stay open at this depth.
    Open(usize),
    /// The deadline came first; cells stay open at this depth.
    Unknown(usize),
}

impl Depth {
    /// No published 9x9 puzzle has a greater one.
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
    /// If the side is above [`State::MAX_SIDE`].
    pub fn of(puzzle: &Puzzle, limit: usize, deadline: Deadline) -> Depth {
        let groups = Groups::of(puzzle.rules());
        after_singles(&groups, puzzle.givens(), None).depth(puzzle.rules(), limit, deadline)
    }
}

impl State {
    /// The depth of what is open, if it is at most `limit`.
    pub fn depth(&self, limit: usize, deadline: Deadline) -> Depth {
        let left = after_singles(self.groups(), self.placed(), Some(self.candidates()));
        left.depth(self.rules(), limit, deadline)
    }

    /// Whether hidden singles alone do not solve what is open.
    pub(super) fn needs_more_than_hidden_singles(&self) -> bool {
        let web = Web::new(self, Vec::new());
        let mut trial = Trial::new(&web, 0);
        trial.leave_cells();
        trial.begin();
        trial.propagate();
        trial.ins().len() < self.open_count()
    }

    fn open_count(&self) -> usize {
        self.size().cell_count() - self.placed().filled().count()
    }
}

/// What singles come to.
enum Left {
    Solved,
    Contradiction,
    Open(Candidates),
}

/// What naked and hidden singles leave of these digits, perhaps among candidates.
fn after_singles(groups: &Groups, placed: &Grid, among: Option<&Candidates>) -> Left {
    let tables = groups.tables();
    with_width!(tables, W => {
        let mut board = AnyBoard::<W>::new(tables, placed, Deadline::NONE);
        let restricted = among.map_or(Ok(()), |candidates| board.restrict(candidates));
        match restricted.and_then(|()| board.unit_propagation()) {
            Err(_) => Left::Contradiction,
            Ok(()) if board.is_solved() => Left::Solved,
            Ok(()) => {
                let mut candidates = Candidates::none(placed.size());
                board.write_candidates(&mut candidates);
                Left::Open(candidates)
            }
        }
    })
}

impl Left {
    fn depth(&self, rules: &Arc<Rules>, limit: usize, deadline: Deadline) -> Depth {
        let state = match self {
            Left::Solved => return Depth::Solved(0),
            Left::Contradiction => return Depth::Contradiction(0),
            Left::Open(candidates) => State::from_candidates(rules, candidates),
        };
        let web = Web::new(&state, Vec::new());
        let mut search = Search {
            open_cells: state.open_count(),
            trial: Trial::new(&web, 0),
            in_solution: vec![false; web.groups.candidate_count()],
            levels: Vec::new(),
            deadline,
        };
        for depth in 1..=limit {
            match search.close(depth, true) {
                Err(TimedOut) => return Depth::Unknown(depth - 1),
                Ok(false) => return Depth::Contradiction(depth),
                Ok(true) if search.is_solved() => return Depth::Solved(depth),
                Ok(true) => {}
            }
        }
        Depth::Open(limit)
    }
}

/// Trials at one level above the other.
struct Search<'w> {
    trial: Trial<'w>,
    open_cells: usize,
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

impl Search<'_> {
    /// Whether every cell is filled.
    fn is_solved(&self) -> bool {
        self.trial.ins().len() == self.open_cells
    }

    /// Works at a level until nothing changes or all is solved; `false` if there is a contradiction.
    /// `on_givens` tells that nothing is being tried above.
    fn close(&mut self, level: usize, on_givens: bool) -> Result<bool, TimedOut> {
        if level == 0 {
            return Ok(self.trial.propagate().is_none());
        }
        if !self.close(level - 1, on_givens)? {
            return Ok(false);
        }
        let web = self.trial.web;
        if self.levels.len() < level {
            let passed = vec![0; web.groups.candidate_count()];
            self.levels.push(Level { passed, moment: 0 });
        }
        self.levels[level - 1].moment += 1;
        let mut untried = web.open.len();
        for &candidate in web.open.iter().cycle() {
            if untried == 0 || self.is_solved() {
                break;
            }
            untried -= 1;
            if !self.is_worth_a_trial(candidate, level, on_givens) {
                continue;
            }
            self.deadline.ok_or(TimedOut)?;
            let start = self.trial.mark();
            self.trial.set(candidate, ASSUMED, 0);
            let passed = self.close(level - 1, false)?;
            if passed {
                let Level { passed, moment } = &mut self.levels[level - 1];
                for &placed in self.trial.ins_since(start) {
                    passed[placed as usize] = *moment;
                }
                if self.is_solved() {
                    let solution = self.trial.ins();
                    solution.iter().for_each(|&c| self.in_solution[c as usize] = true);
                }
            }
            self.trial.undo(start);
            if !passed {
                self.trial.exclude(candidate, ASSUMED, 0);
                if !self.close(level - 1, on_givens)? {
                    return Ok(false);
                }
                self.levels[level - 1].moment += 1;
                untried = web.open.len();
            }
        }
        Ok(true)
    }

    fn is_worth_a_trial(&self, candidate: Index, level: usize, on_givens: bool) -> bool {
        let Level { passed, moment } = &self.levels[level - 1];
        self.trial.is_undecided(candidate)
            && passed[candidate as usize] != *moment
            && !(on_givens && self.in_solution[candidate as usize])
    }
}
