//! Finds the clauses of a formula that forbid a solution.

use itertools::Itertools;

use super::map::VariableMap;
use crate::answer::Deadline;
use crate::dimacs::{Cnf, lits};
use crate::evidence::{Selected, delete, enumerate};
use crate::grid::{Candidate, Candidates, Symbols};
use crate::rules::Rules;
use crate::solve::{SolveError, Varisat};

/// A clause that forbids a solution, alone or together with other clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guilty {
    /// The index of the clause in the formula, from 0.
    pub index: usize,
    /// The literals of the clause.
    pub clause: Vec<i32>,
    /// Candidates of the solution that the clause forbids to be placed together.
    pub forbidden: Vec<Candidate>,
    /// Candidates outside the solution of which the clause requires one instead.
    pub demanded: Vec<Candidate>,
    /// Whether the clause also has variables that do not represent candidates.
    pub has_auxiliaries: bool,
}

impl Guilty {
    /// The effect of the clause in words: `forbids A1=1 with E5=5, which share no unit`.
    pub fn describe(&self, rules: &Rules, symbols: &Symbols) -> String {
        let names = |candidates: &[Candidate]| -> Vec<String> {
            candidates.iter().map(|&c| symbols.candidate(rules.size(), c)).collect()
        };
        let (forbidden, demanded) = (names(&self.forbidden), names(&self.demanded));
        let apart = match self.forbidden[..] {
            [first, second] if !rules.are_peers(first.cell, second.cell) => ", which share no unit",
            _ => "",
        };
        let said = match (&forbidden[..], &demanded[..]) {
            ([], []) if self.has_auxiliaries => return "has only auxiliary variables".to_owned(),
            ([], []) => "is empty, so nothing satisfies it".to_owned(),
            ([], rest) => format!("demands {}", enumerate(rest, "or")),
            ([first, others @ ..], rest) => {
                let with = if others.is_empty() { "" } else { " with " };
                let others = enumerate(others, "and");
                let unless = if rest.is_empty() { "" } else { " unless the model has " };
                let rest = enumerate(rest, "or");
                format!("forbids {first}{with}{others}{apart}{unless}{rest}")
            }
        };
        if self.has_auxiliaries { said + ", with auxiliary variables" } else { said }
    }
}

/// The limit on the size of varisat's proof, in bytes, for a search on which the judgement does not
/// depend. Such a search takes less than a second.
pub(super) const SMALL_EFFORT: u64 = 1 << 21;

/// Clauses that together forbid a filling, none of which can be left out; a single clause if one is
/// enough. Empty if the solver gave up, or if its answers contradict each other.
pub(super) fn find_guilty(
    formula: &Cnf,
    map: &VariableMap,
    filling: &Candidates,
    deadline: Deadline,
) -> Result<Vec<Guilty>, SolveError> {
    let is_auxiliary = |lit: &&i32| map.candidate(**lit).is_none();
    let excludes = |(_, clause): &(usize, &[i32])| {
        clause.iter().all(|&lit| map.holds(filling, lit) != Some(true))
    };
    let mut open: Vec<(usize, &[i32])> = Vec::new();
    deadline.for_each(SolveError::TimedOut, formula.clauses().enumerate(), |clause| {
        open.extend(Some(clause).filter(excludes));
    })?;
    let is_plain = |(_, clause): &(usize, &[i32])| !clause.iter().any(|lit| is_auxiliary(&lit));
    let mut set = Vec::from_iter(open.iter().position(is_plain));
    if set.is_empty() {
        let solver = Varisat::limited(deadline, SMALL_EFFORT);
        let mut solver = Selected::new(solver, map.most_variable(formula));
        deadline.for_each(SolveError::TimedOut, open.iter().enumerate(), |(at, (_, clause))| {
            let auxiliaries: Vec<i32> = clause.iter().filter(is_auxiliary).copied().collect();
            solver.add(lits(&auxiliaries), Some(at));
        })?;
        set = solver.core(&Vec::from_iter(0..open.len()))?.unwrap_or_default();
        delete(&mut set, |others| solver.core(others))?;
        if solver.core(&set)?.is_none() {
            return Ok(Vec::new());
        }
    }
    let blamed = set.into_iter().map(|at| {
        let (index, clause) = open[at];
        let named =
            |sign: i32| clause.iter().filter_map(|&lit| map.placed(sign * lit)).sorted().dedup();
        Guilty {
            index,
            clause: clause.to_vec(),
            forbidden: named(-1).collect(),
            demanded: named(1).collect(),
            has_auxiliaries: clause.iter().any(|lit| is_auxiliary(&lit)),
        }
    });
    Ok(blamed.collect())
}
