//! Finds the ends of JSON values in lines, so that the elements of a long array pass one by one.

use serde::de::IgnoredAny;

use super::input::LINE_LIMIT;

/// A value whose end has not been seen.
#[derive(Debug)]
pub(super) struct Open {
    text: Vec<u8>,
    /// The line that the text begins with, and the last one.
    pub(super) line: usize,
    last_line: usize,
    scanned: usize,
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// Whether it holds objects: then it is JSON, and not rows in brackets.
    pub(super) has_objects: bool,
    /// Where the element of the outermost array begins that is open, and its line.
    element: usize,
    element_line: usize,
    /// Whether an element has been passed on.
    has_passed: bool,
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
            scanned: 0,
            depth: 0,
            in_string: false,
            is_escaped: false,
            has_objects: false,
            element: 1,
            element_line: line,
            has_passed: false,
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
        match serde_json::from_slice::<IgnoredAny>(&self.text) {
            Err(error) if !error.is_eof() => error.line().saturating_sub(1).max(1),
            _ => usize::MAX,
        }
    }

    /// Takes another line, and passes on the text and the line of each object, or array of arrays,
    /// that is complete as an element of an array, and of the whole value at its end.
    pub(super) fn feed(&mut self, line: &[u8], mut take: impl FnMut(&[u8], usize)) -> Progress {
        let start = self.text.len();
        self.last_line += 1;
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        let is_array = self.text.first() == Some(&b'[');
        while self.scanned < self.text.len() {
            let (at, byte) = (self.scanned, self.text[self.scanned]);
            self.scanned += 1;
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.in_string => self.is_escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'[' | b'{' => {
                    self.has_objects |= byte == b'{';
                    if self.depth == 1 {
                        self.element_line = self.last_line;
                    }
                    self.depth += 1;
                }
                b']' | b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        self.take_last(at, &mut take);
                        return Progress::Ended(at + 1 - start);
                    }
                    let element = self.text[self.element..=at].trim_ascii_start();
                    let is_puzzle = element.starts_with(b"{") || element.starts_with(b"[[");
                    if is_array && self.depth == 1 && is_puzzle {
                        take(element, self.element_line);
                        (self.element, self.has_passed) = (at + 1, true);
                    }
                }
                b',' if is_array
                    && self.depth == 1
                    && self.text[self.element..at].trim_ascii().is_empty() =>
                {
                    self.element = at + 1;
                }
                _ => {}
            }
        }
        if is_array && self.element > 1 {
            self.text.drain(1..self.element);
            (self.line, self.scanned, self.element) = (self.last_line, self.text.len(), 1);
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

    /// Passes on what is left of the value that ends at this byte.
    fn take_last(&self, at: usize, mut take: impl FnMut(&[u8], usize)) {
        if !self.has_passed {
            return take(&self.text[..=at], self.line);
        }
        let rest = self.text[self.element..at].trim_ascii();
        let rest = rest.strip_prefix(b",").unwrap_or(rest);
        if !rest.is_empty() {
            take(&[b"[", rest, b"]"].concat(), self.last_line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_pass_as_they_are_complete() {
        let mut open = Open::new(4);
        let mut taken = Vec::new();
        let mut feed = |line: &str| {
            open.feed(line.as_bytes(), |text, line| {
                taken.push((String::from_utf8_lossy(text).into_owned(), line));
            })
        };
        assert_eq!(feed("["), Progress::Open);
        assert_eq!(feed(r#"{"a": "]}"},"#), Progress::Open);
        assert_eq!(feed(" {"), Progress::Open);
        assert_eq!(feed(r#""b": [1]}]x"#), Progress::Ended(10));
        let texts: Vec<(&str, usize)> = taken.iter().map(|(text, line)| (&**text, *line)).collect();
        assert_eq!(texts[0], (r#"{"a": "]}"}"#, 5));
        assert_eq!(texts[1], ("{\n\"b\": [1]}", 6));
    }

    #[test]
    fn a_bracket_that_is_never_closed_does_not_swallow_the_lines() {
        let mut open = Open::new(1);
        let line = b"[1 2,".repeat(40);
        let broken = (0..9).any(|_| open.feed(&line, |_, _| {}) == Progress::Broken);
        assert!(broken);
    }
}
