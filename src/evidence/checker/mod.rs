//! A checker for DRAT and LRAT proofs, as text and in binary, which is short enough to be read in
//! one sitting.
//!
//! The checker shares no code with the SAT solver, not even the type of literals: formula and proof
//! are read from bytes, and a literal is an `i32` as in DIMACS.
//!
//! | Format | A line is accepted if |
//! |---|---|
//! | DRAT, text or binary | unit propagation refutes the negation of its clause (RUP: [Goldberg & Novikov 2003](https://doi.org/10.1109/DATE.2003.1253718)); or it refutes the negation of every resolvent, on the first literal, of this clause with a clause that was not deleted (RAT: [Järvisalo, Heule & Biere 2012](https://doi.org/10.1007/978-3-642-31365-3_28)) |
//! | LRAT, text or binary | in the order of the line's hints, each named clause becomes unit and the last becomes false (RUP); or, for every resolvent on the first literal, the clauses do so that are named after the negative hint for this resolvent (RAT; Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, [*Efficient Certified RAT Verification*](https://doi.org/10.1007/978-3-319-63046-5_14), 2017) |
//!
//! This checker differs from `drat-trim` ([Wetzler, Heule & Hunt
//! 2014](https://doi.org/10.1007/978-3-319-09284-3_31)) and `rate` in three points. It checks
//! *every* line, from the first to the last, and not only the lines that the refutation needs. A
//! deletion must name a clause that exists. A proof must contain the empty clause if the formula
//! does not, even if propagation alone refutes the formula. Deletions in DRAT proofs are
//! *operational*, as in `drat-trim`: if a clause is the reason for a literal of the trail, it is
//! not deleted. So the checker accepts the proofs that solvers write. The checker is sound: each
//! line is checked against the clauses that are not deleted, so if the formula is satisfiable,
//! these clauses and the new clause are satisfiable together. This is also true of clauses with new
//! variables, as in extended resolution.

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
/// All lines of the proof are checked, including the lines after the empty clause.
///
/// # Errors
/// An error for the first line that cannot be accepted, or if there is no empty clause;
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
