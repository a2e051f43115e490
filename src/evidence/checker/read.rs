//! Reads formulas and proofs, trusting neither.

use std::io::{self, BufRead};
use std::ops::RangeInclusive;

use super::{CheckError, Place};
use crate::dimacs::decimal;

/// A formula: clauses of DIMACS literals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    variable_count: usize,
    lits: Vec<i32>,
    ends: Vec<usize>,
}

impl Cnf {
    /// The most variables that a formula may have, which bounds the checker's tables.
    pub const MAX_VARIABLES: usize = 1 << 22;

    /// Adds a clause. Variables count from 1; the formula has as many as its largest.
    ///
    /// # Panics
    /// If a literal is 0 or its variable above [`Cnf::MAX_VARIABLES`].
    pub fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        for lit in clause {
            let variable = lit.unsigned_abs() as usize;
            assert!((1..=Cnf::MAX_VARIABLES).contains(&variable), "no such variable: {lit}");
            self.variable_count = self.variable_count.max(variable);
            self.lits.push(lit);
        }
        self.ends.push(self.lits.len());
    }

    /// The largest variable that it may use.
    pub fn variable_count(&self) -> usize {
        self.variable_count
    }

    /// How many clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// Its clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start..end])
    }

    /// Reads DIMACS CNF. The header must state the number of clauses exactly.
    ///
    /// # Errors
    /// [`CheckError::Syntax`] with the line; [`CheckError::Io`].
    pub fn read(input: impl BufRead) -> Result<Cnf, CheckError> {
        const HEADER: &str = "p cnf VARIABLES CLAUSES";
        let mut words = Words::new(input);
        for expected in ["p", "cnf"] {
            if words.next()? != Some(expected.as_bytes()) {
                return Err(words.expected(HEADER, shown(&words.word)));
            }
        }
        let (Some(variable_count), Some(clause_count)) =
            (words.number(0..=Cnf::MAX_VARIABLES as i32)?, words.number(0..=i32::MAX)?)
        else {
            return Err(words.expected(HEADER, "the end".into()));
        };
        let mut cnf = Cnf { variable_count: variable_count as usize, ..Cnf::default() };
        let mut clause = Vec::new();
        while words.next()?.is_some() {
            if cnf.ends.len() == clause_count as usize {
                let expected = format!("no more clauses than the {clause_count} of the header");
                return Err(words.expected(&expected, shown(&words.word)));
            }
            words.list(&mut clause, -variable_count..=variable_count)?;
            cnf.push(clause.drain(..));
        }
        if cnf.ends.len() != clause_count as usize {
            let expected = format!("as many clauses as the header says, {clause_count}");
            return Err(words.expected(&expected, cnf.ends.len().to_string()));
        }
        Ok(cnf)
    }
}

/// The words of a text between white space; lines that start with `c` are comments.
pub(super) struct Words<R> {
    bytes: io::Bytes<R>,
    line: u64,
    line_of_word: u64,
    at_line_start: bool,
    word: Vec<u8>,
}

impl<R: BufRead> Words<R> {
    pub fn new(input: R) -> Words<R> {
        Words {
            bytes: input.bytes(),
            line: 1,
            line_of_word: 1,
            at_line_start: true,
            word: Vec::new(),
        }
    }

    /// Where the last word stood.
    pub fn place(&self) -> Place {
        Place::Line(self.line_of_word)
    }

    pub fn expected(&self, expected: &str, found: String) -> CheckError {
        CheckError::Syntax { place: self.place(), expected: expected.to_owned(), found }
    }

    /// The next word, cut after 32 bytes: none that long is a number, see [`decimal`].
    pub fn next(&mut self) -> Result<Option<&[u8]>, CheckError> {
        self.word.clear();
        self.line_of_word = self.line;
        let mut comment = false;
        for byte in self.bytes.by_ref() {
            let byte = byte?;
            self.line += u64::from(byte == b'\n');
            let at_line_start = std::mem::replace(&mut self.at_line_start, byte == b'\n');
            match byte {
                b'\n' if comment => comment = false,
                _ if comment => {}
                b' ' | b'\t' | b'\r' | b'\n' if !self.word.is_empty() => break,
                b' ' | b'\t' | b'\r' | b'\n' => {}
                b'c' if at_line_start => comment = true,
                byte => {
                    if self.word.is_empty() {
                        self.line_of_word = self.line;
                    }
                    if self.word.len() < 32 {
                        self.word.push(byte);
                    }
                }
            }
        }
        Ok((!self.word.is_empty()).then_some(&self.word))
    }

    /// The next word as a number within bounds; `None` at the end.
    pub fn number(&mut self, bounds: RangeInclusive<i32>) -> Result<Option<i32>, CheckError> {
        if self.next()?.is_none() { Ok(None) } else { self.word_as_number(bounds).map(Some) }
    }

    /// The numbers from the last word up to the next 0.
    pub fn list(
        &mut self,
        list: &mut Vec<i32>,
        bounds: RangeInclusive<i32>,
    ) -> Result<(), CheckError> {
        list.clear();
        loop {
            match self.word_as_number(bounds.clone())? {
                0 => return Ok(()),
                number => list.push(number),
            }
            self.next()?;
        }
    }

    fn word_as_number(&self, bounds: RangeInclusive<i32>) -> Result<i32, CheckError> {
        decimal(&self.word).filter(|number| bounds.contains(number)).ok_or_else(|| {
            let expected = format!("a number from {} to {}", bounds.start(), bounds.end());
            self.expected(&expected, shown(&self.word))
        })
    }
}

fn shown(word: &[u8]) -> String {
    if word.is_empty() { "the end".to_owned() } else { word.escape_ascii().to_string() }
}

/// One line of a DRAT proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Add,
    Delete,
}

/// The lines of a DRAT proof.
pub(super) trait Steps {
    /// The next line, its literals in `clause`; all within the formula's variables.
    fn next(&mut self, clause: &mut Vec<i32>) -> Result<Option<Step>, CheckError>;
    /// Where it stands.
    fn place(&self) -> Place;
}

pub(super) struct TextSteps<R> {
    words: Words<R>,
    most: i32,
}

impl<R: BufRead> TextSteps<R> {
    pub fn new(proof: R, formula: &Cnf) -> TextSteps<R> {
        TextSteps { words: Words::new(proof), most: formula.variable_count as i32 }
    }
}

impl<R: BufRead> Steps for TextSteps<R> {
    fn next(&mut self, clause: &mut Vec<i32>) -> Result<Option<Step>, CheckError> {
        let step = match self.words.next()? {
            None => return Ok(None),
            Some(b"d") => {
                self.words.next()?;
                Step::Delete
            }
            Some(_) => Step::Add,
        };
        self.words.list(clause, -self.most..=self.most)?;
        Ok(Some(step))
    }

    fn place(&self) -> Place {
        self.words.place()
    }
}

/// `a` or `d`, then each literal as `2 * variable + sign` in groups of 7 bits, then 0.
pub(super) struct BinarySteps<R> {
    bytes: io::Bytes<R>,
    position: u64,
    start: u64,
    most: u64,
}

impl<R: BufRead> BinarySteps<R> {
    pub fn new(proof: R, formula: &Cnf) -> BinarySteps<R> {
        let most = formula.variable_count as u64;
        BinarySteps { bytes: proof.bytes(), position: 0, start: 0, most }
    }

    fn byte(&mut self) -> Result<Option<u8>, CheckError> {
        self.position += 1;
        Ok(self.bytes.next().transpose()?)
    }

    fn expected(&self, expected: String, found: String) -> CheckError {
        CheckError::Syntax { place: Place::Byte(self.position - 1), expected, found }
    }
}

impl<R: BufRead> Steps for BinarySteps<R> {
    fn next(&mut self, clause: &mut Vec<i32>) -> Result<Option<Step>, CheckError> {
        clause.clear();
        self.start = self.position;
        let step = match self.byte()? {
            None => return Ok(None),
            Some(b'a') => Step::Add,
            Some(b'd') => Step::Delete,
            Some(other) => {
                return Err(self.expected("`a` or `d`".into(), format!("byte {other:#04x}")));
            }
        };
        loop {
            let (mut number, mut shift) = (0u64, 0);
            loop {
                let Some(byte) = self.byte()? else {
                    return Err(
                        self.expected("0 at the end of the clause".into(), "the end".into())
                    );
                };
                number |= u64::from(byte & 0x7f) << shift;
                // Five groups hold every literal; a last group of 0 says what fewer say.
                if shift > 28 || (byte == 0 && shift > 0) {
                    let expected = "a literal in as few bytes as it needs, at most 5".to_owned();
                    return Err(self.expected(expected, format!("byte {byte:#04x}")));
                }
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
            }
            match number {
                0 => return Ok(Some(step)),
                _ if (1..=self.most).contains(&(number / 2)) => {
                    let variable = (number / 2) as i32;
                    clause.push(if number % 2 == 0 { variable } else { -variable });
                }
                _ => {
                    let expected = format!("a variable from 1 to {}", self.most);
                    return Err(self.expected(expected, (number / 2).to_string()));
                }
            }
        }
    }

    fn place(&self) -> Place {
        Place::Byte(self.start)
    }
}
