//! What an audit finds.

use super::Guilty;
use crate::encode::Reason;
use crate::grid::{Candidate, Candidates, Grid};

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Audit {
    /// Whether every model is a solution.
    pub soundness: Soundness,
    /// Whether every solution is a model.
    pub completeness: Completeness,
    /// The rules by family and kind of unit, and which of them follow from the formula. Empty if
    /// the formula has no model: everything follows from such a formula.
    pub families: Vec<FamilyAudit>,
    /// How many clauses have the same literals as an earlier clause.
    pub duplicates: usize,
    /// Variables that stand for no candidate.
    pub auxiliaries: usize,
    /// If there are givens: the audit of the formula without givens, compared with the rules alone.
    pub without_givens: Option<Box<Audit>>,
}

impl Audit {
    /// The audit in which nothing was found, at the deadline.
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

    /// What this means for the formula: the worse of the judgements with its givens and without
    /// them.
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

/// How a formula relates to a puzzle, from good to bad; serialised as `equivalent`,
/// `not-equivalent` and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The models are exactly the solutions, and there are some.
    Equivalent,
    /// It was not decided.
    Unknown,
    /// The givens contradict each other, and the formula has no model.
    NoSolution,
    /// A model is no solution, or a solution is no model.
    NotEquivalent,
    /// The formula has no model, though the puzzle has solutions.
    NoModel,
}

impl Judgement {
    /// In a word or two: `not equivalent`.
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

/// Whether every model is a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Soundness {
    /// Every clause of the rules follows.
    Sound,
    /// There is no model.
    NoModel,
    /// A model breaks rules.
    Unsound {
        /// The digits that the model places in each cell: none, one or several.
        model: Candidates,
        /// The rules that the model breaks.
        broken: Vec<Broken>,
    },
    /// The search was stopped: by the deadline, or because another answer had shown that the
    /// formula is not equivalent.
    Unknown,
}

/// A rule that a model breaks: where, and the candidates that show this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The rule.
    pub reason: Reason,
    /// The clause that would state the rule; it does not follow from the formula.
    pub clause: Vec<i32>,
    /// The two placed candidates that exclude each other, or the given that is not placed; empty if
    /// none of several candidates is placed.
    pub candidates: Vec<Candidate>,
}

/// Whether every solution is a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// Every clause follows from the rules, or every solution was tried.
    Complete,
    /// There is no solution.
    NoSolution,
    /// The formula forbids a solution.
    Incomplete {
        /// The solution that is forbidden.
        solution: Grid,
        /// Clauses that together forbid the solution; empty at the deadline.
        guilty: Vec<Guilty>,
    },
    /// No forbidden solution was found. Either the search was stopped, or the auxiliary variables
    /// cannot be resolved out with few clauses.
    Unknown {
        /// How many solutions were tried, and allowed by the formula.
        tried: usize,
    },
}

/// The rules of a family on one kind of unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilyAudit {
    /// The family, as [`Reason::family`] names it.
    pub family: &'static str,
    /// The kind of unit, without its number: `box`. Empty for cells, pairs and givens.
    pub units: &'static str,
    /// The rules, each one or several clauses, that follow.
    pub following: Vec<Reason>,
    /// The rules that some model breaks.
    pub failing: Vec<Reason>,
    /// How many more rules there are, for which this was not decided.
    pub open: usize,
}
