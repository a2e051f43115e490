//! A temporary folder that does not stay behind when a signal ends us.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

static IN_USE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn in_use() -> MutexGuard<'static, Vec<PathBuf>> {
    IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder that is removed with its files when this is dropped, or by [`remove_all`].
pub(super) struct Scratch(TempDir);

impl Scratch {
    pub(super) fn new() -> io::Result<Scratch> {
        let mut in_use = in_use();
        let folder = tempfile::Builder::new().prefix("satdoku-").tempdir()?;
        in_use.push(folder.path().to_owned());
        Ok(Scratch(folder))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        in_use().retain(|folder| folder != self.0.path());
    }
}

/// Removes the folders that are in use.
pub(super) fn remove_all() {
    for folder in in_use().drain(..) {
        // Nobody is left to be told.
        let _ = std::fs::remove_dir_all(folder);
    }
}
