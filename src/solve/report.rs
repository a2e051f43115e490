//! The JSON object that `solve --format json` prints for each puzzle, in one line.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::{Statistics, Verdict};
use crate::answer::Status;
use crate::rules::PuzzleReport;

/// One puzzle and what was found out about it. Fields without a value are left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolveReport {
    /// The text before the cells in their line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The puzzle and its rules; empty if the puzzle could not be read.
    #[serde(flatten)]
    pub puzzle: PuzzleReport,
    /// What is known about the solutions.
    pub status: Status,
    /// A solution in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Another solution, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_solution: Option<String>,
    /// The text after the cells in the puzzle's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// For `invalid`, the cells that clash; for `mismatch`, the claim of the input; for `error`,
    /// what is wrong and where; for `unknown`, the solvers of `auto` that gave no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What settled the puzzle, if there are several possibilities: a [`Stage`](super::Stage), or
    /// the name of a solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_by: Option<String>,
    /// The time from the puzzle to the verified answer, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// The counts and times of the solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
}

/// Writes a verdict with the field names of a [`SolveReport`]: `status`, `solution`,
/// `second_solution`.
impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (status, solutions) = match self {
            Verdict::Unique(solution) => (Status::Unique, std::slice::from_ref(solution)),
            Verdict::Multiple(solutions) => (Status::Multiple, &solutions[..]),
            Verdict::None => (Status::None, &[][..]),
        };
        let mut map = serializer.serialize_map(Some(1 + solutions.len()))?;
        map.serialize_entry("status", &status)?;
        for (name, solution) in ["solution", "second_solution"].iter().zip(solutions) {
            map.serialize_entry(name, solution)?;
        }
        map.end()
    }
}
