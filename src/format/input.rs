//! Reads lines of any ending from any reader, in bounded memory.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use memchr::memchr2;

use super::error::ParseErrorKind;

/// The most bytes of a line; a longer one ends the reading. A grid of the largest side has 5 MB.
pub const LINE_LIMIT: usize = 1 << 23;
const BUFFER_BYTES: usize = 1 << 16;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// What [`Lines::next`] found.
pub(super) enum Next {
    /// A line, without its end.
    Line,
    /// What is no line, at a column from 1: nothing after it is read.
    Wrong(usize, ParseErrorKind),
    End,
}

/// The lines of an input, ended by LF, CR LF, CR or the end of the input; a byte order mark at
/// the start is dropped.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    buffer: Box<[u8]>,
    /// What of the buffer is not yet consumed.
    unread: Range<usize>,
    started: bool,
    /// The last line ended with CR: an LF now belongs to it.
    after_cr: bool,
    /// How the last line ended, and the one before it.
    ends: [&'static [u8]; 2],
    /// The number of the last line, from 1.
    number: usize,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            buffer: vec![0; BUFFER_BYTES].into(),
            unread: 0..0,
            started: false,
            after_cr: false,
            ends: [b"\n"; 2],
            number: 0,
        }
    }

    /// The number of the last line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Whether the next line has to wait for the reader.
    pub(super) fn is_drained(&self) -> bool {
        self.unread.is_empty()
    }

    /// How the line before the last one ended.
    pub(super) fn end_before(&self) -> &'static [u8] {
        self.ends[1]
    }

    /// Appends the next line to the text.
    ///
    /// # Errors
    /// Those of the reader, with the text as it was plus a part of a line.
    pub(super) fn next(&mut self, text: &mut Vec<u8>) -> io::Result<Next> {
        if !self.started {
            if self.starts_as_utf16()? {
                self.number = 1;
                return Ok(Next::Wrong(1, ParseErrorKind::expected("UTF-8 text", "UTF-16")));
            }
            self.started = true;
        }
        let start = text.len();
        loop {
            if self.unread.is_empty() {
                let count = read(&mut self.input, &mut self.buffer)?;
                if count == 0 {
                    let found = if text.len() > start { Next::Line } else { Next::End };
                    self.number += usize::from(text.len() > start);
                    return Ok(found);
                }
                self.unread = 0..count;
            }
            if std::mem::take(&mut self.after_cr) && self.buffer[self.unread.start] == b'\n' {
                self.unread.start += 1;
                self.ends[0] = b"\r\n";
                continue;
            }
            let buffer = &self.buffer[self.unread.clone()];
            let end = memchr2(b'\n', b'\r', buffer);
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = LINE_LIMIT - (text.len() - start);
            text.extend_from_slice(&part[..part.len().min(room)]);
            if part.len() > room {
                self.number += 1;
                let kind = ParseErrorKind::expected(
                    format!("a line of at most {} bytes", LINE_LIMIT),
                    "a longer one",
                );
                return Ok(Next::Wrong(1 + LINE_LIMIT, kind));
            }
            self.unread.start += part.len();
            if let Some(end) = end {
                self.after_cr = buffer[end] == b'\r';
                self.ends = [if self.after_cr { b"\r" } else { b"\n" }, self.ends[0]];
                self.unread.start += 1;
                self.number += 1;
                return Ok(Next::Line);
            }
        }
    }

    /// Looks at the first bytes, and drops a byte order mark.
    fn starts_as_utf16(&mut self) -> io::Result<bool> {
        const HEAD: usize = 4;
        while self.unread.end < HEAD {
            match read(&mut self.input, &mut self.buffer[self.unread.end..])? {
                0 => break,
                count => self.unread.end += count,
            }
        }
        let head = &self.buffer[self.unread.clone()];
        if head.starts_with(BOM) {
            self.unread.start += BOM.len();
        }
        Ok(matches!(
            head,
            [0xFF, 0xFE, ..]
                | [0xFE, 0xFF, ..]
                | [0, 1..=0xFF, 0, 1..=0xFF, ..]
                | [1..=0xFF, 0, 1..=0xFF, 0, ..]
        ))
    }
}

fn read(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
