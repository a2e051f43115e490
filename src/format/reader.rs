//! Divides an input into blocks, reads each block, and joins puzzles with the clues, regions and
//! solutions that belong to them.

use std::cmp::Ordering;
use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use super::batch::{PassedOver, RawRecord, What};
use super::cells::Place;
use super::foreign;
use super::input::{LINE_LIMIT, Lines};
use super::line::values_of_nine;
use super::object;
use super::record::{Options, Record};
use super::rows::{self, Kind, Line};
use super::table::{Table, is_open};
use super::together::Together;
use super::token::{is_comment, is_rule, plain};
use super::values::{Array, Next, Values};
use crate::rules::Clue;

/// Reads puzzles of any form from a stream, in bounded memory.
#[derive(Debug)]
pub struct Splitter<R> {
    lines: Lines<R>,
    /// The table to which the next lines belong as rows.
    table: Option<Arc<Table>>,
    /// Whether the last line of the table was blank.
    is_gap: bool,
    /// Whether a quote in the table is never closed. The fields of its further rows then end at
    /// line ends.
    is_unclosed: bool,
    /// JSON values that come next.
    values: Option<Values>,
    /// The line before which no array begins: text before it began like an array but is not JSON.
    no_array_before: usize,
    /// The number of the last line that is not a row because of a strange character.
    strange: usize,
    group: Vec<Line>,
    puzzles: Together,
    has_ended: bool,
}

impl<R: Read> Splitter<R> {
    /// A splitter for this input.
    pub fn new(input: R, options: Options) -> Splitter<R> {
        Splitter {
            lines: Lines::new(input),
            table: None,
            is_gap: false,
            is_unclosed: false,
            values: None,
            no_array_before: 0,
            strange: usize::MAX - 1,
            group: Vec::new(),
            puzzles: Together::new(options),
            has_ended: false,
        }
    }

    /// The counts of text that was passed over so far.
    pub fn passed_over(&self) -> &PassedOver {
        &self.puzzles.passed_over
    }

    /// Fills a batch with the next puzzles: about `at_most` puzzles, or fewer if the input pauses.
    /// Returns `false` at the end of the input.
    ///
    /// # Errors
    /// An error of the input, after all puzzles before it were returned.
    pub fn read_batch(&mut self, batch: &mut Vec<RawRecord>, at_most: usize) -> io::Result<bool> {
        batch.clear();
        mem::swap(batch, &mut self.puzzles.out);
        while self.puzzles.out.len() < at_most
            && !self.has_ended
            && (self.puzzles.out.is_empty() || !self.is_drained())
            || self.may_have_clues()
        {
            if let Some(values) = self.values.take() {
                self.value(values);
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

    /// Whether more input must be read before there is a next puzzle.
    fn is_drained(&self) -> bool {
        self.values.as_ref().is_none_or(Values::is_drained) && self.lines.is_drained()
    }

    /// Whether the next line, if it begins with 81 cells, is a puzzle that does not depend on other
    /// lines.
    fn is_idle(&self) -> bool {
        self.table.is_none() && self.group.is_empty() && self.puzzles.is_idle()
    }

    /// Whether clues may follow the last puzzle: the next line begins with a letter, or it is not
    /// read yet and the puzzle has so few givens that it probably needs clues.
    fn may_have_clues(&self) -> bool {
        let Some(last) = self.puzzles.last_line().filter(|_| !self.has_ended) else { return false };
        if !self.lines.is_drained() {
            return self.lines.begins_with_a_letter();
        }
        last.parse(&self.puzzles.options).is_ok_and(|Record { grid, clues, .. }| {
            clues.is_empty() && 5 * grid.filled().count() < grid.size().cell_count()
        })
    }

    /// Handles a line, together with the further lines that are needed to read it.
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
        let Err(mut line) = self.take_json(line) else { return };
        let start = line.trim_ascii_start();
        let may_go_on = rows::may_go_on(&self.group);
        if is_comment(start) {
            // A comment between rows does not end the rows.
            if !may_go_on || !start.starts_with(b"#") {
                self.close();
            }
            return self.puzzles.text(number, &line);
        }
        if foreign::is_string(&line) {
            let mut length = line.len();
            while length < LINE_LIMIT && self.lines.more(&mut line) {
                if !foreign::goes_on(&line[..length], &line[length + 1..]) {
                    self.lines.unread(line.split_off(length), 1);
                    break;
                }
                length = line.len();
            }
            self.close();
            return self.puzzles.line(number, &line);
        }
        // Only lines that begin with a letter can be clues.
        let may_be_clue = start.first().is_some_and(u8::is_ascii_alphabetic);
        if may_be_clue
            && let Ok(text) = str::from_utf8(&line)
            && Clue::is_meant(text)
        {
            self.close();
            return self.puzzles.clue(number, text);
        }
        let lines = &mut self.lines;
        let ahead = |count| lines.peek(count);
        if let Some(header) = Table::of_header(&line, ahead, &self.puzzles.options) {
            self.close();
            self.puzzles.flush();
            match header {
                Ok(table) => self.begin_table(table),
                // A header without the column that the options ask for ends the reading, since its
                // rows could be read as something else.
                Err(kind) => {
                    self.lines.error = Some(io::Error::other(kind.in_line(number)));
                    self.has_ended = true;
                }
            }
            return;
        }
        let read = Line::new(number, plain(&line), &self.puzzles.options);
        let is_in_group = self.group.last().is_some_and(|last| last.kind != Kind::Blank);
        // A line with control codes of a terminal is never a row.
        let kind = if line.contains(&0x1b) { Kind::Text } else { read.kind };
        match kind {
            Kind::Blank if may_go_on && is_in_group => self.group.push(read),
            Kind::Blank => {
                self.close();
                self.puzzles.end_clues();
            }
            Kind::Text => {
                self.close();
                if may_be_clue
                    && let Ok(text) = str::from_utf8(&line)
                    && self.puzzles.may_take_clue()
                    && Clue::is_like(text)
                {
                    return self.puzzles.clue(number, text);
                }
                let place = Place { line: number, text: &line, options: &self.puzzles.options };
                let Some(error) = rows::strange(place) else {
                    return self.puzzles.line(number, &line);
                };
                // There is only one error for all rows of a drawing.
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

    /// Ends the current block and reads its lines.
    fn close(&mut self) {
        rows::read(mem::take(&mut self.group), &mut self.puzzles);
    }

    /// Handles a line that begins with a JSON value; gives other lines back.
    fn take_json(&mut self, line: Vec<u8>) -> Result<(), Vec<u8>> {
        let number = self.lines.number;
        let values = Values::of_line(line, number, self.no_array_before <= number)?;
        let (found, values) = match values.array(&mut self.lines, &self.puzzles.options) {
            Array::Whole(found, rest) => (found, rest),
            Array::Elements(values) => (Vec::new(), values),
            Array::None(line, before) => {
                self.no_array_before = before;
                return Err(line);
            }
        };
        self.close();
        found.into_iter().for_each(|parsed| self.puzzles.puzzle(parsed, false));
        self.values = Some(values);
        Ok(())
    }

    /// Handles the next JSON value. Successive values that have nothing of a puzzle, such as one
    /// object for each cell, give only one error.
    fn value(&mut self, values: Values) {
        let (value, line, mut rest) = match values.next(&mut self.lines) {
            Next::Value(value, line, rest) => (value, line, rest),
            Next::Broken(error) => return self.puzzles.fail(error),
            Next::Text(number) => return self.puzzles.text(number, b"{"),
            Next::End => return,
        };
        if !(rest.lacks && object::is_empty(&value)) {
            let mut found = object::read(&value, line, &self.puzzles.options);
            if found.is_empty() {
                found.push((Err(object::wrong("a puzzle", value.get()).in_line(line)), None));
            }
            for parsed in found {
                let had_none = mem::replace(&mut rest.lacks, object::has_none(&parsed));
                if !(had_none && rest.lacks) {
                    self.puzzles.puzzle(parsed, false);
                }
            }
        }
        self.values = Some(rest);
    }

    /// Handles a row of a table: a line below a header, and the next lines if its last field
    /// continues there.
    fn take_row(&mut self, table: Arc<Table>, line: Vec<u8>) {
        let number = self.lines.number;
        let mut line = table.trimmed(line);
        let is_blank =
            line.iter().all(|byte| *byte != table.delimiter && byte.is_ascii_whitespace());
        let is_gap = mem::replace(&mut self.is_gap, is_blank);
        if self.is_gap {
            return;
        }
        if is_rule(&line) || table.is_comment(&line) {
            return self.puzzles.text(number, &line);
        }
        let options = &self.puzzles.options;
        if is_gap && let Some(Ok(other)) = Table::of_header(&line, |_| None, options) {
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
                    self.lines.unread(line.split_off(length), 1);
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

    /// Begins a table: the next lines are its rows.
    fn begin_table(&mut self, table: Table) {
        self.puzzles.passed_over.note(&table.names, |_| true);
        (self.is_gap, self.is_unclosed) = (false, false);
        self.table = Some(Arc::new(table));
    }

    /// Handles the end of the input.
    fn finish(&mut self) {
        self.close();
        self.has_ended = true;
        self.puzzles.finish();
        self.lines.wrong.take().into_iter().for_each(|error| self.puzzles.fail(error));
    }
}
