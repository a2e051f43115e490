//! Certificates in folders: made in a temporary one, then renamed; read with care.

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
/// Ensures that the folder is there, whole and accepted by [`check`], if and only if this
/// succeeds: it is made beside its place and renamed. Whatever is in its place is left alone.
///
/// # Errors
/// Those of [`make()`]; [`CertificateError::Io`] (no space left, say, or something is there).
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
/// Only regular files are read, and no file beyond the length that valid content can have.
///
/// # Errors
/// Those of [`certificate::check`]; [`CertificateError::Io`] if a file cannot be read.
pub fn check(folder: &Path, deadline: Deadline) -> Result<Certificate, CertificateError> {
    fs::read_dir(folder).map_err(CertificateError::io(folder))?;
    let open = |name: &str, most| open(&folder.join(name), name, most);
    let accepted = certificate::check(&open, deadline);
    accepted.map_err(|error| match error {
        CertificateError::Io { path, source } => CertificateError::io(folder.join(path))(source),
        error => error,
    })
}

/// Reads another solver's proof, for [`Options::proof`].
///
/// # Errors
/// [`CertificateError::Io`]; [`CertificateError::Rejected`] if it is no regular file or too long.
pub fn read_proof(path: &Path) -> Result<Vec<u8>, CertificateError> {
    let target = fs::canonicalize(path).map_err(CertificateError::io(path))?;
    let mut bytes = Vec::new();
    let read =
        open(&target, &path.display().to_string(), MOST_PROOF_BYTES)?.read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(CertificateError::io(path))
}

/// A regular file that has at most this many bytes. `name` is its name in errors.
fn open(path: &Path, name: &str, most: usize) -> Result<Box<dyn BufRead>, CertificateError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => CertificateError::missing(name),
        _ => CertificateError::io(name)(error),
    };
    // This comes before opening: opening a pipe waits for its writer.
    let metadata = fs::symlink_metadata(path).map_err(failed)?;
    if !metadata.is_file() {
        let (file, reason) = (name.to_owned(), "expected a regular file".to_owned());
        return Err(CertificateError::Rejected { file, reason });
    }
    if metadata.len() > most as u64 {
        return Err(CertificateError::too_long(name, most, metadata.len()));
    }
    // Reads no further, should the file grow.
    Ok(Box::new(BufReader::new(File::open(path).map_err(failed)?.take(most as u64))))
}
