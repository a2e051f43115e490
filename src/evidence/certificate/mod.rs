//! Certificates. A certificate is a claim about a puzzle, with a proof that any proof checker can
//! check.
//!
//! A certificate consists of files, in memory or in a folder:
//!
//! | File | Content |
//! |---|---|
//! | `puzzle.txt` | the givens, one row per line, `.` for an empty cell |
//! | `solutions.txt` | the grids that show the claim, with a blank line between two grids |
//! | `conflict.txt` | for a minimal conflict: the givens that clash |
//! | `formula.cnf` | a formula as DIMACS: the rules, the givens, and at most one more clause |
//! | `proof.drat` or `proof.lrat` | the proof that the formula has no model |
//! | `manifest.json` | the claim, what is proved and what is not proved, the puzzle and its rules, units, encoding, SHA-256 of each other file, commands of other proof checkers, versions |
//!
//! | Claim | Grids of `solutions.txt` | Formula that has no model |
//! |---|---|---|
//! | `unique` | the solution | the puzzle, and a clause that forbids the solution |
//! | `minimal-puzzle` | the solution; for each given, another solution of the puzzle without this given | as for `unique` |
//! | `minimal-conflict` | for each given that clashes, a grid with all other givens that clash | the rules, and the givens that clash |
//! | `backbone` | solutions that together have every digit that each cell can have | the puzzle, and a clause that requires any other digit in any cell |
//!
//! [`make()`] makes a certificate in memory. [`check_files`] checks a certificate; of its files, it
//! trusts only the puzzle. [`difference`] compares this puzzle with the puzzle that you mean.
//!
//! ```
//! use satdoku::evidence::certificate::{Claim, Options, check_files, difference, make};
//! use satdoku::{Deadline, Puzzle};
//! let puzzle = Puzzle::classic("12.. ..1. 2... ...3".parse()?);
//! let files = make(&puzzle, &Options::default())?;
//! assert!(files["formula.cnf"].starts_with(b"c unsatisfiable if and only if"));
//! let certificate = check_files(&files, Deadline::NONE)?;
//! assert_eq!(certificate.manifest.claim, Claim::Unique);
//! assert_eq!(difference(&certificate.puzzle, &puzzle), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod clue;
mod difference;
mod find;
mod make;
mod manifest;
mod statement;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use itertools::Itertools;

use crate::grid::{Grid, Size};
use crate::solve::SolveError;

pub use super::checker::ProofFormat;
pub use check::{Certificate, MOST_PROOF_BYTES, Open, check, check_files, manifest};
pub use clue::ClueChecks;
pub use difference::difference;
pub use make::{Options, make};
pub use manifest::{MadeWith, Manifest, Refutation, VERSION};
pub use statement::Claim;

/// The files of a certificate, by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The reason why no certificate was made, or why a certificate was not accepted.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The claim to certify is not true.
    #[error("{0}")]
    Untrue(String),
    /// Certificates do not support this: a proof for a claim that needs no refutation, or a formula
    /// with too many clauses.
    #[error("{0}")]
    Unsupported(String),
    /// The deadline passed, the puzzle is too large, or the solver was wrong or gave up.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The certificate does not prove its claim.
    #[error("{file}: {reason}")]
    Rejected {
        /// The name of the wrong file.
        file: String,
        /// What is wrong with the file.
        reason: String,
    },
}

impl CertificateError {
    /// The error for a missing file.
    pub fn missing(file: &str) -> CertificateError {
        let so = if file == PUZZLE { ", so this is not a certificate" } else { "" };
        rejected(file, format!("is missing{so}"))
    }

    /// The error for a file with more bytes than are allowed.
    pub fn too_long(file: &str, most: usize, found: u64) -> CertificateError {
        rejected(file, format!("expected at most {most} bytes, found {found}"))
    }

    /// Makes an error about reading or writing this file.
    pub fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> CertificateError {
        let path = path.into();
        move |source| CertificateError::Io { path, source }
    }
}

const MANIFEST: &str = "manifest.json";
const PUZZLE: &str = "puzzle.txt";
const FORMULA: &str = "formula.cnf";
const SOLUTIONS: &str = "solutions.txt";
const CONFLICT: &str = "conflict.txt";

fn proof_file(format: ProofFormat) -> &'static str {
    match format {
        ProofFormat::Drat | ProofFormat::BinaryDrat => "proof.drat",
        ProofFormat::Lrat | ProofFormat::BinaryLrat => "proof.lrat",
    }
}

fn rejected(file: &str, reason: impl Into<String>) -> CertificateError {
    CertificateError::Rejected { file: file.to_owned(), reason: reason.into() }
}

/// The text of grids, with a blank line between two grids. Each line is a row: decimal numbers, or
/// `.` for empty cells, separated by spaces.
fn grids_text<'g>(grids: impl IntoIterator<Item = &'g Grid>) -> String {
    let word = |&value: &u16| if value == 0 { ".".to_owned() } else { value.to_string() };
    let row = |row: &[u16]| row.iter().map(word).join(" ") + "\n";
    let text = |grid: &Grid| grid.values().chunks(grid.size().side()).map(row).join("");
    grids.into_iter().map(text).join("\n")
}

/// The greatest number of bytes that [`grids_text`] makes of this many grids.
fn grids_bytes(size: Size, count: usize) -> usize {
    count.saturating_mul(size.cell_count() * (size.side().ilog10() as usize + 2) + 1)
}

/// Reads a grid. The text must be exactly what [`grids_text`] makes of this grid.
fn grid_from_text(size: Size, text: &str) -> Option<Grid> {
    let value = |word: &str| if word == "." { Some(0) } else { word.parse().ok() };
    let values = text.split_ascii_whitespace().map(value).collect::<Option<Vec<u16>>>()?;
    let grid = Grid::from_values(size, values).ok()?;
    (grids_text([&grid]) == text).then_some(grid)
}
