//! A bit-parallel DPLL solver that works on all nine boxes of a 9x9 grid at once, and a generic
//! solver.
//!
//! The method is DPLL (Davis, Logemann and Loveland, 1962, <https://doi.org/10.1145/368273.368557>)
//! on the boolean variables of the encodings: unit propagation over candidates and triads (the
//! three cells that a row or a column shares with a box), then a branch. The ideas are from the
//! fastest known solvers. **tdoku** (Tom Dillon, 2019, <https://t-dillon.github.io/tdoku>) has
//! triads as variables, the bound of three digits for each triad, and branching on the band with
//! the fewest candidates. **JCZSolve** (zhouyundong_2012, champagne, JasonLion) and **fsss2**
//! (Mladen Dobrichev) have a small state, which is copied at each guess, and propagate many digits
//! with each instruction. The author of **fastdoku** measured which ideas make a solver faster.
//!
//! This solver differs in the following: tdoku works on one box at a time, and fastdoku combines it
//! with a JCZSolve for easy puzzles, since a 256-bit step for one box is expensive. Here, each step
//! works on the *whole grid*: 81 sets of candidates are three registers of AVX-512 (27 lanes of 16
//! bits) or a few other vectors, arranged so that the triads of both directions are in the same
//! lanes after two rotations of lanes (see `src/lanes/`). A round is a sequence of vector
//! instructions without a branch, so nothing must be scheduled, and no branch is mispredicted. The
//! same representation is the fastest on easy and on hard lists, so no second solver is needed. The
//! state is only the candidates, 192 bytes.
//!
//! | File | What |
//! |---|---|
//! | `nine.rs` | the solver of 9x9 puzzles, with the instructions of the processor; its search is in `src/lanes/` |
//! | `generic.rs` | the solver for any size and any units |
//!
//! `docs/tried.md` lists, with measurements, what was tried and what was kept.

mod generic;
mod nine;

use crate::answer::{Answer, Limits};
use crate::grid::{Candidates, Grid};
use crate::lanes::Start;
use crate::rules::{Puzzle, UnknownClue};
use crate::simplify::have_lanes;

pub use crate::lanes::{Searched, UnknownLanes, choose_lanes};
pub use generic::Generic;
pub use nine::Solver9x9;

/// After this many guesses, the generic solver continues with a diagonal 9x9 grid. It needs fewer
/// guesses but is slower. This happens for one in 1,000 random puzzles with few givens.
const MOST_GUESSES_ON_DIAGONALS: u64 = 256;

/// The fastest solver: [`Solver9x9`] for 9x9 puzzles, classic or with diagonals, [`Generic`] for
/// all other puzzles. Its solutions are not verified: see [`verify`](crate::verify()).
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
    /// Whether the generic solver was used for the last puzzle.
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
    /// the same, memory is allocated only for solutions.
    ///
    /// # Errors
    /// [`UnknownClue`] if the rules have a clue that units and pairs do not express.
    pub fn solve(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, UnknownClue> {
        let rules = puzzle.rules();
        let mut known = Vec::new();
        if have_lanes(rules) {
            let most = if rules.is_diagonal() { MOST_GUESSES_ON_DIAGONALS } else { u64::MAX };
            let answer = self.search(puzzle, None, limits, most);
            if answer.guesses < Some(most) {
                return Ok(answer);
            }
            known = answer.solutions;
        }
        self.is_generic = true;
        let kept = self.generic.take().filter(|kept| kept.rules() == rules);
        let generic = self.generic.insert(kept.map_or_else(|| Generic::new(rules), Ok)?);
        let mut answer = generic.answer(puzzle.givens(), limits);
        // If the deadline passed, the solver may not have found these solutions again.
        known.retain(|solution| !answer.solutions.contains(solution));
        answer.solutions.extend(known);
        answer.solutions.truncate(limits.solutions);
        Ok(answer)
    }

    /// Looks for up to `limits.solutions` solutions of a puzzle for which lanes can be used, and
    /// gives up after `most_guesses` guesses. If candidates are given, only solutions among these
    /// candidates count.
    pub(crate) fn search(
        &mut self,
        puzzle: &Puzzle,
        candidates: Option<&Candidates>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Answer {
        self.is_generic = false;
        let givens = &puzzle.givens().to_bytes().expect("81 cells");
        let allowed = candidates.map(|all| all.to_bits().expect("81 cells"));
        let start = Start { givens, allowed: allowed.as_ref() };
        let diagonal = puzzle.rules().is_diagonal();
        let searched = self.nine.search(diagonal, start, limits, most_guesses);
        self.answer_of_nine(searched)
    }

    /// Continues the last call, which stopped at a limit: looks for up to `limits.solutions`
    /// further solutions of the same puzzle. After a deadline, a solution of a diagonal grid may be
    /// found a second time.
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
