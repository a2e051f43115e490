//! What one line can be, given nothing but itself and the options.

use itertools::Itertools;

use super::cells::{Place, is_cell};
use super::line::whole;
use super::link::is_link;
use super::record::Options;
use super::symbols::MOST_SIDE;
use super::table::Table;
use super::token::{characters, fields, is_rule, without_remark, words};
use crate::grid::Size;

/// A line of text, plain as [`super::token::plain`] makes it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: usize,
    pub(super) text: Vec<u8>,
    pub(super) kind: Kind,
}

impl Line {
    /// To say where in it something is wrong.
    pub(super) fn place<'t>(&'t self, options: &'t Options) -> Place<'t> {
        Place { line: self.number, text: &self.text, options }
    }

    /// The row that it is.
    pub(super) fn row(&self) -> Option<Row> {
        match self.kind {
            Kind::Row(row) => Some(row),
            _ => None,
        }
    }

    /// How many cells it has as a row whose cells are these; 0 if it is none.
    pub(super) fn count(&self, way: Way) -> usize {
        self.row().map_or(0, |row| row.counts[way as usize])
    }
}

/// What a line can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing visible.
    Blank,
    /// A line of a drawing; one of dashes may be a row where others mark empty cells so.
    Rule,
    /// A row of cells.
    Row(Row),
    /// Letters, or nearly only letters: labels of regions, or words.
    Letters,
    /// No part of a drawing: a comment, a link, a puzzle with text beside it, or text.
    Text,
}

/// A row of cells, by each way to cut it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    /// By way: how many cells it has, 0 if it cannot be cut so.
    counts: [usize; Way::ALL.len()],
    /// How many cells it has if it can be a puzzle of its own.
    pub(super) puzzle: Option<usize>,
    /// Whether one of its cells is none.
    pub(super) has_slip: bool,
}

/// What the cells of a row are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Characters,
    Words,
    /// Places side by side between bars that stand equally far apart; blanks are empty cells.
    Tight,
    /// The same, with a blank between two places.
    Spaced,
    /// The same, with blanks around them too.
    Padded,
    /// What stands between delimiters.
    Fields,
    /// The same, where a delimiter ends each row.
    FieldsButLast,
}

impl Way {
    /// All, the likelier first.
    pub(super) const ALL: [Way; 7] = [
        Way::Characters,
        Way::Words,
        Way::Tight,
        Way::Spaced,
        Way::Padded,
        Way::Fields,
        Way::FieldsButLast,
    ];

    /// The cells of a row; none if it cannot be cut so.
    pub(super) fn cells(self, row: &[u8]) -> Vec<&[u8]> {
        let text = without_remark(row);
        match self {
            Way::Characters => words(text).into_iter().flat_map(characters).collect(),
            Way::Words => words(text),
            Way::Tight => places(text, 0, 1),
            Way::Spaced => places(text, 0, 2),
            Way::Padded => places(text, 1, 2),
            Way::Fields => fields(text).unwrap_or_default(),
            Way::FieldsButLast => {
                let mut fields = fields(text).unwrap_or_default();
                let last = fields.pop();
                if last.is_some_and(<[u8]>::is_empty) { fields } else { Vec::new() }
            }
        }
    }
}

/// The places between bars, the first of each part after a margin, each so far from the one before;
/// blank ones have no text.
fn places(row: &[u8], margin: usize, step: usize) -> Vec<&[u8]> {
    let inner = row.trim_ascii().strip_prefix(b"|").and_then(|row| row.strip_suffix(b"|"));
    let parts = || inner.unwrap_or_default().split(|&byte| byte == b'|');
    let width = parts().next().map_or(0, <[u8]>::len);
    let is_even = |part: &[u8]| {
        let mut others = (0..width).filter(|index| index % step != margin);
        part.len() == width && others.all(|index| part[index] == b' ')
    };
    if width % step != step - 1 || parts().nth(1).is_none() || !parts().all(is_even) {
        return Vec::new();
    }
    parts()
        .flat_map(|part| part[margin..].chunks(step))
        .map(|place| place[..1].trim_ascii())
        .collect()
}

impl Row {
    /// The row of this text, perhaps with a slip if it is none without.
    fn of(text: &[u8], options: &Options) -> Option<Row> {
        let counts = Way::ALL.map(|way| count(text, way, options));
        let has_slip = counts.iter().flatten().all(|(_, has_slip)| *has_slip);
        let kept = |(count, slip): (usize, bool)| (slip == has_slip).then_some(count);
        let row = Row {
            counts: counts.map(|count| count.and_then(kept).unwrap_or(0)),
            puzzle: None,
            has_slip,
        };
        row.counts.iter().any(|&count| count > 0).then_some(row)
    }

    /// Whether the two have as many cells, if these are cut in the same way.
    pub(super) fn shares_width(self, other: Row) -> bool {
        self.counts.iter().zip(other.counts).any(|(&count, other)| count > 0 && count == other)
    }
}

/// How many cells a row has where these are its cells, and whether some of them are none: one, or
/// digits above the side.
fn count(text: &[u8], way: Way, options: &Options) -> Option<(usize, bool)> {
    let cells = way.cells(text);
    let count = cells.len();
    let most = if way == Way::Characters { MOST_SIDE } else { usize::MAX };
    let is_side = match options.size {
        Some(size) => count == size.side(),
        // Larger ones are said to be too large.
        None => (4..=2 * Size::MAX_SIDE).contains(&count) || count > 4 && options.is_whole(count),
    };
    // Words of different lengths are no groups of letters.
    let is_ragged = way == Way::Characters
        && count > Size::NINE.side()
        && text.iter().any(|byte| byte.is_ascii_alphabetic() || *byte == b'+')
        && !words(without_remark(text)).iter().map(|word| word.len()).all_equal();
    if !is_side || count > most || is_ragged {
        return None;
    }
    let (right, wrong): (Vec<&[u8]>, Vec<&[u8]>) =
        cells.into_iter().partition(|cell| is_cell(cell, count, &options.symbols));
    let is_slip = wrong.len() < 2 || wrong.iter().all(|cell| matches!(cell, [b'0'..=b'9']));
    // A word among more cells than text has is a slip.
    let is_word = |cell: &&[u8]| {
        let mut pairs = cell.windows(2);
        count <= MOST_SIDE && pairs.any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
    };
    // A row holds each letter once at most, so that nine cells or more are none: else it is prose,
    // which has small letters.
    let is_letter = |cell: &&&[u8]| matches!(cell, [b'a'..=b'w' | b'y' | b'z']);
    let letters = right.iter().filter(is_letter).count();
    let are_short = right.iter().all(|cell| cell.len() < 2);
    let is_prose =
        are_short && letters > 0 && count < letters + 9 && options.symbols.reads_decimals();
    (is_slip && !wrong.iter().any(is_word) && !is_prose).then_some((count, !wrong.is_empty()))
}

/// What a plain line can be.
pub(super) fn kind(line: &[u8], options: &Options) -> Kind {
    let text = line.trim_ascii();
    let is_blank = text.is_empty() && line.iter().filter(|&&byte| byte == b'\t').count() < 3;
    match text {
        _ if is_blank => return Kind::Blank,
        _ if is_rule(line) => return Kind::Rule,
        [b'#' | b':', ..] | [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => return Kind::Text,
        _ if is_link(text) => return Kind::Text,
        _ => {}
    }
    let puzzle = whole(line, options).map(|cells| cells.len());
    let row = Row::of(line, options).filter(|row| puzzle.is_none() || !row.has_slip);
    match (puzzle, row) {
        // A puzzle with a name is no row, and one in groups only with bars.
        (Some(cells), Some(row))
            if row.counts.contains(&cells)
                || line.contains(&b'|') && row.counts[Way::Words as usize] > 0 =>
        {
            Kind::Row(Row { puzzle, ..row })
        }
        // Numbers of which the digits happen to be as many as a grid has cells.
        (Some(_), Some(row)) if row.counts[Way::Words as usize] > MOST_SIDE => Kind::Row(row),
        (Some(_), _) => Kind::Text,
        (None, Some(row)) => Kind::Row(row),
        (None, None) if are_letters(line, options) => Kind::Letters,
        (None, None) => Kind::Text,
    }
}

/// What a rule is among rows of which some mark empty cells by dashes.
pub(super) fn dashes(rule: &[u8], options: &Options) -> Kind {
    let is_row = rule.iter().all(|byte| b"-| \t".contains(byte));
    Row::of(rule, options).filter(|_| is_row).map_or(Kind::Rule, Kind::Row)
}

/// Whether a line may hold labels of regions, with one slip at most, and is no header.
fn are_letters(line: &[u8], options: &Options) -> bool {
    let words = words(line);
    if words.len() > 1 && matches!(Table::of_header(line, options), Some(Ok(_))) {
        return false;
    }
    let letters = words.concat();
    let slips = letters.iter().filter(|byte| !byte.is_ascii_alphabetic()).count();
    letters.len() >= 4 && slips <= 1 && words.iter().map(|word| word.len()).all_equal()
}
