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
pub use run::{Ending, Finished, RunLimits, end_all, run, thread_cpu_time};
pub(crate) use temporary::{TemporaryFile, TemporaryFolder, shared};

/// Why a program could not be run.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// The text is not a command: what was expected instead, and the text.
    #[error("expected {0}, found {1:?}")]
    Command(&'static str, String),
    /// There is no such program: its name, and the `PATH` where it was looked for.
    #[error("{0}: not found (PATH={1})")]
    NotFound(String, String),
    /// The file may not be run, or is no program: which one, and what the system says.
    #[error("{program}: not executable: {1}", program = .0.display())]
    NotExecutable(PathBuf, Arc<std::io::Error>),
    /// Pipes, temporary files and the like failed on our side: what was being done, and what the
    /// system says.
    #[error("{0}: {1}")]
    Io(String, Arc<std::io::Error>),
}
