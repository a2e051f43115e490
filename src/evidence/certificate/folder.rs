//! Certificates in folders: made in a temporary one, then renamed; read with care.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use super::check::{
    Certificate, MOST_MANIFEST_BYTES, MOST_PROOF_BYTES, Source, accept, missing, too_long,
};
use super::make::{Options, make_checked};
use super::{
    CONFLICT, CertificateError, FORMULA, MANIFEST, Manifest, PUZZLE, SOLUTIONS, is_proof, rejected,
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
    let at = |path: &Path| {
        let path = path.to_owned();
        move |source| CertificateError::Io { path, source }
    };
    may_be_written(folder, force)?;
    // In the same folder, so that renaming moves nothing.
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::metadata(parent).map_err(at(parent))?;
    let temporary = TemporaryFolder::new(|| {
        tempfile::Builder::new().prefix(".satdoku-certificate-").tempdir_in(parent)
    })
    // The error's own text would name the temporary folder.
    .map_err(|error| at(parent)(error.kind().into()))?;
    let (files, certificate) = make_checked(puzzle, options)?;
    for (name, bytes) in &files {
        fs::write(temporary.path().join(name), bytes).map_err(at(&folder.join(name)))?;
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
    fs::read_dir(folder)
        .map_err(|source| CertificateError::Io { path: folder.to_owned(), source })?;
    accept(&folder, deadline)
}

/// Reads another solver's proof, for [`Options::proof`].
///
/// # Errors
/// [`CertificateError::Io`]; [`CertificateError::Rejected`] if it is no regular file or too long.
pub fn read_proof(path: &Path) -> Result<Vec<u8>, CertificateError> {
    let target = fs::canonicalize(path)
        .map_err(|source| CertificateError::Io { path: path.to_owned(), source })?;
    bytes(&target, &path.display().to_string(), MOST_PROOF_BYTES)
}

/// A folder.
impl Source for &Path {
    fn bytes(&self, name: &str, most: usize) -> Result<Cow<'_, [u8]>, CertificateError> {
        bytes(&self.join(name), name, most).map(Cow::Owned)
    }
}

/// The content of a regular file that has at most so many bytes. `name` is its name in errors.
fn bytes(path: &Path, name: &str, most: usize) -> Result<Vec<u8>, CertificateError> {
    let io_error = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => missing(name),
        _ => CertificateError::Io { path: path.to_owned(), source },
    };
    // Before it is opened: to open a pipe waits for its writer.
    let metadata = fs::symlink_metadata(path).map_err(io_error)?;
    if !metadata.is_file() {
        return Err(rejected(name, "expected a regular file"));
    }
    let (mut bytes, most) = (Vec::new(), most as u64);
    if metadata.len() <= most {
        let file = File::open(path).map_err(io_error)?;
        file.take(most + 1).read_to_end(&mut bytes).map_err(io_error)?;
    }
    let found = metadata.len().max(bytes.len() as u64);
    if found > most {
        return Err(too_long(name, most as usize, found));
    }
    Ok(bytes)
}

/// Whether the place is free, or holds a certificate that may be replaced: a folder of regular
/// files of ours alone, with a manifest of ours.
fn may_be_written(folder: &Path, force: bool) -> Result<(), CertificateError> {
    let io_error = |source| CertificateError::Io { path: folder.to_owned(), source };
    let not_ours = || CertificateError::NotACertificate(folder.to_owned());
    match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(io_error(source)),
        Ok(_) if !force => return Err(CertificateError::Exists(folder.to_owned())),
        Ok(metadata) if !metadata.is_dir() => return Err(not_ours()),
        Ok(_) => {}
    }
    let known = [MANIFEST, PUZZLE, SOLUTIONS, CONFLICT, FORMULA];
    for entry in fs::read_dir(folder).map_err(io_error)? {
        let entry = entry.map_err(io_error)?;
        let is_file = entry.file_type().map_err(io_error)?.is_file();
        let name = entry.file_name();
        let is_known =
            known.iter().any(|known| name == *known) || name.to_str().is_some_and(is_proof);
        if !is_file || !is_known {
            return Err(not_ours());
        }
    }
    let manifest = Source::bytes(&folder, MANIFEST, MOST_MANIFEST_BYTES);
    manifest.and_then(|text| Manifest::read(&text, Deadline::NONE)).map_err(|_| not_ours())?;
    Ok(())
}

fn move_into_place(
    temporary: TemporaryFolder,
    folder: &Path,
    force: bool,
) -> Result<(), CertificateError> {
    let io_error = |source| CertificateError::Io { path: folder.to_owned(), source };
    // Once more: it took a while to get here.
    may_be_written(folder, force)?;
    // Folders made for temporary use are closed to others; a certificate is for anyone.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(temporary.path(), open).map_err(io_error)?;
    }
    temporary.release(|temporary| {
        if fs::symlink_metadata(folder).is_ok() {
            let parent = temporary.path().parent().unwrap_or(Path::new("."));
            let old = tempfile::Builder::new()
                .prefix(".satdoku-replaced-")
                .tempdir_in(parent)
                // The error's own text would name the temporary folder.
                .map_err(|error| io_error(error.kind().into()))?;
            let old_place = old.path().join("certificate");
            fs::rename(folder, &old_place).map_err(io_error)?;
            if let Err(error) = fs::rename(temporary.path(), folder) {
                fs::rename(&old_place, folder).map_err(io_error)?;
                return Err(io_error(error));
            }
        } else {
            fs::rename(temporary.path(), folder).map_err(io_error)?;
        }
        // It is no longer where it would be deleted.
        let _ = temporary.keep();
        Ok(())
    })
}
