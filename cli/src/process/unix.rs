//! One process, bounded in time and output, ended with everything it started.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use rustix::time::{ClockId, clock_gettime};
use tempfile::tempfile;

use super::temporary::list;
use super::{CommandLine, Ending, Finished, ProcessError, RunLimits};

/// Runs a command with this input, if any, to its end and returns what it wrote.
///
/// It runs in a process group of its own, which is ended as a whole when the program has
/// ended, or at the limits; so nothing it started stays behind, unless it left the group on
/// purpose. Its streams are files without a name: nobody has to read or write at the same time as it,
/// and one that left the group holds nothing open that we wait for.
///
/// # Errors
/// If the program cannot be run, or something on our side failed. How the program itself fared is in
/// [`Finished::ending`].
pub fn run(
    command: &CommandLine,
    input: Option<&[u8]>,
    limits: &RunLimits,
) -> Result<Finished, ProcessError> {
    let failed = |doing: &'static str| {
        let program = command.program.display();
        move |cause: io::Error| ProcessError::while_doing(format_args!("{doing} {program}"), cause)
    };
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let files = || {
        let (stdin, stdout, stderr) = (stdin(input)?, tempfile()?, tempfile()?);
        let streams = [stdin, stdout.try_clone()?.into(), stderr.try_clone()?.into()];
        Ok((streams, stdout, stderr))
    };
    let (streams, stdout, stderr) = files().map_err(failed("making the streams of"))?;
    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        let (ending, time, cpu) = (Ending::TimedOut, Duration::ZERO, Duration::ZERO);
        return Ok(Finished { ending, stdout: Vec::new(), stderr_tail: Vec::new(), time, cpu });
    }
    let (begun, cpu_before) = (Instant::now(), children_cpu_time());
    let mut leader = start(command, streams)?;
    let most = limits.output_bytes as u64;
    let is_flooded = || [&stdout, &stderr].iter().any(|file| length(file) > most);
    let cut_short = watch(Pid::from_child(&leader)).map(|ended| {
        loop {
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            let has_ended = ended.recv_timeout(left.unwrap_or(LOOK).min(LOOK)).is_ok();
            if has_ended || is_flooded() {
                return None;
            } else if left.is_some_and(|left| left.is_zero()) {
                return Some(Ending::TimedOut);
            }
        }
    });
    let time = begun.elapsed();
    let status = end(&mut leader).map_err(failed("ending"))?;
    let cpu = children_cpu_time().saturating_sub(cpu_before);
    let ending = match (cut_short.map_err(failed("watching"))?, status.code(), status.signal()) {
        _ if is_flooded() => Ending::Flooded(limits.output_bytes),
        (Some(ending), ..) => ending,
        (None, Some(code), _) => Ending::Exited(code),
        (None, None, signal) => Ending::Signalled(signal.unwrap_or_default()),
    };
    let tail_at = length(&stderr).saturating_sub(STDERR_TAIL);
    let written = || Ok((content(stdout, 0, most)?, content(stderr, tail_at, STDERR_TAIL)?));
    let (stdout, stderr_tail) = written().map_err(failed("reading the output of"))?;
    Ok(Finished { ending, stdout, stderr_tail, time, cpu })
}

/// How long what a process has written may go unlooked at.
const LOOK: Duration = Duration::from_millis(20);
const STDERR_TAIL: u64 = 4096;

/// The input of a process.
fn stdin(input: Option<&[u8]>) -> io::Result<Stdio> {
    let Some(bytes) = input else { return Ok(Stdio::null()) };
    let mut file = tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file.into())
}

fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |metadata| metadata.len())
}

/// So many bytes of a file from there on, or what there is of them.
fn content(mut file: File, from: u64, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Processor time of all child processes that have ended.
fn children_cpu_time() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
    let duration = |time: TimeVal| {
        Duration::new(time.tv_sec().max(0) as u64, 1000 * time.tv_usec().max(0) as u32)
    };
    duration(usage.user_time()) + duration(usage.system_time())
}

/// Processor time of this thread so far.
pub fn thread_cpu_time() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
}

/// Ends every process that [`run`] has started and that still runs, with its group; removes every
/// temporary file and folder. Afterwards no process can be started and no temporary file be made.
/// For a program that is about to end because of a signal.
pub fn end_all() {
    let mut list = list();
    list.groups.iter().for_each(|&group| kill(group));
    list.close();
}

/// Starts a program as the leader of a group of its own.
fn start(line: &CommandLine, [stdin, stdout, stderr]: [Stdio; 3]) -> Result<Child, ProcessError> {
    // What is wrong with a file is told better than by the system.
    let mut command = Command::new(line.locate()?);
    command.args(&line.arguments).stdin(stdin).stdout(stdout).stderr(stderr).process_group(0);
    let mut list = list();
    let child = match list.closed {
        true => Err(io::ErrorKind::Interrupted.into()),
        false => command.spawn(),
    };
    let starting = |cause| ProcessError::while_doing(format_args!("starting {line}"), cause);
    let child = child.map_err(starting)?;
    list.groups.push(Pid::from_child(&child));
    Ok(child)
}

/// What tells when the leader has ended. It stays a zombie until [`end`], so that its id means nothing
/// else in between.
fn watch(leader: Pid) -> io::Result<Receiver<()>> {
    let (sender, ended) = channel();
    Builder::new().spawn(move || {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(leader), options), Err(Errno::INTR)) {}
        // The receiver is gone once the run is over.
        let _ = sender.send(());
    })?;
    Ok(ended)
}

/// Ends the processes of the group that still run, and collects the leader's status.
fn end(leader: &mut Child) -> io::Result<ExitStatus> {
    let group = Pid::from_child(leader);
    kill(group);
    list().groups.retain(|&listed| listed != group);
    leader.wait()
}

fn kill(group: Pid) {
    // It fails only if the group is gone, which is what is wanted.
    let _ = kill_process_group(group, Signal::KILL);
}
