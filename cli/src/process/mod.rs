//! Other programs, run bounded in time and output, and the temporary files of this one.
//!
//! The only place that starts processes. Nothing that a program does may hang the caller or fill
//! its memory: [`run`] bounds time and output. [`end_all`] ends every program and removes every
//! temporary file, for a program that is itself about to be ended by a signal.

pub mod certificate;
mod command;
mod run;
mod temporary;
#[cfg(unix)]
mod unix;

use thiserror::Error;

pub use command::CommandLine;
pub(crate) use command::find_binary_in_path;
pub use run::{Ending, Finished, RunLimits, end_all, run, thread_cpu_time};
pub(crate) use temporary::{TemporaryFile, TemporaryFolder, shared};

/// Why a program could not be run: the text is no command, there is no such program or it may not be
/// run, or pipes, temporary files and the like failed on our side.
#[derive(Clone, Debug, Error)]
#[error("{0}")]
pub struct ProcessError(pub(crate) String);

impl ProcessError {
    /// What failed while this was being done.
    pub(crate) fn while_doing(
        doing: impl std::fmt::Display,
        cause: impl std::fmt::Display,
    ) -> Self {
        ProcessError(format!("{doing}: {cause}"))
    }
}
