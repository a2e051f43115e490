//! Puzzles whose givens are in given cells.
//!
//! The digits of a random full grid in these cells rarely determine only one solution. So the
//! digits of one or two of these cells are changed at random. A change is taken back if there are
//! more solutions than before, or as many solutions but more candidates after propagation (hill
//! climbing, which is usual for puzzles with patterns).

use rand::Rng;
use rand::seq::IndexedRandom;

use super::{GenerateError, Generated};
use crate::answer::Deadline;
use crate::grid::{Cell, Grid};
use crate::rules::Puzzle;
use crate::simplify::{Budget, Finding, Simplifier};
use crate::solve::solutions;

/// How many changes are tried before another full grid is used.
const CHANGES: usize = 2_000;
/// Solutions are counted up to this number.
const MOST_SOLUTIONS: usize = 100;

/// A puzzle with givens in these cells and exactly one solution, starting from a full grid; `None`
/// if no such puzzle is found.
pub(super) fn fill(
    start: &Generated,
    cells: &[Cell],
    deadline: Deadline,
    random: &mut impl Rng,
) -> Result<Option<Generated>, GenerateError> {
    let (rules, size) = (start.puzzle.rules(), start.puzzle.size());
    let mut simplifier = Simplifier::new(rules);
    // The number of solutions, the number of open candidates, and the first solution; `None` if
    // there is no solution.
    let mut measure = |givens: &Grid| -> Result<Option<(usize, usize, Grid)>, GenerateError> {
        let budget = Budget { probes: 0, deadline };
        let open = match simplifier.simplify(givens, None, &budget).finding {
            Finding::Contradiction => return Ok(None),
            Finding::Open(open) => open.open_count(),
            _ => 0,
        };
        let puzzle = Puzzle::new(rules.clone(), givens.clone()).expect("the same size");
        let mut found = solutions(&puzzle, None, deadline).take(MOST_SOLUTIONS);
        let Some(first) = found.next().transpose()? else { return Ok(None) };
        let count = found.try_fold(1, |count, next| next.map(|_| count + 1))?;
        Ok(Some((count, open, first)))
    };
    let mut givens = Grid::empty(size);
    cells.iter().for_each(|&cell| givens.set(cell, start.solution.get(cell)));
    let Some(mut best) = measure(&givens)? else { return Ok(None) };
    for _ in 0..CHANGES {
        if best.0 == 1 {
            return Ok(Some(Generated::new(rules, givens, best.2)));
        }
        let mut changed = givens.clone();
        for _ in 0..random.random_range(1..=2_u32) {
            let Some(&cell) = cells.choose(random) else { return Ok(None) };
            let digits: Vec<_> = size.digits().collect();
            changed.set(cell, digits.choose(random).copied());
        }
        if let Some(found) = measure(&changed)?
            && (found.0, found.1) <= (best.0, best.1)
        {
            (givens, best) = (changed, found);
        }
    }
    Ok(None)
}
