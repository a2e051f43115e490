//! Exit statuses and which of several wins.

use std::process::ExitCode;

/// How a run ended, from harmless to grave: the greatest wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Exit {
    /// 0: all answered as hoped.
    #[default]
    Success,
    /// 1: a puzzle has no solution, or not one only where that was asked.
    Negative,
    /// 4: a limit was hit.
    Unknown,
    /// 2: usage, input or I/O error.
    Error,
    /// 3: a verification failed.
    Failed,
}

impl Exit {
    /// The process's exit status. `exit_zero` makes a negative answer a success.
    pub fn code(self, exit_zero: bool) -> ExitCode {
        ExitCode::from(match self {
            Exit::Success => 0,
            Exit::Negative => u8::from(!exit_zero),
            Exit::Unknown => 4,
            Exit::Error => 2,
            Exit::Failed => 3,
        })
    }
}

/// A message that ends the run with a status other than 2.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The status.
    pub exit: Exit,
    /// What went wrong.
    pub message: String,
}
