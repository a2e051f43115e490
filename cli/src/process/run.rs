//! The limits of a process, and its result.

use std::time::Duration;

use satdoku::solve::Statistics;

#[cfg(unix)]
pub use super::unix::{end_all, run, thread_cpu_time};

/// The limits of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// The process is ended when this time has passed since the call of [`run`], which also
    /// prepares the input. `None` is no limit.
    pub time: Option<Duration>,
    /// The process is ended when it has written more than this number of bytes to stdout or to
    /// stderr. Stdout is kept in memory up to this limit.
    pub output_bytes: usize,
}

/// How a process ended.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The process ended by itself, with this status.
    Exited(i32),
    /// A signal that [`run`] did not send ended the process.
    Signalled(i32),
    /// [`run`] ended the process at the deadline.
    TimedOut,
    /// [`run`] ended the process, because it wrote more than its limit, which was this number of
    /// bytes.
    Flooded(usize),
}

/// The result of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// How the process ended.
    pub ending: Ending,
    /// The output of the process to stdout, up to the limit.
    pub stdout: Vec<u8>,
    /// The last 4 KiB of its output to stderr.
    pub stderr_tail: Vec<u8>,
    /// The elapsed time from its start to its end.
    pub time: Duration,
    /// The processor time of all child processes that ended meanwhile. If no other thread runs
    /// processes, this is the time of this process and of the processes that it waited for.
    pub cpu: Duration,
}

impl Finished {
    /// The statistics of this one process, which can be added to those of a solver.
    pub fn statistics(&self) -> Statistics {
        let (process, process_cpu) = (Some(self.time), Some(self.cpu));
        Statistics { process, process_cpu, processes: Some(1), ..Statistics::default() }
    }

    /// The last line of stderr that is not blank: at most 200 characters, with control characters
    /// escaped. Empty if there is no such line.
    pub fn last_error_line(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr_tail);
        let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        last.trim().chars().take(200).flat_map(char::escape_debug).collect()
    }
}

/// On this system, there are no process groups, so a program could not be ended together with its
/// child processes.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub fn run(
    command: &super::CommandLine,
    _: Option<&[u8]>,
    _: &RunLimits,
) -> Result<Finished, super::ProcessError> {
    let cause = std::io::Error::from(std::io::ErrorKind::Unsupported);
    Err(super::ProcessError::while_doing(format_args!("starting {command}"), cause))
}

/// Not known on this system.
#[cfg(not(unix))]
pub fn thread_cpu_time() -> Option<Duration> {
    None
}

/// Removes all temporary files and folders. No new ones can be made after this. On this system, no
/// processes are ever started.
#[cfg(not(unix))]
pub fn end_all() {
    super::temporary::list().close();
}
