//! A bit-parallel DPLL solver, for all nine boxes of a 9x9 grid at once, and a generic one.
//!
//! DPLL in the boolean view of the encodings: unit propagation over candidates and triads (the
//! three cells that a row or a column shares with a box), then a branch. The ideas are from the
//! fast solvers of the field: **tdoku** (Tom Dillon, 2019, <https://t-dillon.github.io/tdoku>) for
//! triads as variables, the bound of three digits a triad, and branching on the band with the
//! fewest candidates; **JCZSolve** (zhouyundong_2012, champagne, JasonLion) and **fsss2**
//! (Mladen Dobrichev) for a small state, copied at each guess, and for propagating many digits
//! with each instruction; **fastdoku** for measuring which of these pays, and for what does not.
//!
//! How this one differs. tdoku works on one box at a time, and fastdoku pairs it with a JCZSolve
//! for easy puzzles, since a 256-bit step for one box is dear. Here the *whole grid* takes each
//! step: 81 candidate sets are three registers of AVX-512 (27 lanes of 16 bits) or a few of other
//! vectors, arranged so that both directions of triads line up with two turns (see `src/lanes/`).
//! A round is a straight run of vector instructions without a branch, so there is nothing to
//! schedule or to mispredict, and one representation is the fastest on easy and on hard lists
//! alike: no gate, no second solver.
//! The state is the candidates alone, 192 bytes.
//!
//! | File | What |
//! |---|---|
//! | `nine.rs` | the solver of 9x9 puzzles, on what the processor offers; its search is in `src/lanes/` |
//! | `generic.rs` | any size, any units |
//!
//! # What was tried
//!
//! Ratios are to the crate `sudoku` 0.8 (`is_uniquely_solvable`), both measured in the same run on
//! one thread, uniqueness checked, parsing included on both sides, on the lists clues17 / top1465 /
//! hardest / easy; a Xeon with VBMI and BITALG, rustc 1.95, the release profile.
//!
//! | Tried | Result |
//! |---|---|
//! | whole grid a step, 27 lanes, AVX-512; exact closure of the band permutations; first cell with two candidates | 5.0 / 4.9 / 3.2 / 7.0, 115 guesses on hardest |
//! | + branching on the tightest band (tdoku's measure, on triads) instead of a cell | hardest 5.1, 61 guesses (tdoku itself: 62) |
//! | tie-breaks within it, exact counts of configurations, cell counts beside, weights (16 variants) | 61 to 63 guesses on hardest, none worth its cost |
//! | cell with two candidates, by score of its triads, its band, its peers, its twins | 178, 179, 144, 92 guesses on hardest |
//! | without the test for two digits in one cell, without that for triads below three | +5 %; found a round later anyway |
//! | closure of permutations replaced by "alone in its line or alone in its box" | 6 % more rounds, each 8 % cheaper: kept |
//! | without the rule that three asserted digits fill a triad | easy +5 %, top1465 -10 %: not kept |
//! | hidden singles from vertical triads too | 5 % fewer rounds, 6 % dearer: not kept |
//! | `x & (x - 1)` by saturating subtraction, so that LLVM does not make it a population count | +2 % |
//! | **kept, AVX-512** | 6.0 / 5.9 / 5.6 / 9.5 |
//! | **kept, AVX2** (three registers a value) | 2.4 / 2.8 / 2.8 / 2.7 |
//! | AVX2 with closures around intrinsics, which are compiled for the baseline and called | 0.15: the kernel has no closures |
//! | **kept, portable** (nine words of 64 bits a value) | 0.8 / 0.9 / 0.9 / 1.0 |
//! | portable with a fourth word as padding, for SSE2 to vectorise | 0.50 / 0.55 / 0.56 / 0.68 |
//! | `-C target-cpu=native` for both sides | no change |
//! | vertical triads after the cells have lost what horizontal ones remove, not beside them; shuffles from tables for givens and solutions; CPU time, new / old | AVX2 0.66 / 0.84 / 0.87 / 0.53, portable 0.70 / 0.74 / 0.71 / 0.86; AVX-512 in that order 1.02 / 1.07 / 1.03 / 1.14, so it keeps its own |
//! | vectors of 128 bits; CPU time to old AVX2 | 0.76 / 0.94 / 0.97 / 0.65 |
//! | in that order, hidden singles of rows as settled cells of columns | -3 % |
//! | the choice without branches | -2 % on 128 bits and AVX2 |
//! | where a band's lanes stand in memory from tables, and the choice on its three lines in one word; file to file, AVX-512 / AVX2 / 128 bits / portable | hardest 1.02 / 1.03 / 1.00 / 1.05, top1465 1.02 / 1.02 / 1.00 / 1.04, serg 0.99 / 1.03 / 0.99 / 1.04, easy 1.00 / 0.97 / 1.00 / 0.99: not kept |
//! | with it, a look after each round whether all is settled, before the first guess; file to file | easy 1.05 / 1.04 / 1.08 / 1.08, but serg 0.97 / 1.02 / 0.89 / 0.94, top1465 1.03 / 1.08 / 0.94 / 0.94 (a kernel compiled alone has 1.20 on easy and loses nothing): not kept |
//! | that look always; search alone | hardest 0.97 / 0.96 / 0.97, top1465 0.96 / 0.96 / 0.97: not kept |
//! | both sides of a guess propagated side by side | AVX-512: hardest 1.01, top1465 1.06, serg 0.70; AVX2: 0.85, 0.92, 0.59: not kept |
//! | the next guess after two rounds while nothing has failed and few candidates are left, each kind in its order | serg 1.06 / 1.09 / 1.04, top1465 0.98 / 1.00 / 0.98, but the first two of many solutions then depend on the processor; in one order for all serg 1.02 / 1.00 / 0.92 (beside) or 0.99 / 1.07 / 0.95 (in turn): not kept |
//! | the strikes of a guess without a branch on the direction | serg 0.94 / 0.99 / 0.97: not kept |
//! | for several solutions (serg: 7.1 guesses, 36 rounds; AVX-512), the loosest band always; from the third guess on | rounds on serg 0.99, 0.96; on top1465 1.32, 1.08: not kept |
//! | a guess in two bands at once while nothing has failed, always; from the third guess on; from the fourth | rounds on serg 0.81, 0.88, 0.95; on top1465 1.12, 1.02, 1.01: not kept |
//! | on diagonals, what sees all places by its row and column | 20 % fewer guesses, the same time |
//! | the board of `simplify` on the same lanes, without the rule on three digits of a triad; `solve` file to file, AVX-512, ratio to its board of digits and bands | 2.8 / 1.6 / 1.0 / 2.5 |
//! | diagonals: the search by bands alone | of 18,000 random puzzles with few givens 13 took 1,100 guesses to over 3 million, where the generic one took 17 to 162: so it hands over early |

mod generic;
mod nine;

use crate::answer::{Answer, Limits};
use crate::grid::Grid;
use crate::rules::{Puzzle, UnknownClue};
use crate::simplify::have_lanes;

pub use crate::lanes::{Searched, UnknownLanes, choose_lanes};
pub use generic::Generic;
pub use nine::Solver9x9;

/// Where a diagonal 9x9 grid goes to the generic solver, which needs fewer guesses but is slower;
/// of random puzzles with few givens one in 1,000 gets there.
const MOST_GUESSES_ON_DIAGONALS: u64 = 256;

/// The fastest solver: [`Solver9x9`] for 9x9 puzzles, classic or with diagonals, [`Generic`] for all
/// others. Nothing checks its solutions: see [`verify`](crate::verify()).
///
/// ```
/// use std::sync::Arc;
/// use satdoku::{Dpll, Grid, Limits, Puzzle, Rules, Size, Status};
/// let rules = Arc::new(Rules::classic(Size::FOUR));
/// let mut dpll = Dpll::new();
/// for (givens, status) in
///     [("12.. ..1. 2... ...3", Status::Unique), ("1... .... .... ...2", Status::Multiple)]
/// {
///     let puzzle = Puzzle::new(Arc::clone(&rules), givens.parse::<Grid>()?)?;
///     let answer = dpll.solve(&puzzle, &Limits::UNIQUE)?;
///     assert_eq!(answer.status(&Limits::UNIQUE), status);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default, Debug)]
pub struct Dpll {
    nine: Solver9x9,
    /// Whether the last puzzle went to the generic solver.
    is_generic: bool,
    /// For the rules asked about last that needed it.
    generic: Option<Generic>,
}

impl Dpll {
    /// On the fastest that this processor can run.
    pub fn new() -> Dpll {
        Dpll::default()
    }

    /// Without vector instructions, on any processor.
    pub fn portable() -> Dpll {
        Dpll { nine: Solver9x9::portable(), ..Dpll::default() }
    }

    /// Looks for up to `limits.solutions` solutions until the deadline. Nothing is allocated but
    /// the solutions, as long as the rules stay the same.
    ///
    /// # Errors
    /// [`UnknownClue`] if the rules have one.
    pub fn solve(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, UnknownClue> {
        let rules = puzzle.rules();
        let mut known = Vec::new();
        self.is_generic = true;
        if have_lanes(rules) {
            let givens = &puzzle.givens().to_bytes().expect("81 cells");
            let searched = if rules.is_diagonal() {
                self.nine.solve_diagonal(givens, limits, MOST_GUESSES_ON_DIAGONALS)
            } else {
                self.nine.solve(givens, limits)
            };
            self.is_generic = rules.is_diagonal() && searched.guesses >= MOST_GUESSES_ON_DIAGONALS;
            if !self.is_generic {
                return Ok(self.answer_of_nine(searched));
            }
            known = self.answer_of_nine(searched).solutions;
        }
        let kept = self.generic.take().filter(|kept| kept.rules() == rules);
        let generic = self.generic.insert(kept.map_or_else(|| Generic::new(rules), Ok)?);
        let mut answer = generic.answer(puzzle.givens(), limits);
        // At the deadline it may not have found them again.
        known.retain(|solution| !answer.solutions.contains(solution));
        answer.solutions.extend(known);
        answer.solutions.truncate(limits.solutions);
        Ok(answer)
    }

    /// Goes on where the last call stopped at a limit: the same puzzle, up to `limits.solutions`
    /// further solutions. After a deadline, diagonal grids may have one of the last call once more.
    pub fn resume(&mut self, limits: &Limits) -> Answer {
        match &mut self.generic {
            Some(generic) if self.is_generic => generic.resume(limits),
            _ => {
                let searched = self.nine.resume(limits);
                self.answer_of_nine(searched)
            }
        }
    }

    fn answer_of_nine(&self, searched: Searched) -> Answer {
        let grid = |values| Grid::from_bytes(values).expect("digits up to 9");
        Answer {
            solutions: self.nine.solutions().iter().map(grid).collect(),
            complete: searched.complete,
            guesses: Some(searched.guesses),
        }
    }
}
