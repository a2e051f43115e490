//! Checks a certificate, trusting only its puzzle.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufReader};

use sha2::{Digest as _, Sha256};

use super::manifest::{Manifest, Refutation};
use super::statement::{Claim, Statement};
use super::{
    CONFLICT, CertificateError, FORMULA, Files, MANIFEST, PUZZLE, ProofFormat, SOLUTIONS,
    grids_bytes, grids_from_text, proof_file, rejected,
};
use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::evidence::checker::{self, CheckError, Checked, Cnf};
use crate::evidence::prove::UntilDeadline;
use crate::format::printable;
use crate::grid::{Grid, Size};
use crate::rules::Puzzle;

/// The longest manifest of any puzzle; that of a full 1024x1024 grid has half of it.
pub(super) const MOST_MANIFEST_BYTES: usize = 1 << 26;
/// The longest proof of any puzzle as text; the same in binary is less than half as long. The
/// checker holds all clauses of a proof, at worst in eight times as many bytes as its text.
pub(super) const MOST_PROOF_BYTES: usize = 1 << 28;

/// A certificate that was accepted.
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

/// Where the files of a certificate are.
pub(super) trait Source {
    /// The content of a file that has at most so many bytes.
    ///
    /// # Errors
    /// [`CertificateError::Rejected`] if it is missing, longer, or no file;
    /// [`CertificateError::Io`] if it cannot be read.
    fn bytes(&self, name: &str, most: usize) -> Result<Cow<'_, [u8]>, CertificateError>;
}

/// In memory.
impl Source for Files {
    fn bytes(&self, name: &str, most: usize) -> Result<Cow<'_, [u8]>, CertificateError> {
        match self.get(name) {
            None => Err(missing(name)),
            Some(bytes) if bytes.len() > most => Err(too_long(name, most, bytes.len())),
            Some(bytes) => Ok(bytes.into()),
        }
    }
}

/// Checks a certificate in memory.
///
/// Ensures, on success: the manifest is the one that follows from the puzzle, the claim, the
/// rules and the encoding it names; each file has the stated SHA-256; each grid solves what the
/// claim says it solves; the formula is, byte for byte, the one that the encoder makes of the
/// puzzle and the claim; and [`checker`] accepts every line of the proof. Whether the rules and the
/// puzzle are those you mean is for you to see, or for [`difference`](super::difference).
///
/// A proof may have 128 KiB for each candidate of the grid (91 MiB for 9x9), up to 256 MiB, in
/// binary half of that. Checking takes at most about eight times as much memory.
///
/// # Errors
/// [`CertificateError::Rejected`] with the first file that is wrong, [`CertificateError::TimedOut`]
/// at the deadline.
pub fn check_files(files: &Files, deadline: Deadline) -> Result<Certificate, CertificateError> {
    accept(files, deadline)
}

/// Checks a certificate, wherever it is.
pub(super) fn accept(
    source: &dyn Source,
    deadline: Deadline,
) -> Result<Certificate, CertificateError> {
    // It comes first since it bounds all that follows.
    let largest = Size::without_boxes(Size::MAX_SIDE);
    let puzzle_bytes = source.bytes(PUZZLE, grids_bytes(largest, 1))?;
    let manifest_bytes = source.bytes(MANIFEST, most_manifest_bytes(puzzle_bytes.len()))?;
    let manifest = Manifest::read(&manifest_bytes, deadline)?;
    if manifest.satdoku_certificate != 2 {
        let found = manifest.satdoku_certificate;
        return Err(rejected(MANIFEST, format!("expected version 2, found {found}")));
    }
    if !manifest.made_with.is_plausible() {
        return Err(rejected(MANIFEST, "expected names and versions in `made_with`"));
    }
    let claim = manifest.claim;
    let size = manifest.rules.size()?;
    let givens = one_grid(&puzzle_bytes, PUZZLE, size)?;
    let rules = manifest.rules.rules()?;
    deadline.ok_or(CertificateError::TimedOut)?;
    let puzzle = Puzzle::new(rules, givens).expect("of this size");
    let conflict = match claim {
        Claim::MinimalConflict => {
            Some(one_grid(&source.bytes(CONFLICT, grids_bytes(size, 1))?, CONFLICT, size)?)
        }
        _ => None,
    };
    let mut statement = Statement { claim, puzzle, conflict, solutions: Vec::new() };
    let (_, most) = statement.solution_counts();
    if most > 0 {
        let bytes = source.bytes(SOLUTIONS, grids_bytes(size, most))?;
        statement.solutions = grids(&bytes, SOLUTIONS, size)?;
    }
    statement.check_grids(deadline)?;
    let mut files: Vec<(&str, Cow<'_, [u8]>)> =
        statement.files().into_iter().map(|(name, bytes)| (name, bytes.into())).collect();

    let (mut refutation, mut proof) = (None, None);
    if let Some(stated) = &manifest.refutation {
        let wrong = |reason: String| rejected(MANIFEST, reason);
        let encoding: Encoding =
            stated.encoding.parse().map_err(|error| wrong(format!("{error}")))?;
        let format = ProofFormat::ALL.into_iter().find(|format| format.name() == stated.format);
        let format = format.ok_or_else(|| wrong("the proof's format is unknown".to_owned()))?;
        let clauses = statement.formula(encoding, deadline)?;
        let clauses = clauses
            .ok_or_else(|| wrong("expected no refutation: the solutions suffice".to_owned()))?;
        let expected = statement.formula_text(encoding, &clauses, deadline)?;
        refutation = Some(Refutation::new(encoding, &clauses, format));
        drop(clauses);
        let formula = same_bytes(source, FORMULA, &expected)?;
        drop(expected);
        let end = Cell::new(deadline);
        let text = BufReader::new(UntilDeadline::new(&formula[..], &end));
        let cnf = Cnf::read(text).map_err(|error| checker_error(FORMULA, error))?;
        let name = proof_file(format);
        let steps = source.bytes(name, most_proof_bytes(size, format))?;
        let checked = checker::check(&cnf, &steps[..], format, deadline)
            .map_err(|error| checker_error(name, error))?;
        proof = Some((format, checked));
        files.extend([(FORMULA, formula), (name, steps)]);
    } else if statement.refuted().is_some() {
        return Err(rejected(MANIFEST, "expected a refutation: the claim needs one"));
    }

    let mut hashes = BTreeMap::new();
    for (name, bytes) in &files {
        let hash = sha256(bytes, deadline).ok_or(CertificateError::TimedOut)?;
        if manifest.sha256.get(*name) != Some(&hash) {
            return Err(rejected(name, "its SHA-256 is not the one in the manifest"));
        }
        hashes.insert((*name).to_owned(), hash);
    }
    let due = Manifest::new(&statement, refutation, hashes, manifest.made_with.clone()).text();
    if due.as_bytes() != &*manifest_bytes {
        let difference = first_difference(due.as_bytes(), &manifest_bytes);
        return Err(rejected(MANIFEST, difference));
    }
    let Statement { puzzle, solutions, .. } = statement;
    Ok(Certificate { manifest, puzzle, solutions, proof })
}

/// The longest manifest beside a `puzzle.txt` of so many bytes, of which a cell takes two at least.
/// A cell has some lines in it, and each pair of cells has one that must differ by a rule.
fn most_manifest_bytes(puzzle_bytes: usize) -> usize {
    let cells = puzzle_bytes / 2;
    let of_cells = cells.saturating_mul(cells + 8).saturating_mul(32);
    of_cells.saturating_add(1 << 14).min(MOST_MANIFEST_BYTES)
}

/// The longest proof about grids of this size, in this format.
pub(super) fn most_proof_bytes(size: Size, format: ProofFormat) -> usize {
    const BYTES_A_CANDIDATE: usize = 1 << 17;
    let of_candidates = (size.cell_count() * size.side()).saturating_mul(BYTES_A_CANDIDATE);
    of_candidates.min(MOST_PROOF_BYTES) >> u32::from(format.is_binary())
}

/// A file that is not there.
pub(super) fn missing(name: &str) -> CertificateError {
    let so = if name == PUZZLE { ", so this is not a certificate" } else { "" };
    rejected(name, format!("is missing{so}"))
}

/// A file with more bytes than it can have. `found` says how many.
pub(super) fn too_long(name: &str, most: usize, found: impl Display) -> CertificateError {
    rejected(name, format!("expected at most {most} bytes, found {found}"))
}

/// Bytes' SHA-256 in hexadecimal; `None` at the deadline.
pub(crate) fn sha256(bytes: &[u8], deadline: Deadline) -> Option<String> {
    const CHUNK: usize = 1 << 10;
    let mut hasher = Sha256::new();
    deadline.for_each(bytes.chunks(CHUNK), |chunk| hasher.update(chunk))?;
    Some(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A file that must be the same as what is expected, byte for byte.
fn same_bytes<'s>(
    source: &'s dyn Source,
    name: &str,
    expected: &[u8],
) -> Result<Cow<'s, [u8]>, CertificateError> {
    let found = source.bytes(name, expected.len())?;
    if *found != *expected {
        return Err(rejected(name, first_difference(expected, &found)));
    }
    Ok(found)
}

/// The grids of a file.
fn grids(bytes: &[u8], name: &str, size: Size) -> Result<Vec<Grid>, CertificateError> {
    let text = str::from_utf8(bytes).map_err(|_| rejected(name, "expected UTF-8 text"))?;
    grids_from_text(size, text).ok_or_else(|| {
        let side = size.side();
        let reason = format!("expected {side} rows of {side} numbers or `.`, a blank line between");
        rejected(name, reason)
    })
}

fn one_grid(bytes: &[u8], name: &str, size: Size) -> Result<Grid, CertificateError> {
    match <[Grid; 1]>::try_from(grids(bytes, name, size)?) {
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
        CheckError::Io(error) if error.kind() == io::ErrorKind::TimedOut => {
            CertificateError::TimedOut
        }
        error => rejected(name, error.to_string()),
    }
}
