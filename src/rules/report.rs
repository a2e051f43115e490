//! A puzzle in JSON.

use itertools::Itertools;
use serde::{Deserialize, Serialize, Serializer};

use super::Puzzle;
use crate::grid::{Candidates, Digit, DigitSet, Symbols, line_of};

/// A puzzle in JSON: its cells and its rules. Fields without a value are left out. The JSON text
/// can be read like any other puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PuzzleReport {
    /// The puzzle in one line; left out for a grid of candidates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// For a grid of candidates, the candidates of each cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<usize>>>,
    /// The names of the rules, such as `classic` or `jigsaw, anti-king`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The shape of a box, `3x3`; left out if there are no boxes.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "box")]
    pub box_shape: Option<String>,
    /// The regions of a jigsaw: one label for each cell, as [`crate::Regions`] are displayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<String>,
    /// The clues, as [`crate::rules::Clue::text`] writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<String>,
}

/// Writes a puzzle as its [`PuzzleReport`], which contains the rules too.
impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PuzzleReport::of(self, None, &Symbols::default()).serialize(serializer)
    }
}

impl PuzzleReport {
    /// The report of a puzzle, or of the candidates of a puzzle. Reading the report gives the same
    /// puzzle.
    pub fn of(puzzle: &Puzzle, candidates: Option<&Candidates>, symbols: &Symbols) -> PuzzleReport {
        let rules = puzzle.rules();
        let digits = |set: &DigitSet| set.iter().map(Digit::value).collect();
        PuzzleReport {
            puzzle: candidates.is_none().then(|| line_of(puzzle.givens(), symbols)),
            candidates: candidates.map(|candidates| {
                puzzle.size().cells().map(|cell| digits(&candidates[cell])).collect()
            }),
            rules: Some(rules.names().join(", ")),
            box_shape: rules.has_boxes().then(|| rules.size().to_string()),
            regions: rules.regions().map(ToString::to_string),
            clues: rules.clues().iter().map(|clue| clue.text(rules)).collect(),
        }
    }
}
