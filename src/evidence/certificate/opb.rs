//! The claim as pseudo-Boolean constraints, and its proof as VeriPB reads it.
//!
//! The constraints are equalities: each cell holds one digit, each unit holds each digit once.
//! Their unit propagation is that of the clauses `extended` with `pairwise`, which are as strong as
//! those of any encoding without auxiliary variables; so a clause that unit propagation shows for
//! the clauses, it shows for the constraints. (VeriPB: Bogaerts, Gocht, McCreesh & Nordström,
//! *Certified Dominance and Symmetry Breaking for Combinatorial Optimisation*, 2023; the format is
//! its version 3.0.)

use varisat::Lit;

use super::statement::Statement;
use super::{CertificateError, ProofFormat};
use crate::dimacs::{Comments, Format, Style, push_sum, write_as};
use crate::encode::{Dimensions, Encoding, Formula};
use crate::evidence::checker::{CheckError, Step, steps};

/// The name of the constraints.
pub(super) const CONSTRAINTS: &str = "formula.opb";
/// The name of the proof.
pub(super) const PROOF: &str = "proof.pbp";

/// The constraints that nothing satisfies, where the clauses have this encoding.
///
/// # Errors
/// [`CertificateError::Unsupported`] if nothing is refuted, or the encoding has auxiliary
/// variables, which the constraints do not have.
pub(super) fn constraints(
    statement: &Statement,
    encoding: Encoding,
) -> Result<Vec<u8>, CertificateError> {
    let unsupported = |reason: String| CertificateError::Unsupported(reason);
    let (subject, clause) =
        statement.refuted().ok_or_else(|| unsupported(statement.nothing_to_refute()))?;
    let (whole, side) = (Formula::whole(&subject, encoding), subject.size().side());
    if whole.dimensions().variables > side.pow(3) {
        return Err(unsupported(format!(
            "expected an encoding without auxiliary variables for {CONSTRAINTS}, as with --amo \
             pairwise, found {encoding}"
        )));
    }
    let style = Style { format: Format::Opb, comments: Comments::None, ..Style::default() };
    let mut rules = Vec::new();
    let Dimensions { variables, clauses } =
        write_as(&whole, &style, &mut rules).expect("memory takes everything");
    let count = clauses + usize::from(clause.is_some());
    let mut text = format!("* #variable= {variables} #constraint= {count}\n").into_bytes();
    // In place of the first line, which does not count the last constraint.
    let first_line = rules.iter().position(|&byte| byte == b'\n').expect("a line");
    text.extend_from_slice(&rules[first_line + 1..]);
    clause.iter().for_each(|clause| push_sum(&mut text, clause, ">="));
    Ok(text)
}

/// A proof of the formula as one of the constraints: its additions up to the empty clause. It is
/// one if all of them follow by unit propagation.
///
/// # Errors
/// As those of [`check`](crate::evidence::checker::check) for a proof that cannot be read.
pub(super) fn proof(proof: &[u8], format: ProofFormat) -> Result<Vec<u8>, CheckError> {
    let mut text = b"pseudo-Boolean proof version 3.0\n".to_vec();
    let mut steps = steps(proof, format);
    let mut list = Vec::new();
    while let Some(step) = steps.next()? {
        steps.list(&mut list, i32::MAX)?;
        if step == Step::Delete {
            continue;
        }
        let clause: Vec<Lit> = list.iter().map(|&lit| Lit::from_dimacs(lit as isize)).collect();
        if format.is_lrat() {
            steps.list(&mut list, i32::MAX)?;
        }
        text.extend_from_slice(b"rup ");
        push_sum(&mut text, &clause, ">=");
        if clause.is_empty() {
            break;
        }
    }
    text.extend_from_slice(b"output NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n");
    Ok(text)
}
