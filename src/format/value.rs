//! Values of JSON in lines.

use memchr::memchr_iter;
use serde_json::{Deserializer, Value};

/// The text of objects or of an array, of which the end has not been seen.
#[derive(Debug)]
pub(super) struct Open {
    text: Vec<u8>,
    /// Where in the text the value begins that is open, and in which line.
    start: usize,
    pub(super) line: usize,
    /// How many bytes of it are known not to end it.
    checked: usize,
}

impl Open {
    pub(super) fn new(line: usize, text: &[u8]) -> Open {
        Open { text: text.to_vec(), start: 0, line, checked: 0 }
    }

    /// The text from the open value on.
    pub(super) fn rest(&self) -> &[u8] {
        &self.text[self.start..]
    }

    /// The same in lines, for those who read them otherwise.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &[u8])> {
        (self.line..).zip(self.rest().split(|&byte| byte == b'\n'))
    }

    /// Takes another line.
    pub(super) fn push(&mut self, line: &[u8]) {
        self.text.drain(..std::mem::take(&mut self.start));
        self.text.push(b'\n');
        self.text.extend_from_slice(line);
    }

    /// Whether there is so much more that it is worth to look for the end again.
    pub(super) fn is_due(&self) -> bool {
        self.rest().len() >= 2 * self.checked
    }

    /// Reads the value; also how many bytes it has.
    ///
    /// # Errors
    /// Where no value can go on so, or that it does not end.
    pub(super) fn read(&mut self) -> serde_json::Result<(Value, usize)> {
        self.checked = self.rest().len();
        let mut values = Deserializer::from_slice(self.rest()).into_iter();
        let value = values.next().transpose()?.unwrap_or_default();
        Ok((value, values.byte_offset()))
    }

    /// Goes on after the value, which has so many bytes, and a comma.
    pub(super) fn pass(&mut self, bytes: usize) {
        let rest = self.rest()[bytes..].trim_ascii_start();
        let rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
        let start = self.text.len() - rest.len();
        self.line += memchr_iter(b'\n', &self.text[self.start..start]).count();
        (self.start, self.checked) = (start, 0);
    }
}
