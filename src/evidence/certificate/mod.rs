//! Certificates: a claim about a puzzle, with a proof that any proof checker can check.
//!
//! A certificate consists of files, in memory or in a folder:
//!
//! | File | Holds |
//! |---|---|
//! | `puzzle.txt` | the givens, one row per line, `.` for an empty cell |
//! | `solutions.txt` | solutions, with a blank line between two |
//! | `conflict.txt` | for a minimal conflict: the givens that clash |
//! | `formula.cnf` | DIMACS: the rules, the givens, and at most one more clause |
//! | `proof.drat` or `proof.lrat` | why the formula has no model |
//! | `manifest.json` | the claim, what is proved and what is not, the puzzle and its rules, units, encoding, SHA-256 of each file, commands of other proof checkers, versions |
//!
//! | Claim | Its solutions | Its formula, which has no model |
//! |---|---|---|
//! | `unique` | the solution | the puzzle; a clause that forbids the solution |
//! | `minimal-puzzle` | the solution; for each given, another solution of the puzzle without this given | as for `unique` |
//! | `minimal-conflict` | for each given that clashes, a grid with all the others | the rules; the givens that clash |
//! | `backbone` | solutions that together hold every digit that a cell can hold | the puzzle; a clause that asks for any other digit in any cell |
//!
//! [`make()`] makes a certificate in memory. [`check_files`] checks a certificate, and trusts only
//! its puzzle; [`difference`] tells whether that puzzle is the one that you mean.
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

/// Why there is no certificate, or why a certificate is not accepted.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The claim that should be certified is not true.
    #[error("{0}")]
    Untrue(String),
    /// Certificates cannot hold this: a proof where there is nothing to refute, or a formula of too
    /// many clauses.
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
    /// The certificate does not show what it claims.
    #[error("{file}: {reason}")]
    Rejected {
        /// The file that is wrong, by its name in the folder.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl CertificateError {
    /// A file that is not there.
    pub fn missing(file: &str) -> CertificateError {
        let so = if file == PUZZLE { ", so this is not a certificate" } else { "" };
        rejected(file, format!("is missing{so}"))
    }

    /// A file with more bytes than it can have.
    pub fn too_long(file: &str, most: usize, found: u64) -> CertificateError {
        rejected(file, format!("expected at most {most} bytes, found {found}"))
    }

    /// Makes an error of reading or writing this file.
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

/// Grids with a blank line between two: one row per line, the digits as decimals separated by
/// spaces, `.` for an empty cell.
fn grids_text<'g>(grids: impl IntoIterator<Item = &'g Grid>) -> String {
    let word = |&value: &u16| if value == 0 { ".".to_owned() } else { value.to_string() };
    let row = |row: &[u16]| row.iter().map(word).join(" ") + "\n";
    let text = |grid: &Grid| grid.values().chunks(grid.size().side()).map(row).join("");
    grids.into_iter().map(text).join("\n")
}

/// The most bytes that this many grids take in [`grids_text`].
fn grids_bytes(size: Size, count: usize) -> usize {
    count.saturating_mul(size.cell_count() * (size.side().ilog10() as usize + 2) + 1)
}

/// Reads exactly what [`grids_text`] writes for one grid.
fn grid_from_text(size: Size, text: &str) -> Option<Grid> {
    let value = |word: &str| if word == "." { Some(0) } else { word.parse().ok() };
    let values = text.split_ascii_whitespace().map(value).collect::<Option<Vec<u16>>>()?;
    let grid = Grid::from_values(size, values).ok()?;
    (grids_text([&grid]) == text).then_some(grid)
}
