//! A puzzle, its rules and what is known about it in the words of JSON.

use serde::{Deserialize, Serialize};

use super::error::ParseErrorKind;
use super::symbols::Symbols;
use super::write::write_line;
use crate::grid::{Candidates, Digit, DigitSet, Size};
use crate::rules::{Puzzle, Rules, RulesBuilder, Variant};

/// How a box is named.
pub(super) const BOX_SHAPE: &str = "\"box\" as \"2x3\", its height and width";

/// A puzzle in JSON: its cells and its rules. What is not known is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PuzzleReport {
    /// The puzzle in one line; left out for a grid of candidates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The digits that each cell of a grid of candidates may hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<usize>>>,
    /// As [`Rules`] is displayed: `classic`, `jigsaw, anti-king`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The shape of a box, `3x3`; left out where there are no boxes.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "box")]
    pub box_shape: Option<String>,
    /// The regions of a jigsaw: one label a cell, as [`crate::Regions`] is displayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<String>,
}

impl PuzzleReport {
    /// A puzzle, or the candidates of one, so that it is read as the same.
    pub fn of(puzzle: &Puzzle, candidates: Option<&Candidates>, symbols: &Symbols) -> PuzzleReport {
        let rules = puzzle.rules();
        let line = || {
            let mut text = Vec::new();
            write_line(&mut text, puzzle.givens(), symbols);
            String::from_utf8_lossy(&text).into_owned()
        };
        let digits = |set: &DigitSet| set.iter().map(Digit::value).collect();
        PuzzleReport {
            puzzle: candidates.is_none().then(line),
            candidates: candidates.map(|candidates| {
                puzzle.size().cells().map(|cell| digits(&candidates[cell])).collect()
            }),
            rules: Some(rules.to_string()),
            box_shape: rules.has_boxes().then(|| rules.size().to_string()),
            regions: rules.regions().map(ToString::to_string),
        }
    }

    /// The rules that this names; `None` if it names none.
    pub(super) fn named(&self) -> Result<Option<NamedRules>, ParseErrorKind> {
        let unsupported = |expected, found: &str| ParseErrorKind::Unsupported {
            expected,
            found: format!("\"{}\"", found.escape_debug()),
        };
        let box_shape = self.box_shape.as_deref().map(|shape| {
            let size = shape.split_once('x').and_then(|(height, width)| {
                Size::new(height.parse().ok()?, width.parse().ok()?).ok()
            });
            size.ok_or_else(|| unsupported(BOX_SHAPE, shape))
        });
        let size = box_shape.transpose()?;
        let names = self.rules.as_deref().filter(|names| !names.trim().is_empty());
        let (mut bases, mut variants) = (Vec::new(), Vec::new());
        for name in names.into_iter().flat_map(|names| names.split(',').map(str::trim)) {
            match name {
                "classic" | "jigsaw" | "latin" => bases.push(name),
                _ => variants.push(name.parse().map_err(|_| {
                    let expected = "names of known rules in \"rules\"";
                    unsupported(expected, names.unwrap_or_default())
                })?),
            }
        }
        bases.sort_unstable();
        bases.dedup();
        variants.sort_unstable();
        variants.dedup();
        let expected = match (&bases[..], self.regions.is_some()) {
            ([_, _, ..], _) => Some("one of classic, jigsaw and latin in \"rules\""),
            (["jigsaw"], false) => Some("\"regions\" beside a jigsaw's \"rules\""),
            (["classic" | "latin"], true) => Some("jigsaw in the \"rules\" beside \"regions\""),
            (["latin"], _) | (_, true) if size.is_some() => {
                Some("no \"box\" beside \"regions\" or latin in \"rules\"")
            }
            _ => None,
        };
        if let Some(expected) = expected {
            let found = names.or(self.box_shape.as_deref()).unwrap_or_default();
            return Err(unsupported(expected, found));
        }
        let (are_named, is_latin) = (names.is_some(), bases == ["latin"]);
        let says_any = are_named || size.is_some();
        Ok(says_any.then_some(NamedRules { size, are_named, is_latin, variants }))
    }
}

/// The rules that a text names, but for the regions of a jigsaw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NamedRules {
    /// The shape of the boxes.
    pub(super) size: Option<Size>,
    /// Whether more than that is named.
    pub(super) are_named: bool,
    pub(super) is_latin: bool,
    pub(super) variants: Vec<Variant>,
}

impl NamedRules {
    /// Whether they add nothing to rows, columns and boxes.
    pub(super) fn are_classic(&self) -> bool {
        !self.is_latin && self.variants.is_empty()
    }

    /// Whether they name more than the shape of boxes.
    pub fn are_named(&self) -> bool {
        self.are_named
    }

    /// Whether they name the shape of boxes.
    pub fn has_box(&self) -> bool {
        self.size.is_some()
    }

    /// These rules for a grid of this size.
    pub fn builder(&self, size: Size) -> RulesBuilder {
        let builder = Rules::builder(size);
        let builder = if self.is_latin { builder.without_boxes() } else { builder };
        self.variants.iter().fold(builder, |builder, &variant| builder.variant(variant))
    }
}

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
