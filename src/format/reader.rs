//! Cuts an input into blocks, has each read, and puts together what belongs together.

use std::cmp::Ordering;
use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use super::batch::{PassedOver, RawRecord, What};
use super::cells::Place;
use super::error::ParseErrorKind;
use super::input::{LINE_LIMIT, Lines};
use super::line::values_of_nine;
use super::object;
use super::record::Options;
use super::rows::{self, Kind, Line};
use super::table::{Table, is_open};
use super::together::Together;
use super::token::{is_comment, is_rule, plain};
use crate::rules::Clue;

/// Values of JSON, which are read one after the other.
#[derive(Debug, Default)]
struct Json {
    /// Lines with some of them.
    text: Vec<u8>,
    /// Where the next one begins, and in which line.
    at: usize,
    number: usize,
    /// The line that the first begins in.
    line: usize,
    /// Whether they are elements of an array, which a bracket ends.
    is_array: bool,
    /// Whether the last was an object without fields.
    is_after_empty: bool,
    /// Whether the last held no cells at all.
    has_none: bool,
}

/// Reads puzzles of any form from a stream, in bounded memory.
#[derive(Debug)]
pub struct Splitter<R> {
    lines: Lines<R>,
    /// The table whose rows the lines to come are.
    table: Option<Arc<Table>>,
    /// Whether its last line was blank.
    is_gap: bool,
    /// Whether a quote of it is closed nowhere, so that its fields end where their lines do.
    is_unclosed: bool,
    /// The values of JSON that come next.
    json: Option<Json>,
    /// The line in which what began like an array turned out to be none.
    no_array_before: usize,
    /// The last line that is no row for a strange character.
    strange: usize,
    group: Vec<Line>,
    puzzles: Together,
    has_ended: bool,
}

impl<R: Read> Splitter<R> {
    /// A reader of this input.
    pub fn new(input: R, options: Options) -> Splitter<R> {
        Splitter {
            lines: Lines::new(input),
            table: None,
            is_gap: false,
            is_unclosed: false,
            json: None,
            no_array_before: 0,
            strange: usize::MAX - 1,
            group: Vec::new(),
            puzzles: Together::new(options),
            has_ended: false,
        }
    }

    /// What has been passed over so far.
    pub fn passed_over(&self) -> &PassedOver {
        &self.puzzles.passed_over
    }

    /// Fills a batch with the next puzzles: about so many, fewer where the input pauses. False at
    /// the end of the input.
    ///
    /// # Errors
    /// Those of the input, after the puzzles before.
    pub fn read_batch(&mut self, batch: &mut Vec<RawRecord>, at_most: usize) -> io::Result<bool> {
        batch.clear();
        mem::swap(batch, &mut self.puzzles.out);
        while self.puzzles.out.len() < at_most
            && !self.has_ended
            && (self.puzzles.out.is_empty() || !self.is_drained())
            || self.may_have_clues()
        {
            if let Some(json) = self.json.take() {
                self.element(json);
                continue;
            }
            if self.is_idle()
                && let Some(values) = self.lines.next_nine(&self.puzzles.options)
            {
                self.puzzles.push_raw(self.lines.number, What::Nine(values));
                continue;
            }
            match self.lines.next() {
                Some(line) => self.take(line),
                None => self.finish(),
            }
        }
        mem::swap(batch, &mut self.puzzles.out);
        match self.lines.error.take_if(|_| self.has_ended && batch.is_empty()) {
            Some(error) => Err(error),
            None => Ok(!batch.is_empty() || !self.has_ended),
        }
    }

    /// Whether the next puzzle has to wait for the reader.
    fn is_drained(&self) -> bool {
        let is_visible = |byte: &u8| !byte.is_ascii_whitespace();
        let has_next = |json: &Json| !json.is_array || json.text[json.at..].iter().any(is_visible);
        !self.json.as_ref().is_some_and(has_next) && self.lines.is_drained()
    }

    /// Whether a line that begins with 81 cells is a puzzle for itself.
    fn is_idle(&self) -> bool {
        self.table.is_none() && self.group.is_empty() && self.puzzles.is_idle()
    }

    /// Whether clues may follow the last puzzle: the next line begins with a letter, or is still to come
    /// and the puzzle has so few givens that without clues it has several solutions.
    fn may_have_clues(&mut self) -> bool {
        let Some(last) = self.puzzles.out.last().filter(|last| !self.has_ended && last.is_line())
        else {
            return false;
        };
        if !self.lines.is_drained() {
            return self.lines.begins_with_a_letter();
        }
        let options = &self.puzzles.options;
        last.parse(options).is_ok_and(|record| {
            record.clues.is_empty()
                && 5 * record.grid.filled().count() < record.grid.size().cell_count()
        })
    }

    /// Takes a line, and those that it cannot be read without.
    fn take(&mut self, line: Vec<u8>) {
        if let Some(table) = self.table.clone() {
            if table.may_hold(&line) {
                return self.take_row(table, line);
            }
            self.table = None;
        }
        let number = self.lines.number;
        if self.is_idle() && values_of_nine(&line, &self.puzzles.options).is_some() {
            return self.puzzles.push_raw(number, What::Line(line));
        }
        let Some(line) = self.begin_json(line) else { return };
        let start = line.trim_ascii_start();
        let may_go_on = rows::may_go_on(&self.group);
        if is_comment(start) {
            // Among rows it is none of theirs.
            if !may_go_on || !start.starts_with(b"#") {
                self.close();
            }
            return self.puzzles.text(number, &line);
        }
        if start.first().is_some_and(u8::is_ascii_alphabetic)
            && let Ok(text) = str::from_utf8(&line)
            && Clue::is_meant(text)
        {
            self.close();
            return self.puzzles.clue(number, text);
        }
        let next =
            Table::may_be_header(&line, &self.puzzles.options).then(|| self.peek()).flatten();
        if let Some(header) = Table::of_header(&line, next.as_deref(), &self.puzzles.options) {
            self.close();
            self.puzzles.flush();
            match header {
                Ok(table) => self.begin_table(table),
                Err(kind) => {
                    self.puzzles.fail(kind.in_line(number));
                    self.puzzles.hear(number, &line);
                }
            }
            return;
        }
        let read = Line::new(number, plain(&line), &self.puzzles.options);
        let is_in_group = self.group.last().is_some_and(|last| last.kind != Kind::Blank);
        match read.kind {
            Kind::Blank if may_go_on && is_in_group => self.group.push(read),
            Kind::Blank => {
                self.close();
                self.puzzles.end_clues();
            }
            Kind::Text => {
                self.close();
                let error = rows::strange(Place {
                    line: number,
                    text: &line,
                    options: &self.puzzles.options,
                });
                let Some(error) = error else { return self.puzzles.line(number, &line) };
                // Once for all rows of a drawing.
                if self.strange + 1 != number {
                    self.puzzles.fail(error);
                }
                self.strange = number;
            }
            _ => {
                self.group.push(read);
                let bytes: usize = self.group.iter().map(|line| line.text.len()).sum();
                if bytes > LINE_LIMIT || rows::is_full(&self.group) {
                    self.close();
                }
            }
        }
    }

    /// The next line, which is given back.
    fn peek(&mut self) -> Option<Vec<u8>> {
        let line = self.lines.next()?;
        self.lines.unread(line.clone(), 0);
        Some(line)
    }

    /// Reads the lines that belong together.
    fn close(&mut self) {
        rows::read(mem::take(&mut self.group), &mut self.puzzles);
    }

    /// Takes a line that begins a value of JSON with puzzles; or gives it back.
    fn begin_json(&mut self, text: Vec<u8>) -> Option<Vec<u8>> {
        let line = self.lines.number;
        let at = text.len() - text.trim_ascii_start().len();
        let is_array = text[at..].starts_with(b"[") && line >= self.no_array_before;
        if !is_array && !begins_object(&text[at..]) {
            return Some(text);
        }
        let json = Json { text, at, number: line, line, ..Json::default() };
        if is_array {
            return self.begin_array(json);
        }
        self.close();
        self.element(json);
        None
    }

    /// Takes an array: one puzzle, or several, which are read one by one. Gives its first line back if
    /// it is none of JSON, or a row of cells.
    fn begin_array(&mut self, mut json: Json) -> Option<Vec<u8>> {
        let (start, length) = (json.at, json.text.len());
        // As many elements as the first has cells may be rows of one grid.
        let (mut count, mut most) = (0, usize::MAX);
        json.at += 1;
        loop {
            let next = self.lines.next_visible(&mut json.text, &mut json.at);
            let is_end = next == Some(b']');
            if count > most || is_end && most != usize::MAX && count != most {
                self.close();
                self.json = Some(Json { at: start + 1, is_array: true, ..json });
                return None;
            }
            if is_end {
                json.at += 1;
                let array = &json.text[start..json.at];
                let found = object::read_text(array, json.line, &self.puzzles.options);
                if found.is_empty() {
                    break;
                }
                self.close();
                found.into_iter().for_each(|parsed| self.puzzles.puzzle(parsed, false));
                self.json = Some(Json { number: self.lines.number, ..json });
                return None;
            }
            if count > 0 {
                json.at += usize::from(next == Some(b','));
                self.lines.next_visible(&mut json.text, &mut json.at);
            }
            let Ok(value) = self.lines.json(&mut json.text, &mut json.at) else {
                self.no_array_before = self.lines.number;
                break;
            };
            if count == 0 {
                most = object::most_rows(&value, &self.puzzles.options);
            }
            count += 1;
        }
        let mut line = json.text;
        if line.len() > length {
            let rest = line.split_off(length);
            self.lines.unread(rest, 1);
        }
        Some(line)
    }

    /// Reads the next value of JSON; the text behind the last one is given back.
    fn element(&mut self, mut json: Json) {
        if json.at > 1 << 16 && json.at > json.text.len() / 2 {
            json.text.drain(..json.at);
            json.at = 0;
        }
        let before = json.at;
        let next = if json.is_array {
            self.lines.next_visible(&mut json.text, &mut json.at)
        } else {
            json.at = json.text.len() - json.text[json.at..].trim_ascii_start().len();
            json.text.get(json.at).copied()
        };
        json.number += memchr::memchr_iter(b'\n', &json.text[before..json.at]).count();
        match next {
            Some(b',') => {
                json.at += 1;
                self.json = Some(json);
                return;
            }
            Some(b']') if json.is_array => {
                (json.at, json.is_array) = (json.at + 1, false);
                self.json = Some(json);
                return;
            }
            None if json.is_array => {
                let expected = format!("']' at the end of the array of line {}", json.line);
                let kind = ParseErrorKind::expected(expected, "the end of the input");
                return self.puzzles.fail(kind.in_line(self.lines.number + 1));
            }
            None => return,
            Some(_) if !json.is_array && !begins_object(&json.text[json.at..]) => {
                if !json.text[json.at..].iter().all(|byte| b"]),; ".contains(byte)) {
                    self.lines.unread(json.text, json.at);
                }
                return;
            }
            Some(_) => {}
        }
        let (line, start) = (json.number, json.at);
        let value = self.lines.json(&mut json.text, &mut json.at);
        json.number += memchr::memchr_iter(b'\n', &json.text[start..json.at]).count();
        match value {
            // One after the other they say no more than one.
            Ok(value) if object::is_empty(&value) && json.is_after_empty => {}
            Ok(value) => {
                json.is_after_empty = object::is_empty(&value);
                let mut found = object::read(&value, line, &self.puzzles.options);
                if found.is_empty() && json.is_array {
                    found.push((Err(object::wrong("a puzzle", value.get()).in_line(line)), None));
                }
                for parsed in found {
                    // One object a cell is one mistake.
                    let is_none = json.is_array && parsed.0.as_ref().is_err_and(object::has_none);
                    if !is_none || !json.has_none {
                        self.puzzles.puzzle(parsed, false);
                    }
                    json.has_none = is_none;
                }
            }
            Err(error) => {
                let value = &json.text[start..];
                let inside = value.strip_prefix(b"{").unwrap_or(value).trim_ascii_start();
                if !json.is_array && !inside.starts_with(b"\"") {
                    self.puzzles.text(line, b"{");
                } else {
                    let found = "one that is cut off or broken";
                    let kind = ParseErrorKind::expected("one value of JSON", found);
                    self.puzzles.fail(kind.in_line(line));
                }
                // Lines from the first that does not belong there may be others.
                let skipped = if error.is_eof() { usize::MAX } else { error.line().max(2) - 1 };
                let mut ends = memchr::memchr_iter(b'\n', value);
                if let Some(end) = ends.nth(skipped - 1) {
                    self.lines.unread(json.text, start + end + 1);
                }
                return;
            }
        }
        self.json = Some(json);
    }

    /// A line below a header, and those in which its last field goes on.
    fn take_row(&mut self, table: Arc<Table>, line: Vec<u8>) {
        let number = self.lines.number;
        let mut line = table.trimmed(line);
        let is_gap = mem::replace(&mut self.is_gap, line.trim_ascii().is_empty());
        if self.is_gap {
            return;
        }
        if is_rule(&line) || line.starts_with(b"#") {
            return self.puzzles.text(number, &line);
        }
        let options = &self.puzzles.options;
        if is_gap && let Some(Ok(other)) = Table::of_header(&line, None, options) {
            return self.begin_table(other);
        }
        let (length, mut start, mut may_go_on) = (line.len(), 0, false);
        while !self.is_unclosed {
            may_go_on = is_open(&line[start..], may_go_on, table.delimiter);
            start = line.len();
            if !may_go_on {
                break;
            }
            if start >= LINE_LIMIT || !self.lines.more(&mut line) {
                self.is_unclosed = true;
                if line.len() > length {
                    let rest = line.split_off(length);
                    self.lines.unread(rest, 1);
                }
            }
        }
        let passed_over = &mut self.puzzles.passed_over;
        match table.fit(&mut line) {
            Ordering::Less => passed_over.filled += 1,
            Ordering::Greater => passed_over.dropped += 1,
            Ordering::Equal => {}
        }
        self.puzzles.row(number, line, table);
    }

    /// Takes the lines to come for rows of a table.
    fn begin_table(&mut self, table: Table) {
        self.puzzles.passed_over.note(&table.names, |_| true);
        (self.is_gap, self.is_unclosed) = (false, false);
        self.table = Some(Arc::new(table));
    }

    /// At the end of the input.
    fn finish(&mut self) {
        self.close();
        self.has_ended = true;
        self.puzzles.finish();
        self.lines.wrong.take().into_iter().for_each(|error| self.puzzles.fail(error));
    }
}

/// Whether a line may begin an object of JSON.
fn begins_object(line: &[u8]) -> bool {
    line.strip_prefix(b"{")
        .is_some_and(|inner| matches!(inner.trim_ascii_start(), [] | [b'"' | b'}', ..]))
}
