//! Making a certificate: in a temporary folder, checked there, then renamed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

use varisat::CnfFormula;

use super::check::{MOST_PROOF_BYTES, bytes, check, manifest_text, sha256};
use super::find::find;
use super::manifest::{MadeWith, Manifest, Refutation};
use super::{
    CONFLICT, CertificateError, Claim, FORMULA, MANIFEST, PUZZLE, ProofFormat, SOLUTIONS, opb,
    proof_file, rejected,
};
use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::evidence::prove::{ProveError, refute};
use crate::process::TemporaryFolder;
use crate::rules::Puzzle;

/// How a certificate is made.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// What is claimed; `None` is the number of solutions: one, none, or several.
    pub claim: Option<Claim>,
    /// How the formula states the rules.
    pub encoding: Encoding,
    /// How the proof is written; `None` is DRAT as text, or what the given proof seems to be.
    pub format: Option<ProofFormat>,
    /// A proof that another solver has written, of the same formula.
    pub proof: Option<&'a Path>,
    /// Whether the formula and its proof are also written as pseudo-Boolean constraints.
    pub opb: bool,
    /// Whether an earlier certificate in the same place is replaced.
    pub force: bool,
    /// When to give up.
    pub deadline: Deadline,
}

/// The number of solutions, `extended/auto`, DRAT as text, nothing replaced, no deadline.
impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            claim: None,
            encoding: Encoding::default(),
            format: None,
            proof: None,
            opb: false,
            force: false,
            deadline: Deadline::NONE,
        }
    }
}

/// Writes a certificate into a new folder.
///
/// Ensures that the folder is there, whole and accepted by [`check`], if and only if this
/// succeeds: it is made beside its place and renamed. With `force` an earlier certificate is
/// replaced; anything else in its place is left alone.
///
/// A proof by another solver must refute the formula of the claim: that of the puzzle, as
/// [`dimacs::write`](crate::dimacs::write) writes it, with the clause that the claim adds at its
/// end. A certificate without that proof holds this formula.
///
/// # Errors
/// [`CertificateError::Untrue`] if the claim is, [`CertificateError::TimedOut`]
/// at the deadline, [`CertificateError::Exists`], [`CertificateError::NotACertificate`],
/// [`CertificateError::Io`] (no space left, say); [`CertificateError::Solver`] and
/// [`CertificateError::Rejected`] if the solver or its proof was wrong.
pub fn write(
    puzzle: &Puzzle,
    folder: &Path,
    options: &Options<'_>,
) -> Result<Manifest, CertificateError> {
    let Options { claim, encoding, format, proof, opb, force, deadline } = *options;
    let at = |path: &Path| {
        let path = path.to_owned();
        move |source| CertificateError::Io { path, source }
    };
    // The user knows another solver's proof by its own name.
    let proof_name =
        |name: &str| proof.map_or_else(|| name.to_owned(), |proof| proof.display().to_string());
    may_be_written(folder, force)?;
    let given_proof = proof.map(read_proof).transpose()?;
    let statement = find(puzzle, claim, deadline)?;

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
    let mut names = Vec::new();
    for (name, bytes) in statement.files() {
        put(name, &bytes)?;
        names.push(name);
    }
    let mut refutation = None;
    if let Some(encoded) = statement.formula(encoding) {
        put(FORMULA, &statement.formula_text(encoding, &encoded))?;
        let format = format.or(given_proof.as_deref().map(ProofFormat::of)).unwrap_or_default();
        let name = proof_file(format);
        put(name, given_proof.as_deref().unwrap_or_default())?;
        if given_proof.is_none() {
            let file = File::create(inside.join(name)).map_err(at(&folder.join(name)))?;
            prove(&encoded.formula, format, file, deadline).map_err(|error| match error {
                ProveError::TimedOut => CertificateError::TimedOut,
                ProveError::Io(source) => at(&folder.join(name))(source),
                ProveError::Solver(message) => CertificateError::Solver(message),
            })?;
        }
        names.extend([FORMULA, name]);
        if opb {
            let constraints = opb::constraints(&statement, encoding)?;
            let steps = fs::read(inside.join(name)).map_err(at(&folder.join(name)))?;
            let translated = opb::proof(&steps, format)
                .map_err(|error| rejected(&proof_name(name), error.to_string()))?;
            for (name, bytes) in [(opb::CONSTRAINTS, constraints), (opb::PROOF, translated)] {
                put(name, &bytes)?;
                names.push(name);
            }
        }
        refutation = Some(Refutation::new(encoding, &encoded, format, opb));
    } else if proof.is_some() || opb {
        return Err(CertificateError::Unsupported(statement.nothing_to_refute()));
    }

    let mut hashes = BTreeMap::new();
    for name in names {
        let bytes = fs::read(inside.join(name)).map_err(at(&folder.join(name)))?;
        hashes.insert(name.to_owned(), sha256(&bytes));
    }
    let proof_by = refutation.is_some().then_some(if proof.is_some() {
        "another program"
    } else {
        "varisat 0.2.2"
    });
    let manifest = Manifest::new(&statement, refutation, hashes, MadeWith::this_version(proof_by));
    put(MANIFEST, manifest.text().as_bytes())?;
    check(inside, deadline).map_err(|error| match error {
        CertificateError::Io { path, source } => {
            at(&path.file_name().map_or(folder.to_owned(), |name| folder.join(name)))(source)
        }
        CertificateError::Rejected { file, reason } if is_proof(&file) => {
            rejected(&proof_name(&file), reason)
        }
        error => error,
    })?;
    move_into_place(temporary, folder, force)?;
    Ok(manifest)
}

/// Another solver's proof.
fn read_proof(path: &Path) -> Result<Vec<u8>, CertificateError> {
    let name = path.display().to_string();
    let target = fs::canonicalize(path)
        .map_err(|source| CertificateError::Io { path: path.to_owned(), source })?;
    bytes(&target, &name, MOST_PROOF_BYTES)
}

/// Refutes the formula and writes the proof.
fn prove(
    formula: &CnfFormula,
    format: ProofFormat,
    file: File,
    deadline: Deadline,
) -> Result<(), ProveError> {
    let mut file = BufWriter::new(file);
    let is_refuted = refute(formula, format, &mut file, deadline)?;
    file.into_inner().map_err(|error| ProveError::Io(error.into_error()))?;
    if !is_refuted {
        let message = "the solver's second verdict differs from its first";
        return Err(ProveError::Solver(message.to_owned()));
    }
    Ok(())
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
    let known = [MANIFEST, PUZZLE, SOLUTIONS, CONFLICT, FORMULA, opb::CONSTRAINTS, opb::PROOF];
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
    let manifest = manifest_text(folder).map_err(|_| not_ours())?;
    serde_json::from_str::<Manifest>(&manifest).map_err(|_| not_ours())?;
    Ok(())
}

/// Whether it is the name of a proof.
fn is_proof(name: &str) -> bool {
    ProofFormat::ALL.into_iter().any(|format| proof_file(format) == name)
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
