//! Finds the ends of JSON values in lines, so that the elements of a long array pass one by one.

use serde::de::IgnoredAny;

use super::input::LINE_LIMIT;

/// A value whose end has not been seen.
#[derive(Debug)]
pub(super) struct Open {
    /// All of it, or what follows the elements that were passed on.
    text: Vec<u8>,
    /// The line that the text begins with, and the last one.
    pub(super) line: usize,
    last_line: usize,
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// Whether elements of an array were passed on.
    has_passed: bool,
    /// Whether it holds objects: then it is JSON, and not rows in brackets.
    pub(super) has_objects: bool,
    /// How many bytes were known to begin a value when last looked at.
    checked: usize,
}

/// What another line made of an open value.
#[derive(Debug, PartialEq)]
pub(super) enum Progress {
    /// It goes on.
    Open,
    /// It ended before this byte of the line.
    Ended(usize),
    /// It is no JSON.
    Broken,
}

impl Open {
    pub(super) fn new(line: usize) -> Open {
        Open {
            text: Vec::new(),
            line,
            last_line: line - 1,
            depth: 0,
            in_string: false,
            is_escaped: false,
            has_passed: false,
            has_objects: false,
            checked: 256,
        }
    }

    /// The lines of what is left of it, for those who read them otherwise.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        (self.line..).zip(text.split(|&byte| byte == b'\n'))
    }

    /// How many of these lines, one at least, stand before the first that no value can have there;
    /// all of them if what lacks is the end.
    pub(super) fn lines_before_error(&self) -> usize {
        let start: &[u8] = if self.has_passed { b"[" } else { b"" };
        match serde_json::from_slice::<IgnoredAny>(&[start, &self.text].concat()) {
            Err(error) if !error.is_eof() => error.line().saturating_sub(1).max(1),
            _ => usize::MAX,
        }
    }

    /// Takes another line, and passes on the text and the line of each object, or array of arrays,
    /// that is complete as an element of an array, and of the whole value at its end.
    pub(super) fn feed(&mut self, line: &[u8], mut take: impl FnMut(&[u8], usize)) -> Progress {
        self.last_line += 1;
        for (index, &byte) in line.iter().chain(b"\n").enumerate() {
            if self.has_passed && self.text.is_empty() {
                if byte.is_ascii_whitespace() || byte == b',' {
                    continue;
                }
                self.line = self.last_line;
            }
            self.text.push(byte);
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.in_string => self.is_escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'[' | b'{' => {
                    self.has_objects |= byte == b'{';
                    self.depth += 1;
                }
                b']' | b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    match self.depth {
                        0 => {
                            self.take_last(take);
                            // For those who read the line otherwise.
                            self.text.extend_from_slice(&line[index + 1..]);
                            return Progress::Ended(index + 1);
                        }
                        1 => self.take_element(&mut take),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        if self.text.len() > LINE_LIMIT {
            return Progress::Broken;
        }
        if self.text.len() > 2 * self.checked {
            self.checked = self.text.len();
            if self.lines_before_error() < usize::MAX {
                return Progress::Broken;
            }
        }
        Progress::Open
    }

    /// Passes on the text if it is an element of an array that can be a puzzle.
    fn take_element(&mut self, take: &mut impl FnMut(&[u8], usize)) {
        let start = self.text.trim_ascii_start();
        let inner = if self.has_passed { Some(start) } else { start.strip_prefix(b"[") };
        let element = inner.unwrap_or_default().trim_ascii_start();
        if element.starts_with(b"{") || element.starts_with(b"[[") {
            let before = &self.text[..self.text.len() - element.len()];
            take(element, self.line + memchr::memchr_iter(b'\n', before).count());
            self.text.clear();
            self.has_passed = true;
        }
    }

    /// Passes on what is left of the value that ends here.
    fn take_last(&self, mut take: impl FnMut(&[u8], usize)) {
        if !self.has_passed {
            take(&self.text, self.line);
        } else if self.text != b"]" {
            take(&[b"[", &*self.text].concat(), self.line);
        }
    }
}
