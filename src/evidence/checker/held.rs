//! What holds the clauses of a formula and its proof, and why one is not accepted.

use super::read::Step;
use crate::answer::Deadline;
use crate::dimacs::{Place, ReadError};

/// Why a formula or a proof was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A clause that does not follow.
    #[error("{place}: unit propagation does not show that {clause} follows")]
    NotImplied {
        /// Where.
        place: Place,
        /// The clause, as DIMACS.
        clause: String,
    },
    /// A deletion or hint that names a clause which is not there.
    #[error("{place}: there is no clause {clause}")]
    NoSuchClause {
        /// Where.
        place: Place,
        /// Its literals or its number.
        clause: String,
    },
    /// An LRAT hint that is neither unit nor false when its turn comes.
    #[error("{place}: hint {hint} is neither unit nor false")]
    Hint {
        /// Where.
        place: Place,
        /// The number of the clause.
        hint: i32,
    },
    /// The deadline passed.
    #[error("the time limit was reached")]
    TimedOut,
    /// The proof ends without the empty clause.
    #[error("the proof ends after {additions} clauses without the empty one")]
    NoEmptyClause {
        /// Clauses that were accepted.
        additions: usize,
    },
}

/// The clauses held, in the order in which they were added.
pub(super) trait Held {
    /// Takes in a clause of the formula, or one that may be added.
    fn hold(&mut self, id: i32, clause: &[i32], hints: &[i32]);

    /// Deletes the clauses that a step names, and returns how many.
    fn remove(&mut self, step: &Step) -> Result<usize, CheckError>;

    /// Why a clause may be added; an error if it may not.
    fn redundancy(&mut self, step: &Step, deadline: Deadline) -> Result<Redundancy, CheckError>;

    /// The clauses of the formula that a clause rests on, by index from 0, if that is known.
    fn used_by(&self, index: usize) -> Vec<usize>;
}

/// Why a clause may be added.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Redundancy {
    Rup,
    Rat,
}

pub(super) fn not_implied(step: &Step) -> CheckError {
    CheckError::NotImplied { place: step.place, clause: show(&step.clause) }
}

/// A clause as DIMACS writes it, shortened if long.
pub(super) fn show(clause: &[i32]) -> String {
    const SHOWN: usize = 20;
    let mut text = String::new();
    clause.iter().take(SHOWN).for_each(|lit| text += &format!("{lit} "));
    if clause.len() > SHOWN { text + "..." } else { text + "0" }
}
