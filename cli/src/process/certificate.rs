//! Certificates in folders: made in a temporary one, then renamed; read with care.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

use satdoku::evidence::certificate::{
    self, Certificate, CertificateError, MOST_PROOF_BYTES, Manifest, Options, make, may_hold,
};
use satdoku::{Deadline, Puzzle};
use thiserror::Error;

use super::{TemporaryFolder, shared};

/// Why there is no folder with a certificate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// There is no certificate.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The folder exists.
    #[error("{}: exists", .0.display())]
    Exists(PathBuf),
    /// What would be replaced is not a certificate.
    #[error("{}: is not a certificate and is not replaced; give another name", .0.display())]
    NotACertificate(PathBuf),
}

fn io_error(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> CertificateError {
    let path = path.into();
    move |source| CertificateError::Io { path, source }
}

/// Writes a certificate into a new folder.
///
/// Ensures that the folder is there, whole and accepted by [`check`], if and only if this
/// succeeds: it is made beside its place and renamed. With `force` an earlier certificate is
/// replaced; anything else in its place is left alone.
///
/// # Errors
/// Those of [`make()`]; [`FolderError::Exists`], [`FolderError::NotACertificate`],
/// [`CertificateError::Io`] (no space left, say).
pub fn write(
    puzzle: &Puzzle,
    folder: &Path,
    options: &Options<'_>,
    force: bool,
) -> Result<Manifest, FolderError> {
    may_be_written(folder, force)?;
    // In the same folder, so that renaming moves nothing.
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::metadata(parent).map_err(io_error(parent))?;
    let temporary =
        TemporaryFolder::new(|| shared(0o777).prefix(".satdoku-certificate-").tempdir_in(parent))
            // The error's own text would name the temporary folder.
            .map_err(|error| io_error(parent)(error.kind().into()))?;
    let files = make(puzzle, options)?;
    for (name, bytes) in &files {
        fs::write(temporary.path().join(name), bytes).map_err(io_error(folder.join(name)))?;
    }
    let manifest =
        certificate::manifest(&|name, most| open(&temporary.path().join(name), name, most))?;
    move_into_place(temporary, folder, force)?;
    Ok(manifest)
}

/// Checks a certificate in a folder, as [`certificate::check`] does.
///
/// Only regular files are read, none of them further than its content can be valid.
///
/// # Errors
/// Those of [`certificate::check`]; [`CertificateError::Io`] if a file cannot be read.
pub fn check(folder: &Path, deadline: Deadline) -> Result<Certificate, CertificateError> {
    fs::read_dir(folder).map_err(io_error(folder))?;
    let accepted = certificate::check(&|name, most| open(&folder.join(name), name, most), deadline);
    accepted.map_err(|error| match error {
        CertificateError::Io { path, source } => io_error(folder.join(path))(source),
        error => error,
    })
}

/// Reads another solver's proof, for [`Options::proof`].
///
/// # Errors
/// [`CertificateError::Io`]; [`CertificateError::Rejected`] if it is no regular file or too long.
pub fn read_proof(path: &Path) -> Result<Vec<u8>, CertificateError> {
    let target = fs::canonicalize(path).map_err(io_error(path))?;
    let mut bytes = Vec::new();
    let read =
        open(&target, &path.display().to_string(), MOST_PROOF_BYTES)?.read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(io_error(path))
}

/// A regular file that has at most so many bytes. `name` is its name in errors.
fn open(path: &Path, name: &str, most: usize) -> Result<Box<dyn BufRead>, CertificateError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => CertificateError::missing(name),
        _ => io_error(name)(error),
    };
    // Before it is opened: to open a pipe waits for its writer.
    let metadata = fs::symlink_metadata(path).map_err(failed)?;
    if !metadata.is_file() {
        let (file, reason) = (name.to_owned(), "expected a regular file".to_owned());
        return Err(CertificateError::Rejected { file, reason });
    }
    if metadata.len() > most as u64 {
        return Err(CertificateError::too_long(name, most, metadata.len()));
    }
    // No further, should it grow.
    Ok(Box::new(BufReader::new(File::open(path).map_err(failed)?.take(most as u64))))
}

/// Whether the place is free, or holds a certificate that may be replaced: a folder of regular
/// files of ours alone, with a manifest of ours.
fn may_be_written(folder: &Path, force: bool) -> Result<(), FolderError> {
    let not_ours = || FolderError::NotACertificate(folder.to_owned());
    match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(io_error(folder)(source).into()),
        Ok(_) if !force => return Err(FolderError::Exists(folder.to_owned())),
        Ok(metadata) if !metadata.is_dir() => return Err(not_ours()),
        Ok(_) => {}
    }
    for entry in fs::read_dir(folder).map_err(io_error(folder))? {
        let entry = entry.map_err(io_error(folder))?;
        let is_file = entry.file_type().map_err(io_error(folder))?.is_file();
        if !is_file || !entry.file_name().to_str().is_some_and(may_hold) {
            return Err(not_ours());
        }
    }
    let manifest = certificate::manifest(&|name, most| open(&folder.join(name), name, most));
    manifest.map_err(|_| not_ours())?;
    Ok(())
}

fn move_into_place(
    temporary: TemporaryFolder,
    folder: &Path,
    force: bool,
) -> Result<(), FolderError> {
    // Once more: it took a while to get here.
    may_be_written(folder, force)?;
    temporary.release(|temporary| {
        let replace = || -> io::Result<()> {
            if fs::symlink_metadata(folder).is_err() {
                return fs::rename(temporary.path(), folder);
            }
            let parent = temporary.path().parent().unwrap_or(Path::new("."));
            let old = tempfile::Builder::new().prefix(".satdoku-replaced-").tempdir_in(parent);
            // The error's own text would name the temporary folder.
            let old = old.map_err(|error| error.kind())?;
            let old_place = old.path().join("certificate");
            fs::rename(folder, &old_place)?;
            fs::rename(temporary.path(), folder).or_else(|error| {
                fs::rename(&old_place, folder)?;
                Err(error)
            })
        };
        replace().map_err(io_error(folder))?;
        // It is no longer where it would be deleted.
        let _ = temporary.keep();
        Ok(())
    })
}
