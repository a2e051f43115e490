//! SIGINT and SIGTERM end the run between two lines, with nothing left behind.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Set when a signal has arrived: the signal's thread ends the process, nobody else.
static ENDING: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Names a temporary file or folder that must not survive a signal.
pub fn remove_on_signal(path: &Path) {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

/// Waits for the end if a signal has arrived: what a run makes of killed children and removed files
/// is not its result.
pub fn wait_if_ending() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// From now on the signals end the process with 128 + their number (130, 143).
#[cfg(unix)]
pub fn install() -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            ENDING.store(true, Ordering::SeqCst);
            let _no_more_lines = super::output::stop_between_lines();
            crate::contender::external::end_all();
            for path in TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                // Gone already, or renamed into place: either is fine.
                let _ = if path.is_dir() {
                    std::fs::remove_dir_all(path)
                } else {
                    std::fs::remove_file(path)
                };
            }
            std::process::exit(128 + signal);
        }
    })?;
    Ok(())
}

/// Elsewhere the system's default applies.
#[cfg(not(unix))]
pub fn install() -> std::io::Result<()> {
    Ok(())
}
