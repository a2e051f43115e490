//! Cuts a stream into the texts of single puzzles, cheaply and in bounded memory, so that other
//! threads can parse them.

mod data;
mod text;

use std::io::{self, Read};
use std::sync::Arc;

use super::batch::{Batch, Layout, Span};
use super::error::ParseErrorKind;
use super::game_id::is_game_id;
use super::group::Group;
use super::kind::{data_kind, foreign_table, section, starts_solid};
use super::lines::{Lines, Next};
use super::link::is_link;
use super::shape::{Line, MOST_SIDE};
use super::symbols::UNKNOWN;
use super::table::Table;
use super::{Options, document};

/// The most bytes of a drawn grid with what stands between its rows.
const GRID_LIMIT: usize = 1 << 23;
/// A batch with so many bytes is full.
const BATCH_BYTES: usize = 1 << 20;

/// Cuts what a reader gives into [`RawRecord`](super::RawRecord)s.
///
/// It has its own buffer, so the reader needs none. The [module's page](super) tells what ends a
/// puzzle.
#[derive(Debug)]
pub struct Splitter<R> {
    lines: Lines<R>,
    options: Options,
    group: Group,
    /// In this run of lines, those of 16 or 36 cells are puzzles, not rows.
    lines_are_puzzles: bool,
    /// The last line was a drawing's rule.
    after_rule: bool,
    /// What the lines are part of, if not of drawings and lists.
    within: Within,
    /// Lines that may be titles of what comes next, with their numbers.
    titles: Vec<(Vec<u8>, usize)>,
    /// A drawing was complete: words after it are not puzzles.
    after_drawing: bool,
    /// The last line was a puzzle of its own: words after it are one gone wrong.
    after_line: bool,
    /// No line with content was seen.
    at_start: bool,
    ended: bool,
    /// Puzzles before had lines with their regions.
    has_regions: bool,
    /// The last puzzle, while lines with its regions may follow.
    held: Option<(Vec<u8>, Span)>,
    /// An error that waits until the puzzles before it are out.
    error: Option<io::Error>,
}

/// What lines are part of.
#[derive(Debug)]
enum Within {
    /// Drawings and lists.
    Text,
    /// A table with a header; a row may have begun at a place of the batch's text, in a line.
    Table(Arc<Table>, Option<(usize, usize)>),
    /// Brackets that are not closed: where the text began in the batch, in which line, how deep.
    Brackets(usize, usize, isize),
    /// A section of a file that is not `[Puzzle]`.
    OtherSection,
    /// A file with sections, in `[Puzzle]`.
    PuzzleSection,
    /// XML; whether it held a puzzle.
    Markup(bool),
    /// Lines after something that is not read, up to a blank one.
    Refused,
}

impl<R: Read> Splitter<R> {
    /// A splitter at the start of an input.
    pub fn new(input: R, options: Options) -> Splitter<R> {
        Splitter {
            lines: Lines::new(input),
            options,
            group: Group::None,
            lines_are_puzzles: false,
            after_rule: false,
            within: Within::Text,
            titles: Vec::new(),
            after_drawing: false,
            after_line: false,
            at_start: true,
            ended: false,
            has_regions: false,
            held: None,
            error: None,
        }
    }

    /// Fills the batch with the next puzzles: about `at_most`, fewer where the input pauses, so
    /// that a partner at the other end of a pipe is not kept waiting; but a drawing, which its
    /// regions may follow, waits for what comes next. `false` at the end of the input, where the
    /// batch is empty.
    ///
    /// # Errors
    /// Those of the reader, once the puzzles before them are out. The unfinished one is dropped.
    pub fn read_batch(&mut self, batch: &mut Batch, at_most: usize) -> io::Result<bool> {
        batch.text.clear();
        batch.spans.clear();
        if let Some((text, span)) = self.held.take() {
            batch.text.extend(text);
            batch.spans.push(span);
        }
        while !self.ended {
            if let (Group::None, false) = (&self.group, self.is_within_record()) {
                batch.text.truncate(batch.spans.last().map_or(0, Span::end));
                if !self.options.asides && self.lines.skip_empty() {
                    self.end_run();
                }
                let pauses = self.lines.is_drained();
                // Looked for at a pause only: a batch may have many puzzles.
                let has_regions = || batch.spans.iter().any(Span::has_regions);
                let are_expected = || self.options.boxless || self.has_regions || has_regions();
                if !batch.is_empty()
                    && pauses
                    && !batch.waits_for_regions(are_expected(), self.lines.number())
                {
                    break;
                }
                // Regions may follow the last one.
                let most =
                    if pauses || batch.text.len() >= BATCH_BYTES { 1 } else { at_most.max(1) };
                if batch.len() > most {
                    self.held = batch.pop();
                    break;
                }
            }
            let start = batch.text.len();
            match self.lines.next(&mut batch.text) {
                Ok(Next::Line) => {
                    self.take_line(batch, start);
                    continue;
                }
                Ok(Next::TooLong) => {
                    self.finish_group(batch, start);
                    batch.push(start..batch.text.len(), Layout::TooLong, self.lines.number());
                }
                Ok(Next::Utf16) => batch.push(0..0, Layout::Utf16, self.lines.number()),
                Ok(Next::End) => self.finish(batch),
                Err(error) => {
                    // Lines that may each be a puzzle are whole; rows of a grid are not.
                    if matches!(self.group, Group::Undecided { .. }) {
                        self.finish_group(batch, start);
                    }
                    self.error = Some(error);
                }
            }
            self.ended = true;
        }
        self.has_regions |= batch.spans.iter().any(Span::has_regions);
        match self.error.take_if(|_| batch.is_empty()) {
            Some(error) => Err(error),
            None => Ok(!batch.is_empty()),
        }
    }

    /// Whether the text of one puzzle goes on in the next line.
    fn is_within_record(&self) -> bool {
        matches!(self.within, Within::Brackets(..) | Within::Table(_, Some(_)))
    }

    /// Takes in the line that stands from `start` to the end of the batch's text.
    fn take_line(&mut self, batch: &mut Batch, start: usize) {
        let line = &batch.text[start..];
        if matches!((&self.group, &self.within), (Group::None, Within::Text))
            && self.titles.is_empty()
            && starts_solid(line)
            && line.is_ascii()
        {
            batch.push(start..batch.text.len(), Layout::Line, self.lines.number());
            self.after_rule = false;
            self.at_start = false;
            self.after_line = true;
            return;
        }
        let number = self.lines.number();
        match &mut self.within {
            Within::Table(..) => self.take_row(batch, start, number),
            Within::Brackets(.., depth) => {
                *depth += document::depth(line);
                // A puzzle of its own: the brackets were no brackets.
                let is_closed = *depth <= 0 || starts_solid(line);
                batch.text.push(b'\n');
                self.end_brackets(batch, is_closed);
            }
            _ => self.take_odd_line(batch, start, number),
        }
    }

    /// Takes in a line that is more than the cells of a puzzle.
    fn take_odd_line(&mut self, batch: &mut Batch, start: usize, number: usize) {
        let line = batch.text[start..].trim_ascii();
        if let (Within::Refused, false) = (&self.within, line.is_empty()) {
            return batch.text.truncate(start);
        }
        let Some(&first) = line.first() else {
            // A spreadsheet's row may have nothing in it.
            return self.take_text(batch, start, number);
        };
        if let Some(kind) = data_kind(line).filter(|_| self.at_start) {
            batch.push_wrong(start, number, kind);
            self.ended = true;
            return;
        }
        if let Some(name) = section(line) {
            let in_sections = matches!(self.within, Within::PuzzleSection | Within::OtherSection);
            if name.eq_ignore_ascii_case(b"puzzle") {
                self.within = Within::PuzzleSection;
            } else if in_sections {
                self.within = Within::OtherSection;
            }
            self.finish_group(batch, start);
            self.titles.clear();
            return batch.text.truncate(start);
        }
        if let Within::OtherSection = self.within {
            return batch.text.truncate(start);
        }
        let is_wrapped_link = line.strip_prefix(b"<").is_some_and(is_link);
        if let Some(kind) = foreign_table(line) {
            return self.refuse(batch, start, number, kind);
        }
        if line.starts_with(b"<") && !is_wrapped_link && self.is_symbolless(b'<') {
            return self.take_markup(batch, start, number);
        }
        if self.at_start && !b"#[{".contains(&first) && Line::of(line) != Line::Rule {
            match Table::of_header(line, &self.options) {
                Some(Ok(table)) => {
                    batch.text.truncate(start);
                    self.at_start = false;
                    self.begin_table(batch, table);
                    return;
                }
                Some(Err(kind)) => {
                    batch.push_wrong(start, number, kind);
                    self.ended = true;
                    return;
                }
                None => {}
            }
        }
        if let ([(header, _)], Group::None) = (&self.titles[..], &self.group)
            && let Some(found) = Table::of_lines(header, line)
        {
            self.titles.clear();
            match found {
                Ok(table) => {
                    self.begin_table(batch, table);
                    return self.take_row(batch, start, number);
                }
                Err(kind) => {
                    batch.push_wrong(start, number, kind);
                    self.ended = true;
                    return;
                }
            }
        }
        self.at_start &= first == b'#' || Line::of(line) == Line::Rule;
        let line = line.strip_prefix(b"<").filter(|link| is_link(link)).unwrap_or(line);
        let layout = match line {
            _ if is_link(line) => Some(Layout::Link),
            _ if is_game_id(line) => Some(Layout::GameId),
            _ => None,
        };
        if let Some(layout) = layout {
            self.finish_group(batch, start);
            self.titles.clear();
            return batch.push(start..batch.text.len(), layout, number);
        }
        if b"[{".contains(&first) && self.is_symbolless(first) && matches!(self.group, Group::None)
        {
            let depth = document::depth(line);
            self.within = Within::Brackets(start, number, depth);
            batch.text.push(b'\n');
            return self.end_brackets(batch, depth <= 0);
        }
        self.take_text(batch, start, number);
    }

    fn is_symbolless(&self, byte: u8) -> bool {
        self.options.symbols.value(byte, MOST_SIDE) == UNKNOWN
    }

    /// At the end of the input.
    fn finish(&mut self, batch: &mut Batch) {
        match self.within {
            Within::Brackets(..) => self.end_brackets(batch, true),
            Within::Table(_, Some((start, line))) => {
                batch.push(start..batch.text.len(), Layout::Row, line);
            }
            Within::Markup(false) if !self.after_drawing && !self.after_line => {
                let kind = ParseErrorKind::NotText {
                    found: "XML or HTML without the 81 cells of a puzzle in one place",
                    advice: "copy the digits",
                };
                return batch.push_wrong(batch.text.len(), self.lines.number(), kind);
            }
            _ => {}
        }
        self.finish_group(batch, batch.text.len());
        self.take_titles(batch, false);
    }
}
