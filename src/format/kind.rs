//! What one line can be. Each line is looked at once.

use super::cells::is_cell;
use super::line::{FEWEST_CELLS, find, is_run};
use super::link::is_link;
use super::record::Options;
use super::symbols::MOST_SIDE;
use super::token::{
    before_remark, characters, decimal, fields, is_number, is_of_dashes, is_rule, tokens,
};
use crate::grid::Size;

/// What a line can be, given nothing but itself and the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing visible.
    Blank,
    /// `#` and what follows, or a fence of Markdown.
    Comment,
    /// Anything else that holds no cells.
    Text,
    /// All cells of a puzzle.
    Puzzle,
    /// HoDoKu's library line.
    Library,
    /// A link that may carry a puzzle.
    Link,
    /// A line of a drawing.
    Rule,
    /// A row of cells.
    Row(Row),
    /// Letters, as many as a row has: labels of regions, or a word.
    Letters(usize),
}

/// How a row can be cut into cells: for each way the number of cells, 0 if it is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    /// Each character is a cell.
    pub(super) characters: usize,
    /// Each word is a cell.
    pub(super) words: usize,
    /// Each field is a cell, empty ones too.
    pub(super) fields: usize,
    /// Blank cells at fixed places: the number of parts between bars, and their width.
    pub(super) frame: (usize, usize),
    /// How many cells it has if it can be a puzzle too, else 0.
    pub(super) whole: usize,
    /// Whether a digit is above the root of the number of cells.
    pub(super) is_above_root: bool,
    /// Whether its last field is empty.
    pub(super) ends_blank: bool,
    /// Whether bars stand between its words.
    pub(super) has_bars: bool,
    /// Whether all cells are empty.
    pub(super) is_empty: bool,
    /// Whether it can be a rule too: nothing but dashes.
    pub(super) is_rule: bool,
    /// Whether dashes mark its empty cells.
    pub(super) has_dashes: bool,
    /// Whether it may be a number, a date or a short word: nothing that is missed.
    pub(super) is_small: bool,
    /// Whether it has other symbols than a grid of its width, so that it is a row with a slip.
    pub(super) is_lenient: bool,
}

impl Row {
    /// How many cells the row has where these are its cells.
    pub(super) fn cells(&self, of: CellsOf) -> usize {
        match of {
            CellsOf::Characters => self.characters,
            CellsOf::Words => self.words,
            CellsOf::Fields => self.fields,
            CellsOf::FieldsButLast if self.ends_blank => self.fields - 1,
            CellsOf::FieldsButLast => 0,
            CellsOf::Frame => 0,
        }
    }
}

/// What the cells of rows are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CellsOf {
    Characters,
    Words,
    Fields,
    /// Where a delimiter ends each row.
    FieldsButLast,
    /// The places between bars.
    Frame,
}

/// What a plain line can be.
pub(super) fn kind(line: &[u8], options: &Options) -> Kind {
    let text = line.trim_ascii();
    match text {
        [] if line.iter().filter(|&&byte| byte == b'\t').count() >= 3 => {
            let count = line.iter().filter(|&&byte| byte == b'\t').count() + 1;
            return Kind::Row(Row {
                fields: count,
                ends_blank: true,
                is_empty: true,
                is_small: true,
                ..Row::default()
            });
        }
        [] => return Kind::Blank,
        [b'#', ..] => return Kind::Comment,
        [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => return Kind::Comment,
        [b':', rest @ ..] if rest.iter().filter(|&&byte| byte == b':').count() >= 3 => {
            return Kind::Library;
        }
        _ if is_link(text) => return Kind::Link,
        _ => {}
    }
    if is_rule(line) {
        let dashes = line.iter().filter(|&&byte| byte == b'-').count();
        let row = Row {
            characters: dashes,
            is_rule: true,
            has_dashes: true,
            is_empty: true,
            ..Row::default()
        };
        return if is_of_dashes(line) { Kind::Row(row) } else { Kind::Rule };
    }
    let end = before_remark(line);
    let row = row(&line[..end], options);
    let found = find(line, options);
    let is_puzzle = found.is_some();
    let is_broken = found.as_ref().is_some_and(|cells| cells.is_broken);
    let count = found.map_or(0, |found| found.cells.len());
    match row {
        Some(row)
            if !row.is_lenient && (!is_puzzle || is_broken || may_be_row(row, count, options)) =>
        {
            Kind::Row(row)
        }
        _ if is_puzzle
            && !row.is_some_and(|row| {
                row.is_lenient && is_side(row.characters.max(row.words), options)
            }) =>
        {
            Kind::Puzzle
        }
        Some(row) => Kind::Row(row),
        None => match letters(line, options) {
            Some(count) => Kind::Letters(count),
            None => Kind::Text,
        },
    }
}

/// Whether cells of a puzzle can be those of a row: 16 or 36 of them, where no size is asked for,
/// or words of which some are above the root.
fn may_be_row(row: Row, count: usize, options: &Options) -> bool {
    if let Some(size) = options.size {
        return [row.characters, row.words, row.fields].contains(&size.side());
    }
    let is_all = row.characters == count || row.words == count;
    is_all && ([16, 36].contains(&count) || row.words > MOST_SIDE)
        || row.words > MOST_SIDE && row.is_above_root
        || row.has_bars && row.words > 0
}

/// Whether a row of a grid can have so many cells.
fn is_side(cells: usize, options: &Options) -> bool {
    match options.size {
        Some(size) => cells == size.side(),
        // Larger ones are said to be too large.
        None => (4..=2 * Size::MAX_SIDE).contains(&cells),
    }
}

fn row(line: &[u8], options: &Options) -> Option<Row> {
    let symbols = &options.symbols;
    let words = tokens(line, symbols);
    let side =
        |cells: usize| if is_side(cells, options) || options.is_whole(cells) { cells } else { 0 };
    let mut row = Row::default();
    // A row holds each letter once at most, so that nine cells or more are none: else it is prose,
    // which has small letters.
    let is_letter = |byte: &&u8| byte.is_ascii_lowercase() && **byte != b'x';
    let letters = words.iter().flat_map(|word| word.text).filter(is_letter).count();
    let is_prose = |cells: usize| cells < letters + 9 && letters > 0 && symbols.reads_decimals();
    let count: usize = words.iter().map(|word| characters(word.text)).sum();
    let is_run = words.iter().all(|word| is_run(word.text, count.min(MOST_SIDE), symbols));
    if is_run && count <= MOST_SIDE && !is_prose(count) {
        row.characters = side(count);
    }
    let count = words.len();
    let are_sets = words.iter().any(|word| word.text.len() > 1);
    if words.iter().all(|word| is_cell(word.text, count, options)) && (are_sets || !is_prose(count))
    {
        row.words = side(count);
    }
    if let Some(cells) = fields(line)
        && cells.iter().any(|cell| cell.text.is_empty())
        && cells.iter().all(|cell| {
            is_cell(cell.text, cells.len(), options) && (cell.text.len() < 2 || cells.len() > 9)
        })
    {
        row.fields = side(cells.len());
        row.ends_blank = row.fields > 1 && cells.last().is_some_and(|cell| cell.text.is_empty());
    }
    row.frame = frame(line).unwrap_or_default();
    if [row.characters, row.words, row.fields, row.frame.0] == [0; 4] {
        return lenient(line, options);
    }
    let fewest = options.size.map_or(FEWEST_CELLS, Size::cell_count);
    let mut wholes = [row.characters, row.words].into_iter();
    row.has_bars = words.len() > 1 && line.contains(&b'|');
    row.whole = wholes.find(|&cells| cells >= fewest && options.is_whole(cells)).unwrap_or(0);
    let side = row.characters.max(row.words).min(MOST_SIDE);
    let value = |word: &[u8]| match decimal(word) {
        Some(number) if row.whole == row.words => number,
        _ => {
            let values = word.iter().map(|&byte| usize::from(symbols.value(byte, side)));
            values.filter(|&value| value <= MOST_SIDE).max().unwrap_or(0)
        }
    };
    let mut values = words.iter().map(|word| value(word.text));
    row.is_above_root = values.clone().max().unwrap_or(0) > row.whole.isqrt();
    row.is_empty = values.all(|value| value == 0);
    row.has_dashes = words.iter().any(|word| word.text.contains(&b'-'));
    let is_one = |text: &[u8]| decimal(text).is_some() || text.len() == 1;
    let numbers = || words.iter().filter(|word| is_one(word.text)).count();
    let marks = |text: &[u8]| {
        text.iter().filter(|byte| byte.is_ascii_digit() || b"._*?-".contains(byte)).count()
    };
    row.is_small =
        numbers() < FEWEST_CELLS && words.iter().all(|word| marks(word.text) < FEWEST_CELLS);
    Some(row)
}

/// A row in which a symbol is wrong: no word of letters, and at least as many digits and marks as
/// other symbols.
fn lenient(line: &[u8], options: &Options) -> Option<Row> {
    let words = tokens(line, &options.symbols);
    let cells = words.iter().filter(|word| is_cell(word.text, words.len(), options)).count();
    if words.len() >= FEWEST_CELLS && cells + 1 == words.len() && is_side(words.len(), options) {
        return Some(Row { is_lenient: true, words: words.len(), ..Row::default() });
    }
    let is_word = |word: &[u8]| {
        word.split(|byte| !byte.is_ascii_alphabetic() || b"xX".contains(byte))
            .any(|run| run.len() > 1)
    };
    let is_mark = |byte: &u8| byte.is_ascii_digit() || b"._*?-xX".contains(byte);
    let count: usize = words.iter().map(|word| characters(word.text)).sum();
    let marks = words.iter().flat_map(|word| word.text).filter(|byte| is_mark(byte)).count();
    let is_date = words.len() == 1 && is_number(words[0].text);
    let others = count - marks;
    if words.iter().any(|word| is_word(word.text)) || 2 * marks < count || others > 2 || is_date {
        return None;
    }
    let single = words.iter().filter(|word| characters(word.text) == 1).count();
    let are_cells = words.len() > 2 && 2 * single > words.len();
    let row = Row { is_lenient: true, is_small: count < FEWEST_CELLS, ..Row::default() };
    match are_cells {
        true if is_side(words.len(), options) => Some(Row { words: words.len(), ..row }),
        false if is_side(count, options) && count <= MOST_SIDE => {
            Some(Row { characters: count, ..row })
        }
        _ => None,
    }
}

/// The parts of a row between bars, all equally wide, if cells may be blank there.
fn frame(line: &[u8]) -> Option<(usize, usize)> {
    let inner = line.trim_ascii().strip_prefix(b"|")?.strip_suffix(b"|")?;
    let mut widths = inner.split(|&byte| byte == b'|').map(<[u8]>::len);
    let (parts, width) = (widths.clone().count(), widths.next()?);
    let is_plain =
        inner.iter().all(|byte| byte.is_ascii_alphanumeric() || b" |.*?_".contains(byte));
    (is_plain
        && inner.contains(&b' ')
        && parts > 1
        && width > 0
        && widths.all(|other| other == width))
    .then_some((parts, width))
}

/// How many labels a line of letters has; `None` if it is no such line.
fn letters(line: &[u8], options: &Options) -> Option<usize> {
    let words = tokens(line, &options.symbols);
    let are_letters = words.iter().all(|word| word.text.iter().all(u8::is_ascii_alphabetic));
    let count = match &words[..] {
        [word] => word.text.len(),
        words if words.iter().all(|word| word.text.len() == 1) => words.len(),
        words if words.iter().all(|word| word.text.len() == words[0].text.len()) => {
            let count = words.len() * words[0].text.len();
            let is_square = count >= FEWEST_CELLS && count.isqrt().pow(2) == count;
            if is_square || words[0].text.len() <= 3 { count } else { 0 }
        }
        _ => 0,
    };
    (are_letters && count >= 4).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(line: &str) -> &'static str {
        match kind(line.as_bytes(), &Options::default()) {
            Kind::Blank => "blank",
            Kind::Comment => "comment",
            Kind::Text => "text",
            Kind::Puzzle => "puzzle",
            Kind::Library => "library",
            Kind::Link => "link",
            Kind::Rule => "rule",
            Kind::Row(_) => "row",
            Kind::Letters(_) => "letters",
        }
    }

    #[test]
    fn a_line_is_one_kind_whatever_stands_around_it() {
        let nine = ".".repeat(81);
        for (line, expected) in [
            ("", "blank"),
            ("# easy", "comment"),
            ("```text", "comment"),
            ("Hello, world", "text"),
            ("Sudoku", "letters"),
            ("aaabbbccc", "letters"),
            ("a a a b b b c c c", "letters"),
            ("53..7....", "row"),
            ("5 3 . . 7 . . . .", "row"),
            ("|5 3 .|. 7 .|. . .|", "row"),
            ("5,3,,,7,,,,", "row"),
            ("53..z....", "row"),
            ("+---+---+---+", "rule"),
            ("---------", "row"),
            ("123456789", "row"),
            ("1.....3..4.....2", "row"),
            ("1.....3..4.....2 (easy)", "row"),
            ("1.....3..4.....2 easy", "puzzle"),
            ("12 1.....3..4.....2", "puzzle"),
            (&nine, "puzzle"),
            (&nine[1..], "puzzle"),
            ("Grid 01", "text"),
            ("05/12/2024", "text"),
            ("https://example.org/?a=b", "link"),
        ] {
            assert_eq!(is(line), expected, "{line}");
        }
    }
}
