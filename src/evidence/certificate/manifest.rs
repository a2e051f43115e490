//! The manifest of a certificate: the claim and all details, as JSON.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use super::statement::{Claim, Statement};
use super::{CertificateError, FORMULA, MANIFEST, PUZZLE, ProofFormat, proof_file, rejected};
use crate::encode::{Dimensions, Encoding};
use crate::format::ParseError;
use crate::grid::{Size, SizeError, Symbols};
use crate::names::NameError;
use crate::rules::{Clue, PuzzleReport, Rules, Unit};

/// The version of the format of certificates. Version 4 has the puzzle and its rules in the same
/// form as all other JSON output.
pub const VERSION: u32 = 4;

/// The content of `manifest.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format: [`VERSION`].
    pub satdoku_certificate: u32,
    /// The claim.
    pub claim: Claim,
    /// What the files prove, in words.
    pub proved: String,
    /// What the files do not prove, in words.
    pub not_proved: String,
    /// The puzzle and its rules.
    pub puzzle: PuzzleReport,
    /// The cells of each unit that is not a row or column, such as `box 1: A1 A2 B1 B2`.
    pub units: Vec<String>,
    /// The givens that clash, for a minimal conflict; or the digits that are the same in all
    /// solutions, for a backbone (without the givens).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<String>,
    /// The formula that has no model, and the proof of this, if the claim needs a refutation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Refutation>,
    /// For each file except the manifest: its SHA-256 in hexadecimal.
    pub sha256: BTreeMap<String, String>,
    /// The programs that made the certificate. This is the only entry that a check cannot confirm.
    pub made_with: MadeWith,
}

/// A formula and the proof that it has no model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The encoding of the rules in the formula, such as `extended/auto`.
    pub encoding: String,
    /// The number of variables of the formula.
    pub variables: usize,
    /// The number of clauses of the formula.
    pub clauses: usize,
    /// The name of the file with the proof.
    pub proof: String,
    /// The format of the proof: its [`ProofFormat::name`].
    pub format: String,
    /// Commands of other programs that check the proof. Run them in the folder of the certificate:
    /// `drat-trim` ([Wetzler, Heule & Hunt 2014](https://doi.org/10.1007/978-3-319-09284-3_31)),
    /// `rate` ([Altmanninger & Rebola Pardo 2020](https://doi.org/10.1145/3372885.3373821)),
    /// `lrat-check`, and `cake_lpr` ([Tan, Heule & Myreen
    /// 2021](https://doi.org/10.1007/978-3-030-72013-1_12)), which is verified down to machine
    /// code. If they accept the proof, they print a line with `VERIFIED`; their exit status does
    /// not tell whether they accept it.
    pub checked_by: Vec<String>,
}

impl Refutation {
    /// The entry for a formula with this encoding and these dimensions, and a proof in this format.
    pub(super) fn new(
        encoding: Encoding,
        Dimensions { variables, clauses }: Dimensions,
        format: ProofFormat,
    ) -> Refutation {
        let proof = proof_file(format);
        let commands: &[(&str, &str)] = match format {
            ProofFormat::Drat => &[("drat-trim", ""), ("rate", "")],
            // Without `-i`, `drat-trim` guesses the format from the first bytes, which may look
            // like text.
            ProofFormat::BinaryDrat => &[("drat-trim", " -i"), ("rate", "")],
            ProofFormat::Lrat => &[("cake_lpr", ""), ("lrat-check", "")],
            ProofFormat::BinaryLrat => &[("cake_lpr", "")],
        };
        let command = |(name, option): &(&str, &str)| format!("{name} {FORMULA} {proof}{option}");
        Refutation {
            encoding: encoding.to_string(),
            variables,
            clauses,
            proof: proof.to_owned(),
            format: format.name().to_owned(),
            checked_by: commands.iter().map(command).collect(),
        }
    }
}

/// The programs that made a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MadeWith {
    /// The version of this crate.
    pub satdoku: String,
    /// The program that wrote the proof: `varisat 0.2.2` or `another program`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof_by: Option<String>,
}

impl MadeWith {
    /// Whether the texts of the entry are short and have only characters of names and versions.
    pub(super) fn is_plausible(&self) -> bool {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".+- ".contains(&byte);
        std::iter::once(&self.satdoku)
            .chain(&self.proof_by)
            .all(|text| (1..=32).contains(&text.len()) && text.bytes().all(is_plain))
    }
}

impl Manifest {
    /// The manifest for these arguments. `sha256` has the hash of each file.
    pub(super) fn new(
        statement: &Statement,
        refutation: Option<Refutation>,
        sha256: BTreeMap<String, String>,
        made_with: MadeWith,
    ) -> Manifest {
        let Statement { claim, ref puzzle, .. } = *statement;
        let size = puzzle.size();
        let refuted = refutation.as_ref().map(|refutation| {
            format!("{} shows that nothing satisfies {FORMULA}", refutation.proof)
        });
        let mut not_proved = format!(
            "That {PUZZLE} is the puzzle you mean. `satdoku verify` with the folder and \
             `--puzzle` with your puzzle compares both."
        );
        if let Some(refutation) = &refutation {
            not_proved += &format!(
                " That {FORMULA} says what the rules say: the same command writes it anew from the \
                 rules, byte for byte. To rely on no program of ours, read the formula."
            );
            if refutation.format == ProofFormat::Lrat.name() {
                not_proved += " Of the two checkers named, cake_lpr comes first because lrat-check \
                               accepts an empty clause without hints over any formula.";
            }
        }
        let unit_text = |unit: &Unit| {
            let mut cells = unit.cells.iter().map(|&cell| size.cell_name(cell));
            format!("{}: {}", unit.kind, cells.join(" "))
        };
        let units = puzzle.rules().units().iter().filter(|unit| !unit.kind.is_line());
        Manifest {
            satdoku_certificate: VERSION,
            claim,
            proved: statement.proved(refuted.as_deref()),
            not_proved,
            puzzle: PuzzleReport::of(puzzle, None, &Symbols::default()),
            units: units.map(unit_text).collect(),
            found: statement.found().into_iter().map(|found| size.candidate_name(found)).collect(),
            refutation,
            sha256,
            made_with,
        }
    }

    /// The size of the grid. `rows` is its number of rows, which is used if it has no boxes.
    pub(super) fn size(&self, rows: usize) -> Result<Size, CertificateError> {
        match &self.puzzle.box_shape {
            Some(shape) => shape.parse().map_err(unfit::<SizeError>),
            None => Ok(Size::without_boxes(rows.clamp(1, Size::MAX_SIDE))),
        }
    }

    /// The rules of the puzzle. `rows` is the number of rows of its grid.
    ///
    /// # Errors
    /// [`CertificateError::Rejected`] if the entry does not describe valid rules.
    pub fn rules(&self, rows: usize) -> Result<Rules, CertificateError> {
        let size = self.size(rows)?;
        let mut builder = Rules::builder(size);
        if let Some(regions) = &self.puzzle.regions {
            builder = builder.regions(regions.parse().map_err(unfit::<ParseError>)?);
        }
        for name in self.puzzle.rules.iter().flat_map(|names| names.split(", ")) {
            builder = builder.variant(name.parse().map_err(unfit::<NameError>)?);
        }
        for clue in &self.puzzle.clues {
            builder = builder.clue(Clue::parse(clue, size).map_err(unfit)?);
        }
        builder.build().map_err(unfit)
    }

    /// Reads the text of a manifest of this version, and does not check the claim.
    pub(super) fn read(text: &[u8]) -> Result<Manifest, CertificateError> {
        /// The entry that manifests of all versions have.
        #[derive(Deserialize)]
        struct Versioned {
            satdoku_certificate: u32,
        }
        if let Ok(Versioned { satdoku_certificate: found }) = serde_json::from_slice(text)
            && found != VERSION
        {
            let reason =
                format!("expected version {VERSION}, found {found}: make the certificate again");
            return Err(rejected(MANIFEST, reason));
        }
        serde_json::from_slice(text).map_err(|error| {
            let found = match error.classify() {
                Category::Data => "a name or a value that no manifest has there",
                Category::Eof => "the end of the file",
                Category::Io | Category::Syntax => "text that is not JSON",
            };
            let (line, column) = (error.line(), error.column());
            let reason = format!(
                "line {line}, column {column}: expected a manifest as written by \
                 `satdoku certify`, found {found}"
            );
            rejected(MANIFEST, reason)
        })
    }

    /// The content of the manifest's file.
    pub(super) fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings, numbers and lists") + "\n"
    }
}

/// The error for a text in the manifest that does not have a valid value.
fn unfit<E: ToString>(error: E) -> CertificateError {
    rejected(MANIFEST, error.to_string())
}
