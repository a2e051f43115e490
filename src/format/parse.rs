//! From the text of one puzzle to its grid.

use itertools::Either;

use super::claims::Rest;
use super::error::{Found, ParseError, ParseErrorKind};
use super::lines::LINE_LIMIT;
use super::shape::{
    Line, Reading, RowLengths, Shape, Token, characters, decimal, ends_cells, fields, is_separator,
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
    let not_text = |column, kind| Err(ParseError { line: raw.line, column, kind });
    match raw.layout {
        // The only row of its grid.
        Layout::Line if options.size.is_some_and(|size| size.side() == 1) => {
            parse_rows(raw, options)
        }
        Layout::Line => match common_line(raw, options) {
            Some(record) => Ok(record),
            None => parse_line(raw, options),
        },
        Layout::Rows => parse_rows(raw, options),
        Layout::Link => super::link::parse(raw, options),
        Layout::Row => super::table::parse(raw, options),
        Layout::TooLong => {
            not_text(1 + LINE_LIMIT, ParseErrorKind::LineTooLong { limit: LINE_LIMIT })
        }
        Layout::Utf16 => not_text(1, ParseErrorKind::Utf16),
        Layout::Wrong => not_text(1, raw.wrong.cloned().unwrap_or(ParseErrorKind::Nothing)),
    }
}

/// Reads one table of candidates, or one puzzle whose empty cells may hold every digit.
///
/// # Errors
/// As [`parse_record`].
pub fn parse_candidates(raw: RawRecord<'_>, options: &Options) -> Result<Candidates, ParseError> {
    parse_record(raw, options).map(|record| record.to_candidates())
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
    let mut record = Record::new(grid, raw.line);
    if !rest.is_empty() {
        record.comment = comment(rest);
        let Rest { claims, regions } = Rest::of(&record.grid, rest, &options.symbols).ok()?;
        (record.claims, record.regions) = (claims, regions);
    }
    Some(record)
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
    let solid = match (shape.reading(options), tokens(raw.text).next()) {
        (Reading::Solid, Some(first)) if shape.solid().is_none() => {
            Some(first.start..first.start + first.text.len())
        }
        (Reading::Solid, _) => shape.solid(),
        _ => None,
    };
    let mut place = Place::new(raw.line, raw.text, options);
    if raw.text.trim_ascii_start().starts_with(b":") && solid.is_some() {
        return library_line(raw, &place);
    }
    if shape.is_split() {
        let first = "a name and a puzzle (write a colon after the name)".to_owned();
        let second = "a puzzle with a space in it".to_owned();
        let found = "two runs of cells";
        return Err(place.error(0, ParseErrorKind::Ambiguous { found, first, second }));
    }
    let (start, end) = match &solid {
        Some(solid) => (solid.start, solid.end),
        None if shape.has_fields() => (0, raw.text.len()),
        None => (0, raw.text.iter().position(|&byte| ends_cells(byte)).unwrap_or(raw.text.len())),
    };
    let (cells, rest) = raw.text.split_at(end);
    place.check_utf8(cells)?;
    place.dashes = has_dashes(&cells[start..]);
    let cells = Cells {
        text: cells,
        start,
        of: if solid.is_some() { Of::Characters } else { Of::from(&shape, options) },
    };
    let found = match &solid {
        Some(_) => characters(&raw.text[start..end]),
        None => shape.cells(options),
    };
    if let Some(sets) = pencil_marks(&raw.text[start..end], options) {
        let sets = sets.map_err(|kind| place.error(start, kind))?;
        let mut record = Record::of_candidates(sets, raw.line);
        (record.id, record.comment) = (comment(&raw.text[..start]), comment(rest));
        return Ok(record);
    }
    let size = match options.size.or_else(|| Size::from_cell_count(found)) {
        Some(size) => size,
        None => nearest_size(found),
    };
    let (side, expected) = (size.side(), size.cell_count());
    let count_error = || {
        let square = found.isqrt();
        if options.size.is_none() && square * square == found && square >= 4 {
            return place.error(start, ParseErrorKind::NoBox { side: square });
        }
        let excess = cells.iter().nth(expected).map(|cell| cell.start);
        let at = excess.unwrap_or(raw.text[..end].trim_ascii_end().len());
        place.error(at, ParseErrorKind::Cells { expected, found })
    };
    // A puzzle of another size than asked for is not a list of wrong symbols.
    if found != expected && is_whole(found) {
        return Err(count_error());
    }
    place.check_alphabet(side)?;
    let mut values = Vec::with_capacity(found);
    for cell in cells.iter() {
        values.push(place.value(cell, side)?);
    }
    if found != expected {
        return Err(count_error());
    }
    let characters = cells.iter().map(|cell| cell.text);
    check_zero(characters, side, options).map_err(|kind| place.error(start, kind))?;
    let grid = Grid::from_values(size, values).expect("as many values as cells, none too large");
    let Rest { claims, regions } = Rest::of(&grid, rest, &options.symbols)
        .map_err(|(at, kind)| place.error(end + at, kind))?;
    let mut record = Record { claims, regions, ..Record::new(grid, raw.line) };
    (record.id, record.comment) = (comment(&raw.text[..start]), comment(rest));
    Ok(record)
}

/// HoDoKu's library line, its fields between colons: technique, candidates concerned, givens (a
/// `+` before what was placed later), candidates deleted (digit, row, column).
fn library_line<'t>(raw: RawRecord<'t>, place: &Place<'_>) -> Result<Record<'t>, ParseError> {
    let size = Size::NINE;
    let mut start = 0;
    let fields: Vec<(usize, &[u8])> = raw
        .text
        .split(|&byte| byte == b':')
        .map(|field| {
            start += field.len() + 1;
            (start - field.len() - 1, field)
        })
        .collect();
    let Some(&(start, givens)) = fields.get(3) else {
        let found = characters(fields[fields.len() - 1].1);
        return Err(place.error(0, ParseErrorKind::Cells { expected: size.cell_count(), found }));
    };
    place.check_utf8(givens)?;
    let cells = Cells { text: givens, start: 0, of: Of::Characters };
    let mut values = Vec::new();
    for cell in cells.iter().filter(|cell| cell.text != b"+") {
        values.push(place.value(Token { start: start + cell.start, ..cell }, size.side())?);
    }
    let found = values.len();
    let grid = Grid::from_values(size, values).map_err(|_| {
        let kind = ParseErrorKind::Cells { expected: size.cell_count(), found };
        place.error(start + givens.len(), kind)
    })?;
    let mut candidates = Candidates::from_grid(&grid);
    let (start, deleted) = fields.get(4).copied().unwrap_or_default();
    for token in tokens(deleted) {
        let numbers = token.text.iter().map(|byte| usize::from(byte.wrapping_sub(b'0')));
        let [digit, row, column] = numbers.collect::<Vec<_>>()[..] else {
            return Err(not_a_candidate(place, start, token));
        };
        let range = 1..=size.side();
        if ![digit, row, column].iter().all(|number| range.contains(number)) {
            return Err(not_a_candidate(place, start, token));
        }
        candidates[size.cell(row - 1, column - 1)].remove(Digit::from_index(digit - 1));
    }
    let id = raw.text[..fields[3].0].trim_ascii().strip_suffix(b":");
    Ok(Record { id, ..Record::of_candidates(candidates, raw.line) })
}

fn not_a_candidate(place: &Place<'_>, start: usize, token: Token<'_>) -> ParseError {
    let expected = "a digit, a row and a column, each 1-9,".to_owned();
    let found = String::from_utf8_lossy(token.text).chars().take(40).collect();
    place.error(start + token.start, ParseErrorKind::CellText { expected, found })
}

/// A run of 729 characters as the candidates of 81 cells, each nine characters: the digit, or an
/// empty mark where it is ruled out. `None` if it is something else.
fn pencil_marks(run: &[u8], options: &Options) -> Option<Result<Candidates, ParseErrorKind>> {
    let size = Size::NINE;
    let side = size.side();
    if run.len() != side * side * side || options.size.is_some_and(|given| given != size) {
        return None;
    }
    let mut candidates = Candidates::none(size);
    for (cell, marks) in size.cells().zip(run.chunks(side)) {
        for (digit, &mark) in size.digits().zip(marks) {
            match options.symbols.value(mark, side) {
                0 => {}
                value if usize::from(value) == digit.value() => candidates[cell].insert(digit),
                _ => return None,
            }
        }
    }
    let is_empty = candidates.iter().next().is_none();
    Some(match is_empty {
        false => Ok(candidates),
        true => Err(ParseErrorKind::Ambiguous {
            found: "729 empty marks",
            first: "81 cells without candidates (--box 3x3)".to_owned(),
            second: "an empty grid of side 27 (--box 3x9)".to_owned(),
        }),
    })
}

/// `0` beside letters: an empty cell, or the first of the digits?
fn check_zero<'t>(
    cells: impl Iterator<Item = &'t [u8]>,
    side: usize,
    options: &Options,
) -> Result<(), ParseErrorKind> {
    if side <= 9 || side > 35 || !options.symbols.reads_decimals() {
        return Ok(());
    }
    let (mut zero, mut other) = (false, false);
    for cell in cells {
        let [symbol] = *cell else { return Ok(()) };
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
        first: format!("the lowest digit (--symbols {})", &symbols[..side]),
        second: format!("an empty cell (--symbols {})", &symbols[1..=side]),
    })
}

/// Whether dashes mark the empty cells: several of them, and no other mark.
fn has_dashes(cells: &[u8]) -> bool {
    cells.iter().filter(|&&byte| byte == b'-').count() > 1
        && !cells.iter().any(|byte| b".0_*?xX".contains(byte))
}

/// Reads rows, of digits or of sets of candidates.
fn parse_rows<'t>(raw: RawRecord<'t>, options: &Options) -> Result<Record<'t>, ParseError> {
    let rows = raw.text.split(|&byte| byte == b'\n').zip(raw.line..);
    let rows = rows.filter(|(row, _)| Line::of(row) == Line::Content);
    let mut shapes: Vec<(Shape, &[u8], usize)> =
        rows.map(|(row, line)| (Shape::of(row), row, line)).collect();
    let mut lengths = RowLengths::new();
    shapes.iter().for_each(|(shape, ..)| lengths.push(shape.cells(options)));
    let mut side = lengths.side(options);
    let labels = usize::from(has_labels(&mut shapes, side, options));
    side -= labels;

    let dashes = has_dashes(raw.text);
    let place = |text, line| Place { dashes, ..Place::new(line, text, options) };
    let mut last = place(b"", raw.line);
    last.check_alphabet(side)?;
    let mut rows = Vec::new();
    for (row, (shape, text, line)) in (1..).zip(&shapes) {
        let end = match shape.has_fields() {
            true => text.len(),
            false => text.iter().position(|&byte| ends_cells(byte)).unwrap_or(text.len()),
        };
        last = place(text, *line);
        last.check_utf8(&text[..end])?;
        let cells = Cells { text: &text[..end], start: 0, of: Of::from(shape, options) };
        let cells: Vec<Token<'_>> = cells.iter().skip(labels).collect();
        let found = cells.len();
        rows.push((last, cells));
        if found != side {
            let wrong = rows[rows.len() - 1].1.iter().find(|cell| {
                cell.text.len() == 1 && rows[rows.len() - 1].0.value(**cell, side).is_err()
            });
            if let Some(&wrong) = wrong {
                last.value(wrong, side)?;
            }
            let kind = ParseErrorKind::RowCells { row, expected: side, found };
            let end = text[..end].trim_ascii_end().len();
            let excess = rows[rows.len() - 1].1.get(side).map(|cell| cell.start);
            return Err(last.error(excess.unwrap_or(end), kind));
        }
    }
    if shapes.len() != side {
        let kind = ParseErrorKind::Rows { expected: side, found: shapes.len() };
        return Err(last.error(0, kind));
    }
    let cells =
        || rows.iter().flat_map(|(place, cells)| cells.iter().map(move |cell| (place, *cell)));
    let size = options.size.or_else(|| Size::from_side(side));
    let size = size.ok_or_else(|| place(b"", raw.line).error(0, ParseErrorKind::NoBox { side }))?;
    if are_sets(cells().map(|(_, cell)| cell.text), side, options) {
        let mut candidates = Candidates::all(size);
        for (cell, (place, token)) in size.cells().zip(cells()) {
            candidates[cell] = place.candidates(token, side)?;
        }
        return Ok(Record::of_candidates(candidates, raw.line));
    }
    let mut values = Vec::with_capacity(size.cell_count());
    for (place, cell) in cells() {
        values.push(place.value(cell, side)?);
    }
    check_zero(cells().map(|(_, cell)| cell.text), side, options)
        .map_err(|kind| place(b"", raw.line).error(0, kind))?;
    let grid = Grid::from_values(size, values).expect("as many values as cells, none too large");
    Ok(Record::new(grid, raw.line))
}

/// Whether each row starts with its letter or number; a row above them that numbers the columns
/// is then taken away.
fn has_labels(rows: &mut Vec<(Shape, &[u8], usize)>, side: usize, options: &Options) -> bool {
    let count = |row: &(Shape, &[u8], usize)| row.0.cells(options);
    let heading = usize::from(rows.len() == side && side > 1 && count(&rows[0]) + 1 == side);
    if side == 0 || rows.len() + 1 != side + heading {
        return false;
    }
    let labelled = rows[heading..].iter().zip(0..).all(|(row, index)| {
        let label = tokens(row.1).next().map_or(b"".as_slice(), |token| token.text);
        let label = label.strip_prefix(b"r").or(label.strip_prefix(b"R")).unwrap_or(label);
        let letter = label == [b'A' + (index as u8 % 26)] || label == [b'a' + (index as u8 % 26)];
        count(row) == side && (letter || decimal(label) == Some(index + 1))
    });
    if labelled {
        rows.drain(..heading);
    }
    labelled
}

/// Whether cells of several characters are sets of candidates rather than decimals.
fn are_sets<'t>(
    cells: impl Iterator<Item = &'t [u8]> + Clone,
    side: usize,
    options: &Options,
) -> bool {
    let wide = |cell: &&[u8]| cell.len() > 1;
    if cells.clone().any(|cell| cell == b"!" || cell.contains(&b'/')) {
        return true;
    }
    if !options.symbols.reads_decimals() || side <= 9 {
        return cells.clone().any(|cell| wide(&cell));
    }
    let is_number = |cell: &[u8]| {
        decimal(cell).is_some_and(|number| (10..=side).contains(&number) || cell[0] == b'0')
    };
    let has_letters = cells.clone().any(
        |cell| matches!(cell, [letter] if letter.is_ascii_alphabetic() && !b"xX".contains(letter)),
    );
    !options.symbols.needs_decimals(side)
        && cells.clone().any(|cell| wide(&cell))
        && (has_letters || !cells.clone().filter(wide).all(is_number))
        && cells.filter(wide).all(|cell| {
            cell.iter()
                .all(|&byte| (1..=side).contains(&usize::from(options.symbols.value(byte, side))))
        })
}

/// The cells of a text that is UTF-8.
#[derive(Clone, Copy)]
struct Cells<'t> {
    text: &'t [u8],
    /// Where they begin in the text.
    start: usize,
    of: Of,
}

/// What one cell is.
#[derive(Clone, Copy)]
enum Of {
    Tokens,
    Characters,
    Fields,
}

impl Of {
    fn from(shape: &Shape, options: &Options) -> Of {
        match shape.has_fields() {
            true => Of::Fields,
            false if shape.token_is_cell(options) => Of::Tokens,
            false => Of::Characters,
        }
    }
}

impl<'t> Cells<'t> {
    fn iter(self) -> impl Iterator<Item = Token<'t>> {
        let start = self.start;
        let text = &self.text[start..];
        let cells = match self.of {
            Of::Fields => Either::Left(fields(text).unwrap_or_default().into_iter()),
            of => Either::Right(cells_of(text, matches!(of, Of::Tokens))),
        };
        cells.map(move |cell| Token { start: start + cell.start, ..cell })
    }
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
#[derive(Clone, Copy)]
struct Place<'t> {
    /// Its number, from 1.
    line: usize,
    text: &'t [u8],
    options: &'t Options,
    /// Whether `-` marks an empty cell.
    dashes: bool,
}

impl<'t> Place<'t> {
    fn new(line: usize, text: &'t [u8], options: &'t Options) -> Place<'t> {
        Place { line, text, options, dashes: false }
    }

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
            (_, b"") => Ok(0),
            (_, b"-") if self.dashes => Ok(0),
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
