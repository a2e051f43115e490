//! Finds the end of a value of JSON in lines.

use serde::de::IgnoredAny;

use super::input::LINE_LIMIT;

/// An object or an array whose end has not been seen.
#[derive(Debug)]
pub(super) struct Open {
    /// All of it.
    pub(super) text: Vec<u8>,
    /// The line that it begins in.
    pub(super) line: usize,
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// How many bytes were known to begin a value when last looked at.
    checked: usize,
}

impl Open {
    pub(super) fn new(line: usize) -> Open {
        Open { text: Vec::new(), line, depth: 0, in_string: false, is_escaped: false, checked: 256 }
    }

    /// Whether it is an object, and not perhaps rows in brackets.
    pub(super) fn is_object(&self) -> bool {
        self.text.starts_with(b"{")
    }

    /// The lines of it, for those who read them otherwise.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &[u8])> {
        (self.line..).zip(self.text.split(|&byte| byte == b'\n'))
    }

    /// How many of these lines, one at least, stand before the first that no value can have there;
    /// all of them if what lacks is the end.
    pub(super) fn lines_before_error(&self) -> usize {
        match serde_json::from_slice::<IgnoredAny>(&self.text) {
            Err(error) if !error.is_eof() => error.line().saturating_sub(1).max(1),
            _ => usize::MAX,
        }
    }

    /// Whether no more can make it a value, as far as it is worth to look.
    pub(super) fn is_broken(&mut self) -> bool {
        if self.text.len() <= 2 * self.checked {
            return false;
        }
        self.checked = self.text.len();
        self.checked > LINE_LIMIT || self.lines_before_error() < usize::MAX
    }

    /// Takes another line, or what is left of one; where in it the value ends, if it does.
    pub(super) fn feed(&mut self, line: &[u8]) -> Option<usize> {
        if !self.text.is_empty() {
            self.text.push(b'\n');
        }
        for (index, &byte) in line.iter().enumerate() {
            match byte {
                _ if std::mem::take(&mut self.is_escaped) => {}
                b'\\' if self.in_string => self.is_escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' if self.depth > 1 => self.depth -= 1,
                b']' | b'}' => {
                    self.text.extend_from_slice(&line[..=index]);
                    return Some(index + 1);
                }
                _ => {}
            }
        }
        self.text.extend_from_slice(line);
        None
    }
}
