//! The solver of 9x9 puzzles on whatever this processor offers.

use std::fmt::Debug;

use crate::answer::Limits;
use crate::lanes::{Processor, ProcessorKind, Search, Searched, on_processor};

/// The solver of 9x9 puzzles, classic or with both main diagonals. The abilities of the processor
/// are found out once, and the buffers are reused from puzzle to puzzle.
///
/// All processors find the same solutions in the same order, after nearly as many guesses: on
/// classic grids, a few in 10,000 more or fewer.
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
    engine: &'static str,
    search: Box<dyn OnProcessor>,
    /// Whether the last puzzle had diagonals.
    diagonal: bool,
}

/// The search on some kind of processor.
trait OnProcessor: Debug + Send + Sync {
    /// Searches for the solutions of these givens, or goes on where the last call stopped.
    fn solve(
        &mut self,
        diagonal: bool,
        givens: Option<&[u8; 81]>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched;
    fn solutions(&self) -> &[[u8; 81]];
}

/// Keeps its buffers from puzzle to puzzle.
#[derive(Debug)]
struct Buffers<P: Processor> {
    processor: P,
    /// The halves of guesses that are not yet tried.
    later: Vec<[P::Lanes; 3]>,
    solutions: Vec<[u8; 81]>,
}

/// The search on one kind of processor.
fn search_on<P: Processor>(processor: P) -> Box<dyn OnProcessor> {
    let (later, solutions) = (Vec::with_capacity(64), Vec::with_capacity(2));
    Box::new(Buffers { processor, later, solutions })
}

impl<P: Processor> Buffers<P> {
    fn search<const DIAGONALS: bool>(
        &mut self,
        givens: Option<&[u8; 81]>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        self.processor.run(Search::<P, DIAGONALS> {
            processor: self.processor,
            givens,
            later: &mut self.later,
            solutions: &mut self.solutions,
            most: limits.solutions,
            most_guesses,
            is_over: &|| limits.deadline.is_over(),
        })
    }
}

impl<P: Processor> OnProcessor for Buffers<P> {
    fn solve(
        &mut self,
        diagonal: bool,
        givens: Option<&[u8; 81]>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        match diagonal {
            false => self.search::<false>(givens, limits, most_guesses),
            true => self.search::<true>(givens, limits, most_guesses),
        }
    }

    fn solutions(&self) -> &[[u8; 81]] {
        &self.solutions
    }
}

impl Default for Solver9x9 {
    fn default() -> Solver9x9 {
        Solver9x9::new()
    }
}

impl Solver9x9 {
    /// The fastest solver that this processor can run.
    pub fn new() -> Solver9x9 {
        Solver9x9::on(ProcessorKind::fastest())
    }

    /// The solver without `unsafe`, which any processor can run.
    pub fn portable() -> Solver9x9 {
        Solver9x9::on(ProcessorKind::PORTABLE)
    }

    /// All solvers that this processor can run, the fastest last.
    pub fn all() -> impl Iterator<Item = Solver9x9> {
        ProcessorKind::all().map(Solver9x9::on)
    }

    fn on(kind: ProcessorKind) -> Solver9x9 {
        let search = on_processor!(kind, processor => search_on(processor));
        Solver9x9 { engine: kind.name(), search, diagonal: false }
    }

    /// The lanes that it runs on: `portable`, `v128` (vectors of 128 bits), `avx2` or `avx512`.
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// Looks for up to `limits.solutions` solutions of a classic puzzle, given row by row with 0
    /// for an open cell. If givens clash, or are above 9, there are none. The solver looks at the
    /// deadline before the first guess and every 256 guesses, which take less than a millisecond.
    pub fn solve(&mut self, givens: &[u8; 81], limits: &Limits) -> Searched {
        self.diagonal = false;
        self.search.solve(false, Some(givens), limits, u64::MAX)
    }

    /// The same, if both main diagonals also hold each digit once. Gives up after `most_guesses`
    /// guesses, because branching on bands can be poor for a diagonal grid that has few givens and
    /// no solution.
    pub fn solve_diagonal(
        &mut self,
        givens: &[u8; 81],
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        self.diagonal = true;
        self.search.solve(true, Some(givens), limits, most_guesses)
    }

    /// Goes on where the last call stopped at a limit: the same puzzle, up to `limits.solutions`
    /// further solutions.
    pub fn resume(&mut self, limits: &Limits) -> Searched {
        self.search.solve(self.diagonal, None, limits, u64::MAX)
    }

    /// The solutions that the last call found, row by row, no two the same.
    pub fn solutions(&self) -> &[[u8; 81]] {
        self.search.solutions()
    }
}
