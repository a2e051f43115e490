//! The SAT solver varisat with a deadline, which varisat itself does not support.

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
/// varisat writes a proof to a sink that fails as soon as the deadline has passed. So varisat gives
/// up at its next write, at most a few milliseconds later. The proof format of varisat is used,
/// since it allows assumptions and further clauses after the first solve, in contrast to DRAT.
pub struct Varisat {
    solver: Solver<'static>,
    /// The limits; they have no effect if the solver was made without limits.
    pub(crate) limits: Rc<IoLimits>,
    writes_proof: bool,
}

impl fmt::Debug for Varisat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Varisat").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Varisat {
    /// A solver without clauses that stops at `deadline`.
    pub fn new(deadline: Deadline) -> Varisat {
        Varisat::limited(deadline, None)
    }

    /// A solver without clauses that stops at `deadline`, or as soon as its proof has more than
    /// `most_bytes` bytes. The number of bytes measures work in the same way on every machine. With
    /// `None`, the proof can have any length.
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
    /// clause would add its variables and all smaller variables in one step, which can take long.
    pub(crate) fn add_variables(&mut self, count: usize, deadline: Deadline) {
        let _ = deadline.for_each((), 0..count, |_| {
            self.solver.new_var();
        });
    }

    /// Makes restarts a quarter as frequent, which is better for formulas of large grids.
    pub(crate) fn restart_less_often(&mut self) {
        let mut config = SolverConfigUpdate::new();
        config.luby_restart_interval_scale = Some(512);
        self.solver.config(&config).expect("in varisat's range");
    }

    /// Adds a clause; allowed between solves.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    /// Whether the clauses are satisfiable if all assumptions are true.
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

    /// The true literals of the last model. Variables that are in no clause may be missing.
    pub fn model(&self) -> Vec<Lit> {
        self.solver.model().unwrap_or_default()
    }

    /// After an unsatisfiable answer: assumptions that cannot all be true. There may be more of
    /// them than needed. Solve the core again before you use it, since cores of varisat are
    /// occasionally too small.
    pub fn failed_core(&self) -> &[Lit] {
        self.solver.failed_core().unwrap_or_default()
    }

    /// The size of the proof so far in bytes, if the solver writes a proof.
    pub(crate) fn proof_bytes(&self) -> Option<u64> {
        self.writes_proof.then(|| self.limits.written.get())
    }
}
