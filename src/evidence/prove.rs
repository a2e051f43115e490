//! Refutations: a new varisat solver solves the formula once and writes a proof.

use std::rc::Rc;

use varisat::solver::ProofFormat as VarisatFormat;
use varisat::{ExtendFormula, Solver};
use varisat_lrat::WriteLrat;
use web_time::Instant;

use super::checker::{Cnf, ProofFormat};
use crate::answer::Deadline;
use crate::dimacs::lits;
use crate::solve::{IoLimits, Limited, SolveError};

/// Checks that a formula with this number of variables is not too large for the proof checker.
///
/// # Errors
/// [`SolveError::TooLarge`] if it is too large.
pub fn check_refutable(found: usize) -> Result<(), SolveError> {
    let most = Cnf::MAX_VARIABLES;
    if found > most { Err(SolveError::TooLarge { found, most }) } else { Ok(()) }
}

/// The result of an attempt to refute a formula.
#[derive(Debug)]
pub enum Refuted {
    /// There is no model; this is the proof.
    Proof(Vec<u8>),
    /// There is a model.
    Not,
    /// The proof would take more bytes than are allowed.
    TooLong,
}

/// Refutes a formula with a proof of at most this many bytes.
///
/// # Errors
/// [`SolveError::TimedOut`] at the deadline; [`SolveError::Solver`] if varisat failed.
pub fn refute(
    formula: &Cnf,
    format: ProofFormat,
    most_bytes: usize,
    deadline: Deadline,
) -> Result<Refuted, SolveError> {
    // The solver writes its proof in chunks, and the deadline is checked at each chunk: a short run
    // would never check it.
    deadline.ok_or(SolveError::TimedOut)?;
    let limits = IoLimits::new(deadline, most_bytes as u64);
    let mut sink = Limited { inner: Vec::new(), limits: Rc::clone(&limits) };
    let outcome = match write(formula, format, &mut sink) {
        Err(_) if limits.is_too_long() => return Ok(Refuted::TooLong),
        Err(_) if limits.are_over() => return Err(SolveError::TimedOut),
        outcome => outcome,
    };
    Ok(match outcome.map_err(SolveError::Solver)? {
        None => return Err(SolveError::TimedOut),
        Some(true) => Refuted::Not,
        // varisat writes no proof if two unit clauses of the formula clash.
        Some(false) if sink.inner.is_empty() && !format.is_lrat() => {
            Refuted::Proof(if format.is_binary() { b"a\0" } else { b"0\n" }.to_vec())
        }
        Some(false) => Refuted::Proof(sink.inner),
    })
}

/// Writes the proof, and returns whether the formula is satisfiable; `None` if loading took too
/// long. The deadline of the limits is moved so that the solver can be freed before the real
/// deadline.
fn write(
    formula: &Cnf,
    format: ProofFormat,
    sink: &mut Limited<Vec<u8>>,
) -> Result<Option<bool>, String> {
    let (start, limits) = (Instant::now(), Rc::clone(&sink.limits));
    let (mut lrat, mut solver) = (None, Solver::new());
    match format {
        ProofFormat::Drat => solver.write_proof(sink, VarisatFormat::Drat),
        ProofFormat::BinaryDrat => solver.write_proof(sink, VarisatFormat::BinaryDrat),
        ProofFormat::Lrat | ProofFormat::BinaryLrat => {
            solver.add_proof_processor(lrat.insert(WriteLrat::new(sink, format.is_binary())));
        }
    }
    let load = |clause: &[i32]| solver.add_clause(&lits(clause));
    if limits.end_of_loading().for_each((), formula.clauses(), load).is_err() {
        return Ok(None);
    }
    limits.leave_time_to_free(start.elapsed());
    let satisfiable = solver.solve().map_err(|error| error.to_string())?;
    solver.close_proof().map_err(|error| error.to_string())?;
    drop(solver);
    lrat.map_or(Ok(()), |mut lrat| lrat.flush()).map_err(|error| error.to_string())?;
    Ok(Some(satisfiable))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::solve::Varisat;

    /// 14 pigeons and 13 holes: a solver that cannot count would take far too long.
    fn pigeons() -> Cnf {
        const HOLES: i32 = 13;
        let at = |pigeon: i32, hole: i32| pigeon * HOLES + hole;
        let mut formula = Cnf::default();
        for pigeon in 0..=HOLES {
            formula.push((1..=HOLES).map(|hole| at(pigeon, hole)));
            for (other, hole) in itertools::iproduct!(0..pigeon, 1..=HOLES) {
                formula.push([-at(pigeon, hole), -at(other, hole)]);
            }
        }
        formula
    }

    #[test]
    fn gives_up_at_the_deadline_or_after_so_many_bytes_in_every_format() {
        for format in ProofFormat::ALL {
            for patience in [Duration::ZERO, Duration::from_millis(100)] {
                let deadline = Deadline::after(patience);
                let outcome = refute(&pigeons(), format, usize::MAX, deadline);
                assert!(matches!(outcome, Err(SolveError::TimedOut)), "{format:?}: {outcome:?}");
            }
            let outcome = refute(&pigeons(), format, 100_000, Deadline::NONE);
            assert!(matches!(outcome, Ok(Refuted::TooLong)), "{format:?}: {outcome:?}");
        }
        let deadline = Deadline::after(Duration::from_millis(100));
        for mut solver in [Varisat::new(deadline), Varisat::limited(Deadline::NONE, 1_000_000)] {
            pigeons().clauses().for_each(|clause| solver.add_clause(&lits(clause)));
            assert_eq!(solver.solve(&[]), Err(SolveError::TimedOut));
        }
    }
}
