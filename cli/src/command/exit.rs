//! Exit statuses: the order of their importance, and the status for each error.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;

use crate::contender::ContenderError;
use satdoku::evidence::certificate::CertificateError;
use satdoku::generate::GenerateError;
use satdoku::{SolveError, Status};

/// What `--exit-zero` makes a success.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExitZero {
    /// Exit with 0 instead of 1
    Negative,
    /// Exit with 0 also if puzzles are bad, wrong or unknown, once each has its result
    All,
}

static ROWS_ARE_FORGIVEN: AtomicBool = AtomicBool::new(false);

/// After this call, puzzles with a bad, wrong or unknown result no longer change the exit status.
pub fn forgive_rows() {
    ROWS_ARE_FORGIVEN.store(true, Ordering::Relaxed);
}

/// The result of a run. If there are several results, the greatest is reported.
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
    /// The part of the results of puzzles that counts for the result of the run.
    pub fn of_rows(self) -> Exit {
        if ROWS_ARE_FORGIVEN.load(Ordering::Relaxed) { Exit::Success } else { self }
    }

    /// The exit status of the process. With `exit_zero`, the status of a negative answer is 0.
    pub fn code(self, exit_zero: bool) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Negative => u8::from(!exit_zero),
            Exit::Unknown => 4,
            Exit::Error => 2,
            Exit::Failed => 3,
        }
    }

    /// The status for an error.
    pub fn of(error: &anyhow::Error) -> Exit {
        error.chain().find_map(of_cause).unwrap_or(Exit::Error)
    }
}

fn of_cause(cause: &(dyn Error + 'static)) -> Option<Exit> {
    if let Some(failure) = cause.downcast_ref::<Failure>() {
        return Some(failure.exit);
    }
    if let Some(error) = cause.downcast_ref::<ContenderError>() {
        return Some(if error.is_contenders_fault() { Exit::Failed } else { Exit::Error });
    }
    if let Some(error) = cause.downcast_ref::<SolveError>() {
        return Some(match error {
            SolveError::TimedOut => Exit::Unknown,
            SolveError::TooLarge { .. } | SolveError::Clue(_) => Exit::Error,
            SolveError::Lied(_) | SolveError::Decode(_) | SolveError::Solver(_) => Exit::Failed,
        });
    }
    if let Some(error) = cause.downcast_ref::<GenerateError>() {
        return match error {
            GenerateError::NoSolution | GenerateError::SeveralSolutions => Some(Exit::Negative),
            GenerateError::NotFound(_) => Some(Exit::Unknown),
            GenerateError::Solve(error) => of_cause(error),
            _ => None,
        };
    }
    match cause.downcast_ref::<CertificateError>()? {
        CertificateError::Untrue(_) => Some(Exit::Negative),
        CertificateError::Solve(error) => of_cause(error),
        CertificateError::Rejected { .. } => Some(Exit::Failed),
        _ => Some(Exit::Error),
    }
}

/// The exit status of a verdict, if exactly one solution is required.
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

/// A message that ends the run with a status of its own.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct Failure {
    exit: Exit,
    message: String,
}

/// An error that ends the run with this status.
pub fn failure(exit: Exit, message: String) -> anyhow::Error {
    Failure { exit, message }.into()
}
