//! All solutions of a puzzle, one after another.

use std::iter::FusedIterator;

use itertools::Itertools;

use super::pipeline::{guesses_under_clues, is_for_dpll, simplified};
use super::{Session, SolveError, Varisat};
use crate::answer::{Deadline, Limits};
use crate::dpll::Dpll;
use crate::encode::Encoding;
use crate::grid::{Candidate, Candidates, Grid};
use crate::rules::{Puzzle, Rules};
use crate::simplify::{Budget, Finding, Simplifier};
use crate::verify::verify;

/// A function that finds the next solution, if there is one.
type Next = Box<dyn FnMut() -> Result<Option<Grid>, SolveError>>;

/// All solutions of a puzzle or, with `candidates`, all solutions among these candidates; each
/// once, in no particular order. A solution is searched only when the iterator needs it, and has
/// passed [`verify`].
///
/// Up to 9x9, [`Dpll`] finds the solutions in constant memory: millions per second for a 9x9 grid
/// with few givens. For larger grids, for rules with pairs of cells that must differ, with clues,
/// and among candidates, a search by guesses finds the solutions in constant memory. If this needs
/// too many guesses, varisat finds the rest. The solutions found before are excluded by one clause
/// for each guess that the search has taken back, not for each solution. But varisat excludes each
/// solution that it finds itself by a clause, so from then on, time and memory grow with the number
/// of solutions.
///
/// The iterator ends with [`SolveError::TimedOut`] if the deadline passed; with
/// [`SolveError::Lied`] or [`SolveError::Solver`] if the solver failed; with
/// [`SolveError::TooLarge`] if more candidates are open than a formula can have variables.
///
/// ```
/// use satdoku::{Deadline, Grid, Puzzle, Size};
/// use satdoku::solve::solutions;
/// let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
/// assert_eq!(solutions(&puzzle, None, Deadline::NONE).count(), 288);
/// let first = solutions(&puzzle, None, Deadline::NONE).next().expect("there is one")?;
/// assert!(first.is_full());
/// # Ok::<(), satdoku::SolveError>(())
/// ```
///
/// # Panics
/// If the candidates and the puzzle have different sizes.
pub fn solutions(
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    deadline: Deadline,
) -> impl FusedIterator<Item = Result<Grid, SolveError>> + use<> {
    let mut find: Next;
    if candidates.is_none() && is_for_dpll(puzzle.rules()) {
        let (puzzle, mut dpll) = (puzzle.clone(), Dpll::new());
        // Two solutions are searched at once, since a search for several solutions may differ from
        // a search for all.
        let mut ahead = dpll.solve(&puzzle, &Limits { deadline, ..Limits::UNIQUE });
        find = Box::new(move || {
            let ahead = ahead.as_mut().map_err(|error| error.clone())?;
            if ahead.solutions.is_empty() && !ahead.complete {
                *ahead = dpll.resume(&Limits { solutions: 1, deadline });
            }
            match ahead.solutions.pop() {
                Some(solution) => match verify(&puzzle, &solution) {
                    Ok(()) => Ok(Some(solution)),
                    Err(violations) => Err(SolveError::Lied(violations)),
                },
                None if ahead.complete => Ok(None),
                None => Err(SolveError::TimedOut),
            }
        });
    } else {
        find = by_search(puzzle, candidates, guesses_of_each(puzzle.rules()), deadline);
    }
    std::iter::from_fn(move || find().transpose()).take_while_inclusive(Result::is_ok).fuse()
}

/// How many guesses are made per solution, on average, before varisat is called. Without clues, the
/// search is much faster if there are many solutions: of eight 25x25 grids, two needed more than
/// 500 guesses for some of the first solutions, and none needed more than 2,000. Above side 25,
/// this number is reduced in proportion to the cube of the side, since the time of a guess grows in
/// the same way.
fn guesses_of_each(rules: &Rules) -> u64 {
    if !rules.parts().is_empty() {
        return guesses_under_clues(rules);
    }
    let side = rules.size().side().max(25) as u64;
    2000 * 25_u64.pow(3) / side.pow(3)
}

/// The solutions that a search on the board for any rules finds, one per call. If a solution needs
/// more than `guesses_of_each` guesses on average, varisat finds the rest. So a search that keeps
/// finding solutions continues, and a search that is stuck ends before it doubles the work.
fn by_search(
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    guesses_of_each: u64,
    deadline: Deadline,
) -> Next {
    let (puzzle, mut candidates) = (puzzle.clone(), candidates.cloned());
    let mut simplifier = Simplifier::new(puzzle.rules());
    if puzzle.rules().parts().is_empty() {
        let budget = Budget { deadline, ..Budget::default() };
        match simplifier.simplify(puzzle.givens(), candidates.as_ref(), &budget).finding {
            Finding::Contradiction => return Box::new(|| Ok(None)),
            Finding::Solved(grid) => candidates = Some(Candidates::from_grid(&grid)),
            Finding::Open(open) => candidates = Some(open),
            Finding::TimedOut => return Box::new(|| Err(SolveError::TimedOut)),
        }
    }
    let limits = Limits { solutions: 1, deadline };
    let mut guesses = guesses_of_each;
    let mut ahead = Some(simplifier.search(puzzle.givens(), candidates.as_ref(), &limits, guesses));
    let mut rest: Option<Next> = None;
    Box::new(move || {
        if let Some(rest) = &mut rest {
            return rest();
        }
        let mut found = ahead.take().unwrap_or_else(|| simplifier.resume(&limits, guesses));
        match found.solutions.pop() {
            Some(solution) => {
                verify(&puzzle, &solution).map_err(SolveError::Lied)?;
                guesses += guesses_of_each;
                guesses = guesses.saturating_sub(found.guesses.unwrap_or_default());
                Ok(Some(solution))
            }
            None if found.complete => Ok(None),
            None if deadline.is_over() => Err(SolveError::TimedOut),
            None => {
                let (among, explored) = (candidates.as_ref(), simplifier.explored());
                rest.insert(by_varisat(&puzzle, among, &explored, deadline))()
            }
        }
    })
}

/// The solutions that do not contain all candidates of any set of `explored`, one per call.
fn by_varisat(
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    explored: &[Vec<Candidate>],
    deadline: Deadline,
) -> Next {
    let formula = simplified(puzzle, candidates, Encoding::default(), deadline);
    let mut session = formula.map(|formula| {
        let mut session = Session::load(Varisat::new(deadline), formula);
        explored.iter().for_each(|explored| session.forbid_together(explored));
        session
    });
    Box::new(move || {
        let session = session.as_mut().map_err(|error| error.clone())?;
        let solution = session.solve(&[])?;
        solution.iter().for_each(|solution| session.forbid(solution));
        Ok(solution)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::grid::Size;
    use crate::rules::Variant;

    /// A puzzle made of a full grid with shifted rows. The cells whose index squared, modulo a
    /// number, has one of certain values are emptied.
    fn holes(rules: Rules, modulus: usize, squares: usize) -> Puzzle {
        let size = rules.size();
        let (height, width) = (size.box_height(), size.box_width());
        let value = |index: usize| {
            let (row, column) = (index / size.side(), index % size.side());
            let digit = (width * (row % height) + row / height + column) % size.side() + 1;
            if index * index % modulus < squares { 0 } else { digit as u16 }
        };
        let values: Vec<u16> = (0..size.cell_count()).map(value).collect();
        Puzzle::new(rules, Grid::from_values(size, values).unwrap()).unwrap()
    }

    #[test]
    fn whenever_the_search_gives_up_varisat_finds_the_rest_and_nothing_twice() {
        let size = |side| Size::from_side(side).unwrap();
        let king = Rules::builder(Size::NINE).variant(Variant::AntiKing).build().unwrap();
        for (puzzle, expected) in [
            (Puzzle::classic(Grid::empty(Size::FOUR)), 288),
            (Puzzle::diagonal(Grid::empty(Size::FOUR)), 48),
            (holes(Rules::classic(size(6)), 7, 4), 4),
            (holes(Rules::latin(Size::without_boxes(5)), 5, 4), 36),
            (holes(king, 13, 10), 30),
            (holes(Rules::classic(size(16)), 61, 26), 83),
            (holes(Rules::classic(size(16)), 103, 44), 720),
        ] {
            let mut whole = Session::new(&puzzle, Encoding::default(), Deadline::NONE);
            let whole: HashSet<Grid> = whole.answer(1000).unwrap().solutions.into_iter().collect();
            assert_eq!(whole.len(), expected, "{puzzle:?}");
            for guesses in [0, 1, 2, 3, 1000] {
                let mut next = by_search(&puzzle, None, guesses, Deadline::NONE);
                let found: Vec<Grid> = std::iter::from_fn(|| next().unwrap()).collect();
                assert_eq!(found.len(), whole.len(), "{guesses} guesses: {puzzle:?}");
                assert_eq!(found.into_iter().collect::<HashSet<_>>(), whole);
            }
        }
    }

    #[test]
    fn at_the_deadline_the_last_item_says_so() {
        let puzzle = Puzzle::classic(Grid::empty(Size::from_side(16).unwrap()));
        let late = Deadline::after(std::time::Duration::ZERO);
        let found: Vec<_> = solutions(&puzzle, None, late).collect();
        assert_eq!(found, [Err(SolveError::TimedOut)]);
    }
}
