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
        let (mut clause, mut first_empty) = (Vec::new(), None);
        while words.next()?.is_some() {
            if cnf.ends.len() == clause_count as usize {
                // Too many, since each clause with a variable 0 counts as two.
                if let Some(place) = first_empty {
                    let expected = "a literal".to_owned();
                    let found =
                        "an empty clause (0 ends a clause, variables count from 1)".to_owned();
                    return Err(CheckError::Syntax { place, expected, found });
                }
                let expected = format!("no more clauses than the {clause_count} of the header");
                return Err(words.expected(&expected, shown(&words.word)));
            }
            words.take_back();
            words.list(&mut clause, -variable_count..=variable_count)?;
            if clause.is_empty() {
                first_empty.get_or_insert(words.place());
            }
            cnf.push(clause.drain(..));
        }
        if cnf.ends.len() != clause_count as usize {
            let expected = format!("as many clauses as the header says, {clause_count}");
            return Err(words.expected(&expected, cnf.ends.len().to_string()));
        }
        Ok(cnf)
    }
}

/// The next byte of a block that is in memory, or of the next one.
#[inline]
fn next_byte(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    let byte = loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            block => break block?.first().copied(),
        }
    };
    input.consume(usize::from(byte.is_some()));
    Ok(byte)
}

/// The words of a text between white space; lines that start with `c` are comments.
pub(super) struct Words<R> {
    input: R,
    line: u64,
    line_of_word: u64,
    at_line_start: bool,
    word: Vec<u8>,
    /// Whether the next word is the last one again.
    is_taken_back: bool,
}

impl<R: BufRead> Words<R> {
    pub fn new(input: R) -> Words<R> {
        Words {
            input,
            line: 1,
            line_of_word: 1,
            at_line_start: true,
            word: Vec::new(),
            is_taken_back: false,
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
        if std::mem::take(&mut self.is_taken_back) {
            return Ok(Some(&self.word));
        }
        self.word.clear();
        self.line_of_word = self.line;
        let mut comment = false;
        while let Some(byte) = next_byte(&mut self.input)? {
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

    /// Makes the last word the next one again.
    pub fn take_back(&mut self) {
        self.is_taken_back = true;
    }

    /// The next numbers up to a 0.
    pub fn list(
        &mut self,
        list: &mut Vec<i32>,
        bounds: RangeInclusive<i32>,
    ) -> Result<(), CheckError> {
        list.clear();
        loop {
            self.next()?;
            match self.word_as_number(bounds.clone())? {
                0 => return Ok(()),
                number => list.push(number),
            }
        }
    }

    fn word_as_number(&self, bounds: RangeInclusive<i32>) -> Result<i32, CheckError> {
        decimal(&self.word).filter(|number| bounds.contains(number)).ok_or_else(|| {
            let expected = format!("a number from {} to {}", bounds.start(), bounds.end());
            let hint = if self.word == b"-0" { " (variables count from 1)" } else { "" };
            self.expected(&expected, shown(&self.word) + hint)
        })
    }
}

fn shown(word: &[u8]) -> String {
    if word.is_empty() { "the end".to_owned() } else { word.escape_ascii().to_string() }
}

/// What a step of a proof does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Adds a clause, in LRAT with this number, which is positive; 0 in DRAT.
    Add(i32),
    Delete,
}

/// The steps of a proof, in any format.
pub(super) trait Steps {
    /// Goes to the next step. Its lists follow: of literals, and in LRAT of clauses by number.
    fn next(&mut self) -> Result<Option<Step>, CheckError>;
    /// The next list, of numbers from `-most` to `most`.
    fn list(&mut self, list: &mut Vec<i32>, most: i32) -> Result<(), CheckError>;
    /// Where the step stands.
    fn place(&self) -> Place;
}

/// DRAT: `LITERALS 0` and `d LITERALS 0`; LRAT: `NUMBER LITERALS 0 HINTS 0` and
/// `NUMBER d CLAUSES 0`.
pub(super) struct TextSteps<R> {
    words: Words<R>,
    is_lrat: bool,
}

impl<R: BufRead> TextSteps<R> {
    pub fn new(proof: R, is_lrat: bool) -> TextSteps<R> {
        TextSteps { words: Words::new(proof), is_lrat }
    }
}

impl<R: BufRead> Steps for TextSteps<R> {
    fn next(&mut self) -> Result<Option<Step>, CheckError> {
        if self.words.next()?.is_none() {
            return Ok(None);
        }
        let mut number = 0;
        if self.is_lrat {
            number = self.words.word_as_number(1..=i32::MAX)?;
            self.words.next()?;
        }
        if self.words.word == b"d" {
            return Ok(Some(Step::Delete));
        }
        self.words.take_back();
        Ok(Some(Step::Add(number)))
    }

    fn list(&mut self, list: &mut Vec<i32>, most: i32) -> Result<(), CheckError> {
        self.words.list(list, -most..=most)
    }

    fn place(&self) -> Place {
        self.words.place()
    }
}

/// `a` or `d`, then the numbers of the text, each `n` as `2 * |n|`, and 1 more if it is negative,
/// in groups of 7 bits. LRAT's deletions have no number of their own.
pub(super) struct BinarySteps<R> {
    input: R,
    position: u64,
    start: u64,
    is_lrat: bool,
}

impl<R: BufRead> BinarySteps<R> {
    pub fn new(proof: R, is_lrat: bool) -> BinarySteps<R> {
        BinarySteps { input: proof, position: 0, start: 0, is_lrat }
    }

    fn byte(&mut self) -> Result<Option<u8>, CheckError> {
        self.position += 1;
        Ok(next_byte(&mut self.input)?)
    }

    fn expected(&self, expected: String, found: String) -> CheckError {
        CheckError::Syntax { place: Place::Byte(self.position - 1), expected, found }
    }

    /// The next number, from `-most` to `most`.
    fn number(&mut self, most: i32) -> Result<i32, CheckError> {
        let (mut code, mut shift) = (0u64, 0);
        loop {
            let Some(byte) = self.byte()? else {
                return Err(self.expected("0 at the end of the clause".into(), "the end".into()));
            };
            code |= u64::from(byte & 0x7f) << shift;
            // Five groups hold every number; a last group of 0 says what fewer say.
            if shift > 28 || (byte == 0 && shift > 0) {
                let expected = "a number in as few bytes as it needs, at most 5".to_owned();
                return Err(self.expected(expected, format!("byte {byte:#04x}")));
            }
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let (magnitude, is_negative) = (code / 2, code % 2 == 1);
        match i32::try_from(magnitude) {
            // `-0` is no number.
            Ok(number) if number <= most && code != 1 => {
                Ok(if is_negative { -number } else { number })
            }
            _ => {
                let sign = if is_negative { "-" } else { "" };
                let expected = format!("a number from -{most} to {most}");
                Err(self.expected(expected, format!("{sign}{magnitude}")))
            }
        }
    }
}

impl<R: BufRead> Steps for BinarySteps<R> {
    fn next(&mut self) -> Result<Option<Step>, CheckError> {
        self.start = self.position;
        match self.byte()? {
            None => Ok(None),
            Some(b'a') if self.is_lrat => match self.number(i32::MAX)? {
                number @ 1.. => Ok(Some(Step::Add(number))),
                number => Err(self.expected("a clause's number from 1".into(), number.to_string())),
            },
            Some(b'a') => Ok(Some(Step::Add(0))),
            Some(b'd') => Ok(Some(Step::Delete)),
            Some(other) => Err(self.expected("`a` or `d`".into(), format!("byte {other:#04x}"))),
        }
    }

    fn list(&mut self, list: &mut Vec<i32>, most: i32) -> Result<(), CheckError> {
        list.clear();
        loop {
            match self.number(most)? {
                0 => return Ok(()),
                number => list.push(number),
            }
        }
    }

    fn place(&self) -> Place {
        Place::Byte(self.start)
    }
}
