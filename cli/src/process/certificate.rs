//! Certificates in folders. A certificate is made in a temporary folder, which is then renamed.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use satdoku::evidence::certificate::{
    self, Certificate, CertificateError, MOST_PROOF_BYTES, Manifest, Options, make,
};
use satdoku::{Deadline, Puzzle};

use super::TemporaryFolder;

/// Writes a certificate into a new folder.
///
/// If this succeeds, the folder exists, is complete, and has passed the check; otherwise no new
/// folder with this name exists. For this, the files are written to a temporary folder beside it,
/// which is then renamed. An existing file or folder with this name is not changed.
///
/// # Errors
/// The errors of [`make()`]; [`CertificateError::Io`] if the files cannot be written, for example
/// because no space is left or the name exists.
pub fn write(
    puzzle: &Puzzle,
    folder: &Path,
    options: &Options<'_>,
) -> Result<Manifest, CertificateError> {
    let temporary = TemporaryFolder::beside(folder).map_err(CertificateError::io(folder))?;
    let files = make(puzzle, options)?;
    for (name, bytes) in &files {
        fs::write(temporary.path().join(name), bytes)
            .map_err(CertificateError::io(folder.join(name)))?;
    }
    let manifest =
        certificate::manifest(&|name, most| open(&temporary.path().join(name), name, most))?;
    temporary.put(folder).map_err(CertificateError::io(folder))?;
    Ok(manifest)
}

/// Checks a certificate in a folder, as [`certificate::check`] does.
///
/// Only regular files are read, and no file is read beyond the greatest length of valid content.
///
/// # Errors
/// The errors of [`certificate::check`]; [`CertificateError::Io`] if a file cannot be read.
pub fn check(folder: &Path, deadline: Deadline) -> Result<Certificate, CertificateError> {
    fs::read_dir(folder).map_err(CertificateError::io(folder))?;
    let open = |name: &str, most| open(&folder.join(name), name, most);
    let accepted = certificate::check(&open, deadline);
    accepted.map_err(|error| match error {
        CertificateError::Io { path, source } => CertificateError::io(folder.join(path))(source),
        error => error,
    })
}

/// Reads the proof of another solver for [`Options::proof`].
///
/// # Errors
/// [`CertificateError::Io`] if the file cannot be read; [`CertificateError::Rejected`] if it is
/// missing, not a regular file, or too long.
pub fn read_proof(path: &Path) -> Result<Vec<u8>, CertificateError> {
    let target = fs::canonicalize(path).map_err(CertificateError::io(path))?;
    let mut bytes = Vec::new();
    let read =
        open(&target, &path.display().to_string(), MOST_PROOF_BYTES)?.read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(CertificateError::io(path))
}

/// Opens a regular file that has at most this many bytes. `name` is its name in errors.
fn open(path: &Path, name: &str, most: usize) -> Result<Box<dyn BufRead>, CertificateError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => CertificateError::missing(name),
        _ => CertificateError::io(name)(error),
    };
    // This check comes before the file is opened: to open a pipe would wait for its writer.
    let metadata = fs::symlink_metadata(path).map_err(failed)?;
    if !metadata.is_file() {
        let (file, reason) = (name.to_owned(), "expected a regular file".to_owned());
        return Err(CertificateError::Rejected { file, reason });
    }
    if metadata.len() > most as u64 {
        return Err(CertificateError::too_long(name, most, metadata.len()));
    }
    // If the file grows, the new bytes are not read.
    Ok(Box::new(BufReader::new(File::open(path).map_err(failed)?.take(most as u64))))
}
