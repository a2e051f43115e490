//! Certificates: a claim about a puzzle, with a proof that any proof checker can check.
//!
//! A certificate is a folder:
//!
//! | File | Holds |
//! |---|---|
//! | `puzzle.txt` | the givens, a row a line, `.` for an empty cell |
//! | `formula.cnf` | DIMACS: the rules, the givens, and for uniqueness one clause that forbids the solution |
//! | `proof.drat` or `proof.lrat` | why the formula has no model |
//! | `solution.txt` | the solution, if the claim is that it is the only one |
//! | `manifest.json` | the claim, what is proved and what is not, rules, encoding, givens, SHA-256 of each file, versions |
//!
//! [`write()`] makes one, [`check()`] checks one, trusting only its puzzle.
//!
//! ```
//! use satdoku::evidence::certificate::{Claim, Options, check, write};
//! use satdoku::{Deadline, Puzzle};
//! let place = tempfile::tempdir()?;
//! let folder = place.path().join("certificate");
//! write(&Puzzle::classic("12.. ..1. 2... ...3".parse()?), &folder, &Options::default())?;
//! let (manifest, proof) = check(&folder, Deadline::NONE)?;
//! assert_eq!(manifest.claim, Claim::Unique);
//! assert!(proof.additions > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod manifest;
mod write;

use std::io;
use std::path::PathBuf;

use varisat::ExtendFormula;

use crate::dimacs::push_clause;
use crate::encode::{Encoded, Encoding, Formula, encode};
use crate::grid::{Candidate, Digit, Grid, Size};
use crate::rules::Puzzle;

pub use super::checker::ProofFormat;
pub use check::check;
pub use manifest::{Claim, MadeWith, Manifest, ProofFile, RulesInWords};
pub use write::{Options, write};

/// Why there is no certificate, or not a good one.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// Several solutions: there is nothing to certify.
    #[error("the puzzle has several solutions, so there is nothing to certify")]
    Multiple(Box<[Grid; 2]>),
    /// The deadline passed.
    #[error("the time limit was reached")]
    TimedOut,
    /// The solver was wrong, or gave up.
    #[error("{0}")]
    Solver(String),
    /// The folder exists.
    #[error("{}: exists", .0.display())]
    Exists(PathBuf),
    /// What would be replaced is not a certificate.
    #[error("{}: is not a certificate and is not replaced; give another name", .0.display())]
    NotACertificate(PathBuf),
    /// A file or the folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why not.
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

const MANIFEST: &str = "manifest.json";
const PUZZLE: &str = "puzzle.txt";
const FORMULA: &str = "formula.cnf";
const SOLUTION: &str = "solution.txt";

fn proof_file(format: ProofFormat) -> &'static str {
    match format {
        ProofFormat::Drat | ProofFormat::BinaryDrat => "proof.drat",
        ProofFormat::Lrat | ProofFormat::BinaryLrat => "proof.lrat",
    }
}

/// What is refuted: the puzzle, and its solution if it is claimed to be the only one.
fn formula(puzzle: &Puzzle, encoding: Encoding, solution: Option<&Grid>) -> Encoded {
    let mut encoded = encode(puzzle, encoding);
    if let Some(solution) = solution {
        // Over all cells: where all are given, a clause over the others would be empty.
        let rules = Formula::whole(&puzzle.without_givens(), encoding);
        encoded.formula.add_clause(&rules.blocking_clause(solution));
    }
    encoded
}

/// The formula as DIMACS, with what it says in comments.
fn formula_text(
    puzzle: &Puzzle,
    encoding: Encoding,
    solution: Option<&Grid>,
    encoded: &Encoded,
) -> Vec<u8> {
    let claim = match solution {
        Some(_) => "the puzzle has no solution but the one that the last clause forbids",
        None => "the puzzle has no solution",
    };
    let (rules, shape) = (puzzle.rules(), puzzle.rules().shape());
    let side = puzzle.size().side();
    let Encoded { formula, .. } = encoded;
    let mut text = format!(
        "c unsatisfiable if and only if {claim}\n\
         c rules: {rules}, {shape}\n\
         c encoding: {encoding}\n\
         c row r, column c holds digit d: variable {}*(r-1)+{side}*(c-1)+d, all from 1\n\
         p cnf {} {}\n",
        side * side,
        formula.var_count(),
        formula.len()
    )
    .into_bytes();
    formula.iter().for_each(|clause| push_clause(&mut text, clause));
    text
}

/// A row a line, the digits as decimals with spaces between, `.` for an empty cell.
fn grid_text(grid: &Grid) -> String {
    let mut text = String::new();
    for row in grid.values().chunks(grid.size().side()) {
        let cells = row.iter().map(|&value| match value {
            0 => ".".to_owned(),
            value => value.to_string(),
        });
        text += &cells.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    text
}

/// Reads exactly what [`grid_text`] writes.
fn grid_from_text(size: Size, text: &str) -> Option<Grid> {
    let mut grid = Grid::empty(size);
    for (cell, word) in size.cells().zip(text.split_ascii_whitespace()) {
        let digit = match word {
            "." => None,
            word => Some(Digit::new(word.parse().ok()?).filter(|d| d.value() <= size.side())?),
        };
        grid.set(cell, digit);
    }
    (grid_text(&grid) == text).then_some(grid)
}

fn given_text(size: Size, given: Candidate) -> String {
    format!("{}={}", size.cell_name(given.cell), given.digit)
}
