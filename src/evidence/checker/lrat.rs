//! LRAT: each clause names the clauses it follows from, so nothing is searched for.

use std::io::BufRead;

use super::read::Words;
use super::{CheckError, Checked, Cnf, code, show};
use crate::answer::Deadline;

pub(super) fn check(
    formula: &Cnf,
    proof: impl BufRead,
    deadline: Deadline,
) -> Result<Checked, CheckError> {
    let most = formula.variable_count() as i32;
    let mut lines = Lines::default();
    (1..).zip(formula.clauses()).for_each(|(id, clause)| lines.push(id, clause, &[]));
    let mut values = vec![0; 2 * formula.variable_count() + 2];
    let mut last_id = formula.clause_count() as i32;
    let (mut checked, mut used) = (Checked::default(), None);
    let mut words = Words::new(proof);
    let (mut clause, mut hints) = (Vec::new(), Vec::new());

    while let Some(id) = words.number(1..=i32::MAX)? {
        deadline.ok_or(CheckError::TimedOut)?;
        let is_deletion = words.next()? == Some(b"d");
        let place = words.place();
        if is_deletion {
            words.next()?;
            words.list(&mut hints, 0..=i32::MAX)?;
            for id in &hints {
                if !lines.delete(*id) {
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
        match refute(&clause, &hints, &lines, &mut values) {
            Refuted::Yes => {}
            Refuted::No => {
                return Err(CheckError::NotImplied { place, clause: show(&clause) });
            }
            Refuted::BadHint(hint) if lines.clause(hint).is_some() => {
                return Err(CheckError::Hint { place, hint });
            }
            Refuted::BadHint(hint) => {
                return Err(CheckError::NoSuchClause { place, clause: hint.to_string() });
            }
        }
        checked.additions += 1;
        lines.push(id, &clause, &hints);
        if clause.is_empty() && used.is_none() {
            used = Some(lines.used_by_last(formula.clause_count()));
        }
    }
    match used {
        Some(used) => Ok(Checked { used, ..checked }),
        None => Err(CheckError::NoEmptyClause { additions: checked.additions }),
    }
}

/// The clauses of the formula and the proof, with their hints. Their numbers ascend, so a clause is
/// found by halving, and a long proof takes little more than its literals.
#[derive(Default)]
struct Lines {
    lines: Vec<Line>,
    lits: Vec<i32>,
    hints: Vec<i32>,
}

struct Line {
    id: i32,
    is_held: bool,
    /// Where its literals end in `lits`, and its hints in `hints`; they start where the line
    /// before ends.
    lits_end: usize,
    hints_end: usize,
}

impl Lines {
    fn push(&mut self, id: i32, clause: &[i32], hints: &[i32]) {
        self.lits.extend_from_slice(clause);
        self.hints.extend_from_slice(hints);
        let (lits_end, hints_end) = (self.lits.len(), self.hints.len());
        self.lines.push(Line { id, is_held: true, lits_end, hints_end });
    }

    fn index(&self, id: i32) -> Option<usize> {
        self.lines.binary_search_by_key(&id, |line| line.id).ok()
    }

    /// A clause that is held.
    fn clause(&self, id: i32) -> Option<&[i32]> {
        let index = self.index(id).filter(|&index| self.lines[index].is_held)?;
        let start = index.checked_sub(1).map_or(0, |before| self.lines[before].lits_end);
        Some(&self.lits[start..self.lines[index].lits_end])
    }

    fn hints(&self, index: usize) -> &[i32] {
        let start = index.checked_sub(1).map_or(0, |before| self.lines[before].hints_end);
        &self.hints[start..self.lines[index].hints_end]
    }

    /// Whether there was such a clause.
    fn delete(&mut self, id: i32) -> bool {
        let index = self.index(id);
        index.is_some_and(|index| std::mem::take(&mut self.lines[index].is_held))
    }

    /// The first `clause_count` clauses, by index from 0, that the last one rests on.
    fn used_by_last(&self, clause_count: usize) -> Vec<usize> {
        let mut is_used = vec![false; self.lines.len()];
        let mut open = vec![self.lines.len() - 1];
        while let Some(index) = open.pop() {
            let hints = self.hints(index).iter().filter_map(|&hint| self.index(hint));
            open.extend(hints.filter(|&hint| !std::mem::replace(&mut is_used[hint], true)));
        }
        (0..clause_count).filter(|&index| is_used[index]).collect()
    }
}

enum Refuted {
    Yes,
    No,
    BadHint(i32),
}

/// With the clause false, each hint in turn must have one literal left, which becomes true, until
/// one has none. `values` (by literal: 1 true, -1 false, 0 open) is all open before and after.
fn refute(clause: &[i32], hints: &[i32], lines: &Lines, values: &mut [i8]) -> Refuted {
    let mut trail: Vec<i32> = clause.iter().map(|lit| -lit).collect();
    let make_true = |lit: i32, values: &mut [i8]| {
        values[code(lit)] = 1;
        values[code(-lit)] = -1;
    };
    trail.iter().for_each(|&lit| make_true(lit, values));
    let mut outcome = Refuted::No;
    for &hint in hints {
        let Some(lits) = lines.clause(hint) else {
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
