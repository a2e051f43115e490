//! Reads lines of any ending from any reader, in bounded memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::mem;

use serde_json::{Deserializer, Value};

use super::error::{ParseError, ParseErrorKind};

/// The most bytes of a line; a longer one ends the reading. A grid of the largest side has 5 MB.
pub const LINE_LIMIT: usize = 1 << 23;
const BUFFER_BYTES: usize = 1 << 16;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The lines of an input, ended by LF, CR LF, CR or the end of the input; a byte order mark at the
/// start is dropped.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    /// Lines to come: read and not yet given, or given back.
    again: VecDeque<Vec<u8>>,
    /// A buffer for the next one.
    pub(super) spare: Vec<u8>,
    /// Of the last line, from 1.
    pub(super) number: usize,
    /// How the last line ended.
    pub(super) end: &'static [u8],
    /// What ended the input early.
    pub(super) error: Option<io::Error>,
    /// What is no line, and ends it too.
    pub(super) wrong: Option<ParseError>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        let input = BufReader::with_capacity(BUFFER_BYTES, input);
        let (again, spare) = (VecDeque::new(), Vec::new());
        Lines { input, again, spare, number: 0, end: b"\n", error: None, wrong: None }
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
    }

    /// The next line, without its end.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        if self.again.is_empty() && self.error.is_none() && self.wrong.is_none() {
            self.error = self.read().err();
        }
        let line = self.again.pop_front()?;
        self.number += 1;
        Some(line)
    }

    /// Adds the next line to a text, after a line end; whether there is one.
    pub(super) fn more(&mut self, text: &mut Vec<u8>, end: &[u8]) -> bool {
        let Some(line) = self.next() else { return false };
        text.extend_from_slice(end);
        text.extend(line);
        true
    }

    /// Reads the next line, if there is one.
    fn read(&mut self) -> io::Result<()> {
        let (number, mut text, mut end) = (self.number + 1, mem::take(&mut self.spare), None);
        text.clear();
        let mut length = 1;
        while end.is_none() && length > 0 && text.len() <= LINE_LIMIT {
            let buffer = filled(&mut self.input)?;
            length = memchr::memchr2(b'\n', b'\r', buffer).unwrap_or(buffer.len());
            end = buffer.get(length).copied();
            text.extend_from_slice(&buffer[..length]);
            self.input.consume(length + usize::from(end.is_some()));
        }
        let has_lf =
            end == Some(b'\r') && filled(&mut self.input).is_ok_and(|next| next.starts_with(b"\n"));
        self.input.consume(has_lf.into());
        self.end = match end {
            Some(b'\r') if has_lf => b"\r\n",
            Some(b'\r') => b"\r",
            _ => b"\n",
        };
        if number == 1 && text.starts_with(BOM) {
            text.drain(..BOM.len());
        }
        if text.len() > LINE_LIMIT {
            let expected = format!("a line of at most {LINE_LIMIT} bytes");
            self.wrong = Some(ParseErrorKind::expected(expected, "a longer one").in_line(number));
        } else if number == 1 && is_utf16(&text) {
            self.wrong = Some(ParseErrorKind::expected("UTF-8 text", "UTF-16").in_line(number));
        } else if end.is_some() || !text.is_empty() {
            self.again.push_back(text);
        }
        Ok(())
    }

    /// Gives back the last lines, without so many of them.
    pub(super) fn unread(&mut self, text: &[u8], skipped: usize) {
        let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').skip(skipped).collect();
        for line in lines.into_iter().rev() {
            self.again.push_front(line.to_vec());
            self.number -= 1;
        }
    }

    /// Reads a value of JSON that begins at a place of the text, and goes on after it. The text takes
    /// the lines that the value needs.
    pub(super) fn value(
        &mut self,
        text: &mut Vec<u8>,
        at: &mut usize,
    ) -> serde_json::Result<Value> {
        let start = *at;
        let mut values =
            Deserializer::from_reader(Rest { lines: self, text, at: start }).into_iter();
        let value = values.next().transpose();
        *at = start + values.byte_offset();
        value.map(Option::unwrap_or_default)
    }
}

/// What an input has read, and not yet given; nothing at its end.
fn filled<R: Read>(input: &mut BufReader<R>) -> io::Result<&[u8]> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
    Ok(input.buffer())
}

/// A text from a place on, and the lines after it, as far as they are needed.
struct Rest<'t, R> {
    lines: &'t mut Lines<R>,
    text: &'t mut Vec<u8>,
    at: usize,
}

impl<R: Read> Read for Rest<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() && self.at <= LINE_LIMIT {
            self.lines.more(self.text, b"\n");
        }
        let count = (&self.text[self.at..]).read(out)?;
        self.at += count;
        Ok(count)
    }
}

/// Whether a text starts with the mark of UTF-16, or has a zero beside each of two characters.
fn is_utf16(text: &[u8]) -> bool {
    let has_zero = |pair: &[u8]| pair.contains(&0) && pair != [0, 0];
    matches!(text, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
        || text.len() > 3 && text.chunks(2).take(2).all(has_zero)
}
