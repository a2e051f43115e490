//! SIGINT and SIGTERM end the run between two lines, with nothing left behind.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Names a temporary file or folder that must not survive a signal.
pub fn remove_on_signal(path: &Path) {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

/// From now on the signals end the process with 128 + their number (130, 143).
#[cfg(unix)]
pub fn install() -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            crate::contender::external::end_all();
            super::output::wait_for_whole_lines();
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
