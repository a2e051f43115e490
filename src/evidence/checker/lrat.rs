//! LRAT: each clause names the clauses it follows from, so nothing is searched for.

use std::collections::BTreeMap;

use super::read::{Step, Steps};
use super::{CheckError, Checked, Cnf, code, show};
use crate::answer::Deadline;

pub(super) fn check(
    formula: &Cnf,
    mut steps: Box<dyn Steps + '_>,
    deadline: Deadline,
) -> Result<Checked, CheckError> {
    let mut lines = Lines::default();
    let numbered = (1..).zip(formula.clauses());
    let loaded = deadline.for_each(numbered, |(id, clause)| lines.push(id, clause, &[]));
    loaded.ok_or(CheckError::TimedOut)?;
    let mut trail = Trail::default();
    trail.make_room(formula.variable_count());
    let mut last_id = formula.clause_count() as i32;
    let mut checked = Checked::default();
    let mut used = formula.clauses().position(<[i32]>::is_empty).map(|index| vec![index]);
    let (mut clause, mut hints) = (Vec::new(), Vec::new());

    while let Some(step) = steps.next()? {
        deadline.ok_or(CheckError::TimedOut)?;
        let Step::Add(id) = step else {
            steps.list(&mut hints, i32::MAX)?;
            for id in &hints {
                if !lines.delete(*id) {
                    let (place, clause) = (steps.place(), id.to_string());
                    return Err(CheckError::NoSuchClause { place, clause });
                }
                checked.deletions += 1;
            }
            continue;
        };
        steps.list(&mut clause, Cnf::MAX_VARIABLES as i32)?;
        if id <= last_id {
            return Err(CheckError::Syntax {
                place: steps.place(),
                expected: format!("a number above {last_id}"),
                found: id.to_string(),
            });
        }
        last_id = id;
        steps.list(&mut hints, i32::MAX)?;
        trail.make_room(clause.iter().map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0));
        match trail.accepts(&clause, &hints, &lines, deadline)? {
            Verdict::Rup => {}
            Verdict::Rat => checked.rat_additions += 1,
            Verdict::NotImplied => {
                let (place, clause) = (steps.place(), show(&clause));
                return Err(CheckError::NotImplied { place, clause });
            }
            Verdict::BadHint(hint) if lines.clause(hint).is_some() => {
                return Err(CheckError::Hint { place: steps.place(), hint });
            }
            Verdict::BadHint(hint) => {
                let (place, clause) = (steps.place(), hint.to_string());
                return Err(CheckError::NoSuchClause { place, clause });
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
        self.hints.extend(hints.iter().map(|hint| hint.saturating_abs()));
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

    /// All clauses that are held, with their numbers.
    fn held(&self) -> impl Iterator<Item = (i32, &[i32])> {
        let starts = std::iter::once(0).chain(self.lines.iter().map(|line| line.lits_end));
        let lines = self.lines.iter().zip(starts).filter(|(line, _)| line.is_held);
        lines.map(|(line, start)| (line.id, &self.lits[start..line.lits_end]))
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

enum Verdict {
    Rup,
    Rat,
    NotImplied,
    BadHint(i32),
}

/// The literals that are assumed, and those that hints made true.
#[derive(Default)]
struct Trail {
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    lits: Vec<i32>,
}

impl Trail {
    fn make_room(&mut self, variable_count: usize) {
        let len = self.values.len().max(2 * variable_count + 2);
        self.values.resize(len, 0);
    }

    fn value(&self, lit: i32) -> i8 {
        self.values[code(lit)]
    }

    fn make_true(&mut self, lit: i32) {
        self.values[code(lit)] = 1;
        self.values[code(-lit)] = -1;
        self.lits.push(lit);
    }

    fn undo_to(&mut self, len: usize) {
        for lit in self.lits.drain(len..) {
            self.values[code(lit)] = 0;
            self.values[code(-lit)] = 0;
        }
    }

    /// Whether the clause may be added. The trail is empty before and after.
    fn accepts(
        &mut self,
        clause: &[i32],
        hints: &[i32],
        lines: &Lines,
        deadline: Deadline,
    ) -> Result<Verdict, CheckError> {
        clause.iter().for_each(|lit| self.make_true(-lit));
        let rat_at = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
        let (rup_hints, rat_hints) = hints.split_at(rat_at);
        let verdict = match (self.propagate(rup_hints, lines), clause.first()) {
            (Verdict::NotImplied, Some(&pivot)) => self.resolve(pivot, rat_hints, lines, deadline),
            (verdict, _) => Ok(verdict),
        };
        self.undo_to(0);
        verdict
    }

    /// Each hint in turn must have one literal left, which becomes true, until one has none.
    fn propagate(&mut self, hints: &[i32], lines: &Lines) -> Verdict {
        for &hint in hints {
            let Some(lits) = lines.clause(hint) else { return Verdict::BadHint(hint) };
            let mut left = lits.iter().copied().filter(|&lit| self.value(lit) >= 0);
            match (left.next(), left.next()) {
                (None, _) => return Verdict::Rup,
                (Some(lit), None) if self.value(lit) == 0 => self.make_true(lit),
                // It is true already.
                (Some(_), None) => {}
                _ => return Verdict::BadHint(hint),
            }
        }
        Verdict::NotImplied
    }

    /// RAT: every clause with the negated pivot is named by a negative hint, and the hints after it
    /// refute what the clause and the one to be added resolve to. `self` holds the negation of the
    /// latter.
    fn resolve(
        &mut self,
        pivot: i32,
        rat_hints: &[i32],
        lines: &Lines,
        deadline: Deadline,
    ) -> Result<Verdict, CheckError> {
        let groups: BTreeMap<i32, &[i32]> = rat_hints
            .chunk_by(|_, &next| next > 0)
            .map(|group| (group[0].saturating_neg(), &group[1..]))
            .collect();
        if let Some(&absent) = groups.keys().find(|&&id| lines.clause(id).is_none()) {
            return Ok(Verdict::BadHint(absent));
        }
        let len = self.lits.len();
        for (id, lits) in lines.held().filter(|(_, lits)| lits.contains(&-pivot)) {
            deadline.ok_or(CheckError::TimedOut)?;
            let Some(hints) = groups.get(&id) else { return Ok(Verdict::NotImplied) };
            let mut is_true = false;
            for &lit in lits.iter().filter(|&&lit| lit != -pivot) {
                match self.value(lit) {
                    0 => self.make_true(-lit),
                    value => is_true |= value > 0,
                }
            }
            let verdict = if is_true { Verdict::Rup } else { self.propagate(hints, lines) };
            self.undo_to(len);
            if !matches!(verdict, Verdict::Rup) {
                return Ok(verdict);
            }
        }
        Ok(Verdict::Rat)
    }
}
