//! Texts of single puzzles, not yet parsed, many in one buffer.

use std::ops::Range;
use std::sync::Arc;

use super::error::ParseErrorKind;
use super::table::Table;

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
    /// A link that carries a puzzle.
    Link,
    /// A row of a table.
    Row,
    /// Something recognised that is not read.
    Wrong,
    /// A blank line or a comment between puzzles.
    Aside,
}

/// The text of one puzzle, not yet parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawRecord<'t> {
    pub(super) text: &'t [u8],
    pub(super) layout: Layout,
    /// The line it starts in, from 1.
    pub line: usize,
    pub(super) table: Option<&'t Table>,
    pub(super) wrong: Option<&'t ParseErrorKind>,
}

impl<'t> RawRecord<'t> {
    /// The table that the input is, if it is one.
    pub fn table(&self) -> Option<&'t Table> {
        self.table
    }

    /// A blank line or a comment between puzzles, where [`Options::asides`](super::Options) asks
    /// for them.
    pub fn aside(&self) -> Option<&'t [u8]> {
        (self.layout == Layout::Aside).then_some(self.text)
    }

    /// The table that it is a row of, and all its fields as they stand.
    pub fn row(&self) -> Option<(&'t Table, &'t [u8])> {
        self.table.filter(|_| self.layout == Layout::Row).map(|table| (table, self.text))
    }
}

/// Texts of puzzles in one buffer, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(super) text: Vec<u8>,
    pub(super) spans: Vec<Span>,
    pub(super) table: Option<Arc<Table>>,
}

#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) range: Range<usize>,
    layout: Layout,
    line: usize,
    wrong: Option<Box<ParseErrorKind>>,
}

impl Batch {
    /// How many puzzles.
    pub fn puzzles(&self) -> usize {
        self.spans.iter().filter(|span| span.layout != Layout::Aside).count()
    }

    /// How many records: puzzles, and what stands between them.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The records in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = RawRecord<'_>> + Clone {
        self.spans.iter().map(|span| RawRecord {
            text: &self.text[span.range.clone()],
            layout: span.layout,
            line: span.line,
            table: self.table.as_deref(),
            wrong: span.wrong.as_deref(),
        })
    }

    pub(super) fn push(&mut self, range: Range<usize>, layout: Layout, line: usize) {
        self.spans.push(Span { range, layout, line, wrong: None });
    }

    /// The text from `start` on is something that is not read.
    pub(super) fn push_wrong(&mut self, start: usize, line: usize, kind: ParseErrorKind) {
        let (range, layout) = (start..self.text.len(), Layout::Wrong);
        self.spans.push(Span { range, layout, line, wrong: Some(Box::new(kind)) });
    }
}
