//! What is more than text: rows of tables, XML, JSON and other brackets.

use std::io::Read;
use std::sync::Arc;

use super::{GRID_LIMIT, Splitter, Within};
use crate::format::batch::{Batch, Layout};
use crate::format::document;
use crate::format::error::ParseErrorKind;
use crate::format::shape::{Line, is_whole, solid};
use crate::format::table::{Table, is_open};

impl<R: Read> Splitter<R> {
    pub(super) fn begin_table(&mut self, batch: &mut Batch, table: Table) {
        let table = Arc::new(table);
        batch.table = Some(Arc::clone(&table));
        self.within = Within::Table(table, None);
    }

    pub(super) fn take_row(&mut self, batch: &mut Batch, start: usize, number: usize) {
        let Within::Table(table, open) = &mut self.within else { return };
        if batch.table.is_none() {
            batch.table = Some(Arc::clone(table));
        }
        let row = &batch.text[start..];
        // What psql and mysql draw around the rows and write below them.
        let is_drawn = table.delimiter() == b'|' && open.is_none();
        if is_drawn && (Line::of(row) == Line::Rule || row.starts_with(b"(") && row.ends_with(b")"))
        {
            return batch.text.truncate(start);
        }
        let is_open = is_open(row, open.is_some(), table.delimiter());
        let (row_start, line) = open.take().unwrap_or((start, number));
        let is_long = batch.text.len() - row_start > GRID_LIMIT;
        if row_start == start && batch.text[start..].trim_ascii().is_empty() {
            self.take_aside(batch, start);
        } else if is_open && !is_long {
            batch.text.extend_from_slice(self.lines.end());
            *open = Some((row_start, line));
        } else {
            batch.push(row_start..batch.text.len(), Layout::Row, line);
        }
    }

    /// Takes in a line of XML: each attribute `data`, as OpenSudoku's games have it, and each text
    /// of as many cells as a puzzle, as KSudoku's files have it, is one.
    pub(super) fn take_markup(&mut self, batch: &mut Batch, start: usize, number: usize) {
        const ATTRIBUTE: &[u8] = b"data=";
        self.finish_group(batch, start);
        self.titles.clear();
        let line = batch.text[start..].to_ascii_lowercase();
        if self.at_start
            && [b"<!doctype html".as_slice(), b"<html"]
                .iter()
                .any(|tag| line.trim_ascii_start().starts_with(tag))
        {
            let kind = ParseErrorKind::NotText {
                found: "a web page (HTML)",
                advice: "copy the digits or the page's own link to the puzzle",
            };
            batch.push_wrong(start, number, kind);
            self.ended = true;
            return;
        }
        self.at_start = false;
        let was_found = matches!(self.within, Within::Markup(true));
        if [b"<td".as_slice(), b"<tr"].iter().any(|tag| memchr::memmem::find(&line, tag).is_some())
        {
            let kind = ParseErrorKind::NotText {
                found: "a table in HTML",
                advice: "copy the cells as the page shows them",
            };
            batch.push_wrong(start, number, kind);
            self.ended = true;
            return;
        }
        let known = batch.len();
        // Text between tags that is all the cells of a puzzle.
        for tag_end in memchr::memchr_iter(b'>', &line) {
            let rest = &line[tag_end + 1..];
            let text = &rest[..rest.iter().position(|&byte| byte == b'<').unwrap_or(rest.len())];
            let cells = text.trim_ascii();
            let begin = tag_end + 1 + text.len() - text.trim_ascii_start().len();
            if solid(cells).is_some_and(|run| run.len() == cells.len() && is_whole(run.len())) {
                // What a solution is of is the puzzle before it.
                if line[..tag_end].ends_with(b"<solution") {
                    continue;
                }
                let begin = start + begin;
                batch.push(begin..begin + cells.len(), Layout::Line, number);
            }
        }
        let mut at = 0;
        while let Some(found) = memchr::memmem::find(&line[at..], ATTRIBUTE) {
            let open = at + found + ATTRIBUTE.len();
            let Some(quote) = line.get(open) else { break };
            let length = line[open + 1..].iter().position(|byte| byte == quote);
            let end = open + 1 + length.unwrap_or(line.len() - open - 1);
            batch.push(start + open + 1..start + end, Layout::Line, number);
            at = end;
        }
        let is_found = batch.len() > known;
        self.within = Within::Markup(was_found || is_found);
        if !is_found {
            batch.text.truncate(start);
        }
    }

    /// Reads what stands in brackets once they are closed, as JSON or else line by line.
    pub(super) fn end_brackets(&mut self, batch: &mut Batch, is_closed: bool) {
        let Within::Brackets(start, number, _) = self.within else { return };
        if !is_closed && batch.text.len() - start <= GRID_LIMIT {
            return;
        }
        self.within = Within::Text;
        let text = batch.text.split_off(start);
        if !is_closed {
            let kind = ParseErrorKind::NotText {
                found: "JSON of more than 8 MB in one value",
                advice: "write one value a line (jq -c '.[]')",
            };
            batch.push_wrong(start, number, kind);
            self.ended = true;
            return;
        }
        match document::puzzles(&text, &self.options) {
            Some(puzzles) => {
                self.titles.clear();
                for puzzle in puzzles {
                    match puzzle {
                        Ok(found) => batch.push_found(found, number),
                        Err(kind) => batch.push_wrong(batch.text.len(), number, kind),
                    }
                }
            }
            None => {
                for (line, number) in
                    text.trim_ascii_end().split(|&byte| byte == b'\n').zip(number..)
                {
                    let start = batch.text.len();
                    batch.text.extend_from_slice(line);
                    self.take_text(batch, start, number);
                }
            }
        }
    }
}
