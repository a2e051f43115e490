//! The forward check of DRAT proofs: every added clause must be RUP or RAT at the time of its
//! addition.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::forward::{CheckError, Held, no_such_clause, not_implied};
use super::read::Step;
use super::trail::{Trail, code, table_len};
use crate::answer::Deadline;
use crate::dimacs::clause_text;

/// The number of a clause. Clauses are numbered from 0 in the order of addition.
type Id = u32;
const NO_CLAUSE: Id = Id::MAX;

/// The current clauses, and the trail: the literals that unit propagation makes true.
///
/// The first two literals of each clause are watched. If the trail has only permanent literals
/// (those without assumptions) and is propagated to the end, a watched literal is false only in a
/// clause that is permanently true.
#[derive(Default)]
pub(crate) struct Clauses {
    lits: Vec<i32>,
    /// For each clause: its start in `lits` and its length, which is 0 after deletion.
    spans: Vec<(usize, usize)>,
    /// For each literal: the clauses that watch it, each with another literal of the clause. If
    /// this other literal is true, propagation need not read the clause.
    watches: Vec<Vec<(Id, i32)>>,
    trail: Trail,
    propagated: usize,
    /// For each variable: the clause that put it on the trail permanently.
    reasons: Vec<Id>,
    /// For each hash of sorted literals: the last added clause with this hash. A table by literals
    /// would take more memory: a proof may have millions of clauses.
    ids: HashMap<u64, Id>,
    hasher: RandomState,
    /// For each clause: the previous clause with the same hash.
    older: Vec<Id>,
    /// Whether propagation without assumptions finds a false clause.
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

/// Methods for the check of the clauses of clues.
#[cfg(feature = "certificates")]
impl Clauses {
    /// Whether propagation without assumptions finds a false clause.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// The number of variables that have a value.
    pub fn known_count(&self) -> usize {
        self.trail.lits.len()
    }

    /// Makes all these literals true, and all literals that follow by propagation. Returns `false`
    /// if this is impossible.
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

    /// Removes all literals from the trail except the first `len`. The permanent literals are the
    /// first literals of the trail.
    pub fn undo_to(&mut self, len: usize) {
        self.trail.undo_to(len);
        self.propagated = len;
    }

    /// Adds a clause, and propagates; the new values are permanent.
    pub fn add(&mut self, clause: &[i32]) {
        let id = self.spans.len() as Id;
        let start = self.lits.len();
        let mut lits = sorted(clause);
        let older = self.ids.insert(self.hasher.hash_one(&lits), id);
        self.older.push(older.unwrap_or(NO_CLAUSE));
        // True literals come first, then literals without a value, then false literals.
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

    /// Deletes a clause, unless it is the reason for a literal of the trail. Returns whether the
    /// clause exists.
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
                // Propagation removes the clause from the lists of watches when it next finds it
                // there.
                self.spans[id as usize].1 = 0;
                break;
            }
            (newer, id) = (id, older);
        }
        is_there
    }

    /// Propagates the trail to its end. Returns `false` if a clause became false.
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
            // No clause was added to this list meanwhile: new watched literals are not false.
            self.watches[code(falsified)] = watching;
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Makes all these literals false, and makes all literals true that follow by propagation.
    /// Returns `false` if this is impossible.
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

    /// Whether the clause is RUP: unit propagation shows that it follows.
    pub fn has_rup(&mut self, clause: &[i32]) -> bool {
        let for_good = self.trail.lits.len();
        let has_rup = self.refuted || !self.refute(clause);
        self.undo_to(for_good);
        has_rup
    }

    /// Whether the clause is RAT on its first literal: for every clause with the negation of this
    /// literal, unit propagation finds a contradiction if the new clause and the other literals of
    /// that clause are false.
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
