//! A proof checker small enough to be read in one sitting: DRAT and LRAT, as text and in binary.
//!
//! It shares no code with the SAT solver, not even the type of a literal: formula and proof are
//! read from bytes, and a literal is an `i32` as DIMACS writes it.
//!
//! | Format | A line is accepted if |
//! |---|---|
//! | DRAT, text or binary | unit propagation refutes its negation (RUP: Goldberg & Novikov 2003), or the negation of each resolvent on its first literal with a clause that was not deleted (RAT: Järvisalo, Heule & Biere 2012) |
//! | LRAT, text or binary | the clauses that the line names, in this order, each become unit and the last becomes false; or they do so after each clause that a negative hint names, resolved on the first literal (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, *Efficient Certified RAT Verification*, 2017) |
//!
//! This checker differs from `drat-trim` (Wetzler, Heule & Hunt 2014) and `rate` in three points.
//! It goes forward and checks *every* line, not only the lines that the refutation needs. A
//! deletion must name a clause that is there. The empty clause must be written down if the formula
//! does not have it, even if propagation alone refutes the formula. Deletions of DRAT are
//! *operational*, as in `drat-trim`: a deleted clause that is the reason for a literal of the trail
//! stays. In this way the checker accepts the proofs that solvers write, and it is sound. It checks
//! each line against the clauses that it still holds. Each of these clauses follows from the
//! formula, or is satisfiable with it. The same is true of clauses over new variables, as extended
//! resolution has them.

mod drat;
mod forward;
mod lrat;
mod read;
mod trail;

use std::io::BufRead;

use crate::answer::Deadline;

pub use crate::dimacs::Cnf;
pub(crate) use drat::Clauses;
pub use forward::{CheckError, Checked};
pub use read::ProofFormat;

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
    let steps = read::Steps::new(proof, format);
    match format.is_lrat() {
        true => forward::forward(formula, steps, lrat::Lrat::new(formula), deadline),
        false => forward::forward(formula, steps, Clauses::new(formula.variable_count()), deadline),
    }
}
