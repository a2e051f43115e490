//! What one line can be, given nothing but itself and the options.

use itertools::Itertools;

use super::cells::{Place, is_cell};
use super::line::whole;
use super::link::is_link;
use super::record::Options;
use super::symbols::{MOST_SIDE, Symbols};
use super::token::{Token, before_remark, cells_of, fields, is_of_dashes, is_rule, tokens};
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
    /// A line of a drawing.
    Rule,
    /// So many dashes: a rule, or a row where others mark empty cells so.
    Dashes(usize),
    /// A row of cells.
    Row(Row),
    /// So many letters, or nearly only letters: labels of regions, or words.
    Letters(usize),
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
    pub(super) fn cells<'t>(self, row: &'t [u8], symbols: &Symbols) -> Vec<Token<'t>> {
        let text = &row[..before_remark(row)];
        match self {
            Way::Characters => tokens(text, symbols).into_iter().flat_map(cells_of).collect(),
            Way::Words => tokens(text, symbols),
            Way::Tight => places(text, 0, 1),
            Way::Spaced => places(text, 0, 2),
            Way::Padded => places(text, 1, 2),
            Way::Fields => fields(text).unwrap_or_default(),
            Way::FieldsButLast => {
                let mut fields = fields(text).unwrap_or_default();
                let last = fields.pop();
                if last.is_some_and(|last| last.text.is_empty()) { fields } else { Vec::new() }
            }
        }
    }
}

/// The places between bars, the first of each part after a margin, each so far from the one before;
/// blank ones have no text.
fn places(row: &[u8], margin: usize, step: usize) -> Vec<Token<'_>> {
    let start = row.len() - row.trim_ascii_start().len() + 1;
    let bar = |text: &'_ [u8]| text.len() > 1 && text.starts_with(b"|") && text.ends_with(b"|");
    let Some(inner) =
        Some(row.trim_ascii()).filter(|row| bar(row)).map(|row| &row[1..row.len() - 1])
    else {
        return Vec::new();
    };
    let widths = || inner.split(|&byte| byte == b'|').map(<[u8]>::len);
    let width = widths().next().unwrap_or(0);
    if width % step != step - 1 || widths().count() < 2 || !widths().all_equal() {
        return Vec::new();
    }
    let place =
        |index: usize| Token { text: inner[index..=index].trim_ascii(), start: start + index };
    let is_place = |index: &usize| {
        let offset = index % (width + 1);
        offset < width && offset % step == margin
    };
    let is_bar = |index: usize| index % (width + 1) == width;
    let mut others = (0..inner.len()).filter(|index| !is_place(index) && !is_bar(*index));
    if others.any(|index| inner[index] != b' ') {
        return Vec::new();
    }
    (0..inner.len()).filter(is_place).map(place).collect()
}

impl Row {
    /// A row of this text; `None` if it is none even with so many slips.
    fn of(text: &[u8], slips: usize, options: &Options) -> Option<Row> {
        let counts = Way::ALL.map(|way| count(text, way, slips, options));
        let row = Row { counts, puzzle: None, has_slip: slips > 0 };
        counts.iter().any(|&count| count > 0).then_some(row)
    }
}

/// How many cells a row has where these are its cells; 0 if more of them are none than may be.
fn count(text: &[u8], way: Way, slips: usize, options: &Options) -> usize {
    let cells = way.cells(text, &options.symbols);
    let count = cells.len();
    let most = if way == Way::Characters { MOST_SIDE } else { usize::MAX };
    let is_side = match options.size {
        Some(size) => count == size.side(),
        // Larger ones are said to be too large.
        None => (4..=2 * Size::MAX_SIDE).contains(&count) || count > 4 && options.is_whole(count),
    };
    if !is_side || count > most {
        return 0;
    }
    let (right, wrong): (Vec<_>, Vec<_>) =
        cells.into_iter().partition(|cell| is_cell(cell.text, count, options));
    // Digits above the side change no width.
    let are_digits = wrong.iter().all(|cell| matches!(cell.text, [b'0'..=b'9']));
    // A word among more cells than text has is a slip.
    let is_word = |cell: &Token<'_>| {
        count <= MOST_SIDE
            && cell.text.windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
    };
    // A row holds each letter once at most, so that nine cells or more are none: else it is prose,
    // which has small letters.
    let is_letter = |cell: &&Token<'_>| matches!(cell.text, [b'a'..=b'w' | b'y' | b'z']);
    let letters = right.iter().filter(is_letter).count();
    let are_short = right.iter().all(|cell| cell.text.len() < 2);
    let is_prose =
        are_short && letters > 0 && count < letters + 9 && options.symbols.reads_decimals();
    if wrong.len() > slips && !(slips > 0 && are_digits) || wrong.iter().any(is_word) || is_prose {
        0
    } else {
        count
    }
}

/// What a plain line can be.
pub(super) fn kind(line: &[u8], options: &Options) -> Kind {
    let text = line.trim_ascii();
    let is_blank = text.is_empty() && line.iter().filter(|&&byte| byte == b'\t').count() < 3;
    match text {
        _ if is_blank => return Kind::Blank,
        _ if is_of_dashes(line) && is_rule(line) => {
            return Kind::Dashes(line.iter().filter(|&&byte| byte == b'-').count());
        }
        _ if is_rule(line) => return Kind::Rule,
        [b'#' | b':', ..] | [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => return Kind::Text,
        _ if is_link(text) => return Kind::Text,
        _ => {}
    }
    let puzzle = whole(line, options).map(|cells| cells.len());
    match (puzzle, Row::of(line, 0, options)) {
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
        (None, None) => match Row::of(line, 1, options) {
            Some(row) => Kind::Row(row),
            None => letters(line, options).map_or(Kind::Text, Kind::Letters),
        },
    }
}

/// How many labels a line of letters has; `None` if it is no such line.
fn letters(line: &[u8], options: &Options) -> Option<usize> {
    let words = tokens(line, &options.symbols);
    let count: usize = words.iter().map(|word| cells_of(*word).count()).sum();
    let all = || words.iter().flat_map(|word| word.text);
    let slips = all().filter(|byte| !byte.is_ascii_alphabetic()).count();
    let are_equal = words.iter().map(|word| word.text.len()).all_equal();
    (count >= 4 && slips <= 1 && are_equal).then_some(count)
}

impl Kind {
    /// What dashes are, where it is known whether they mark empty cells.
    pub(super) fn settled(self, dashes_are_cells: bool) -> Kind {
        let Kind::Dashes(count) = self else { return self };
        let mut row = Row::default();
        row.counts[Way::Characters as usize] = count;
        if dashes_are_cells { Kind::Row(row) } else { Kind::Rule }
    }
}
