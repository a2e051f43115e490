//! Depth-first search: propagate, branch, and keep the other branch for later, as in DPLL (Davis,
//! Logemann and Loveland, 1962, <https://doi.org/10.1145/368273.368557>). As in JCZSolve and
//! similar solvers, a state is small enough to be copied, so nothing has to be undone.

use super::branch::branch;
use super::layout::{Lanes, PLACE_OF};
use super::processor::{Processor, Task};
use super::propagate::fixpoint;
use super::sets::Sets;

/// After this many guesses, the search looks at the clock again.
const GUESSES_PER_LOOK: u64 = 256;

/// How a search ended. Its solutions are in
/// [`Solver9x9::solutions`](crate::dpll::Solver9x9::solutions).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// How often propagation was not enough and a branch had to be chosen.
    pub guesses: u64,
    /// Whether all solutions were found; `false` if a limit stopped the search.
    pub complete: bool,
}

/// A 9x9 puzzle, as lists of cells row by row.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    /// The givens, with 0 for an open cell.
    pub(crate) givens: &'a [u8; 81],
    /// The digits that each cell may have, as bits, if there are other limits than the givens.
    pub(crate) allowed: Option<&'a [u16; 81]>,
}

impl Start<'_> {
    /// The candidates of all cells, without any propagation.
    #[inline(always)]
    pub(crate) fn load<P: Processor>(self, processor: P) -> [P::Lanes; 3] {
        let mut cells = processor.load(self.givens);
        if let Some(allowed) = self.allowed {
            // This is not written with a closure, which would capture lanes.
            for (&set, (j, lane)) in allowed.iter().zip(PLACE_OF) {
                cells[j] = cells[j].without(cells[j].at(lane, 0x1ff & !set));
            }
        }
        cells
    }
}

/// A search for solutions, as a task to be [run](Processor::run). It is compiled only once for each
/// kind of processor and used by all callers, since the whole propagation is inlined into it.
pub(crate) struct Search<'a, P: Processor, const DIAGONALS: bool> {
    pub(crate) processor: P,
    /// A new puzzle; `None` to continue with the branches in `later`.
    pub(crate) start: Option<Start<'a>>,
    /// The branches that are not tried yet; the last one comes next. Every guess removes a
    /// candidate, so there are at most 729 branches, and in practice at most 30.
    pub(crate) later: &'a mut Vec<[P::Lanes; 3]>,
    /// The list to which solutions are added.
    pub(crate) solutions: &'a mut Vec<[u8; 81]>,
    /// The limit on the number of solutions, and the limit on the number of guesses.
    pub(crate) most: usize,
    pub(crate) most_guesses: u64,
    /// Whether the search must stop.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

impl<P: Processor, const DIAGONALS: bool> Task for Search<'_, P, DIAGONALS> {
    type Output = Searched;

    #[inline(always)]
    fn run(self) -> Searched {
        let Search { processor, start, later, solutions, most, most_guesses, is_over } = self;
        if let Some(start) = start {
            later.clear();
            later.push(start.load(processor));
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
