//! The solver of 9x9 puzzles on whatever this processor offers.

use super::search::Search;
use crate::answer::Limits;
use crate::lanes::{AnyProcessor, ProcessorKind};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx2, Avx512};

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
    search: On,
    /// Whether the last puzzle had diagonals.
    diagonal: bool,
}

/// The search on this kind of processor.
#[derive(Debug)]
enum On {
    Portable(Search<AnyProcessor>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Search<Avx2>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Search<Avx512>),
}

/// The result for the search, whatever processor it is on.
macro_rules! with_search {
    ($on:expr, $search:ident => $result:expr) => {
        match $on {
            On::Portable($search) => $result,
            #[cfg(target_arch = "x86_64")]
            On::Avx2($search) => $result,
            #[cfg(target_arch = "x86_64")]
            On::Avx512($search) => $result,
        }
    };
}

impl Default for Solver9x9 {
    fn default() -> Solver9x9 {
        Solver9x9::new()
    }
}

impl Solver9x9 {
    /// The fastest that this processor can run.
    pub fn new() -> Solver9x9 {
        Solver9x9::on(ProcessorKind::fastest())
    }

    /// The one without `unsafe`, which any processor can run.
    pub fn portable() -> Solver9x9 {
        Solver9x9::on(ProcessorKind::PORTABLE)
    }

    /// The one on AVX2; `None` where the processor lacks it.
    pub fn avx2() -> Option<Solver9x9> {
        ProcessorKind::avx2().map(Solver9x9::on)
    }

    /// The one on AVX-512 with VBMI and BITALG; `None` where the processor lacks them.
    pub fn avx512() -> Option<Solver9x9> {
        ProcessorKind::avx512().map(Solver9x9::on)
    }

    fn on(kind: ProcessorKind) -> Solver9x9 {
        let search = match kind {
            ProcessorKind::Portable(processor) => On::Portable(Search::new(processor)),
            #[cfg(target_arch = "x86_64")]
            ProcessorKind::Avx2(processor) => On::Avx2(Search::new(processor)),
            #[cfg(target_arch = "x86_64")]
            ProcessorKind::Avx512(processor) => On::Avx512(Search::new(processor)),
        };
        Solver9x9 { search, diagonal: false }
    }

    /// What it runs on: `portable`, `avx2` or `avx512`.
    pub fn engine(&self) -> &'static str {
        match self.search {
            On::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            On::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            On::Avx512(_) => "avx512",
        }
    }

    /// Looks for up to `limits.solutions` solutions of a classic puzzle, given row by row with 0
    /// for an open cell. Givens that clash, or above 9, have none. The deadline is looked at
    /// before the first guess and every 256 guesses, which is less than a millisecond.
    pub fn solve(&mut self, givens: &[u8; 81], limits: &Limits) -> Searched {
        self.diagonal = false;
        with_search!(&mut self.search, search => search.solve::<false>(Some(givens), limits, u64::MAX))
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
        self.diagonal = true;
        with_search!(&mut self.search, search => search.solve::<true>(Some(givens), limits, most_guesses))
    }

    /// Goes on where the last call stopped at a limit: the same puzzle, up to `limits.solutions`
    /// further solutions.
    pub fn resume(&mut self, limits: &Limits) -> Searched {
        with_search!(&mut self.search, search => if self.diagonal {
            search.solve::<true>(None, limits, u64::MAX)
        } else {
            search.solve::<false>(None, limits, u64::MAX)
        })
    }

    /// What the last call found, row by row, no two the same.
    pub fn solutions(&self) -> &[[u8; 81]] {
        with_search!(&self.search, search => search.solutions())
    }
}
