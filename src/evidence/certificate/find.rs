//! Finds the grids of a claim, by the solver.

use super::statement::{Claim, Statement};
use super::{CertificateError, given_text};
use crate::answer::Deadline;
use crate::evidence::count::without_each;
use crate::evidence::prove::check_refutable;
use crate::evidence::{Backbone, Conflict, Minimality, backbone, conflict};
use crate::grid::{Candidate, Grid, Size};
use crate::rules::Puzzle;
use crate::solve::{Pipeline, SolveError, Verdict};

/// The claim, and its grids; without a claim the number of solutions is claimed.
pub(super) fn find(
    puzzle: &Puzzle,
    claim: Option<Claim>,
    deadline: Deadline,
) -> Result<(Statement, Vec<Grid>), CertificateError> {
    let size = puzzle.size();
    let statement = |claim, conflict, solutions: Vec<Grid>| {
        let mut statement = Statement::new(claim, puzzle.clone(), conflict);
        solutions.iter().try_for_each(|grid| statement.add(grid, deadline))?;
        Ok((statement, solutions))
    };
    claim.map_or(Ok(()), |claim| check_size(size, claim))?;
    match claim {
        Some(Claim::MinimalConflict) => {
            let found = conflict(puzzle, Minimality::Minimal, deadline)?
                .ok_or_else(|| untrue("the puzzle has a solution, so no givens clash"))?;
            let Conflict { givens, minimality: Minimality::Minimal | Minimality::Smallest, .. } =
                found
            else {
                return Err(SolveError::TimedOut.into());
            };
            let witnesses = witnesses(puzzle, &givens, None, deadline)?;
            let mut clashing = Grid::empty(size);
            givens.iter().for_each(|given| clashing.set(given.cell, Some(given.digit)));
            return statement(Claim::MinimalConflict, Some(clashing), witnesses);
        }
        Some(Claim::Backbone) => {
            return match backbone(puzzle, deadline)? {
                None => Err(untrue("the puzzle has no solution")),
                Some(Backbone { complete: false, .. }) => Err(SolveError::TimedOut.into()),
                Some(Backbone { solutions, .. }) => statement(Claim::Backbone, None, solutions),
            };
        }
        _ => {}
    }
    let (found, mut solutions) = match Pipeline::new().verdict(puzzle, deadline)? {
        Verdict::Unique(solution) => (Claim::Unique, vec![solution]),
        Verdict::None => (Claim::NoSolution, Vec::new()),
        Verdict::Multiple(two) => (Claim::SeveralSolutions, two.into()),
    };
    check_size(size, found)?;
    match claim {
        Some(Claim::MinimalPuzzle) if found == Claim::Unique => {
            let givens: Vec<Candidate> = puzzle.givens().filled().collect();
            solutions.extend(witnesses(puzzle, &givens, Some(&solutions[0]), deadline)?);
            statement(Claim::MinimalPuzzle, None, solutions)
        }
        Some(claim) if claim != found => {
            let (found, claim) = (found.words(), claim.name());
            Err(untrue(&format!("the puzzle has {found}, so it is not certified as {claim}")))
        }
        _ => statement(found, None, solutions),
    }
}

/// Whether the checker takes the formula that a claim must refute, if it must.
pub(super) fn check_size(size: Size, claim: Claim) -> Result<(), CertificateError> {
    match claim {
        Claim::SeveralSolutions => Ok(()),
        _ => Ok(check_refutable(size.candidate_count())?),
    }
}

fn untrue(reason: &str) -> CertificateError {
    CertificateError::Untrue(reason.to_owned())
}

/// For each of these givens a grid with all the others, and not `excluded`.
fn witnesses(
    puzzle: &Puzzle,
    givens: &[Candidate],
    excluded: Option<&Grid>,
    deadline: Deadline,
) -> Result<Vec<Grid>, CertificateError> {
    let without = without_each(puzzle, givens, excluded, deadline)?;
    let witness = |(given, grid): (&Candidate, Option<Grid>)| {
        grid.ok_or_else(|| {
            let given = given_text(puzzle.size(), *given);
            untrue(&format!("{given} can be left out, so the puzzle is not minimal"))
        })
    };
    givens.iter().zip(without).map(witness).collect()
}
