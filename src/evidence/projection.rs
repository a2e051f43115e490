//! Checks that a formula does not forbid a solution of a puzzle. The check uses no code of the
//! encoder. So if the encoder has a mistake, this is not taken for a proof that there is no
//! solution.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use itertools::Itertools;

use crate::answer::Deadline;
use crate::grid::Candidate;
use crate::rules::{Group, Puzzle};

/// Clauses that have only kept variables. Their models are the models of the given clauses, without
/// the values of the other (auxiliary) variables. `None` if there are too many clauses, or at the
/// deadline. Each clause comes with the index of the clause from which it was made or, if it was
/// made from a group of clauses, with the index of the group's first clause.
///
/// Each auxiliary variable is eliminated by resolution: every clause with the variable is resolved
/// with every clause with its negation (Davis & Putnam, *A Computing Procedure for Quantification
/// Theory*, 1960, <https://doi.org/10.1145/321033.321034>). The variable whose elimination makes
/// the fewest clauses is eliminated first. In this way, the usual at-most-one encodings become
/// their pairs. Groups of clauses without common auxiliary variables are treated separately, and
/// groups that differ only in the names of variables are resolved once.
pub(crate) fn project<'a>(
    clauses: impl Iterator<Item = (usize, &'a [i32])> + Clone,
    variable_count: usize,
    is_kept: impl Fn(i32) -> bool + Copy,
    deadline: Deadline,
) -> Option<impl Iterator<Item = (usize, Cow<'a, [i32]>)>> {
    let auxiliaries = move |clause: &[i32]| {
        let variables = clause.iter().map(|lit| lit.abs());
        variables.filter(|&variable| !is_kept(variable)).minmax().into_option()
    };
    // For each auxiliary variable: the number of clauses in which it is the lowest auxiliary
    // variable, minus the number of clauses in which it is the highest.
    let mut spans = vec![0; variable_count + 1];
    let mut others = Vec::new();
    let listed = deadline.for_each((), clauses.clone(), |(index, clause)| {
        if let Some((least, most)) = auxiliaries(clause) {
            spans[least as usize] += 1;
            spans[most as usize] -= 1;
            others.push((least, index, clause));
        }
    });
    listed.ok()?;
    let part = |(part, joined): &mut (usize, i32), &span: &i32| {
        *joined += span;
        // If a clause has auxiliary variables up to this variable and beyond, the next variable is
        // in the same group.
        Some(std::mem::replace(part, *part + usize::from(*joined == 0)))
    };
    let parts: Vec<usize> = spans.iter().scan((0, 0), part).collect();
    let mut by_part: BTreeMap<usize, Vec<(usize, &[i32])>> = BTreeMap::new();
    for (least, index, clause) in others {
        by_part.entry(parts[least as usize]).or_default().push((index, clause));
    }
    let (mut known, mut projected) = (HashMap::new(), Vec::new());
    for clauses in by_part.values() {
        let mut variables = HashSet::new();
        let of_clauses = clauses.iter().map(|(_, clause)| clause.iter().map(|lit| lit.abs()));
        deadline.for_each((), of_clauses, |of_clause| variables.extend(of_clause)).ok()?;
        // The kept variables come before the others.
        let rank = |variable: &i32| (!is_kept(*variable), *variable);
        let variables = variables.into_iter().sorted_unstable_by_key(rank).collect_vec();
        let kept = variables.partition_point(|&variable| is_kept(variable)) as i32;
        let place = |lit: &i32| {
            let place = variables.binary_search_by_key(&rank(&lit.abs()), rank);
            lit.signum() * (place.expect("one of them") as i32 + 1)
        };
        let mut shape = (kept, Vec::new());
        let places = clauses.iter().map(|(_, clause)| clause.iter().map(place).collect_vec());
        deadline.for_each((), places, |places| shape.1.push(places)).ok()?;
        if !known.contains_key(&shape) {
            let resolved = resolve(&shape.1, kept, deadline)?;
            known.insert(shape.clone(), resolved);
        }
        let named = |lit: &i32| lit.signum() * variables[lit.unsigned_abs() as usize - 1];
        let resolved = known[&shape].iter().map(|clause| clause.iter().map(named).collect());
        projected.extend(resolved.map(|clause| (clauses[0].0, Cow::Owned(clause))));
    }
    let plain = clauses.filter(move |(_, clause)| auxiliaries(clause).is_none());
    Some(plain.map(|(index, clause)| (index, Cow::Borrowed(clause))).chain(projected))
}

/// Eliminates the variables above `kept` from clauses.
fn resolve(clauses: &[Vec<i32>], kept: i32, deadline: Deadline) -> Option<Vec<Vec<i32>>> {
    let most = 4 * clauses.len() + 10_000;
    let mut left = Left { kept, ..Left::default() };
    deadline.for_each((), clauses, |lits| left.insert(lits.iter().copied())).ok()?;
    while let Some(&(_, variable)) = left.cheapest.first() {
        let [with, without] = [left.take(variable, deadline)?, left.take(-variable, deadline)?];
        for (first, second) in itertools::iproduct!(&with, &without) {
            // The other literals of both clauses. If both clauses are true, one of these literals
            // is true.
            let others = first.iter().chain(&**second).copied();
            left.insert(others.filter(|lit| lit.abs() != variable));
            if left.all.len() > most || deadline.is_over() {
                return None;
            }
        }
    }
    Some(left.all.iter().map(|clause| clause.to_vec()).collect())
}

/// The clauses that are left during the elimination. The literals of each clause are sorted.
#[derive(Default)]
struct Left {
    kept: i32,
    all: BTreeSet<Rc<[i32]>>,
    /// For each literal of a variable above `kept`: the clauses with this literal.
    by_lit: HashMap<i32, BTreeSet<Rc<[i32]>>>,
    /// For each variable above `kept`: the number of resolvents that its elimination makes, and the
    /// variable.
    cheapest: BTreeSet<(usize, i32)>,
}

impl Left {
    /// Adds a clause, unless it is always true.
    fn insert(&mut self, lits: impl Iterator<Item = i32>) {
        let clause: Rc<[i32]> = lits.sorted_unstable().dedup().collect();
        let is_always_true = clause.iter().any(|lit| clause.binary_search(&-lit).is_ok());
        if !is_always_true && self.all.insert(Rc::clone(&clause)) {
            self.list(&clause, |listed| listed.insert(Rc::clone(&clause)));
        }
    }

    /// Removes the clauses with a literal, and returns them; `None` at the deadline.
    fn take(&mut self, lit: i32, deadline: Deadline) -> Option<BTreeSet<Rc<[i32]>>> {
        let taken = self.by_lit.get(&lit).cloned().unwrap_or_default();
        let remove = |clause: &Rc<[i32]>| {
            self.all.remove(clause);
            self.list(clause, |listed| listed.remove(clause));
        };
        deadline.for_each((), &taken, remove).ok()?;
        Some(taken)
    }

    /// Changes the lists of the clauses of each literal of a clause.
    fn list(&mut self, clause: &[i32], change: impl Fn(&mut BTreeSet<Rc<[i32]>>) -> bool) {
        for &lit in clause.iter().filter(|lit| lit.abs() > self.kept) {
            let count = |of: i32| self.by_lit.get(&of).map_or(0, BTreeSet::len);
            let [same, other] = [count(lit), count(-lit)];
            self.cheapest.remove(&(same * other, lit.abs()));
            let listed = self.by_lit.entry(lit).or_default();
            change(listed);
            if listed.len() + other > 0 {
                self.cheapest.insert((listed.len() * other, lit.abs()));
            }
        }
    }
}

/// Whether a part of a clause is a direct statement of the rules or the givens. Each literal of the
/// clause is given as a candidate, and whether the literal places or excludes it.
pub(crate) fn is_stated(
    puzzle: &Puzzle,
    lits: impl Iterator<Item = (Candidate, bool)> + Clone,
) -> bool {
    let (rules, size) = (puzzle.rules(), puzzle.size());
    let exclude = |first: Candidate, second: Candidate| match first.cell == second.cell {
        true => first.digit != second.digit,
        false => first.digit == second.digit && rules.are_peers(first.cell, second.cell),
    };
    let of = |is_placed| {
        let lits = lits.clone().filter(move |&(_, placed)| placed == is_placed);
        lits.map(|(of, _)| of).sorted_unstable().dedup().collect_vec()
    };
    let (asked, excluded) = (of(true), of(false));
    let is_given = |of: &Candidate| puzzle.givens().get(of.cell) == Some(of.digit);
    // If there are more candidates than cells, two of them are in one cell.
    excluded.len() > size.cell_count()
        || excluded.iter().tuple_combinations().any(|(&first, &second)| exclude(first, second))
        || asked.iter().any(is_given)
        || asked.len() >= size.side() && {
            let mut groups = asked.iter().flat_map(|&of| rules.groups_of(of));
            groups.any(|group| {
                let mut members = group.candidates(rules);
                !matches!(group, Group::Pair(..))
                    && members.all(|of| asked.binary_search(&of).is_ok())
            })
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Encoding, Formula};
    use crate::grid::{Grid, Size};

    #[test]
    fn what_is_left_has_the_same_models() {
        // 1 and 2 are kept; 3 is equivalent to 1, 4 follows from 3, and 2 and 4 are not both true.
        let formula = [&[-3, 1][..], &[3, -1], &[-3, 4], &[-2, -4], &[4, 5, -4]];
        let clauses = formula.into_iter().enumerate();
        let left = project(clauses, 5, |variable| variable <= 2, Deadline::NONE).unwrap();
        let left = left.map(|(_, clause)| clause).collect_vec();
        for values in [[-1, 1], [-2, 2]].into_iter().multi_cartesian_product() {
            let holds = |clause: &Cow<'_, [i32]>| clause.iter().any(|lit| values.contains(lit));
            assert_eq!(left.iter().all(holds), values != [1, 2], "{left:?} at {values:?}");
        }
    }

    #[test]
    fn every_encoding_is_stated_and_one_literal_less_or_turned_is_not() {
        let mut givens = Grid::empty(Size::FOUR);
        givens.set(Size::FOUR.cell(1, 2), Size::FOUR.digits().nth(2));
        let puzzle = Puzzle::diagonal(givens);
        for encoding in Encoding::all() {
            let mut clauses: Vec<Vec<i32>> = Vec::new();
            let numbering = Formula::whole(&puzzle, encoding).for_each_clause(|clause, _| {
                clauses.push(clause.iter().map(|lit| lit.to_dimacs() as i32).collect());
            });
            let unfounded = |clauses: &[Vec<i32>]| {
                let clauses = clauses.iter().map(Vec::as_slice).enumerate();
                let is_kept = |variable| variable <= 64;
                let asked =
                    |lit: &i32| (Size::FOUR.candidate(lit.unsigned_abs() as usize - 1), *lit > 0);
                let mut left =
                    project(clauses, numbering.variable_count(), is_kept, Deadline::NONE).unwrap();
                left.find(|(_, clause)| !is_stated(&puzzle, clause.iter().map(asked)))
                    .map(|(index, _)| index)
            };
            assert_eq!(unfounded(&clauses), None, "{encoding}");
            for index in 0..clauses.len() {
                let mut fewer = clauses.clone();
                let lit = fewer[index].pop().unwrap();
                // The changed clause forbids a solution, unless the clause has auxiliary variables
                // or the given (variable 27).
                let is_plain = clauses[index].iter().all(|lit| lit.abs() <= 64);
                let is_told = |clauses: &[Vec<i32>]| {
                    clauses[index].contains(&27) || unfounded(clauses) == Some(index)
                };
                assert!(!is_plain || is_told(&fewer), "{encoding} {index}");
                fewer[index].push(-lit);
                assert!(!is_plain || is_told(&fewer), "{encoding} {index}");
            }
        }
    }
}
