//! Depth-first search: propagate, branch, keep the other half for later, as DPLL does (Davis,
//! Logemann and Loveland, 1962). As in JCZSolve and its kin a state is small enough to be copied,
//! so that nothing is ever undone.

use super::branch::branch;
use super::lanes::Lanes;
use super::nine::Searched;
use super::propagate::round;
use crate::answer::Limits;

/// The guesses from one look at the limits to the next.
const GUESSES_PER_LOOK: u64 = 256;

/// The search over one kind of lanes; keeps its buffers from puzzle to puzzle.
#[derive(Debug)]
pub(super) struct Search<L> {
    /// Halves not yet tried. Every guess takes a candidate away, so 729 at most; 30 in practice.
    later: Vec<[L; 3]>,
    solutions: Vec<[u8; 81]>,
}

impl<L: Lanes> Search<L> {
    pub(super) fn new() -> Self {
        Self { later: Vec::with_capacity(64), solutions: Vec::with_capacity(2) }
    }

    /// What the last call of [`Search::solve`] found.
    pub(super) fn solutions(&self) -> &[[u8; 81]] {
        &self.solutions
    }

    /// Solves one puzzle; see [`super::Solver9x9::solve`] and [`super::Solver9x9::solve_diagonal`].
    #[inline(always)]
    pub(super) fn solve<const DIAGONALS: bool>(
        &mut self,
        givens: &[u8; 81],
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        let mut guesses = 0;
        self.later.clear();
        self.solutions.clear();
        if limits.solutions == 0 || limits.deadline.is_over() {
            return Searched { guesses, complete: false };
        }
        let mut cells = L::load(givens);
        loop {
            let sound = loop {
                let (next, flags) = round::<L, DIAGONALS>(cells);
                if L::any(flags) {
                    break false;
                }
                if L::same(next, cells) {
                    break true;
                }
                cells = next;
            };
            if sound {
                if let Some([one, other]) = branch(cells) {
                    guesses += 1;
                    if guesses.is_multiple_of(GUESSES_PER_LOOK)
                        && (guesses >= most_guesses || limits.deadline.is_over())
                    {
                        return Searched { guesses, complete: false };
                    }
                    self.later.push(other);
                    cells = one;
                    continue;
                }
                self.solutions.push(L::store(cells));
                if self.solutions.len() >= limits.solutions {
                    return Searched { guesses, complete: false };
                }
            }
            match self.later.pop() {
                Some(half) => cells = half,
                None => return Searched { guesses, complete: true },
            }
        }
    }
}
