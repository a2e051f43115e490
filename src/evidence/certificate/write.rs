//! Making a certificate: in a temporary folder, checked there, then renamed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

use super::check::{check, sha256, text};
use super::manifest::{MadeWith, Manifest};
use super::{
    CertificateError, FORMULA, MANIFEST, PUZZLE, ProofFormat, SOLUTION, formula, formula_text,
    grid_text, proof_file,
};
use crate::answer::{Deadline, Limits, Status};
use crate::encode::Encoding;
use crate::evidence::prove::{ProveError, refute};
use crate::process::TemporaryFolder;
use crate::rules::Puzzle;
use crate::solve::{Session, SolveError, check_size};

/// How a certificate is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How the formula states the rules.
    pub encoding: Encoding,
    /// How the proof is written.
    pub format: ProofFormat,
    /// Whether an earlier certificate in the same place is replaced.
    pub force: bool,
    /// When to give up.
    pub deadline: Deadline,
}

/// `extended/auto`, DRAT as text, nothing replaced, no deadline.
impl Default for Options {
    fn default() -> Options {
        Options {
            encoding: Encoding::default(),
            format: ProofFormat::default(),
            force: false,
            deadline: Deadline::NONE,
        }
    }
}

/// Writes a certificate of uniqueness, or of unsolvability, into a new folder.
///
/// Ensures that the folder is there, whole and accepted by [`check`], if and only if this
/// succeeds: it is made beside its place and renamed. With `force` an earlier certificate is
/// replaced; anything else in its place is left alone.
///
/// # Errors
/// [`CertificateError::Multiple`] if there is nothing to certify, [`CertificateError::TimedOut`]
/// at the deadline, [`CertificateError::Exists`], [`CertificateError::NotACertificate`],
/// [`CertificateError::Io`] (no space left, say); [`CertificateError::Solver`] and
/// [`CertificateError::Rejected`] if the solver or its proof was wrong.
pub fn write(
    puzzle: &Puzzle,
    folder: &Path,
    options: &Options,
) -> Result<Manifest, CertificateError> {
    let Options { encoding, format, force, deadline } = *options;
    let at = |path: &Path| {
        let path = path.to_owned();
        move |source| CertificateError::Io { path, source }
    };
    let failed = |error: SolveError| CertificateError::Solver(error.to_string());
    check_size(puzzle.size()).map_err(failed)?;
    may_be_written(folder, force)?;
    let limits = Limits { deadline, ..Limits::UNIQUE };
    let answer = Session::new(puzzle, Encoding::default(), deadline)
        .answer(limits.solutions)
        .map_err(failed)?;
    let status = answer.status(&limits);
    let solution = match (status, <[_; 2]>::try_from(answer.solutions)) {
        (Status::Unknown, _) => return Err(CertificateError::TimedOut),
        (_, Ok(solutions)) => return Err(CertificateError::Multiple(Box::new(solutions))),
        (_, Err(solutions)) => solutions.into_iter().next(),
    };
    let encoded = formula(puzzle, encoding, solution.as_ref());

    // In the same folder, so that renaming moves nothing.
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let temporary = TemporaryFolder::new(|| {
        tempfile::Builder::new().prefix(".satdoku-certificate-").tempdir_in(parent)
    })
    // The error's own text would name the temporary folder.
    .map_err(|error| at(parent)(error.kind().into()))?;
    let inside = temporary.path();
    let put = |name: &str, bytes: &[u8]| {
        fs::write(inside.join(name), bytes).map_err(at(&folder.join(name)))
    };
    let proof_name = proof_file(format);
    let mut names = vec![PUZZLE, FORMULA, proof_name];
    put(PUZZLE, grid_text(puzzle.givens()).as_bytes())?;
    if let Some(solution) = &solution {
        put(SOLUTION, grid_text(solution).as_bytes())?;
        names.push(SOLUTION);
    }
    put(FORMULA, &formula_text(puzzle, encoding, solution.as_ref(), &encoded))?;

    let proof_path = folder.join(proof_name);
    let proof = File::create(inside.join(proof_name)).map_err(at(&proof_path))?;
    let mut proof = BufWriter::new(proof);
    let refuted =
        refute(&encoded.formula, format, &mut proof, deadline).map_err(|error| match error {
            ProveError::TimedOut => CertificateError::TimedOut,
            ProveError::Io(source) => at(&proof_path)(source),
            ProveError::Solver(message) => CertificateError::Solver(message),
        })?;
    proof.into_inner().map_err(|error| at(&proof_path)(error.into_error()))?;
    if !refuted {
        let message = "the solver's second verdict differs from its first".to_owned();
        return Err(CertificateError::Solver(message));
    }

    let mut hashes = BTreeMap::new();
    for name in names {
        let bytes = fs::read(inside.join(name)).map_err(at(&folder.join(name)))?;
        hashes.insert(name.to_owned(), sha256(&bytes));
    }
    let dimensions = (encoded.formula.var_count(), encoded.formula.len());
    let made_with = MadeWith::this_version();
    let manifest =
        Manifest::new(puzzle, solution.as_ref(), encoding, dimensions, format, hashes, made_with);
    put(MANIFEST, manifest.text().as_bytes())?;
    check(inside, deadline).map_err(|error| match error {
        CertificateError::Io { path, source } => {
            at(&path.file_name().map_or(folder.to_owned(), |name| folder.join(name)))(source)
        }
        error => error,
    })?;
    move_into_place(temporary, folder, force)?;
    Ok(manifest)
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
    let known = [MANIFEST, PUZZLE, FORMULA, SOLUTION, "proof.drat", "proof.lrat"];
    for entry in fs::read_dir(folder).map_err(io_error)? {
        let entry = entry.map_err(io_error)?;
        let is_file = entry.file_type().map_err(io_error)?.is_file();
        if !is_file || !known.iter().any(|name| entry.file_name() == *name) {
            return Err(not_ours());
        }
    }
    let manifest = text(folder, MANIFEST).map_err(|_| not_ours())?;
    serde_json::from_str::<Manifest>(&manifest).map_err(|_| not_ours())?;
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
