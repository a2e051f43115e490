//! Runs other programs with limits for time and output, and handles the temporary files of this
//! program.
//!
//! Only this module starts processes. No program may hang the caller or fill its memory, so [`run`]
//! limits time and output. [`end_all`] ends all programs and removes all temporary files, when a
//! signal is about to end this program.

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

/// The reason why a program could not be run: the text is no command, the program does not exist or
/// may not be run, or pipes, temporary files and the like failed.
#[derive(Clone, Debug, Error)]
#[error("{0}")]
pub struct ProcessError(pub(crate) String);

impl ProcessError {
    /// The error for a cause that occurred during this action.
    pub(crate) fn while_doing(
        doing: impl std::fmt::Display,
        cause: impl std::fmt::Display,
    ) -> Self {
        ProcessError(format!("{doing}: {cause}"))
    }
}
