//! varisat with a deadline, which it does not support itself.

use std::fmt;
use std::io;
use std::rc::Rc;

use varisat::config::SolverConfigUpdate;
use varisat::solver::{ProofFormat, SolverError};
use varisat::{ExtendFormula, Lit, Solver};

use super::SolveError;
use super::limited::{IoLimits, Limited};
use crate::answer::Deadline;

/// An incremental SAT solver that stops at a deadline.
///
/// varisat writes a proof to a sink that fails once the deadline has passed. So it gives up at its
/// next write, a few milliseconds later at most. varisat's own proof format allows assumptions and
/// clauses after the first solve, which DRAT does not.
pub struct Varisat {
    solver: Solver<'static>,
    /// Without effect if the solver was made without limits.
    pub(crate) limits: Rc<IoLimits>,
    writes_proof: bool,
}

impl fmt::Debug for Varisat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Varisat").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Varisat {
    /// A solver without clauses that stops at `deadline`, if given.
    pub fn new(deadline: Deadline) -> Varisat {
        Varisat::limited(deadline, None)
    }

    /// A solver without clauses. It also stops, as at a deadline, once its proof has more than
    /// `most_bytes` bytes, a measure of work that is the same on every machine. With `None` the
    /// proof may have any length.
    pub(crate) fn limited(deadline: Deadline, most_bytes: impl Into<Option<u64>>) -> Varisat {
        let most_bytes = most_bytes.into();
        let limits = IoLimits::new(deadline, most_bytes.unwrap_or(u64::MAX));
        let mut solver = Solver::new();
        let writes_proof = most_bytes.is_some() || deadline != Deadline::NONE;
        if writes_proof {
            let sink = Limited { inner: io::sink(), limits: Rc::clone(&limits) };
            solver.write_proof(sink, ProofFormat::Varisat);
        }
        Varisat { solver, limits, writes_proof }
    }

    /// Adds this many variables before any clause, or as many as possible until the deadline. A
    /// clause adds its own variables, but also all variables below them at once, however long that
    /// takes.
    pub(crate) fn add_variables(&mut self, count: usize, deadline: Deadline) {
        let _ = deadline.for_each((), 0..count, |_| {
            self.solver.new_var();
        });
    }

    /// Restarts a quarter as often, which suits formulas of large grids.
    pub(crate) fn restart_less_often(&mut self) {
        let mut config = SolverConfigUpdate::new();
        config.luby_restart_interval_scale = Some(512);
        self.solver.config(&config).expect("in varisat's range");
    }

    /// Adds a clause; allowed between solves.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    /// Whether the clauses are satisfiable with all assumptions true.
    ///
    /// # Errors
    /// [`SolveError::TimedOut`] if a deadline passed, [`SolveError::Solver`] if varisat failed.
    /// After either error the solver must not be used again.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, SolveError> {
        if self.limits.are_over() {
            return Err(SolveError::TimedOut);
        }
        self.solver.assume(assumptions);
        self.solver.solve().map_err(|error| match error {
            SolverError::ProofIoError { .. } if self.limits.are_over() => SolveError::TimedOut,
            error => SolveError::Solver(error.to_string()),
        })
    }

    /// The true literals of the last model. Variables that no clause uses may be missing.
    pub fn model(&self) -> Vec<Lit> {
        self.solver.model().unwrap_or_default()
    }

    /// After an unsatisfiable answer: assumptions that cannot all be true. There may be more than
    /// needed. Solve the core again before you believe it: cores are occasionally too small.
    pub fn failed_core(&self) -> &[Lit] {
        self.solver.failed_core().unwrap_or_default()
    }

    /// The bytes of the solver's proof so far, if it writes a proof.
    pub(crate) fn proof_bytes(&self) -> Option<u64> {
        self.writes_proof.then(|| self.limits.written.get())
    }
}
