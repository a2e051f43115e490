//! Makes a certificate in memory, and checks it there.

use varisat::Lit;

use super::check::{check_files, hashes, most_proof_bytes};
use super::find::find;
use super::manifest::{MadeWith, Manifest, Refutation};
use super::{
    CertificateError, Claim, FORMULA, Files, MANIFEST, ProofFormat, SOLUTIONS, grids_text,
    proof_file, rejected,
};
use crate::answer::Deadline;
use crate::dimacs::Cnf;
use crate::encode::Encoding;
use crate::evidence::prove::{Refuted, refute};
use crate::grid::Size;
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// How a certificate is made. By default, the claim is the number of solutions, the encoding is
/// `extended/auto`, the proof is DRAT as text, and there is no deadline.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The claim. `None` claims the number of solutions: one, none, or several.
    pub claim: Option<Claim>,
    /// The encoding of the rules in the formula.
    pub encoding: Encoding,
    /// The format of the proof. `None` is DRAT as text or, if `proof` is given, the format that it
    /// seems to have.
    pub format: Option<ProofFormat>,
    /// A proof for the same formula, written by another solver: its name in errors, and its bytes.
    pub proof: Option<(&'a str, &'a [u8])>,
    /// The time at which to give up.
    pub deadline: Deadline,
}

/// Makes a certificate, and checks it with [`check_files`].
///
/// A proof by another solver must refute the formula of the claim: the formula of the puzzle, as
/// [`dimacs::write`](crate::dimacs::write) writes it, with the clause of the claim at its end. To
/// get this formula, make a certificate without the proof of the other solver: `formula.cnf` is
/// this formula.
/// # Errors
/// [`CertificateError::Untrue`] if the claim is untrue; [`CertificateError::Unsupported`] if
/// `proof` is given and the claim needs no refutation, or if the formula has too many clauses;
/// [`CertificateError::Solve`] if the puzzle is too large, or at the deadline;
/// [`CertificateError::Solve`] or [`CertificateError::Rejected`] if the solver or its proof was
/// wrong.
pub fn make(puzzle: &Puzzle, options: &Options<'_>) -> Result<Files, CertificateError> {
    let Options { claim, encoding, format, proof, deadline } = *options;
    let (statement, solutions) = find(puzzle, claim, deadline)?;
    let (mut files, mut refutation, mut proof_by) = (statement.files(), None, None);
    if !solutions.is_empty() {
        files.insert(SOLUTIONS.to_owned(), grids_text(&solutions).into_bytes());
    }
    let mut cnf = Cnf::default();
    let keep = |clause: &[Lit]| cnf.push(clause.iter().map(|lit| lit.to_dimacs() as i32));
    if let Some((formula, dimensions)) = statement.formula(encoding, deadline, keep)? {
        let format = format.or(proof.map(|(_, steps)| ProofFormat::of(steps))).unwrap_or_default();
        let (steps, by) = match proof {
            Some((_, steps)) => (steps.to_vec(), "another program"),
            None => (prove(&cnf, format, puzzle.size(), deadline)?, "varisat 0.2.2"),
        };
        files.insert(FORMULA.to_owned(), formula);
        files.insert(proof_file(format).to_owned(), steps);
        refutation = Some(Refutation::new(encoding, dimensions, format));
        proof_by = Some(by.to_owned());
    } else if proof.is_some() {
        let words = statement.claim.words();
        let reason = format!("expected no proof: the claim '{words}' needs no refutation");
        return Err(CertificateError::Unsupported(reason));
    }
    let proof_file = refutation.as_ref().map(|refutation| refutation.proof.clone());
    let made_with = MadeWith { satdoku: env!("CARGO_PKG_VERSION").to_owned(), proof_by };
    let hashes = hashes(&files, deadline)?;
    let manifest = Manifest::new(&statement, refutation, hashes, made_with);
    files.insert(MANIFEST.to_owned(), manifest.text().into_bytes());
    check_files(&files, deadline).map_err(|error| match error {
        CertificateError::Rejected { file, reason } if proof_file.as_ref() == Some(&file) => {
            // The user knows the proof of another solver by the name in `options`.
            rejected(proof.map_or(&file, |(given, _)| given), reason)
        }
        error => error,
    })?;
    Ok(files)
}

/// Makes a proof that refutes the formula. The size of its grids limits the length of the proof.
fn prove(
    formula: &Cnf,
    format: ProofFormat,
    size: Size,
    deadline: Deadline,
) -> Result<Vec<u8>, CertificateError> {
    let most = most_proof_bytes(size, format);
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
