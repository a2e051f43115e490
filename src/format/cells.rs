//! From the words of a text to the values and the candidates of cells.

use super::error::{Meaning, ParseError, ParseErrorKind, described, quoted};
use super::record::{Options, Record};
use super::symbols::{EMPTY_MARKS, MOST_SIDE, UNKNOWN};
use super::token::{Token, characters, decimal, is_missing};
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
    /// The error at the byte of this index.
    pub(super) fn error(&self, start: usize, kind: ParseErrorKind) -> ParseError {
        let start = start.min(self.text.len());
        ParseError { line: self.line, column: 1 + characters(&self.text[..start]), kind }
    }

    fn check_utf8(&self, cell: Token<'_>) -> Result<(), ParseError> {
        str::from_utf8(cell.text).map(|_| ()).map_err(|error| {
            let index = cell.start + error.valid_up_to();
            let kind = ParseErrorKind::expected(
                "UTF-8 text",
                format!("byte 0x{:02x} at byte {} of the line", self.text[index], 1 + index),
            );
            self.error(index, kind)
        })
    }

    /// The value of a cell, 0 if it is empty.
    pub(super) fn value(
        &self,
        cell: Token<'_>,
        side: usize,
        dashes: bool,
    ) -> Result<u16, ParseError> {
        let symbols = &self.options.symbols;
        let number = decimal(cell.text).filter(|_| symbols.reads_decimals());
        let largest_symbol = if side > MOST_SIDE { 0 } else { side };
        match (number, cell.text) {
            (_, b"-") if dashes => Ok(0),
            (_, text) if is_missing(text) => Ok(0),
            (Some(number), _) if number <= side => Ok(number as u16),
            (None, &[symbol]) if usize::from(symbols.value(symbol, side)) <= largest_symbol => {
                Ok(symbols.value(symbol, side).into())
            }
            _ => Err(self.not_a_digit(cell, side)),
        }
    }

    /// The candidates of a cell in a table: symbols, or decimals between slashes.
    fn candidates(
        &self,
        cell: Token<'_>,
        side: usize,
        by_decimal: bool,
    ) -> Result<DigitSet, ParseError> {
        if cell.text == b"!" {
            return Ok(DigitSet::EMPTY);
        }
        if is_missing(cell.text) || cell.text == b"-" {
            return Ok(DigitSet::all(side));
        }
        let mut set = DigitSet::EMPTY;
        let mut start = cell.start;
        for part in cell.text.split_inclusive(|byte| !by_decimal || *byte == b'/') {
            let text = if by_decimal { part.strip_suffix(b"/").unwrap_or(part) } else { part };
            let value = self.value(Token { text, start }, side, false)?;
            match Digit::new(value.into()) {
                Some(digit) => set.insert(digit),
                None if text.len() == cell.text.len() => return Ok(DigitSet::all(side)),
                None => return Err(self.not_a_digit(cell, side)),
            }
            start += part.len();
        }
        Ok(set)
    }

    /// The error for a cell that holds no value of the grid.
    fn not_a_digit(&self, cell: Token<'_>, side: usize) -> ParseError {
        if let Err(error) = self.check_utf8(cell) {
            return error;
        }
        let symbols = &self.options.symbols;
        let text = String::from_utf8_lossy(cell.text);
        let value =
            |found: char| u8::try_from(found).map_or(UNKNOWN, |byte| symbols.value(byte, side));
        let is_alone = text.chars().nth(1).is_none();
        let wrong = text.char_indices().find(|&(_, found)| is_alone || value(found) == UNKNOWN);
        match wrong {
            Some((at, found)) => {
                let above_side = (side <= MOST_SIDE && value(found) != UNKNOWN).then_some(side);
                let expected = symbols.describe(side);
                let kind = ParseErrorKind::expected(expected, described(found, above_side));
                self.error(cell.start + at, kind)
            }
            None => {
                let expected = match symbols.reads_decimals() && side > 9 {
                    true => format!("a number of 1 to {side}"),
                    false => "one symbol".to_owned(),
                };
                let expected = format!("{expected} in a cell");
                self.error(cell.start, ParseErrorKind::expected(expected, quoted(&text)))
            }
        }
    }
}

/// A cell of a text and its place.
pub(super) type Placed<'t> = (Place<'t>, Token<'t>);

/// Whether dashes mark the empty cells: several of them, and no other mark.
pub(super) fn has_dashes(cells: &[Placed<'_>]) -> bool {
    let is = |cell: &[u8], mark: u8| cell == [mark];
    cells.iter().filter(|(_, cell)| is(cell.text, b'-')).count() > 1
        && !cells.iter().any(|(_, cell)| EMPTY_MARKS.iter().any(|&mark| is(cell.text, mark)))
}

/// How sets of candidates are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sets {
    /// `12B`
    Symbols,
    /// `1/2/11`
    Decimals,
}

/// How cells are written if they are sets of candidates; `None` if each is a digit or empty.
fn sets(cells: &[Placed<'_>], side: usize, options: &Options) -> Option<Sets> {
    let symbols = &options.symbols;
    let words = || cells.iter().map(|(_, cell)| cell.text);
    let wide = || words().filter(|cell| characters(cell) > 1 && !is_missing(cell));
    let has_slash = wide().any(|cell| cell.contains(&b'/'));
    let is_marked = has_slash || words().any(|cell| cell == b"!");
    if !is_marked && wide().next().is_none() {
        return None;
    }
    // A cell of a table has its candidates; beside empty cells a number is too large.
    let is_empty =
        |cell: &[u8]| cell.is_empty() || matches!(cell, [mark] if symbols.value(*mark, side) == 0);
    if !is_marked && words().any(is_empty) {
        return None;
    }
    if has_slash {
        return Some(Sets::Decimals);
    }
    if !symbols.reads_decimals() || side <= 9 {
        let is_number_above = |cell: &[u8]| {
            decimal(cell).is_some() && cell.contains(&b'0') && symbols.value(b'0', side) == 0
        };
        return (is_marked || !wide().any(is_number_above)).then_some(Sets::Symbols);
    }
    let are_numbers = wide().all(|cell| decimal(cell).is_some_and(|number| number <= side));
    if symbols.needs_decimals(side) || is_marked && are_numbers {
        return is_marked.then_some(Sets::Decimals);
    }
    (!are_numbers).then_some(Sets::Symbols)
}

/// Whether a word may be one cell of a grid of this side: a digit, an empty cell, or candidates.
pub(super) fn is_cell(text: &[u8], side: usize, options: &Options) -> bool {
    let symbols = &options.symbols;
    let value = |byte: u8| usize::from(symbols.value(byte, side));
    let is_empty = matches!(text, [mark] if symbols.value(*mark, side) == 0);
    if is_missing(text) || is_empty || text == b"!" || text == b"-" {
        return true;
    }
    if symbols.reads_decimals()
        && decimal(text)
            .is_some_and(|number| number <= side && (side > 9 || number > 0 || text.len() == 1))
    {
        return true;
    }
    if text.contains(&b'/') {
        return text
            .split(|&byte| byte == b'/')
            .all(|part| decimal(part).is_some_and(|n| (1..=side).contains(&n)));
    }
    side <= MOST_SIDE
        && match text {
            [symbol] => value(*symbol) <= side,
            _ => {
                text.len() <= side
                    && text.iter().all(|&byte| (1..=side).contains(&value(byte)))
                    && (1..text.len()).all(|at| !text[..at].contains(&text[at]))
            }
        }
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
    let side = size.side();
    let first = cells.first().map_or(Place { line, text: b"", options }, |(place, _)| *place);
    if !options.symbols.reach(side) {
        let kind = ParseErrorKind::expected(
            format!("at least {side} symbols for a grid of side {side}"),
            format!("{}: {}", options.symbols.count(), options.symbols.alphabet()),
        );
        return Err(first.error(0, kind));
    }
    if let Some(sets) = sets(cells, side, options) {
        let (mut candidates, decimals) = (Candidates::all(size), sets == Sets::Decimals);
        for (cell, (place, token)) in size.cells().zip(cells) {
            candidates[cell] = place.candidates(*token, side, decimals)?;
        }
        return Ok(Record { decimals, ..Record::of_candidates(candidates, line) });
    }
    let dashes = has_dashes(cells);
    let values = cells.iter().map(|(place, cell)| place.value(*cell, side, dashes));
    let grid = Grid::from_values(size, values.collect::<Result<Vec<u16>, _>>()?)
        .expect("as many values as cells, none too large");
    check_zero(cells, side, options).map_err(|kind| first.error(0, kind))?;
    let decimals = cells.iter().any(|(_, cell)| cell.text.len() > 1 && !is_missing(cell.text));
    Ok(Record { decimals, ..Record::new(grid, line) })
}

/// `0` beside letters: an empty cell, or the first of the digits?
fn check_zero(cells: &[Placed<'_>], side: usize, options: &Options) -> Result<(), ParseErrorKind> {
    if side <= 9 || side > 35 || !options.symbols.reads_decimals() {
        return Ok(());
    }
    let (mut zero, mut other) = (false, false);
    for (_, cell) in cells {
        let [symbol] = *cell.text else { return Ok(()) };
        let value = usize::from(options.symbols.value(symbol, side));
        if value == side {
            return Ok(());
        }
        zero |= symbol == b'0';
        other |= symbol != b'0' && !(1..=9).contains(&value);
    }
    if !(zero && other) {
        return Ok(());
    }
    let symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    Err(ParseErrorKind::Ambiguous {
        found: "'0' beside letters or other empty cells",
        first: Meaning::Symbols { what: "the lowest digit", alphabet: &symbols[..side] },
        second: Meaning::Symbols { what: "an empty cell", alphabet: &symbols[1..=side] },
    })
}

/// The size whose number of cells is nearest, the smaller of two.
pub(super) fn nearest_size(cells: usize) -> Size {
    let sizes = (1..=Size::MAX_SIDE).filter_map(Size::from_side);
    sizes.min_by_key(|size| size.cell_count().abs_diff(cells)).unwrap_or(Size::NINE)
}
