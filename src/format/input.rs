//! Reads lines of any ending from any reader, in bounded memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use serde_json::{Deserializer, Value};

use super::error::ParseErrorKind;

/// The most bytes of a line; a longer one ends the reading. A grid of the largest side has 5 MB.
pub const LINE_LIMIT: usize = 1 << 23;
const BUFFER_BYTES: usize = 1 << 16;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The lines of an input, ended by LF, CR LF, CR or the end of the input; a byte order mark at the
/// start is dropped.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    /// Lines that come once more, before others.
    again: VecDeque<Vec<u8>>,
    /// Of the last line, from 1.
    pub(super) number: usize,
    /// How the last line ended.
    pub(super) end: &'static [u8],
    /// What ended the input early; a [`ParseError`](super::error::ParseError) for what is no line.
    pub(super) error: Option<io::Error>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        let input = BufReader::with_capacity(BUFFER_BYTES, input);
        Lines { input, again: VecDeque::new(), number: 0, end: b"\n", error: None }
    }

    /// Whether the next line has to wait for the reader.
    pub(super) fn is_drained(&self) -> bool {
        self.again.is_empty() && self.input.buffer().is_empty()
    }

    /// The next 81 bytes, which may be a line of a puzzle, if an LF follows and is read already; to
    /// be [passed](Lines::pass_nine) or not.
    pub(super) fn peek_nine(&self) -> Option<&[u8; 81]> {
        let (line, rest) = self.input.buffer().split_first_chunk()?;
        // Not for each of many blank lines.
        let is_next = self.again.is_empty() && self.error.is_none() && !line.starts_with(b"\n");
        (is_next && rest.starts_with(b"\n")).then_some(line)
    }

    /// Takes what [`Lines::peek_nine`] has shown.
    pub(super) fn pass_nine(&mut self) {
        self.input.consume(81 + 1);
        self.number += 1;
        self.end = b"\n";
    }

    /// What is read and not yet taken; nothing at the end of the input.
    fn buffer(&mut self) -> io::Result<&[u8]> {
        while let Err(error) = self.input.fill_buf() {
            if error.kind() != ErrorKind::Interrupted {
                return Err(error);
            }
        }
        Ok(self.input.buffer())
    }

    /// Reads the next line, without its end, in place of the text; whether there is one.
    pub(super) fn next(&mut self, text: &mut Vec<u8>) -> bool {
        self.number += 1;
        if let Some(line) = self.again.pop_front() {
            *text = line;
            return true;
        }
        let next = if self.error.is_some() { Ok(false) } else { self.read(text) };
        let is_line = next.unwrap_or_else(|error| {
            self.error = Some(error);
            false
        });
        self.number -= usize::from(!is_line);
        is_line
    }

    fn read(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        text.clear();
        self.end = b"\n";
        loop {
            let buffer = self.buffer()?;
            let length = memchr::memchr2(b'\n', b'\r', buffer).unwrap_or(buffer.len());
            let end = buffer.get(length).copied();
            text.extend_from_slice(&buffer[..length]);
            self.input.consume(length + usize::from(end.is_some()));
            if end == Some(b'\r') {
                let has_lf = self.buffer()?.starts_with(b"\n");
                self.input.consume(has_lf.into());
                self.end = if has_lf { b"\r\n" } else { b"\r" };
            }
            match (end, length) {
                (None, 0) if text.is_empty() => return Ok(false),
                (None, 1..) if text.len() <= LINE_LIMIT => {}
                _ => break,
            }
        }
        let wrong = |expected: String, found: &'static str| {
            let kind = ParseErrorKind::expected(expected, found);
            Err(io::Error::other(kind.in_line(self.number)))
        };
        if text.len() > LINE_LIMIT {
            return wrong(format!("a line of at most {LINE_LIMIT} bytes"), "a longer one");
        }
        if self.number == 1 && is_utf16(text) {
            return wrong("UTF-8 text".to_owned(), "UTF-16");
        }
        if self.number == 1 && text.starts_with(BOM) {
            text.drain(..BOM.len());
        }
        Ok(true)
    }

    /// Gives back the last lines, without so many of them.
    pub(super) fn unread(&mut self, text: &[u8], skipped: usize) {
        let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').skip(skipped).collect();
        for line in lines.into_iter().rev() {
            self.again.push_front(line.to_vec());
            self.number -= 1;
        }
    }

    /// Reads a value of JSON that begins at a place of the text, and goes on after it. The text
    /// takes the lines that the value needs, and perhaps some more.
    pub(super) fn value(
        &mut self,
        text: &mut Vec<u8>,
        at: &mut usize,
    ) -> serde_json::Result<Value> {
        let mut line = Vec::new();
        loop {
            let mut values = Deserializer::from_slice(&text[*at..]).into_iter();
            let error = match values.next().transpose() {
                Err(error) if error.is_eof() => error,
                value => {
                    *at += values.byte_offset();
                    return value.map(Option::unwrap_or_default);
                }
            };
            // As much again before the next attempt, or all that there is for now.
            let (start, known) = (*at, text.len());
            let is_due = |text: &[u8], is_drained: bool| {
                let may_end = is_drained && (text.ends_with(b"]") || text.ends_with(b"}"));
                text.len() - start >= 2 * (known - start) || text.len() > known && may_end
            };
            while known - start <= LINE_LIMIT
                && !is_due(text, self.is_drained())
                && self.next(&mut line)
            {
                text.push(b'\n');
                text.append(&mut line);
            }
            if text.len() == known {
                return Err(error);
            }
        }
    }
}

/// Whether a text starts with the mark of UTF-16, or has a zero beside each of two characters.
fn is_utf16(text: &[u8]) -> bool {
    matches!(
        text,
        [0xFF, 0xFE, ..]
            | [0xFE, 0xFF, ..]
            | [0, 1..=0xFF, 0, 1..=0xFF, ..]
            | [1..=0xFF, 0, 1..=0xFF, 0, ..]
    )
}
