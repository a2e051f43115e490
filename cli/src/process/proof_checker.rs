//! Running a proof checker, and its verdict.

use std::ffi::OsStr;
use std::path::Path;

use thiserror::Error;

use satdoku::answer::Deadline;
use satdoku::evidence::ProofChecker;
use satdoku::evidence::checker::ProofFormat;

use super::{CommandLine, Ending, Input, ProcessError, RunLimits, run};

/// Why a proof checker gave no verdict.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ProofCheckerError {
    /// It could not be run.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// A signal ended it.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It wrote too much, no verdict, or two that differ.
    #[error("malformed answer: {0}")]
    Malformed(String),
}

impl ProofCheckerError {
    /// Whether the checker failed, and not the request or the machine.
    pub fn is_checkers_fault(&self) -> bool {
        !matches!(self, ProofCheckerError::Process(_))
    }
}

/// The command that checks `proof`, which is in this format.
pub fn proof_checker_command(
    checker: ProofChecker,
    formula: &Path,
    proof: &Path,
    format: ProofFormat,
) -> CommandLine {
    let options = checker.options(format).iter().map(OsStr::new);
    let files = [formula.as_os_str(), proof.as_os_str()];
    CommandLine::new(checker.name(), files.into_iter().chain(options))
}

fn accepting_line(checker: ProofChecker) -> &'static str {
    match checker {
        ProofChecker::DratTrim | ProofChecker::Rate => "s VERIFIED",
        ProofChecker::LratCheck => "c VERIFIED",
        ProofChecker::CakeLpr => "s VERIFIED UNSAT",
    }
}

/// Whether it accepts that `proof` refutes `formula`; `None` if the deadline came first.
///
/// # Errors
/// [`ProofCheckerError`]: it cannot be run, or says neither yes nor no.
pub fn accepts(
    checker: ProofChecker,
    formula: &Path,
    proof: &Path,
    format: ProofFormat,
    deadline: Deadline,
) -> Result<Option<bool>, ProofCheckerError> {
    const OUTPUT_BYTES: usize = 1 << 24;
    let command = proof_checker_command(checker, formula, proof, format);
    let limits = RunLimits { time: deadline.remaining(), output_bytes: OUTPUT_BYTES };
    let finished = run(&command, Input::Nothing, &limits)?;
    let name = checker.name();
    match finished.ending {
        Ending::TimedOut => return Ok(None),
        Ending::Signalled(signal) => {
            return Err(ProofCheckerError::Crashed(format!("{name} ended by signal {signal}")));
        }
        Ending::Flooded(limit) => {
            let what = format!("{name} writes more than {limit} bytes");
            return Err(ProofCheckerError::Malformed(what));
        }
        Ending::Exited(_) => {}
    }
    let text = String::from_utf8_lossy(&finished.stdout);
    // A status is a line of its own that starts with `s`, for lrat-check also with `c`.
    let statuses: Vec<&str> = text
        .split(['\n', '\r'])
        .map(str::trim)
        .filter(|line| line.starts_with("s ") || *line == accepting_line(checker))
        .collect();
    let accepting = statuses.iter().filter(|line| **line == accepting_line(checker)).count();
    match (accepting, statuses.len()) {
        (0, 0) => {
            let last = finished.last_error_line();
            let why = if last.is_empty() { String::new() } else { format!(": {last}") };
            Err(ProofCheckerError::Malformed(format!("{name} gives no verdict{why}")))
        }
        (0, _) => Ok(Some(false)),
        (accepting, all) if accepting == all => Ok(Some(true)),
        _ => Err(ProofCheckerError::Malformed(format!("{name} says both yes and no"))),
    }
}
