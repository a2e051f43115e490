//! Goes through a proof, step by step.

use std::io::BufRead;

use super::held::{Held, Redundancy};
use super::lrat::Lrat;
use super::read::Steps;
use super::{CheckError, Clauses, Cnf, ProofFormat};
use crate::answer::Deadline;

/// What an accepted proof consists of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Clauses added, each shown to follow.
    pub additions: usize,
    /// Those of them that do not follow, and were accepted as RAT.
    pub rat_additions: usize,
    /// Clauses deleted.
    pub deletions: usize,
    /// LRAT only: the formula's clauses, by index from 0, that the empty clause rests on.
    pub used: Vec<usize>,
}

/// Checks that `proof` refutes `formula`.
///
/// The proof is read to its end: what follows the empty clause must be right too.
///
/// # Errors
/// The first line that cannot be accepted, or that there is no empty clause;
/// [`CheckError::TimedOut`] at the deadline.
///
/// ```
/// use satdoku::Deadline;
/// use satdoku::evidence::checker::{Cnf, ProofFormat, check};
/// let formula = Cnf::read("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n".as_bytes())?;
/// let proof = "2 0\n0\n".as_bytes();
/// let checked = check(&formula, proof, ProofFormat::Drat, Deadline::NONE)?;
/// assert_eq!(checked.additions, 2);
/// # Ok::<(), satdoku::evidence::checker::CheckError>(())
/// ```
pub fn check(
    formula: &Cnf,
    proof: impl BufRead,
    format: ProofFormat,
    deadline: Deadline,
) -> Result<Checked, CheckError> {
    let steps = Steps::new(proof, format);
    if format.is_lrat() {
        forward(formula, steps, Lrat::new(formula), deadline)
    } else {
        forward(formula, steps, Clauses::new(formula.variable_count()), deadline)
    }
}

/// Goes through the steps of a proof.
fn forward(
    formula: &Cnf,
    mut steps: Steps<impl BufRead>,
    mut held: impl Held,
    deadline: Deadline,
) -> Result<Checked, CheckError> {
    let mut empty = formula.clauses().position(<[i32]>::is_empty);
    let loaded = deadline.for_each((1..).zip(formula.clauses()), |(id, clause)| {
        held.hold(id, clause, &[]);
    });
    loaded.ok_or(CheckError::TimedOut)?;
    let mut checked = Checked::default();
    while let Some(step) = steps.next()? {
        deadline.ok_or(CheckError::TimedOut)?;
        if step.is_deletion {
            checked.deletions += held.remove(step)?;
            continue;
        }
        checked.rat_additions += usize::from(held.redundancy(step, deadline)? == Redundancy::Rat);
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
