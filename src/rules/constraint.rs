//! Rules that are no groups, added by those who write them.

use std::fmt;
use std::ptr;
use std::sync::Arc;

use varisat::CnfFormula;

use crate::grid::Grid;

/// A rule that units and pairs do not state, such as the sums of killer cages.
///
/// The encoder, [`verify`](crate::verify()), all that solves or counts by the encoder's formula,
/// conflicts and certificates honour it. What knows units and pairs alone, [`Dpll`](crate::Dpll) and
/// [`explain`](crate::explain), refuses rules with one: see [`Rules::only_groups`]. There is no way to
/// read one; `examples/killer.rs` shows how to write one.
///
/// [`Rules::only_groups`]: super::Rules::only_groups
pub trait Constraint: fmt::Debug + Send + Sync {
    /// Its name in [`names`](super::Rules::names), comments of DIMACS files and JSON: `killer`. By
    /// it a certificate names all constraints of a puzzle that have it. Not that of a
    /// [`Variant`](super::Variant).
    fn name(&self) -> &str;

    /// Clauses whose models, read on the candidates, are the grids that obey it, where each cell
    /// holds one digit. The variables are those of [`Numbering::full`](crate::Numbering::full), and
    /// after them as many auxiliary ones as it needs.
    fn clauses(&self) -> CnfFormula;

    /// What is wrong with a full grid, in words: `the cage of A1 adds up to 12, not 15`. `None` if
    /// the grid obeys.
    fn violation(&self, grid: &Grid) -> Option<String>;
}

/// Rules with a [`Constraint`], for what knows units and pairs alone.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected rules of units and pairs alone, found the constraint '{name}'")]
pub struct UnknownConstraint {
    /// The name of the constraint.
    pub name: String,
}

/// The constraints of rules. They are the same if they are the same objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Constraints(pub(super) Vec<Arc<dyn Constraint>>);

impl PartialEq for Constraints {
    fn eq(&self, other: &Constraints) -> bool {
        let same = |(a, b): (&Arc<_>, &Arc<_>)| ptr::addr_eq(Arc::as_ptr(a), Arc::as_ptr(b));
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(same)
    }
}

impl Eq for Constraints {}
