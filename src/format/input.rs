//! Reads lines with any kind of line end from any reader, in bounded memory.

use std::io::{self, BufRead, BufReader, Read};

use super::error::{ParseError, ParseErrorKind};
use super::line::values_of_nine;
use super::record::Options;

/// How many bytes a line has at most, or all lines up to an LF together, if a CR alone ends each
/// line. Reading stops at a longer line. The text of a grid of the largest side has 5 MB.
pub const LINE_LIMIT: usize = 1 << 23;

/// The lines of an input. A line ends with LF, CR LF, CR or the end of the input. A byte order mark
/// at the start of any line is dropped, since a second file may follow the first file.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    /// Texts of lines that come next, which were read together with another line or were given
    /// back; the last text of this list comes first. Each text has the place at which its next line
    /// begins.
    again: Vec<(Vec<u8>, usize)>,
    /// The number of the last line, from 1.
    pub(super) number: usize,
    /// The error that ended the input early.
    pub(super) error: Option<io::Error>,
    /// The error for a text that cannot be a line; this error ends the input too.
    pub(super) wrong: Option<ParseError>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        let input = BufReader::with_capacity(1 << 16, input);
        Lines { input, again: Vec::new(), number: 0, error: None, wrong: None }
    }

    /// Whether more input must be read before there is a next line.
    pub(super) fn is_drained(&self) -> bool {
        self.again.is_empty() && self.input.buffer().is_empty()
    }

    /// Whether the next line, which is read already, begins with a letter.
    pub(super) fn begins_with_a_letter(&self) -> bool {
        let next = self.again.last().map_or(self.input.buffer(), |(text, start)| &text[*start..]);
        next.first().is_some_and(u8::is_ascii_alphabetic)
    }

    /// The values of the next line, if the line is already in memory and consists of 81 cells only.
    /// In this common case, the line is not copied.
    pub(super) fn next_nine(&mut self, options: &Options) -> Option<[u8; 81]> {
        let (values, rest) = values_of_nine(self.input.buffer(), options)?;
        let is_next = self.again.is_empty() && self.error.is_none() && self.wrong.is_none();
        let end = [&b"\n"[..], b"\r\n"].into_iter().find(|end| rest.starts_with(end));
        self.input.consume(81 + end.filter(|_| is_next)?.len());
        self.number += 1;
        Some(values)
    }

    /// The next line, without its line end.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        if self.again.is_empty() && self.error.is_none() && self.wrong.is_none() {
            self.error = self.read().err();
        }
        let (text, start) = self.again.last_mut()?;
        self.number += 1;
        match memchr::memchr(b'\n', &text[*start..]) {
            Some(length) => {
                let line = text[*start..*start + length].to_vec();
                *start += length + 1;
                Some(line)
            }
            None => self.again.pop().map(|(mut text, start)| {
                text.drain(..start);
                text
            }),
        }
    }

    /// The line after this many other lines. All lines are given back.
    pub(super) fn peek(&mut self, others: usize) -> Option<Vec<u8>> {
        let mut text = self.next()?;
        let is_there = (0..others).all(|_| self.more(&mut text));
        let line = is_there.then(|| text.rsplit(|byte| *byte == b'\n').next().map(<[u8]>::to_vec));
        self.unread(text, 0);
        line.flatten()
    }

    /// Adds an LF and the next line to a text. Returns whether there is a next line.
    pub(super) fn more(&mut self, text: &mut Vec<u8>) -> bool {
        let Some(line) = self.next() else { return false };
        text.push(b'\n');
        text.extend(line);
        true
    }

    /// Reads up to the next LF: one line, or several lines that end with CR.
    fn read(&mut self) -> io::Result<()> {
        let (number, mut text) = (self.number + 1, Vec::new());
        let most = LINE_LIMIT + b"\r\n".len();
        let count = self.input.by_ref().take(most as u64).read_until(b'\n', &mut text)?;
        text.pop_if(|byte| *byte == b'\n');
        text.pop_if(|byte| *byte == b'\r');
        if text.starts_with("\u{feff}".as_bytes()) {
            text.drain(.."\u{feff}".len());
        }
        if text.len() > LINE_LIMIT {
            let expected = format!("a line of at most {LINE_LIMIT} bytes");
            self.wrong = Some(ParseErrorKind::expected(expected, "a longer line").in_line(number));
        } else if number == 1 && is_utf16(&text) {
            self.wrong = Some(ParseErrorKind::expected("UTF-8 text", "UTF-16").in_line(number));
        } else if let Some(name) = NO_TEXT.iter().find(|(mark, _)| text.starts_with(mark))
            && number == 1
        {
            self.wrong = Some(ParseErrorKind::expected("text", name.1).in_line(number));
        } else if count > 0 {
            if memchr::memchr(b'\r', &text).is_some() {
                text.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
            }
            self.again.push((text, 0));
        }
        Ok(())
    }

    /// Gives back the last lines, from the place `start` in their text.
    pub(super) fn unread(&mut self, text: Vec<u8>, start: usize) {
        self.number -= 1 + memchr::memchr_iter(b'\n', &text[start..]).count();
        self.again.push((text, start));
    }
}

/// The first bytes of files that are not text, and what such files are.
const NO_TEXT: [(&[u8], &str); 9] = [
    (b"\x1f\x8b", "compressed data (gzip): unpack it first"),
    (b"PK\x03\x04", "compressed data (zip or a spreadsheet): unpack it first"),
    (b"BZh", "compressed data (bzip2): unpack it first"),
    (b"\xfd7zXZ", "compressed data (xz): unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed data (zstd): unpack it first"),
    (b"\x89PNG", "a picture (PNG): type the cells as text"),
    (b"\xff\xd8\xff", "a picture (JPEG): type the cells as text"),
    (b"GIF8", "a picture (GIF): type the cells as text"),
    (b"%PDF-", "a document (PDF): type the cells as text"),
];

/// Whether a text starts with the byte order mark of UTF-16, or with two ASCII characters in
/// UTF-16.
fn is_utf16(text: &[u8]) -> bool {
    matches!(text, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
        || matches!(text, [0, 1..=127, 0, 1..=127, ..] | [1..=127, 0, 1..=127, 0, ..])
}
