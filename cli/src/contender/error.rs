//! The reasons why there is no valid answer.

use thiserror::Error;

use crate::process::{Ending, Finished, ProcessError};
use satdoku::SolveError;

/// The reason why there is no valid answer.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ContenderError {
    /// The contender was not asked: no contender has this name, the contender does not support the
    /// request, or its program could not be run.
    #[error("{0}")]
    NotAsked(String),
    /// The contender ended with an unexpected status or a signal.
    #[error("crashed: {0}")]
    Crashed(String),
    /// The answer cannot be read, or is too long.
    #[error("malformed answer: {0}")]
    Malformed(String),
    /// The answer is wrong.
    #[error("wrong answer: {0}")]
    Lied(String),
}

impl From<ProcessError> for ContenderError {
    fn from(error: ProcessError) -> ContenderError {
        ContenderError::NotAsked(error.to_string())
    }
}

/// The error of a solver that solves a formula. Callers handle [`SolveError::TimedOut`] before,
/// since it is an answer and not an error.
impl From<SolveError> for ContenderError {
    fn from(error: SolveError) -> ContenderError {
        let what = error.to_string();
        match error {
            SolveError::Lied(_) | SolveError::Decode(_) => ContenderError::Lied(what),
            SolveError::TooLarge { .. } | SolveError::Clue(_) => ContenderError::NotAsked(what),
            SolveError::Solver(_) | SolveError::TimedOut => ContenderError::Crashed(what),
        }
    }
}

impl ContenderError {
    /// The error of a process that neither answered nor reached its deadline.
    pub(super) fn crash(finished: &Finished) -> ContenderError {
        let mut what = match finished.ending {
            Ending::Exited(status) => format!("ended with exit status {status}"),
            Ending::Signalled(signal) => format!("ended by signal {signal}"),
            Ending::TimedOut => "did not end in time".to_owned(),
            Ending::Flooded(limit) => {
                let what = format!("expected at most {limit} bytes of output, found more");
                return ContenderError::Malformed(what);
            }
        };
        let error_line = finished.last_error_line();
        if !error_line.is_empty() {
            what = format!("{what}: {error_line}");
        }
        ContenderError::Crashed(what)
    }

    /// Whether the contender failed (exit status 3). Otherwise the request was wrong, or something
    /// failed on this machine (exit status 2).
    pub fn is_contenders_fault(&self) -> bool {
        !matches!(self, ContenderError::NotAsked(_))
    }
}
