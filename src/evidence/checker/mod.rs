//! A proof checker small enough to be read in one sitting: DRAT and LRAT, as text and in binary.
//!
//! It shares no code with the SAT solver, not even the type of a literal: formula and proof are
//! read from bytes, and a literal is an `i32` as DIMACS writes it.
//!
//! | Format | A line is accepted if |
//! |---|---|
//! | DRAT, text or binary | unit propagation refutes its negation (RUP: Goldberg & Novikov 2003), or it has that property resolved on its first literal with every clause there (RAT: Järvisalo, Heule & Biere 2012) |
//! | LRAT, text or binary | the clauses it names, in that order, each become unit and the last one false, or they do so after each clause that a negative hint names, resolved on the first literal (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, *Efficient Certified RAT Verification*, 2017) |
//!
//! How this one differs from `drat-trim` (Wetzler, Heule & Hunt 2014) and `rate`: it goes forward
//! and checks *every* line, not only those the refutation needs; a deletion must name a clause that
//! is there; the empty clause must be written down if the formula does not have it, even where
//! propagation alone refutes the formula. Deletions of DRAT are *operational*, as in `drat-trim`: a
//! deleted clause that is the reason for a literal of the trail stays. That accepts what solvers
//! write, and is sound: each line is checked against the clauses that are really held, and all of
//! them follow from, or are satisfiable with, the formula. So do clauses over new variables, as
//! extended resolution has them.

mod drat;
mod format;
mod forward;
mod held;
mod lrat;
mod read;
mod trail;

pub use crate::dimacs::Cnf;
pub(crate) use drat::Clauses;
pub use format::ProofFormat;
pub use forward::{Checked, check};
pub use held::CheckError;
