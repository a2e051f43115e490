//! Cuts a stream into the texts of single puzzles, cheaply and in bounded memory, so that other
//! threads can parse them.

use std::io::{self, Read};
use std::ops::Range;

use super::Options;
use super::lines::{Lines, Next};
use super::shape::{Line, Reading, RowLengths, Shape, is_whole, largest_value};
use crate::grid::Size;

/// The most bytes of a drawn grid with what stands between its rows.
const GRID_LIMIT: usize = 1 << 20;

/// What the text of one puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// All cells in one line.
    Line,
    /// One row of cells in each line; empty lines stand for comments and rules.
    Rows,
    /// The start of a line above [`super::LINE_LIMIT`].
    TooLong,
    /// Nothing: the input is not UTF-8 from its start.
    Utf16,
}

/// The text of one puzzle, not yet parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawRecord<'t> {
    pub(super) text: &'t [u8],
    pub(super) layout: Layout,
    /// The line it starts in, from 1.
    pub line: usize,
}

/// Texts of puzzles in one buffer, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    text: Vec<u8>,
    spans: Vec<Span>,
}

#[derive(Clone, Debug)]
struct Span {
    range: Range<usize>,
    layout: Layout,
    line: usize,
}

impl Batch {
    /// How many puzzles.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The puzzles in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = RawRecord<'_>> + Clone {
        self.spans.iter().map(|span| RawRecord {
            text: &self.text[span.range.clone()],
            layout: span.layout,
            line: span.line,
        })
    }

    fn push(&mut self, range: Range<usize>, layout: Layout, line: usize) {
        self.spans.push(Span { range, layout, line });
    }
}

/// Cuts what a reader gives into [`RawRecord`]s.
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
    ended: bool,
    /// An error that waits until the puzzles before it are out.
    error: Option<io::Error>,
}

/// Lines that belong together and are not complete.
#[derive(Debug)]
enum Group {
    None,
    Rows(Rows),
    Undecided(Undecided),
}

/// Rows of a grid.
#[derive(Debug)]
struct Rows {
    /// Where the text begins in the batch.
    start: usize,
    line: usize,
    lengths: RowLengths,
}

/// Lines of so many cells, each a puzzle or a row.
#[derive(Debug)]
struct Undecided {
    cells: usize,
    /// The text of each, and its number.
    lines: Vec<(Range<usize>, usize)>,
    /// How many hold a digit that is too large for a puzzle.
    above: usize,
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
            if let Group::None = self.group {
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
                Ok(Next::End) => self.finish_group(batch, start),
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

    /// Takes in the line that stands from `start` to the end of the batch's text.
    fn take_line(&mut self, batch: &mut Batch, start: usize) {
        let line = &batch.text[start..];
        if matches!(self.group, Group::None) && starts_solid(line) {
            batch.push(start..batch.text.len(), Layout::Line, self.lines.number());
            self.after_rule = false;
            return;
        }
        match Line::of(line) {
            Line::Content => self.take_content(batch, start),
            Line::Comment => self.pass_over(batch, start),
            Line::Rule => {
                self.decide_rows();
                self.after_rule = true;
                self.pass_over(batch, start);
            }
            Line::Blank => {
                self.finish_group(batch, start);
                self.end_run();
            }
        }
    }

    /// Forgets, at a blank line, what the lines before it were.
    fn end_run(&mut self) {
        self.lines_are_puzzles = false;
        self.after_rule = false;
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

    fn take_content(&mut self, batch: &mut Batch, start: usize) {
        let range = start..batch.text.len();
        let number = self.lines.number();
        let shape = Shape::of(&batch.text[range.clone()]);
        let (reading, cells) = (shape.reading(&self.options), shape.cells(&self.options));
        let after_rule = std::mem::take(&mut self.after_rule);

        if self.ends_group(reading, cells) {
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
                Reading::Either if !after_rule => return batch.push(range, Layout::Line, number),
                Reading::Solid | Reading::Spaced => return batch.push(range, Layout::Line, number),
                Reading::Either | Reading::Row => {
                    let mut lengths = RowLengths::new();
                    lengths.push(cells);
                    self.group = Group::Rows(Rows { start, line: number, lengths });
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
                    None => is_whole(cells) || cells > Size::MAX_SIDE,
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
        }
        self.group = Group::None;
    }
}

impl Undecided {
    fn push(&mut self, range: Range<usize>, number: usize, text: &[u8], options: &Options) {
        let puzzle_side = self.cells.isqrt();
        let largest = largest_value(&text[range.clone()], self.cells, options);
        self.above += usize::from(largest > puzzle_side);
        self.lines.push((range, number));
    }

    /// Whether the lines still to come cannot change the answer.
    fn is_decided(&self) -> bool {
        2 * self.above > self.cells || 2 * (self.lines.len() - self.above) >= self.cells
    }

    /// Rows if more than half of at least two lines hold a digit above a puzzle's side.
    fn are_rows(&self, at_end: bool) -> bool {
        let lines = if at_end { self.lines.len() } else { self.cells };
        lines > 1 && 2 * self.above > lines
    }

    fn as_rows(&self) -> Rows {
        let mut lengths = RowLengths::new();
        self.lines.iter().for_each(|_| lengths.push(self.cells));
        let (range, line) = &self.lines[0];
        Rows { start: range.start, line: *line, lengths }
    }
}

/// Whether a line starts with more symbols in a run than a row can have.
fn starts_solid(line: &[u8]) -> bool {
    // Numbers, not a short-circuit: the compiler makes vectors of it.
    let cuts = |byte: u8| {
        let mark = |mark: u8| u8::from(byte == mark);
        u8::from(byte <= b' ')
            | mark(b',')
            | mark(b'|')
            | mark(b';')
            | mark(b':')
            | mark(b'#')
            | mark(b'/')
    };
    line.first_chunk::<{ Size::MAX_SIDE + 1 }>().is_some_and(|head| {
        !b"-+=#".contains(&head[0]) && head.map(cuts).iter().fold(0, |any, &cut| any | cut) == 0
    })
}
