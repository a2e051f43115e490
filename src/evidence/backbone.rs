//! The digits that all solutions have in common, and the digits that each cell can have.

use varisat::Lit;

use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::grid::{Candidate, Candidates, Grid};
use crate::rules::Puzzle;
use crate::solve::{Session, SolveError, Varisat, in_time, simplified};

/// The digits that each cell has in the solutions of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Backbone {
    /// For each cell: the digits that it has in the solutions found. If `complete`, the cell has no
    /// other digit in any solution.
    pub possible: Candidates,
    /// The solutions found. Each has a digit in some cell that no solution before has there.
    pub solutions: Vec<Grid>,
    /// Whether `possible` covers all solutions; `false` if the deadline passed first.
    pub complete: bool,
}

impl Backbone {
    /// A grid that has a digit in each cell that has the same digit in every solution, givens
    /// included. If not `complete`, the grid has only the givens, since some solutions may be
    /// missing.
    pub fn decided(&self, puzzle: &Puzzle) -> Grid {
        if self.complete { self.possible.to_grid() } else { puzzle.givens().clone() }
    }

    /// The number of decided cells in words: `the givens decide 12 of 51 open cells`.
    pub fn describe(&self, puzzle: &Puzzle) -> String {
        let given_count = puzzle.givens().filled().count();
        let open = puzzle.size().cell_count() - given_count;
        let decided = self.decided(puzzle).filled().count() - given_count;
        let certainty = if self.complete { "" } else { ", as far as the time limit allowed" };
        format!("the givens decide {decided} of {open} open cells{certainty}")
    }
}

/// Finds the candidates that are in at least one solution. `None` if there is no solution.
///
/// Each solver call asks for a solution with a candidate that is in no solution so far. So the
/// number of calls is at most the number of candidates, plus one call that finds no more solutions.
/// (Iterative counting of unseen literals: Janota, Lynce & Marques-Silva, *Algorithms for Computing
/// Backbones of Propositional Formulae*, 2015, <https://doi.org/10.3233/AIC-140640>, applied to
/// candidates instead of literals.) The solver gets the formula that remains after simplification.
///
/// # Errors
/// [`SolveError::TimedOut`] if no solution was found by the deadline; [`SolveError::Lied`] and
/// [`SolveError::Solver`] as in [`Session::solve`]; [`SolveError::TooLarge`] as in [`simplified`].
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
        // This clause is a subset of the clause before, so the clause before need not be removed.
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
