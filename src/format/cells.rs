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
        let symbols = &self.options.symbols;
        let is_symbol =
            |part: &[u8]| matches!(part, [byte] if symbols.value(*byte, side) != UNKNOWN);
        let is_alone = characters(cell).nth(1).is_none();
        let part = characters(cell).find(|part| is_alone || !is_symbol(part));
        let found = match part.map(str::from_utf8) {
            Some(Ok(text)) => {
                let above_side = (side <= MOST_SIDE && part.is_some_and(is_symbol)).then_some(side);
                described(text.chars().next().unwrap_or_default(), above_side)
            }
            Some(Err(_)) => "a byte that is not UTF-8".to_owned(),
            None => quoted(&String::from_utf8_lossy(cell)),
        };
        let kind = ParseErrorKind::expected(symbols.describe(side), found);
        self.error(part.unwrap_or(cell), kind)
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
    let value = |cell: &[u8]| match cell {
        b"-" if dashes => Some(0),
        _ => value(cell, side, symbols),
    };
    let wrong = |(place, cell): &Placed<'_>| place.not_a_digit(cell, side);
    let any = |is_so: &dyn Fn(&[u8]) -> bool| cells.iter().any(|(_, cell)| is_so(cell));
    // A cell of a table has its candidates: beside empty cells a number is too large.
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
        return Ok(Record { decimals: has_slash, ..Record::of_candidates(candidates, line) });
    }
    let values = cells.iter().map(|placed| value(placed.1).ok_or_else(|| wrong(placed)));
    let values = values.collect::<Result<Vec<u16>, _>>()?;
    let grid = Grid::from_values(size, values).expect("as many values as cells, none too large");
    check_zero(cells, side, options).map_err(at_start)?;
    let decimals = any(&|cell| cell.len() > 1 && !is_missing(cell));
    Ok(Record { decimals, ..Record::new(grid, line) })
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
    let boxless = || (side <= Size::MAX_SIDE).then(|| Size::without_boxes(side));
    options.size_of_side(side).or_else(boxless).ok_or_else(|| {
        let expected = format!("a side of at most {}", Size::MAX_SIDE);
        ParseErrorKind::expected(expected, side.to_string())
    })
}
