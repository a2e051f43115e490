//! The list of everything that must not outlive the program: process groups, and temporary files
//! and folders. A temporary file or folder is removed when its value is dropped, or when a signal
//! ends the program.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile, TempDir};

/// Everything that must not outlive the program.
pub(super) struct List {
    /// The process groups that currently run.
    #[cfg(unix)]
    pub groups: Vec<rustix::process::Pid>,
    paths: Vec<PathBuf>,
    /// Whether nothing more may be added.
    pub closed: bool,
}

/// Locked while a file, folder or process is made, moved or removed. So when a signal arrives, it
/// is either in the list or does not exist.
static LIST: Mutex<List> = Mutex::new(List {
    #[cfg(unix)]
    groups: Vec::new(),
    paths: Vec::new(),
    closed: false,
});

pub(super) fn list() -> MutexGuard<'static, List> {
    LIST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file or folder.
#[derive(Debug)]
pub struct Temporary<T: AsRef<Path>>(Option<T>);

/// A temporary folder. It is removed with all its content.
pub type TemporaryFolder = Temporary<TempDir>;

/// A temporary file, open for writing.
pub type TemporaryFile = Temporary<NamedTempFile>;

impl<T: AsRef<Path>> Temporary<T> {
    /// Makes a temporary file or folder and adds it to the list.
    ///
    /// # Errors
    /// The errors of `make`; [`io::ErrorKind::Interrupted`] after a call of
    /// [`end_all`](super::end_all).
    pub fn new(make: impl FnOnce() -> io::Result<T>) -> io::Result<Temporary<T>> {
        let mut list = list();
        if list.closed {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let made = make()?;
        list.paths.push(made.as_ref().to_owned());
        Ok(Temporary(Some(made)))
    }

    /// The path of the file or folder.
    pub fn path(&self) -> &Path {
        self.get().as_ref()
    }

    /// Passes the file or folder to `put`, which moves it to its final place or removes it. No
    /// signal ends the program meanwhile.
    pub fn release<R>(mut self, put: impl FnOnce(T) -> R) -> R {
        self.take(put).expect("held until it is dropped")
    }

    fn take<R>(&mut self, put: impl FnOnce(T) -> R) -> Option<R> {
        let inner = self.0.take()?;
        let mut list = list();
        list.paths.retain(|path| path != inner.as_ref());
        Some(put(inner))
    }

    fn get(&self) -> &T {
        self.0.as_ref().expect("held until it is dropped")
    }
}

impl TemporaryFolder {
    /// A temporary folder beside `place`, which must not exist yet. Both are in the same folder, so
    /// [`Temporary::put`] only renames it and need not move its files.
    pub fn beside(place: &Path) -> io::Result<TemporaryFolder> {
        match place.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
            Ok(_) => {
                return Err(io::Error::new(
                    io::ErrorKind::AlreadyExists,
                    "exists; give another name",
                ));
            }
        }
        let parent = match place.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        parent.metadata()?;
        // The text of the original error would name the temporary folder.
        Temporary::new(|| shared(0o777).prefix(".satdoku-").tempdir_in(parent))
            .map_err(|error| error.kind().into())
    }

    /// Moves the folder to its final place.
    pub fn put(self, place: &Path) -> io::Result<()> {
        self.release(|folder| {
            std::fs::rename(folder.path(), place)?;
            // The folder is no longer at the path at which it would be deleted.
            let _ = folder.keep();
            Ok(())
        })
    }
}

impl<T: AsRef<Path>> Drop for Temporary<T> {
    fn drop(&mut self) {
        self.take(drop);
    }
}

impl io::Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.get().as_file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.get().as_file().flush()
    }
}

/// Makes temporary files and folders that will be renamed and kept. They have the usual permissions
/// of new files and folders: `mode` without the bits of the umask. Other temporary files are
/// private.
#[cfg_attr(not(unix), expect(unused_variables, unused_mut))]
pub fn shared(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}

impl List {
    /// Removes the files and folders. Nothing new can be made after this.
    pub(super) fn close(&mut self) {
        /// Several attempts are needed if a program that was ended is still in a system call.
        const ATTEMPTS: usize = 20;
        self.closed = true;
        for path in self.paths.drain(..) {
            for _ in 0..ATTEMPTS {
                let removed = match path.symlink_metadata() {
                    Ok(metadata) if metadata.is_dir() => std::fs::remove_dir_all(&path),
                    Ok(_) => std::fs::remove_file(&path),
                    Err(_) => break,
                };
                if removed.is_ok() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}
