//! External proof checkers: drat-trim, rate, lrat-check, cake_lpr.

use std::ffi::OsStr;
use std::path::Path;

use thiserror::Error;

use super::checker::ProofFormat;
use crate::answer::Deadline;
use crate::process::{CommandLine, Ending, Input, ProcessError, RunLimits, run};

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

/// A proof checker that goes by its name in `PATH`.
///
/// | Name | Reads | Accepts with the line |
/// |---|---|---|
/// | `drat-trim` | DRAT, text and binary | `s VERIFIED` |
/// | `rate` | DRAT, text and binary | `s VERIFIED` |
/// | `lrat-check` | LRAT, text | `c VERIFIED` |
/// | `cake_lpr` | LRAT, text and binary | `s VERIFIED UNSAT` |
///
/// The line counts and not the exit status: `cake_lpr` ends with 0 on failure, `drat-trim` on
/// a time-out of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ProofChecker {
    /// Wetzler, Heule & Hunt 2014.
    DratTrim,
    /// Altmanninger & Rebola Pardo 2020.
    Rate,
    /// Heule's, from the same place as `drat-trim`.
    LratCheck,
    /// Verified down to machine code: Tan, Heule & Myreen 2021.
    CakeLpr,
}

impl ProofChecker {
    /// All of them.
    pub const ALL: [ProofChecker; 4] = [
        ProofChecker::DratTrim,
        ProofChecker::Rate,
        ProofChecker::LratCheck,
        ProofChecker::CakeLpr,
    ];

    /// The program's name.
    pub fn name(self) -> &'static str {
        match self {
            ProofChecker::DratTrim => "drat-trim",
            ProofChecker::Rate => "rate",
            ProofChecker::LratCheck => "lrat-check",
            ProofChecker::CakeLpr => "cake_lpr",
        }
    }

    /// Whether it reads proofs in this format.
    pub fn reads(self, format: ProofFormat) -> bool {
        match self {
            ProofChecker::DratTrim | ProofChecker::Rate => !format.is_lrat(),
            ProofChecker::LratCheck => format == ProofFormat::Lrat,
            ProofChecker::CakeLpr => format.is_lrat(),
        }
    }

    /// The command that checks `proof`, which is in this format.
    pub fn command(self, formula: &Path, proof: &Path, format: ProofFormat) -> CommandLine {
        let mut arguments = vec![formula.as_os_str(), proof.as_os_str()];
        // It guesses by the first bytes, which may all be characters of text.
        if self == ProofChecker::DratTrim && format.is_binary() {
            arguments.push(OsStr::new("-i"));
        }
        CommandLine::new(self.name(), arguments)
    }

    fn accepting_line(self) -> &'static str {
        match self {
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
        self,
        formula: &Path,
        proof: &Path,
        format: ProofFormat,
        deadline: Deadline,
    ) -> Result<Option<bool>, ProofCheckerError> {
        const OUTPUT_BYTES: usize = 1 << 24;
        let command = self.command(formula, proof, format);
        let limits = RunLimits { time: deadline.remaining(), output_bytes: OUTPUT_BYTES };
        let finished = run(&command, Input::Nothing, &limits)?;
        let name = self.name();
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
            .filter(|line| line.starts_with("s ") || *line == self.accepting_line())
            .collect();
        let accepting = statuses.iter().filter(|line| **line == self.accepting_line()).count();
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
}
