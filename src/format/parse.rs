//! From the text of one puzzle to its grid.

use itertools::Either;

use super::error::{Found, ParseError, ParseErrorKind};
use super::lines::LINE_LIMIT;
use super::shape::{
    Line, Reading, RowLengths, Shape, Token, characters, decimal, ends_cells, is_separator,
    is_whole, tokens,
};
use super::split::{Layout, RawRecord};
use super::symbols::UNKNOWN;
use super::{Options, Record};
use crate::grid::{Candidates, Digit, DigitSet, Grid, Size};

/// Reads one puzzle. Needs nothing but its arguments, so any thread can do it.
///
/// # Errors
/// [`ParseError`] with the first place where the text is not a puzzle.
pub fn parse_record<'t>(raw: RawRecord<'t>, options: &Options) -> Result<Record<'t>, ParseError> {
    match raw.layout {
        Layout::Line => match common_line(raw, options) {
            Some(record) => Ok(record),
            None => parse_line(raw, options),
        },
        Layout::Rows => {
            let grid = parse_rows(raw, options)?;
            Ok(Record { grid, comment: None, line: raw.line })
        }
        Layout::TooLong => Err(ParseError {
            line: raw.line,
            column: 1 + LINE_LIMIT,
            kind: ParseErrorKind::LineTooLong { limit: LINE_LIMIT },
        }),
        Layout::Utf16 => Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::Utf16 }),
    }
}

/// Reads one puzzle or one table of candidates, as [`super::write_candidates`] writes it. In a
/// puzzle each empty cell may hold every digit.
///
/// In a table a cell holds the symbols of its candidates (`237`), or their decimals between
/// slashes where the side has no symbols (`2/3/36`), an empty mark for all of them, `!` for none.
///
/// # Errors
/// [`ParseError`] with the first place where the text is neither.
pub fn parse_candidates(raw: RawRecord<'_>, options: &Options) -> Result<Candidates, ParseError> {
    match raw.layout {
        Layout::Rows => {}
        // The only row of its grid.
        Layout::Line if options.size.is_some_and(|size| size.side() == 1) => {}
        _ => return parse_record(raw, options).map(|record| Candidates::from_grid(&record.grid)),
    }
    let mut sets = Vec::new();
    let size = each_cell(raw, options, |place, token, side| {
        sets.push(place.candidates(token, side)?);
        Ok(())
    })?;
    let mut candidates = Candidates::all(size);
    size.cells().zip(sets).for_each(|(cell, set)| candidates[cell] = set);
    Ok(candidates)
}

/// The common case by table look-up: 81 symbols of a 9x9 grid, then nothing or a comment.
fn common_line<'t>(raw: RawRecord<'t>, options: &Options) -> Option<Record<'t>> {
    const CELLS: usize = 81;
    if options.size.is_some_and(|size| size != Size::NINE) {
        return None;
    }
    let (cells, rest) = raw.text.split_first_chunk::<CELLS>()?;
    if rest.first().is_some_and(|&byte| byte == b'|' || !is_separator(byte) && !ends_cells(byte)) {
        return None;
    }
    let table = options.symbols.values_of_nine();
    let values = cells.map(|byte| table[usize::from(byte)]);
    if values.iter().fold(0, |largest, &value| value.max(largest)) > 9 {
        return None;
    }
    let grid = Grid::from_values(Size::NINE, values).ok()?;
    Some(Record { grid, comment: comment(rest), line: raw.line })
}

/// What follows the cells, without what parts it from them.
fn comment(rest: &[u8]) -> Option<&[u8]> {
    let rest = rest.trim_ascii_start();
    let text = match rest.first() {
        Some(b',' | b';' | b':' | b'#') => rest[1..].trim_ascii(),
        _ => rest.trim_ascii_end(),
    };
    (!text.is_empty()).then_some(text)
}

fn parse_line<'t>(raw: RawRecord<'t>, options: &Options) -> Result<Record<'t>, ParseError> {
    let shape = Shape::of(raw.text);
    let is_solid = match (shape.reading(options), tokens(raw.text).next()) {
        (Reading::Solid, Some(first)) => Some(first),
        _ => None,
    };
    let end = match is_solid {
        Some(first) => first.start + first.text.len(),
        None => raw.text.iter().position(|&byte| ends_cells(byte)).unwrap_or(raw.text.len()),
    };
    let (cells, rest) = raw.text.split_at(end);
    let place = Place { line: raw.line, text: raw.text, options };
    place.check_utf8(cells)?;
    let token_is_cell = is_solid.is_none() && shape.token_is_cell(options);
    let found = match is_solid {
        Some(first) => characters(first.text),
        None => shape.cells(options),
    };
    let size = match options.size.or_else(|| Size::from_cell_count(found)) {
        Some(size) => size,
        None => nearest_size(found),
    };
    let (side, expected) = (size.side(), size.cell_count());
    let count_error = || {
        let square = found.isqrt();
        if options.size.is_none() && square * square == found && square >= 4 {
            return place.error(0, ParseErrorKind::NoBox { side: square });
        }
        let excess = cells_of(cells, token_is_cell).nth(expected).map(|cell| cell.start);
        let at = excess.unwrap_or(cells.trim_ascii_end().len());
        place.error(at, ParseErrorKind::Cells { expected, found })
    };
    // A puzzle of another size than asked for is not a list of wrong symbols.
    if found != expected && is_whole(found) {
        return Err(count_error());
    }
    place.check_alphabet(side)?;
    let mut values = Vec::with_capacity(found);
    for cell in cells_of(cells, token_is_cell) {
        values.push(place.value(cell, side)?);
    }
    if found != expected {
        return Err(count_error());
    }
    let grid = Grid::from_values(size, values).expect("as many values as cells, none too large");
    Ok(Record { grid, comment: comment(rest), line: raw.line })
}

fn parse_rows(raw: RawRecord<'_>, options: &Options) -> Result<Grid, ParseError> {
    let mut values = Vec::new();
    let size = each_cell(raw, options, |place, cell, side| {
        values.push(place.value(cell, side)?);
        Ok(())
    })?;
    Ok(Grid::from_values(size, values).expect("as many values as cells, none too large"))
}

/// Gives the cells of a grid in rows to a function, with the side; the size, if they make one.
fn each_cell(
    raw: RawRecord<'_>,
    options: &Options,
    mut take: impl FnMut(&Place<'_>, Token<'_>, usize) -> Result<(), ParseError>,
) -> Result<Size, ParseError> {
    let rows = raw.text.split(|&byte| byte == b'\n').zip(raw.line..);
    let rows = rows.filter(|(row, _)| Line::of(row) == Line::Content);
    let place = |text, line| Place { line, text, options };
    let mut lengths = RowLengths::new();
    rows.clone().for_each(|(row, _)| lengths.push(Shape::of(row).cells(options)));
    let side = lengths.side(options);

    let mut last = place(b"", raw.line);
    last.check_alphabet(side)?;
    for ((text, line), row) in rows.zip(1..) {
        let end = text.iter().position(|&byte| ends_cells(byte)).unwrap_or(text.len());
        last = place(text, line);
        last.check_utf8(&text[..end])?;
        let (mut found, mut excess) = (0, None);
        for cell in cells_of(&text[..end], Shape::of(text).token_is_cell(options)) {
            take(&last, cell, side)?;
            found += 1;
            if found == side + 1 {
                excess = Some(cell.start);
            }
        }
        if found != side {
            let kind = ParseErrorKind::RowCells { row, expected: side, found };
            let end = text[..end].trim_ascii_end().len();
            return Err(last.error(excess.unwrap_or(end), kind));
        }
    }
    if lengths.rows() != side {
        let kind = ParseErrorKind::Rows { expected: side, found: lengths.rows() };
        return Err(last.error(0, kind));
    }
    options
        .size
        .or_else(|| Size::from_side(side))
        .ok_or_else(|| place(b"", raw.line).error(0, ParseErrorKind::NoBox { side }))
}

/// The cells of a text that is UTF-8: its tokens, or each character of them.
fn cells_of(text: &[u8], token_is_cell: bool) -> impl Iterator<Item = Token<'_>> {
    tokens(text).flat_map(move |token| {
        if token_is_cell {
            return Either::Left(std::iter::once(token));
        }
        let characters = str::from_utf8(token.text).unwrap_or_default().char_indices();
        Either::Right(characters.map(move |(at, character)| Token {
            text: &token.text[at..at + character.len_utf8()],
            start: token.start + at,
        }))
    })
}

/// The size whose number of cells is nearest, the smaller of two.
fn nearest_size(cells: usize) -> Size {
    (1..=Size::MAX_SIDE)
        .filter_map(Size::from_side)
        .min_by_key(|size| size.cell_count().abs_diff(cells))
        .unwrap_or(Size::NINE)
}

/// A line, to say where in it something is wrong.
struct Place<'t> {
    /// Its number, from 1.
    line: usize,
    text: &'t [u8],
    options: &'t Options,
}

impl Place<'_> {
    /// The error at the byte of this index.
    fn error(&self, start: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line: self.line, column: 1 + characters(&self.text[..start]), kind }
    }

    fn check_utf8(&self, cells: &[u8]) -> Result<(), ParseError> {
        str::from_utf8(cells).map(|_| ()).map_err(|error| {
            let index = error.valid_up_to();
            let kind = ParseErrorKind::NotUtf8 { byte: cells[index], offset: 1 + index };
            self.error(index, kind)
        })
    }

    fn check_alphabet(&self, side: usize) -> Result<(), ParseError> {
        let symbols = &self.options.symbols;
        if symbols.reach(side) {
            return Ok(());
        }
        Err(self.error(0, ParseErrorKind::Alphabet { side, alphabet: symbols.alphabet() }))
    }

    /// The value of a cell, 0 if it is empty.
    fn value(&self, cell: Token<'_>, side: usize) -> Result<u8, ParseError> {
        let symbols = &self.options.symbols;
        let number = decimal(cell.text).filter(|_| match cell.text.len() {
            1 => symbols.needs_decimals(side),
            _ => symbols.reads_decimals(),
        });
        match (number, cell.text) {
            (Some(number), _) if number <= side => Ok(number as u8),
            (None, &[symbol]) if usize::from(symbols.value(symbol, side)) <= side => {
                Ok(symbols.value(symbol, side))
            }
            _ => Err(self.not_a_digit(cell, side)),
        }
    }

    /// The candidates of a cell in a table.
    fn candidates(&self, cell: Token<'_>, side: usize) -> Result<DigitSet, ParseError> {
        if cell.text == b"!" {
            return Ok(DigitSet::EMPTY);
        }
        let by_decimal = self.options.symbols.needs_decimals(side);
        let parts = cell.text.split_inclusive(|byte| !by_decimal || *byte == b'/');
        let mut set = DigitSet::EMPTY;
        let mut start = cell.start;
        for part in parts {
            let text = if by_decimal { part.strip_suffix(b"/").unwrap_or(part) } else { part };
            let value = self.value(Token { text, start }, side)?;
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
        let symbols = &self.options.symbols;
        let text = String::from_utf8_lossy(cell.text);
        let value = |found: char| match u8::try_from(found) {
            Ok(byte) if found.is_ascii() => symbols.value(byte, side),
            _ => UNKNOWN,
        };
        let is_alone = text.chars().nth(1).is_none();
        let wrong = text.char_indices().find(|&(_, found)| is_alone || value(found) == UNKNOWN);
        match wrong {
            Some((at, found)) => {
                let above_side = (value(found) != UNKNOWN).then_some(side);
                let expected = symbols.describe(side);
                let found = Found(found);
                let kind = ParseErrorKind::Symbol { expected, found, above_side };
                self.error(cell.start + at, kind)
            }
            None => {
                let expected = match symbols.reads_decimals() && side > 9 {
                    true => format!("a number of 1 to {side}"),
                    false => "one symbol".to_owned(),
                };
                let found = text.chars().take(40).collect();
                self.error(cell.start, ParseErrorKind::CellText { expected, found })
            }
        }
    }
}
