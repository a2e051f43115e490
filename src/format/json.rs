//! The words of JSON for what is known about a puzzle.

use serde::{Deserialize, Serialize};

/// What is known about a puzzle.
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
