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
use super::record::{Options, Record};
use super::rows::{self, Kind, Line};
use super::table::{Table, is_open};
use super::together::Together;
use super::token::{is_comment, is_rule, plain};
use crate::rules::Clue;

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
            && (self.puzzles.out.is_empty() || !self.lines.is_drained())
            || self.may_have_clues()
        {
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

    /// Whether a line that begins with 81 cells is a puzzle for itself.
    fn is_idle(&self) -> bool {
        self.table.is_none() && self.group.is_empty() && self.puzzles.is_idle()
    }

    /// Whether clues may follow the last puzzle: the next line begins with a letter, or is still to come
    /// and the puzzle has so few givens that without clues it has several solutions.
    fn may_have_clues(&self) -> bool {
        let Some(last) = self.puzzles.last_line().filter(|_| !self.has_ended) else { return false };
        if !self.lines.is_drained() {
            return self.lines.begins_with_a_letter();
        }
        last.parse(&self.puzzles.options).is_ok_and(|Record { grid, clues, .. }| {
            clues.is_empty() && 5 * grid.filled().count() < grid.size().cell_count()
        })
    }

    /// Takes a line, and those that it cannot be read without.
    fn take(&mut self, mut line: Vec<u8>) {
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
        if self.take_json(&mut line) {
            return;
        }
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
        if let Some(header) = Table::of_header(&line, &self.puzzles.options) {
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
                let place = Place { line: number, text: &line, options: &self.puzzles.options };
                let Some(error) = rows::strange(place) else {
                    return self.puzzles.line(number, &line);
                };
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

    /// Reads the lines that belong together.
    fn close(&mut self) {
        rows::read(mem::take(&mut self.group), &mut self.puzzles);
    }

    /// Reads the values of JSON that a line begins with, the objects of an array one by one; whether
    /// there are any.
    fn take_json(&mut self, line: &mut Vec<u8>) -> bool {
        let length = line.len();
        while line.len() < 100 && line.trim_ascii() == b"[" && self.lines.more(line) {}
        let number = self.lines.number;
        let mut text = mem::take(line);
        let start = text.trim_ascii_start();
        let element = start.strip_prefix(b"[").unwrap_or(start).trim_ascii_start();
        let mut is_object = begins_object(element);
        let mut at = text.len() - if is_object { element.len() } else { start.len() };
        while is_object || text[at..].starts_with(b"[") {
            let (start, known) = (at, text.len());
            match self.lines.json(&mut text, &mut at) {
                Ok(value) => {
                    let found = object::read(&value, number, &self.puzzles.options);
                    if found.is_empty() {
                        // A row of cells, or no puzzle.
                        break;
                    }
                    self.close();
                    found.into_iter().for_each(|parsed| self.puzzles.puzzle(parsed, false));
                    let rest = text[at..].trim_ascii_start();
                    let rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
                    // Further lines one by one, so that memory and the wait for them are bounded.
                    if !begins_object(rest) || text.len() > known {
                        self.lines.unread(rest, 0);
                        return true;
                    }
                    (at, is_object) = (text.len() - rest.len(), true);
                }
                Err(error) if is_object => {
                    self.close();
                    let found = "one that is cut off or broken";
                    let kind = ParseErrorKind::expected("one value of JSON", found);
                    self.puzzles.fail(kind.in_line(number));
                    // Lines from the first that does not belong there may be others.
                    let skipped = if error.is_eof() { usize::MAX } else { error.line() - 1 };
                    self.lines.unread(&text[start..], skipped.max(1));
                    return true;
                }
                Err(_) => break,
            }
        }
        if text.len() > length {
            self.lines.unread(&text[length + 1..], 0);
            text.truncate(length);
        }
        *line = text;
        false
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
        if is_gap && let Some(Ok(other)) = Table::of_header(&line, options) {
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
                    self.lines.unread(&rest, 1);
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
