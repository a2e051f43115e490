//! From the words of a text to the values and the candidates of cells.

use itertools::Itertools;

use super::error::{ParseError, ParseErrorKind, described, quoted};
use super::record::{Options, Record};
use super::symbols::{EMPTY_MARKS, MOST_SIDE, Symbols, UNKNOWN};
use super::token::{characters, decimal, end_of, is_missing, start_of};
use crate::grid::{Candidates, Digit, DigitSet, Grid, Size};

/// A line, to say where in it something is wrong.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    /// Its number, from 1.
    pub(super) line: usize,
    pub(super) text: &'t [u8],
    pub(super) options: &'t Options,
}

impl Place<'_> {
    /// The error at a part of the line.
    pub(super) fn error(&self, part: &[u8], kind: ParseErrorKind) -> ParseError {
        let before = &self.text[..start_of(self.text, part)];
        ParseError { line: self.line, column: 1 + characters(before).count(), kind }
    }

    /// The error for a cell that holds no value of the grid.
    fn not_a_digit(&self, cell: &[u8], side: usize) -> ParseError {
        if let Err(error) = str::from_utf8(cell) {
            let wrong = &cell[error.valid_up_to()..];
            let at = 1 + start_of(self.text, wrong);
            let found = format!("byte 0x{:02x} at byte {at} of the line", wrong[0]);
            return self.error(wrong, ParseErrorKind::expected("UTF-8 text", found));
        }
        let symbols = &self.options.symbols;
        let is_symbol =
            |part: &[u8]| matches!(part, [byte] if symbols.value(*byte, side) != UNKNOWN);
        let is_alone = characters(cell).nth(1).is_none();
        match characters(cell).find(|part| is_alone || !is_symbol(part)) {
            Some(part) => {
                let above_side = (side <= MOST_SIDE && is_symbol(part)).then_some(side);
                let found = String::from_utf8_lossy(part).chars().next().unwrap_or_default();
                let found = described(found, above_side);
                self.error(part, ParseErrorKind::expected(symbols.describe(side), found))
            }
            None => {
                let expected = match symbols.reads_decimals() && side > 9 {
                    true => format!("a number of 1 to {side} in a cell"),
                    false => "one symbol in a cell".to_owned(),
                };
                let found = quoted(&String::from_utf8_lossy(cell));
                self.error(cell, ParseErrorKind::expected(expected, found))
            }
        }
    }
}

/// The value of a cell, 0 if it is empty; `None` if it is no digit up to the side.
fn value(cell: &[u8], side: usize, symbols: &Symbols) -> Option<u16> {
    if is_missing(cell) {
        return Some(0);
    }
    if let Some(number) = decimal(cell).filter(|_| symbols.reads_decimals()) {
        // Several zeros are several empty cells.
        let is_one = number > 0 || cell.len() == 1 || side > 9;
        return (number <= side && is_one).then_some(number as u16);
    }
    let [symbol] = cell else { return None };
    let largest = if side > MOST_SIDE { 0 } else { side };
    Some(symbols.value(*symbol, side).into()).filter(|&value| usize::from(value) <= largest)
}

/// The digits of a cell of a table of candidates: symbols, or numbers between slashes. `None` if
/// they are none, or one stands twice.
fn set(cell: &[u8], side: usize, symbols: &Symbols, are_numbers: bool) -> Option<DigitSet> {
    let mut set = DigitSet::EMPTY;
    match cell {
        b"!" => return Some(set),
        b"-" => return Some(DigitSet::all(side)),
        _ if value(cell, side, symbols) == Some(0) => return Some(DigitSet::all(side)),
        _ => {}
    }
    let parts = cell.split_inclusive(|byte| !are_numbers || *byte == b'/');
    for part in parts {
        let part = if are_numbers { part.strip_suffix(b"/").unwrap_or(part) } else { part };
        let digit = Digit::new(value(part, side, symbols)?.into())?;
        if set.contains(digit) {
            return None;
        }
        set.insert(digit);
    }
    Some(set)
}

/// Whether a word may be one cell of a grid of this side: a digit, an empty cell, or candidates.
pub(super) fn is_cell(text: &[u8], side: usize, symbols: &Symbols) -> bool {
    text == b"-"
        || value(text, side, symbols).is_some()
        || [false, true].into_iter().any(|numbers| set(text, side, symbols, numbers).is_some())
}

/// A cell of a text and its place.
pub(super) type Placed<'t> = (Place<'t>, &'t [u8]);

/// Whether dashes mark the empty cells: several of them, and no other mark.
fn has_dashes(cells: &[Placed<'_>]) -> bool {
    let is_mark = |cell: &[u8]| matches!(cell, [mark] if EMPTY_MARKS.contains(mark));
    cells.iter().filter(|(_, cell)| *cell == b"-").count() > 1
        && !cells.iter().any(|(_, cell)| is_mark(cell))
}

/// Signs between cells are other rules, brackets around some of them too: `5 > 3 (2)`.
fn check_gaps(cells: &[Placed<'_>]) -> Result<(), ParseError> {
    let pairs = cells.iter().tuple_windows().filter(|(cell, next)| cell.0.line == next.0.line);
    for ((place @ Place { text, .. }, cell), (_, next)) in pairs {
        let gap = text.get(end_of(text, cell)..start_of(text, next)).unwrap_or_default();
        let count = |marks: &[u8]| gap.iter().filter(|byte| marks.contains(byte)).count();
        if count(b"<>=") > 0 || count(b"([{") != count(b")]}") {
            let found = quoted(&String::from_utf8_lossy(gap.trim_ascii()));
            return Err(place.error(gap, ParseErrorKind::expected("nothing but cells", found)));
        }
    }
    Ok(())
}

/// The grid of these cells, or its candidates.
///
/// # Errors
/// The first cell that is none.
pub(super) fn grid<'t>(
    cells: &[Placed<'t>],
    size: Size,
    line: usize,
    options: &'t Options,
) -> Result<Record, ParseError> {
    check_gaps(cells)?;
    let (side, symbols) = (size.side(), &options.symbols);
    let at_start = |kind: ParseErrorKind| match cells.first() {
        Some((place, cell)) => place.error(cell, kind),
        None => kind.in_line(line),
    };
    if !symbols.reach(side) {
        let kind = ParseErrorKind::expected(
            format!("at least {side} symbols for a grid of side {side}"),
            format!("{}: {}", symbols.count(), symbols.alphabet),
        );
        return Err(at_start(kind));
    }
    let dashes = has_dashes(cells);
    let wrong = |(place, cell): &Placed<'_>| place.not_a_digit(cell, side);
    let values = cells.iter().map(|placed| match placed.1 {
        b"-" if dashes => Ok(0),
        cell => value(cell, side, symbols).ok_or_else(|| wrong(placed)),
    });
    let values = match values.collect::<Result<Vec<u16>, _>>() {
        Ok(values) => values,
        Err(error) => {
            // What fits worse is not what was meant.
            let place = |error: &ParseError| (error.line, error.column);
            let is_better = |other: &Result<Record, ParseError>| {
                other.as_ref().err().is_none_or(|other| place(other) > place(&error))
            };
            let sets = candidates(cells, size, line, options).filter(is_better);
            return sets.unwrap_or(Err(error));
        }
    };
    let grid = Grid::from_values(size, values).expect("as many values as cells, none too large");
    check_zero(cells, side, options).map_err(at_start)?;
    let decimals = cells.iter().any(|(_, cell)| cell.len() > 1 && !is_missing(cell));
    Ok(Record { decimals, ..Record::new(grid, line) })
}

/// The candidates of cells that are not all digits; `None` if they are no sets of digits. A cell of
/// a table has its candidates: beside empty cells a number is too large.
fn candidates(
    cells: &[Placed<'_>],
    size: Size,
    line: usize,
    options: &Options,
) -> Option<Result<Record, ParseError>> {
    let (side, symbols) = (size.side(), &options.symbols);
    let words = || cells.iter().map(|(_, cell)| *cell);
    let mut wide = words().filter(|cell| cell.len() > 1 && !is_missing(cell)).peekable();
    let has_slash = words().any(|cell| cell.len() > 1 && cell.contains(&b'/'));
    let is_marked = has_slash || words().any(|cell| cell == b"!");
    let has_empty = words().any(|cell| value(cell, side, symbols) == Some(0));
    if !is_marked && (wide.peek().is_none() || has_empty || symbols.needs_decimals(side)) {
        return None;
    }
    let is_number = |cell: &[u8]| decimal(cell).is_some_and(|number| number <= side);
    let decimals = has_slash || symbols.reads_decimals() && side > 9 && wide.all(is_number);
    let mut candidates = Candidates::none(size);
    for (cell, (place, text)) in size.cells().zip(cells) {
        match set(text, side, symbols, decimals) {
            Some(set) => candidates[cell] = set,
            None => return Some(Err(place.not_a_digit(text, side))),
        }
    }
    Some(Ok(Record { decimals, ..Record::of_candidates(candidates, line) }))
}

/// `0` beside letters: an empty cell, or the first of the digits?
fn check_zero(cells: &[Placed<'_>], side: usize, options: &Options) -> Result<(), ParseErrorKind> {
    if !(10..=35).contains(&side) || !options.symbols.reads_decimals() {
        return Ok(());
    }
    let (mut zero, mut other) = (false, false);
    for (_, cell) in cells {
        let [symbol] = **cell else { return Ok(()) };
        match usize::from(options.symbols.value(symbol, side)) {
            _ if symbol == b'0' => zero = true,
            1..=9 => {}
            value if value == side => return Ok(()),
            _ => other = true,
        }
    }
    if !(zero && other) {
        return Ok(());
    }
    let symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    Err(ParseErrorKind::Zero { digit: &symbols[..side], empty: &symbols[1..=side] })
}

/// The size whose number of cells is nearest, the smaller of two.
pub(super) fn nearest_size(cells: usize) -> Size {
    let sizes = (1..=Size::MAX_SIDE).filter_map(Size::from_side);
    sizes.min_by_key(|size| size.cell_count().abs_diff(cells)).unwrap_or(Size::NINE)
}

/// The size of a grid of this side, without boxes if none fit.
///
/// # Errors
/// If the side is too large.
pub(super) fn size_of_side(side: usize, options: &Options) -> Result<Size, ParseErrorKind> {
    match options.size_of_side(side) {
        Some(size) => Ok(size),
        None if side <= Size::MAX_SIDE => Ok(Size::without_boxes(side)),
        None => {
            let expected = format!("a side of at most {}", Size::MAX_SIDE);
            Err(ParseErrorKind::expected(expected, side.to_string()))
        }
    }
}
