//! Checks a certificate, trusting only its puzzle.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::manifest::{Manifest, Refutation};
use super::statement::{Claim, Statement};
use super::{
    CONFLICT, CertificateError, FORMULA, MANIFEST, PUZZLE, ProofFormat, SOLUTIONS, grids_bytes,
    grids_from_text, opb, proof_file, rejected,
};
use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::evidence::checker::{self, CheckError, Checked, Cnf};
use crate::format::printable;
use crate::grid::{Grid, Size};
use crate::rules::Puzzle;

/// The longest manifest; that of a full 36x36 grid with many regions is far below it.
const MOST_MANIFEST_BYTES: usize = 1 << 20;
/// The longest proof as text; the same in binary is less than half as long. The checker holds all
/// clauses of a proof, at worst in eight times as many bytes as its text.
pub(super) const MOST_PROOF_BYTES: usize = 1 << 28;

/// A certificate that [`check()`] accepted.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// What it claims.
    pub manifest: Manifest,
    /// The puzzle of which it claims that.
    pub puzzle: Puzzle,
    /// The solutions that go with the claim.
    pub solutions: Vec<Grid>,
    /// The format of its proof, and what that consists of, if the claim needs one.
    pub proof: Option<(ProofFormat, Checked)>,
}

/// Checks a certificate.
///
/// Ensures, on success: the manifest is the one that follows from the puzzle, the claim, the
/// rules and the encoding it names; each file has the stated SHA-256; each grid solves what the
/// claim says it solves; the formula is, byte for byte, the one that the encoder makes of the
/// puzzle and the claim; and [`checker`] accepts every line of the proof. Whether the rules and the
/// puzzle are those you mean is for you to see, or for [`difference`](super::difference).
///
/// Only regular files are read, none of them further than its content can be valid; a proof may
/// have up to 256 MiB, in binary half of that. Checking takes about 2 GB of memory at most.
///
/// # Errors
/// [`CertificateError::Rejected`] with the first file that is wrong, [`CertificateError::Io`] if
/// one cannot be read, [`CertificateError::TimedOut`] at the deadline.
pub fn check(folder: &Path, deadline: Deadline) -> Result<Certificate, CertificateError> {
    fs::read_dir(folder)
        .map_err(|source| CertificateError::Io { path: folder.to_owned(), source })?;

    let manifest_text = manifest_text(folder)?;
    let manifest: Manifest = serde_json::from_str(&manifest_text)
        .map_err(|error| rejected(MANIFEST, printable(&error.to_string(), "")))?;
    if manifest.satdoku_certificate != 2 {
        let found = manifest.satdoku_certificate;
        return Err(rejected(MANIFEST, format!("expected version 2, found {found}")));
    }
    if !manifest.made_with.is_plausible() {
        return Err(rejected(MANIFEST, "expected names and versions in `made_with`"));
    }
    let claim = manifest.claim;
    let rules = manifest.rules.rules()?;
    deadline.ok_or(CertificateError::TimedOut)?;
    let size = rules.size();
    let givens = one_grid(folder, PUZZLE, size)?;
    let puzzle = Puzzle::new(rules, givens).expect("of this size");
    let conflict = match claim {
        Claim::MinimalConflict => Some(one_grid(folder, CONFLICT, size)?),
        _ => None,
    };
    let mut statement = Statement { claim, puzzle, conflict, solutions: Vec::new() };
    let (_, most) = statement.solution_counts();
    if most > 0 {
        statement.solutions = grids(folder, SOLUTIONS, size, most)?;
    }
    statement.check_grids(deadline)?;
    let mut files = statement.files();

    let (mut refutation, mut proof) = (None, None);
    if let Some(stated) = &manifest.refutation {
        let wrong = |reason: String| rejected(MANIFEST, reason);
        let encoding: Encoding =
            stated.encoding.parse().map_err(|error| wrong(format!("{error}")))?;
        let format = ProofFormat::ALL.into_iter().find(|format| format.name() == stated.format);
        let format = format.ok_or_else(|| wrong("the proof's format is unknown".to_owned()))?;
        let encoded = statement.formula(encoding);
        let encoded = encoded
            .ok_or_else(|| wrong("expected no refutation: the solutions suffice".to_owned()))?;
        deadline.ok_or(CertificateError::TimedOut)?;
        let expected = statement.formula_text(encoding, &encoded);
        refutation = Some(Refutation::new(encoding, &encoded, format, stated.pseudo_boolean));
        drop(encoded);
        let formula = same_bytes(folder, FORMULA, &expected)?;
        drop(expected);
        deadline.ok_or(CertificateError::TimedOut)?;
        let cnf = Cnf::read(&formula[..]).map_err(|error| checker_error(FORMULA, error))?;
        let name = proof_file(format);
        let most = MOST_PROOF_BYTES >> u32::from(format.is_binary());
        let steps = bytes(&folder.join(name), name, most)?;
        deadline.ok_or(CertificateError::TimedOut)?;
        let checked = checker::check(&cnf, &steps[..], format, deadline)
            .map_err(|error| checker_error(name, error))?;
        if stated.pseudo_boolean {
            if checked.rat_additions > 0 {
                let (number, name) = (checked.rat_additions, opb::PROOF);
                let reason =
                    format!("expected steps that follow, found {number} of RAT in the proof");
                return Err(rejected(name, reason));
            }
            let constraints = opb::constraints(&statement, encoding)
                .map_err(|error| rejected(MANIFEST, error.to_string()))?;
            let steps = opb::proof(&steps, format).map_err(|error| checker_error(name, error))?;
            for (name, expected) in [(opb::CONSTRAINTS, constraints), (opb::PROOF, steps)] {
                deadline.ok_or(CertificateError::TimedOut)?;
                files.push((name, same_bytes(folder, name, &expected)?));
            }
        }
        proof = Some((format, checked));
        files.extend([(FORMULA, formula), (name, steps)]);
    } else if statement.refuted().is_some() {
        return Err(rejected(MANIFEST, "expected a refutation: the claim needs one"));
    }

    let mut hashes = BTreeMap::new();
    for (name, bytes) in &files {
        let hash = sha256(bytes);
        if manifest.sha256.get(*name) != Some(&hash) {
            return Err(rejected(name, "its SHA-256 is not the one in the manifest"));
        }
        hashes.insert((*name).to_owned(), hash);
    }
    let due = Manifest::new(&statement, refutation, hashes, manifest.made_with.clone()).text();
    if due != manifest_text {
        let difference = first_difference(due.as_bytes(), manifest_text.as_bytes());
        return Err(rejected(MANIFEST, difference));
    }
    let Statement { puzzle, solutions, .. } = statement;
    Ok(Certificate { manifest, puzzle, solutions, proof })
}

/// Bytes' SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The content of a regular file that has at most so many bytes. `name` is its name in errors.
pub(super) fn bytes(path: &Path, name: &str, most: usize) -> Result<Vec<u8>, CertificateError> {
    let io_error = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => rejected(name, "is missing"),
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
        return Err(rejected(name, format!("expected at most {most} bytes, found {found}")));
    }
    Ok(bytes)
}

/// A file that must be the same as what is expected, byte for byte.
fn same_bytes(folder: &Path, name: &str, expected: &[u8]) -> Result<Vec<u8>, CertificateError> {
    let found = bytes(&folder.join(name), name, expected.len())?;
    if found != expected {
        return Err(rejected(name, first_difference(expected, &found)));
    }
    Ok(found)
}

fn text(folder: &Path, name: &str, most: usize) -> Result<String, CertificateError> {
    String::from_utf8(bytes(&folder.join(name), name, most)?)
        .map_err(|_| rejected(name, "expected UTF-8 text"))
}

/// The text of a manifest.
pub(super) fn manifest_text(folder: &Path) -> Result<String, CertificateError> {
    text(folder, MANIFEST, MOST_MANIFEST_BYTES)
}

/// A file of at most so many grids.
fn grids(
    folder: &Path,
    name: &str,
    size: Size,
    most: usize,
) -> Result<Vec<Grid>, CertificateError> {
    let text = text(folder, name, grids_bytes(size, most))?;
    grids_from_text(size, &text).ok_or_else(|| {
        let side = size.side();
        let reason = format!("expected {side} rows of {side} numbers or `.`, a blank line between");
        rejected(name, reason)
    })
}

fn one_grid(folder: &Path, name: &str, size: Size) -> Result<Grid, CertificateError> {
    match <[Grid; 1]>::try_from(grids(folder, name, size, 1)?) {
        Ok([grid]) => Ok(grid),
        Err(found) => Err(rejected(name, format!("expected one grid, found {}", found.len()))),
    }
}

/// The first line in which two different texts differ.
fn first_difference(expected: &[u8], found: &[u8]) -> String {
    let is_newline = |&byte: &u8| byte == b'\n';
    let lines = expected.split(is_newline).zip(found.split(is_newline));
    match (1..).zip(lines).find(|(_, (expected, found))| expected != found) {
        Some((number, (expected, found))) => {
            format!("line {number}: expected {}, found {}", shown(expected), shown(found))
        }
        None => format!("expected {} bytes, found {}", expected.len(), found.len()),
    }
}

/// The start of a line, with nothing in it that controls a terminal.
fn shown(line: &[u8]) -> String {
    const SHOWN: usize = 60;
    let start = &line[..line.len().min(SHOWN)];
    let end = if line.len() > SHOWN { "..." } else { "" };
    format!("`{}{end}`", printable(String::from_utf8_lossy(start).trim(), ""))
}

fn checker_error(name: &str, error: CheckError) -> CertificateError {
    match error {
        CheckError::TimedOut => CertificateError::TimedOut,
        error => rejected(name, error.to_string()),
    }
}
