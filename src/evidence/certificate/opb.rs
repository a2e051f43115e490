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
use crate::encode::{AtMostOne, Encoding, Formula, Preset, Reason};
use crate::evidence::checker::{CheckError, Step, steps};

/// The name of the constraints.
pub(super) const CONSTRAINTS: &str = "formula.opb";
/// The name of the proof.
pub(super) const PROOF: &str = "proof.pbp";

/// Clauses whose "at least one" are the equalities.
const EQUALITIES: Encoding = Encoding { preset: Preset::Extended, amo: AtMostOne::Pairwise };

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
    let (mut sums, mut count) = (Vec::new(), 0);
    let mut push = |lits: &[Lit], relation| {
        push_sum(&mut sums, lits, relation);
        count += 1;
    };
    Formula::whole(&subject, EQUALITIES).for_each_clause(|lits, reason| match reason {
        Reason::CellAtLeastOne(_) | Reason::UnitAtLeastOne(..) => push(lits, "="),
        // Part of the equalities.
        Reason::CellAtMostOne(_) | Reason::UnitAtMostOne(..) => {}
        _ => push(lits, ">="),
    });
    clause.iter().for_each(|clause| push(clause, ">="));
    let variables = side.pow(3);
    let mut text = format!("* #variable= {variables} #constraint= {count}\n").into_bytes();
    text.extend(sums);
    Ok(text)
}

/// Appends that so many literals of a clause are true: one, or at least one. A negated literal is 1
/// less its variable, since some readers take no `~x1`.
fn push_sum(text: &mut Vec<u8>, lits: &[Lit], relation: &str) {
    for lit in lits {
        let sign = if lit.is_positive() { '+' } else { '-' };
        text.extend(format!("{sign}1 x{} ", lit.var().to_dimacs()).into_bytes());
    }
    let negated = lits.iter().filter(|lit| lit.is_negative()).count() as i64;
    text.extend(format!("{relation} {} ;\n", 1 - negated).into_bytes());
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
