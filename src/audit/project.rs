//! A formula without its auxiliary variables.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::answer::Deadline;
use crate::dimacs::Cnf;

/// The clauses over the kept variables whose models are those of the formula, without the values of
/// the other variables; `None` if they are too many, or at the deadline.
///
/// Each auxiliary variable is resolved out: every clause with it meets every clause with its
/// negation (Davis & Putnam, *A Computing Procedure for Quantification Theory*, 1960), those first
/// that leave the fewest clauses. The usual at-most-one encodings shrink to their pairs that way.
pub(super) fn project(
    formula: &Cnf,
    is_kept: impl Fn(i32) -> bool,
    deadline: Deadline,
) -> Option<Vec<Vec<i32>>> {
    let mut clauses = Clauses::default();
    deadline.for_each(formula.clauses(), |clause| clauses.add(clause.to_vec(), &is_kept))?;
    let most = 4 * formula.clause_count() + 100_000;
    let cost = |clauses: &Clauses, variable: i32| {
        clauses.with(variable).len() * clauses.with(-variable).len()
    };
    let auxiliaries: BTreeSet<i32> = clauses.by_lit.keys().map(|lit| lit.abs()).collect();
    let mut costs: HashMap<i32, usize> =
        auxiliaries.iter().map(|&variable| (variable, cost(&clauses, variable))).collect();
    let mut queue: BTreeSet<(usize, i32)> =
        costs.iter().map(|(&variable, &cost)| (cost, variable)).collect();
    while let Some((_, variable)) = queue.pop_first() {
        costs.remove(&variable);
        let mut touched = BTreeSet::new();
        let [with, without] = [variable, -variable].map(|lit| clauses.take(lit, &mut touched));
        for (first, second) in itertools::iproduct!(&with, &without) {
            // Their other literals, of which one is true if both clauses are.
            let others = first.iter().chain(second).filter(|lit| lit.abs() != variable);
            let resolvent: Vec<i32> = others.copied().collect();
            touched.extend(resolvent.iter().map(|lit| lit.abs()));
            clauses.add(resolvent, &is_kept);
            if clauses.all.len() > most || deadline.is_over() {
                return None;
            }
        }
        for variable in touched {
            if let Some(old) = costs.get_mut(&variable) {
                queue.remove(&(*old, variable));
                *old = cost(&clauses, variable);
                queue.insert((*old, variable));
            }
        }
    }
    let mut left: Vec<Vec<i32>> = clauses.all.into_iter().collect();
    left.sort_unstable();
    Some(left)
}

/// Clauses with sorted literals, and where the auxiliary variables stand in them.
#[derive(Default)]
struct Clauses {
    all: HashSet<Vec<i32>>,
    by_lit: HashMap<i32, HashSet<Vec<i32>>>,
}

impl Clauses {
    fn with(&self, lit: i32) -> Vec<&Vec<i32>> {
        self.by_lit.get(&lit).map(|clauses| clauses.iter().collect()).unwrap_or_default()
    }

    /// Takes a clause in, unless it is always true.
    fn add(&mut self, mut clause: Vec<i32>, is_kept: &impl Fn(i32) -> bool) {
        clause.sort_unstable();
        clause.dedup();
        if clause.iter().any(|lit| clause.binary_search(&-lit).is_ok()) {
            return;
        }
        for &lit in clause.iter().filter(|lit| !is_kept(lit.abs())) {
            self.by_lit.entry(lit).or_default().insert(clause.clone());
        }
        self.all.insert(clause);
    }

    /// Takes out all clauses with a literal, and notes their variables.
    fn take(&mut self, lit: i32, touched: &mut BTreeSet<i32>) -> Vec<Vec<i32>> {
        let clauses: Vec<Vec<i32>> =
            self.by_lit.remove(&lit).unwrap_or_default().into_iter().collect();
        for clause in &clauses {
            self.all.remove(clause);
            for lit in clause {
                touched.insert(lit.abs());
                if let Some(others) = self.by_lit.get_mut(lit) {
                    others.remove(clause);
                }
            }
        }
        clauses
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    #[test]
    fn what_is_left_has_the_same_models() {
        // 1 and 2 are kept; 3 is equivalent to 1, 4 follows from 3, and 2 and 4 are not both true.
        let mut formula = Cnf::default();
        for clause in [&[-3, 1][..], &[3, -1], &[-3, 4], &[-2, -4], &[4, 5, -4]] {
            formula.push(clause.iter().copied());
        }
        let left = project(&formula, |variable| variable <= 2, Deadline::NONE).unwrap();
        for values in [[-1, 1], [-2, 2]].into_iter().multi_cartesian_product() {
            let holds = |clause: &Vec<i32>| clause.iter().any(|lit| values.contains(lit));
            assert_eq!(left.iter().all(holds), values != [1, 2], "{left:?} at {values:?}");
        }
    }
}
