//! The cells of a text, and the value or the candidates of each.

use itertools::Either;

use super::Options;
use super::error::{Found, ParseError, ParseErrorKind};
use super::shape::{MOST_SIDE, Shape, Token, characters, decimal, fields, tokens};
use super::symbols::UNKNOWN;
use crate::grid::{Digit, DigitSet};

/// The cells of a text that is UTF-8.
#[derive(Clone, Copy)]
pub(super) struct Cells<'t> {
    pub(super) text: &'t [u8],
    /// Where they begin in the text.
    pub(super) start: usize,
    pub(super) of: Of,
}

/// What one cell is.
#[derive(Clone, Copy)]
pub(super) enum Of {
    Tokens,
    Characters,
    Fields,
}

impl Of {
    pub(super) fn from(shape: &Shape, options: &Options) -> Of {
        match shape.has_fields() {
            true => Of::Fields,
            false if shape.token_is_cell(options) => Of::Tokens,
            false => Of::Characters,
        }
    }
}

impl<'t> Cells<'t> {
    pub(super) fn iter(self) -> impl Iterator<Item = Token<'t>> {
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
pub(super) fn cells_of(text: &[u8], token_is_cell: bool) -> impl Iterator<Item = Token<'_>> {
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

/// A line, to say where in it something is wrong.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    /// Its number, from 1.
    pub(super) line: usize,
    pub(super) text: &'t [u8],
    pub(super) options: &'t Options,
    /// Whether `-` marks an empty cell.
    pub(super) dashes: bool,
}

impl<'t> Place<'t> {
    pub(super) fn new(line: usize, text: &'t [u8], options: &'t Options) -> Place<'t> {
        Place { line, text, options, dashes: false }
    }

    /// The error at the byte of this index.
    pub(super) fn error(&self, start: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line: self.line, column: 1 + characters(&self.text[..start]), kind }
    }

    pub(super) fn check_utf8(&self, cells: &[u8]) -> Result<(), ParseError> {
        str::from_utf8(cells).map(|_| ()).map_err(|error| {
            let index = error.valid_up_to();
            let kind = ParseErrorKind::NotUtf8 { byte: cells[index], offset: 1 + index };
            self.error(index, kind)
        })
    }

    pub(super) fn check_alphabet(&self, side: usize) -> Result<(), ParseError> {
        let symbols = &self.options.symbols;
        if symbols.reach(side) {
            return Ok(());
        }
        Err(self.error(0, ParseErrorKind::Alphabet { side, alphabet: symbols.alphabet() }))
    }

    /// The value of a cell, 0 if it is empty.
    pub(super) fn value(&self, cell: Token<'_>, side: usize) -> Result<u16, ParseError> {
        let symbols = &self.options.symbols;
        let number = decimal(cell.text).filter(|_| symbols.reads_decimals());
        let largest_symbol = if side > MOST_SIDE { 0 } else { side };
        match (number, cell.text) {
            (_, b"") => Ok(0),
            (_, b"-") if self.dashes => Ok(0),
            (Some(number), _) if number <= side => Ok(number as u16),
            (None, &[symbol]) if usize::from(symbols.value(symbol, side)) <= largest_symbol => {
                Ok(symbols.value(symbol, side).into())
            }
            _ => Err(self.not_a_digit(cell, side)),
        }
    }

    /// The candidates of a cell in a table: symbols, or decimals between slashes.
    pub(super) fn candidates(
        &self,
        cell: Token<'_>,
        side: usize,
        by_decimal: bool,
    ) -> Result<DigitSet, ParseError> {
        match cell.text {
            b"!" => return Ok(DigitSet::EMPTY),
            b"" => return Ok(DigitSet::all(side)),
            _ => {}
        }
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
    pub(super) fn not_a_digit(&self, cell: Token<'_>, side: usize) -> ParseError {
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
