//! The kind of a line, before its cells are read: words, headings, the start of a file of another
//! kind, or plainly a puzzle.

use super::Options;
use super::error::ParseErrorKind;
use super::shape::{MOST_SIDE, Shape, decimal, is_whole, tokens};

/// Whether a line is words or a number, not cells: at least three letters in a run that are no row
/// of that length, or fewer cells than any row has.
pub(super) fn is_title(line: &[u8], shape: &Shape, options: &Options) -> bool {
    let cells = shape.cells(options);
    let is_tiny = options.size.is_some_and(|size| size.cell_count() == 1);
    if is_tiny || shape.starts_whole() || shape.is_drawn() {
        return false;
    }
    if names_columns(line) {
        return true;
    }
    if has_word(line) {
        let mut symbols = tokens(line).flat_map(|token| token.text);
        let is_digit = |symbol: &u8| {
            b"!/".contains(symbol) || usize::from(options.symbols.value(*symbol, cells)) <= cells
        };
        return !(is_whole(cells) || cells <= MOST_SIDE) || !symbols.all(is_digit);
    }
    options.size.is_none() && (1..4).contains(&cells)
}

/// Whether a line names columns, as r1c1 or c1.
pub(super) fn names_columns(line: &[u8]) -> bool {
    let is_name = |text: &[u8]| matches!(text, [letter, .., digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit());
    tokens(line).nth(3).is_some() && tokens(line).all(|token| is_name(token.text))
}

/// Whether a line has at least three letters in a run, not all the same.
pub(super) fn has_word(line: &[u8]) -> bool {
    line.split(|byte| !byte.is_ascii_alphabetic())
        .any(|run| run.len() > 2 && run.iter().any(|letter| !letter.eq_ignore_ascii_case(&run[0])))
}

/// Whether a row numbers the columns of the grid, or has nothing in it, as headings of tables do.
pub(super) fn is_heading(row: &[u8]) -> bool {
    tokens(row).zip(1_usize..).all(|(token, number)| decimal(token.text) == Some(number))
}

/// The name in `[Puzzle]`, as files of sections head them.
pub(super) fn section(line: &[u8]) -> Option<&[u8]> {
    let name = line.strip_prefix(b"[")?.strip_suffix(b"]")?;
    (name.len() > 3 && name.iter().all(u8::is_ascii_alphabetic)).then_some(name)
}

/// Whether a line marks where code begins or ends.
pub(super) fn is_fence(line: &[u8]) -> bool {
    line.trim_ascii().starts_with(b"~~~")
}

/// What is no text by its first bytes.
pub(super) fn data_kind(line: &[u8]) -> Option<ParseErrorKind> {
    const KINDS: [(&[u8], &str, &str); 8] = [
        (b"PAR1", "a Parquet file", "write it as CSV first"),
        (b"\x1f\x8b", "gzip data", "unpack it first: zcat FILE | satdoku solve"),
        (b"PK\x03\x04", "a ZIP file or a spreadsheet", "unpack it first, or save the sheet as CSV"),
        (b"\xfd7zXZ", "xz data", "unpack it first: xzcat FILE | satdoku solve"),
        (b"BZh", "bzip2 data", "unpack it first: bzcat FILE | satdoku solve"),
        (b"\x28\xb5\x2f\xfd", "zstd data", "unpack it first: zstdcat FILE | satdoku solve"),
        (b"%PDF", "a PDF file", "copy the digits"),
        (b"\x89PNG", "a picture", "type the digits"),
    ];
    let known = KINDS.iter().find(|(magic, ..)| line.starts_with(magic));
    known.map(|&(_, found, advice)| ParseErrorKind::NotText { found, advice })
}

/// Whether a line starts with more symbols in a run than a row can have.
pub(super) fn starts_solid(line: &[u8]) -> bool {
    // Numbers, not a short-circuit: the compiler makes vectors of it.
    let cuts = |byte: u8| {
        let mark = |mark: u8| u8::from(byte == mark);
        u8::from(byte <= b' ')
            | mark(b',')
            | mark(b'|')
            | mark(b';')
            | mark(b':')
            | mark(b'#')
            | mark(b'/')
    };
    line.first_chunk::<{ MOST_SIDE + 1 }>().is_some_and(|head| {
        // The top or bottom of a frame.
        let is_rule = head[1] == b'-' && b".:'*".contains(&head[0]);
        !is_rule
            && !b"-+=#\"'[({<>`".contains(&head[0])
            && head.map(cuts).iter().fold(0, |any, &cut| any | cut) == 0
    })
}
