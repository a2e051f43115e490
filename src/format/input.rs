//! Reads lines of any ending from any reader, in bounded memory.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

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
    /// How the last line ended.
    pub(super) end: &'static [u8],
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(BUFFER_BYTES, input), end: b"\n" }
    }

    /// Whether the next line has to wait for the reader.
    pub(super) fn is_drained(&self) -> bool {
        self.input.buffer().is_empty()
    }

    /// The next 81 bytes, which may be a line of a puzzle, if an LF follows and is read already; to
    /// be [passed](Lines::pass_nine) or not.
    pub(super) fn peek_nine(&self) -> Option<&[u8; 81]> {
        let (line, rest) = self.input.buffer().split_first_chunk()?;
        // Not for each of many blank lines.
        (rest.starts_with(b"\n") && !line.starts_with(b"\n")).then_some(line)
    }

    /// Takes what [`Lines::peek_nine`] has shown.
    pub(super) fn pass_nine(&mut self) {
        self.input.consume(81 + 1);
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

    /// Reads the next line, without its end, in place of the text; whether there is one, `line`
    /// being its number.
    ///
    /// # Errors
    /// Those of the reader; a [`ParseError`](super::error::ParseError) for what is no line.
    pub(super) fn next(&mut self, text: &mut Vec<u8>, line: usize) -> io::Result<bool> {
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
            Err(io::Error::other(ParseErrorKind::expected(expected, found).in_line(line)))
        };
        if text.len() > LINE_LIMIT {
            return wrong(format!("a line of at most {LINE_LIMIT} bytes"), "a longer one");
        }
        if line == 1 && is_utf16(text) {
            return wrong("UTF-8 text".to_owned(), "UTF-16");
        }
        if line == 1 && text.starts_with(BOM) {
            text.drain(..BOM.len());
        }
        Ok(true)
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
