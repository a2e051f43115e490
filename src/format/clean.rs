//! Makes plain cells of what programs, forums and people put around them, without moving any
//! character: frames of box-drawing characters, brackets, quotes, names before them.

use super::shape::solid;
use super::symbols::{Symbols, UNKNOWN};

/// What brackets and quotes enclose cells where they are no symbols themselves.
const WRAPPERS: &[u8] = b"[]{}()\"'`\\&";

/// What stands for an empty cell in a list of values.
const NOTHING: [&[u8]; 7] = [b"undefined", b"None", b"null", b"nan", b"NaN", b"nil", b"NA"];

/// Cleans the line that stands from `start` to the end of the text. Whether something was taken
/// out, so that a line of nothing else is no blank line.
pub(super) fn clean(text: &mut Vec<u8>, start: usize, symbols: &Symbols) -> bool {
    let mut changed = false;
    if !text[start..].is_ascii()
        && let Ok(line) = str::from_utf8(&text[start..])
    {
        let plain: String = line.chars().filter_map(plain).collect();
        changed = plain.as_bytes() != &text[start..];
        text.truncate(start);
        text.extend_from_slice(plain.as_bytes());
    }
    let line = &mut text[start..];
    let quoting = line.iter().take_while(|byte| b"> \t".contains(byte)).count();
    if line[..quoting].contains(&b'>') {
        line[..quoting].fill(b' ');
        changed = true;
    }
    if line.iter().any(|&byte| byte.is_ascii_control() && byte != b'\t') {
        return changed;
    }
    let is_wrapper = |byte: u8| WRAPPERS.contains(&byte) && symbols.value(byte, 36) == UNKNOWN;
    changed |= blank_slashes(line);
    let Some(first) = line.iter().position(|&byte| is_wrapper(byte)) else {
        return blank_rules(line) || changed;
    };
    // A comment's brackets stay.
    if line[..first].contains(&b'#') || solid(&line[..first]).is_some() {
        return changed;
    }
    blank_names(line, first);
    if let Some(end) = line.iter().position(|&byte| byte == b'\\' && is_wrapper(byte)) {
        line[end..].fill(b' ');
    }
    let last_of = |closing: &[u8]| line.iter().rposition(|byte| closing.contains(byte));
    if let Some(last) = last_of(b"]}").or(last_of(b")")) {
        let rest = line[last + 1..].trim_ascii();
        let rest = rest.strip_prefix(b")").unwrap_or(rest);
        if rest.is_empty() || rest == b"." || b",;/#".contains(&rest[0]) {
            line[last..].fill(b' ');
        }
        line.iter_mut().filter(|byte| **byte == b';').for_each(|byte| *byte = b' ');
    }
    for word in NOTHING {
        while let Some(at) = line.windows(word.len()).position(|window| window == word) {
            line[at] = b'.';
            line[at + 1..at + word.len()].fill(b' ');
        }
    }
    for byte in line.iter_mut().filter(|byte| is_wrapper(**byte) && **byte != b'&') {
        *byte = b' ';
    }
    blank_fractions(line);
    true
}

/// Blanks what names a value before its brackets or quotes: `grid = [`, `np.array([`,
/// `matrix(ZZ, 9, [`.
fn blank_names(line: &mut [u8], first: usize) {
    let opens = |byte: &u8| b"[{(\"'".contains(byte);
    let assigned = line.iter().rposition(|&byte| byte == b'=');
    let encloses_cells = |&at: &usize| {
        let inner = line[at..].iter().find(|byte| !b"[{( \t".contains(byte));
        b"[{".contains(&line[at])
            && inner.is_some_and(|byte| byte.is_ascii_digit() || *byte == b'_')
    };
    let called = (0..line.len())
        .find(encloses_cells)
        .filter(|&at| line[..at].contains(&b'(') && line[..at].iter().any(u8::is_ascii_alphabetic));
    let end = match (called, assigned) {
        (Some(at), _) => at,
        (_, Some(at)) if line[at + 1..].iter().any(opens) => at + 1,
        _ if line[..first].iter().any(u8::is_ascii_alphabetic) => first,
        // An item of a list.
        _ if line[..first].trim_ascii() == b"-" => first,
        _ => return,
    };
    line[..end].fill(b' ');
}

/// Blanks what stands between rows: `53..7..../6..195.../...`, or `;`.
fn blank_slashes(line: &mut [u8]) -> bool {
    b"/;".iter().any(|between| {
        let rows = line.trim_ascii().split(|byte| byte == between);
        let count = rows.clone().count();
        let fits = count >= 4 && rows.clone().all(|row| row.len() == count);
        if fits {
            line.iter_mut().filter(|byte| *byte == between).for_each(|byte| *byte = b' ');
        }
        fits
    })
}

/// `5.` and `5.0`, as numbers of a library are shown, are 5.
fn blank_fractions(line: &mut [u8]) {
    let ends = |byte: &u8| b" \t,".contains(byte);
    let is_fraction = |token: &[u8]| {
        let digits = token.iter().take_while(|byte| byte.is_ascii_digit()).count();
        matches!(&token[digits..], [b'.', zeros @ ..] if digits > 0 && zeros.iter().all(|&b| b == b'0'))
    };
    let mut tokens = line.split(ends).filter(|token| !token.is_empty()).peekable();
    if tokens.peek().is_none() || !tokens.all(is_fraction) {
        return;
    }
    for token in line.split_mut(ends) {
        let digits = token.iter().take_while(|byte| byte.is_ascii_digit()).count();
        token[digits..].fill(b' ');
    }
}

/// Blanks the rules of a drawing that stands in one line: `4..|.---+---+---..5|`.
fn blank_rules(line: &mut [u8]) -> bool {
    let is_part = |byte: &u8| b"-+=|".contains(byte);
    if !line.contains(&b'+') || line.iter().all(|byte| is_part(byte) || *byte == b' ') {
        return false;
    }
    let mut changed = false;
    for run in line.split_mut(|byte| !is_part(byte)) {
        if run.contains(&b'+') && run.windows(2).any(|two| two == b"--" || two == b"==") {
            run.fill(b' ');
            run[0] = b'|';
            changed = true;
        }
    }
    changed
}

/// The ASCII character that a character of a drawing stands for.
fn plain(found: char) -> Option<char> {
    Some(match found {
        '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '║' | '╵' | '╷' | '╹' | '╻' | '╽' | '╿' => {
            '|'
        }
        '─' | '━' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '═' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' => {
            '-'
        }
        '\u{2500}'..='\u{257f}' => '+',
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '·' | '•' | '∙' | '⋅' | '□' | '▢' | '◻' | '◽' | '☐' | '⬜' | '◯' | '○' | '␣' => {
            '.'
        }
        '“' | '”' | '„' => '"',
        '‘' | '’' => '\'',
        // What makes a keycap of a digit.
        '\u{fe0f}' | '\u{20e3}' => return None,
        other => other,
    })
}
