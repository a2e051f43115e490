//! Checking a certificate, with trust in nothing but the puzzle.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::manifest::{Claim, Manifest};
use super::{
    CertificateError, FORMULA, MANIFEST, PUZZLE, ProofFormat, SOLUTION, formula, grid_from_text,
};
use crate::encode::Encoding;
use crate::evidence::checker::{self, CheckError, Checked, Cnf};
use crate::grid::{Grid, Size};
use crate::rules::Puzzle;
use crate::verify::verify;

/// Checks a certificate: returns what it claims, and what its proof consists of.
///
/// Ensures, on success: the manifest is the one that follows from the puzzle, the claim, the
/// rules and the encoding it names; each file has the stated SHA-256; the formula is, clause by
/// clause, what the encoder makes of the puzzle (and the solution's denial); the solution obeys
/// the rules; and [`checker`] accepts every line of the proof. Whether the rules and
/// the puzzle are those you mean is for you to see.
///
/// # Errors
/// [`CertificateError::Rejected`] with the first file that is wrong, [`CertificateError::Io`] if
/// one cannot be read.
pub fn check(folder: &Path) -> Result<(Manifest, Checked), CertificateError> {
    let rejected =
        |file: &str, reason: String| CertificateError::Rejected { file: file.to_owned(), reason };
    std::fs::read_dir(folder)
        .map_err(|source| CertificateError::Io { path: folder.to_owned(), source })?;

    let manifest_text = text(folder, MANIFEST)?;
    let manifest: Manifest = serde_json::from_str(&manifest_text)
        .map_err(|error| rejected(MANIFEST, error.to_string()))?;
    if manifest.satdoku_certificate != 1 {
        let found = manifest.satdoku_certificate;
        return Err(rejected(MANIFEST, format!("expected version 1, found {found}")));
    }
    let rules = manifest.rules.rules().map_err(|reason| rejected(MANIFEST, reason))?;
    let size = rules.size();
    let encoding: Encoding =
        manifest.encoding.parse().map_err(|error| rejected(MANIFEST, format!("{error}")))?;
    let format = ProofFormat::ALL
        .into_iter()
        .find(|format| format.name() == manifest.proof.format)
        .ok_or_else(|| rejected(MANIFEST, "the proof's format is unknown".to_owned()))?;
    let proof_name = super::proof_file(format);

    let puzzle = Puzzle::new(rules, grid(folder, PUZZLE, size)?).expect("read with this size");
    let mut names = vec![PUZZLE, FORMULA, proof_name];
    let solution = match manifest.claim {
        Claim::NoSolution => None,
        Claim::Unique => {
            let solution = grid(folder, SOLUTION, size)?;
            verify(&puzzle, &solution).map_err(|violations| {
                let wrong: Vec<_> = violations.iter().map(ToString::to_string).collect();
                rejected(SOLUTION, wrong.join("; "))
            })?;
            names.push(SOLUTION);
            Some(solution)
        }
    };

    let cnf = Cnf::read(BufReader::new(open(folder, FORMULA)?))
        .map_err(|error| checker_error(folder, FORMULA, error))?;
    let expected = formula(&puzzle, encoding, solution.as_ref()).formula;
    if (cnf.variable_count(), cnf.clause_count()) != (expected.var_count(), expected.len()) {
        let reason = format!(
            "expected {} variables and {} clauses, found {} and {}",
            expected.var_count(),
            expected.len(),
            cnf.variable_count(),
            cnf.clause_count()
        );
        return Err(rejected(FORMULA, reason));
    }
    for (number, (found, expected)) in (1..).zip(cnf.clauses().zip(expected.iter())) {
        if !found.iter().map(|&lit| lit as isize).eq(expected.iter().map(|lit| lit.to_dimacs())) {
            let reason = format!("clause {number} is not the one that the rules make");
            return Err(rejected(FORMULA, reason));
        }
    }

    let proof = BufReader::new(open(folder, proof_name)?);
    let checked = checker::check(&cnf, proof, format)
        .map_err(|error| checker_error(folder, proof_name, error))?;

    let mut hashes = BTreeMap::new();
    for name in names {
        let path = folder.join(name);
        let hash = sha256(&path).map_err(|source| CertificateError::Io { path, source })?;
        if manifest.sha256.get(name) != Some(&hash) {
            return Err(rejected(name, "its SHA-256 is not the one in the manifest".to_owned()));
        }
        hashes.insert(name.to_owned(), hash);
    }
    let dimensions = (cnf.variable_count(), cnf.clause_count());
    let made_with = manifest.made_with.clone();
    let solution = solution.as_ref();
    let due =
        Manifest::new(&puzzle, solution, encoding, dimensions, format, hashes, made_with).text();
    if due != manifest_text {
        let line = (1..).zip(due.lines().zip(manifest_text.lines())).find(|(_, (a, b))| a != b);
        let reason = match line {
            Some((number, (due, found))) => {
                format!("line {number}: expected {}, found {}", due.trim(), found.escape_debug())
            }
            None => "expected nothing more or less than the checked facts".to_owned(),
        };
        return Err(rejected(MANIFEST, reason));
    }
    Ok((manifest, checked))
}

/// A file's SHA-256 in hexadecimal.
pub(super) fn sha256(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut input = BufReader::new(File::open(path)?);
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        hasher.update(bytes);
        let length = bytes.len();
        input.consume(length);
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn open(folder: &Path, name: &str) -> Result<File, CertificateError> {
    let path = folder.join(name);
    match File::open(&path) {
        Ok(file) => Ok(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(CertificateError::Rejected {
            file: name.to_owned(),
            reason: "is missing".to_owned(),
        }),
        Err(source) => Err(CertificateError::Io { path, source }),
    }
}

/// A short text file; the longest, the manifest of a full 36x36 grid, is far below the limit.
fn text(folder: &Path, name: &str) -> Result<String, CertificateError> {
    const LIMIT: u64 = 1 << 20;
    let mut bytes = Vec::new();
    open(folder, name)?
        .take(LIMIT)
        .read_to_end(&mut bytes)
        .map_err(|source| CertificateError::Io { path: folder.join(name), source })?;
    String::from_utf8(bytes).ok().filter(|text| (text.len() as u64) < LIMIT).ok_or_else(|| {
        let reason = "expected a short UTF-8 text".to_owned();
        CertificateError::Rejected { file: name.to_owned(), reason }
    })
}

fn grid(folder: &Path, name: &str, size: Size) -> Result<Grid, CertificateError> {
    grid_from_text(size, &text(folder, name)?).ok_or_else(|| CertificateError::Rejected {
        file: name.to_owned(),
        reason: format!("expected {0} rows of {0} numbers or `.`", size.side()),
    })
}

fn checker_error(folder: &Path, name: &str, error: CheckError) -> CertificateError {
    match error {
        CheckError::Io(source) => CertificateError::Io { path: folder.join(name), source },
        error => CertificateError::Rejected { file: name.to_owned(), reason: error.to_string() },
    }
}
