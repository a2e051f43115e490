//! A bit-parallel DPLL solver, for all nine boxes of a 9x9 grid at once, and a generic one.
//!
//! DPLL in the boolean view of the encodings: unit propagation over candidates and triads (the
//! three cells that a row or a column shares with a box), then a branch. The ideas are from the
//! fast solvers of the field: **tdoku** (Tom Dillon, 2019, <https://t-dillon.github.io/tdoku>) for
//! triads as variables, the bound of three digits for each triad, and branching on the band with
//! the fewest candidates; **JCZSolve** (zhouyundong_2012, champagne, JasonLion) and **fsss2**
//! (Mladen Dobrichev) for a small state, copied at each guess, and for propagating many digits with
//! each instruction; **fastdoku** for measurements of which ideas pay off and which do not.
//!
//! How this solver differs: tdoku works on one box at a time, and fastdoku pairs it with a JCZSolve
//! for easy puzzles, since a 256-bit step for one box is expensive. Here the *whole grid* takes
//! each step: 81 candidate sets are three registers of AVX-512 (27 lanes of 16 bits) or a few of
//! other vectors, arranged so that the triads of both directions line up after two rotations of
//! lanes (see `src/lanes/`). A round is a straight run of vector instructions without a branch, so
//! there is nothing to schedule or to mispredict, and one representation is the fastest on easy and
//! on hard lists alike: there is no second solver to choose. The state is the candidates alone, 192
//! bytes.
//!
//! | File | What |
//! |---|---|
//! | `nine.rs` | the solver of 9x9 puzzles, on what the processor offers; its search is in `src/lanes/` |
//! | `generic.rs` | any size, any units |
//!
//! `docs/tried.md` says, with figures, what was tried, and what was kept.

mod generic;
mod nine;

use crate::answer::{Answer, Limits};
use crate::grid::Grid;
use crate::rules::{Puzzle, UnknownClue};
use crate::simplify::have_lanes;

pub use crate::lanes::{Searched, UnknownLanes, choose_lanes};
pub use generic::Generic;
pub use nine::Solver9x9;

/// After this many guesses a diagonal 9x9 grid goes to the generic solver, which needs fewer
/// guesses but is slower. This happens to one in 1,000 random puzzles with few givens.
const MOST_GUESSES_ON_DIAGONALS: u64 = 256;

/// The fastest solver: [`Solver9x9`] for 9x9 puzzles, classic or with diagonals, [`Generic`] for
/// all other puzzles. Nothing checks its solutions: see [`verify`](crate::verify()).
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
    /// The generic solver for the last rules that needed it.
    generic: Option<Generic>,
}

impl Dpll {
    /// A solver on the fastest lanes that this processor can run.
    pub fn new() -> Dpll {
        Dpll::default()
    }

    /// A solver without vector instructions, for any processor.
    pub fn portable() -> Dpll {
        Dpll { nine: Solver9x9::portable(), ..Dpll::default() }
    }

    /// Looks for up to `limits.solutions` solutions until the deadline. As long as the rules stay
    /// the same, only the solutions are allocated.
    ///
    /// # Errors
    /// [`UnknownClue`] if the rules have a clue that is more than units and pairs.
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
        // At the deadline the solver may not have found these again.
        known.retain(|solution| !answer.solutions.contains(solution));
        answer.solutions.extend(known);
        answer.solutions.truncate(limits.solutions);
        Ok(answer)
    }

    /// Goes on where the last call stopped at a limit: the same puzzle, up to `limits.solutions`
    /// further solutions. After a deadline, a diagonal grid may give a solution of the last call
    /// once more.
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
