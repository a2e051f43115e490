//! The solver of 9x9 puzzles on whatever this processor offers.

use super::portable::Words;
use super::search::Search;
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use crate::answer::Limits;

/// How a search ended. What it found is in [`Solver9x9::solutions`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// How often propagation stood still and a choice had to be made.
    pub guesses: u64,
    /// Whether what was found is all there is; `false` where a limit stopped the search.
    pub complete: bool,
}

/// The solver of 9x9 puzzles, classic or with both main diagonals. What the processor can do is
/// found out once, and the buffers are reused from puzzle to puzzle.
///
/// All processors find the same solutions in the same order, after the same guesses.
///
/// ```
/// use satdoku::Limits;
/// use satdoku::dpll::Solver9x9;
/// let mut nine = Solver9x9::new();
/// let mut givens = [0; 81];
/// givens[..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
/// nine.solve(&givens, &Limits::FIRST);
/// assert_eq!(nine.solutions()[0][8], 9);
/// ```
#[derive(Debug)]
pub struct Solver9x9 {
    engine: Engine,
}

#[derive(Debug)]
enum Engine {
    Portable(Search<Words>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Default for Solver9x9 {
    fn default() -> Solver9x9 {
        Solver9x9::new()
    }
}

/// `$search` is the search of the engine, whichever it is.
macro_rules! with_search {
    ($engine:expr, $search:ident => $result:expr) => {
        match $engine {
            Engine::Portable($search) => $result,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2($search) => $result,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512($search) => $result,
        }
    };
}

impl Solver9x9 {
    /// The fastest that this processor can run.
    pub fn new() -> Solver9x9 {
        Solver9x9::avx512().or_else(Solver9x9::avx2).unwrap_or_else(Solver9x9::portable)
    }

    /// The one without `unsafe`, which any processor can run.
    pub fn portable() -> Solver9x9 {
        Solver9x9 { engine: Engine::Portable(Search::new()) }
    }

    /// The one on AVX2; `None` where the processor lacks it.
    pub fn avx2() -> Option<Solver9x9> {
        #[cfg(target_arch = "x86_64")]
        return Some(Solver9x9 { engine: Engine::Avx2(Avx2::new()?) });
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// The one on AVX-512 with VBMI and BITALG; `None` where the processor lacks them.
    pub fn avx512() -> Option<Solver9x9> {
        #[cfg(target_arch = "x86_64")]
        return Some(Solver9x9 { engine: Engine::Avx512(Avx512::new()?) });
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// What it runs on: `portable`, `avx2` or `avx512`.
    pub fn engine(&self) -> &'static str {
        match self.engine {
            Engine::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512(_) => "avx512",
        }
    }

    /// Looks for up to `limits.solutions` solutions of a classic puzzle, given row by row with 0
    /// for an open cell. Givens that clash, or above 9, have none. The deadline is looked at
    /// before the first guess and every 256 guesses, which is less than a millisecond.
    pub fn solve(&mut self, givens: &[u8; 81], limits: &Limits) -> Searched {
        with_search!(&mut self.engine, search => search.solve::<false>(givens, limits, u64::MAX))
    }

    /// The same where both main diagonals hold each digit once, too. Gives up after some
    /// `most_guesses` guesses (up to 255 more): where a diagonal grid with few givens has no
    /// solution, the choice by bands can be a poor one.
    pub fn solve_diagonal(
        &mut self,
        givens: &[u8; 81],
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        with_search!(&mut self.engine, search => search.solve::<true>(givens, limits, most_guesses))
    }

    /// What the last call found, row by row, no two the same.
    pub fn solutions(&self) -> &[[u8; 81]] {
        with_search!(&self.engine, search => search.solutions())
    }
}
