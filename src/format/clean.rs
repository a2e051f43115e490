//! Makes plain cells of what programs, forums and people put around them, without moving any
//! character: frames of box-drawing characters, brackets, quotes, names before them.

use super::kind::has_word;
use super::shape::{MOST_SIDE, characters, solid, tokens};
use super::symbols::{Symbols, UNKNOWN};

/// What brackets and quotes enclose cells where they are no symbols themselves.
const WRAPPERS: &[u8] = b"[]{}()\"'`\\&";

/// What stands for an empty cell in a list of values.
const NOTHING: [&[u8]; 7] = [b"undefined", b"None", b"null", b"nan", b"NaN", b"nil", b"NA"];

/// Cleans the line that stands from `start` to the end of the text. Whether something was taken
/// out, so that a line of nothing else is no blank line.
pub(super) fn clean(text: &mut Vec<u8>, start: usize, symbols: &Symbols) -> bool {
    if !text[start..].is_ascii()
        && let Ok(line) = str::from_utf8(&text[start..])
    {
        let plain: String = line.chars().filter_map(plain).collect();
        text.truncate(start);
        text.extend_from_slice(plain.as_bytes());
    }
    let line = &mut text[start..];
    let quoting = line.iter().take_while(|byte| b"> \t".contains(byte)).count();
    let mut changed = line[..quoting].contains(&b'>');
    if changed {
        line[..quoting].fill(b' ');
    }
    if line.iter().any(|&byte| byte.is_ascii_control() && byte != b'\t') {
        return changed;
    }
    let is_wrapper = |byte: u8| WRAPPERS.contains(&byte) && symbols.value(byte, 36) == UNKNOWN;
    changed |= blank_slashes(line);
    blank_bold(line);
    blank_label(line);
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
        let mut rest = &mut *line;
        while let Some(at) = memchr::memmem::find(rest, word) {
            let (found, after) = rest[at..].split_at_mut(word.len());
            found.fill(b' ');
            found[0] = b'.';
            rest = after;
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
    // The first bracket with nothing but others before a cell; from the right, in one scan.
    let (mut enclosing, mut before_cell) = (None, false);
    for (at, byte) in line.iter().enumerate().rev() {
        if !b"[{( \t".contains(byte) {
            before_cell = byte.is_ascii_digit() || *byte == b'_';
        } else if b"[{".contains(byte) && before_cell {
            enclosing = Some(at);
        }
    }
    let called = enclosing
        .filter(|&at| line[..at].contains(&b'(') && line[..at].iter().any(u8::is_ascii_alphabetic));
    let end = match (called, assigned) {
        (Some(at), _) => at,
        (_, Some(at)) if line[at..].iter().any(opens) => at + 1,
        _ if line[..first].iter().any(u8::is_ascii_alphabetic) => first,
        // An item of a list.
        _ if line[..first].trim_ascii() == b"-" => first,
        _ => return,
    };
    line[..end].fill(b' ');
}

/// Blanks the stars around bold digits in Markdown: `**5**`.
fn blank_bold(line: &mut [u8]) {
    let is_bold = |cell: &[u8]| {
        let digits = cell.strip_prefix(b"**").and_then(|cell| cell.strip_suffix(b"**"));
        digits.is_some_and(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
    };
    for cell in line.split_mut(|byte| b" |\t".contains(byte)).filter(|cell| is_bold(cell)) {
        cell.iter_mut().filter(|byte| **byte == b'*').for_each(|byte| *byte = b' ');
    }
}

/// Blanks what makes the label of a row longer than its letter or number: `Row 1:`, `r1`, `A:`.
fn blank_label(line: &mut [u8]) {
    let Some(start) = line.iter().position(|byte| !byte.is_ascii_whitespace()) else { return };
    let word = match line[start..].to_ascii_lowercase().as_slice() {
        [b'r', b'o', b'w', b' ' | b'\t' | b'0'..=b'9', ..] => 3,
        [b'r', b'0'..=b'9', ..] => 1,
        _ => 0,
    };
    let name = start + word;
    let Some(label) = tokens(&line[name..]).next() else { return };
    let end = name + label.start + label.text.len();
    let is_label = match label.text {
        [letter] if letter.is_ascii_alphabetic() => true,
        number => number.len() <= 2 && number.iter().all(u8::is_ascii_digit),
    };
    let has_colon = line.get(end) == Some(&b':');
    let rest = &line[end + usize::from(has_colon)..];
    let symbols = tokens(rest).map(|token| characters(token.text)).sum::<usize>();
    let row = 4..=MOST_SIDE;
    let is_row = row.contains(&tokens(rest).count())
        || has_colon && row.contains(&symbols) && !has_word(rest);
    if is_label && is_row && solid(rest).is_none() {
        line[start..name].fill(b' ');
        line[end..end + usize::from(has_colon)].fill(b' ');
    }
}

/// Blanks what stands between rows: `53..7..../6..195.../...`, or `;`.
fn blank_slashes(line: &mut [u8]) -> bool {
    b"/;".iter().any(|between| {
        let rows = line.trim_ascii().split(|byte| byte == between);
        let count = rows.clone().count();
        let is_row = |row: &[u8]| row.len() == count || tokens(row).count() == count;
        let fits = count >= 4 && rows.clone().all(is_row);
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
        '·' | '•' | '∙' | '⋅' | '□' | '▢' | '◻' | '◽' | '☐' | '⬜' | '⬛' | '◯' | '○' | '␣' => {
            '.'
        }
        '“' | '”' | '„' => '"',
        '‘' | '’' => '\'',
        // What makes a keycap of a digit.
        '\u{fe0f}' | '\u{20e3}' => return None,
        other => other,
    })
}
