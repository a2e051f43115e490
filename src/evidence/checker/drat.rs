//! DRAT, forward: every added clause is RUP or RAT when it is added.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::forward::{CheckError, Held, no_such_clause, not_implied};
use super::read::Step;
use super::trail::{Trail, code, table_len};
use crate::answer::Deadline;
use crate::dimacs::clause_text;

/// A clause's number, in order of addition from 0.
type Id = u32;
const NO_CLAUSE: Id = Id::MAX;

/// The clauses held, and the trail: the literals that unit propagation makes true.
///
/// The first two literals of each clause are watched. While the trail is as it was when the last
/// clause was added, and is propagated to the end, a watched literal is false only in a clause that
/// is true for good.
#[derive(Default)]
pub(crate) struct Clauses {
    lits: Vec<i32>,
    /// By clause: where it starts in `lits` and its length. Length 0 once deleted.
    spans: Vec<(usize, usize)>,
    /// By literal: the clauses that watch it. With each stands one more literal of the clause,
    /// which often spares a look at the clause.
    watches: Vec<Vec<(Id, i32)>>,
    trail: Trail,
    propagated: usize,
    /// By variable: the clause that put it on the trail for good.
    reasons: Vec<Id>,
    /// By hash of the sorted literals: the clause added last. This holds less than a table by
    /// literals would: a proof may have millions of clauses.
    ids: HashMap<u64, Id>,
    hasher: RandomState,
    /// By clause: the clause before it with the same hash.
    older: Vec<Id>,
    /// Whether propagation alone meets a false clause.
    refuted: bool,
}

impl Held for Clauses {
    fn hold(&mut self, _: i32, clause: &[i32], _: &[i32]) {
        self.add(clause);
    }

    fn remove(&mut self, step: &Step) -> Result<usize, CheckError> {
        self.make_room(&step.clause);
        if self.delete(&step.clause) {
            return Ok(1);
        }
        Err(no_such_clause(step, clause_text(&step.clause)))
    }

    fn is_rat(&mut self, step: &Step, deadline: Deadline) -> Result<bool, CheckError> {
        self.make_room(&step.clause);
        if self.has_rup(&step.clause) {
            return Ok(false);
        }
        if self.has_rat(&step.clause, deadline)? { Ok(true) } else { Err(not_implied(step)) }
    }
}

/// Used for the clauses of a clue.
#[cfg(feature = "certificates")]
impl Clauses {
    /// Whether propagation alone meets a false clause.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// How many variables have a value.
    pub fn known_count(&self) -> usize {
        self.trail.lits.len()
    }

    /// Makes all these literals true, and all literals that follow. `false` if that is impossible.
    pub fn assume(&mut self, lits: &[i32]) -> bool {
        self.refute(&lits.iter().map(|lit| -lit).collect::<Vec<_>>())
    }
}

impl Clauses {
    pub fn new(variable_count: usize) -> Clauses {
        let mut clauses = Clauses::default();
        clauses.make_room(&[variable_count as i32]);
        clauses
    }

    fn make_room(&mut self, clause: &[i32]) {
        let len = self.watches.len().max(table_len(clause));
        self.watches.resize(len, Vec::new());
        self.reasons.resize(len / 2, NO_CLAUSE);
        self.trail.make_room(clause);
    }

    fn clause(&self, id: Id) -> &[i32] {
        let (start, len) = self.spans[id as usize];
        &self.lits[start..start + len]
    }

    /// Takes back all values except the first `len`; values that the clauses give for good stay.
    pub fn undo_to(&mut self, len: usize) {
        self.trail.undo_to(len);
        self.propagated = len;
    }

    /// Adds a clause and propagates for good.
    pub fn add(&mut self, clause: &[i32]) {
        let id = self.spans.len() as Id;
        let start = self.lits.len();
        let mut lits = sorted(clause);
        let older = self.ids.insert(self.hasher.hash_one(&lits), id);
        self.older.push(older.unwrap_or(NO_CLAUSE));
        // True literals first, then open ones, then false ones.
        lits.sort_by_key(|&lit| -self.trail.value(lit));
        self.spans.push((start, lits.len()));
        if let [first, second, ..] = lits[..] {
            self.watches[code(first)].push((id, second));
            self.watches[code(second)].push((id, first));
        }
        let is_unit = lits.get(1).is_none_or(|&second| self.trail.value(second) < 0);
        match lits.first().map(|&first| (first, self.trail.value(first))) {
            None | Some((_, -1)) => self.refuted = true,
            Some((first, 0)) if is_unit => {
                self.trail.make_true(first);
                self.reasons[first.unsigned_abs() as usize] = id;
            }
            _ => {}
        }
        self.lits.extend(lits);
        self.refuted |= !self.propagate(true);
    }

    /// Drops a clause, unless it is the reason for a literal of the trail. Returns whether it was
    /// there.
    pub fn delete(&mut self, clause: &[i32]) -> bool {
        let key = sorted(clause);
        let hash = self.hasher.hash_one(&key);
        let mut is_there = false;
        let (mut newer, mut id) = (NO_CLAUSE, self.ids.get(&hash).copied().unwrap_or(NO_CLAUSE));
        while id != NO_CLAUSE {
            let older = self.older[id as usize];
            let lits = sorted(self.clause(id));
            is_there |= lits == key;
            let is_reason =
                || key.iter().any(|lit| self.reasons[lit.unsigned_abs() as usize] == id);
            if lits == key && !is_reason() {
                match (newer, older) {
                    (NO_CLAUSE, NO_CLAUSE) => drop(self.ids.remove(&hash)),
                    (NO_CLAUSE, _) => drop(self.ids.insert(hash, older)),
                    _ => self.older[newer as usize] = older,
                }
                // The watches drop the clause when they next come across it.
                self.spans[id as usize].1 = 0;
                break;
            }
            (newer, id) = (id, older);
        }
        is_there
    }

    /// Follows the trail to its end. `false` if a clause became false.
    fn propagate(&mut self, for_good: bool) -> bool {
        while self.propagated < self.trail.lits.len() {
            let falsified = -self.trail.lits[self.propagated];
            self.propagated += 1;
            let mut watching = std::mem::take(&mut self.watches[code(falsified)]);
            let (mut kept, mut consistent) = (0, true);
            let mut next = 0;
            while next < watching.len() {
                let (id, other) = watching[next];
                next += 1;
                let (start, len) = self.spans[id as usize];
                if len == 0 {
                    continue;
                }
                watching[kept] = (id, other);
                kept += 1;
                if self.trail.value(other) > 0 {
                    continue;
                }
                let clause = &mut self.lits[start..start + len];
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                if let Some(free) = (2..len).find(|&at| self.trail.value(clause[at]) >= 0) {
                    clause.swap(1, free);
                    self.watches[code(clause[1])].push((id, first));
                    kept -= 1;
                } else if self.trail.value(first) < 0 {
                    consistent = false;
                    break;
                } else if self.trail.value(first) == 0 {
                    self.trail.make_true(first);
                    if for_good {
                        self.reasons[first.unsigned_abs() as usize] = id;
                    }
                }
            }
            watching.copy_within(next.., kept);
            watching.truncate(kept + watching.len() - next);
            // No clause was added to this list meanwhile: new watches are not false.
            self.watches[code(falsified)] = watching;
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Makes all these literals false, and all literals that follow true. `false` if that is
    /// impossible.
    fn refute(&mut self, lits: &[i32]) -> bool {
        for &lit in lits {
            match self.trail.value(lit) {
                1 => return false,
                0 => self.trail.make_true(-lit),
                _ => {}
            }
        }
        self.propagate(false)
    }

    /// Whether unit propagation shows that the clause follows.
    pub fn has_rup(&mut self, clause: &[i32]) -> bool {
        let for_good = self.trail.lits.len();
        let has_rup = self.refuted || !self.refute(clause);
        self.undo_to(for_good);
        has_rup
    }

    /// Whether, with the clause false, every clause with the negation of its first literal is RUP
    /// without that negation.
    fn has_rat(&mut self, clause: &[i32], deadline: Deadline) -> Result<bool, CheckError> {
        let Some(&pivot) = clause.first() else { return Ok(false) };
        let for_good = self.trail.lits.len();
        self.refute(clause);
        let trail_len = self.trail.lits.len();
        for id in 0..self.spans.len() as Id {
            if !self.clause(id).contains(&-pivot) {
                continue;
            }
            deadline.ok_or(CheckError::TimedOut)?;
            let others: Vec<i32> =
                self.clause(id).iter().copied().filter(|&lit| lit != -pivot).collect();
            let is_refuted = !self.refute(&others);
            self.undo_to(trail_len);
            if !is_refuted {
                self.undo_to(for_good);
                return Ok(false);
            }
        }
        self.undo_to(for_good);
        Ok(true)
    }
}

fn sorted(clause: &[i32]) -> Vec<i32> {
    let mut lits = clause.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}
