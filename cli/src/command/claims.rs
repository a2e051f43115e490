//! Checks the solutions that an input claims for its puzzles.

use super::reader::Asked;
use satdoku::{Candidate, Grid, Status, Symbols, verify};

/// The first wrong claim about a puzzle, given its solutions as far as they are known; `None`
/// also if they are unknown.
pub fn mismatch(asked: &Asked, found: (Status, &[Grid])) -> Option<String> {
    let Asked { puzzle, candidates, symbols, .. } = asked;
    let claims = asked.claims.as_ref()?;
    let (status, solutions) = found;
    let wrong = claims.solution.as_ref().and_then(|claimed| match (status, solutions) {
        (Status::None, _) => Some("the input gives a solution, found none".to_owned()),
        (Status::Unique, [only]) => difference(claimed, only, symbols),
        // What cells it leaves open is not known.
        _ if !claimed.is_full() => None,
        _ => match verify(puzzle, claimed) {
            Err(violations) => {
                Some(format!("the solution of the input is none: {}", violations[0]))
            }
            Ok(()) => {
                let excluded = |given: &Candidate| {
                    candidates.as_ref().is_some_and(|left| !left[given.cell].contains(given.digit))
                };
                claimed.filled().find(excluded).map(|given| {
                    let given = symbols.candidate(claimed.size(), given);
                    format!("the solution of the input has {given}, no candidate there")
                })
            }
        },
    });
    if wrong.is_some() {
        return wrong;
    }
    let count = claims.count?;
    let (fits, found) = match status {
        Status::None => (count == 0, "none"),
        Status::Unique => (count == 1, "exactly one"),
        Status::Multiple => (count > 1, "several"),
        _ => (count > 0 || solutions.is_empty(), "one"),
    };
    if fits {
        return None;
    }
    Some(format!("the input gives {}, found {found}", super::output::count(count, "solution")))
}

/// The first cell in which a claim, of which cells may be open, differs from the solution.
fn difference(claimed: &Grid, found: &Grid, symbols: &Symbols) -> Option<String> {
    if claimed.size() != found.size() {
        return Some("the solution of the input has another size".to_owned());
    }
    let wrong = claimed.filled().find(|given| found.get(given.cell) != Some(given.digit))?;
    let correct = found.get(wrong.cell)?;
    let name = found.size().cell_name(wrong.cell);
    let [claimed, correct] =
        [wrong.digit, correct].map(|digit| symbols.write(digit, found.size().side()));
    Some(format!("{name}: the solution of the input has {claimed}, found {correct}"))
}
