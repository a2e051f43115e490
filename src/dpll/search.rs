//! Depth-first search: propagate, branch, keep the other half for later, as DPLL does (Davis,
//! Logemann and Loveland, 1962). As in JCZSolve and its kin a state is small enough to be copied,
//! so that nothing is ever undone.

use super::branch::branch;
use crate::answer::Limits;
use crate::lanes::{Lanes, Processor, Task, fixpoint};

/// The guesses from one look at the clock to the next.
const GUESSES_PER_LOOK: u64 = 256;

/// How a search ended. What it found is in [`Solver9x9::solutions`](super::Solver9x9::solutions).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// How often propagation stood still and a choice had to be made.
    pub guesses: u64,
    /// Whether what was found is all there is; `false` where a limit stopped the search.
    pub complete: bool,
}

/// The search on one kind of processor; keeps its buffers from puzzle to puzzle.
#[derive(Debug)]
pub(super) struct Search<P: Processor> {
    processor: P,
    /// Halves not yet tried. Every guess takes a candidate away, so 729 at most; 30 in practice.
    later: Vec<[P::Lanes; 3]>,
    solutions: Vec<[u8; 81]>,
}

impl<P: Processor> Search<P> {
    pub(super) fn new(processor: P) -> Self {
        Self { processor, later: Vec::with_capacity(64), solutions: Vec::with_capacity(2) }
    }

    /// What the last call of [`Search::solve`] found.
    pub(super) fn solutions(&self) -> &[[u8; 81]] {
        &self.solutions
    }

    /// Solves one puzzle, or goes on where the last call stopped at a limit; see
    /// [`super::Solver9x9::solve`], [`super::Solver9x9::solve_diagonal`],
    /// [`super::Solver9x9::resume`] and, without `TRIPLES`, [`super::Solver9x9::dive`].
    pub(super) fn solve<const DIAGONALS: bool, const TRIPLES: bool>(
        &mut self,
        givens: Option<&[u8; 81]>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        let processor = self.processor;
        processor.run(Solve::<P, DIAGONALS, TRIPLES> { search: self, givens, limits, most_guesses })
    }
}

/// What a search does with one puzzle.
struct Solve<'a, P: Processor, const DIAGONALS: bool, const TRIPLES: bool> {
    search: &'a mut Search<P>,
    givens: Option<&'a [u8; 81]>,
    limits: &'a Limits,
    most_guesses: u64,
}

impl<P: Processor, const DIAGONALS: bool, const TRIPLES: bool> Task
    for Solve<'_, P, DIAGONALS, TRIPLES>
{
    type Output = Searched;

    #[inline(always)]
    fn run(self) -> Searched {
        let Solve { search, givens, limits, most_guesses } = self;
        let mut guesses = 0;
        search.solutions.clear();
        if let Some(givens) = givens {
            search.later.clear();
            search.later.push(search.processor.load(givens));
        }
        if limits.solutions == 0 || limits.deadline.is_over() {
            return Searched { guesses, complete: false };
        }
        let Some(mut cells) = search.later.pop() else {
            return Searched { guesses, complete: true };
        };
        loop {
            if fixpoint::<P::Lanes, DIAGONALS, TRIPLES>(&mut cells) {
                if let Some([one, other]) = branch(cells) {
                    guesses += 1;
                    search.later.push(other);
                    if guesses >= most_guesses
                        || guesses.is_multiple_of(GUESSES_PER_LOOK) && limits.deadline.is_over()
                    {
                        search.later.push(one);
                        return Searched { guesses, complete: false };
                    }
                    cells = one;
                    continue;
                }
                search.solutions.push(P::Lanes::store(cells));
                if search.solutions.len() >= limits.solutions {
                    return Searched { guesses, complete: false };
                }
            }
            match search.later.pop() {
                Some(half) => cells = half,
                None => return Searched { guesses, complete: true },
            }
        }
    }
}
