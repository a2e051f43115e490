//! A solver in which parts of the clauses can be left out, and minimal refuted sets of parts.

use varisat::Lit;

use crate::solve::{SolveError, Varisat};

/// Clauses in a solver; some of them must hold only if their part is asked for.
pub(crate) struct Selected {
    pub solver: Varisat,
    /// The number of variables of the clauses. The variables of the parts come after them.
    variable_count: usize,
}

impl Selected {
    pub fn new(solver: Varisat, variable_count: usize) -> Selected {
        Selected { solver, variable_count }
    }

    /// Adds a clause of a part. A clause without a part must always hold.
    pub fn add(&mut self, mut clause: Vec<Lit>, part: Option<usize>) {
        clause.extend(part.map(|part| !self.selector(part)));
        self.solver.add_clause(&clause);
    }

    /// `None` if these parts can be satisfied; otherwise some of these parts that, as the solver
    /// reports, are already refuted together.
    pub fn core(&mut self, parts: &[usize]) -> Result<Option<Vec<usize>>, SolveError> {
        let selectors: Vec<Lit> = parts.iter().map(|&part| self.selector(part)).collect();
        if self.solver.solve(&selectors)? {
            return Ok(None);
        }
        let failed = self.solver.failed_core();
        let is_in_core = |part: &usize| failed.contains(&self.selector(*part));
        Ok(Some(parts.iter().copied().filter(is_in_core).collect()))
    }

    fn selector(&self, part: usize) -> Lit {
        Lit::from_index(self.variable_count + part, true)
    }
}

/// Makes a refuted set minimal by deletion. If there is an error, the set is still a refuted set.
///
/// `core` returns a refuted part of a set, or `None` if the set is not refuted.
pub(crate) fn delete(
    set: &mut Vec<usize>,
    mut core: impl FnMut(&[usize]) -> Result<Option<Vec<usize>>, SolveError>,
) -> Result<(), SolveError> {
    let mut needed = Vec::new();
    while let Some(&element) = set.iter().find(|element| !needed.contains(*element)) {
        let others: Vec<usize> = set.iter().copied().filter(|&other| other != element).collect();
        match core(&others)? {
            Some(core) => *set = core,
            None => needed.push(element),
        }
    }
    Ok(())
}
