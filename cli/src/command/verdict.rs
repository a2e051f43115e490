//! The verdict on a puzzle: its solutions as far as they are known, givens that clash, and claims
//! of the input that are wrong.

use serde::Serialize;

use super::drawing::first_clashes;
use super::exit::Exit;
use super::reader::Asked;
use super::run::{Done, Item};
use satdoku::draw::Picture;
use satdoku::evidence::clash_text;
use satdoku::verify::clashes;
use satdoku::{Answer, Candidate, Cell, Grid, Limits, Status, Symbols, counted, verify};

/// The verdict on a puzzle.
#[derive(Debug, Default, Serialize)]
pub struct Verdict {
    /// The verdict in one word.
    pub status: Status,
    /// Up to two solutions.
    #[serde(skip)]
    pub solutions: Vec<Grid>,
    /// The clashes of givens, if the puzzle is invalid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clashes: Vec<String>,
    /// The cells of the givens that clash.
    #[serde(skip)]
    pub clashing: Vec<Cell>,
    /// An error, the wrong claim of the input, or the solvers that left the puzzle unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Verdict {
    /// The verdict of an answer within these limits, after a comparison with the claims of the
    /// input. `all` is the number of all solutions, if they were counted.
    pub fn of(asked: &Asked, answer: Answer, limits: &Limits, all: Option<usize>) -> Verdict {
        let (status, solutions) = (answer.status(limits), answer.solutions);
        let error = mismatch(asked, status, &solutions, all);
        let status = if error.is_some() { Status::Mismatch } else { status };
        if status != Status::None {
            return Verdict { status, solutions, error, ..Verdict::default() };
        }
        let found = clashes(asked.puzzle.rules(), asked.puzzle.givens());
        let words = found.iter().map(|clash| clash_text(clash, &asked.symbols));
        Verdict {
            status: if found.is_empty() { Status::None } else { Status::Invalid },
            clashes: words.collect(),
            clashing: found.iter().flat_map(|clash| clash.cells).collect(),
            ..Verdict::default()
        }
    }

    /// The verdict on a puzzle that cannot be read or answered.
    pub fn error(message: String) -> Verdict {
        Verdict { status: Status::Error, error: Some(message), ..Verdict::default() }
    }

    /// Reports the verdict. `exit` is the exit status if no claim of the input is wrong.
    pub fn tell<T>(&self, item: &Item<'_>, exit: Exit, done: &mut Done<T>) {
        let has_claims =
            item.asked.is_ok_and(|asked| asked.solution.is_some() || asked.count.is_some());
        done.summary.claims += u64::from(has_claims && self.status != Status::Error);
        match (self.status, &self.error) {
            (Status::Mismatch, Some(message)) => done.complain(item, Exit::Failed, message),
            _ => done.end(exit),
        }
    }

    /// The reason why the puzzle is invalid, a mismatch, an error or unknown.
    pub fn why(&self) -> Option<String> {
        let clashes = || first_clashes(&self.clashes, 3).join("; ");
        self.error.clone().or_else(|| (!self.clashes.is_empty()).then(clashes))
    }

    /// The line with the verdict, which is above drawings of the solutions or of the clash.
    pub fn heading(&self) -> String {
        let (name, known) = (self.status.name(), self.status.describe(&self.solutions));
        match (self.status, self.why()) {
            (Status::Error, _) => name.to_owned(),
            (Status::Mismatch, Some(why)) => format!("{name}: {why}"),
            (Status::None | Status::Invalid, Some(why)) => format!("{known}: {why}"),
            (Status::None | Status::Invalid, None) => known,
            (Status::Multiple, _) => format!("{name}: {known}, marked *"),
            (Status::Solved, _) => format!("unknown: {known}"),
            (Status::Unknown, Some(why)) => format!("{name}: {known}; {why}"),
            _ => format!("{name}: {known}"),
        }
    }

    /// A picture of the puzzle with its only solution, with two solutions and the cells in which
    /// they differ, or with the cells that clash and the reason.
    pub fn picture(&self, Asked { puzzle, symbols, .. }: &Asked, why: Option<&str>) -> Picture {
        let picture = Picture::new(puzzle, symbols).clashing(self.clashing.iter().copied());
        match (&self.solutions[..], self.status) {
            ([first, second, ..], _) => {
                let caption = Status::Multiple.describe(&self.solutions);
                picture.found(first).or(second).caption(&caption)
            }
            ([only], Status::Unique) => picture.found(only).caption("the only solution"),
            ([one], _) => picture.found(one).caption("a solution"),
            ([], Status::None | Status::Invalid) => {
                let why = why.map(|why| format!(": {why}")).unwrap_or_default();
                picture.caption(&format!("no solution{why}"))
            }
            ([], Status::Unknown) => picture.caption(&self.heading()),
            ([], status) => picture.caption(why.unwrap_or(status.name())),
        }
    }
}

/// The first wrong claim of the input about a puzzle, compared with the solutions as far as they
/// are known. `None` if no claim is known to be wrong.
fn mismatch(
    Asked { puzzle, candidates, symbols, solution, count, .. }: &Asked,
    status: Status,
    solutions: &[Grid],
    all: Option<usize>,
) -> Option<String> {
    let wrong = solution.as_ref().and_then(|claimed| match (status, solutions) {
        (Status::None, _) => Some("the input gives a solution, but the puzzle has none".to_owned()),
        (Status::Unique, [only]) if claimed == only => None,
        (Status::Unique, [only]) => difference(claimed, only, symbols).or_else(|| {
            let open = claimed.size().cell_count() - claimed.filled().count();
            Some(format!("the given solution leaves {} open", counted(open, "cell")))
        }),
        // The claimed solution has open cells, so it cannot be verified.
        _ if !claimed.is_full() => None,
        _ => match verify(puzzle, claimed) {
            Err(violations) => Some(format!("the given solution is wrong: {}", violations[0])),
            Ok(()) => {
                let excluded = |given: &Candidate| {
                    candidates.as_ref().is_some_and(|left| !left[given.cell].contains(given.digit))
                };
                claimed.filled().find(excluded).map(|given| {
                    let given = symbols.candidate(claimed.size(), given);
                    format!("the given solution has {given}, which is not a candidate")
                })
            }
        },
    });
    if wrong.is_some() {
        return wrong;
    }
    let claimed = (*count)?;
    let (fits, found) = match (status, all) {
        (Status::None, _) => (claimed == 0, "none"),
        (Status::Unique, _) => (claimed == 1, "exactly one"),
        (Status::Multiple, Some(all)) => (claimed == all as u64, &*all.to_string()),
        (Status::Multiple, None) => (claimed > 1, "several"),
        _ => (claimed > 0 || solutions.is_empty(), "one"),
    };
    let claimed = || counted(claimed, "solution");
    (!fits).then(|| format!("the input claims {}, found {found}", claimed()))
}

/// A text about the first cell in which a claimed solution differs from the solution. The claimed
/// solution may have open cells.
fn difference(claimed: &Grid, found: &Grid, symbols: &Symbols) -> Option<String> {
    if claimed.size() != found.size() {
        return Some("the given solution has another size".to_owned());
    }
    let wrong = claimed.filled().find(|given| found.get(given.cell) != Some(given.digit))?;
    let correct = found.get(wrong.cell)?;
    let name = found.size().cell_name(wrong.cell);
    let [claimed, correct] =
        [wrong.digit, correct].map(|digit| symbols.write(digit, found.size().side()));
    Some(format!(
        "{name} is {claimed} in the solution of the input, but {correct} in the only solution"
    ))
}
