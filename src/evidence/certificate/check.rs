//! Checks a certificate, trusting only its puzzle.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::manifest::{Claim, Manifest};
use super::{
    CertificateError, FORMULA, MANIFEST, PUZZLE, ProofFormat, SOLUTION, formula, formula_text,
    grid_from_text,
};
use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::evidence::checker::{self, CheckError, Checked, Cnf};
use crate::format::printable;
use crate::grid::{Grid, Size};
use crate::rules::Puzzle;
use crate::verify::verify;

/// The longest text; the manifest of a full 36x36 grid with many regions is far below it.
const MOST_TEXT_BYTES: u64 = 1 << 20;
/// The longest proof as text; the same in binary is less than half as long. The checker holds all
/// clauses of a proof, at worst in eight times as many bytes as its text.
const MOST_PROOF_BYTES: u64 = 1 << 28;

/// Checks a certificate: returns what it claims, and what its proof consists of.
///
/// Ensures, on success: the manifest is the one that follows from the puzzle, the claim, the
/// rules and the encoding it names; each file has the stated SHA-256; the formula is, byte for
/// byte, the one that the encoder makes of the puzzle (and of the clause that forbids the
/// solution); the solution obeys the rules; and [`checker`] accepts every line of the proof.
/// Whether the rules and the puzzle are those you mean is for you to see.
///
/// Only regular files are read, none of them further than its content can be valid; a proof may
/// have up to 256 MiB, in binary half of that. Checking takes about 2 GB of memory at most.
///
/// # Errors
/// [`CertificateError::Rejected`] with the first file that is wrong, [`CertificateError::Io`] if
/// one cannot be read, [`CertificateError::TimedOut`] at the deadline.
pub fn check(folder: &Path, deadline: Deadline) -> Result<(Manifest, Checked), CertificateError> {
    fs::read_dir(folder)
        .map_err(|source| CertificateError::Io { path: folder.to_owned(), source })?;

    let manifest_text = text(folder, MANIFEST)?;
    let manifest: Manifest = serde_json::from_str(&manifest_text)
        .map_err(|error| rejected(MANIFEST, printable(&error.to_string(), "")))?;
    if manifest.satdoku_certificate != 1 {
        let found = manifest.satdoku_certificate;
        return Err(rejected(MANIFEST, format!("expected version 1, found {found}")));
    }
    if !manifest.made_with.is_plausible() {
        return Err(rejected(MANIFEST, "expected two version numbers in `made_with`".to_owned()));
    }
    let rules = manifest.rules.rules()?;
    deadline.ok_or(CertificateError::TimedOut)?;
    let size = rules.size();
    let encoding: Encoding =
        manifest.encoding.parse().map_err(|error| rejected(MANIFEST, format!("{error}")))?;
    let format = ProofFormat::ALL
        .into_iter()
        .find(|format| format.name() == manifest.proof.format)
        .ok_or_else(|| rejected(MANIFEST, "the proof's format is unknown".to_owned()))?;
    let proof_name = super::proof_file(format);

    let puzzle_text = text(folder, PUZZLE)?;
    let puzzle = Puzzle::new(rules, grid(PUZZLE, size, &puzzle_text)?).expect("of this size");
    let mut files = vec![(PUZZLE, puzzle_text.into_bytes())];
    let solution = match manifest.claim {
        Claim::NoSolution => None,
        Claim::Unique => {
            let solution_text = text(folder, SOLUTION)?;
            let solution = grid(SOLUTION, size, &solution_text)?;
            verify(&puzzle, &solution).map_err(|violations| {
                let wrong: Vec<_> = violations.iter().map(ToString::to_string).collect();
                rejected(SOLUTION, wrong.join("; "))
            })?;
            files.push((SOLUTION, solution_text.into_bytes()));
            Some(solution)
        }
    };

    let encoded = formula(&puzzle, encoding, solution.as_ref());
    deadline.ok_or(CertificateError::TimedOut)?;
    let expected = formula_text(&puzzle, encoding, solution.as_ref(), &encoded);
    drop(encoded);
    let formula = bytes(folder, FORMULA, expected.len() as u64)?;
    if formula != expected {
        return Err(rejected(FORMULA, first_difference(&expected, &formula)));
    }
    drop(expected);
    deadline.ok_or(CertificateError::TimedOut)?;
    let cnf = Cnf::read(&formula[..]).map_err(|error| checker_error(FORMULA, error))?;
    let most = MOST_PROOF_BYTES >> u32::from(format.is_binary());
    let proof = bytes(folder, proof_name, most)?;
    deadline.ok_or(CertificateError::TimedOut)?;
    let checked = checker::check(&cnf, &proof[..], format, deadline)
        .map_err(|error| checker_error(proof_name, error))?;
    files.extend([(FORMULA, formula), (proof_name, proof)]);

    let mut hashes = BTreeMap::new();
    for (name, bytes) in &files {
        let hash = sha256(bytes);
        if manifest.sha256.get(*name) != Some(&hash) {
            return Err(rejected(name, "its SHA-256 is not the one in the manifest".to_owned()));
        }
        hashes.insert((*name).to_owned(), hash);
    }
    let dimensions = (cnf.variable_count(), cnf.clause_count());
    let made_with = manifest.made_with.clone();
    let solution = solution.as_ref();
    let due =
        Manifest::new(&puzzle, solution, encoding, dimensions, format, hashes, made_with).text();
    if due != manifest_text {
        let difference = first_difference(due.as_bytes(), manifest_text.as_bytes());
        return Err(rejected(MANIFEST, difference));
    }
    Ok((manifest, checked))
}

/// Bytes' SHA-256 in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn rejected(file: &str, reason: String) -> CertificateError {
    CertificateError::Rejected { file: file.to_owned(), reason }
}

/// The content of a regular file that has at most so many bytes.
fn bytes(folder: &Path, name: &str, most: u64) -> Result<Vec<u8>, CertificateError> {
    let path = folder.join(name);
    let io_error = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => rejected(name, "is missing".to_owned()),
        _ => CertificateError::Io { path: path.clone(), source },
    };
    // Before it is opened: to open a pipe waits for its writer.
    let metadata = fs::symlink_metadata(&path).map_err(io_error)?;
    if !metadata.is_file() {
        return Err(rejected(name, "expected a regular file".to_owned()));
    }
    let mut bytes = Vec::new();
    if metadata.len() <= most {
        let file = File::open(&path).map_err(io_error)?;
        file.take(most + 1).read_to_end(&mut bytes).map_err(io_error)?;
    }
    let found = metadata.len().max(bytes.len() as u64);
    if found > most {
        return Err(rejected(name, format!("expected at most {most} bytes, found {found}")));
    }
    Ok(bytes)
}

/// A short text file.
pub(super) fn text(folder: &Path, name: &str) -> Result<String, CertificateError> {
    String::from_utf8(bytes(folder, name, MOST_TEXT_BYTES)?)
        .map_err(|_| rejected(name, "expected UTF-8 text".to_owned()))
}

fn grid(name: &str, size: Size, text: &str) -> Result<Grid, CertificateError> {
    grid_from_text(size, text).ok_or_else(|| {
        rejected(name, format!("expected {0} rows of {0} numbers or `.`", size.side()))
    })
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
