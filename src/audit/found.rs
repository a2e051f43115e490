//! The results of an audit.

use super::Guilty;
use crate::encode::Reason;
use crate::grid::{Candidate, Candidates, Grid};

/// The result of an audit.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Audit {
    /// Whether every model of the formula is a solution.
    pub soundness: Soundness,
    /// Whether every solution is a model of the formula.
    pub completeness: Completeness,
    /// For each family of rules and kind of unit, which rules follow from the formula. Empty if the
    /// formula has no model, since everything follows from such a formula.
    pub families: Vec<FamilyAudit>,
    /// How many clauses have the same literals as an earlier clause.
    pub duplicates: usize,
    /// How many variables do not represent candidates.
    pub auxiliaries: usize,
    /// If there are givens: the audit of the formula without givens, which is compared with the
    /// rules only.
    pub without_givens: Option<Box<Audit>>,
}

impl Audit {
    /// The result if the deadline passed before anything was found.
    pub(super) fn unknown() -> Audit {
        Audit {
            soundness: Soundness::Unknown,
            completeness: Completeness::Unknown { tried: 0 },
            families: Vec::new(),
            duplicates: 0,
            auxiliaries: 0,
            without_givens: None,
        }
    }

    /// The judgement on the formula: the worse one of the judgements with givens and without
    /// givens.
    pub fn judgement(&self) -> Judgement {
        let alone = self.without_givens.as_ref().map(|alone| alone.judgement());
        alone.map_or(self.with_givens(), |alone| alone.max(self.with_givens()))
    }

    /// The judgement on the formula with its givens.
    pub fn with_givens(&self) -> Judgement {
        match (&self.soundness, &self.completeness) {
            (Soundness::NoModel, Completeness::NoSolution) => Judgement::NoSolution,
            (Soundness::NoModel, Completeness::Incomplete { .. }) => Judgement::NoModel,
            (Soundness::Unsound { .. }, _) | (_, Completeness::Incomplete { .. }) => {
                Judgement::NotEquivalent
            }
            (Soundness::Sound, Completeness::Complete) => Judgement::Equivalent,
            _ => Judgement::Unknown,
        }
    }
}

/// The relation of a formula to a puzzle, from good to bad. In JSON, the names are `equivalent`,
/// `not-equivalent` and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The models are exactly the solutions, and there is at least one.
    Equivalent,
    /// The relation was not decided.
    Unknown,
    /// The givens contradict each other, and the formula has no model.
    NoSolution,
    /// Some model is not a solution, or some solution is not a model.
    NotEquivalent,
    /// The formula has no model, though the puzzle has solutions.
    NoModel,
}

impl Judgement {
    /// The judgement in one or two words: `not equivalent`.
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Equivalent => "equivalent",
            Judgement::Unknown => "unknown",
            Judgement::NoSolution => "no solution",
            Judgement::NotEquivalent => "not equivalent",
            Judgement::NoModel => "no model",
        }
    }
}

/// Whether every model of a formula is a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Soundness {
    /// Every clause of the rules follows from the formula.
    Sound,
    /// The formula has no model.
    NoModel,
    /// Some model violates rules.
    Unsound {
        /// The digits that the model places in each cell: none, one or several.
        model: Candidates,
        /// The rules that the model violates.
        broken: Vec<Broken>,
    },
    /// The search was stopped by the deadline, or because another result already shows that the
    /// formula is not equivalent.
    Unknown,
}

/// A rule that a model violates, with its place and the candidates that show the violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The rule.
    pub reason: Reason,
    /// The clause that states the rule; this clause does not follow from the formula.
    pub clause: Vec<i32>,
    /// Two placed candidates that exclude each other, or the given that is not placed. Empty if the
    /// violation is that none of several candidates is placed.
    pub candidates: Vec<Candidate>,
}

/// Whether every solution is a model of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// Every clause follows from the rules, or every solution was tried and is allowed.
    Complete,
    /// The puzzle has no solution.
    NoSolution,
    /// The formula forbids a solution.
    Incomplete {
        /// The forbidden solution.
        solution: Grid,
        /// Clauses that together forbid the solution; empty if the deadline passed before they were
        /// found.
        guilty: Vec<Guilty>,
    },
    /// No forbidden solution was found, but there may be one: the search was stopped, or too many
    /// clauses would be needed to eliminate the auxiliary variables.
    Unknown {
        /// How many solutions were tried; the formula allows all of them.
        tried: usize,
    },
}

/// The rules of one family for one kind of unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilyAudit {
    /// The family, as [`Reason::family`] names it.
    pub family: &'static str,
    /// The kind of unit, without its number: `box`. Empty for cells, pairs and givens.
    pub units: &'static str,
    /// The rules that follow from the formula. A rule can be several clauses.
    pub following: Vec<Reason>,
    /// The rules that some model violates.
    pub failing: Vec<Reason>,
    /// How many other rules there are, for which this was not decided.
    pub open: usize,
}
