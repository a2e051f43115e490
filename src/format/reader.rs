//! Cuts an input into blocks, has each read, and puts together what belongs together.

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use memchr::memchr_iter;

use super::batch::{Batch, PassedOver, What};
use super::cells::Place;
use super::error::{ParseError, ParseErrorKind};
use super::forms::read_line;
use super::input::{LINE_LIMIT, Lines};
use super::line::values_of_nine;
use super::object;
use super::record::Options;
use super::row::{Kind, Line};
use super::rows::{self, Part};
use super::table::{Table, is_open};
use super::together::Together;
use super::token::{is_comment, is_rule, plain, without_remark};

/// Reads puzzles of any form from a stream, in bounded memory.
#[derive(Debug)]
pub struct Splitter<R> {
    lines: Lines<R>,
    /// The table whose rows the lines to come are.
    table: Option<Arc<Table>>,
    group: Vec<Line>,
    puzzles: Together,
    /// The line where an array of objects began that has not ended.
    array: Option<usize>,
    /// No array of JSON begins up to this line.
    text_to: usize,
    has_ended: bool,
}

impl<R: Read> Splitter<R> {
    /// A reader of this input.
    pub fn new(input: R, options: Options) -> Splitter<R> {
        Splitter {
            lines: Lines::new(input),
            table: None,
            group: Vec::new(),
            puzzles: Together::new(options),
            array: None,
            text_to: 0,
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
    pub fn read_batch(&mut self, batch: &mut Batch, at_most: usize) -> io::Result<bool> {
        batch.clear();
        mem::swap(batch, &mut self.puzzles.out);
        let mut line = Vec::new();
        while self.puzzles.out.len() < at_most
            && !self.has_ended
            && (self.puzzles.out.is_empty() || !self.lines.is_drained())
        {
            // The common case, without a copy of the line.
            if self.is_idle()
                && let Some(line) = self.lines.peek_nine()
                && let Some((values, _)) = values_of_nine(line, &self.puzzles.options)
            {
                self.lines.pass_nine();
                self.puzzles.push_raw(self.lines.number, &[&values], || What::Nine);
                continue;
            }
            match self.lines.next(&mut line) {
                true => self.take(&mut line),
                false => self.finish(),
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

    /// Takes a line, and those that it cannot be read without.
    fn take(&mut self, line: &mut Vec<u8>) {
        if let Some(table) = self.table.clone() {
            return self.take_row(table, line);
        }
        let number = self.lines.number;
        if self.is_idle()
            && let Some((values, rest)) = values_of_nine(line, &self.puzzles.options)
        {
            return self.puzzles.push_raw(number, &[&values, rest], || What::Nine);
        }
        let may_be_array = number > self.text_to;
        let mut next = Vec::new();
        while line.trim_ascii() == b"[" && may_be_array && self.lines.next(&mut next) {
            line.push(b'\n');
            line.append(&mut next);
        }
        let start = line.trim_ascii_start();
        // The elements of an array of objects pass one by one.
        let element = start.strip_prefix(b"[").unwrap_or(start).trim_ascii_start();
        if begins_object(element) {
            self.array = self.array.or(start.starts_with(b"[").then_some(number));
            return self.read_values(element.to_vec());
        }
        self.array.take_if(|_| start.starts_with(b"]"));
        if may_be_array && start.starts_with(b"[") {
            return self.read_values(line.clone());
        }
        let read = Line::new(number, plain(line), &self.puzzles.options);
        let may_go_on = rows::may_go_on(&self.group);
        let ends_with_gap = self.group.last().is_some_and(|line| line.kind == Kind::Blank);
        match read.kind {
            Kind::Row | Kind::Rule | Kind::Letters => {
                // The name before brackets.
                let indent = read.text.len() - read.text.trim_ascii_start().len();
                self.puzzles.hear(number, line.get(..indent).unwrap_or_default());
                self.group.push(read);
                let bytes: usize = self.group.iter().map(|line| line.text.len()).sum();
                if bytes > LINE_LIMIT || rows::is_full(&self.group) {
                    self.close();
                }
            }
            Kind::Blank if may_go_on && !ends_with_gap => self.group.push(read),
            // A comment among rows is none of theirs.
            Kind::Text if may_go_on && start.starts_with(b"#") => self.puzzles.text(number, line),
            Kind::Blank => self.close(),
            Kind::Text => {
                self.close();
                self.take_line(number, line);
            }
        }
    }

    /// A line to be read.
    fn place<'t>(&'t self, line: usize, text: &'t [u8]) -> Place<'t> {
        Place { line, text, options: &self.puzzles.options }
    }

    /// A line that is no part of a group.
    fn take_line(&mut self, number: usize, line: &[u8]) {
        if is_comment(line.trim_ascii_start()) {
            return self.puzzles.text(number, line);
        }
        match Table::of_header(line, &self.puzzles.options) {
            None => {}
            Some(Ok(table)) => {
                self.puzzles.flush();
                self.puzzles.passed_over.note(&table.names, |_| true);
                self.table = Some(Arc::new(table));
                return;
            }
            Some(Err(kind)) => return self.puzzles.fail(kind.in_line(number)),
        }
        match read_line(self.place(number, line)) {
            Some(Err(error)) if !matches!(error.kind, ParseErrorKind::OtherRules(..)) => {
                self.puzzles.fail(error);
                self.puzzles.hear(number, line);
            }
            Some(result) => self.puzzles.puzzle((result, None)),
            None => self.puzzles.text(number, line),
        }
    }

    /// Reads the lines that belong together.
    fn close(&mut self) {
        let mut lines = mem::take(&mut self.group);
        for (part, lines) in rows::parts(&mut lines, &self.puzzles.options) {
            let Line { number, text, .. } = &lines[0];
            match part {
                Part::Puzzle => {
                    if let Some(result) = read_line(self.place(*number, text)) {
                        self.puzzles.puzzle((result, None));
                    }
                }
                Part::Rows(results) => {
                    // Cells that spell a word name no rules.
                    let are_read = results.iter().all(Result::is_ok);
                    for line in lines {
                        let is_row = are_read && line.kind == Kind::Row;
                        let cells = if is_row { without_remark(&line.text).len() } else { 0 };
                        self.puzzles.hear(line.number, &line.text[cells..]);
                    }
                    results.into_iter().for_each(|one| self.puzzles.drawing(one));
                }
                Part::Labels(side, regions) if regions.is_ok() || self.puzzles.has_puzzle() => {
                    self.puzzles.regions(*number, side, regions);
                }
                Part::Labels(..) | Part::Text => {
                    lines.iter().for_each(|line| self.puzzles.text(line.number, &line.text));
                }
            }
        }
    }

    /// Reads the values that a text begins with, objects one after the other.
    fn read_values(&mut self, mut text: Vec<u8>) {
        let lines = |text: &[u8]| memchr_iter(b'\n', text).count();
        let (mut at, mut number) = (0, self.lines.number - lines(&text));
        loop {
            let (start, known) = (at, text.len());
            match self.lines.value(&mut text, &mut at) {
                Ok(value) => {
                    let found = object::read(&value, number, &self.puzzles.options);
                    if found.is_empty() {
                        // A row of cells, or no puzzle.
                        return self.read_again(&text[start..]);
                    }
                    self.close();
                    found.into_iter().for_each(|parsed| self.puzzles.puzzle(parsed));
                    let rest = text[at..].trim_ascii_start();
                    let rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
                    // Further lines one by one, so that memory and the wait for them are bounded.
                    if !begins_object(rest) || text.len() > known {
                        return self.lines.unread(rest, 0);
                    }
                    at = text.len() - rest.len();
                    number += lines(&text[start..at]);
                }
                Err(error) if text[start..].starts_with(b"{") => {
                    self.close();
                    self.puzzles.fail(no_json(number));
                    self.array = None;
                    // Those from the first that does not belong there may be others.
                    let skipped = if error.is_eof() { usize::MAX } else { error.line() - 1 };
                    return self.lines.unread(&text[start..], skipped.max(1));
                }
                Err(_) => return self.read_again(&text[start..]),
            }
        }
    }

    /// Has lines read again that are no JSON.
    fn read_again(&mut self, text: &[u8]) {
        self.text_to = self.lines.number;
        self.lines.unread(text, 0);
    }

    /// A line below a header, and those in which its last field goes on.
    fn take_row(&mut self, table: Arc<Table>, line: &mut Vec<u8>) {
        if line.trim_ascii().is_empty() {
            // Behind the table.
            return self.table = None;
        }
        if is_rule(line) || line.starts_with(b"#") {
            return;
        }
        let number = self.lines.number;
        let mut may_go_on = is_open(line, false, table.delimiter);
        let mut next = Vec::new();
        while may_go_on && line.len() < LINE_LIMIT {
            let end = self.lines.end;
            if !self.lines.next(&mut next) {
                break;
            }
            may_go_on = is_open(&next, true, table.delimiter);
            line.extend_from_slice(end);
            line.append(&mut next);
        }
        self.puzzles.row(number, line, table);
    }

    /// At the end of the input.
    fn finish(&mut self) {
        self.close();
        if let Some(line) = self.array.take() {
            self.puzzles.fail(no_json(line));
        }
        self.has_ended = true;
        self.puzzles.finish();
        match self.lines.error.take().map(io::Error::downcast::<ParseError>) {
            Some(Ok(error)) => self.puzzles.fail(error),
            Some(Err(error)) => self.lines.error = Some(error),
            None => {}
        }
    }
}

/// The error for what should be JSON.
fn no_json(line: usize) -> ParseError {
    ParseErrorKind::expected("one value of JSON", "one that is cut off or broken").in_line(line)
}

/// Whether a line may begin an object of JSON.
fn begins_object(line: &[u8]) -> bool {
    line.strip_prefix(b"{")
        .is_some_and(|inner| matches!(inner.trim_ascii_start(), [] | [b'"' | b'}', ..]))
}
