//! The state of a puzzle: the placed digits and the remaining candidates.

use std::sync::{Arc, OnceLock};

use super::clues::Statement;
use super::groups::{Groups, MAX_SIDE};
use crate::answer::{Answer, Deadline, Limits, Status};
use crate::grid::{Candidate, Candidates, Cell, DigitSet, Grid, Size};
use crate::rules::{Group, Puzzle, Rules};
use crate::solve::{Pipeline, SolveError};

/// The digits that are placed so far, and the remaining candidates of each cell.
///
/// When a digit is placed, it is immediately removed from the peers of its cell, as people do on
/// paper. Nothing else is concluded automatically.
#[derive(Clone, Debug)]
#[must_use]
pub struct State {
    groups: Arc<Groups>,
    placed: Grid,
    /// The digits that were placed at the start.
    givens: Arc<Grid>,
    candidates: Candidates,
    /// A solution of the digits that were placed when a solution was first needed.
    solution: OnceLock<Option<Grid>>,
}

impl State {
    /// The largest side of a grid for which steps are searched.
    pub const MAX_SIDE: usize = MAX_SIDE;

    /// The state in which the givens are placed.
    ///
    /// # Panics
    /// If the grid is too large for steps: see [`check_size`](super::check_size).
    pub fn new(puzzle: &Puzzle) -> State {
        let groups = Groups::of(puzzle.rules());
        let (placed, candidates) = (Grid::empty(puzzle.size()), Candidates::all(puzzle.size()));
        let givens = Arc::new(puzzle.givens().clone());
        let mut state = State { groups, placed, givens, candidates, solution: OnceLock::new() };
        puzzle.givens().filled().for_each(|given| state.place(given));
        state
    }

    /// The state of a table of candidates under these rules. If a cell has only one candidate and
    /// no peer has this candidate, the digit is placed. If a peer has this candidate, the digit is
    /// not placed yet, since this needs a step.
    ///
    /// # Panics
    /// If the table is not of the rules' size, or the grid is too large for steps: see
    /// [`check_size`](super::check_size).
    pub fn from_candidates(rules: &Arc<Rules>, candidates: &Candidates) -> State {
        let size = rules.size();
        assert_eq!(size, candidates.size(), "candidates and rules of different sizes");
        let mut placed = Grid::empty(size);
        for cell in size.cells() {
            let alone = candidates[cell]
                .single()
                .filter(|&digit| rules.peers(cell).all(|peer| !candidates[peer].contains(digit)));
            placed.set(cell, alone);
        }
        let (groups, candidates) = (Groups::of(rules), candidates.clone());
        let givens = Arc::new(placed.clone());
        State { groups, placed, givens, candidates, solution: OnceLock::new() }
    }

    /// Places a digit, and removes it from the peers of its cell.
    ///
    /// # Panics
    /// If the candidate is outside the grid.
    pub fn place(&mut self, Candidate { cell, digit }: Candidate) {
        self.placed.set(cell, Some(digit));
        let left = self.candidates[cell].contains(digit).then_some(digit);
        let rules = self.groups.rules();
        for &unit in rules.units_of(cell) {
            // Some peers come more than once; this is faster than a list of peers without
            // repetition.
            for &peer in &rules.unit(unit).cells {
                self.candidates[peer].remove(digit);
            }
        }
        for partner in rules.partners(cell) {
            self.candidates[partner].remove(digit);
        }
        self.candidates[cell] = DigitSet::from_iter(left);
    }

    /// Removes a candidate from a cell.
    ///
    /// # Panics
    /// If the candidate is outside the grid.
    pub fn eliminate(&mut self, Candidate { cell, digit }: Candidate) {
        self.candidates[cell].remove(digit);
    }

    /// Whether this state excludes other candidates than those that the givens of a puzzle exclude
    /// directly.
    ///
    /// # Panics
    /// If the puzzle is of another size.
    pub(super) fn is_table(&self, puzzle: &Puzzle) -> bool {
        State::new(puzzle).candidates != self.candidates
    }

    /// Up to two solutions of a puzzle of these rules among the candidates.
    ///
    /// # Errors
    /// If a solver failed. An answer that is incomplete because of the deadline is not an error.
    ///
    /// # Panics
    /// If the puzzle is of another size.
    pub fn answer(&self, puzzle: &Puzzle, deadline: Deadline) -> Result<Answer, SolveError> {
        let candidates = self.is_table(puzzle).then_some(self.candidates());
        let limits = Limits { deadline, ..Limits::UNIQUE };
        Ok(Pipeline::new().solve_among(puzzle, candidates, &limits)?.answer)
    }

    /// The reason why no step in this state may assume that there is exactly one solution. `None`
    /// if steps may assume it: the placed digits alone have exactly one solution, and the
    /// candidates allow this solution. Candidates that were removed for other reasons are not
    /// enough, since they do not prevent that digits of a deadly pattern can be exchanged.
    ///
    /// # Errors
    /// If a solver failed.
    pub fn why_none_assumed(&self, deadline: Deadline) -> Result<Option<&str>, SolveError> {
        if self.rules().only_groups().is_err() {
            return Ok(Some("the puzzle has clues, so its digits cannot be exchanged"));
        }
        let answer = self.answer_of(&self.placed, deadline)?;
        Ok(match (answer.status(&Limits::UNIQUE), answer.solutions.first()) {
            (Status::Unique, Some(only)) if only.filled().all(|held| self.allows(held)) => None,
            (Status::Unique, _) => Some("the candidates exclude the only solution"),
            (Status::Multiple, _) => Some("the placed digits alone have several solutions"),
            (Status::None, _) => Some("the placed digits have no solution"),
            _ => {
                Some("the time limit was reached before one solution was known to be the only one")
            }
        })
    }

    /// Up to two solutions of a grid of digits under these rules.
    fn answer_of(&self, digits: &Grid, deadline: Deadline) -> Result<Answer, SolveError> {
        let puzzle = Puzzle::new(Arc::clone(self.rules()), digits.clone());
        let limits = Limits { deadline, ..Limits::UNIQUE };
        Ok(Pipeline::new().solve(&puzzle.expect("the same size"), &limits)?.answer)
    }

    /// Whether digits were placed in addition to the givens, and the givens alone have exactly one
    /// solution.
    pub(super) fn is_begun(&self, deadline: Deadline) -> Result<bool, SolveError> {
        Ok(*self.givens != self.placed
            && self.answer_of(&self.givens, deadline)?.status(&Limits::UNIQUE) == Status::Unique)
    }

    /// A solution that the candidates allow, if it is found quickly. No step refutes a digit of
    /// this solution.
    pub(super) fn solution(&self, deadline: Deadline) -> Option<&Grid> {
        const SOON: u64 = 1 << 20;
        let find = || {
            let placed = Puzzle::new(Arc::clone(self.rules()), self.placed.clone()).ok()?;
            let mut pipeline = Pipeline::new();
            pipeline.most_bytes = Some(SOON);
            let limits = Limits { deadline, ..Limits::FIRST };
            pipeline.solve(&placed, &limits).ok()?.answer.solutions.pop()
        };
        let solution = self.solution.get_or_init(find).as_ref();
        solution.filter(|solution| solution.filled().all(|held| self.allows(held)))
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        self.groups.rules()
    }

    /// The shape of the grid.
    pub fn size(&self) -> Size {
        self.placed.size()
    }

    /// The placed digits.
    pub fn placed(&self) -> &Grid {
        &self.placed
    }

    /// The digits that were placed at the start: the givens, or the digits that a table of
    /// candidates places.
    pub(super) fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The remaining candidates, including the placed digits.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Whether all cells are filled, no two digits clash, and no clue is violated.
    pub fn is_solved(&self) -> bool {
        let rules = self.rules();
        self.placed.is_full()
            && self.placed.filled().all(|held| self.allows(held))
            && !rules.clues().iter().any(|clue| clue.is_violated(rules, &self.placed))
    }

    /// The cells that a statement of a step is about, ascending.
    ///
    /// # Panics
    /// If this is not a statement of these rules.
    pub fn cells_of(&self, statement: &Statement) -> &[Cell] {
        &self.groups.statements().get(statement).cells
    }

    /// Whether a candidate is not removed.
    pub(super) fn allows(&self, Candidate { cell, digit }: Candidate) -> bool {
        self.candidates[cell].contains(digit)
    }

    /// The remaining candidates of a group, ascending.
    pub(super) fn open(&self, group: Group) -> impl Iterator<Item = Candidate> + '_ {
        group.candidates(self.rules()).filter(|&candidate| self.allows(candidate))
    }

    pub(super) fn groups(&self) -> &Arc<Groups> {
        &self.groups
    }
}
