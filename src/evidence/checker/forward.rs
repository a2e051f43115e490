//! Goes through a proof, step by step.

use std::io::BufRead;

use super::Cnf;
use super::read::{Step, Steps};
use crate::answer::Deadline;
use crate::dimacs::{Place, ReadError, clause_text};

/// What an accepted proof consists of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Clauses added, each of them accepted.
    pub additions: usize,
    /// The added clauses that do not follow, and were accepted as RAT.
    pub rat_additions: usize,
    /// Clauses deleted.
    pub deletions: usize,
    /// LRAT only: the formula's clauses, by index from 0, that the empty clause rests on.
    pub used: Vec<usize>,
}

/// Why a formula or a proof was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The formula or the proof could not be read.
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
    /// A deletion or hint that names a clause which is not there, or an LRAT hint that is neither
    /// unit nor false when its turn comes.
    #[error("{place}: {fault}")]
    Reference {
        /// Where.
        place: Place,
        /// Which clause, and what is wrong with it.
        fault: String,
    },
    /// The deadline passed.
    #[error("the time limit was reached")]
    TimedOut,
    /// The proof ends without the empty clause.
    #[error("the proof ends after {additions} clauses without the empty clause")]
    NoEmptyClause {
        /// Clauses that were accepted.
        additions: usize,
    },
}

/// The clauses held, in the order in which they were added.
pub(super) trait Held {
    /// Adds a clause of the formula, or a clause that may be added.
    fn hold(&mut self, id: i32, clause: &[i32], hints: &[i32]);

    /// Deletes the clauses that a step names, and returns how many.
    fn remove(&mut self, step: &Step) -> Result<usize, CheckError>;

    /// Whether a clause does not follow, and may be added only by RAT. An error if it may not be
    /// added.
    fn is_rat(&mut self, step: &Step, deadline: Deadline) -> Result<bool, CheckError>;

    /// The clauses of the formula that a clause rests on, by index from 0, if that is known.
    fn used_by(&self, _index: usize) -> Vec<usize> {
        Vec::new()
    }
}

/// Goes through the steps of a proof.
pub(super) fn forward(
    formula: &Cnf,
    mut steps: Steps<impl BufRead>,
    mut held: impl Held,
    deadline: Deadline,
) -> Result<Checked, CheckError> {
    let mut empty = formula.clauses().position(<[i32]>::is_empty);
    let load = |(id, clause): (i32, &[i32])| held.hold(id, clause, &[]);
    let loaded = deadline.for_each((), (1..).zip(formula.clauses()), load);
    loaded.map_err(|()| CheckError::TimedOut)?;
    let mut checked = Checked::default();
    while let Some(step) = steps.next()? {
        deadline.ok_or(CheckError::TimedOut)?;
        if step.is_deletion {
            checked.deletions += held.remove(step)?;
            continue;
        }
        checked.rat_additions += usize::from(held.is_rat(step, deadline)?);
        held.hold(step.id, &step.clause, &step.hints);
        if step.clause.is_empty() {
            empty.get_or_insert(formula.clause_count() + checked.additions);
        }
        checked.additions += 1;
    }
    match empty {
        Some(empty) => Ok(Checked { used: held.used_by(empty), ..checked }),
        None => Err(CheckError::NoEmptyClause { additions: checked.additions }),
    }
}

pub(super) fn not_implied(step: &Step) -> CheckError {
    CheckError::NotImplied { place: step.place, clause: clause_text(&step.clause) }
}

pub(super) fn no_such_clause(step: &Step, clause: impl std::fmt::Display) -> CheckError {
    CheckError::Reference { place: step.place, fault: format!("there is no clause {clause}") }
}
