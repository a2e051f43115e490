//! Making a certificate in memory, and checking it there.

use varisat::CnfFormula;

use super::check::{check_files, most_proof_bytes, sha256};
use super::find::find;
use super::manifest::{MadeWith, Manifest, Refutation};
use super::{
    CertificateError, Claim, FORMULA, Files, MANIFEST, ProofFormat, SOLUTIONS, grids_text,
    is_proof, proof_file, rejected,
};
use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::evidence::prove::{Refuted, refute};
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// How a certificate is made; by default of the number of solutions, `extended/auto`, DRAT as text,
/// no deadline.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// What is claimed; `None` is the number of solutions: one, none, or several.
    pub claim: Option<Claim>,
    /// How the formula states the rules.
    pub encoding: Encoding,
    /// How the proof is written; `None` is DRAT as text, or what the given proof seems to be.
    pub format: Option<ProofFormat>,
    /// A proof that another solver has written, of the same formula: its name in errors, and its
    /// bytes.
    pub proof: Option<(&'a str, &'a [u8])>,
    /// When to give up.
    pub deadline: Deadline,
}

/// Makes a certificate, which [`check_files`] has accepted.
///
/// A proof by another solver must refute the formula of the claim: that of the puzzle, as
/// [`dimacs::write`](crate::dimacs::write) writes it, with the clause that the claim adds at its
/// end. A certificate without that proof holds this formula.
///
/// # Errors
/// [`CertificateError::Untrue`] if the claim is, [`CertificateError::Unsupported`] if the options
/// ask for what it does not have, [`CertificateError::Solve`] at the deadline;
/// [`CertificateError::Solve`] and [`CertificateError::Rejected`] if the solver or its proof was
/// wrong.
pub fn make(puzzle: &Puzzle, options: &Options<'_>) -> Result<Files, CertificateError> {
    let Options { claim, encoding, format, proof, deadline } = *options;
    let (statement, solutions) = find(puzzle, claim, deadline)?;
    let mut files: Files =
        statement.files().into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    if !solutions.is_empty() {
        files.insert(SOLUTIONS.to_owned(), grids_text(&solutions).into_bytes());
    }
    let mut refutation = None;
    if let Some(formula) = statement.formula(encoding, deadline)? {
        let format = format.or(proof.map(|(_, steps)| ProofFormat::of(steps))).unwrap_or_default();
        let name = proof_file(format);
        let steps = match proof {
            Some((_, steps)) => steps.to_vec(),
            None => prove(&formula, format, most_proof_bytes(puzzle.size(), format), deadline)?,
        };
        let text = statement.formula_text(encoding, &formula, deadline)?;
        files.insert(FORMULA.to_owned(), text);
        files.insert(name.to_owned(), steps);
        refutation = Some(Refutation::new(encoding, &formula, format));
    } else if proof.is_some() {
        let reason = format!("{}: there is nothing to refute", statement.claim.words());
        return Err(CertificateError::Unsupported(reason));
    }
    let hashes = files.iter().map(|(name, bytes)| Some((name.clone(), sha256(bytes, deadline)?)));
    let hashes = hashes.collect::<Option<_>>().ok_or(SolveError::TimedOut)?;
    let proof_by = refutation.is_some().then_some(if proof.is_some() {
        "another program"
    } else {
        "varisat 0.2.2"
    });
    let manifest = Manifest::new(&statement, refutation, hashes, MadeWith::this_version(proof_by));
    files.insert(MANIFEST.to_owned(), manifest.text().into_bytes());
    let constraints = puzzle.rules().constraints();
    check_files(&files, constraints, deadline).map_err(|error| match error {
        CertificateError::Rejected { file, reason } if is_proof(&file) => {
            // The user knows another solver's proof by its own name.
            rejected(proof.map_or(&file, |(given, _)| given), reason)
        }
        error => error,
    })?;
    Ok(files)
}

/// A proof that refutes the formula, of at most so many bytes.
fn prove(
    formula: &CnfFormula,
    format: ProofFormat,
    most: usize,
    deadline: Deadline,
) -> Result<Vec<u8>, CertificateError> {
    match refute(formula, format, most, deadline)? {
        Refuted::Proof(steps) => Ok(steps),
        Refuted::TooLong => {
            let reason = format!(
                "the proof is longer than {most} bytes, the most that is checked: the puzzle is \
                 too hard to certify with this solver and encoding"
            );
            Err(rejected(proof_file(format), reason))
        }
        Refuted::Not => {
            let message = "its second verdict differs from its first";
            Err(SolveError::Solver(message.to_owned()).into())
        }
    }
}
