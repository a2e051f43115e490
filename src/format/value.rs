//! Finds the ends of JSON values in lines, so that the elements of a long array pass one by one.

use serde::de::IgnoredAny;

use super::input::LINE_LIMIT;

/// A value whose end has not been seen.
#[derive(Debug)]
pub(super) struct Open {
    text: Vec<u8>,
    /// The line that the text begins with.
    pub(super) line: usize,
    scanned: usize,
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// Where the element of the outermost array begins that is open.
    element: usize,
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
    /// It ended; the text after it.
    Ended(Vec<u8>),
    /// It is no JSON.
    Broken,
}

impl Open {
    pub(super) fn new(line: usize) -> Open {
        Open {
            text: Vec::new(),
            line,
            scanned: 0,
            depth: 0,
            in_string: false,
            is_escaped: false,
            element: 1,
            has_passed: false,
            checked: 256,
        }
    }

    /// Whether the value is an object.
    pub(super) fn is_object(&self) -> bool {
        self.text.first() == Some(&b'{')
    }

    /// The lines of what is left of it, for those who read them otherwise.
    pub(super) fn into_lines(self) -> impl Iterator<Item = (usize, Vec<u8>)> {
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        let lines: Vec<Vec<u8>> = text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        (self.line..).zip(lines)
    }

    /// Takes another line, and passes on the text and the line of each object, or array of arrays,
    /// that is complete as an element of an array, and of the whole value at its end.
    pub(super) fn feed(&mut self, line: &[u8], mut take: impl FnMut(&[u8], usize)) -> Progress {
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        let is_array = !self.is_object();
        while self.scanned < self.text.len() {
            let (at, byte) = (self.scanned, self.text[self.scanned]);
            self.scanned += 1;
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.in_string => self.is_escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        self.take_last(at, &mut take);
                        let rest = &self.text[at + 1..self.text.len() - 1];
                        return Progress::Ended(rest.to_vec());
                    }
                    let element = self.text[self.element..=at].trim_ascii_start();
                    let is_puzzle = element.starts_with(b"{") || element.starts_with(b"[[");
                    if is_array && self.depth == 1 && is_puzzle {
                        let lead = at + 1 - self.element - element.len();
                        let skipped = &self.text[self.element..self.element + lead];
                        let line = self.line
                            + memchr::memchr_iter(b'\n', &self.text[..self.element]).count()
                            + memchr::memchr_iter(b'\n', skipped).count();
                        take(element, line);
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
            self.line += memchr::memchr_iter(b'\n', &self.text[..self.element]).count();
            self.text.drain(1..self.element);
            self.scanned = self.text.len();
            self.element = 1;
        }
        if self.text.len() > LINE_LIMIT {
            return Progress::Broken;
        }
        if self.text.len() > 2 * self.checked {
            self.checked = self.text.len();
            if begins_no_value(&self.text) {
                return Progress::Broken;
            }
        }
        Progress::Open
    }
}

impl Open {
    /// Passes on what is left of the value that ends at this byte.
    fn take_last(&self, at: usize, mut take: impl FnMut(&[u8], usize)) {
        if !self.has_passed {
            return take(&self.text[..=at], self.line);
        }
        let rest = self.text[self.element..at].trim_ascii();
        let rest = rest.strip_prefix(b",").unwrap_or(rest);
        if !rest.is_empty() {
            let line = self.line + memchr::memchr_iter(b'\n', &self.text[..self.element]).count();
            take(&[b"[", rest, b"]"].concat(), line);
        }
    }
}

/// Whether no text that begins so is JSON.
pub(super) fn begins_no_value(text: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(text).is_err_and(|error| !error.is_eof())
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
        assert_eq!(feed(r#""b": [1]}]x"#), Progress::Ended(b"x".to_vec()));
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
