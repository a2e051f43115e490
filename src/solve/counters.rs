//! What a SAT solver counts while it searches.

use serde::Serialize;

/// Counts of one search or several. What the solver does not tell is `None`, never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counters {
    /// Conflicts.
    pub conflicts: Option<u64>,
    /// Decisions; clasp's choices.
    pub decisions: Option<u64>,
    /// Literals that were propagated, in the solver's own way of counting.
    pub propagations: Option<u64>,
    /// Restarts.
    pub restarts: Option<u64>,
    /// Bytes of the proof that was written, in the solver's own format.
    pub proof_bytes: Option<u64>,
}

impl Counters {
    /// Adds another's counts; what only one of them knows counts alone.
    pub fn add(&mut self, other: &Counters) {
        let pairs = [
            (&mut self.conflicts, other.conflicts),
            (&mut self.decisions, other.decisions),
            (&mut self.propagations, other.propagations),
            (&mut self.restarts, other.restarts),
            (&mut self.proof_bytes, other.proof_bytes),
        ];
        for (sum, count) in pairs {
            if let Some(count) = count {
                let sum = sum.get_or_insert_default();
                *sum = sum.saturating_add(count);
            }
        }
    }
}
