//! Certificates in folders: made in a temporary one, then renamed; read with care.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use super::check::{
    Certificate, MOST_PROOF_BYTES, accept, bytes, missing, puzzle_and_manifest, too_long,
};
use super::make::{Options, make_checked};
use super::{
    CONFLICT, CertificateError, FORMULA, MANIFEST, Manifest, PUZZLE, SOLUTIONS, io_error, is_proof,
    rejected,
};
use crate::answer::Deadline;
use crate::process::TemporaryFolder;
use crate::rules::Puzzle;

/// Writes a certificate into a new folder.
///
/// Ensures that the folder is there, whole and accepted by [`check`], if and only if this
/// succeeds: it is made beside its place and renamed. With `force` an earlier certificate is
/// replaced; anything else in its place is left alone.
///
/// # Errors
/// Those of [`make`](super::make()); [`CertificateError::Exists`],
/// [`CertificateError::NotACertificate`], [`CertificateError::Io`] (no space left, say).
pub fn write(
    puzzle: &Puzzle,
    folder: &Path,
    options: &Options<'_>,
    force: bool,
) -> Result<Manifest, CertificateError> {
    may_be_written(folder, force)?;
    // In the same folder, so that renaming moves nothing.
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::metadata(parent).map_err(io_error(parent))?;
    let temporary = TemporaryFolder::new(|| {
        tempfile::Builder::new().prefix(".satdoku-certificate-").tempdir_in(parent)
    })
    // The error's own text would name the temporary folder.
    .map_err(|error| io_error(parent)(error.kind().into()))?;
    let (files, certificate) = make_checked(puzzle, options)?;
    for (name, bytes) in &files {
        fs::write(temporary.path().join(name), bytes).map_err(io_error(folder.join(name)))?;
    }
    move_into_place(temporary, folder, force)?;
    Ok(certificate.manifest)
}

/// Checks a certificate in a folder, as [`check_files`](super::check_files) does.
///
/// Only regular files are read, none of them further than its content can be valid.
///
/// # Errors
/// Those of [`check_files`](super::check_files); [`CertificateError::Io`] if a file cannot be
/// read.
pub fn check(folder: &Path, deadline: Deadline) -> Result<Certificate, CertificateError> {
    fs::read_dir(folder).map_err(io_error(folder))?;
    let accepted = accept(&|name, most| open(&folder.join(name), name, most), deadline);
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
    bytes(&|name, most| open(&target, name, most), &path.display().to_string(), MOST_PROOF_BYTES)
}

/// A regular file that has at most so many bytes. `name` is its name in errors.
fn open(path: &Path, name: &str, most: usize) -> Result<Box<dyn BufRead>, CertificateError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => missing(name),
        _ => io_error(name)(error),
    };
    // Before it is opened: to open a pipe waits for its writer.
    let metadata = fs::symlink_metadata(path).map_err(failed)?;
    if !metadata.is_file() {
        return Err(rejected(name, "expected a regular file"));
    }
    if metadata.len() > most as u64 {
        return Err(too_long(name, most, metadata.len()));
    }
    // No further, should it grow.
    Ok(Box::new(BufReader::new(File::open(path).map_err(failed)?.take(most as u64))))
}

/// Whether the place is free, or holds a certificate that may be replaced: a folder of regular
/// files of ours alone, with a manifest of ours.
fn may_be_written(folder: &Path, force: bool) -> Result<(), CertificateError> {
    let not_ours = || CertificateError::NotACertificate(folder.to_owned());
    match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(io_error(folder)(source)),
        Ok(_) if !force => return Err(CertificateError::Exists(folder.to_owned())),
        Ok(metadata) if !metadata.is_dir() => return Err(not_ours()),
        Ok(_) => {}
    }
    let known = [MANIFEST, PUZZLE, SOLUTIONS, CONFLICT, FORMULA];
    for entry in fs::read_dir(folder).map_err(io_error(folder))? {
        let entry = entry.map_err(io_error(folder))?;
        let is_file = entry.file_type().map_err(io_error(folder))?.is_file();
        let name = entry.file_name();
        let is_known =
            known.iter().any(|known| name == *known) || name.to_str().is_some_and(is_proof);
        if !is_file || !is_known {
            return Err(not_ours());
        }
    }
    let read = puzzle_and_manifest(&|name, most| open(&folder.join(name), name, most));
    read.and_then(|[_, text]| Manifest::read(&text, Deadline::NONE)).map_err(|_| not_ours())?;
    Ok(())
}

fn move_into_place(
    temporary: TemporaryFolder,
    folder: &Path,
    force: bool,
) -> Result<(), CertificateError> {
    // Once more: it took a while to get here.
    may_be_written(folder, force)?;
    // Folders made for temporary use are closed to others; a certificate is for anyone.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(temporary.path(), open).map_err(io_error(folder))?;
    }
    temporary.release(|temporary| {
        if fs::symlink_metadata(folder).is_ok() {
            let parent = temporary.path().parent().unwrap_or(Path::new("."));
            let old = tempfile::Builder::new()
                .prefix(".satdoku-replaced-")
                .tempdir_in(parent)
                // The error's own text would name the temporary folder.
                .map_err(|error| io_error(folder)(error.kind().into()))?;
            let old_place = old.path().join("certificate");
            fs::rename(folder, &old_place).map_err(io_error(folder))?;
            if let Err(error) = fs::rename(temporary.path(), folder) {
                fs::rename(&old_place, folder).map_err(io_error(folder))?;
                return Err(io_error(folder)(error));
            }
        } else {
            fs::rename(temporary.path(), folder).map_err(io_error(folder))?;
        }
        // It is no longer where it would be deleted.
        let _ = temporary.keep();
        Ok(())
    })
}
