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
    if is_tiny || shape.starts_whole() || shape.is_long_row() {
        return false;
    }
    if names_columns(line) {
        return true;
    }
    if shape.is_drawn() {
        return false;
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

/// Whether a row numbers or names the columns of the grid, or has nothing in it, as headings of
/// tables do.
pub(super) fn is_heading(row: &[u8], options: &Options) -> bool {
    counts_from(row, 1) || is_no_row(row, options)
}

/// Whether a row can be nothing but a heading: the first letters, which are no digits of so few
/// columns, or numbers from 0 between delimiters. From 1, it could be a row of a full grid.
pub(super) fn is_no_row(row: &[u8], options: &Options) -> bool {
    let are_letters = || {
        (4..=25).contains(&tokens(row).count())
            && (b'A'..=b'Z')
                .zip(tokens(row))
                .all(|(letter, token)| token.text.eq_ignore_ascii_case(&[letter]))
    };
    let has_delimiters = row.iter().any(|byte| b",;\t".contains(byte));
    options.symbols.reads_decimals() && are_letters()
        || has_delimiters && tokens(row).next().is_some() && counts_from(row, 0)
}

fn counts_from(row: &[u8], first: usize) -> bool {
    tokens(row).zip(first..).all(|(token, number)| decimal(token.text) == Some(number))
}

/// Whether a line without white space is digits and several `#`, some before digits.
pub(super) fn has_hashes(line: &[u8]) -> bool {
    line.iter().all(|byte| byte.is_ascii_digit() || *byte == b'#')
        && line.len() >= 4
        && line.iter().filter(|&&byte| byte == b'#').count() > 1
        && line.windows(2).any(|two| two[0] == b'#' && two[1].is_ascii_digit())
}

/// The name in `[Puzzle]`, as files of sections head them.
pub(super) fn section(line: &[u8]) -> Option<&[u8]> {
    let name = line.strip_prefix(b"[")?.strip_suffix(b"]")?;
    (!name.is_empty() && name.iter().all(u8::is_ascii_alphabetic)).then_some(name)
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

/// A table that is not read, by the line that begins it.
pub(super) fn foreign_table(line: &[u8]) -> Option<ParseErrorKind> {
    let (found, advice) = if line.starts_with(b"{|") {
        ("a table of a wiki", "copy the cells as the page shows them")
    } else if memchr::memmem::find(line, b"matrix(c(").is_some() {
        ("R code, which fills a matrix by columns", "print the matrix in R and copy that")
    } else {
        return None;
    };
    Some(ParseErrorKind::NotText { found, advice })
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
