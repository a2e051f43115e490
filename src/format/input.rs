//! Reads lines of any ending from any reader, in bounded memory.

use std::io::{self, BufRead, BufReader, Read};

use super::error::{ParseError, ParseErrorKind};

/// The most bytes of a line; a longer one ends the reading. A grid of the largest side has 5 MB.
pub const LINE_LIMIT: usize = 1 << 23;
const BUFFER_BYTES: usize = 1 << 16;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The lines of an input, ended by LF, CR LF or the end of the input; a byte order mark at the
/// start is dropped. Lines that end with CR come together, up to an LF or the end.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    has_begun: bool,
    /// How the last line ended.
    pub(super) end: &'static [u8],
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(BUFFER_BYTES, input), has_begun: false, end: b"\n" }
    }

    /// Whether the next line has to wait for the reader.
    pub(super) fn is_drained(&self) -> bool {
        self.input.buffer().is_empty()
    }

    /// Reads the next line, without its end, in place of the text; whether there is one, or what is
    /// no line, `line` being its number.
    ///
    /// # Errors
    /// Those of the reader.
    pub(super) fn next(
        &mut self,
        text: &mut Vec<u8>,
        line: usize,
    ) -> io::Result<Result<bool, ParseError>> {
        text.clear();
        if let Some(end) = memchr::memchr(b'\n', self.input.buffer()) {
            // The common case.
            text.extend_from_slice(&self.input.buffer()[..=end]);
            self.input.consume(1 + end);
        } else {
            let limit = LINE_LIMIT as u64 + 2;
            if self.input.by_ref().take(limit).read_until(b'\n', text)? == 0 {
                return Ok(Ok(false));
            }
        }
        let has_lf = text.pop_if(|end| *end == b'\n').is_some();
        let has_cr = text.pop_if(|end| *end == b'\r').is_some();
        self.end = match (has_cr, has_lf) {
            (true, true) => b"\r\n",
            (true, false) => b"\r",
            (false, _) => b"\n",
        };
        if !std::mem::replace(&mut self.has_begun, true) {
            if is_utf16(text) {
                let kind = ParseErrorKind::expected("UTF-8 text", "UTF-16");
                return Ok(Err(kind.in_line(line)));
            }
            if text.starts_with(BOM) {
                text.drain(..BOM.len());
            }
        }
        if text.len() > LINE_LIMIT {
            let expected = format!("a line of at most {LINE_LIMIT} bytes");
            let kind = ParseErrorKind::expected(expected, "a longer one");
            return Ok(Err(ParseError { line, column: 1 + LINE_LIMIT, kind }));
        }
        Ok(Ok(true))
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
