//! The symbols of digits: which character represents which digit.

use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::{Candidate, Cell, Digit, Grid, Size};

/// The largest side for which an alphabet can have a symbol for each digit.
pub(crate) const MOST_SIDE: usize = 36;
/// The marks of an empty cell; a character that is a digit of the alphabet is not a mark.
pub(crate) const EMPTY_MARKS: &[u8] = b".0_*?xX";

/// Characters that separate cells in a line or end the cells. None of them can be a symbol of a
/// digit.
const RESERVED: &str = ".,|;:#+-=/!()[]{}<>\"'`";
/// The value for a character that is neither a symbol nor an empty mark.
pub(crate) const UNKNOWN: u8 = u8::MAX;

/// The alphabet: one character for each digit, in order, and the marks of an empty cell.
///
/// The default is `1-9A-Z`, for sides up to 35; digits of larger sides are written as decimals. An
/// empty cell is any of `. 0 _ * ? x X`. If a character is both a digit of the alphabet and an
/// empty mark, the side decides: `X` is an empty cell up to side 32, and the digit 33 on larger
/// sides. A small letter and its capital mean the same digit, unless the alphabet has both.
///
/// ```
/// use satdoku::Symbols;
/// let hexadecimal: Symbols = "0123456789ABCDEF".parse()?;
/// assert_eq!(hexadecimal.count(), 16);
/// assert!("12.4".parse::<Symbols>().is_err());
/// # Ok::<(), satdoku::SymbolsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbols {
    pub(crate) alphabet: String,
    custom: bool,
    /// For each byte: the value of its digit, 0 for an empty mark, [`UNKNOWN`] for other bytes.
    values: [u8; 256],
}

/// The error for a text that is not an alphabet.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SymbolsError(String);

impl Symbols {
    /// Symbols for `1-9` only: above side 9, digits are written as decimals. Some texts use
    /// decimals even for sides for which the default alphabet has enough symbols.
    ///
    /// ```
    /// use satdoku::{Digit, Symbols};
    /// let digit = Digit::new(11).unwrap();
    /// assert_eq!([Symbols::default(), Symbols::decimals()].map(|s| s.write(digit, 16)), ["B", "11"]);
    /// ```
    pub fn decimals() -> Symbols {
        Symbols::of("123456789", false)
    }

    fn of(alphabet: &str, custom: bool) -> Symbols {
        let mut values = [UNKNOWN; 256];
        for &mark in EMPTY_MARKS {
            values[usize::from(mark)] = 0;
        }
        for (symbol, value) in alphabet.bytes().zip(1..) {
            for case in [symbol.to_ascii_uppercase(), symbol.to_ascii_lowercase()] {
                if case == symbol || !alphabet.as_bytes().contains(&case) {
                    values[usize::from(case)] = value;
                }
            }
        }
        Symbols { alphabet: alphabet.to_owned(), custom, values }
    }

    /// How many digits have a symbol: 1 to 36.
    pub fn count(&self) -> usize {
        self.alphabet.len()
    }

    /// Whether the symbols of the digits 1 to 9 are `1` to `9`.
    pub(crate) fn has_digits(&self) -> bool {
        self.alphabet.as_bytes().starts_with(b"123456789")
    }

    /// The symbol of a digit, if the alphabet has one.
    pub fn symbol(&self, digit: Digit) -> Option<char> {
        self.alphabet.as_bytes().get(digit.index()).map(|&symbol| symbol.into())
    }

    /// A digit as it is written in grids of this side: its symbol, or a decimal number.
    pub fn write(&self, digit: Digit, side: usize) -> String {
        match self.symbol(digit) {
            Some(symbol) if !self.needs_decimals(side) => symbol.to_string(),
            _ => digit.to_string(),
        }
    }

    /// The text of a cell of a grid: its digit, or `.` if the cell is empty.
    pub(crate) fn cell(&self, grid: &Grid, cell: Cell) -> String {
        let digit = grid.get(cell).map(|digit| self.write(digit, grid.size().side()));
        digit.unwrap_or_else(|| ".".to_owned())
    }

    /// A candidate in words: `A5=G`.
    pub fn candidate(&self, size: Size, Candidate { cell, digit }: Candidate) -> String {
        format!("{}={}", size.cell_name(cell), self.write(digit, size.side()))
    }

    /// Whether digits of this side are written as decimals because there are fewer symbols. Only
    /// the default alphabet and [`Symbols::decimals`] allow decimals: with another alphabet, a grid
    /// that needs more symbols is an error.
    pub fn needs_decimals(&self, side: usize) -> bool {
        side > self.count()
    }

    /// Whether a cell of several characters `0-9` is read as a decimal number. This is false for
    /// every alphabet but the default one and [`Symbols::decimals`].
    pub(crate) fn reads_decimals(&self) -> bool {
        !self.custom
    }

    /// The value of a byte: 0 for an empty cell, the value of a digit (which may be above the
    /// side), or [`UNKNOWN`].
    pub(crate) fn value(&self, byte: u8, side: usize) -> u8 {
        match self.values[usize::from(byte)] {
            value if usize::from(value) > side && EMPTY_MARKS.contains(&byte) => 0,
            value => value,
        }
    }

    /// The characters that a cell may have, in words: `1-9 or an empty cell (. 0 _ * ? x X)`.
    pub(crate) fn describe(&self, side: usize) -> String {
        let digits = match self.symbol(Digit::from_index(side - 1)) {
            None => format!("1 to {side}"),
            Some(_) if self.custom => self.alphabet[..side].to_owned(),
            Some(last) if side <= 9 => format!("1-{last}"),
            Some('A') => "1-9A".to_owned(),
            Some(last) => format!("1-9A-{last}"),
        };
        let marks = EMPTY_MARKS.iter().filter(|&&mark| self.value(mark, side) == 0);
        let marks = marks.map(|&mark| char::from(mark)).format(" ");
        format!("{digits} or an empty cell ({marks})")
    }
}

impl Default for Symbols {
    fn default() -> Symbols {
        Symbols::of("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", false)
    }
}

/// Reads an alphabet: 1 to 36 different visible ASCII characters, the first of which is the symbol
/// of the digit 1. Brackets, quotes and `. , | ; : # + - = / !` are not allowed.
impl FromStr for Symbols {
    type Err = SymbolsError;
    fn from_str(alphabet: &str) -> Result<Symbols, SymbolsError> {
        let is_symbol = |symbol: char| symbol.is_ascii_graphic() && !RESERVED.contains(symbol);
        let are_symbols = alphabet.chars().all(is_symbol) && alphabet.chars().all_unique();
        if are_symbols && (1..=MOST_SIDE).contains(&alphabet.len()) {
            return Ok(Symbols::of(alphabet, true));
        }
        let found: String = alphabet.chars().take(40).collect();
        Err(SymbolsError(format!(
            "expected 1 to {MOST_SIDE} different ASCII symbols other than {RESERVED}, found {found:?}"
        )))
    }
}

/// Appends a grid in one line, without a line end: one symbol for each cell, `.` for an empty cell.
/// If the side has more digits than the alphabet has symbols, the cells are decimals, separated by
/// spaces.
pub fn write_line(out: &mut Vec<u8>, grid: &Grid, symbols: &Symbols) {
    let side = grid.size().side();
    if side <= 9 && symbols.has_digits() {
        // The compiler translates this arithmetic into vector instructions.
        let symbol = |value: &u16| if *value == 0 { b'.' } else { b'0' + *value as u8 };
        return out.extend(grid.values().iter().map(symbol));
    }
    let between = if symbols.needs_decimals(side) { " " } else { "" };
    let cells = grid.size().cells().map(|cell| symbols.cell(grid, cell));
    out.extend(cells.format(between).to_string().bytes());
}

/// A grid in one line, as [`write_line`] writes it.
pub fn line_of(grid: &Grid, symbols: &Symbols) -> String {
    let mut line = Vec::new();
    write_line(&mut line, grid, symbols);
    String::from_utf8_lossy(&line).into_owned()
}
