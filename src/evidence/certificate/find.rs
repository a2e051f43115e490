//! Finds the grids that show a claim, with the solver.

use super::CertificateError;
use super::statement::{Claim, Statement};
use crate::answer::Deadline;
use crate::encode::Encoding;
use crate::evidence::prove::check_refutable;
use crate::evidence::{Backbone, Minimality, backbone, conflict};
use crate::grid::{Candidate, Grid, Size};
use crate::rules::Puzzle;
use crate::solve::{Pipeline, Session, SolveError, Verdict};

/// The claim with its grids. If no claim is given, the claim is the number of solutions.
pub(super) fn find(
    puzzle: &Puzzle,
    claim: Option<Claim>,
    deadline: Deadline,
) -> Result<(Statement, Vec<Grid>), CertificateError> {
    let size = puzzle.size();
    claim.map_or(Ok(()), |claim| check_size(size, claim))?;
    let mut clashing = None;
    let (claim, solutions) = match claim {
        Some(Claim::MinimalConflict) => {
            let found = conflict(puzzle, Minimality::Minimal, deadline)?
                .ok_or_else(|| untrue("the puzzle has a solution, so no givens clash"))?;
            if found.minimality == Minimality::Unknown {
                return Err(SolveError::TimedOut.into());
            }
            let grid = clashing.insert(Grid::empty(size));
            found.givens.iter().for_each(|given| grid.set(given.cell, Some(given.digit)));
            (Claim::MinimalConflict, witnesses(puzzle, &found.givens, None, deadline)?)
        }
        Some(Claim::Backbone) => match backbone(puzzle, deadline)? {
            None => return Err(untrue("the puzzle has no solution")),
            Some(Backbone { complete: false, .. }) => return Err(SolveError::TimedOut.into()),
            Some(Backbone { solutions, .. }) => (Claim::Backbone, solutions),
        },
        _ => by_verdict(puzzle, claim, deadline)?,
    };
    let mut statement = Statement::new(claim, puzzle.clone(), clashing);
    solutions.iter().try_for_each(|grid| statement.add(grid, deadline))?;
    Ok((statement, solutions))
}

/// The claim and its grids, for a claim about the number of solutions or that every given is
/// needed.
fn by_verdict(
    puzzle: &Puzzle,
    claim: Option<Claim>,
    deadline: Deadline,
) -> Result<(Claim, Vec<Grid>), CertificateError> {
    let (found, mut solutions) = match Pipeline::new().verdict(puzzle, deadline)? {
        Verdict::Unique(solution) => (Claim::Unique, vec![solution]),
        Verdict::None => (Claim::NoSolution, Vec::new()),
        Verdict::Multiple(two) => (Claim::SeveralSolutions, two.into()),
    };
    check_size(puzzle.size(), found)?;
    match claim {
        Some(Claim::MinimalPuzzle) if found == Claim::Unique => {
            let givens: Vec<Candidate> = puzzle.givens().filled().collect();
            solutions.extend(witnesses(puzzle, &givens, Some(&solutions[0]), deadline)?);
            Ok((Claim::MinimalPuzzle, solutions))
        }
        Some(claim) if claim != found => {
            let (found, claim) = (found.words(), claim.name());
            Err(untrue(&format!("the puzzle has {found}, so it is not certified as {claim}")))
        }
        _ => Ok((found, solutions)),
    }
}

/// Checks that the formula that refutes a claim's opposite, if there is one, is not too large for
/// the checker.
pub(super) fn check_size(size: Size, claim: Claim) -> Result<(), CertificateError> {
    match claim {
        Claim::SeveralSolutions => Ok(()),
        _ => Ok(check_refutable(size.candidate_count())?),
    }
}

fn untrue(reason: &str) -> CertificateError {
    CertificateError::Untrue(reason.to_owned())
}

/// For each of these givens: a grid that has all other givens of the list and is not `excluded`.
fn witnesses(
    puzzle: &Puzzle,
    givens: &[Candidate],
    excluded: Option<&Grid>,
    deadline: Deadline,
) -> Result<Vec<Grid>, CertificateError> {
    let without = without_each(puzzle, givens, excluded, deadline)?;
    let witness = |(given, grid): (&Candidate, Option<Grid>)| {
        grid.ok_or_else(|| {
            let given = puzzle.size().candidate_name(*given);
            untrue(&format!("{given} can be left out, so the puzzle is not minimal"))
        })
    };
    givens.iter().zip(without).map(witness).collect()
}

/// For each of these givens: a grid that has all other givens of the list and is not `excluded`, if
/// there is such a grid.
fn without_each(
    puzzle: &Puzzle,
    givens: &[Candidate],
    excluded: Option<&Grid>,
    deadline: Deadline,
) -> Result<Vec<Option<Grid>>, SolveError> {
    let mut session = Session::new(&puzzle.without_givens(), Encoding::default(), deadline);
    excluded.into_iter().for_each(|grid| session.forbid(grid));
    let without = |omitted: &Candidate| {
        let others: Vec<Candidate> = givens.iter().copied().filter(|g| g != omitted).collect();
        session.solve(&others)
    };
    givens.iter().map(without).collect()
}
