//! Does a formula forbid any solution of its puzzle? By nothing of the encoder, so that no slip of
//! it passes for a proof that there is no solution.

use std::collections::{BTreeMap, HashSet};

use itertools::Itertools;
use varisat::Var;

use crate::answer::Deadline;
use crate::dimacs::Cnf;
use crate::evidence::checker::Clauses;
use crate::grid::Candidate;
use crate::numbering::Numbering;
use crate::rules::{Group, Puzzle};

/// The first of so many clauses, by index from 0, of which it is not seen that it allows every
/// solution of the puzzle; `Err` at the deadline.
///
/// A clause over candidates must be at least one of a group, at most one of two of a group's, or a
/// given. The other clauses, taken together where they share auxiliary variables, must speak of
/// candidates of which a solution has one at most, and there must be values of the auxiliary
/// variables whichever that is.
pub(super) fn first_unfounded(
    formula: &Cnf,
    clause_count: usize,
    puzzle: &Puzzle,
    deadline: Deadline,
) -> Result<Option<usize>, ()> {
    let numbering = Numbering::full(puzzle.size());
    let last = numbering.candidate_count() as i32;
    let is_auxiliary = |lit: &i32| lit.abs() > last;
    let of = |lit: i32| numbering.candidate(Var::from_dimacs(lit.abs() as isize)).expect("one");
    let clauses = || formula.clauses().take(clause_count).enumerate();
    // By auxiliary variable: whether a clause has it or one below and one above it.
    let mut joins_next = vec![false; formula.variable_count() + 1];
    let mut with_auxiliaries = Vec::new();
    let mut in_time = deadline.watch(());
    for (index, clause) in clauses() {
        in_time()?;
        let auxiliaries = clause.iter().filter(|lit| is_auxiliary(lit)).map(|lit| lit.abs());
        if let Some((least, most)) = auxiliaries.minmax().into_option() {
            joins_next[least as usize..most as usize].fill(true);
            with_auxiliaries.push((least, index, clause));
        } else if !is_founded(clause, puzzle, of) {
            return Ok(Some(index));
        }
    }
    let number = |part: &mut usize, &joins: &bool| {
        let own = *part;
        *part += usize::from(!joins);
        Some(own)
    };
    let parts: Vec<usize> = joins_next.iter().scan(0, number).collect();
    let mut by_part: BTreeMap<usize, Vec<(usize, &[i32])>> = BTreeMap::new();
    for (least, index, clause) in with_auxiliaries {
        by_part.entry(parts[least as usize]).or_default().push((index, clause));
    }
    let mut known_shapes = HashSet::new();
    for clauses in by_part.values() {
        in_time()?;
        let lits = clauses.iter().flat_map(|(_, clause)| clause.iter());
        // Members come before auxiliary variables.
        let variables = lits.map(|lit| lit.abs()).sorted().dedup().collect_vec();
        let members = &variables[..variables.partition_point(|variable| *variable <= last)];
        let exclude = |(&first, &second): (&i32, &i32)| is_founded(&[-first, -second], puzzle, of);
        let place = |lit: &i32| {
            let place = variables.binary_search(&lit.abs()).expect("one of them") as i32 + 1;
            lit.signum() * place
        };
        let shape = clauses.iter().map(|(_, clause)| clause.iter().map(place).collect_vec());
        let shape = (members.len(), shape.collect_vec());
        let is_sound = members.iter().tuple_combinations().all(exclude)
            && (known_shapes.contains(&shape) || allows_each_alone(shape.0, &shape.1));
        if !is_sound {
            return Ok(Some(clauses[0].0));
        }
        known_shapes.insert(shape);
    }
    Ok(None)
}

/// Whether a clause is one that the rules or the givens state.
fn is_founded(clause: &[i32], puzzle: &Puzzle, of: impl Fn(i32) -> Candidate) -> bool {
    let rules = puzzle.rules();
    let Some(first) = clause.first().map(|&lit| of(lit)) else { return false };
    if let [-1, -1] = clause.iter().map(|lit| lit.signum()).collect_vec()[..] {
        let second = of(clause[1]);
        return match first.cell == second.cell {
            true => first.digit != second.digit,
            false => first.digit == second.digit && rules.are_peers(first.cell, second.cell),
        };
    }
    let at_least = rules.groups_of(first).filter(|group| !matches!(group, Group::Pair(..)));
    let states = |group: Group| group.candidates(rules).eq(clause.iter().map(|&lit| of(lit)));
    let is_given = clause.len() == 1 && puzzle.givens().get(first.cell) == Some(first.digit);
    clause.iter().all(|&lit| lit > 0) && (is_given || at_least.map(states).contains(&true))
}

/// Whether clauses over the first variables, which are members of a group, and auxiliary ones can be
/// satisfied wherever at most one of the members is true: by what propagation finds, and all other
/// variables false.
fn allows_each_alone(members: usize, clauses: &[Vec<i32>]) -> bool {
    let most = clauses.iter().flatten().map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0);
    (0..=members as i32).all(|placed| {
        let mut held = Clauses::new(most);
        for member in 1..=members as i32 {
            held.add(&[if member == placed { member } else { -member }]);
        }
        clauses.iter().for_each(|clause| held.add(clause));
        let is_true = |lit: &i32| held.value(*lit) > 0 || (*lit < 0 && held.value(*lit) == 0);
        clauses.iter().all(|clause| clause.iter().any(is_true))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Encoding, encode};
    use crate::grid::{Grid, Size};

    #[test]
    fn every_encoding_is_founded_and_one_literal_less_or_turned_is_not() {
        let mut givens = Grid::empty(Size::FOUR);
        givens.set(Size::FOUR.cell(1, 2), Size::FOUR.digits().nth(2));
        let puzzle = Puzzle::diagonal(givens);
        for encoding in Encoding::all() {
            let lits = encode(&puzzle, encoding).formula;
            let clauses: Vec<Vec<i32>> = lits
                .iter()
                .map(|clause| clause.iter().map(|lit| lit.to_dimacs() as i32).collect())
                .collect();
            let unfounded = |clauses: &[Vec<i32>]| {
                let mut cnf = Cnf::default();
                clauses.iter().for_each(|clause| cnf.push(clause.iter().copied()));
                first_unfounded(&cnf, clauses.len(), &puzzle, Deadline::NONE).unwrap()
            };
            assert_eq!(unfounded(&clauses), None, "{encoding}");
            for index in 0..clauses.len() {
                let mut fewer = clauses.clone();
                let lit = fewer[index].pop().unwrap();
                // Without auxiliary variables it forbids a solution, with them it may not.
                let is_plain = clauses[index].iter().all(|lit| lit.abs() <= 64);
                assert!(!is_plain || unfounded(&fewer) == Some(index), "{encoding} {index}");
                fewer[index].push(-lit);
                assert!(!is_plain || unfounded(&fewer) == Some(index), "{encoding} {index}");
            }
        }
    }
}
