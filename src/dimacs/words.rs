//! The words of formulas, proofs and answers, read in bounded memory however long lines are.

use std::fmt;
use std::io::{self, BufRead};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A place in a file: a line of text or a byte of binary.
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

/// Why a formula or a proof cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Reading failed.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The text is not written as its format demands.
    #[error("{place}: expected {expected}, found {found}")]
    Syntax {
        /// The place.
        place: Place,
        /// What should stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
}

/// A number in its only spelling: no `+`, no leading zeros, no `-0`.
pub(super) fn decimal<T: FromStr>(word: &[u8]) -> Option<T> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let is_plain = word == b"0" || matches!(digits, [b'1'..=b'9', ..]);
    std::str::from_utf8(word).ok()?.parse().ok().filter(|_| is_plain)
}

/// The kind of file in which a line begins with this word, if the file was given by mistake.
pub(super) fn kind_of_file(word: &[u8]) -> &'static str {
    match word {
        b"s" | b"v" | b"SAT" | b"UNSAT" | b"INDET" => " (the answer of a SAT solver?)",
        b"a" | b"f" | b"l" | b"o" => " (a proof in FRAT? convert it to DRAT or LRAT)",
        b"p" => " (a formula?)",
        _ => "",
    }
}

/// The next byte, of the block that is in memory or of the next block.
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

/// The words of a text between white space.
#[derive(Debug)]
pub(crate) struct Words<R> {
    input: R,
    line: usize,
    /// Whether no word of the line has begun.
    is_line_empty: bool,
    word: Vec<u8>,
    /// The line in which the last word stands, from 1.
    pub line_of_word: usize,
    /// Whether that word is the first of its line.
    pub starts_line: bool,
    is_taken_back: bool,
    /// Whether `[` and `]` are words of their own and `,` is white space, as lists of Python have them.
    pub has_lists: bool,
    /// A bracket right behind the last word.
    bracket: Option<u8>,
}

impl<R: BufRead> Words<R> {
    /// Words are cut after this many bytes: no number or status is that long.
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

    /// Goes to the next word; `false` at the end.
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

    /// Goes to the next word outside of lines that start with `c`.
    pub fn advance_past_comments(&mut self) -> Result<bool, ReadError> {
        while self.advance()? {
            if !(self.starts_line && self.word[0] == b'c') {
                return Ok(true);
            }
            self.skip_line()?;
        }
        Ok(false)
    }

    /// The last word; empty at the end.
    pub fn word(&self) -> &[u8] {
        &self.word
    }

    /// Makes the last word the next word again.
    pub fn take_back(&mut self) {
        self.is_taken_back = true;
    }

    /// Passes over the rest of its line.
    pub fn skip_line(&mut self) -> Result<(), ReadError> {
        self.bracket = None;
        if !self.is_line_empty {
            self.input.skip_until(b'\n')?;
            self.line += 1;
            self.is_line_empty = true;
        }
        Ok(())
    }

    /// The words that follow the last word in its line, each made harmless to a terminal.
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

    /// Appends the numbers before the next 0 to `list`. Each number must be from `-most` to `most`.
    pub fn list(&mut self, most: i32, list: &mut Vec<i32>) -> Result<(), ReadError> {
        loop {
            self.advance_past_comments()?;
            match self.number(-most..=most)? {
                0 => return Ok(()),
                number => list.push(number),
            }
        }
    }

    /// The last word in an error, made harmless to a terminal.
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
