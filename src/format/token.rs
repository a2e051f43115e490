//! Cuts a line into words or cells. They are slices of the line, so their places are known
//! ([`start_of`]).

use itertools::Itertools;

use crate::grid::EMPTY_MARKS;

/// Text with this many cells, or digits and marks, is never passed over.
pub(super) const FEWEST_CELLS: usize = 16;
/// A run of cells or labels of a grid has fewer characters than this.
pub(super) const MOST_RUN: usize = 1 << 13;

/// The words for a missing value in lists of values.
const MISSING: [&[u8]; 9] =
    [b"null", b"None", b"NaN", b"nan", b"NA", b"N/A", b"undefined", b"nil", b"-1"];

/// The index of the first byte of a part of a line.
pub(super) fn start_of(line: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().saturating_sub(line.as_ptr().addr()).min(line.len())
}

/// The index after the last byte of a part of a line.
pub(super) fn end_of(line: &[u8], part: &[u8]) -> usize {
    start_of(line, part) + part.len()
}

/// Reads a whole number without a sign, as in cells.
pub(super) fn decimal(text: &[u8]) -> Option<usize> {
    let digits = !text.is_empty() && text.len() <= 18 && text.iter().all(u8::is_ascii_digit);
    digits.then(|| text.iter().fold(0, |number, byte| 10 * number + usize::from(byte - b'0')))
}

/// The characters of a text. The text need not be valid UTF-8.
pub(super) fn characters(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.chunk_by(|_, next| (0x80..0xC0).contains(next))
}

/// Whether a word marks an empty cell.
pub(super) fn is_empty_mark(word: &[u8]) -> bool {
    matches!(word, [mark] if EMPTY_MARKS.contains(mark))
}

/// Whether a word means a missing value.
pub(super) fn is_missing(text: &[u8]) -> bool {
    text.is_empty() || MISSING.contains(&text)
}

/// The words of a line, which blanks, delimiters, brackets and quotes separate.
pub(super) fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(parts_words).filter(|word| !word.is_empty()).collect()
}

/// Whether a byte separates words.
pub(super) fn parts_words(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || b",;|:=[](){}\"'`<>".contains(byte)
}

/// A field without blanks and quotes around it.
fn unquoted(field: &[u8]) -> &[u8] {
    match field.trim_ascii() {
        [b'"' | b'\'', inner @ .., b'"' | b'\''] => inner,
        field => field,
    }
}

/// The fields of a line, without blanks and quotes around them. Bars separate the fields, if there
/// are bars; otherwise TABs, semicolons or commas do. An empty field before the first bar or after
/// the last bar is left out.
fn fields(line: &[u8]) -> Vec<&[u8]> {
    let delimiter = b"|\t;,".iter().find(|delimiter| line.contains(delimiter)).unwrap_or(&b',');
    let mut fields: Vec<&[u8]> = line.split(|byte| byte == delimiter).map(unquoted).collect();
    let is_blank = |field: &mut &[u8]| *delimiter == b'|' && field.is_empty();
    fields.pop_if(is_blank);
    let lead = usize::from(fields.first_mut().is_some_and(is_blank));
    fields.split_off(lead)
}

/// A way to cut a text into cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Each character of a word is a cell.
    Characters,
    /// Each word is a cell.
    Words,
    /// Blanks are empty cells; bars divide the row into parts of equal width. In each part, the
    /// first number is the width of the margin before the first cell, and the second number is the
    /// distance of two cells.
    Places(usize, usize),
    /// Each field between delimiters is a cell.
    Fields,
    /// Each field is a cell, and each row ends with a delimiter.
    EndedFields,
    /// Each character is a cell; a blank is an empty cell.
    Spaced,
}

impl Way {
    /// All ways, the most likely first.
    pub(super) const ALL: [Way; 8] = [
        Way::Characters,
        Way::Words,
        Way::Places(0, 1),
        Way::Places(0, 2),
        Way::Places(1, 2),
        Way::EndedFields,
        Way::Fields,
        Way::Spaced,
    ];

    /// The cells of a text; none if the text cannot be cut in this way.
    pub(super) fn cut(self, text: &[u8]) -> Vec<&[u8]> {
        match self {
            Way::Characters => {
                words(text).into_iter().flat_map(characters).take(MOST_RUN).collect()
            }
            Way::Words => words(text),
            Way::Places(margin, step) => places(text, margin, step),
            Way::Fields => fields(text),
            Way::EndedFields => match &fields(text)[..] {
                [fields @ .., b""] => fields.to_vec(),
                _ => Vec::new(),
            },
            Way::Spaced if !text.contains(&b' ') => Way::Characters.cut(text),
            Way::Spaced => spaced(quoted(text)).unwrap_or_default(),
        }
    }
}

/// Whether the words of a text are rows or parts of rows, whose characters are the cells: the
/// length of each word is a multiple of the length of the shortest word. Words of two digits
/// between delimiters are numbers, not parts of rows.
pub(super) fn are_parts(text: &[u8]) -> bool {
    let parts = |byte: &u8| byte.is_ascii_whitespace() || b",;:|".contains(byte);
    let tokens = text
        .split(parts)
        .filter(|token| !is_rule(token) && !token.eq_ignore_ascii_case(b"regions"));
    let tokens = tokens.filter(|token| !words(token).is_empty()).collect_vec();
    let length = |token: &&[u8]| token.iter().filter(|byte| !parts_words(byte)).count();
    let shortest = tokens.iter().map(length).min().unwrap_or(0);
    let are_numbers = shortest == 2 && text.iter().any(|byte| b",;\t".contains(byte));
    let is_part = |token: &&[u8]| length(token).is_multiple_of(shortest) && !is_missing(token);
    tokens.len() < 2 || !are_numbers && tokens.iter().all(is_part) && shortest > 1
}

/// The characters of a text of digits, marks and blanks, in which a blank becomes an empty slice.
/// `None` if the text has other characters, or no blank. A letter is a digit if the row has at
/// least as many cells as the value of the letter: `A` is 10.
pub(super) fn spaced(text: &[u8]) -> Option<Vec<&[u8]>> {
    let is_digit = |byte: &u8| {
        let letter = byte.is_ascii_uppercase().then(|| usize::from(byte - b'A') + 10);
        byte.is_ascii_digit() || letter.is_some_and(|value| value <= text.len())
    };
    let may_be = |byte: &u8| is_digit(byte) || EMPTY_MARKS.contains(byte);
    let is_spaced = text.contains(&b' ') && text.iter().all(|byte| *byte == b' ' || may_be(byte));
    is_spaced.then(|| text.chunks(1).map(<[u8]>::trim_ascii).collect())
}

/// The text between the quotes around a row; a comma or the end of a list may follow the quotes.
fn quoted(row: &[u8]) -> &[u8] {
    let is_outer = |byte: &u8| b" ,;)]".contains(byte);
    let end = row.iter().rposition(|byte| !is_outer(byte)).map_or(0, |last| last + 1);
    match row[..end].trim_ascii_start() {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => row,
    }
}

/// The cells of a row in [`Way::Places`]. Blank cells become empty slices. Bars at both ends of a
/// row are ignored, and blanks may be missing at its end.
fn places(row: &[u8], margin: usize, step: usize) -> Vec<&[u8]> {
    let inner = row.trim_ascii().strip_prefix(b"|").and_then(|row| row.strip_suffix(b"|"));
    let parts: Vec<&[u8]> = inner.unwrap_or(row).split(|&byte| byte == b'|').collect();
    let (width, last) = (parts[0].len(), parts.len() - 1);
    // Blanks may be missing at the end of a row that has blanks as empty cells and no other mark.
    let may_be_cut = inner.is_none()
        && row.contains(&b' ')
        && !row.iter().any(|byte| EMPTY_MARKS.contains(byte));
    let is_even = |(index, part): (usize, &&[u8])| {
        let mut others = (0..width).filter(|index| index % step != margin);
        let is_cut = may_be_cut && index == last && part.len() < width;
        (is_cut || part.len() == width)
            && others.all(|index| part.get(index).is_none_or(|byte| *byte == b' '))
    };
    if width % step != step - 1 || last == 0 || !parts.iter().enumerate().all(is_even) {
        return if (margin, step) == (0, 2) { columns(row) } else { Vec::new() };
    }
    let places = parts.iter().cartesian_product((margin..width).step_by(step));
    places
        .map(|(part, at)| part[at.min(part.len())..][..usize::from(at < part.len())].trim_ascii())
        .collect()
}

/// Every other character, if blanks stand between these characters, and bars among them are equally
/// far apart: `5 3   |   7   |      `.
fn columns(row: &[u8]) -> Vec<&[u8]> {
    let is_apart = |pair: &[u8]| pair.get(1).is_none_or(|byte| *byte == b' ');
    let mut parts = row.chunks(2).collect_vec();
    let width = parts.iter().position(|pair| pair[0] == b'|').unwrap_or(0);
    let is_bar = |index: usize| width > 1 && index % (width + 1) == width;
    let is_even = |(index, pair): (usize, &&[u8])| is_bar(index) == (pair[0] == b'|');
    if width < 2 || !parts.iter().copied().all(is_apart) || !parts.iter().enumerate().all(is_even) {
        return Vec::new();
    }
    // Blanks may be missing at the end of the row.
    let missing = (width + 1 - (parts.len() + 1) % (width + 1)) % (width + 1);
    parts.resize(parts.len() + missing, &[]);
    let cells = parts.iter().enumerate().filter(|(index, _)| !is_bar(*index));
    cells.map(|(_, pair)| pair.trim_ascii()).collect()
}

/// The line with characters replaced, so that drawings have only ASCII characters: drawn lines and
/// dots of Unicode become ASCII, and the `> ` of a quoted mail becomes blanks.
pub(super) fn plain(line: &[u8]) -> Vec<u8> {
    let mut plain = match str::from_utf8(line) {
        Ok(text) if !text.is_ascii() => {
            text.chars().map(plain_character).collect::<String>().into_bytes()
        }
        _ => line.to_vec(),
    };
    let quoting = plain.iter().take_while(|byte| b"> \t".contains(byte)).count();
    if plain[..quoting].contains(&b'>') {
        plain[..quoting].fill(b' ');
    }
    // Replaces a prompt of Python or a dash of YAML before a text or a list.
    let start = plain.len() - plain.trim_ascii_start().len();
    let mark =
        [&b"... "[..], b"...: ", b"- "].into_iter().find(|mark| plain[start..].starts_with(mark));
    if let Some(mark) = mark
        && let Some(b'"' | b'\'' | b'[' | b'(' | b'{') =
            plain[start + mark.len()..].trim_ascii_start().first()
    {
        plain[start..start + mark.len()].fill(b' ');
    }
    // Replaces drawn lines in a line that joins rows and drawn lines.
    if memchr::memmem::find(&plain, b"-+-").is_some() && !is_rule(&plain) {
        let is_line = |byte: &u8| b"-+".contains(byte);
        for part in plain.chunk_by_mut(|byte, next| is_line(byte) == is_line(next)) {
            if part.len() > 2 && is_line(&part[0]) && part.contains(&b'+') {
                part.fill(b' ');
                part[0] = b'|';
            }
        }
    }
    plain
}

fn plain_character(symbol: char) -> char {
    match symbol {
        '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋' | '¦' | '｜' => '|',
        '─' | '━' | '═' | '╌' | '╍' | '┄' | '┅' | '┈' | '┉' | '–' | '—' => {
            '-'
        }
        '\u{2500}'..='\u{257f}' => '+',
        '·' | '•' | '∙' | '◦' | '⋅' | '□' | '☐' | '⬜' => '.',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => ' ',
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' => '\'',
        '→' | '⇒' => '>',
        other => other,
    }
}

/// Whether a line consists only of a drawn line.
pub(super) fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let drawn = |byte: &u8| b"-=+|*.':_\" \t".contains(byte);
    let has = |part: &[u8]| memchr::memmem::find(line, part).is_some();
    let are_bars = line.len() > 2 && line.iter().all(|byte| b"|+".contains(byte));
    are_bars
        || !line.is_empty()
            && line.iter().all(drawn)
            && (has(b"--") || has(b"==") || has(b"-+-") || has(b"_____") && !has(b"."))
}

/// Whether a line is a comment, or begins or ends a code block of Markdown.
pub(super) fn is_comment(line: &[u8]) -> bool {
    [&b"#"[..], b"```", b"~~~"].iter().any(|mark| line.starts_with(mark))
}

/// A line without the code before the brackets of a list: `board = [`, `np.array([`, `int
/// grid[9][9] = {{`.
pub(super) fn without_name(line: &[u8]) -> &[u8] {
    let is_cell = |byte: &&u8| byte.is_ascii_digit() || EMPTY_MARKS.contains(byte);
    let is_name = |name: &[u8]| {
        matches!(name.trim_ascii_end().last(), Some(b'=' | b'(' | b':'))
            && name.iter().filter(is_cell).count() < FEWEST_CELLS
    };
    let mut opens = line.iter().positions(|byte| b"[{\"'".contains(byte));
    let open = opens.find(|open| is_name(&line[..*open]));
    &line[open.unwrap_or(0)..]
}

/// The part of a line that may contain cells: without a name before a list, and without a remark,
/// which begins with `#`, `<-`, `//` or `(`.
pub(super) fn cells_of(line: &[u8]) -> &[u8] {
    let line = without_name(line);
    let marks = [&b"#"[..], b"<-", b" //", b"<=="].into_iter();
    let ends = marks.filter_map(|mark| memchr::memmem::find(line, mark));
    let row = &line[..ends.min().unwrap_or(line.len())];
    let is_word = |text: &[u8]| {
        text.iter().any(u8::is_ascii_alphabetic) && text.trim_ascii_end().ends_with(b")")
    };
    match memchr::memrchr(b'(', row) {
        Some(open) if open > 0 && is_word(&row[open..]) => &row[..open],
        _ => row,
    }
}

/// Whether a line is only a number, a date or a time.
pub(super) fn is_number(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let mut numbers = text.split(|byte| b"-./:".contains(byte));
    let is_row = numbers.clone().count() > 4 || text.len() == 9 && decimal(text).is_some();
    text.len() <= 10 && !is_row && numbers.all(|number| decimal(number).is_some())
}
