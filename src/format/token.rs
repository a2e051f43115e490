//! The words of a line.

use super::symbols::{MOST_SIDE, Symbols, UNKNOWN};

/// What a list of values says for no value.
const MISSING: [&[u8]; 8] = [b"null", b"None", b"NaN", b"nan", b"NA", b"N/A", b"undefined", b"nil"];

/// A word, and where it starts in its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t [u8],
    pub(super) start: usize,
}

impl Token<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// A whole number without a sign, as cells are written.
pub(super) fn decimal(text: &[u8]) -> Option<usize> {
    let digits = !text.is_empty() && text.len() <= 18 && text.iter().all(u8::is_ascii_digit);
    digits.then(|| text.iter().fold(0, |number, byte| 10 * number + usize::from(byte - b'0')))
}

/// How many characters; every byte that is no text counts as one.
pub(super) fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| !(0x80..0xC0).contains(&byte)).count()
}

/// Whether a word stands for a value that is missing.
pub(super) fn is_missing(text: &[u8]) -> bool {
    text.is_empty() || MISSING.contains(&text)
}

/// Whether a byte stands between words: blanks, delimiters, brackets and quotes.
fn parts(byte: u8, symbols: &Symbols) -> bool {
    byte.is_ascii_whitespace()
        || b",;|:=".contains(&byte)
        || b"[](){}\"'`<>".contains(&byte) && symbols.value(byte, MOST_SIDE) == UNKNOWN
}

/// The words of a line.
pub(super) fn tokens<'t>(line: &'t [u8], symbols: &Symbols) -> Vec<Token<'t>> {
    let mut start = 0;
    line.split(|&byte| parts(byte, symbols))
        .map(|text| {
            start += text.len() + 1;
            Token { text, start: start - text.len() - 1 }
        })
        .filter(|token| !token.text.is_empty())
        .collect()
}

/// The characters of a word.
pub(super) fn cells_of<'t>(token: Token<'t>) -> impl Iterator<Item = Token<'t>> {
    let starts = (0..token.text.len()).filter(move |&at| !(0x80..0xC0).contains(&token.text[at]));
    let ends = starts.clone().skip(1).chain([token.text.len()]);
    starts.zip(ends).map(move |(start, end)| Token {
        text: &token.text[start..end],
        start: token.start + start,
    })
}

/// A field without the quotes around it.
fn unquoted(field: &[u8]) -> &[u8] {
    let quoted = |quote: &[u8]| field.strip_prefix(quote)?.strip_suffix(quote);
    quoted(b"\"").or_else(|| quoted(b"'")).unwrap_or(field)
}

/// The fields of a line between delimiters, blanks around them taken away: those between bars if
/// any, without what is before the first and after the last; else between TABs, semicolons or
/// commas. `None` if there are fewer than two.
pub(super) fn fields(line: &[u8]) -> Option<Vec<Token<'_>>> {
    let delimiter = *b"|\t;,".iter().find(|delimiter| line.contains(delimiter))?;
    let (mut from, mut to) = (0, line.len());
    if delimiter == b'|' {
        let blank = |text: &[u8]| text.iter().all(u8::is_ascii_whitespace);
        let first = line.iter().position(|&byte| byte == b'|')?;
        let last = line.iter().rposition(|&byte| byte == b'|')?;
        from = if blank(&line[..first]) { first + 1 } else { 0 };
        to = if blank(&line[last + 1..]) && last >= from { last } else { to };
    }
    let mut start = from;
    let fields: Vec<Token<'_>> = line[from..to]
        .split(|&byte| byte == delimiter)
        .map(|text| {
            let lead = text.len() - text.trim_ascii_start().len();
            start += text.len() + 1;
            let inner = unquoted(text.trim_ascii());
            Token {
                text: inner,
                start: start - text.len() - 1
                    + if inner.is_empty() {
                        0
                    } else {
                        lead + usize::from(b"\"'".contains(&text[lead]))
                    },
            }
        })
        .collect();
    (fields.len() > 1).then_some(fields)
}

/// A line in which drawings and spreadsheets read like plain text, character for character: lines
/// and dots of other alphabets as ASCII, and blanks in place of a mail's `> `.
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
    // Rows between slashes.
    let parts = || plain.split(|&byte| byte == b'/').map(<[u8]>::len);
    if parts().count() >= 4 && parts().all(|length| length >= 4 && Some(length) == parts().next()) {
        plain.iter_mut().filter(|byte| **byte == b'/').for_each(|byte| *byte = b' ');
    }
    // What names a list before its brackets: `board = [`, `np.array([`.
    if let Some(open) = memchr::memchr3(b'[', b'"', b'\'', &plain)
        && plain[..open].iter().any(u8::is_ascii_alphabetic)
        && matches!(plain[..open].trim_ascii_end().last(), Some(b'=' | b'(' | b':'))
        && plain[..open].iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.=(: ".contains(byte))
    {
        plain[..open].fill(b' ');
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

/// Whether a line is nothing but a line of a drawing.
pub(super) fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let drawn = |byte: &u8| b"-=+|*.':_\" \t".contains(byte);
    let has = |part: &[u8]| memchr::memmem::find(line, part).is_some();
    let are_bars = line.len() > 2 && line.iter().all(|byte| b"|+".contains(byte));
    are_bars
        || !line.is_empty()
            && line.iter().all(drawn)
            && (has(b"--") || has(b"==") || has(b"-+-") || has(b"_____") && !has(b"."))
            && (!line.contains(&b'.') || has(b"---"))
}

/// Whether a rule may be a row of empty cells too: nothing but dashes between bars and blanks.
pub(super) fn is_of_dashes(line: &[u8]) -> bool {
    line.iter().all(|byte| b"-| \t".contains(byte))
}

/// Where the remark beside a row begins: after `#`, `<-`, `//` or `(`; the end if there is none.
pub(super) fn before_remark(line: &[u8]) -> usize {
    let hash = memchr::memchr(b'#', line).unwrap_or(line.len());
    let marks = [&b"<-"[..], b" //", b"<=="].into_iter();
    let marks = marks.filter_map(|mark| memchr::memmem::find(line, mark));
    let end = marks.chain([hash]).min().unwrap_or(line.len());
    let is_word = |text: &[u8]| {
        text.iter().any(u8::is_ascii_alphabetic) && text.trim_ascii_end().ends_with(b")")
    };
    match memchr::memrchr(b'(', &line[..end]) {
        Some(open) if open > 0 && is_word(&line[open..end]) => open,
        _ => end,
    }
}

/// Whether a line is a number or a date and nothing else.
pub(super) fn is_number(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let numbers = text.split(|byte| b"-./".contains(byte));
    text.len() <= 10
        && numbers.clone().count() <= 4
        && numbers.clone().all(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
        && !(numbers.count() == 1 && text.len() == 9)
}
