//! Checks a proof step by step, from its first step to its last.

use std::io::BufRead;

use super::Cnf;
use super::read::{Step, Steps};
use crate::answer::Deadline;
use crate::dimacs::{Place, ReadError, clause_text};

/// The numbers of steps of an accepted proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The number of added clauses; all of them were accepted.
    pub additions: usize,
    /// The number of added clauses that are not RUP, and were accepted as RAT.
    pub rat_additions: usize,
    /// The number of deleted clauses.
    pub deletions: usize,
    /// LRAT only: the indices (from 0) of the formula's clauses from which the empty clause was
    /// derived.
    pub used: Vec<usize>,
}

/// The reason why a formula or a proof was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The formula or the proof could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An added clause that is not shown to follow (RUP) or to be RAT.
    #[error("{place}: unit propagation does not show that {clause} follows")]
    NotImplied {
        /// The place of the clause.
        place: Place,
        /// The clause as DIMACS.
        clause: String,
    },
    /// A deletion or a hint that names a clause which does not exist (or no longer), or an LRAT
    /// hint whose clause is neither unit nor false at its turn.
    #[error("{place}: {fault}")]
    Reference {
        /// The place of the deletion or hint.
        place: Place,
        /// The clause, and what is wrong with it.
        fault: String,
    },
    /// The deadline passed.
    #[error("the time limit was reached")]
    TimedOut,
    /// The proof ends without the empty clause.
    #[error("the proof ends after {additions} clauses without the empty clause")]
    NoEmptyClause {
        /// The number of accepted clauses.
        additions: usize,
    },
}

/// The current clauses of a check, in the order in which they were added.
pub(super) trait Held {
    /// Adds a clause of the formula, or an accepted clause of the proof.
    fn hold(&mut self, id: i32, clause: &[i32], hints: &[i32]);

    /// Deletes the clauses that a step names, and returns their number.
    fn remove(&mut self, step: &Step) -> Result<usize, CheckError>;

    /// Whether a clause is not RUP, and may be added only as RAT. Returns an error if the clause
    /// may not be added.
    fn is_rat(&mut self, step: &Step, deadline: Deadline) -> Result<bool, CheckError>;

    /// The indices (from 0) of the formula's clauses from which a clause was derived, if they are
    /// known.
    fn used_by(&self, _index: usize) -> Vec<usize> {
        Vec::new()
    }
}

/// Checks the steps of a proof.
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
