//! Runs one process with limits for time and output. Its child processes are ended together with
//! it.

use std::io::{self, Read, Seek, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use rustix::time::{ClockId, clock_gettime};

use super::temporary::list;
use super::{CommandLine, Ending, Finished, ProcessError, RunLimits};

/// Runs a command to its end, with this input if there is any. Returns the output of the command.
///
/// The command runs in its own process group. The whole group is ended when the program has ended
/// or when a limit is reached. So no process that the program started is left, unless this process
/// left the group. The input comes from a file, so that a program that does not read it cannot
/// block this program. Stdout and stderr are read while the command runs.
///
/// # Errors
/// If the program cannot be run, or if pipes, threads and the like failed. How the program ended is
/// not an error: it is in [`Finished::ending`].
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
    let stdin = open(input).map_err(failed("writing the input of"))?;
    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        let (ending, time, cpu) = (Ending::TimedOut, Duration::ZERO, Duration::ZERO);
        return Ok(Finished { ending, stdout: Vec::new(), stderr_tail: Vec::new(), time, cpu });
    }
    let (start, cpu_before) = (Instant::now(), children_cpu_time());
    let mut group = Group::start(command, stdin)?;
    let (events, happened) = channel();
    let (stdout, stderr) = match group.watch(limits.output_bytes, events) {
        Ok(streams) => streams,
        Err(cause) => {
            // Without threads, the output cannot be read. The error is the reason for this, not how
            // the process ended.
            let _ = group.end();
            return Err(failed("watching")(cause));
        }
    };
    let (mut open_streams, mut cut_short, mut ended, mut until) = (2, None, None, deadline);
    while ended.is_none() || open_streams > 0 {
        let event = match until {
            None => happened.recv().ok(),
            Some(until) => {
                happened.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
            }
        };
        match event {
            Some(Event::Ended) => {}
            Some(Event::Closed) => {
                open_streams -= 1;
                continue;
            }
            Some(Event::Flooded) => {
                open_streams -= 1;
                cut_short = Some(Ending::Flooded(limits.output_bytes));
            }
            None if ended.is_some() => break,
            None => cut_short = Some(Ending::TimedOut),
        }
        if ended.is_none() {
            let time = start.elapsed();
            let status = group.end().map_err(failed("ending"))?;
            ended = Some((time, status, children_cpu_time().saturating_sub(cpu_before)));
            // No process of the group keeps the pipes open any more. A process that left the group
            // may keep them open, so the wait is short.
            until = Some(Instant::now() + Duration::from_millis(500));
        }
    }
    let (time, status, cpu) = ended.expect("the loop goes on until then");
    let ending = cut_short.unwrap_or(match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, signal) => Ending::Signalled(signal.unwrap_or_default()),
    });
    Ok(Finished { ending, stdout: stdout.take(), stderr_tail: stderr.take(), time, cpu })
}

/// The processor time of all child processes that have ended.
fn children_cpu_time() -> Duration {
    let duration = |time: TimeVal| {
        Duration::new(time.tv_sec().max(0) as u64, 1000 * time.tv_usec().max(0) as u32)
    };
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN);
    usage
        .map_or(Duration::ZERO, |usage| duration(usage.user_time()) + duration(usage.system_time()))
}

/// The processor time of this thread so far.
pub fn thread_cpu_time() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
}

const STDERR_TAIL: usize = 4096;

enum Event {
    /// The program has ended.
    Ended,
    /// One of the output streams has ended.
    Closed,
    /// The program wrote more to one of its streams than is allowed. The rest of this stream is not
    /// read.
    Flooded,
}

/// Makes the input of a process.
fn open(input: Option<&[u8]>) -> io::Result<Stdio> {
    let Some(bytes) = input else { return Ok(Stdio::null()) };
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file.into())
}

/// The bytes of a stream that a separate thread has read so far.
struct Stream(Arc<Mutex<Vec<u8>>>);

impl Stream {
    /// Reads a stream to its end, or until it has more than `limit` bytes. Keeps the last `kept`
    /// bytes.
    fn read(
        pipe: Option<impl Read + Send + 'static>,
        limit: usize,
        kept: usize,
        events: &Sender<Event>,
    ) -> io::Result<Stream> {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (shared, events) = (Arc::clone(&bytes), events.clone());
        Builder::new().spawn(move || {
            let mut left = limit;
            let mut buffer = [0; 1 << 16];
            let Some(mut pipe) = pipe else { return };
            let event = loop {
                match pipe.read(&mut buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => break Event::Closed,
                    Ok(count) if count > left => break Event::Flooded,
                    Ok(count) => {
                        left -= count;
                        let mut bytes = shared.lock().unwrap_or_else(PoisonError::into_inner);
                        bytes.extend_from_slice(&buffer[..count]);
                        let surplus = bytes.len().saturating_sub(kept);
                        bytes.drain(..surplus);
                    }
                }
            };
            // This fails if the run is over, since the receiver no longer exists.
            let _ = events.send(event);
        })?;
        Ok(Stream(bytes))
    }

    fn take(self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Ends every process that [`run`] has started and that still runs, together with its group, and
/// removes all temporary files and folders. After this call, no process can be started, and no
/// temporary file can be made. This is for the moment when a signal is about to end this program.
pub fn end_all() {
    let mut list = list();
    list.groups.iter().for_each(|&group| kill(group));
    list.close();
}

/// A child process with all processes that it started.
struct Group {
    leader: Pid,
    child: Child,
}

impl Group {
    fn start(line: &CommandLine, stdin: Stdio) -> Result<Group, ProcessError> {
        // The error of `locate` explains better than an error of the system what is wrong with a
        // file.
        let mut command = Command::new(line.locate()?);
        command.args(&line.arguments).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.process_group(0);
        let mut list = list();
        let child = match list.closed {
            true => Err(io::ErrorKind::Interrupted.into()),
            false => command.spawn(),
        };
        let starting = |cause| ProcessError::while_doing(format_args!("starting {line}"), cause);
        let child = child.map_err(starting)?;
        let leader = Pid::from_child(&child);
        list.groups.push(leader);
        Ok(Group { leader, child })
    }

    /// Starts to read stdout and stderr, and sends an event when the leader ends. The leader stays
    /// a zombie until [`Group::end`], so that no other process gets its id before.
    fn watch(
        &mut self,
        output_bytes: usize,
        events: Sender<Event>,
    ) -> io::Result<(Stream, Stream)> {
        let (stdout, stderr) = (self.child.stdout.take(), self.child.stderr.take());
        let stdout = Stream::read(stdout, output_bytes, usize::MAX, &events)?;
        let stderr = Stream::read(stderr, output_bytes, STDERR_TAIL, &events)?;
        let leader = self.leader;
        Builder::new().spawn(move || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(WaitId::Pid(leader), options), Err(Errno::INTR)) {}
            let _ = events.send(Event::Ended);
        })?;
        Ok((stdout, stderr))
    }

    /// Ends the processes of the group that still run, and returns the exit status of the leader.
    fn end(&mut self) -> io::Result<ExitStatus> {
        kill(self.leader);
        list().groups.retain(|&group| group != self.leader);
        self.child.wait()
    }
}

fn kill(group: Pid) {
    // This fails only if the group no longer exists, which is the goal.
    let _ = kill_process_group(group, Signal::KILL);
}
