//! What `solve --format json` prints for a puzzle, one object a line.

use serde::{Deserialize, Serialize};

use super::named::PuzzleReport;

/// One puzzle and what was found out about it. What is not known is left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolveReport {
    /// The input it comes from, as messages name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The line it starts in, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What stood before the cells in their line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The puzzle and its rules; nothing if it could not be read.
    #[serde(flatten)]
    pub puzzle: PuzzleReport,
    /// What is known.
    pub status: ReportStatus,
    /// A solution in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Another one, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_solution: Option<String>,
    /// What followed the cells in the puzzle's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// For `invalid` which cells clash, for `mismatch` what the input claims, for `error` what went
    /// wrong and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// From the puzzle's text to the verified answer, in microseconds.
    pub time_us: u64,
    /// What the solver counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<SolverStatistics>,
}

/// What is known about a puzzle.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportStatus {
    /// Exactly one solution.
    Unique,
    /// At least two solutions.
    Multiple,
    /// At least one; it was not asked whether there are more.
    Solved,
    /// No solution.
    None,
    /// Givens clash: no solution for a reason that shows in the grid.
    Invalid,
    /// The input gives another solution, or another number of them.
    Mismatch,
    /// A limit was hit before the question was settled.
    #[default]
    Unknown,
    /// The puzzle could not be read, or the answer did not pass verification.
    Error,
}

impl ReportStatus {
    /// All of them.
    pub const ALL: [ReportStatus; 8] = [
        ReportStatus::Unique,
        ReportStatus::Multiple,
        ReportStatus::Solved,
        ReportStatus::None,
        ReportStatus::Invalid,
        ReportStatus::Mismatch,
        ReportStatus::Unknown,
        ReportStatus::Error,
    ];

    /// As JSON spells it.
    pub fn name(self) -> &'static str {
        match self {
            ReportStatus::Unique => "unique",
            ReportStatus::Multiple => "multiple",
            ReportStatus::Solved => "solved",
            ReportStatus::None => "none",
            ReportStatus::Invalid => "invalid",
            ReportStatus::Mismatch => "mismatch",
            ReportStatus::Unknown => "unknown",
            ReportStatus::Error => "error",
        }
    }
}

/// What a solver counted and how long its stages took. What it does not know is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SolverStatistics {
    /// Variables of the formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variables: Option<u64>,
    /// Clauses of the formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clauses: Option<u64>,
    /// Conflicts or guesses of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guesses: Option<u64>,
    /// Microseconds to make the formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encode_us: Option<u64>,
    /// Microseconds to hand it to the solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_us: Option<u64>,
    /// Microseconds of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solve_us: Option<u64>,
    /// Microseconds to verify what it found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verify_us: Option<u64>,
}
