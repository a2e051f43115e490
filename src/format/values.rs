//! JSON values one after the other: values that begin in a line, or the elements of an array in one
//! or more lines. Memory is bounded, and the reader waits for a bounded number of values only.

use std::io::{self, Read};

use serde_json::Deserializer;
use serde_json::value::RawValue;

use super::error::{ParseError, ParseErrorKind};
use super::input::{LINE_LIMIT, Lines};
use super::object::{self, Parsed};
use super::record::Options;

/// JSON values that come next.
#[derive(Debug)]
pub(super) struct Values {
    /// Lines that contain some of the values.
    text: Vec<u8>,
    /// The index in `text` at which the next value begins.
    at: usize,
    /// The number of the line at this index.
    line: usize,
    /// The line in which the array of these values begins; `None` if they are in no array.
    array: Option<usize>,
    /// Whether the last value had nothing of a puzzle.
    pub(super) lacks: bool,
}

/// What comes next in the text.
pub(super) enum Next {
    /// A value, the number of the line in which it begins, and the values after it.
    Value(Box<RawValue>, usize, Values),
    /// A value that is cut off or broken.
    Broken(ParseError),
    /// A line with only a brace.
    Text(usize),
    /// No further value: something else, or the end of the input.
    End,
}

/// What the start of an array shows about it.
pub(super) enum Array {
    /// The puzzles of an array that was read as a whole, and the values after it.
    Whole(Vec<Parsed>, Values),
    /// The array has elements that are read one by one.
    Elements(Values),
    /// A row of cells, or text that is not JSON: its first line, and the line before which no other
    /// array begins.
    None(Vec<u8>, usize),
}

impl Values {
    /// The values of a line that begins with an object, or with an array if `may_be_array` is true.
    /// Gives other lines back.
    pub(super) fn of_line(
        text: Vec<u8>,
        line: usize,
        may_be_array: bool,
    ) -> Result<Values, Vec<u8>> {
        let at = text.len() - text.trim_ascii_start().len();
        if !(may_be_array && text[at..].starts_with(b"[") || begins_object(&text[at..])) {
            return Err(text);
        }
        let mut values = Values { text, at, line, array: None, lacks: false };
        without_nan(&mut values.text, at);
        Ok(values)
    }

    /// Whether more lines must be read before there is a next value.
    pub(super) fn is_drained(&self) -> bool {
        self.array.is_some() && self.text[self.at..].trim_ascii_start().is_empty()
    }

    /// The next value. The text after the last value is given back to `lines`, and also the lines
    /// after a broken value that may be ordinary lines.
    pub(super) fn next<R: Read>(mut self, lines: &mut Lines<R>) -> Next {
        if self.at > 1 << 16 && self.at > self.text.len() / 2 {
            self.text.drain(..self.at);
            self.at = 0;
        }
        let mut symbol = self.symbol(lines);
        if symbol == Some(b',') {
            self.at += 1;
            symbol = self.symbol(lines);
        }
        if symbol == Some(b']') && self.array.take().is_some() {
            self.at += 1;
            symbol = self.symbol(lines);
        }
        if symbol.is_none()
            && let Some(line) = self.array
        {
            let expected = format!("']' at the end of the array of line {line}");
            let kind = ParseErrorKind::expected(expected, "the end of the input");
            return Next::Broken(kind.in_line(self.line));
        }
        let (line, start) = (self.line, self.at);
        if self.array.is_none() && !begins_object(&self.text[start..]) {
            // The end of a list is not an ordinary line.
            if !self.text[start..].iter().all(|byte| b"]),; \t".contains(byte)) {
                lines.unread(self.text, start);
            }
            return Next::End;
        }
        let error = match self.value(lines) {
            Ok(value) => return Next::Value(value, line, self),
            Err(error) => error,
        };
        let inside = self.text[start..].strip_prefix(b"{").unwrap_or_default();
        let is_alone = self.array.is_none() && self.text[..start].trim_ascii().is_empty();
        let is_text = is_alone && !inside.trim_ascii_start().starts_with(b"\"");
        // The first line that cannot belong to the value and the lines after it may be something
        // else.
        let mut ends = memchr::memchr_iter(b'\n', &self.text[start..]);
        let is_known = !error.is_eof() || is_text;
        if is_known && let Some(end) = ends.nth(error.line().max(2) - 2) {
            lines.unread(self.text, start + end + 1);
        }
        if is_text {
            return Next::Text(line);
        }
        let found = "a value that is cut off or broken";
        Next::Broken(ParseErrorKind::expected("one value of JSON", found).in_line(line))
    }

    /// Reads the start of an array, as much as is needed to decide what the array is. If the text
    /// is not an array, all lines except the first are given back.
    pub(super) fn array<R: Read>(mut self, lines: &mut Lines<R>, options: &Options) -> Array {
        let (start, line, length) = (self.at, self.line, self.text.len());
        if !self.text[start..].starts_with(b"[") {
            return Array::Elements(self);
        }
        self.array = Some(line);
        // Elements may be rows of one grid, if there are as many elements as cells in the first
        // element.
        let (mut count, mut most) = (0, usize::MAX);
        self.at += 1;
        let before = loop {
            let symbol = self.symbol(lines);
            let is_end = symbol == Some(b']');
            if count > most || is_end && most != usize::MAX && count != most {
                return Array::Elements(Values { at: start + 1, line, ..self });
            }
            if is_end {
                (self.at, self.array) = (self.at + 1, None);
                let array = serde_json::from_slice::<&RawValue>(&self.text[start..self.at]);
                match array.map(|array| object::read(array, line, options)) {
                    Ok(found) if found.is_empty() => break line,
                    Ok(found) => return Array::Whole(found, self),
                    Err(_) => break lines.number,
                }
            }
            if count > 0 {
                self.at += 1;
                self.symbol(lines);
            }
            let has_comma = count == 0 || symbol == Some(b',');
            let value = has_comma.then(|| self.value(lines)).and_then(Result::ok);
            let Some(value) = value else { break lines.number };
            if most == usize::MAX {
                most = object::most_rows(&value, options);
            }
            count += 1;
        };
        if self.text.len() > length {
            lines.unread(self.text.split_off(length), 1);
        }
        Array::None(self.text, before)
    }

    /// The next visible character. Inside an array, further lines are read to find it.
    fn symbol<R: Read>(&mut self, lines: &mut Lines<R>) -> Option<u8> {
        loop {
            let takes_lines = self.array.is_some() && self.at <= LINE_LIMIT;
            match self.text.get(self.at).copied() {
                Some(b'\n') => (self.at, self.line) = (self.at + 1, self.line + 1),
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                None if takes_lines && lines.more(&mut self.text) => {
                    without_nan(&mut self.text, self.at);
                }
                symbol => return symbol,
            }
        }
    }

    /// Reads the value that begins at the current place, and the lines that it needs.
    fn value<R: Read>(&mut self, lines: &mut Lines<R>) -> serde_json::Result<Box<RawValue>> {
        let rest = Rest { lines, text: &mut self.text, start: self.at, at: self.at };
        let mut values = Deserializer::from_reader(rest).into_iter();
        let value = values.next().transpose();
        let start = self.at;
        self.at += values.byte_offset();
        self.line += memchr::memchr_iter(b'\n', &self.text[start..self.at]).count();
        value.map(Option::unwrap_or_default)
    }
}

/// A reader of a text from a place on, which reads further lines when they are needed.
struct Rest<'t, R> {
    lines: &'t mut Lines<R>,
    text: &'t mut Vec<u8>,
    start: usize,
    at: usize,
}

impl<R: Read> Read for Rest<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() && self.at - self.start <= LINE_LIMIT {
            self.lines.more(self.text);
            without_nan(self.text, self.at);
        }
        let count = (&self.text[self.at..]).read(out)?;
        self.at += count;
        Ok(count)
    }
}

/// Replaces the values `NaN`, with which Python writes missing values, by `null`, from `start` on,
/// which must not be inside a string.
fn without_nan(text: &mut Vec<u8>, start: usize) {
    if memchr::memmem::find(&text[start..], b"NaN").is_none() {
        return;
    }
    let rest = text.split_off(start);
    let (mut at, mut is_string, mut is_escaped) = (0, false, false);
    while let Some(&byte) = rest.get(at) {
        if !is_string && rest[at..].starts_with(b"NaN") {
            text.extend_from_slice(b"null");
            at += 3;
            continue;
        }
        is_string ^= byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        text.push(byte);
        at += 1;
    }
}

/// Whether a text may begin an object of JSON.
fn begins_object(text: &[u8]) -> bool {
    text.strip_prefix(b"{")
        .is_some_and(|inner| matches!(inner.trim_ascii_start(), [] | [b'"' | b'}', ..]))
}
