//! What an audit found, as formulas without models that any solver can refute, with proofs.

use varisat::{CnfFormula, ExtendFormula};

use super::map::VariableMap;
use super::rules::Standing;
use super::{Comparison, lits, most_variable};
use crate::answer::Deadline;
use crate::dimacs::push_clause;
use crate::evidence::checker::{self, Clauses, Cnf, ProofFormat};
use crate::evidence::prove::{ProveError, refute};
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// Clauses that follow from a formula, all at once: the formula, and that one of them is violated,
/// have no model together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entailment {
    /// `sound`: clauses of the rules follow from the formula; `complete`: the clauses of the
    /// formula, its auxiliary variables resolved out, follow from the rules.
    pub name: &'static str,
    /// How many clauses follow.
    pub clauses: usize,
    /// `sound` only: the clauses of the rules that follow from these by counting, without a proof.
    pub counted: usize,
    /// The formula without models, as DIMACS.
    pub formula: Vec<u8>,
    /// Its refutation as DRAT, accepted by [`checker`].
    pub proof: Vec<u8>,
}

/// Why there are no proofs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntailmentError {
    /// The audit itself failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solver gave no proof.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// The checker rejected the proof.
    #[error("the solver's proof is wrong: {0}")]
    Rejected(#[from] checker::CheckError),
}

/// Proofs of soundness and of completeness: of those of the two that hold.
///
/// Clauses of the rules that follow by counting only (see [`super::audit`]) have no short
/// resolution proof and are left out of the first: what is proved is as much as counting needs.
///
/// # Errors
/// [`EntailmentError`]; at the deadline as one of the first two.
///
/// # Panics
/// If the map is of another size than the puzzle.
pub fn entailments(
    formula: &Cnf,
    map: &VariableMap,
    puzzle: &Puzzle,
    deadline: Deadline,
) -> Result<Vec<Entailment>, EntailmentError> {
    let mut compared = Comparison::new(formula, map, puzzle, deadline)?;
    compared.judge_soundness()?;
    let most = most_variable(formula, map) as i32;
    let reference = &compared.reference;
    let mut entailments = Vec::new();
    if reference.standing.iter().all(|&standing| standing == Standing::Follows) {
        let proved = (0..reference.clauses.len()).filter(|&index| !reference.counted[index]);
        let proved: Vec<&[i32]> = proved.map(|index| &reference.clauses[index][..]).collect();
        let counted = reference.clauses.len() - proved.len();
        let entailment = prove("sound", formula.clauses(), &proved, most, deadline)?;
        entailments.extend(entailment.map(|found| Entailment { counted, ..found }));
    }
    if let Some(clauses) = compared.projected() {
        let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        let rules = reference.clauses.iter().map(Vec::as_slice);
        entailments.extend(prove("complete", rules, &clauses, most, deadline)?);
    }
    Ok(entailments)
}

/// `None` if the premises have a model that violates a conclusion.
///
/// Each conclusion has a selector: it says that the conclusion is violated, and one of them is
/// true. The proof refutes them one by one.
fn prove<'c>(
    name: &'static str,
    premises: impl Iterator<Item = &'c [i32]>,
    conclusions: &[&[i32]],
    variable_count: i32,
    deadline: Deadline,
) -> Result<Option<Entailment>, EntailmentError> {
    let mut clauses: Vec<Vec<i32>> = premises.map(<[i32]>::to_vec).collect();
    let mut propagation = Clauses::new(variable_count as usize);
    clauses.iter().for_each(|clause| propagation.add(clause));
    let mut proof = Vec::new();
    let selectors = (1..=conclusions.len() as i32).map(|index| variable_count + index);
    for (selector, conclusion) in selectors.clone().zip(conclusions) {
        deadline.ok_or(SolveError::TimedOut)?;
        if !propagation.has_rup(conclusion) {
            let mut violated = CnfFormula::new();
            clauses.iter().for_each(|clause| violated.add_clause(&lits(clause)));
            lits(conclusion).iter().for_each(|&lit| violated.add_clause(&[!lit]));
            let mut steps = Vec::new();
            if !refute(&violated, ProofFormat::Drat, &mut steps, deadline)? {
                return Ok(None);
            }
            // What follows while the conclusion is violated, or the conclusion, always follows.
            for step in steps.split(|&byte| byte == b'\n').filter(|step| step.ends_with(b"0")) {
                if !step.starts_with(b"d") {
                    let conclusion: String =
                        conclusion.iter().map(|lit| format!("{lit} ")).collect();
                    proof.extend([conclusion.as_bytes(), step, b"\n"].concat());
                }
            }
            propagation.add(conclusion);
        }
        push_clause(&mut proof, &lits(&[-selector]));
        clauses.extend(conclusion.iter().map(|lit| vec![-selector, -lit]));
    }
    push_clause(&mut proof, &[]);
    clauses.push(selectors.collect());
    let mut cnf = Cnf::default();
    let mut text = Vec::new();
    for clause in &clauses {
        push_clause(&mut text, &lits(clause));
        cnf.push(clause.iter().copied());
    }
    let header = format!("p cnf {} {}\n", cnf.variable_count(), cnf.clause_count());
    let text = [header.into_bytes(), text].concat();
    checker::check(&cnf, &proof[..], ProofFormat::Drat, deadline)?;
    let clauses = conclusions.len();
    Ok(Some(Entailment { name, clauses, counted: 0, formula: text, proof }))
}
