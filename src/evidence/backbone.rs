//! What all solutions have in common, and what each cell can still hold.

use varisat::Lit;

use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::grid::{Candidate, Candidates, Grid};
use crate::rules::Puzzle;
use crate::solve::{Session, SolveError, Varisat, in_time, simplified};

/// The union of a puzzle's solutions, cell by cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Backbone {
    /// The digits seen in a solution. If `complete`, a digit that is missing is in none.
    pub possible: Candidates,
    /// Solutions that hold these digits; each has a digit that the solutions before do not have.
    pub solutions: Vec<Grid>,
    /// Whether all solutions are covered; `false` if the deadline came first.
    pub complete: bool,
}

impl Backbone {
    /// The cells that hold the same digit in every solution, filled, givens included. If the
    /// deadline came first, only the givens, since another digit may have been missed.
    pub fn decided(&self, puzzle: &Puzzle) -> Grid {
        if self.complete { self.possible.to_grid() } else { puzzle.givens().clone() }
    }

    /// How many cells are decided: `the givens decide 12 of 51 open cells`.
    pub fn describe(&self, puzzle: &Puzzle) -> String {
        let given_count = puzzle.givens().filled().count();
        let open = puzzle.size().cell_count() - given_count;
        let decided = self.decided(puzzle).filled().count() - given_count;
        let certainty = if self.complete { "" } else { ", as far as the time limit allowed" };
        format!("the givens decide {decided} of {open} open cells{certainty}")
    }
}

/// The candidates that occur in at least one solution: `None` if there is no solution.
///
/// Each solution found must place a candidate not seen before, so there are at most as many solver
/// calls as candidates, and one more to learn that there are no others. (Iterative counting of
/// unseen literals: Janota, Lynce & Marques-Silva, *Algorithms for Computing Backbones of
/// Propositional Formulae*, 2015, applied to candidates instead of literals.) The solver gets the
/// formula that remains after simplification.
///
/// # Errors
/// [`SolveError::TimedOut`] if no solution was found by the deadline; [`SolveError::Lied`] and
/// [`SolveError::Solver`] as in [`Session::solve`], [`SolveError::TooLarge`] as in [`simplified`].
pub fn backbone(puzzle: &Puzzle, deadline: Deadline) -> Result<Option<Backbone>, SolveError> {
    let formula = simplified(puzzle, None, Encoding::default(), deadline)?;
    let mut unseen: Vec<Candidate> =
        formula.numbering.candidates().map(|(_, candidate)| candidate).collect();
    let mut session = Session::load(Varisat::new(deadline), formula);
    let Some(first) = session.solve(&[])? else { return Ok(None) };
    let mut possible = Candidates::from_grid(&first);
    let mut solutions = vec![first];
    loop {
        unseen.retain(|unseen| !possible[unseen.cell].contains(unseen.digit));
        if unseen.is_empty() {
            return Ok(Some(Backbone { possible, solutions, complete: true }));
        }
        // A subset of the clause before, so the clause before need not be removed.
        let any: Vec<Lit> = unseen.iter().map(|&unseen| session.formula().lit(unseen)).collect();
        session.add_clause(&any);
        let found = in_time(session.solve(&[]))?;
        let Some(Some(solution)) = found else {
            return Ok(Some(Backbone { possible, solutions, complete: found.is_some() }));
        };
        for Candidate { cell, digit } in solution.filled() {
            possible[cell].insert(digit);
        }
        solutions.push(solution);
    }
}
