//! Guesses the numbering of a formula that does not have the expected numbering.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use super::tries::random_solutions;
use super::{VariableMap, givens};
use crate::answer::Deadline;
use crate::dimacs::Cnf;
use crate::grid::{Candidates, Grid};
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// The first of the usual numberings that fits, as an arithmetic formula for
/// [`VariableMap::from_formula`]. A numbering fits if each candidate occurs in the clauses, if the
/// givens of the clauses are those of the puzzle (any givens if the puzzle has none), and if some
/// solutions violate no clause over candidates only. `None` if no numbering fits.
///
/// In the usual numberings, row, column and digit, in any order, are the three digits of a number.
/// The base of the number is the side or, up to side 9, also ten. Numbers start at 0, at 1 or at
/// the smallest variable of the formula. A candidate is placed either if its variable is true, or
/// if it is false.
///
/// # Errors
/// [`SolveError::TimedOut`] if the deadline passed, [`SolveError::Solver`] if the solver failed.
pub fn fitting_numbering(
    formula: &Cnf,
    puzzle: &Puzzle,
    deadline: Deadline,
) -> Result<Option<String>, SolveError> {
    let (size, is_blank) = (puzzle.size(), puzzle.givens().is_empty());
    let used: HashSet<i32> = formula.clauses().flatten().map(|lit| lit.abs()).collect();
    let shift = used.iter().min().filter(|&&least| least > 1).map(|least| least - 1);
    let bases = if size.side() <= 9 { &[size.side(), 10][..] } else { &[size.side()] };
    // For each puzzle that the formula may describe, some solutions.
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
