//! The shape of one line, before its symbols are known: is it a drawing's rule, a
//! row of a grid, or a whole puzzle? Works on bytes, so that any input has a shape.

use std::ops::Range;

use super::Options;
use super::layout::is_layout;
use super::symbols::EMPTY_MARKS;
use crate::grid::Size;

/// The largest side whose rows may be written without separators, and those of larger ones are
/// numbers.
pub(super) const MOST_SIDE: usize = 36;
/// Digits of the largest side's numbers.
const NUMBER_LENGTH: usize = Size::MAX_SIDE.ilog10() as usize + 1;

/// Numbers for each word among them that is a slip.
const FEWEST_NUMBERS_A_SLIP: usize = 20;

/// The cells of a 4x4 jigsaw and their labels, in one run. A row of as many cells has each digit
/// once, so that no half of it is a layout.
const SMALLEST_JIGSAW: usize = 2 * 16;

/// What a line is by its first characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// White space only.
    Blank,
    /// `# ...`
    Comment,
    /// Part of a drawing without cells: only `-`, `+`, `=`, `|`, `:` and white space, or with at
    /// least three `-` also the corners `.`, `'` and `*` of the frames that forums use.
    Rule,
    /// Anything else.
    Content,
}

impl Line {
    pub(super) fn of(line: &[u8]) -> Line {
        match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
            // Empty cells, each a dash between spaces.
            Some(b'-' | b'|')
                if tokens(line).nth(3).is_some() && tokens(line).all(|t| t.text == b"-") =>
            {
                Line::Content
            }
            // Blank cells between bars.
            Some(b'|') if fields(line).is_some() => Line::Content,
            None => Line::Blank,
            Some(b'#') => Line::Comment,
            Some(b'-' | b'+' | b'=' | b'|')
                if line.iter().all(|byte| b"-+=|: \t".contains(byte)) =>
            {
                Line::Rule
            }
            Some(b'|' | b'.' | b':' | b'\'' | b'*')
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

impl Token<'_> {
    /// The index in the line after its last byte.
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
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

/// Where the first run of more characters than a row can have stands, or of a small jigsaw, among
/// the first fields of a line: the cells of a puzzle, perhaps after its number or name.
pub(super) fn solid(line: &[u8]) -> Option<Range<usize>> {
    const FIELDS: usize = 16;
    let ends = |byte: &u8| is_separator(*byte) || ends_cells(*byte) || *byte == b'=';
    let mut at = 0;
    for _ in 0..FIELDS {
        let start = at + line[at..].iter().position(|byte| !ends(byte))?;
        let (before, between) = line[..start].split_at(at);
        at = start + line[start..].iter().position(ends).unwrap_or(line.len() - start);
        let run = &line[start..at];
        // `Puzzle #12`: no comment.
        let is_number = between.ends_with(b"#")
            && !before.trim_ascii().is_empty()
            && run.len() <= 6
            && run.iter().all(u8::is_ascii_digit);
        if between.contains(&b'#') && !is_number {
            return None;
        }
        let is_jigsaw = || run.len() == SMALLEST_JIGSAW && is_layout(&run[SMALLEST_JIGSAW / 2..]);
        if characters(run) > MOST_SIDE && !run.contains(&b'/') || is_jigsaw() {
            return Some(start..at);
        }
    }
    None
}

/// The cells of a line whose delimiter also stands around blank ones, as tables of spreadsheets
/// have them: one cell a field. `None` if it is no such line.
pub(super) fn fields(line: &[u8]) -> Option<Vec<Token<'_>>> {
    let end = line.iter().position(|&byte| byte == b'#').unwrap_or(line.len());
    b"&;\t,|".iter().find_map(|delimiter| fields_between(&line[..end], *delimiter))
}

fn fields_between(line: &[u8], delimiter: u8) -> Option<Vec<Token<'_>>> {
    if !line.contains(&delimiter) {
        return None;
    }
    let mut at = 0;
    let mut fields = Vec::new();
    for part in line.split(|&byte| byte == delimiter) {
        let start = at + part.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let text = part.trim_ascii();
        let is_cell = text.iter().all(u8::is_ascii_digit) || text.len() == 1;
        if text.len() > NUMBER_LENGTH || !is_cell {
            return None;
        }
        fields.push(Token { text, start: start.min(at + part.len()) });
        at += part.len() + 1;
    }
    let is_blank = |field: &Token<'_>| field.text.is_empty();
    if delimiter == b'|' && is_blank(&fields[0]) {
        fields.remove(0);
        // LaTeX's package sudoku ends a row with a dot after the last bar.
        fields.pop_if(|last| last.text.is_empty() || last.text == b".");
    }
    let blanks = fields.iter().filter(|field| is_blank(field)).count();
    if fields.last().is_some_and(is_blank) && blanks == 1 {
        fields.pop();
    }
    let count = fields.len();
    let fits = (4..=Size::MAX_SIDE).contains(&count) || is_whole(count);
    let is_needed = fields.iter().any(is_blank) || b"&;".contains(&delimiter);
    // A blank line of a drawing has a part for each of up to five boxes.
    let may_be_blank = count > 5 || b",;&".contains(&delimiter);
    (fits && is_needed && (blanks < count || may_be_blank)).then_some(fields)
}

/// The measures of a content line.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    /// Where a run of more characters than a row can have is.
    solid: Option<Range<usize>>,
    /// How many cells stand between delimiters, some of them blank; 0 if it is no such line.
    fields: usize,
    tokens: usize,
    characters: usize,
    first_start: usize,
    first_characters: usize,
    /// Runs of tokens between `|`.
    groups: usize,
    has_bars: bool,
    /// Nine tokens of rising digits, at least 11 (10 may be a slip): the candidates of nine cells.
    has_sets: bool,
    /// Each token is a cell, and one is a number of several digits.
    has_numbers: bool,
    /// The largest number; 0 if none.
    largest: usize,
    /// Tokens that are no empty cells.
    filled: usize,
    /// The first token is followed by `;` or `:`.
    has_remark: bool,
}

impl Shape {
    pub(super) fn of(line: &[u8]) -> Shape {
        let mut shape = Shape {
            solid: solid(line),
            fields: fields(line).map_or(0, |fields| fields.len()),
            ..Shape::default()
        };
        let (mut rising, mut words) = (true, 0);
        let (mut longest, mut previous_end) = (0, 0);
        for token in tokens(line) {
            let count = characters(token.text);
            longest = longest.max(count);
            rising &=
                token.text.iter().all(u8::is_ascii_digit) && token.text.is_sorted_by(|a, b| a < b);
            let bar = line[previous_end..token.start].contains(&b'|');
            previous_end = token.start + token.text.len();
            if shape.tokens == 0 {
                (shape.first_start, shape.first_characters) = (token.start, count);
                shape.has_remark = matches!(line.get(previous_end), Some(b';' | b':'));
            }
            shape.groups += usize::from(bar || shape.tokens == 0);
            shape.has_bars |= bar;
            shape.tokens += 1;
            shape.characters += count;
            let number = decimal(token.text);
            words += usize::from(number.is_none() && count > 1);
            shape.has_numbers |= count > 1 && number.is_some();
            shape.largest = shape.largest.max(number.unwrap_or(0));
            shape.filled += usize::from(!EMPTY_MARKS.contains(&token.text[0]));
        }
        shape.has_bars |= line.get(previous_end..).is_some_and(|rest| rest.starts_with(b"|"));
        // Many tokens of the same length are groups of cells, unless they make a puzzle.
        let same = shape.characters == longest * shape.tokens;
        // Among many numbers a few words are slips; but all of one length are groups of cells.
        let are_numbers = words == 0 || !same && words * FEWEST_NUMBERS_A_SLIP <= shape.tokens;
        shape.has_numbers &= longest <= 2
            || shape.tokens > MOST_SIDE && are_numbers && (!same || shape.largest <= shape.tokens);
        let is_longer = shape.characters > shape.tokens + 1;
        shape.has_sets = rising && is_longer && shape.tokens == Size::NINE.side();
        if shape.is_split() {
            shape.solid.take_if(|solid| !is_whole(characters(&line[solid.clone()])));
        }
        shape
    }

    /// Whether each token is one cell, rather than each character.
    pub(super) fn token_is_cell(&self, options: &Options) -> bool {
        let side = options.size.map(Size::side);
        self.tokens == self.characters
            || side == Some(self.tokens)
            || self.has_sets
            || (self.has_bars && self.tokens > self.groups)
            || (self.has_numbers && self.tokens > 9 && options.symbols.reads_decimals())
    }

    /// How many cells the line holds if all its tokens do.
    pub(super) fn cells(&self, options: &Options) -> usize {
        match self.fields {
            0 if self.token_is_cell(options) => self.tokens,
            0 => self.characters,
            fields => fields,
        }
    }

    /// Where all cells of a puzzle stand in a run.
    pub(super) fn solid(&self) -> Option<Range<usize>> {
        self.solid.clone()
    }

    /// Whether what stands before a run of cells could be the first of more cells.
    pub(super) fn is_split(&self) -> bool {
        self.solid.as_ref().is_some_and(|solid| solid.start > self.first_start)
            && is_whole(self.characters)
    }

    /// Whether all cells stand in a run, or the first token is as long as a puzzle.
    pub(super) fn starts_whole(&self) -> bool {
        self.solid.is_some() || is_whole(self.first_characters)
    }

    /// Whether it is many numbers, and a few words at most among them.
    pub(super) fn is_long_row(&self) -> bool {
        self.has_numbers && self.tokens > MOST_SIDE
    }

    /// Whether it has bars between cells.
    pub(super) fn is_drawn(&self) -> bool {
        self.has_bars
    }

    /// Whether cells stand between delimiters, some of them blank.
    pub(super) fn has_fields(&self) -> bool {
        self.fields > 0
    }

    /// Whether the largest number is rather as large as the number of cells than as its root.
    pub(super) fn has_numbers_of_a_row(&self, cells: usize) -> bool {
        self.largest.saturating_mul(self.largest) > cells * cells.isqrt()
    }

    /// What more cells than a row of symbols can have are, each between separators. In a row the
    /// largest number is about as large as their count, in a puzzle as its square root. What is
    /// neither, nor a puzzle with a layout, is a row, so that its likes are refused together.
    fn reading_of_numbers(&self, cells: usize) -> Reading {
        let side = cells.isqrt();
        let is_square = |cells: usize| cells.isqrt().pow(2) == cells;
        let is_puzzle = is_square(cells) || cells.is_multiple_of(2) && is_square(cells / 2);
        if self.has_numbers_of_a_row(cells) || cells > Size::MAX_SIDE && !is_puzzle {
            Reading::Row
        } else if cells <= Size::MAX_SIDE && (self.largest > side || self.filled <= side) {
            // A row has each small digit once.
            Reading::Either
        } else {
            Reading::Spaced
        }
    }

    pub(super) fn reading(&self, options: &Options) -> Reading {
        let drawn = self.has_bars && self.tokens > self.groups || self.has_fields();
        let cells = self.cells(options);
        let row_length = 4..=MOST_SIDE;
        if self.solid.is_some() {
            return Reading::Solid;
        }
        if let Some(size) = options.size {
            return match (size.side(), size.cell_count()) {
                (_, count) if self.first_characters == count && !drawn => Reading::Solid,
                (side, count) if cells.abs_diff(side) < cells.abs_diff(count) => Reading::Row,
                _ => Reading::Spaced,
            };
        }
        if cells > MOST_SIDE && (self.has_fields() || self.token_is_cell(options)) {
            return self.reading_of_numbers(cells);
        }
        if options.is_whole(self.first_characters) && !drawn {
            return match (self.tokens, self.has_remark) {
                (1, false) => Reading::Either,
                _ => Reading::Solid,
            };
        }
        match (row_length.contains(&cells), self.has_bars, options.is_whole(cells)) {
            (true, false, true) => Reading::Either,
            (true, ..) => Reading::Row,
            (false, ..) => Reading::Spaced,
        }
    }
}

impl Options {
    /// Whether so many cells are a puzzle of some size.
    pub(super) fn is_whole(&self, cells: usize) -> bool {
        // Fewer cells are rather a row of a grid.
        const FEWEST: usize = 25;
        is_whole(cells) || self.boxless && cells >= FEWEST && self.size_of(cells).is_some()
    }

    /// The size of a grid of so many cells.
    pub(super) fn size_of(&self, cells: usize) -> Option<Size> {
        let side = cells.isqrt();
        (side * side == cells).then(|| self.size_of_side(side)).flatten()
    }

    /// The size of a grid of this side.
    pub(super) fn size_of_side(&self, side: usize) -> Option<Size> {
        let flat = || Size::new(1, side).ok().filter(|_| self.boxless);
        self.size.or_else(|| Size::from_side(side)).or_else(flat)
    }
}

/// Whether so many cells are a puzzle of some size that has boxes.
pub(super) fn is_whole(cells: usize) -> bool {
    Size::from_cell_count(cells).is_some()
}

/// How many cells the rows of a grid have, counted to find out which rows are ragged.
#[derive(Clone, Debug)]
pub(super) struct RowLengths {
    /// By number of cells, the last for all above the largest side.
    counts: Vec<u16>,
    rows: usize,
    /// Cells of the longest row.
    longest: usize,
}

impl RowLengths {
    pub(super) fn new() -> RowLengths {
        RowLengths { counts: Vec::new(), rows: 0, longest: 0 }
    }

    pub(super) fn push(&mut self, cells: usize) {
        self.longest = self.longest.max(cells);
        let cells = cells.min(Size::MAX_SIDE + 1);
        self.counts.resize(self.counts.len().max(cells + 1), 0);
        self.counts[cells] = self.counts[cells].saturating_add(1);
        self.rows += 1;
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The length of the longest row if most are longer than those of any grid.
    pub(super) fn too_long(&self) -> Option<usize> {
        (self.most_frequent() > Size::MAX_SIDE).then_some(self.longest)
    }

    /// The length that most rows have, the larger of two as frequent.
    pub(super) fn most_frequent(&self) -> usize {
        self.counts.iter().enumerate().max_by_key(|&(_, count)| count).unwrap_or((0, &0)).0
    }

    /// The side asked for, or else what most rows have.
    pub(super) fn side(&self, options: &Options) -> usize {
        options.size.map_or_else(|| self.most_frequent(), Size::side)
    }
}

/// The largest digit in a line of so many cells that a grid of that side can have; 0 if none.
pub(super) fn largest_value(line: &[u8], cells: usize, options: &Options) -> usize {
    let are_numbers = options.symbols.reads_decimals() && Shape::of(line).token_is_cell(options);
    let largest = |token: Token<'_>| match decimal(token.text) {
        Some(number) if are_numbers => number,
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
