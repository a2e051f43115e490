//! A line of text and what it can be: a row of a drawing, a line between rows, labels of regions, or
//! a puzzle of its own.

use itertools::Itertools;

use super::cells::{Place, Placed, is_cell};
use super::line::whole;
use super::record::Options;
use super::symbols::MOST_SIDE;
use super::table::Table;
use super::token::{Way, is_rule, without_remark, words};

/// A line of text and what it can be, given nothing but itself and the options.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: usize,
    /// Plain, as [`super::token::plain`] makes it.
    pub(super) text: Vec<u8>,
    pub(super) kind: Kind,
    /// How many cells it has as a row, by each way in which it is one.
    pub(super) counts: Vec<(Way, usize)>,
    /// Whether one of these is no cell.
    pub(super) has_slip: bool,
    /// How many cells it has if it can be a puzzle of its own.
    pub(super) puzzle: Option<usize>,
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
        let (kind, counts) = (Kind::Text, Vec::new());
        let mut line = Line { number, text, kind, counts, puzzle: None, has_slip: false };
        line.kind = line.find_kind(options);
        line
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
        let is_of_cells = cells.is_none_or(|cells| self.has_count(cells));
        // Numbers of which the digits happen to be as many as a grid has cells.
        let are_numbers = !is_of_cells && self.counts.iter().any(|(_, count)| *count > MOST_SIDE);
        self.puzzle.take_if(|_| are_numbers);
        // A puzzle with a name is no row, and one in groups only with bars.
        let is_in_groups = has_bars && self.count(Way::Words) > 0;
        match cells {
            _ if is_row && (is_of_cells || are_numbers || is_in_groups) => Kind::Row,
            None if is_of_labels(&self.text, options) => Kind::Letters,
            _ => Kind::Text,
        }
    }

    /// Counts the cells by each way, with slips if there is no way without; whether it is a row.
    pub(super) fn find_counts(&mut self, options: &Options) -> bool {
        let count = |way| count(&self.text, way, options).map(|(count, slip)| (way, count, slip));
        let counts: Vec<(Way, usize, bool)> = Way::ALL.into_iter().filter_map(count).collect();
        self.has_slip = counts.iter().all(|(.., has_slip)| *has_slip);
        let kept = counts.into_iter().filter(|(.., has_slip)| *has_slip == self.has_slip);
        self.counts = kept.map(|(way, count, _)| (way, count)).collect();
        !self.counts.is_empty()
    }

    /// How many cells it has as a row by this way, 0 if it is none.
    pub(super) fn count(&self, way: Way) -> usize {
        self.counts.iter().find(|(known, _)| *known == way).map_or(0, |(_, count)| *count)
    }

    pub(super) fn has_count(&self, cells: usize) -> bool {
        self.counts.iter().any(|(_, count)| *count == cells)
    }

    pub(super) fn is_row(&self) -> bool {
        self.kind == Kind::Row
    }

    /// Its cells by a way, and their places.
    pub(super) fn cells<'l>(&'l self, way: Way, options: &'l Options) -> Vec<Placed<'l>> {
        let place = Place { line: self.number, text: &self.text, options };
        place.cells(way.cut(without_remark(&self.text)))
    }
}

/// How many cells a row has where these are its cells, and whether some of them are none: one, or
/// digits above the side.
fn count(text: &[u8], way: Way, options: &Options) -> Option<(usize, bool)> {
    let cells = way.cut(without_remark(text));
    let count = cells.len();
    let is_side = match options.size {
        Some(size) => count == size.side(),
        // Larger ones are said to be too large.
        None => count >= 4,
    };
    // Words of different lengths are no groups of letters.
    let is_ragged = || {
        text.iter().any(|byte| byte.is_ascii_alphabetic() || *byte == b'+')
            && !words(without_remark(text)).iter().map(|word| word.len()).all_equal()
    };
    let is_long = count > MOST_SIDE || count > 9 && is_ragged();
    if !is_side || way == Way::Characters && is_long {
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
    // One that lacks the column of solutions is a header too.
    let is_header = |header: Result<_, _>| header.is_ok() || options.column.is_none();
    if words.len() > 1 && Table::of_header(line, options).is_some_and(is_header) {
        return false;
    }
    let letters = words.concat();
    let slips = letters.iter().filter(|byte| !byte.is_ascii_alphabetic()).count();
    letters.len() >= 4 && slips <= 1 && words.iter().map(|word| word.len()).all_equal()
}
