//! Depth-first search: propagate, branch, keep the other half for later, as DPLL does (Davis,
//! Logemann and Loveland, 1962). As in JCZSolve and similar solvers, a state is small enough to be
//! copied, so that nothing is ever undone.

use super::branch::branch;
use super::layout::Lanes;
use super::processor::{Processor, Task};
use super::propagate::fixpoint;

/// The guesses from one look at the clock to the next.
const GUESSES_PER_LOOK: u64 = 256;

/// How a search ended. What it found is in [`Solver9x9::solutions`](crate::dpll::Solver9x9::solutions).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// How often propagation stood still and a choice had to be made.
    pub guesses: u64,
    /// Whether all solutions were found; `false` if a limit stopped the search.
    pub complete: bool,
}

/// A search for solutions, to be [run](Processor::run). It is compiled only once for each kind of
/// processor, whoever asks, since all of propagation is inlined into it.
pub(crate) struct Search<'a, P: Processor, const DIAGONALS: bool> {
    pub(crate) processor: P,
    /// The givens of a new puzzle, row by row; `None` to go on with what is left in `later`.
    pub(crate) givens: Option<&'a [u8; 81]>,
    /// The halves not yet tried; the last is the next. Every guess removes a candidate, so there
    /// are at most 729 halves, and in practice at most 30.
    pub(crate) later: &'a mut Vec<[P::Lanes; 3]>,
    /// Gets the solutions that are found.
    pub(crate) solutions: &'a mut Vec<[u8; 81]>,
    /// The most solutions, and the most guesses.
    pub(crate) most: usize,
    pub(crate) most_guesses: u64,
    /// Whether the search must stop.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

impl<P: Processor, const DIAGONALS: bool> Task for Search<'_, P, DIAGONALS> {
    type Output = Searched;

    #[inline(always)]
    fn run(self) -> Searched {
        let Search { processor, givens, later, solutions, most, most_guesses, is_over } = self;
        if let Some(givens) = givens {
            later.clear();
            later.push(processor.load(givens));
        }
        solutions.clear();
        let mut guesses = 0;
        if most == 0 || is_over() {
            return Searched { guesses, complete: false };
        }
        let Some(mut cells) = later.pop() else {
            return Searched { guesses, complete: true };
        };
        loop {
            if fixpoint::<P::Lanes, DIAGONALS, true>(&mut cells) {
                if let Some([one, other]) = branch(cells) {
                    guesses += 1;
                    later.push(other);
                    if guesses >= most_guesses
                        || guesses.is_multiple_of(GUESSES_PER_LOOK) && is_over()
                    {
                        later.push(one);
                        return Searched { guesses, complete: false };
                    }
                    cells = one;
                    continue;
                }
                solutions.push(P::Lanes::store(cells));
                if solutions.len() >= most {
                    return Searched { guesses, complete: false };
                }
            }
            match later.pop() {
                Some(half) => cells = half,
                None => return Searched { guesses, complete: true },
            }
        }
    }
}
