//! The solver of 9x9 puzzles, with the instructions that this processor has.

use std::fmt::Debug;

use crate::answer::Limits;
use crate::lanes::{Processor, ProcessorKind, Search, Searched, Start, on_processor};

/// The solver of 9x9 puzzles, classic or with both main diagonals. The instructions of the
/// processor are detected once, and the buffers are kept for the next puzzle.
///
/// On all processors, the same solutions are found in the same order. The number of guesses is
/// nearly the same: on classic grids, it differs by a few in 10,000.
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
    /// Searches for the solutions of a puzzle, or continues the last call.
    fn solve(
        &mut self,
        diagonal: bool,
        start: Option<Start>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched;
    fn solutions(&self) -> &[[u8; 81]];
}

/// The search on a processor, with buffers that are kept for the next puzzle.
#[derive(Debug)]
struct Buffers<P: Processor> {
    processor: P,
    /// The branches that are not tried yet.
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
        start: Option<Start>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        self.processor.run(Search::<P, DIAGONALS> {
            processor: self.processor,
            start,
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
        start: Option<Start>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        match diagonal {
            false => self.search::<false>(start, limits, most_guesses),
            true => self.search::<true>(start, limits, most_guesses),
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

    /// The lanes that the solver uses: `portable`, `v128` (vectors of 128 bits), `avx2` or
    /// `avx512`.
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// Looks for up to `limits.solutions` solutions of a classic puzzle, whose cells are listed row
    /// by row, with 0 for an open cell. If givens clash or are above 9, there are no solutions. The
    /// solver looks at the deadline before the first guess and after every 256 guesses, which take
    /// less than a millisecond.
    pub fn solve(&mut self, givens: &[u8; 81], limits: &Limits) -> Searched {
        self.search(false, Start { givens, allowed: None }, limits, u64::MAX)
    }

    /// The same as [`Solver9x9::solve`] for a puzzle with both main diagonals. The search gives up
    /// after `most_guesses` guesses, because branching on bands can be slow for a diagonal grid
    /// with few givens and no solution.
    pub fn solve_diagonal(
        &mut self,
        givens: &[u8; 81],
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        self.search(true, Start { givens, allowed: None }, limits, most_guesses)
    }

    /// Looks for up to `limits.solutions` solutions, and gives up after `most_guesses` guesses.
    pub(crate) fn search(
        &mut self,
        diagonal: bool,
        start: Start,
        limits: &Limits,
        most_guesses: u64,
    ) -> Searched {
        self.diagonal = diagonal;
        self.search.solve(diagonal, Some(start), limits, most_guesses)
    }

    /// Continues the last call, which stopped at a limit: looks for up to `limits.solutions`
    /// further solutions of the same puzzle.
    pub fn resume(&mut self, limits: &Limits) -> Searched {
        self.search.solve(self.diagonal, None, limits, u64::MAX)
    }

    /// The different solutions that the last call found, row by row.
    pub fn solutions(&self) -> &[[u8; 81]] {
        self.search.solutions()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn among_candidates_every_processor_finds_exactly_the_solutions_that_they_allow() {
        let line = include_str!("../../puzzles/many-solutions.txt").lines().nth(2).unwrap();
        let digits = line.bytes().take(81).map(|byte| byte.saturating_sub(b'0'));
        let givens = &digits.collect::<Vec<u8>>().try_into().unwrap();
        let limits = Limits { solutions: 10_000, ..Limits::UNIQUE };
        let mut portable = Solver9x9::portable();
        assert!(portable.solve(givens, &limits).complete);
        let mut all = portable.solutions().to_vec();
        all.sort();
        assert!(all.len() > 9, "{all:?}");
        for few in all.windows(3).step_by(7) {
            let mut allowed = [0; 81];
            for solution in few {
                allowed.iter_mut().zip(solution).for_each(|(set, digit)| *set |= 1 << (digit - 1));
            }
            let is_allowed = |solution: &&[u8; 81]| {
                solution.iter().zip(allowed).all(|(digit, set)| set & 1 << (digit - 1) != 0)
            };
            let expected: Vec<_> = all.iter().filter(is_allowed).copied().collect();
            let start = Start { givens, allowed: Some(&allowed) };
            for mut nine in Solver9x9::all() {
                assert!(nine.search(false, start, &limits, u64::MAX).complete);
                let mut found = nine.solutions().to_vec();
                found.sort();
                assert_eq!(found, expected, "{}", nine.engine());
            }
        }
    }
}
