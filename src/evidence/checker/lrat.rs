//! LRAT: each clause names the clauses it follows from, so nothing is searched for.

use std::collections::HashMap;
use std::io::BufRead;

use super::read::Words;
use super::{CheckError, Checked, Cnf, code, in_time, show};
use crate::answer::Deadline;

pub(super) fn check(
    formula: &Cnf,
    proof: impl BufRead,
    deadline: Deadline,
) -> Result<Checked, CheckError> {
    let most = formula.variable_count() as i32;
    let mut held: HashMap<i32, Vec<i32>> =
        (1..).zip(formula.clauses().map(<[i32]>::to_vec)).collect();
    let mut hints_of: HashMap<i32, Vec<i32>> = HashMap::new();
    let mut values = vec![0; 2 * formula.variable_count() + 2];
    let mut last_id = formula.clause_count() as i32;
    let (mut checked, mut used) = (Checked::default(), None);
    let mut words = Words::new(proof);
    let (mut clause, mut hints) = (Vec::new(), Vec::new());

    while let Some(id) = words.number(1..=i32::MAX)? {
        in_time(deadline)?;
        let is_deletion = words.next()? == Some(b"d");
        let place = words.place();
        if is_deletion {
            words.next()?;
            words.list(&mut hints, 0..=i32::MAX)?;
            for id in &hints {
                if held.remove(id).is_none() {
                    return Err(CheckError::NoSuchClause { place, clause: id.to_string() });
                }
                checked.deletions += 1;
            }
            continue;
        }
        words.list(&mut clause, -most..=most)?;
        if id <= last_id {
            return Err(words.expected(&format!("a number above {last_id}"), id.to_string()));
        }
        last_id = id;
        words.next()?;
        words.list(&mut hints, 0..=i32::MAX)?;
        match refute(&clause, &hints, &held, &mut values) {
            Refuted::Yes => {}
            Refuted::No => {
                return Err(CheckError::NotImplied { place, clause: show(&clause) });
            }
            Refuted::BadHint(hint) if held.contains_key(&hint) => {
                return Err(CheckError::Hint { place, hint });
            }
            Refuted::BadHint(hint) => {
                return Err(CheckError::NoSuchClause { place, clause: hint.to_string() });
            }
        }
        checked.additions += 1;
        if clause.is_empty() && used.is_none() {
            used = Some(trace(hints.clone(), &hints_of, formula.clause_count()));
        }
        hints_of.insert(id, std::mem::take(&mut hints));
        held.insert(id, std::mem::take(&mut clause));
    }
    match used {
        Some(used) => Ok(Checked { used, ..checked }),
        None => Err(CheckError::NoEmptyClause { additions: checked.additions }),
    }
}

enum Refuted {
    Yes,
    No,
    BadHint(i32),
}

/// With the clause false, each hint in turn must have one literal left, which becomes true, until
/// one has none. `values` (by literal: 1 true, -1 false, 0 open) is all open before and after.
fn refute(
    clause: &[i32],
    hints: &[i32],
    held: &HashMap<i32, Vec<i32>>,
    values: &mut [i8],
) -> Refuted {
    let mut trail: Vec<i32> = clause.iter().map(|lit| -lit).collect();
    let make_true = |lit: i32, values: &mut [i8]| {
        values[code(lit)] = 1;
        values[code(-lit)] = -1;
    };
    trail.iter().for_each(|&lit| make_true(lit, values));
    let mut outcome = Refuted::No;
    for &hint in hints {
        let Some(lits) = held.get(&hint) else {
            outcome = Refuted::BadHint(hint);
            break;
        };
        let mut left = lits.iter().copied().filter(|&lit| values[code(lit)] >= 0);
        match (left.next(), left.next()) {
            (None, _) => {
                outcome = Refuted::Yes;
                break;
            }
            (Some(lit), None) if values[code(lit)] == 0 => {
                make_true(lit, values);
                trail.push(lit);
            }
            _ => {
                outcome = Refuted::BadHint(hint);
                break;
            }
        }
    }
    for lit in trail {
        values[code(lit)] = 0;
        values[code(-lit)] = 0;
    }
    outcome
}

/// The formula's clauses, by index from 0, that these hints rest on.
fn trace(mut open: Vec<i32>, hints_of: &HashMap<i32, Vec<i32>>, clause_count: usize) -> Vec<usize> {
    let mut seen: std::collections::HashSet<i32> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        for &hint in hints_of.get(&id).into_iter().flatten() {
            if seen.insert(hint) {
                open.push(hint);
            }
        }
    }
    let mut used: Vec<usize> =
        seen.into_iter().map(|id| id as usize - 1).filter(|&index| index < clause_count).collect();
    used.sort_unstable();
    used
}
