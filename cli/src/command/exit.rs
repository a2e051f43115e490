//! Exit statuses, and which of several is reported.

use std::process::ExitCode;

use satdoku::answer::Status;

/// The result of a run; of several, the greatest is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Exit {
    /// 0: success.
    #[default]
    Success,
    /// 1: a puzzle has no solution, or more than one where exactly one is required.
    Negative,
    /// 4: a limit was reached.
    Unknown,
    /// 2: usage, input or I/O error.
    Error,
    /// 3: a check failed.
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

/// Where exactly one solution is required.
impl From<Status> for Exit {
    fn from(status: Status) -> Exit {
        match status {
            Status::Unique | Status::Solved => Exit::Success,
            Status::Multiple | Status::None | Status::Invalid => Exit::Negative,
            Status::Unknown => Exit::Unknown,
            Status::Error => Exit::Error,
            Status::Mismatch => Exit::Failed,
        }
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
