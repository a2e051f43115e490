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

use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

pub use command::CommandLine;
pub(crate) use command::find_binary_in_path;
pub use run::{Ending, Finished, Input, RunLimits, end_all, run, thread_cpu_time};
pub(crate) use temporary::TemporaryFile;
pub(crate) use temporary::TemporaryFolder;

/// Why a program could not be run.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// The text is not a command.
    #[error("expected {expected}, found {found:?}")]
    Command {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// There is no such program.
    #[error("{program}: not found (PATH={path})")]
    NotFound {
        /// The program of the command.
        program: String,
        /// Where it was looked for.
        path: String,
    },
    /// The file may not be run, or is no program.
    #[error("{}: not executable: {cause}", program.display())]
    NotExecutable {
        /// The program of the command.
        program: PathBuf,
        /// What the system says.
        cause: Arc<std::io::Error>,
    },
    /// Pipes, temporary files and the like failed on our side.
    #[error("{doing}: {cause}")]
    Io {
        /// What was being done.
        doing: String,
        /// What the system says.
        cause: Arc<std::io::Error>,
    },
}
