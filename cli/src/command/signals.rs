//! SIGHUP, SIGINT and SIGTERM end the run between two lines of output. No processes or temporary
//! files are left.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set when a signal has arrived. After this, only the thread of the signal ends the process.
static ENDING: AtomicBool = AtomicBool::new(false);

/// If a signal has arrived, waits for the end of the process. So errors that are caused by killed
/// child processes or removed files are not reported.
pub fn wait_if_ending() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// After this call, the signals call `last` and then end the process with the status 128 + their
/// number (129, 130, 143). The result of `last` is held until the process ends.
#[cfg(unix)]
pub fn install<T>(last: impl FnOnce() -> T + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let hangup = (!ignores(SIGHUP)).then_some(SIGHUP);
    let signals = [SIGINT, SIGTERM].into_iter().chain(hangup);
    let mut signals = signal_hook::iterator::Signals::new(signals)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            end(last, 128 + signal);
        }
    })?;
    Ok(())
}

/// Whether the process was started with this signal ignored, for example by `nohup`; `false` if the
/// system does not tell.
#[cfg(unix)]
fn ignores(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// The same for Ctrl-C, Ctrl-Break, a closed console and logoff. The status is 130.
#[cfg(windows)]
pub fn install<T>(last: impl FnOnce() -> T + Send + 'static) -> std::io::Result<()> {
    let mut last = Some(last);
    let handler = move || last.take().into_iter().for_each(|last| end(last, 130));
    ctrlc::set_handler(handler).map_err(std::io::Error::other)
}

/// Ends the process, and leaves no processes or temporary files.
fn end<T>(last: impl FnOnce() -> T, status: i32) {
    ENDING.store(true, Ordering::SeqCst);
    let _held = last();
    crate::process::end_all();
    std::process::exit(status);
}
