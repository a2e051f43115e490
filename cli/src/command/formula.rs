//! The formula of a puzzle, and its origin, which is written in the comments of its file.

use std::io::{self, BufRead};
use std::rc::Rc;

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};

use super::input::Input;
use super::puzzle::PuzzleArgs;
use super::reader::{Asked, Reader, read_one};
use crate::contender::FormulaKind;
use satdoku::{Candidates, Deadline, Formula, Puzzle, PuzzleReport, SolveError, Symbols};

/// The formula of a puzzle. If it is too large, the error has advice.
pub fn formula(
    kind: FormulaKind,
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    deadline: Deadline,
) -> Result<Formula> {
    kind.formula(puzzle, candidates, deadline).map_err(|error| match error {
        SolveError::TooLarge { .. } if !kind.simplified && candidates.is_none() => {
            anyhow!("{error}; --simplified leaves fewer candidates")
        }
        _ => error.into(),
    })
}

/// The puzzle and options of a formula, which `encode` writes in a comment: enough to make the
/// formula again.
#[derive(Debug, Serialize, Deserialize)]
pub struct Origin {
    #[serde(flatten)]
    puzzle: PuzzleReport,
    encoding: String,
    simplified: bool,
    /// The givens or clues that a MaxSAT solver may give up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub soft: Vec<String>,
    /// The number of clauses of the file according to its `p cnf` line.
    #[serde(skip)]
    pub clauses: Option<usize>,
}

/// The start of a comment line with a part of an [`Origin`].
const MARK: &str = "json ";

impl Origin {
    /// The origin of a formula that will be written.
    pub fn new(puzzle: &Puzzle, candidates: Option<&Candidates>, kind: FormulaKind) -> Origin {
        Origin {
            puzzle: PuzzleReport::of(puzzle, candidates, &Symbols::default()),
            encoding: kind.encoding.to_string(),
            simplified: kind.simplified,
            soft: Vec::new(),
            clauses: None,
        }
    }

    /// The origin as comment lines. They are short, since some readers of DIMACS limit the length
    /// of lines.
    pub fn notes(&self) -> Vec<String> {
        const LONGEST: usize = 1000;
        let json = serde_json::to_vec(self).expect("a vector takes everything");
        let note = |part| format!("{MARK}{}", String::from_utf8_lossy(part));
        json.chunks(LONGEST).map(note).collect()
    }

    /// Reads the origin in the comments of a file. Everything that was read is appended to `head`.
    /// `None` if the file has no such comments.
    pub fn read(input: &mut impl BufRead, head: &mut Vec<u8>) -> Result<Option<Origin>> {
        const MOST_BYTES: u64 = 1 << 28;
        let (mut input, mut json) = (io::Read::take(input, MOST_BYTES), Vec::new());
        let header = loop {
            let start = head.len();
            input.read_until(b'\n', head)?;
            let [b'c' | b'*', b' ', comment @ ..] = &head[start..] else {
                break String::from_utf8_lossy(&head[start..]);
            };
            let part = comment.strip_prefix(MARK.as_bytes()).unwrap_or_default();
            json.extend(part.strip_suffix(b"\n").unwrap_or(part));
        };
        if json.is_empty() {
            return Ok(None);
        }
        let origin: Origin = serde_json::from_slice(&json)
            .with_context(|| format!("the comment 'c {MARK}...' was changed"))?;
        let clauses = header.strip_prefix("p cnf ").and_then(|rest| rest.split_once(' '));
        let clauses = clauses.and_then(|(_, count)| count.trim().parse().ok());
        Ok(Some(Origin { clauses, ..origin }))
    }

    /// The options that made the formula.
    pub fn kind(&self) -> Result<FormulaKind> {
        let encoding = self.encoding.parse().context("encoding")?;
        Ok(FormulaKind { encoding, simplified: self.simplified })
    }

    /// The puzzle, with its candidates if they were encoded. Its digits will be written with the
    /// symbols of the options.
    pub fn puzzle(&self, args: &PuzzleArgs) -> Result<Asked> {
        let json = serde_json::to_string(&self.puzzle)?;
        let usual = PuzzleArgs { symbols: None, ..args.clone() };
        let asked = read_one(&Input::Text(json), &usual, Reader::read_candidates)?;
        let Some(symbols) = args.symbols.clone().map(Rc::new) else { return Ok(asked) };
        Ok(Asked { symbols: Rc::clone(&symbols), data: symbols, ..asked })
    }
}
