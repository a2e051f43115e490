//! Splits a puzzle into cubes: branches that exclude each other and together contain every
//! solution, so that each cube can be solved alone (cube and conquer: Heule, Kullmann, Wieringa &
//! Biere, 2011, <https://doi.org/10.1007/978-3-642-34188-5_8>).
//!
//! A branch places one candidate of a group (the digits of a cell, or the places of a digit in a
//! unit), of which every solution contains exactly one. Each candidate of the smallest groups is
//! tried by propagation. The group with the fewest remaining branches is chosen; if there are
//! several such groups, the group whose branch with the most open candidates has the fewest. The
//! leaf with the most open candidates is split next. All numbers are integers, so that the same
//! puzzle gives the same cubes on every machine.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use itertools::Itertools;

use super::any::{AnyBoard, Mask, Tables, with_width};
use super::board::Board;
use crate::answer::Deadline;
use crate::grid::{Candidate, Candidates, Digit};
use crate::rules::{Puzzle, Rules};

/// How many groups are tried for one split.
const TRIED: usize = 16;

/// The cubes, each as the list of candidates that it places. There are `count` cubes or a few more,
/// or fewer if propagation settles all branches before. Every solution of the puzzle among the
/// candidates is in exactly one cube. Branches that propagation refutes are left out; if it refutes
/// all branches, there is a single cube that places nothing. `None` if the deadline passed before.
///
/// ```
/// use satdoku::simplify::split;
/// use satdoku::{Candidates, Deadline, Grid, Puzzle, Size};
/// let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
/// let cubes = split(&puzzle, &Candidates::all(Size::FOUR), 4, Deadline::NONE).unwrap();
/// assert_eq!(cubes.len(), 4);
/// assert!(cubes.iter().all(|cube| cube.len() == 1));
/// ```
///
/// # Panics
/// If the candidates and the puzzle have different sizes.
#[must_use]
pub fn split(
    puzzle: &Puzzle,
    candidates: &Candidates,
    count: usize,
    deadline: Deadline,
) -> Option<Vec<Vec<Candidate>>> {
    assert_eq!(puzzle.size(), candidates.size(), "puzzle and candidates of different sizes");
    let tables = Arc::new(Tables::new(puzzle.rules()));
    with_width!(&tables, W => Split::<W>::new(&tables, puzzle, candidates, deadline).cubes(count))
}

struct Split<'p, const W: usize> {
    rules: &'p Rules,
    /// The board, which is propagated unless there is no solution.
    board: AnyBoard<W>,
    has_solutions: bool,
    deadline: Deadline,
}

/// A branch: how many candidates are open, the order in which branches were made, and the
/// candidates that it places.
type Leaf = (usize, Reverse<usize>, Vec<Candidate>);

impl<'p, const W: usize> Split<'p, W> {
    fn new(
        tables: &Arc<Tables>,
        puzzle: &'p Puzzle,
        candidates: &Candidates,
        deadline: Deadline,
    ) -> Split<'p, W> {
        let mut board = AnyBoard::new(tables, puzzle.givens(), deadline);
        let has_solutions = board.restrict(candidates).is_ok() && board.propagate();
        Split { rules: puzzle.rules(), board, has_solutions, deadline }
    }

    fn cubes(mut self, count: usize) -> Option<Vec<Vec<Candidate>>> {
        let mut leaves: BinaryHeap<Leaf> = BinaryHeap::new();
        if self.has_solutions {
            leaves.push((self.open_count(), Reverse(0), Vec::new()));
        }
        let mut made = 1;
        while leaves.len() < count
            && leaves.peek().is_some_and(|&(open, ..)| open > 0)
            && !self.deadline.is_over()
        {
            let (_, _, path) = leaves.pop().expect("there is a leaf");
            let mark = self.board.mark();
            let reached = path.iter().all(|&candidate| self.place(candidate));
            debug_assert!(reached, "it was reached before");
            for (open, candidate) in self.branches() {
                let path = path.iter().copied().chain([candidate]).collect();
                leaves.push((open, Reverse(made), path));
                made += 1;
            }
            self.board.undo(mark);
        }
        // Propagation that was stopped early shows nothing.
        if self.deadline.is_over() {
            return None;
        }
        if leaves.is_empty() {
            return Some(vec![Vec::new()]);
        }
        Some(leaves.into_iter().sorted_by_key(|leaf| leaf.1.0).map(|(.., path)| path).collect())
    }

    /// Places a candidate and propagates. Returns `false` after a contradiction.
    fn place(&mut self, Candidate { cell, digit }: Candidate) -> bool {
        let placed = self.board.keep(cell, Mask::of(digit.index()));
        placed.and_then(|()| self.board.fixpoint()).is_ok()
    }

    /// The best branches of the board, each with the number of open candidates; empty if all
    /// branches are contradictory.
    fn branches(&mut self) -> Vec<(usize, Candidate)> {
        let groups = self.groups().k_smallest_by_key(TRIED, |group| group.len());
        let tried = groups.collect_vec().into_iter().map(|group| self.survivors(group));
        // Among the groups with the fewest branches, the one whose largest branch is the smallest.
        let key = |branches: &Vec<(usize, Candidate)>| {
            (branches.len(), branches.iter().map(|&(open, _)| open).max())
        };
        tried.min_by_key(key).expect("an open cell is a group")
    }

    /// The candidates of a group that do not lead to a contradiction, each with the number of
    /// candidates that are open then.
    fn survivors(&mut self, group: Vec<Candidate>) -> Vec<(usize, Candidate)> {
        let mut left = Vec::new();
        for candidate in group {
            if self.deadline.is_over() {
                break;
            }
            let mark = self.board.mark();
            if self.place(candidate) {
                left.push((self.open_count(), candidate));
            }
            self.board.undo(mark);
        }
        left
    }

    /// The open candidates of each group that has several, for groups of which a solution contains
    /// exactly one candidate.
    fn groups(&self) -> impl Iterator<Item = Vec<Candidate>> {
        let mut groups = vec![Vec::new(); self.rules.exact_group_count()];
        let sets = self.rules.size().cells().zip(self.board.sets());
        for (cell, set) in sets.filter(|(_, set)| !set.is_single()) {
            for digit in set.digits().map(Digit::from_index) {
                let candidate = Candidate { cell, digit };
                for group in self.rules.groups_of(candidate) {
                    let open = groups.get_mut(self.rules.group_index(group));
                    open.into_iter().for_each(|open| open.push(candidate));
                }
            }
        }
        groups.into_iter().filter(|group| group.len() > 1)
    }

    /// The number of candidates, not counting one for each cell.
    fn open_count(&self) -> usize {
        self.board.sets().iter().map(|set| set.len() - 1).sum()
    }
}
