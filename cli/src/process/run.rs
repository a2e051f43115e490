//! The limits of a process, and its result.

use std::time::Duration;

use satdoku::solve::Statistics;

#[cfg(unix)]
pub use super::unix::{end_all, run, thread_cpu_time};

/// The limits of the process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// The process is ended this long after [`run`] was called, which makes its input first;
    /// `None`: never.
    pub time: Option<Duration>,
    /// The process is ended when it has written more than this to stdout, or to stderr. Stdout is
    /// kept in memory up to this limit.
    pub output_bytes: usize,
}

/// How a process ended.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal that we did not send.
    Signalled(i32),
    /// By us, at the deadline.
    TimedOut,
    /// By us, since it wrote more than its limit, which was this many bytes.
    Flooded(usize),
}

/// The result of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to stdout, up to the limit.
    pub stdout: Vec<u8>,
    /// The last 4 KiB that it wrote to stderr.
    pub stderr_tail: Vec<u8>,
    /// From its start to its end.
    pub time: Duration,
    /// Processor time of all processes that ended meanwhile: its own and those of the processes
    /// that it waited for, if no other thread runs any.
    pub cpu: Duration,
}

impl Finished {
    /// One process and its times, to be added to what is told about a solver.
    pub fn statistics(&self) -> Statistics {
        let (process, process_cpu) = (Some(self.time), Some(self.cpu));
        Statistics { process, process_cpu, processes: Some(1), ..Statistics::default() }
    }

    /// The last line of stderr that is not blank, cut to 200 characters and made harmless to a
    /// terminal; empty if there is none.
    pub fn last_error_line(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr_tail);
        let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        last.trim().chars().take(200).flat_map(char::escape_debug).collect()
    }
}

/// There are no process groups here, so nothing could be ended as a whole.
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

/// Not known here.
#[cfg(not(unix))]
pub fn thread_cpu_time() -> Option<Duration> {
    None
}

/// Removes every temporary file and folder, and lets no other be made. Nothing is ever running
/// here.
#[cfg(not(unix))]
pub fn end_all() {
    super::temporary::list().close();
}
