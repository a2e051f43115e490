//! SIGINT and SIGTERM end the run between two lines, with nothing left behind.

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

/// From now on the signals end the process with 128 + their number (130, 143), after `last`. What
/// `last` returns is held until then.
#[cfg(unix)]
pub fn install<T>(last: impl FnOnce() -> T + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            ENDING.store(true, Ordering::SeqCst);
            let _held = last();
            crate::process::end_all();
            std::process::exit(128 + signal);
        }
    })?;
    Ok(())
}

/// Elsewhere the system's default applies.
#[cfg(not(unix))]
pub fn install<T>(_last: impl FnOnce() -> T + Send + 'static) -> std::io::Result<()> {
    Ok(())
}
