//! SIGHUP, SIGINT and SIGTERM end the run between two lines, with nothing left behind.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set when a signal has arrived: from then on only the signal's thread ends the process.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Waits for the end if a signal has arrived: an error caused by killed children or removed files
/// is not reported.
pub fn wait_if_ending() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// From now on the signals end the process with 128 + their number (129, 130, 143), after `last`. What
/// `last` returns is held until then.
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

/// Whether the process was started with this signal ignored, as `nohup` does, if the system tells.
#[cfg(unix)]
fn ignores(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// The same at Ctrl-C, Ctrl-Break, when the console is closed and at logoff, with 130.
#[cfg(windows)]
pub fn install<T>(last: impl FnOnce() -> T + Send + 'static) -> std::io::Result<()> {
    let mut last = Some(last);
    let handler = move || last.take().into_iter().for_each(|last| end(last, 130));
    ctrlc::set_handler(handler).map_err(std::io::Error::other)
}

/// Ends the process with nothing left behind.
fn end<T>(last: impl FnOnce() -> T, status: i32) {
    ENDING.store(true, Ordering::SeqCst);
    let _held = last();
    crate::process::end_all();
    std::process::exit(status);
}
