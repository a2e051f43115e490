//! A formula of a puzzle, and its origin as the comments of a file state it.

use std::io::{self, BufRead};
use std::rc::Rc;

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};

use super::input::Input;
use super::puzzle::PuzzleArgs;
use super::reader::{Asked, Reader, read_one};
use crate::contender::FormulaKind;
use satdoku::{Candidates, Deadline, Formula, Puzzle, PuzzleReport, SolveError, Symbols};

/// The formula of a puzzle, with advice if it would be too large.
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

/// What a formula was made of, as `encode` states it in a comment: enough to make it again.
#[derive(Debug, Serialize, Deserialize)]
pub struct Origin {
    #[serde(flatten)]
    puzzle: PuzzleReport,
    encoding: String,
    simplified: bool,
    /// What a MaxSAT solver may give up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub soft: Vec<String>,
    /// Clauses that the file has, as its `p cnf` line says.
    #[serde(skip)]
    pub clauses: Option<usize>,
}

/// How a comment line of an [`Origin`] begins.
const MARK: &str = "json ";

impl Origin {
    /// The origin of a formula that is to be written.
    pub fn new(puzzle: &Puzzle, candidates: Option<&Candidates>, kind: FormulaKind) -> Origin {
        Origin {
            puzzle: PuzzleReport::of(puzzle, candidates, &Symbols::default()),
            encoding: kind.encoding.to_string(),
            simplified: kind.simplified,
            soft: Vec::new(),
            clauses: None,
        }
    }

    /// As comment lines. They are short, since some readers of DIMACS have a limit.
    pub fn notes(&self) -> Vec<String> {
        const LONGEST: usize = 1000;
        let json = serde_json::to_vec(self).expect("a vector takes everything");
        let note = |part| format!("{MARK}{}", String::from_utf8_lossy(part));
        json.chunks(LONGEST).map(note).collect()
    }

    /// The origin of a file, of which `head` takes everything that was read; `None` if it has no
    /// such comments.
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

    /// The puzzle, with its candidates if they were encoded; digits are to be written as the options
    /// say.
    pub fn puzzle(&self, args: &PuzzleArgs) -> Result<Asked> {
        let json = serde_json::to_string(&self.puzzle)?;
        let usual = PuzzleArgs { symbols: None, ..args.clone() };
        let asked = read_one(&Input::Text(json), &usual, Reader::read_candidates)?;
        let Some(symbols) = args.symbols.clone().map(Rc::new) else { return Ok(asked) };
        Ok(Asked { symbols: Rc::clone(&symbols), data: symbols, ..asked })
    }
}
