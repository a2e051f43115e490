//! What one line looks like, before anything is known of its symbols: is it a drawing's rule, a
//! row of a grid, or a whole puzzle? Works on bytes, so that any input has a shape.

use super::Options;
use crate::grid::Size;

/// What a line is by its first characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// White space only.
    Blank,
    /// `# ...`
    Comment,
    /// Part of a drawing without cells: only `-`, `+`, `=`, `|` and white space, or with at least
    /// three `-` also the corners `.`, `:`, `'` and `*` of the frames that forums use.
    Rule,
    /// Anything else.
    Content,
}

impl Line {
    pub(super) fn of(line: &[u8]) -> Line {
        match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
            None => Line::Blank,
            Some(b'#') => Line::Comment,
            Some(b'-' | b'+' | b'=' | b'|')
                if line.iter().all(|byte| b"-+=| \t".contains(byte)) =>
            {
                Line::Rule
            }
            Some(b'.' | b':' | b'\'' | b'*')
                if line.iter().all(|byte| b"-+=|.:'* \t".contains(byte))
                    && line.windows(3).any(|three| three == b"---") =>
            {
                Line::Rule
            }
            Some(_) => Line::Content,
        }
    }
}

/// What a content line may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// A puzzle, or something that is no row either: its first token holds all the cells.
    Solid,
    /// A puzzle whose cells stand in several tokens.
    Spaced,
    /// A row of a grid.
    Row,
    /// A 4x4 puzzle or a row of a 16x16 grid; a 6x6 puzzle or a row of a 36x36 grid.
    Either,
}

/// A run of characters between separators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t [u8],
    /// Its first byte's index in the line.
    pub(super) start: usize,
}

/// Space, TAB, comma and `|` stand between cells.
pub(super) fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b'|')
}

/// `;`, `#` and `:` end the cells of a line.
pub(super) fn ends_cells(byte: u8) -> bool {
    matches!(byte, b';' | b'#' | b':')
}

/// The tokens of a line up to the end of its cells.
pub(super) fn tokens(line: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].iter().position(|&byte| !is_separator(byte))?;
        let stops = |&byte: &u8| is_separator(byte) || ends_cells(byte);
        at = start + line[start..].iter().position(stops).unwrap_or(line.len() - start);
        (at > start).then(|| Token { text: &line[start..at], start })
    })
}

/// How many characters bytes make; stray continuation bytes of broken UTF-8 are not counted.
pub(super) fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// The measures of a content line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    tokens: usize,
    characters: usize,
    first_characters: usize,
    /// Runs of tokens between `|`.
    groups: usize,
    has_bars: bool,
    /// All tokens have one or two characters, and one is a number of two digits.
    has_numbers: bool,
    /// The first token is followed by `;` or `:`.
    has_remark: bool,
    /// The first token lists candidates as decimals, as in `1/12`.
    has_slash: bool,
}

impl Shape {
    pub(super) fn of(line: &[u8]) -> Shape {
        let mut shape = Shape::default();
        let (mut short, mut previous_end) = (true, 0);
        for token in tokens(line) {
            let count = characters(token.text);
            let bar = line[previous_end..token.start].contains(&b'|');
            previous_end = token.start + token.text.len();
            if shape.tokens == 0 {
                shape.first_characters = count;
                shape.has_remark = matches!(line.get(previous_end), Some(b';' | b':'));
                shape.has_slash = token.text.contains(&b'/');
            }
            shape.groups += usize::from(bar || shape.tokens == 0);
            shape.has_bars |= bar;
            shape.tokens += 1;
            shape.characters += count;
            short &= count <= 2;
            shape.has_numbers |= count == 2 && token.text.iter().all(u8::is_ascii_digit);
        }
        shape.has_bars |= line.get(previous_end..).is_some_and(|rest| rest.starts_with(b"|"));
        shape.has_numbers &= short;
        shape
    }

    /// Whether each token is one cell, rather than each character.
    pub(super) fn token_is_cell(&self, options: &Options) -> bool {
        let side = options.size.map(Size::side);
        self.tokens == self.characters
            || side == Some(self.tokens)
            || (self.has_bars && self.tokens > self.groups)
            || (self.has_numbers && self.tokens > 9 && options.symbols.reads_decimals())
    }

    /// How many cells the line holds if all its tokens do.
    pub(super) fn cells(&self, options: &Options) -> usize {
        if self.token_is_cell(options) { self.tokens } else { self.characters }
    }

    pub(super) fn reading(&self, options: &Options) -> Reading {
        let long = self.first_characters > Size::MAX_SIDE && !self.has_slash;
        let drawn = self.has_bars && self.tokens > self.groups;
        let cells = self.cells(options);
        let row_length = 4..=Size::MAX_SIDE;
        if long {
            return Reading::Solid;
        }
        if let Some(size) = options.size {
            return match (size.side(), size.cell_count()) {
                (_, count) if self.first_characters == count && !drawn => Reading::Solid,
                (_, count) if cells == count => Reading::Spaced,
                (side, count) if cells.abs_diff(side) < cells.abs_diff(count) => Reading::Row,
                _ => Reading::Spaced,
            };
        }
        if is_whole(self.first_characters) && !drawn {
            match (self.tokens, self.has_remark) {
                (1, false) if self.first_characters <= Size::MAX_SIDE => return Reading::Either,
                _ => return Reading::Solid,
            }
        }
        match (row_length.contains(&cells), self.has_bars, is_whole(cells)) {
            (true, false, true) => Reading::Either,
            (true, ..) => Reading::Row,
            (false, ..) => Reading::Spaced,
        }
    }
}

/// Whether so many cells are a puzzle of some size.
pub(super) fn is_whole(cells: usize) -> bool {
    Size::from_cell_count(cells).is_some()
}

/// How many cells the rows of a grid have, counted to find out which rows are ragged.
#[derive(Clone, Debug)]
pub(super) struct RowLengths {
    /// By number of cells, the last for all above the largest side.
    counts: [u8; Size::MAX_SIDE + 2],
    rows: usize,
}

impl RowLengths {
    pub(super) fn new() -> RowLengths {
        RowLengths { counts: [0; Size::MAX_SIDE + 2], rows: 0 }
    }

    pub(super) fn push(&mut self, cells: usize) {
        let count = &mut self.counts[cells.min(Size::MAX_SIDE + 1)];
        *count = count.saturating_add(1);
        self.rows += 1;
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The length that most rows have, the larger of two as frequent.
    pub(super) fn side(&self, options: &Options) -> usize {
        let most_frequent =
            || self.counts.iter().enumerate().max_by_key(|&(_, count)| count).unwrap_or((0, &0)).0;
        options.size.map_or_else(most_frequent, Size::side)
    }
}

/// The largest digit in a line of so many cells that a grid of that side can have; 0 if none.
pub(super) fn largest_value(line: &[u8], cells: usize, options: &Options) -> usize {
    let token_is_cell = Shape::of(line).token_is_cell(options);
    let largest = |token: Token<'_>| match decimal(token.text) {
        Some(number) if token_is_cell && token.text.len() > 1 => number,
        _ => {
            let values = token.text.iter().map(|&byte| options.symbols.value(byte, cells).into());
            values.filter(|&value| value <= cells).max().unwrap_or(0)
        }
    };
    tokens(line).map(largest).max().unwrap_or(0)
}

/// The number that ASCII digits spell; huge ones saturate.
pub(super) fn decimal(text: &[u8]) -> Option<usize> {
    text.iter().try_fold(0_usize, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| usize::from(byte - b'0'))?;
        Some(number.saturating_mul(10).saturating_add(digit))
    })
}
