//! Which numbering may a formula have, if it is not the one that was expected?

use std::sync::Arc;

use itertools::Itertools;

use super::tries::random_solutions;
use super::{VariableMap, givens};
use crate::answer::Deadline;
use crate::dimacs::Cnf;
use crate::grid::Grid;
use crate::rules::{Puzzle, Rules};
use crate::solve::SolveError;

/// The first of the usual numberings that fits: some solutions of the rules and of the formula's
/// givens break none of its clauses over candidates alone. As a formula of
/// [`VariableMap::from_formula`]; `None` if none fits.
///
/// Row, column and digit in any order, with the side as base or as the digits of a decimal number,
/// in which the first two may count from 0.
///
/// # Errors
/// [`SolveError::TimedOut`] at the deadline, [`SolveError::Solver`] if the solver failed.
pub fn fitting_numbering(
    formula: &Cnf,
    rules: &Arc<Rules>,
    deadline: Deadline,
) -> Result<Option<String>, SolveError> {
    let side = rules.size().side();
    for order in ["r", "c", "d"].into_iter().permutations(3) {
        let [first, second, third] = [order[0], order[1], order[2]];
        let by_base = |base: usize| {
            format!("{}*({first}-1)+{base}*({second}-1)+{third}", base.saturating_mul(base))
        };
        let mut numberings = vec![by_base(side)];
        if side <= 9 {
            numberings.extend([format!("100*{first}+10*{second}+{third}"), by_base(10)]);
        }
        for numbering in numberings {
            let map = VariableMap::from_formula(rules.size(), &numbering);
            if let Ok(map) = map
                && fits(formula, &map, rules, deadline)?
            {
                return Ok(Some(numbering));
            }
        }
    }
    Ok(None)
}

fn fits(
    formula: &Cnf,
    map: &VariableMap,
    rules: &Arc<Rules>,
    deadline: Deadline,
) -> Result<bool, SolveError> {
    let mut candidates = map.iter();
    if candidates.any(|(_, variable)| variable as usize > formula.variable_count()) {
        return Ok(false);
    }
    let Some(givens) = givens(formula, map).ok() else { return Ok(false) };
    let puzzle = Puzzle::new(Arc::clone(rules), givens).expect("of the size of the rules");
    let solutions = random_solutions(&puzzle, deadline)?.unwrap_or_default();
    let breaks_none = |solution: &Grid| {
        let holds = |&lit: &i32| {
            map.candidate(lit)
                .is_none_or(|of| (solution.get(of.cell) == Some(of.digit)) == (lit > 0))
        };
        formula.clauses().all(|clause| clause.iter().any(holds))
    };
    Ok(!solutions.is_empty() && solutions.iter().all(breaks_none))
}
