//! Depth-first search: propagate, branch, keep the other half for later, as DPLL does (Davis,
//! Logemann and Loveland, 1962). As in JCZSolve and its kin a state is small enough to be copied,
//! so that nothing is ever undone.

use super::branch::branch;
use super::layout::Lanes;
use super::propagate::fixpoint;

/// The guesses from one look at the clock to the next.
const GUESSES_PER_LOOK: u64 = 256;

/// How a search ended. What it found is in [`Solver9x9::solutions`](crate::dpll::Solver9x9::solutions).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// How often propagation stood still and a choice had to be made.
    pub guesses: u64,
    /// Whether what was found is all there is; `false` where a limit stopped the search.
    pub complete: bool,
}

/// Searches the halves of `later`, the last one first, until `most` solutions are found, so many
/// guesses made or the time is over. What is not yet tried is left in `later`: every guess takes a
/// candidate away, so 729 at most; 30 in practice.
#[inline(always)]
pub(crate) fn search<L: Lanes, const DIAGONALS: bool, const TRIPLES: bool>(
    later: &mut Vec<[L; 3]>,
    solutions: &mut Vec<[u8; 81]>,
    most: usize,
    most_guesses: u64,
    is_over: impl Fn() -> bool,
) -> Searched {
    let mut guesses = 0;
    if most == 0 || is_over() {
        return Searched { guesses, complete: false };
    }
    let Some(mut cells) = later.pop() else {
        return Searched { guesses, complete: true };
    };
    loop {
        if fixpoint::<L, DIAGONALS, TRIPLES>(&mut cells) {
            if let Some([one, other]) = branch(cells) {
                guesses += 1;
                later.push(other);
                if guesses >= most_guesses || guesses.is_multiple_of(GUESSES_PER_LOOK) && is_over()
                {
                    later.push(one);
                    return Searched { guesses, complete: false };
                }
                cells = one;
                continue;
            }
            solutions.push(L::store(cells));
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
