//! Lines that belong together: rows of a grid, or lines of which each is a puzzle or a row.

use std::ops::Range;

use super::Options;
use super::error::ParseErrorKind;
use super::frame::Frame;
use super::shape::{RowLengths, largest_value};

/// Lines that belong together and are not complete.
#[derive(Debug)]
pub(super) enum Group {
    None,
    Rows(Rows),
    Undecided(Undecided),
}

/// Rows of a grid.
#[derive(Debug)]
pub(super) struct Rows {
    /// Where the text begins in the batch.
    pub(super) start: usize,
    pub(super) line: usize,
    pub(super) lengths: RowLengths,
    /// The first row numbers the columns, or is blank.
    pub(super) is_headed: bool,
    /// The bars of the first row.
    pub(super) frame: Option<Frame>,
    /// Empty cells are blank: only the number of rows tells how many cells a row has.
    pub(super) has_blanks: bool,
    /// Every so many rows there is a blank line.
    pub(super) band: Option<usize>,
    /// The last line was blank.
    pub(super) after_gap: bool,
}

impl Rows {
    /// Rows that begin at a place of the batch's text, in a line.
    pub(super) fn new(start: usize, line: usize) -> Rows {
        Rows {
            start,
            line,
            lengths: RowLengths::new(),
            is_headed: false,
            frame: None,
            has_blanks: false,
            band: None,
            after_gap: false,
        }
    }

    /// Whether a blank line may stand here: after each row, or after each band of boxes.
    pub(super) fn take_gap(&mut self, options: &Options) -> bool {
        let rows = self.lengths.rows();
        let side = self.lengths.side(options);
        if self.has_blanks {
            return false;
        }
        self.band = self.band.or_else(|| side.is_multiple_of(rows).then_some(rows));
        self.after_gap = rows < side && self.band.is_some_and(|band| rows.is_multiple_of(band));
        self.after_gap
    }

    /// Whether blank lines part bands of boxes.
    pub(super) fn has_bands(&self) -> bool {
        self.band.is_some_and(|rows| rows > 1)
    }

    /// Whether the next row may stand here: after a blank line where the rows before had one.
    pub(super) fn take_row(&mut self) -> bool {
        let rows = self.lengths.rows();
        std::mem::take(&mut self.after_gap)
            || !self.band.is_some_and(|band| rows.is_multiple_of(band))
    }
}

/// Lines of so many cells, each a puzzle or a row.
#[derive(Debug)]
pub(super) struct Undecided {
    pub(super) cells: usize,
    /// The text of each, and its number.
    pub(super) lines: Vec<(Range<usize>, usize)>,
    /// How many hold a digit that is too large for a puzzle.
    pub(super) above: usize,
    /// How many hold any digit.
    pub(super) filled: usize,
    /// Comments to be kept, each with the number of lines before it.
    pub(super) asides: Vec<(usize, Range<usize>)>,
}

impl Undecided {
    pub(super) fn push(
        &mut self,
        range: Range<usize>,
        number: usize,
        text: &[u8],
        options: &Options,
    ) {
        let puzzle_side = self.cells.isqrt();
        let largest = largest_value(&text[range.clone()], self.cells, options);
        self.above += usize::from(largest > puzzle_side);
        self.filled += usize::from(largest > 0);
        self.lines.push((range, number));
    }

    /// Whether the lines still to come cannot change the answer.
    pub(super) fn is_decided(&self) -> bool {
        self.are_a_blank_grid()
            || 2 * self.above > self.cells
            || self.filled > 0 && 2 * (self.lines.len() - self.above) >= self.cells
    }

    /// Whether they are as many lines without a digit as a blank grid has rows.
    pub(super) fn are_a_blank_grid(&self) -> bool {
        self.filled == 0 && self.lines.len() == self.cells
    }

    /// The error for such lines, each of which can be a puzzle.
    pub(super) fn blank_grid(&self, options: &Options) -> ParseErrorKind {
        let box_of = |side| options.size_of_side(side).expect("a side of a grid");
        ParseErrorKind::Ambiguous {
            found: "as many lines of empty cells as each of them has cells",
            first: format!("an empty grid (--box {})", box_of(self.cells)),
            second: format!("empty puzzles, one a line (--box {})", box_of(self.cells.isqrt())),
        }
    }

    /// Rows if more than half of at least two lines hold a digit above a puzzle's side, or all are
    /// blank and no puzzle has so many cells.
    pub(super) fn are_rows(&self, at_end: bool, options: &Options) -> bool {
        let lines = if at_end { self.lines.len() } else { self.cells };
        let is_no_puzzle = self.filled == 0 && options.size_of(self.cells).is_none();
        lines > 1 && (2 * self.above > lines || is_no_puzzle)
    }

    pub(super) fn as_rows(&self) -> Rows {
        let mut lengths = RowLengths::new();
        self.lines.iter().for_each(|_| lengths.push(self.cells));
        let (range, line) = &self.lines[0];
        let (start, line) = (range.start, *line);
        Rows { lengths, ..Rows::new(start, line) }
    }
}
