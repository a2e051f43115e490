//! What a certificate claims, in JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    CertificateError, FORMULA, MANIFEST, PUZZLE, ProofFormat, SOLUTION, given_text, proof_file,
};
use crate::encode::Encoding;
use crate::grid::{Cell, Grid, Size};
use crate::rules::{Pair, PairKind, Puzzle, Regions, Rules, Unit, UnitKind, Variant};

/// What is claimed of the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// It has exactly one solution.
    Unique,
    /// It has none.
    NoSolution,
}

/// The content of `manifest.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the certificate's layout: 1.
    pub satdoku_certificate: u32,
    /// What is claimed.
    pub claim: Claim,
    /// What the files prove, in words.
    pub proved: String,
    /// What they do not prove, in words.
    pub not_proved: String,
    /// Which units hold each digit once.
    pub rules: RulesInWords,
    /// The givens: `A1=4`.
    pub givens: Vec<String>,
    /// How the formula states the rules: `extended/auto`.
    pub encoding: String,
    /// Variables of the formula.
    pub variables: usize,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Where the proof is and how it is written.
    pub proof: ProofFile,
    /// By file: its SHA-256, in hexadecimal. All files but the manifest itself.
    pub sha256: BTreeMap<String, String>,
    /// What made it. The one entry that a check cannot confirm.
    pub made_with: MadeWith,
}

/// [`Rules`] as the manifest states them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesInWords {
    /// Rows of a box.
    pub box_height: usize,
    /// Columns of a box.
    pub box_width: usize,
    /// Whether both main diagonals hold each digit once.
    pub diagonal: bool,
    /// Further regions that do: cells by index from 0, row by row.
    pub regions: Vec<Vec<usize>>,
    /// Other rules, by [`Variant::name`]; `latin` if there are no boxes and nothing in their place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Regions in place of boxes: one label a cell, row by row, as [`Regions`] writes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jigsaw: Option<String>,
    /// Further pairs of cells that differ, by index from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<[usize; 2]>,
}

/// Where the proof is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofFile {
    /// Its name.
    pub file: String,
    /// `drat`, `binary-drat` or `lrat`.
    pub format: String,
}

/// Versions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MadeWith {
    /// Of this crate.
    pub satdoku: String,
    /// Of the solver that wrote the proof.
    pub varisat: String,
}

impl MadeWith {
    pub(super) fn this_version() -> MadeWith {
        MadeWith { satdoku: env!("CARGO_PKG_VERSION").to_owned(), varisat: "0.2.2".to_owned() }
    }

    /// Whether both are version numbers, by their looks.
    pub(super) fn is_plausible(&self) -> bool {
        [&self.satdoku, &self.varisat].into_iter().all(|version| {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".+-".contains(&byte);
            (1..=32).contains(&version.len()) && version.bytes().all(is_plain)
        })
    }
}

impl RulesInWords {
    fn new(rules: &Rules) -> RulesInWords {
        let extra = |unit: &&Unit| matches!(unit.kind, UnitKind::ExtraRegion(_));
        let listed = |pair: &&Pair| pair.kind == PairKind::Listed;
        let named = rules.names().filter(|name| !["classic", "diagonal", "jigsaw"].contains(name));
        RulesInWords {
            box_height: rules.size().box_height(),
            box_width: rules.size().box_width(),
            diagonal: rules.variants().contains(&Variant::Diagonal),
            regions: rules
                .units()
                .iter()
                .filter(extra)
                .map(|unit| unit.cells.iter().map(|cell| cell.index()).collect())
                .collect(),
            names: named.map(str::to_owned).collect(),
            jigsaw: rules.regions().map(Regions::to_string),
            pairs: rules
                .pairs()
                .iter()
                .filter(listed)
                .map(|pair| pair.cells.map(Cell::index))
                .collect(),
        }
    }

    /// The rules.
    ///
    /// # Errors
    /// [`CertificateError::Rejected`] if there are no such rules.
    pub fn rules(&self) -> Result<Rules, CertificateError> {
        let rejected = |reason| CertificateError::Rejected { file: MANIFEST.to_owned(), reason };
        let size = Size::new(self.box_height, self.box_width)
            .map_err(|error| rejected(error.to_string()))?;
        let mut builder = Rules::builder(size);
        if self.diagonal {
            builder = builder.variant(Variant::Diagonal);
        }
        if let Some(regions) = &self.jigsaw {
            let regions: Regions = regions.parse().map_err(|error| rejected(format!("{error}")))?;
            builder = builder.regions(regions);
        }
        for name in &self.names {
            builder = match name.as_str() {
                "latin" => builder.without_boxes(),
                name => {
                    let variant: Result<Variant, _> = name.parse();
                    builder.variant(variant.map_err(|error| rejected(error.to_string()))?)
                }
            };
        }
        // Each region takes longer to add than the one before.
        let most = 2 * size.side();
        if self.regions.len() > most {
            let found = self.regions.len();
            return Err(rejected(format!("expected at most {most} regions, found {found}")));
        }
        let cell = |index: usize| {
            let expected = size.cell_count();
            if index < expected {
                Ok(Cell::from_index(index))
            } else {
                Err(rejected(format!("expected cells below {expected}, found {index}")))
            }
        };
        for region in &self.regions {
            let cells: Result<Vec<Cell>, _> = region.iter().map(|&index| cell(index)).collect();
            builder = builder.extra_region(&cells?);
        }
        for &[first, second] in &self.pairs {
            builder = builder.pair(cell(first)?, cell(second)?);
        }
        builder.build().map_err(|error| rejected(error.to_string()))
    }
}

impl Manifest {
    /// Everything that follows from these. `sha256` is by file.
    pub(super) fn new(
        puzzle: &Puzzle,
        solution: Option<&Grid>,
        encoding: Encoding,
        dimensions: (usize, usize),
        format: ProofFormat,
        sha256: BTreeMap<String, String>,
        made_with: MadeWith,
    ) -> Manifest {
        let file = proof_file(format);
        let (claim, proved) = match solution {
            Some(_) => (
                Claim::Unique,
                format!(
                    "{SOLUTION} solves the puzzle, which is seen by looking at it. No other grid \
                     does: {FORMULA} states the rules and the givens, its last clause forbids \
                     this solution, and {file} shows that nothing satisfies all of it."
                ),
            ),
            None => (
                Claim::NoSolution,
                format!(
                    "No grid solves the puzzle: {FORMULA} states the rules and the givens, and \
                     {file} shows that nothing satisfies all of it."
                ),
            ),
        };
        Manifest {
            satdoku_certificate: 1,
            claim,
            proved,
            not_proved: format!(
                "That {FORMULA} says what the rules say, and that {PUZZLE} is the puzzle you \
                 mean. `satdoku certify --check` writes the formula anew from the rules and \
                 compares the two byte for byte; to rely on no program of ours, read the formula."
            ),
            rules: RulesInWords::new(puzzle.rules()),
            givens: puzzle
                .givens()
                .filled()
                .map(|given| given_text(puzzle.size(), given))
                .collect(),
            encoding: encoding.to_string(),
            variables: dimensions.0,
            clauses: dimensions.1,
            proof: ProofFile { file: file.to_owned(), format: format.name().to_owned() },
            sha256,
            made_with,
        }
    }

    /// As the file holds it.
    pub(super) fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings, numbers and lists") + "\n"
    }
}
