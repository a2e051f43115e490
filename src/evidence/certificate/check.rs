//! Checks a certificate. Of its files, only the puzzle is trusted.

use std::collections::BTreeMap;
use std::io::{BufRead, Read as _};

use sha2::{Digest as _, Sha256};

use super::clue::ClueChecks;
use super::find::check_size;
use super::manifest::{Manifest, Refutation};
use super::statement::{Claim, Statement};
use super::{
    CONFLICT, CertificateError, FORMULA, Files, MANIFEST, PUZZLE, ProofFormat, SOLUTIONS,
    grid_from_text, grids_bytes, proof_file, rejected,
};
use crate::answer::Deadline;
use crate::dimacs::Cnf;
use crate::encode::Encoding;
use crate::evidence::checker::{self, CheckError, Checked};
use crate::grid::{Candidate, Candidates, Grid, Size};
use crate::names::printable;
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// The greatest length of a manifest. The manifest of a full 1024x1024 grid takes half of this.
const MOST_MANIFEST_BYTES: usize = 1 << 26;
/// The greatest length of a proof as text, for any puzzle. A binary proof may have half of this
/// length. The checker keeps all clauses of a proof in memory; at worst, they take eight times as
/// many bytes as the text.
pub const MOST_PROOF_BYTES: usize = 1 << 28;

/// An accepted certificate.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The manifest, which has the claim.
    pub manifest: Manifest,
    /// The puzzle that the claim is about.
    pub puzzle: Puzzle,
    /// The number of grids that show the claim.
    pub solution_count: usize,
    /// For each cell: the digits that it has in these grids.
    pub possible: Candidates,
    /// How the clauses of clues in the formula were compared with the clues. All other clauses were
    /// shown to follow from the rules and the givens, or are the clause of the claim.
    pub clues: ClueChecks,
    /// The format of the proof and the numbers of its steps, if the claim needs a proof.
    pub proof: Option<(ProofFormat, Checked)>,
}

/// Opens a file of a certificate; the arguments are its name and the greatest number of bytes.
/// Returns an error if the file is missing or longer, or is not a file.
pub type Open<'a> = &'a dyn Fn(&str, usize) -> Result<Box<dyn BufRead + 'a>, CertificateError>;

/// Reads a file of at most this many bytes.
fn bytes(open: Open<'_>, name: &str, most: usize) -> Result<Vec<u8>, CertificateError> {
    let mut bytes = Vec::new();
    let read = open(name, most)?.read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(CertificateError::io(name))
}

/// Checks a certificate in memory.
///
/// If the result is not an error:
/// - The manifest (except `made_with`) is exactly the manifest that follows from the puzzle and
///   from the claim, the rules, the encoding and the proof format that it names.
/// - Each other file has the SHA-256 that the manifest states.
/// - Each grid solves the puzzle that it must solve to show the claim.
/// - The formula is, byte for byte, the formula that the encoder makes of the puzzle and the claim.
/// - Each clause of the formula follows from the rules and the givens, or is the clause of the
///   claim. The encoder is used in this check only to know which clauses belong to which clue.
///   These clauses are compared with the clue for all or for some fillings: [`ClueChecks`].
/// - [`checker`] accepts every line of the proof.
///
/// Whether the rules and the puzzle are those that you mean is not checked: compare them yourself,
/// or with [`difference`](super::difference).
///
/// A proof may have 128 KiB for each candidate of the grid (91 MiB for 9x9), up to 256 MiB; a
/// binary proof may have half of that. A check needs at most about eight times as much memory as
/// this limit for a proof as text.
///
/// # Errors
/// [`CertificateError::Rejected`] with the first file that is wrong;
/// [`CertificateError::Unsupported`] if the formula has too many clauses;
/// [`CertificateError::Solve`] if the formula has too many variables, or at the deadline.
pub fn check_files(files: &Files, deadline: Deadline) -> Result<Certificate, CertificateError> {
    let open = |name: &str, most| -> Result<Box<dyn BufRead>, _> {
        match files.get(name) {
            None => Err(CertificateError::missing(name)),
            Some(bytes) if bytes.len() > most => {
                Err(CertificateError::too_long(name, most, bytes.len() as u64))
            }
            Some(bytes) => Ok(Box::new(&bytes[..])),
        }
    };
    check(&open, deadline)
}

/// Checks a certificate, whose files `open` opens, as [`check_files`] does. Only files that are
/// needed are opened, and no file is read beyond the greatest length of valid content.
///
/// # Errors
/// The errors of [`check_files`] and of `open`.
pub fn check(open: Open<'_>, deadline: Deadline) -> Result<Certificate, CertificateError> {
    let [puzzle_bytes, manifest_bytes] = puzzle_and_manifest(open)?;
    deadline.ok_or(SolveError::TimedOut)?;
    let manifest = Manifest::read(&manifest_bytes)?;
    if !manifest.made_with.is_plausible() {
        return Err(rejected(MANIFEST, "expected names and versions in `made_with`"));
    }
    let claim = manifest.claim;
    let rows = puzzle_bytes.iter().filter(|&&byte| byte == b'\n').count();
    let size = manifest.size(rows)?;
    check_size(size, claim)?;
    let givens = grid(&puzzle_bytes, PUZZLE, size)?;
    let rules = manifest.rules(rows)?;
    deadline.ok_or(SolveError::TimedOut)?;
    let puzzle = Puzzle::new(rules, givens).expect("of this size");
    let conflict = (claim == Claim::MinimalConflict)
        .then(|| grid(&bytes(open, CONFLICT, grids_bytes(size, 1))?, CONFLICT, size))
        .transpose()?;
    let is_foreign = |c: &Candidate| puzzle.givens().get(c.cell) != Some(c.digit);
    if let Some(given) = conflict.iter().flat_map(Grid::filled).find(is_foreign) {
        return Err(rejected(CONFLICT, format!("{} is not a given", size.candidate_name(given))));
    }
    let mut statement = Statement::new(claim, puzzle, conflict);
    let (least, most) = statement.solution_counts();
    let of_solutions =
        (most > 0).then(|| read_solutions(open, &mut statement, deadline)).transpose()?;
    let found = statement.solution_count;
    if found < least {
        return Err(rejected(SOLUTIONS, format!("expected {least} grids, found {found}")));
    }
    let mut files = statement.files();

    let (mut refutation, mut proof, mut clues) = (None, None, ClueChecks::default());
    if let Some(stated) = &manifest.refutation {
        let wrong = |reason: String| rejected(MANIFEST, reason);
        let encoding: Encoding =
            stated.encoding.parse().map_err(|error| wrong(format!("{error}")))?;
        let format: ProofFormat =
            stated.format.parse().map_err(|error| wrong(format!("{error}")))?;
        let (expected, dimensions) = statement
            .formula(encoding, deadline, |_| {})?
            .ok_or_else(|| wrong("expected no refutation: the solutions suffice".to_owned()))?;
        refutation = Some(Refutation::new(encoding, dimensions, format));
        let formula = bytes(open, FORMULA, expected.len())?;
        if formula != expected {
            return Err(rejected(FORMULA, first_difference(&expected, &formula)));
        }
        drop(expected);
        let cnf = Cnf::read(&formula[..]).map_err(|error| rejected(FORMULA, error.to_string()))?;
        clues = statement.check_meaning(&cnf, encoding, deadline)?;
        let name = proof_file(format);
        let steps = bytes(open, name, most_proof_bytes(size, format))?;
        let checked = checker::check(&cnf, &steps[..], format, deadline);
        let checked = checked.map_err(|error| match error {
            CheckError::TimedOut => SolveError::TimedOut.into(),
            error => rejected(name, error.to_string()),
        })?;
        proof = Some((format, checked));
        files.extend([(FORMULA.to_owned(), formula), (name.to_owned(), steps)]);
    } else if statement.to_refute().is_some() {
        return Err(rejected(MANIFEST, "expected a refutation: the claim needs one"));
    }

    let mut hashes = hashes(&files, deadline)?;
    hashes.extend(of_solutions.map(|hash| (SOLUTIONS.to_owned(), hash)));
    let stated = &manifest.sha256;
    if let Some((name, _)) = hashes.iter().find(|&(name, hash)| stated.get(name) != Some(hash)) {
        return Err(rejected(name, "its SHA-256 differs from that in the manifest"));
    }
    let due = Manifest::new(&statement, refutation, hashes, manifest.made_with.clone()).text();
    if due.as_bytes() != manifest_bytes {
        let difference = first_difference(due.as_bytes(), &manifest_bytes);
        return Err(rejected(MANIFEST, difference));
    }
    let Statement { puzzle, solution_count, possible, .. } = statement;
    Ok(Certificate { manifest, puzzle, solution_count, possible, clues, proof })
}

/// Reads the puzzle, then the manifest. The size of the puzzle limits the size of the manifest: in
/// the puzzle, each cell takes at least two bytes; in the manifest, each cell has some lines, and
/// one more line for each other cell from which it must differ by a rule.
fn puzzle_and_manifest(open: Open<'_>) -> Result<[Vec<u8>; 2], CertificateError> {
    let largest = Size::without_boxes(Size::MAX_SIDE);
    let puzzle = bytes(open, PUZZLE, grids_bytes(largest, 1))?;
    let cells = puzzle.len() / 2;
    let of_cells = cells.saturating_mul(cells + 8).saturating_mul(32);
    let most = of_cells.saturating_add(1 << 14).min(MOST_MANIFEST_BYTES);
    let manifest = bytes(open, MANIFEST, most)?;
    Ok([puzzle, manifest])
}

/// Reads the manifest of a certificate, and does not check its claim.
///
/// # Errors
/// [`CertificateError::Rejected`] if the text is not a manifest of this version; and the errors of
/// `open`.
pub fn manifest(open: Open<'_>) -> Result<Manifest, CertificateError> {
    let [_, text] = puzzle_and_manifest(open)?;
    Manifest::read(&text)
}

/// Reads the grids one at a time and adds them to the statement. Returns the SHA-256 of the file.
fn read_solutions(
    open: Open<'_>,
    statement: &mut Statement,
    deadline: Deadline,
) -> Result<String, CertificateError> {
    let (size, (_, most)) = (statement.puzzle.size(), statement.solution_counts());
    let mut file = open(SOLUTIONS, grids_bytes(size, most))?;
    let (mut hasher, mut text) = (Sha256::new(), Vec::new());
    loop {
        text.clear();
        let mut lines = (&mut file).take(grids_bytes(size, 1) as u64);
        // Reads up to a blank line or to the end.
        while lines.read_until(b'\n', &mut text).map_err(CertificateError::io(SOLUTIONS))? > 1 {}
        hasher.update(&text);
        let is_followed = text.ends_with(b"\n\n");
        let text = &text[..text.len() - usize::from(is_followed)];
        statement.add(&grid(text, SOLUTIONS, size)?, deadline)?;
        if !is_followed {
            return Ok(hexadecimal(hasher));
        }
    }
}

/// The greatest length of a proof in this format about grids of this size.
pub(super) fn most_proof_bytes(size: Size, format: ProofFormat) -> usize {
    const BYTES_A_CANDIDATE: usize = 1 << 17;
    let of_candidates = size.candidate_count().saturating_mul(BYTES_A_CANDIDATE);
    of_candidates.min(MOST_PROOF_BYTES) >> u32::from(format.is_binary())
}

/// For each file: its SHA-256 in hexadecimal.
pub(super) fn hashes(
    files: &Files,
    deadline: Deadline,
) -> Result<BTreeMap<String, String>, SolveError> {
    const CHUNK: usize = 1 << 10;
    let hash = |(name, bytes): (&String, &Vec<u8>)| {
        let (mut hasher, chunks) = (Sha256::new(), bytes.chunks(CHUNK));
        deadline.for_each(SolveError::TimedOut, chunks, |chunk| hasher.update(chunk))?;
        Ok((name.clone(), hexadecimal(hasher)))
    };
    files.iter().map(hash).collect()
}

fn hexadecimal(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a grid. `name` is the name of the file in errors.
fn grid(bytes: &[u8], name: &str, size: Size) -> Result<Grid, CertificateError> {
    let text = str::from_utf8(bytes).map_err(|_| rejected(name, "expected UTF-8 text"))?;
    grid_from_text(size, text).ok_or_else(|| {
        let side = size.side();
        rejected(name, format!("expected {side} rows of {side} numbers or `.`"))
    })
}

/// Describes the first line in which two different texts differ.
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

/// The start of a line, without characters that control a terminal.
fn shown(line: &[u8]) -> String {
    const SHOWN: usize = 60;
    let start = &line[..line.len().min(SHOWN)];
    let end = if line.len() > SHOWN { "..." } else { "" };
    format!("`{}{end}`", printable(String::from_utf8_lossy(start).trim(), ""))
}
