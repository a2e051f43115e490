//! Reads the words of formulas, proofs and answers, in bounded memory also for long lines.

use std::fmt;
use std::io::{self, BufRead};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A place in a file: a line of a text file or a byte of a binary file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// The error for a formula or a proof that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Reading failed.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The text does not follow its format.
    #[error("{place}: expected {expected}, found {found}")]
    Syntax {
        /// The place.
        place: Place,
        /// What was expected there.
        expected: String,
        /// What was found there.
        found: String,
    },
}

/// Reads a number that has no `+`, no leading zeros and is not `-0`.
pub(super) fn decimal<T: FromStr>(word: &[u8]) -> Option<T> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let is_plain = word == b"0" || matches!(digits, [b'1'..=b'9', ..]);
    std::str::from_utf8(word).ok()?.parse().ok().filter(|_| is_plain)
}

/// For a word that begins lines in other kinds of files, a text that names this kind of file; it
/// was probably given by mistake.
pub(super) fn kind_of_file(word: &[u8]) -> &'static str {
    match word {
        b"s" | b"v" | b"SAT" | b"UNSAT" | b"INDET" => " (the answer of a SAT solver?)",
        b"a" | b"f" | b"l" | b"o" => " (a proof in FRAT? convert it to DRAT or LRAT)",
        b"p" => " (a formula?)",
        _ => "",
    }
}

/// The next byte, from the block in memory or from the next block.
#[inline]
pub(crate) fn next_byte(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    let byte = loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            block => break block?.first().copied(),
        }
    };
    input.consume(usize::from(byte.is_some()));
    Ok(byte)
}

/// The words of a text, which white space separates.
#[derive(Debug)]
pub(crate) struct Words<R> {
    input: R,
    line: usize,
    /// Whether the current line has no word so far.
    is_line_empty: bool,
    word: Vec<u8>,
    /// The number of the line of the last word, from 1.
    pub line_of_word: usize,
    /// Whether the last word is the first of its line.
    pub starts_line: bool,
    is_taken_back: bool,
    /// Whether `[` and `]` are separate words and `,` is white space, as in lists of Python.
    pub has_lists: bool,
    /// A bracket directly after the last word.
    bracket: Option<u8>,
}

impl<R: BufRead> Words<R> {
    /// Words are cut after this many bytes; all numbers and statuses are shorter.
    const LONGEST: usize = 32;

    pub fn new(input: R) -> Words<R> {
        Words {
            input,
            line: 1,
            is_line_empty: true,
            word: Vec::new(),
            line_of_word: 1,
            starts_line: false,
            is_taken_back: false,
            has_lists: false,
            bracket: None,
        }
    }

    /// Reads the next word; `false` at the end of the text.
    pub fn advance(&mut self) -> Result<bool, ReadError> {
        if std::mem::take(&mut self.is_taken_back) {
            return Ok(!self.word.is_empty());
        }
        self.word.clear();
        if let Some(bracket) = self.bracket.take() {
            self.starts_line = false;
            self.word.push(bracket);
            return Ok(true);
        }
        self.line_of_word = self.line;
        while let Some(byte) = next_byte(&mut self.input)? {
            let is_space =
                matches!(byte, b' ' | b'\t' | b'\r' | b'\n') || self.has_lists && byte == b',';
            let is_bracket = self.has_lists && matches!(byte, b'[' | b']');
            if is_bracket && !self.word.is_empty() {
                self.bracket = Some(byte);
                break;
            }
            if !is_space && self.word.is_empty() {
                self.line_of_word = self.line;
                self.starts_line = std::mem::take(&mut self.is_line_empty);
            }
            if byte == b'\n' {
                self.line += 1;
                self.is_line_empty = true;
            }
            match is_space {
                true if self.word.is_empty() => {}
                true => break,
                false if self.word.len() == Self::LONGEST => {}
                false => self.word.push(byte),
            }
            if is_bracket {
                break;
            }
        }
        Ok(!self.word.is_empty())
    }

    /// Reads the next word that is not in a line that starts with `c`.
    pub fn advance_past_comments(&mut self) -> Result<bool, ReadError> {
        while self.advance()? {
            if !(self.starts_line && self.word[0] == b'c') {
                return Ok(true);
            }
            self.skip_line()?;
        }
        Ok(false)
    }

    /// The last word; empty at the end of the text.
    pub fn word(&self) -> &[u8] {
        &self.word
    }

    /// Gives the last word back, so that it is read again.
    pub fn take_back(&mut self) {
        self.is_taken_back = true;
    }

    /// Passes over the rest of the line of the last word.
    pub fn skip_line(&mut self) -> Result<(), ReadError> {
        self.bracket = None;
        if !self.is_line_empty {
            self.input.skip_until(b'\n')?;
            self.line += 1;
            self.is_line_empty = true;
        }
        Ok(())
    }

    /// The words that follow the last word in its line, safe to print on a terminal.
    pub fn rest_of_line(&mut self) -> Result<Vec<String>, ReadError> {
        let mut rest = Vec::new();
        while !self.is_line_empty && self.advance()? {
            if self.starts_line {
                self.take_back();
                break;
            }
            rest.push(self.shown());
        }
        Ok(rest)
    }

    /// The last word as a number within bounds.
    pub fn number(&self, bounds: RangeInclusive<i32>) -> Result<i32, ReadError> {
        decimal(&self.word).filter(|number| bounds.contains(number)).ok_or_else(|| {
            let hint = match &self.word[..] {
                b"-0" => " (variables count from 1)",
                word if self.starts_line => kind_of_file(word),
                _ => "",
            };
            let expected = format!("a number from {} to {}", bounds.start(), bounds.end());
            self.expected(expected, self.shown() + hint)
        })
    }

    /// Reads numbers up to the next 0, and appends them to `list` without the 0. Each number must
    /// be from `-most` to `most`.
    pub fn list(&mut self, most: i32, list: &mut Vec<i32>) -> Result<(), ReadError> {
        loop {
            self.advance_past_comments()?;
            match self.number(-most..=most)? {
                0 => return Ok(()),
                number => list.push(number),
            }
        }
    }

    /// The last word for an error message, safe to print on a terminal.
    pub fn shown(&self) -> String {
        match self.word.len() {
            0 => "the end".into(),
            Self::LONGEST => self.word.escape_ascii().to_string() + "...",
            _ => self.word.escape_ascii().to_string(),
        }
    }

    pub fn expected(&self, expected: impl Into<String>, found: String) -> ReadError {
        let place = Place::Line(self.line_of_word);
        ReadError::Syntax { place, expected: expected.into(), found }
    }
}
