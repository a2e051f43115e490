//! Reads proofs, and trusts no input.

use std::io::BufRead;

use super::Cnf;
use crate::dimacs::{Place, ReadError, Words, next_byte};

names! {
    /// The format of a proof.
    #[non_exhaustive]
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum ProofFormat {
        /// DRAT as text: one clause per line; deletions start with `d`.
        #[default]
        Drat = "drat",
        /// DRAT in its binary form.
        BinaryDrat = "binary-drat",
        /// LRAT as text: clauses are numbered, and each added clause names the clauses from which
        /// it follows.
        Lrat = "lrat",
        /// LRAT in its binary form.
        BinaryLrat = "binary-lrat",
    }
}

/// A line of a proof: the addition or deletion of clauses.
#[derive(Debug)]
pub(super) struct Step {
    /// The place of the line.
    pub place: Place,
    pub is_deletion: bool,
    /// LRAT: the number of the added clause, which is positive.
    pub id: i32,
    /// The literals of the added clause or, in DRAT, of the deleted clause.
    pub clause: Vec<i32>,
    /// LRAT: the hints of an added clause, or the numbers of the deleted clauses.
    pub hints: Vec<i32>,
}

/// The steps of a proof, in any format.
pub(super) struct Steps<R> {
    source: Source<R>,
    is_lrat: bool,
    step: Step,
}

enum Source<R> {
    /// DRAT: `LITERALS 0` and `d LITERALS 0`; LRAT: `NUMBER LITERALS 0 HINTS 0` and
    /// `NUMBER d CLAUSES 0`.
    Text(Words<R>),
    /// `a` or `d`, then the same numbers as in the text. In LRAT, deletions have no number of their
    /// own.
    Binary(Bytes<R>),
}

/// Reads binary numbers: `n` is written as `2 * |n|`, plus 1 if `n` is negative, in groups of 7
/// bits.
struct Bytes<R> {
    input: R,
    position: usize,
}

impl ProofFormat {
    /// Whether the format is LRAT, in which clauses are numbered and name the clauses from which
    /// they follow.
    pub fn is_lrat(self) -> bool {
        matches!(self, ProofFormat::Lrat | ProofFormat::BinaryLrat)
    }

    /// Whether the format is binary.
    pub fn is_binary(self) -> bool {
        matches!(self, ProofFormat::BinaryDrat | ProofFormat::BinaryLrat)
    }

    /// The format that a proof seems to have. After a wrong guess, the proof is not accepted; no
    /// wrong guess makes the checker accept a wrong proof.
    ///
    /// Every step of a binary proof ends with a zero byte, and text has no zero byte. A binary
    /// proof has the format in which more of it can be read: a complete proof can be read to its
    /// end. Text is LRAT if its first line is a deletion with a number or has two lists of numbers.
    #[must_use]
    pub fn of(proof: &[u8]) -> ProofFormat {
        if proof.contains(&0) {
            let reach = |format: ProofFormat| {
                let mut steps = Steps::new(proof, format);
                loop {
                    match steps.next() {
                        Ok(Some(_)) => {}
                        Err(ReadError::Syntax { place: Place::Byte(byte), .. }) => return byte,
                        _ => return usize::MAX,
                    }
                }
            };
            let [drat, lrat] = [ProofFormat::BinaryDrat, ProofFormat::BinaryLrat];
            return if reach(drat) >= reach(lrat) { drat } else { lrat };
        }
        let mut lines = proof.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty() && line[0] != b'c').unwrap_or_default();
        let mut words = first.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let is_lrat = words.clone().nth(1) == Some(b"d")
            || words.by_ref().any(|word| word == b"0") && words.next().is_some();
        if is_lrat { ProofFormat::Lrat } else { ProofFormat::Drat }
    }
}

impl<R: BufRead> Steps<R> {
    pub fn new(proof: R, format: ProofFormat) -> Steps<R> {
        let source = match format.is_binary() {
            false => Source::Text(Words::new(proof)),
            true => Source::Binary(Bytes { input: proof, position: 0 }),
        };
        let (clause, hints) = (Vec::new(), Vec::new());
        let step = Step { place: Place::Byte(0), is_deletion: false, id: 0, clause, hints };
        Steps { source, is_lrat: format.is_lrat(), step }
    }

    /// The next step, or `None` at the end of the proof.
    pub fn next(&mut self) -> Result<Option<&Step>, ReadError> {
        let (step, is_lrat) = (&mut self.step, self.is_lrat);
        let Some(begun) = self.source.begin(is_lrat)? else { return Ok(None) };
        (step.place, step.is_deletion, step.id) = begun;
        step.clause.clear();
        step.hints.clear();
        if !(is_lrat && step.is_deletion) {
            self.source.list(&mut step.clause, Cnf::MAX_VARIABLES as i32)?;
        }
        if is_lrat {
            self.source.list(&mut step.hints, i32::MAX)?;
        }
        Ok(Some(step))
    }
}

impl<R: BufRead> Source<R> {
    /// Reads the start of a step: its place, whether it is a deletion, and its number.
    fn begin(&mut self, is_lrat: bool) -> Result<Option<(Place, bool, i32)>, ReadError> {
        match self {
            Source::Text(words) => {
                if !words.advance_past_comments()? {
                    return Ok(None);
                }
                let (place, mut id) = (Place::Line(words.line_of_word), 0);
                if is_lrat {
                    id = words.number(1..=i32::MAX)?;
                    words.advance_past_comments()?;
                }
                let is_deletion = words.word() == b"d";
                if !is_deletion {
                    words.take_back();
                }
                Ok(Some((place, is_deletion, id)))
            }
            Source::Binary(bytes) => {
                let place = Place::Byte(bytes.position);
                match bytes.next()? {
                    None => Ok(None),
                    Some(b'd') => Ok(Some((place, true, 0))),
                    Some(b'a') if !is_lrat => Ok(Some((place, false, 0))),
                    Some(b'a') => match bytes.number(i32::MAX)? {
                        id @ 1.. => Ok(Some((place, false, id))),
                        id => Err(bytes.expected("a clause's number from 1", id)),
                    },
                    Some(byte) => Err(bytes.expected("`a` or `d`", format!("byte {byte:#04x}"))),
                }
            }
        }
    }

    /// Reads numbers up to a 0. Each number must be from `-most` to `most`.
    fn list(&mut self, list: &mut Vec<i32>, most: i32) -> Result<(), ReadError> {
        match self {
            Source::Text(words) => words.list(most, list),
            Source::Binary(bytes) => loop {
                match bytes.number(most)? {
                    0 => return Ok(()),
                    number => list.push(number),
                }
            },
        }
    }
}

impl<R: BufRead> Bytes<R> {
    fn next(&mut self) -> Result<Option<u8>, ReadError> {
        self.position += 1;
        Ok(next_byte(&mut self.input)?)
    }

    /// Reads a number, which must be from `-most` to `most`.
    fn number(&mut self, most: i32) -> Result<i32, ReadError> {
        let (mut code, mut shift) = (0u64, 0);
        loop {
            let Some(byte) = self.next()? else {
                return Err(self.expected("0 at the end of the clause", "the end"));
            };
            code |= u64::from(byte & 0x7f) << shift;
            // Five groups are enough for every number. If the last group is 0, fewer groups would
            // be enough.
            if shift > 28 || (byte == 0 && shift > 0) {
                let expected = "a number in as few bytes as it needs, at most 5";
                return Err(self.expected(expected, format!("byte {byte:#04x}")));
            }
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let magnitude = (code / 2) as i64;
        let number = if code % 2 == 1 { -magnitude } else { magnitude };
        let is_minus_0 = code == 1;
        if is_minus_0 || magnitude > most.into() {
            let found = if is_minus_0 { "-0".to_owned() } else { number.to_string() };
            return Err(self.expected(&format!("a number from -{most} to {most}"), found));
        }
        Ok(number as i32)
    }

    /// An error at the last byte that was read.
    fn expected(&self, expected: &str, found: impl ToString) -> ReadError {
        let place = Place::Byte(self.position - 1);
        ReadError::Syntax { place, expected: expected.to_owned(), found: found.to_string() }
    }
}
