//! Reads the words of a text as the values or the candidates of cells, or as the labels of regions.

use std::str::FromStr;

use itertools::Itertools;

use super::error::{ParseError, ParseErrorKind, described, quoted};
use super::record::{Options, Record};
use super::token::{
    Way, characters, decimal, end_of, is_empty_mark, is_missing, is_rule, plain, start_of, words,
};
use crate::grid::{Candidates, Digit, DigitSet, Grid, MOST_SIDE, Size, Symbols, UNKNOWN};
use crate::rules::{RegionLabel, Regions, RegionsError};

/// A line of the input, with which an error can name the place that is wrong.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    /// The number of the line, from 1.
    pub(super) line: usize,
    pub(super) text: &'t [u8],
    pub(super) options: &'t Options,
}

impl<'t> Place<'t> {
    /// Cells from parts of the line.
    pub(super) fn cells(self, parts: impl IntoIterator<Item = &'t [u8]>) -> Vec<Placed<'t>> {
        parts.into_iter().map(|cell| (self, cell)).collect()
    }

    /// An error whose place is this part of the line.
    pub(super) fn error(&self, part: &[u8], kind: ParseErrorKind) -> ParseError {
        let before = &self.text[..start_of(self.text, part)];
        ParseError { line: self.line, column: 1 + characters(before).count(), kind }
    }

    /// An error whose place is this part of the line, with the texts of what was expected and
    /// found.
    pub(super) fn expected(
        &self,
        part: &[u8],
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> ParseError {
        self.error(part, ParseErrorKind::expected(expected, found))
    }

    /// The error for a cell whose text is not a value of the grid.
    pub(super) fn not_a_digit(&self, cell: &[u8], side: usize) -> ParseError {
        let symbols = &self.options.symbols;
        let is_symbol =
            |part: &[u8]| matches!(part, [byte] if symbols.value(*byte, side) != UNKNOWN);
        let is_number = cell.strip_prefix(b"-").and_then(decimal).is_some();
        let part = characters(cell).find(|part| !is_number && !is_symbol(part)).unwrap_or(cell);
        let found = match str::from_utf8(part).map(|text| text.chars().exactly_one()) {
            Ok(Ok(symbol)) => described(symbol),
            Ok(Err(_)) => quoted(&String::from_utf8_lossy(cell)),
            Err(_) => "a byte that is not UTF-8".to_owned(),
        };
        self.expected(part, symbols.describe(side), found)
    }
}

/// The value of a cell, 0 if the cell is empty; `None` if the text is neither empty nor a digit up
/// to the side.
fn value(cell: &[u8], side: usize, symbols: &Symbols) -> Option<u16> {
    if is_missing(cell) {
        return Some(0);
    }
    if let Some(number) = decimal(cell).filter(|_| symbols.reads_decimals()) {
        return (number <= side).then_some(number as u16);
    }
    let [symbol] = cell else { return None };
    let largest = if side > MOST_SIDE { 0 } else { side };
    Some(symbols.value(*symbol, side).into()).filter(|&value| usize::from(value) <= largest)
}

/// The digits of a cell of a table of candidates: symbols, or numbers between slashes. `None` if
/// the text is something else, or if the digits do not ascend: 32 and 64 are numbers of other
/// programs, not candidates.
fn set(cell: &[u8], side: usize, symbols: &Symbols, are_numbers: bool) -> Option<DigitSet> {
    if cell == b"!" {
        return Some(DigitSet::EMPTY);
    }
    if cell == b"-" || value(cell, side, symbols) == Some(0) {
        return Some(DigitSet::all(side));
    }
    let goes_on = |byte: &u8, _: &u8| are_numbers && *byte != b'/';
    let parts = cell.chunk_by(goes_on).map(|part| part.strip_suffix(b"/").unwrap_or(part));
    let digit = |part| Digit::new(value(part, side, symbols)?.into());
    let digits: Option<Vec<Digit>> = parts.map(digit).collect();
    digits.filter(|digits| digits.is_sorted_by(|a, b| a < b)).map(DigitSet::from_iter)
}

/// Whether a word can be one cell of a grid of this side: a digit, an empty cell, or candidates.
pub(super) fn is_cell(text: &[u8], side: usize, symbols: &Symbols) -> bool {
    text == b"-"
        || value(text, side, symbols).is_some()
        || [false, true].into_iter().any(|numbers| set(text, side, symbols, numbers).is_some())
}

/// A cell as text, and the line that contains it.
pub(super) type Placed<'t> = (Place<'t>, &'t [u8]);

/// An error if there are signs between cells or brackets around some of the cells, since they mean
/// other rules: `5 > 3 (2)`.
fn check_gaps(cells: &[Placed<'_>]) -> Result<(), ParseError> {
    let pairs = cells.iter().tuple_windows().filter(|(cell, next)| cell.0.line == next.0.line);
    for ((place @ Place { text, .. }, cell), (_, next)) in pairs {
        let gap = text.get(end_of(text, cell)..start_of(text, next)).unwrap_or_default();
        let count = |marks: &[u8]| gap.iter().filter(|byte| marks.contains(byte)).count();
        if count(b"<>=") > 0 || count(b"([{") != count(b")]}") {
            let found = quoted(&String::from_utf8_lossy(gap.trim_ascii()));
            return Err(place.expected(gap, "nothing but cells", found));
        }
    }
    Ok(())
}

/// The grid or the table of candidates that these cells form; an error at the first text that
/// cannot be a cell.
pub(super) fn grid(cells: &[Placed<'_>], size: Size) -> Result<Record, ParseError> {
    check_gaps(cells)?;
    let (place, first) = cells[0];
    let (side, symbols) = (size.side(), &place.options.symbols);
    if symbols.needs_decimals(side) && !symbols.reads_decimals() {
        let expected = format!("at least {side} symbols for a grid of side {side}");
        let found = format!("{}: {}", symbols.count(), symbols.alphabet);
        return Err(place.expected(first, expected, found));
    }
    let any = |is_so: &dyn Fn(&[u8]) -> bool| cells.iter().any(|(_, cell)| is_so(cell));
    // Dashes are empty cells if there are several dashes and no other empty marks.
    let dashes = cells.iter().filter(|(_, cell)| *cell == b"-").count() > 1 && !any(&is_empty_mark);
    let value = |cell: &[u8]| match cell {
        b"-" if dashes => Some(0),
        _ => value(cell, side, symbols),
    };
    let wrong = |(place, cell): &Placed<'_>| place.not_a_digit(cell, side);
    // A table of candidates has no empty cells: if there are empty cells, a text of several digits
    // is a number, which is too large.
    let has_slash = any(&|cell| cell.len() > 1 && cell.contains(&b'/'));
    let has_sets = any(&|cell| cell.len() > 1 && value(cell).is_none())
        && !any(&|cell| value(cell) == Some(0))
        && !symbols.needs_decimals(side);
    if has_slash || has_sets || any(&|cell| cell == b"!") {
        let mut candidates = Candidates::none(size);
        for (cell, placed) in size.cells().zip(cells) {
            let set = set(placed.1, side, symbols, has_slash);
            candidates[cell] = set.ok_or_else(|| wrong(placed))?;
        }
        return Ok(Record { decimals: has_slash, ..Record::of_candidates(candidates, place.line) });
    }
    let values = cells.iter().map(|placed| value(placed.1).ok_or_else(|| wrong(placed)));
    let values = values.collect::<Result<Vec<u16>, _>>()?;
    let grid = Grid::from_values(size, values).expect("as many values as cells, none too large");
    // If there are letters too, `0` can be an empty cell or the first of the digits.
    let symbol = |cell: &[u8]| usize::from(symbols.value(cell[0], side));
    let is_unclear = (10..=35).contains(&side)
        && symbols.reads_decimals()
        && !any(&|cell| cell.len() != 1 || cell != b"0" && symbol(cell) == side)
        && any(&|cell| cell == b"0")
        && any(&|cell| cell != b"0" && !(1..10).contains(&symbol(cell)));
    if is_unclear {
        return Err(place.error(first, ParseErrorKind::Zero(side)));
    }
    let decimals = any(&|cell| cell.len() > 1 && !is_missing(cell));
    Ok(Record { decimals, ..Record::new(grid, place.line) })
}

/// Reads one label for each cell, row by row; blanks between labels are allowed. `#` begins a
/// comment. `/` ends a row like a line end, and errors count these rows as lines.
impl FromStr for Regions {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Regions, ParseError> {
        let text = text.trim_start_matches('\u{feff}').split(['\n', '/']);
        let text = text.map(|line| line.split('#').next().unwrap_or_default());
        let lines = (1..).zip(text.map(|line| plain(line.as_bytes()))).collect_vec();
        let lines = lines.iter().filter(|(_, text)| !is_rule(text));
        let all = lines.clone().flat_map(|(_, text)| words(text)).collect_vec();
        // One to three words are not labels, but rows of labels.
        let are_words = all.len() > 3 && are_labels(&all, all.len());
        let way = if are_words { Way::Words } else { Way::Characters };
        let options = &Options::default();
        let rows =
            lines.map(|(line, text)| Place { line: *line, text, options }.cells(way.cut(text)));
        regions(&rows.filter(|row| !row.is_empty()).collect_vec())
    }
}

/// The regions that rows of labels define, or one row with all labels; an error with its place if
/// they define none.
pub(super) fn regions(rows: &[Vec<Placed<'_>>]) -> Result<Regions, ParseError> {
    let cells = rows.concat();
    let wrong = |index: usize, error: RegionsError| match cells.get(index) {
        Some((place, label)) => place.error(label, error.into()),
        None => ParseErrorKind::from(error).in_line(1),
    };
    let label = |index: usize| {
        let label = String::from_utf8_lossy(cells[index].1).parse();
        label.map_err(|error| wrong(index, error))
    };
    let labels = (0..cells.len()).map(label).collect::<Result<Vec<RegionLabel>, _>>()?;
    let expected = rows.first().map_or(0, Vec::len).max(rows.len());
    let is_other = |row: &Vec<Placed<'_>>| rows.len() > 1 && row.len() != expected;
    if let Some(index) = rows.iter().position(is_other) {
        let (row, found) = (index + 1, rows[index].len());
        let message = format!("expected {expected} region labels in row {row}, found {found}");
        return Err(wrong(index * expected, RegionsError::new(message)));
    }
    Regions::new(labels.clone()).map_err(|error| {
        let first = labels.iter().position(|label| Some(*label) == error.region);
        wrong(first.unwrap_or(0), error)
    })
}

/// Whether a word looks like the regions of a grid of `cells` cells, written without blanks: it
/// consists of letters except for at most two other characters; it has at most as many different
/// letters as the grid has rows; and it has at least half as many characters as the grid has cells.
pub(super) fn is_of_letters(word: &[u8], cells: usize) -> bool {
    let mut letters: Vec<u8> = word.iter().copied().filter(u8::is_ascii_alphabetic).collect();
    let is_slip = |byte: &&u8| !byte.is_ascii_alphabetic() && **byte != b'/';
    let slips = word.iter().filter(is_slip).count();
    letters.sort_unstable();
    letters.dedup();
    word.len() >= 16.max(cells / 2) && slips <= 2 && letters.len() <= cells.isqrt()
}

/// Whether words look like labels of regions: each word is a letter or a short number, and there
/// are as many words as cells.
pub(super) fn are_labels(words: &[&[u8]], cells: usize) -> bool {
    let is_letter = |word: &[u8]| matches!(word, [letter] if letter.is_ascii_alphabetic());
    let is_number = |word: &[u8]| word.len() <= 3 && decimal(word).is_some();
    words.len() == cells && words.iter().all(|word| is_letter(word) || is_number(word))
}

/// Whether digits look like the labels of regions: many equal digits are neighbours, also in rows,
/// which never happens in a solution; and nearly all digits occur about equally often.
pub(super) fn are_like_regions(grid: &Grid) -> bool {
    let (values, side) = (grid.values(), grid.size().side());
    let is_equal = |(value, next): &(&u16, &u16)| **value > 0 && value == next;
    let equal = |step: usize| values.iter().zip(&values[step..]).filter(is_equal).count();
    let is_often = |count: &usize| count.abs_diff(side) < 3;
    equal(1) > 0
        && 2 * (equal(1) + equal(side)) >= side * (side - 1)
        && values.iter().counts().values().filter(|count| is_often(count)).count() + 1 >= side
}
