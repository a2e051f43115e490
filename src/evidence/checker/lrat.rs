//! The check of LRAT proofs: each added clause names the clauses from which it follows, so the
//! checker need not search for them.

use std::collections::BTreeMap;

use super::Cnf;
use super::forward::{CheckError, Held, no_such_clause, not_implied};
use super::read::Step;
use super::trail::Trail;
use crate::answer::Deadline;
use crate::dimacs::ReadError;

/// The clauses of the formula and the proof, with their hints. The numbers of the clauses ascend,
/// so a clause is found by binary search, and a long proof takes little more memory than its
/// literals and hints.
#[derive(Default)]
struct Lines {
    lines: Vec<Line>,
    /// For each line: its literals, followed by its hints.
    numbers: Vec<i32>,
}

struct Line {
    id: i32,
    is_held: bool,
    /// The end of its literals in `numbers`; `end` is the end of its hints. A line starts at the
    /// end of the line before.
    lits_end: usize,
    end: usize,
}

impl Lines {
    fn index(&self, id: i32) -> Option<usize> {
        self.lines.binary_search_by_key(&id, |line| line.id).ok()
    }

    /// The literals and the hints of a line.
    fn lists(&self, index: usize) -> (&[i32], &[i32]) {
        let start = index.checked_sub(1).map_or(0, |before| self.lines[before].end);
        let Line { lits_end, end, .. } = self.lines[index];
        (&self.numbers[start..lits_end], &self.numbers[lits_end..end])
    }

    /// The literals of a clause, unless it does not exist or was deleted.
    fn clause(&self, id: i32) -> Option<&[i32]> {
        let index = self.index(id).filter(|&index| self.lines[index].is_held)?;
        Some(self.lists(index).0)
    }
}

/// The state of the check of an LRAT proof.
pub(super) struct Lrat {
    lines: Lines,
    /// The number of lines that are clauses of the formula.
    clause_count: usize,
    /// The literals that are assumed, and the literals that hints made true. The trail is empty
    /// between two steps.
    trail: Trail,
}

impl Held for Lrat {
    fn hold(&mut self, id: i32, clause: &[i32], hints: &[i32]) {
        let Lines { lines, numbers } = &mut self.lines;
        numbers.extend_from_slice(clause);
        let lits_end = numbers.len();
        numbers.extend(hints.iter().map(|hint| hint.saturating_abs()));
        lines.push(Line { id, is_held: true, lits_end, end: numbers.len() });
    }

    fn remove(&mut self, step: &Step) -> Result<usize, CheckError> {
        for &id in &step.hints {
            let index = self.lines.index(id).filter(|&index| self.lines.lines[index].is_held);
            self.lines.lines[index.ok_or_else(|| no_such_clause(step, id))?].is_held = false;
        }
        Ok(step.hints.len())
    }

    fn is_rat(&mut self, step: &Step, deadline: Deadline) -> Result<bool, CheckError> {
        let last_id = self.lines.lines.last().map_or(0, |line| line.id);
        if step.id <= last_id {
            let (expected, found) = (format!("a number above {last_id}"), step.id.to_string());
            return Err(ReadError::Syntax { place: step.place, expected, found }.into());
        }
        self.trail.make_room(&step.clause);
        step.clause.iter().for_each(|lit| self.trail.make_true(-lit));
        let is_rat = self.is_only_rat(step, deadline);
        self.trail.undo_to(0);
        is_rat
    }

    fn used_by(&self, index: usize) -> Vec<usize> {
        let mut is_used = vec![false; self.lines.lines.len()];
        is_used[index] = true;
        let mut open = vec![index];
        while let Some(index) = open.pop() {
            let (_, hints) = self.lines.lists(index);
            let hints = hints.iter().filter_map(|&hint| self.lines.index(hint));
            open.extend(hints.filter(|&hint| !std::mem::replace(&mut is_used[hint], true)));
        }
        (0..self.clause_count).filter(|&index| is_used[index]).collect()
    }
}

impl Lrat {
    pub fn new(formula: &Cnf) -> Lrat {
        let mut trail = Trail::default();
        trail.make_room(&[formula.variable_count() as i32]);
        Lrat { lines: Lines::default(), clause_count: formula.clause_count(), trail }
    }

    /// The same as `is_rat`; the negation of the clause is already on the trail.
    fn is_only_rat(&mut self, step: &Step, deadline: Deadline) -> Result<bool, CheckError> {
        let Lrat { lines, trail, .. } = self;
        let rat_at = step.hints.iter().position(|&hint| hint < 0).unwrap_or(step.hints.len());
        let (rup_hints, rat_hints) = step.hints.split_at(rat_at);
        if propagate(trail, rup_hints, lines, step)? {
            return Ok(false);
        }
        // RAT: for each clause with the negated pivot, there is a negative hint that names it. The
        // hints after this hint show that the resolvent of this clause and the new clause follows.
        let &pivot = step.clause.first().ok_or_else(|| not_implied(step))?;
        let groups: BTreeMap<i32, &[i32]> = rat_hints
            .chunk_by(|_, &next| next > 0)
            .map(|group| (group[0].saturating_neg(), &group[1..]))
            .collect();
        if let Some(&absent) = groups.keys().find(|&&id| lines.clause(id).is_none()) {
            return Err(no_such_clause(step, absent));
        }
        let len = trail.lits.len();
        for (index, line) in lines.lines.iter().enumerate().filter(|(_, line)| line.is_held) {
            let (lits, _) = lines.lists(index);
            if !lits.contains(&-pivot) {
                continue;
            }
            deadline.ok_or(CheckError::TimedOut)?;
            let hints = groups.get(&line.id).ok_or_else(|| not_implied(step))?;
            let mut is_refuted = false;
            for &lit in lits.iter().filter(|&&lit| lit != -pivot) {
                match trail.value(lit) {
                    0 => trail.make_true(-lit),
                    value => is_refuted |= value > 0,
                }
            }
            is_refuted = is_refuted || propagate(trail, hints, lines, step)?;
            trail.undo_to(len);
            if !is_refuted {
                return Err(not_implied(step));
            }
        }
        Ok(true)
    }
}

/// Visits the clauses of the hints one after the other, until all literals of a clause are false.
/// Each clause before must have exactly one literal that is not false; this literal becomes true.
/// Returns whether there was a clause whose literals are all false.
fn propagate(
    trail: &mut Trail,
    hints: &[i32],
    lines: &Lines,
    step: &Step,
) -> Result<bool, CheckError> {
    for &hint in hints {
        let lits = lines.clause(hint).ok_or_else(|| no_such_clause(step, hint))?;
        let mut left = lits.iter().copied().filter(|&lit| trail.value(lit) >= 0);
        match (left.next(), left.next()) {
            (None, _) => return Ok(true),
            (Some(lit), None) if trail.value(lit) == 0 => trail.make_true(lit),
            // The literal is true already.
            (Some(_), None) => {}
            _ => {
                let fault = format!("hint {hint} is neither unit nor false");
                return Err(CheckError::Reference { place: step.place, fault });
            }
        }
    }
    Ok(false)
}
