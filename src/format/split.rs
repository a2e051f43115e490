//! Cuts a stream into the texts of single puzzles, cheaply and in bounded memory, so that other
//! threads can parse them.

use std::io::{self, Read};
use std::sync::Arc;

use super::batch::{Batch, Layout};
use super::clean::clean;
use super::error::ParseErrorKind;
use super::group::{Group, Rows, Undecided};
use super::kind::{
    data_kind, has_word, is_fence, is_heading, is_title, names_columns, section, starts_solid,
};
use super::lines::{Lines, Next};
use super::link::is_link;
use super::shape::{Line, MOST_SIDE, Reading, RowLengths, Shape, is_whole, tokens};
use super::symbols::UNKNOWN;
use super::table::{Table, is_open};
use super::{Options, document};

/// The most bytes of a drawn grid with what stands between its rows.
const GRID_LIMIT: usize = 1 << 20;

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
    /// XML.
    Markup,
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
            error: None,
        }
    }

    /// Fills the batch with the next puzzles: about `at_most`, fewer where the input pauses, so
    /// that a partner at the other end of a pipe is not kept waiting. `false` at the end of the
    /// input, where the batch is empty.
    ///
    /// # Errors
    /// Those of the reader, once the puzzles before them are out. The unfinished one is dropped.
    pub fn read_batch(&mut self, batch: &mut Batch, at_most: usize) -> io::Result<bool> {
        batch.text.clear();
        batch.spans.clear();
        while !self.ended {
            if let (Group::None, false) = (&self.group, self.is_within_record()) {
                batch.text.truncate(batch.spans.last().map_or(0, |span| span.range.end));
                if self.lines.skip_empty() {
                    self.end_run();
                }
                if !batch.is_empty() && (self.lines.is_drained() || batch.len() >= at_most) {
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
                Ok(Next::End) => self.finish(batch, start),
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
        if line.starts_with(b"<") && !is_wrapped_link && self.is_symbolless(b'<') {
            return self.take_markup(batch, start, number);
        }
        if self.at_start && first != b'#' {
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
        self.at_start &= first == b'#';
        let line = line.strip_prefix(b"<").filter(|link| is_link(link)).unwrap_or(line);
        if is_link(line) {
            self.finish_group(batch, start);
            self.titles.clear();
            return batch.push(start..batch.text.len(), Layout::Link, number);
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

    /// Takes in a line of a drawing or a list.
    fn take_text(&mut self, batch: &mut Batch, start: usize, number: usize) {
        let is_rule = Line::of(&batch.text[start..]) == Line::Rule;
        let changed = !is_rule && clean(&mut batch.text, start, &self.options.symbols);
        let line = &batch.text[start..];
        let kind = match Line::of(line) {
            Line::Content if is_fence(line) => Line::Rule,
            Line::Blank if changed => Line::Rule,
            // Cells of a spreadsheet's row that are all empty.
            Line::Blank if matches!(self.group, Group::Rows(_)) && Shape::of(line).has_fields() => {
                Line::Content
            }
            // What is left of a line of brackets.
            Line::Content
                if changed && tokens(line).next().is_none() && !Shape::of(line).has_fields() =>
            {
                Line::Rule
            }
            kind => kind,
        };
        match kind {
            Line::Content => self.take_content(batch, start, number),
            Line::Comment => self.pass_over(batch, start),
            Line::Rule => {
                self.decide_rows();
                self.after_rule = true;
                let bars = line.iter().filter(|&&byte| byte == b'|').count();
                if let Group::Rows(rows) = &self.group
                    && (rows.is_headed, rows.lengths.rows()) == (true, 1)
                    && bars > 3
                {
                    // The heading of a table as Markdown writes it.
                    let start = rows.start;
                    self.group = Group::None;
                    return batch.text.truncate(start);
                }
                self.pass_over(batch, start);
            }
            Line::Blank => self.end_blank(batch, start),
        }
    }

    fn end_blank(&mut self, batch: &mut Batch, start: usize) {
        if let Group::Rows(rows) = &mut self.group
            && rows.take_gap(&self.options)
        {
            return self.pass_over(batch, start);
        }
        self.finish_group(batch, start);
        self.end_run();
    }

    /// At the end of the input.
    fn finish(&mut self, batch: &mut Batch, start: usize) {
        match self.within {
            Within::Brackets(..) => self.end_brackets(batch, true),
            Within::Table(_, Some((start, line))) => {
                batch.push(start..batch.text.len(), Layout::Row, line);
            }
            _ => {
                self.finish_group(batch, start);
                self.take_titles(batch, false);
            }
        }
    }

    fn begin_table(&mut self, batch: &mut Batch, table: Table) {
        let table = Arc::new(table);
        batch.table = Some(Arc::clone(&table));
        self.within = Within::Table(table, None);
    }

    fn take_row(&mut self, batch: &mut Batch, start: usize, number: usize) {
        let Within::Table(table, open) = &mut self.within else { return };
        if batch.table.is_none() {
            batch.table = Some(Arc::clone(table));
        }
        let (row_start, line) = open.take().unwrap_or((start, number));
        let is_blank = batch.text[row_start..].trim_ascii().is_empty();
        let is_long = batch.text.len() - row_start > GRID_LIMIT;
        if is_blank {
            batch.text.truncate(row_start);
        } else if is_open(&batch.text[row_start..]) && !is_long {
            batch.text.push(b'\n');
            *open = Some((row_start, line));
        } else {
            batch.push(row_start..batch.text.len(), Layout::Row, line);
        }
    }

    /// Takes in a line of XML: each attribute `data` of OpenSudoku's games is a puzzle.
    fn take_markup(&mut self, batch: &mut Batch, start: usize, number: usize) {
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
        self.within = Within::Markup;
        let mut at = 0;
        while let Some(found) = memchr::memmem::find(&line[at..], ATTRIBUTE) {
            let open = at + found + ATTRIBUTE.len();
            let Some(quote) = line.get(open) else { break };
            let length = line[open + 1..].iter().position(|byte| byte == quote);
            let end = open + 1 + length.unwrap_or(line.len() - open - 1);
            batch.push(start + open + 1..start + end, Layout::Line, number);
            at = end;
        }
        if at == 0 {
            batch.text.truncate(start);
        }
    }

    /// Reads what stands in brackets once they are closed, as JSON or else line by line.
    fn end_brackets(&mut self, batch: &mut Batch, is_closed: bool) {
        let Within::Brackets(start, number, _) = self.within else { return };
        if !is_closed && batch.text.len() - start <= GRID_LIMIT {
            return;
        }
        self.within = Within::Text;
        let text = batch.text.split_off(start);
        if !is_closed {
            let kind = ParseErrorKind::NotText {
                found: "JSON of more than 1 MB in one value",
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
                    let start = batch.text.len();
                    match puzzle {
                        Ok(line) => {
                            batch.text.extend(line);
                            batch.push(start..batch.text.len(), Layout::Line, number);
                        }
                        Err(kind) => batch.push_wrong(start, number, kind),
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

    /// Takes the lines that may be titles: to be passed over, as one puzzle of a cell a line, or
    /// each as a puzzle that cannot be read.
    fn take_titles(&mut self, batch: &mut Batch, are_titles: bool) {
        let titles = std::mem::take(&mut self.titles);
        let is_cell = |text: &[u8]| tokens(text).count() == 1 && text.trim_ascii().len() <= 3;
        if is_whole(titles.len())
            && titles.len() > 4
            && titles.iter().all(|(text, _)| is_cell(text))
        {
            let start = batch.text.len();
            for (text, _) in &titles {
                batch.text.extend_from_slice(text.trim_ascii());
                batch.text.push(b' ');
            }
            return batch.push(start..batch.text.len(), Layout::Line, titles[0].1);
        }
        if !are_titles {
            for (text, number) in titles {
                // A sentence, or words after a drawing, are no puzzle gone wrong.
                let is_sentence = text.contains(&b' ') || text.ends_with(b":");
                if names_columns(&text) || has_word(&text) && (is_sentence || self.after_drawing) {
                    continue;
                }
                let start = batch.text.len();
                batch.text.extend_from_slice(&text);
                push_title(batch, start, number);
            }
        }
    }

    /// Forgets, at a blank line, what the lines before it were.
    fn end_run(&mut self) {
        self.lines_are_puzzles = false;
        self.after_rule = false;
        self.after_line = false;
    }

    /// Leaves an empty line for one between rows, so that the rows' numbers hold.
    fn pass_over(&mut self, batch: &mut Batch, start: usize) {
        batch.text.truncate(start);
        let group_start = match &self.group {
            Group::None => return,
            Group::Rows(rows) => rows.start,
            Group::Undecided(undecided) => undecided.lines[0].0.start,
        };
        batch.text.push(b'\n');
        if start - group_start > GRID_LIMIT {
            self.finish_group(batch, start);
        }
    }

    fn take_content(&mut self, batch: &mut Batch, mut start: usize, number: usize) {
        let shape = Shape::of(&batch.text[start..]);
        if is_title(&batch.text[start..], &shape, &self.options) {
            self.finish_group(batch, start);
            if self.after_line {
                return push_title(batch, start, number);
            }
            let text = batch.text.split_off(start);
            if self.titles.len() >= MOST_SIDE * MOST_SIDE {
                self.take_titles(batch, false);
            }
            return self.titles.push((text, number));
        }
        if !self.titles.is_empty() {
            // Four rows of four cells may be four puzzles.
            let is_drawn = shape.reading(&self.options) == Reading::Row;
            let line = batch.text.split_off(start);
            self.take_titles(batch, is_drawn);
            start = batch.text.len();
            batch.text.extend(line);
        }
        let range = start..batch.text.len();
        let (reading, cells) = (shape.reading(&self.options), shape.cells(&self.options));
        let after_rule = std::mem::take(&mut self.after_rule);

        let is_displaced = match &mut self.group {
            Group::Rows(rows) => !rows.take_row(),
            _ => false,
        };
        if is_displaced || self.ends_group(reading, cells) {
            self.finish_group(batch, start);
        }
        match &mut self.group {
            Group::Rows(rows) => rows.lengths.push(cells),
            Group::Undecided(undecided) => {
                undecided.push(range.clone(), number, &batch.text, &self.options);
            }
            Group::None => match reading {
                Reading::Either if !after_rule && !self.lines_are_puzzles => {
                    let mut undecided = Undecided { cells, lines: Vec::new(), above: 0 };
                    undecided.push(range.clone(), number, &batch.text, &self.options);
                    self.group = Group::Undecided(undecided);
                }
                Reading::Either if !after_rule => {
                    self.after_line = true;
                    return batch.push(range, Layout::Line, number);
                }
                Reading::Solid | Reading::Spaced => {
                    self.after_line = true;
                    return batch.push(range, Layout::Line, number);
                }
                Reading::Either | Reading::Row => {
                    let mut lengths = RowLengths::new();
                    lengths.push(cells);
                    let is_headed = is_heading(&batch.text[range.clone()]);
                    let (line, band, after_gap) = (number, None, false);
                    self.group =
                        Group::Rows(Rows { start, line, lengths, is_headed, band, after_gap });
                }
            },
        }
        batch.text.push(b'\n');
        match &self.group {
            Group::Undecided(undecided) if undecided.is_decided() => self.decide(batch, false),
            _ => {}
        }
        if let Group::Rows(rows) = &self.group
            && rows.lengths.rows() >= rows.lengths.side(&self.options)
            && !rows.is_headed
        {
            self.finish_group(batch, range.end);
        }
    }

    /// Whether a content line begins something else than the group's next line.
    fn ends_group(&self, reading: Reading, cells: usize) -> bool {
        match &self.group {
            Group::None => false,
            Group::Undecided(undecided) => reading != Reading::Either || cells != undecided.cells,
            Group::Rows(rows) => {
                let whole = match self.options.size {
                    Some(size) => cells == size.cell_count(),
                    None => is_whole(cells) || cells > MOST_SIDE,
                };
                match reading {
                    Reading::Solid => true,
                    Reading::Row => false,
                    Reading::Spaced | Reading::Either => {
                        whole && cells != rows.lengths.side(&self.options)
                    }
                }
            }
        }
    }

    /// Lines within a drawing are rows.
    fn decide_rows(&mut self) {
        if let Group::Undecided(undecided) = &self.group {
            self.group = Group::Rows(undecided.as_rows());
        }
    }

    /// Makes rows or puzzles of lines that can be either.
    fn decide(&mut self, batch: &mut Batch, at_end: bool) {
        if let Group::Undecided(undecided) = &self.group {
            if undecided.are_rows(at_end) {
                self.group = Group::Rows(undecided.as_rows());
            } else {
                for (range, number) in &undecided.lines {
                    batch.push(range.clone(), Layout::Line, *number);
                }
                self.group = Group::None;
                self.lines_are_puzzles = true;
            }
        }
    }

    /// Ends the group, whose text ends before `end`.
    fn finish_group(&mut self, batch: &mut Batch, end: usize) {
        self.decide(batch, true);
        if let Group::Rows(rows) = &self.group {
            batch.push(rows.start..end, Layout::Rows, rows.line);
            self.after_drawing = true;
            self.after_line = false;
        }
        self.group = Group::None;
    }
}

/// Makes an error of words or a number where a puzzle should be.
fn push_title(batch: &mut Batch, start: usize, number: usize) {
    if !has_word(&batch.text[start..]) {
        return batch.push(start..batch.text.len(), Layout::Line, number);
    }
    let (expected, found, advice) = ("a puzzle", "words".to_owned(), "begin comments with #");
    batch.push_wrong(start, number, ParseErrorKind::Unsupported { expected, found, advice });
}
