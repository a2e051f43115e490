//! Which numbering may a formula have, if it does not have the expected numbering?

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use super::tries::random_solutions;
use super::{VariableMap, givens};
use crate::answer::Deadline;
use crate::dimacs::Cnf;
use crate::grid::{Candidates, Grid};
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// The first of the usual numberings that fits, as a formula for [`VariableMap::from_formula`]. A
/// numbering fits if each candidate occurs, if the formula's givens are those of the puzzle (any
/// givens if the puzzle has none), and if some solutions break no clause over candidates alone.
/// `None` if no numbering fits.
///
/// Usual numberings have row, column and digit in any order. The three are the digits of a number:
/// its base is the side or, up to side 9, also ten. They count from 0, from 1 or from the least
/// variable of the formula. A candidate is placed if its variable is true, or if it is false.
///
/// # Errors
/// [`SolveError::TimedOut`] at the deadline, [`SolveError::Solver`] if the solver failed.
pub fn fitting_numbering(
    formula: &Cnf,
    puzzle: &Puzzle,
    deadline: Deadline,
) -> Result<Option<String>, SolveError> {
    let (size, is_blank) = (puzzle.size(), puzzle.givens().is_empty());
    let used: HashSet<i32> = formula.clauses().flatten().map(|lit| lit.abs()).collect();
    let shift = used.iter().min().filter(|&&least| least > 1).map(|least| least - 1);
    let bases = if size.side() <= 9 { &[size.side(), 10][..] } else { &[size.side()] };
    // Some solutions of each puzzle that the formula may describe.
    let mut known: HashMap<Grid, Vec<Grid>> = HashMap::new();
    let orders = ["r", "c", "d"].into_iter().permutations(3).cartesian_product(bases);
    for (order, base) in orders {
        let ([first, second, third], square) = ([order[0], order[1], order[2]], base * base);
        let from_0 = format!("{square}*({first}-1)+{base}*({second}-1)+{third}");
        let from_1 = format!("{square}*{first}+{base}*{second}+{third}");
        let shifted = shift.map(|shift| format!("{from_0}+{shift}"));
        let positive = [from_0, from_1].into_iter().chain(shifted);
        for numbering in positive.flat_map(|text| [text.clone(), format!("-({text})")]) {
            deadline.ok_or(SolveError::TimedOut)?;
            let Ok(map) = VariableMap::from_formula(size, &numbering) else { continue };
            if map.iter().any(|(_, lit)| !used.contains(&lit.abs())) {
                continue;
            }
            let is_wanted = |found: &Grid| is_blank || puzzle.givens() == found;
            let Some(givens) = givens(formula, &map).ok().filter(is_wanted) else { continue };
            if !known.contains_key(&givens) {
                let puzzle = puzzle.with_givens(givens.clone()).expect("of the same size");
                let solutions = random_solutions(&puzzle, deadline)?.unwrap_or_default();
                known.insert(givens.clone(), solutions);
            }
            let mut in_time = deadline.watch(SolveError::TimedOut);
            let breaks_none = |solution: &Grid| -> Result<bool, SolveError> {
                let placed = Candidates::from_grid(solution);
                for clause in formula.clauses() {
                    in_time()?;
                    if map.violates(&placed, clause) {
                        return Ok(false);
                    }
                }
                Ok(true)
            };
            let solutions = &known[&givens];
            if !solutions.is_empty()
                && solutions.iter().map(breaks_none).fold_ok(true, |all, one| all && one)?
            {
                return Ok(Some(numbering));
            }
        }
    }
    Ok(None)
}
