//! Candidates under unit propagation, with an undo: naked and hidden singles and nothing else.

use super::groups::{Groups, Index};
use crate::grid::Grid;

/// The candidates left of a puzzle.
///
/// Each group is one word that counts its candidates left in the high bits and adds up their
/// indices in the low ones: when one is left, the sum is its index.
#[derive(Clone, Debug)]
pub(super) struct Board {
    left: Vec<bool>,
    words: Vec<u32>,
    placed: Vec<bool>,
    /// Everything placed, in order; propagated up to `propagated`.
    placements: Vec<Index>,
    propagated: usize,
    /// Everything eliminated, in order.
    eliminations: Vec<Index>,
    contradiction: bool,
    /// By link, for [`Board::fits`].
    is_taken: Vec<bool>,
}

/// How far a board had come.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    placements: usize,
    eliminations: usize,
}

const ONE: u32 = 1 << 24;

impl Board {
    /// What these givens leave to their peers, not propagated further.
    ///
    /// # Panics
    /// If the grid is not of the rules' size.
    pub(super) fn new(groups: &Groups, givens: &Grid) -> Board {
        let mut board = Board {
            left: vec![false; groups.candidate_count()],
            words: vec![0; groups.group_count()],
            placed: vec![false; groups.candidate_count()],
            placements: Vec::new(),
            propagated: 0,
            eliminations: Vec::new(),
            contradiction: false,
            is_taken: vec![false; groups.link_count()],
        };
        board.load(groups, givens);
        board
    }

    /// As [`Board::new`], in place. What was before cannot be undone any more.
    pub(super) fn load(&mut self, groups: &Groups, givens: &Grid) {
        assert_eq!(groups.size(), givens.size(), "grid and rules of different sizes");
        self.left.fill(true);
        self.words.fill(0);
        self.placed.fill(false);
        self.placements.clear();
        self.eliminations.clear();
        self.contradiction = false;
        for given in givens.filled().map(|given| groups.index(given)) {
            self.contradiction |= !self.is_left(given);
            for &group in groups.of(given) {
                groups.members(group).iter().for_each(|&m| self.left[m as usize] = false);
            }
            groups.partners(given).for_each(|partner| self.left[partner as usize] = false);
            self.left[given as usize] = true;
        }
        for candidate in 0..self.left.len() as Index {
            if self.is_left(candidate) {
                for &group in groups.of(candidate) {
                    self.words[group as usize] += ONE + candidate;
                }
            }
        }
        givens.filled().for_each(|given| self.place(groups.index(given)));
        self.propagated = self.placements.len();
        for group in 0..self.words.len() {
            self.settle(self.words[group]);
        }
    }

    /// Follows from what is left of a group: nothing, or one candidate.
    fn settle(&mut self, word: u32) {
        match word / ONE {
            0 => self.contradiction = true,
            1 => self.place((word % ONE) as Index),
            _ => {}
        }
    }

    pub(super) fn is_left(&self, candidate: Index) -> bool {
        self.left[candidate as usize]
    }

    pub(super) fn is_open(&self, candidate: Index) -> bool {
        self.is_left(candidate) && !self.placed[candidate as usize]
    }

    /// Whether every cell is filled. Propagation that ends so leaves other candidates alone.
    pub(super) fn is_solved(&self, groups: &Groups) -> bool {
        self.placements.len() == groups.size().cell_count()
    }

    pub(super) fn place(&mut self, candidate: Index) {
        if !self.placed[candidate as usize] {
            self.placed[candidate as usize] = true;
            self.placements.push(candidate);
        }
    }

    pub(super) fn eliminate(&mut self, groups: &Groups, candidate: Index) {
        self.eliminate_beside(groups, candidate, None);
    }

    /// Eliminates a candidate, but leaves the word of one of its groups to the caller.
    fn eliminate_beside(&mut self, groups: &Groups, candidate: Index, beside: Option<Index>) {
        if !self.is_left(candidate) {
            return;
        }
        self.left[candidate as usize] = false;
        self.eliminations.push(candidate);
        for &group in groups.of(candidate) {
            if Some(group) == beside {
                continue;
            }
            let word = &mut self.words[group as usize];
            *word -= ONE + candidate;
            let word = *word;
            self.settle(word);
        }
    }

    /// Works off what was placed; `false` if a group has no candidate left.
    pub(super) fn propagate(&mut self, groups: &Groups) -> bool {
        while !self.contradiction && self.propagated < self.placements.len() {
            if self.placements.len() >= groups.size().cell_count() {
                // The rest would follow, but all there is to know is whether it fits.
                return self.fits(groups);
            }
            let placed = self.placements[self.propagated];
            self.propagated += 1;
            if !self.is_left(placed) {
                self.contradiction = true;
                break;
            }
            for &group in groups.of(placed) {
                if self.words[group as usize] / ONE > 1 {
                    for &rival in groups.members(group) {
                        if rival != placed {
                            self.eliminate_beside(groups, rival, Some(group));
                        }
                    }
                    self.words[group as usize] = ONE + placed;
                }
            }
            for rival in groups.partners(placed) {
                self.eliminate(groups, rival);
            }
        }
        !self.contradiction
    }

    /// Whether no two of the placed candidates share a link.
    fn fits(&mut self, groups: &Groups) -> bool {
        self.is_taken.fill(false);
        for group in self.placements.iter().flat_map(|&placed| groups.links(placed)) {
            self.contradiction |= self.is_taken[*group as usize];
            self.is_taken[*group as usize] = true;
        }
        !self.contradiction
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { placements: self.placements.len(), eliminations: self.eliminations.len() }
    }

    /// What was placed, in order.
    pub(super) fn placed(&self) -> &[Index] {
        &self.placements
    }

    pub(super) fn placed_since(&self, mark: Mark) -> &[Index] {
        &self.placements[mark.placements..]
    }

    /// Back to a mark, set when all was propagated without contradiction.
    pub(super) fn undo(&mut self, groups: &Groups, mark: Mark) {
        for candidate in self.placements.drain(mark.placements..) {
            self.placed[candidate as usize] = false;
        }
        for candidate in self.eliminations.drain(mark.eliminations..) {
            self.left[candidate as usize] = true;
            for &group in groups.of(candidate) {
                self.words[group as usize] += ONE + candidate;
            }
        }
        self.propagated = mark.placements;
        self.contradiction = false;
    }
}
