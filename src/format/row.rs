//! What one line can be, given nothing but itself and the options.

use itertools::Itertools;

use super::cells::{Place, is_cell};
use super::line::whole;
use super::record::Options;
use super::symbols::MOST_SIDE;
use super::table::Table;
use super::token::{CHARACTERS, WAYS, WORDS, Way, is_rule, without_remark, words};
use crate::grid::Size;

/// A line of text and what it can be.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: usize,
    /// Plain, as [`super::token::plain`] makes it.
    pub(super) text: Vec<u8>,
    pub(super) kind: Kind,
    /// By way: how many cells it has as a row whose cells are these; 0 if it is none.
    pub(super) counts: [usize; WAYS.len()],
    /// How many cells it has if it can be a puzzle of its own.
    pub(super) puzzle: Option<usize>,
    /// Whether one of its cells as a row is none.
    has_slip: bool,
}

/// What a line can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing visible, or nothing but the end of a list.
    Blank,
    /// A line of a drawing; one of dashes may be a row where others mark empty cells so.
    Rule,
    /// A row of cells.
    Row,
    /// Letters, or nearly only letters: labels of regions, or words.
    Letters,
    /// No part of a drawing: a comment, a link, a puzzle with text beside it, or text.
    Text,
}

impl Line {
    pub(super) fn new(number: usize, text: Vec<u8>, options: &Options) -> Line {
        let (kind, counts) = (Kind::Text, [0; WAYS.len()]);
        let mut line = Line { number, text, kind, counts, puzzle: None, has_slip: false };
        line.kind = line.find_kind(options);
        line
    }

    /// To say where in it something is wrong.
    pub(super) fn place<'t>(&'t self, options: &'t Options) -> Place<'t> {
        Place { line: self.number, text: &self.text, options }
    }

    /// Whether so many cells in a line can be nothing but a row, as this line shows.
    pub(super) fn is_row_of(&self, cells: usize) -> bool {
        self.puzzle.is_none() && !self.has_slip && self.counts.contains(&cells)
    }

    /// Makes a rule among rows of which some mark empty cells by dashes the row that it can be.
    pub(super) fn read_dashes(&mut self, options: &Options) {
        let is_row = self.text.iter().all(|byte| b"-| \t".contains(byte));
        if is_row && self.find_counts(options) {
            self.kind = Kind::Row;
        }
    }

    fn find_kind(&mut self, options: &Options) -> Kind {
        let text = self.text.trim_ascii();
        let tabs = self.text.iter().filter(|&&byte| byte == b'\t').count();
        let is_end =
            |text: &[u8]| text.contains(&b']') && text.iter().all(|b| b"]),; ".contains(b));
        match text {
            [] if tabs < 3 => return Kind::Blank,
            _ if is_end(text) => return Kind::Blank,
            _ if is_rule(text) => return Kind::Rule,
            [b'#' | b':', ..] | [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => {
                return Kind::Text;
            }
            _ => {}
        }
        let has_bars = text.contains(&b'|');
        let cells = whole(&self.text, options).map(|cells| cells.len());
        self.puzzle = cells.filter(|&cells| options.is_whole(cells));
        let is_row = self.find_counts(options) && (cells.is_none() || !self.has_slip);
        let is_of_cells = cells.is_none_or(|cells| self.counts.contains(&cells));
        // Numbers of which the digits happen to be as many as a grid has cells.
        let are_numbers = !is_of_cells && self.counts.iter().any(|&count| count > MOST_SIDE);
        self.puzzle.take_if(|_| are_numbers);
        // A puzzle with a name is no row, and one in groups only with bars.
        let may_be_row = is_of_cells || are_numbers || self.counts[WORDS] > 0 && has_bars;
        match cells {
            _ if is_row && may_be_row => Kind::Row,
            None if is_of_labels(&self.text, options) => Kind::Letters,
            _ => Kind::Text,
        }
    }

    /// Counts the cells by each way, with slips if there is no way without; whether it is a row.
    fn find_counts(&mut self, options: &Options) -> bool {
        let counts: [_; WAYS.len()] = std::array::from_fn(|way| count(&self.text, way, options));
        let has_slip = counts.iter().flatten().all(|(_, has_slip)| *has_slip);
        let kept = |(count, slip): (usize, bool)| (slip == has_slip).then_some(count);
        self.counts = counts.map(|count| count.and_then(kept).unwrap_or(0));
        self.has_slip = has_slip;
        self.counts != [0; WAYS.len()]
    }
}

/// How many cells a row has where these are its cells, and whether some of them are none: one, or
/// digits above the side.
fn count(text: &[u8], way: Way, options: &Options) -> Option<(usize, bool)> {
    let cells = WAYS[way](without_remark(text));
    let count = cells.len();
    let is_side = match options.size {
        Some(size) => count == size.side(),
        // Larger ones are said to be too large.
        None => (4..=2 * Size::MAX_SIDE).contains(&count) || count > 4 && options.is_whole(count),
    };
    // Words of different lengths are no groups of letters.
    let is_ragged = || {
        text.iter().any(|byte| byte.is_ascii_alphabetic() || *byte == b'+')
            && !words(without_remark(text)).iter().map(|word| word.len()).all_equal()
    };
    if !is_side || way == CHARACTERS && (count > MOST_SIDE || count > 9 && is_ragged()) {
        return None;
    }
    let (right, wrong): (Vec<&[u8]>, Vec<&[u8]>) =
        cells.into_iter().partition(|cell| is_cell(cell, count, &options.symbols));
    // A word among more cells than text has is a slip.
    let is_word = |cell: &[u8]| {
        let mut pairs = cell.windows(2);
        count <= MOST_SIDE && pairs.any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
    };
    let is_slip = match wrong[..] {
        [cell] => !is_word(cell),
        _ => wrong.iter().all(|cell| matches!(cell, [b'0'..=b'9'])),
    };
    // A row holds each letter once at most, so that nine cells or more are none: else it is prose,
    // which has small letters.
    let is_letter = |cell: &&&[u8]| matches!(cell, [b'a'..=b'w' | b'y' | b'z']);
    let letters = right.iter().filter(is_letter).count();
    let are_short = right.iter().all(|cell| cell.len() < 2);
    let is_prose =
        are_short && letters > 0 && count < letters + 9 && options.symbols.reads_decimals();
    (is_slip && !is_prose).then_some((count, !wrong.is_empty()))
}

/// Whether a line may hold labels of regions, with one slip at most, and is no header.
fn is_of_labels(line: &[u8], options: &Options) -> bool {
    let words = words(line);
    if words.len() > 1 && matches!(Table::of_header(line, options), Some(Ok(_))) {
        return false;
    }
    let letters = words.concat();
    let slips = letters.iter().filter(|byte| !byte.is_ascii_alphabetic()).count();
    letters.len() >= 4 && slips <= 1 && words.iter().map(|word| word.len()).all_equal()
}
