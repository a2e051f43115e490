//! Refutations: a fresh varisat solves the formula once and writes its proof to a sink.

use std::cell::Cell;
use std::io::{self, Read, Write};

use varisat::solver::{ProofFormat as VarisatFormat, SolverError};
use varisat::{CnfFormula, ExtendFormula, Solver};
use varisat_lrat::WriteLrat;
use web_time::Instant;

use super::checker::{Cnf, ProofFormat};
use crate::answer::Deadline;
use crate::solve::{SolveError, end_of_loading, end_of_solving};

/// Whether the checker of proofs takes a formula of so many variables.
///
/// # Errors
/// [`SolveError::TooLarge`] if not.
pub fn check_refutable(found: usize) -> Result<(), SolveError> {
    let most = Cnf::MAX_VARIABLES;
    if found > most { Err(SolveError::TooLarge { found, most }) } else { Ok(()) }
}

/// Why there is no refutation.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The deadline passed.
    #[error("the time limit was reached")]
    TimedOut,
    /// The proof could not be written.
    #[error("the proof cannot be written: {0}")]
    Io(io::Error),
    /// The solver gave up with a message of its own.
    #[error("the solver failed: {0}")]
    Solver(String),
}

/// [`UntilDeadline`] says that the deadline passed in this way.
impl From<io::Error> for ProveError {
    fn from(error: io::Error) -> ProveError {
        match error.kind() {
            io::ErrorKind::TimedOut => ProveError::TimedOut,
            _ => ProveError::Io(error),
        }
    }
}

/// Refutes a formula and writes the proof. `false` if the formula is satisfiable; what was
/// written is then worthless.
pub fn refute(
    formula: &CnfFormula,
    format: ProofFormat,
    sink: impl Write,
    deadline: Deadline,
) -> Result<bool, ProveError> {
    let end = Cell::new(deadline);
    let mut sink = UntilDeadline::new(sink, &end);
    // The solver writes its proof in chunks, so a short solve would never look at the clock.
    deadline.ok_or(ProveError::TimedOut)?;
    let varisat_format = match format {
        ProofFormat::Drat => VarisatFormat::Drat,
        ProofFormat::BinaryDrat => VarisatFormat::BinaryDrat,
        ProofFormat::Lrat | ProofFormat::BinaryLrat => {
            let mut lrat = WriteLrat::new(&mut sink, format.is_binary());
            let mut solver = Solver::new();
            solver.add_proof_processor(&mut lrat);
            let satisfiable = solve(&mut solver, formula, &end)?;
            drop(solver);
            lrat.flush().map_err(|error| prove_error(error.downcast_ref(), &error))?;
            return Ok(!satisfiable);
        }
    };
    let mut solver = Solver::new();
    solver.write_proof(&mut sink, varisat_format);
    let satisfiable = solve(&mut solver, formula, &end)?;
    drop(solver);
    // varisat has nothing to say where two of the given unit clauses clash.
    if !satisfiable && !sink.written {
        sink.write_all(if format.is_binary() { b"a\0" } else { b"0\n" })?;
    }
    Ok(!satisfiable)
}

/// Loads and solves; `end` comes to be early enough to free the solver until then.
fn solve(
    solver: &mut Solver,
    formula: &CnfFormula,
    end: &Cell<Deadline>,
) -> Result<bool, ProveError> {
    let (start, deadline) = (Instant::now(), end.get());
    let loaded =
        end_of_loading(deadline).for_each(formula.iter(), |clause| solver.add_clause(clause));
    loaded.ok_or(ProveError::TimedOut)?;
    end.set(end_of_solving(deadline, start.elapsed()));
    let satisfiable = solver.solve().map_err(solver_error)?;
    solver.close_proof().map_err(solver_error)?;
    Ok(satisfiable)
}

fn solver_error(error: SolverError) -> ProveError {
    match &error {
        SolverError::ProofIoError { cause } => prove_error(Some(cause), &error),
        SolverError::ProofProcessorError { cause } => prove_error(cause.downcast_ref(), &error),
        _ => ProveError::Solver(error.to_string()),
    }
}

fn prove_error(cause: Option<&io::Error>, error: &impl ToString) -> ProveError {
    match cause {
        Some(cause) => io::Error::new(cause.kind(), cause.to_string()).into(),
        None => ProveError::Solver(error.to_string()),
    }
}

/// Passes everything on, until the deadline; then fails, which makes varisat stop, and readers too.
pub struct UntilDeadline<'a, T> {
    inner: T,
    deadline: &'a Cell<Deadline>,
    /// Whether anything was written.
    written: bool,
}

impl<'a, T> UntilDeadline<'a, T> {
    /// What is written or read here is what is written to or read from this.
    pub fn new(inner: T, deadline: &'a Cell<Deadline>) -> UntilDeadline<'a, T> {
        UntilDeadline { inner, deadline, written: false }
    }
}

impl<T: Read> Read for UntilDeadline<'_, T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.deadline.get().ok_or(io::ErrorKind::TimedOut)?;
        self.inner.read(buffer)
    }
}

impl<T: Write> Write for UntilDeadline<'_, T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.deadline.get().ok_or(io::ErrorKind::TimedOut)?;
        self.written |= !bytes.is_empty();
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use varisat::{ExtendFormula, Lit};

    use super::*;

    /// One pigeon more than holes: hard for every solver of this kind.
    fn pigeons(holes: usize) -> CnfFormula {
        let at = |pigeon: usize, hole: usize| Lit::from_index(pigeon * holes + hole, true);
        let mut formula = CnfFormula::new();
        for pigeon in 0..=holes {
            formula.add_clause(&(0..holes).map(|hole| at(pigeon, hole)).collect::<Vec<_>>());
            for (other, hole) in itertools::iproduct!(0..pigeon, 0..holes) {
                formula.add_clause(&[!at(pigeon, hole), !at(other, hole)]);
            }
        }
        formula
    }

    #[test]
    fn gives_up_at_the_deadline_in_every_format() {
        for format in ProofFormat::ALL {
            for patience in [Duration::ZERO, Duration::from_millis(100)] {
                let deadline = Deadline::after(patience);
                let outcome = refute(&pigeons(14), format, io::sink(), deadline);
                assert!(matches!(outcome, Err(ProveError::TimedOut)), "{format:?}: {outcome:?}");
            }
        }
    }

    #[test]
    fn a_full_disk_is_an_error_of_its_own() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for format in ProofFormat::ALL {
            match refute(&pigeons(6), format, Full, Deadline::NONE) {
                Err(ProveError::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::StorageFull),
                outcome => panic!("{format:?}: {outcome:?}"),
            }
        }
    }
}
