//! The symbols of digits: which character stands for which digit.

use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::{Candidate, Cell, Digit, Grid, Size};

/// The largest side whose digits have symbols.
pub(crate) const MOST_SIDE: usize = 36;
/// Marks of an empty cell, where they are not digits of the alphabet.
pub(crate) const EMPTY_MARKS: &[u8] = b".0_*?xX";

/// Characters that cut a line into cells or end the cells, so none of them can be a digit.
const RESERVED: &str = ".,|;:#+-=/!()[]{}<>\"'`";
/// Not a symbol.
pub(crate) const UNKNOWN: u8 = u8::MAX;

/// The alphabet: one character for each digit, in order, and the marks of an empty cell.
///
/// The default is `1-9A-Z`, for sides up to 35; digits of larger sides are written as decimals.
/// Empty cells are any of `. 0 _ * ? x X`. A character that is both a digit and an empty mark is
/// the digit if the side reaches that digit: `X` is empty up to side 32, and the digit 33 on larger
/// sides. A letter stands for its other case too, unless the alphabet has both.
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
    /// By byte: the digit's value, 0 for an empty mark, else [`UNKNOWN`].
    values: [u8; 256],
}

/// Why a text is no alphabet.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SymbolsError(String);

impl Symbols {
    /// Decimals for all digits: above side 9 no digit has a symbol. Some texts are written so, even
    /// at sides that the default alphabet reaches.
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

    /// Whether 1 to 9 stand for themselves.
    pub(crate) fn has_digits(&self) -> bool {
        self.alphabet.as_bytes().starts_with(b"123456789")
    }

    /// The symbol of a digit, if the alphabet reaches it.
    pub fn symbol(&self, digit: Digit) -> Option<char> {
        self.alphabet.as_bytes().get(digit.index()).map(|&symbol| symbol.into())
    }

    /// A digit as grids of this side are written: its symbol, or a decimal number.
    pub fn write(&self, digit: Digit, side: usize) -> String {
        match self.symbol(digit) {
            Some(symbol) if !self.needs_decimals(side) => symbol.to_string(),
            _ => digit.to_string(),
        }
    }

    /// What stands in a cell of a grid: its digit, or `.` if it is empty.
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

    /// Whether several digits in a cell are a decimal number: not if the alphabet gives the
    /// characters `0-9` another meaning.
    pub(crate) fn reads_decimals(&self) -> bool {
        !self.custom
    }

    /// 0 for an empty cell, a value up to the side, a value above it, or [`UNKNOWN`].
    pub(crate) fn value(&self, byte: u8, side: usize) -> u8 {
        match self.values[usize::from(byte)] {
            value if usize::from(value) > side && EMPTY_MARKS.contains(&byte) => 0,
            value => value,
        }
    }

    /// What may stand in a cell, in words: `1-9 or an empty cell (. 0 _ * ? x X)`.
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

/// The alphabet of these characters, the first for the digit 1: 1 to 36 different visible ASCII
/// characters, none of them a bracket, a quote or one of `. , | ; : # + - = / !`.
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
        // The compiler makes vector instructions of this arithmetic.
        let symbol = |value: &u16| if *value == 0 { b'.' } else { b'0' + *value as u8 };
        return out.extend(grid.values().iter().map(symbol));
    }
    let between = if symbols.needs_decimals(side) { " " } else { "" };
    let cells = grid.size().cells().map(|cell| symbols.cell(grid, cell));
    out.extend(cells.format(between).to_string().bytes());
}

/// A grid in one line, as [`write_line`] appends it.
pub fn line_of(grid: &Grid, symbols: &Symbols) -> String {
    let mut line = Vec::new();
    write_line(&mut line, grid, symbols);
    String::from_utf8_lossy(&line).into_owned()
}
