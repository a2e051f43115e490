//! Words that say that a puzzle has other rules than rows, columns and boxes.
//!
//! One list serves the names of fields, columns and keys of links; headings and comments are
//! searched for the same words, but for those that are technique names or plain words too.

use std::collections::HashMap;
use std::mem;
use std::sync::LazyLock;

use itertools::Itertools;

/// A word that names rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RulesWord {
    /// As it stands in the text, at most [`LONGEST`] characters of it.
    pub(super) text: String,
    /// Whether the regions of a jigsaw settle it.
    pub(super) is_jigsaw: bool,
}

const LONGEST: usize = 40;
/// Words of so many letters count inside a longer name: `killer` in `killerCages`.
const COUNTS_INSIDE: usize = 6;

/// What regions settle. As [`letters`] spells them, without accented letters.
const JIGSAW: &str = "irregular irregulier irrgulier jigsaw jigsudoku nonomino squiggly";
/// What prose says for these rules alone, in the singular.
const RULES: &str = "antiking antiknight argyle arrow asterisk battenburg bishop cage \
    calcudoku centerdot centredot chaos consecutivepair diag diagonaal diagonal disjoint \
    evenodd extraregion futoshiki gattai girandola greaterthan hyper hypersudoku inequality \
    kenken killer kingmove kingsmove knightmove knightsmove kropki latin latinsquare \
    lessthan lockout mathdoku miracle nabner noking noknight nonconsecutive \
    numberedroom oddeven outsidesum palindrome regionsum renban rossini samurai sandwich \
    sudokux sujiken sumdoku termmetro termometr thermo toroidal touchless twodoku whisper \
    windoku xsudoku xsum zipper";
/// Plain words, and names of techniques: they name rules as a field, or before "Sudoku".
const PLAIN: &str = "between clone consecutive difference dot entropic even fog frame ineq king knight line \
    modular odd offset overlap parity quadruple queen skyscraper xv";
/// Short names of which a field of one puzzle is often called otherwise.
const NO_FIELD: [&str; 2] = ["line", "frame"];

/// The letters and digits of a word in lower case: `ground_truth` and `groundTruth` are one name.
pub(super) fn letters(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// The singular of a word, if its end tells that it is none.
fn singular(word: &str) -> Option<String> {
    let ends = [("ies", "y"), ("ches", "ch"), ("s", "")];
    ends.into_iter().find_map(|(plural, end)| Some(word.strip_suffix(plural)?.to_owned() + end))
}

/// Which list has a word; of several the first counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum List {
    Rules,
    Jigsaw,
    Plain,
}

static LISTS: LazyLock<HashMap<&str, List>> = LazyLock::new(|| {
    let lists = [(JIGSAW, List::Jigsaw), (RULES, List::Rules), (PLAIN, List::Plain)];
    let words = |(words, list): (&'static str, List)| words.split(' ').map(move |w| (w, list));
    lists.into_iter().flat_map(words).collect()
});

fn list_of(word: &str) -> Option<List> {
    LISTS.get(word).or_else(|| LISTS.get(&*singular(word)?)).copied()
}

fn found(text: &str, is_jigsaw: bool) -> RulesWord {
    RulesWord { text: text.chars().take(LONGEST).collect(), is_jigsaw }
}

/// The parts of a name: `killerCages`, `killer_cages`, `KILLER-CAGES` and `killer12` have two.
fn parts(name: &str) -> impl Iterator<Item = String> + '_ {
    let is_one = |byte: &u8, next: &u8| {
        let begins = byte.is_ascii_lowercase() && next.is_ascii_uppercase();
        !begins && byte.is_ascii_alphabetic() == next.is_ascii_alphabetic()
    };
    name.as_bytes().chunk_by(is_one).map(|part| letters(&String::from_utf8_lossy(part)))
}

/// The lists of what a name holds: the whole of it, its parts, and long words anywhere.
fn lists_in(name: &str) -> impl Iterator<Item = List> + '_ {
    let whole = letters(name);
    let parts = parts(name).chain([whole.clone()]).dedup();
    let parts = parts.filter(|part| !NO_FIELD.contains(&&**part));
    let is_long = whole.len() >= COUNTS_INSIDE;
    let long = LISTS.iter().filter(|(word, _)| word.len() >= COUNTS_INSIDE);
    let inside = long.filter(move |(word, _)| whole.contains(**word)).map(|(_, list)| *list);
    let inside = is_long.then_some(inside).into_iter().flatten();
    inside.chain(parts.filter_map(|part| list_of(&part)))
}

/// The rules that the name of a field, a column or a key names, or one of its values such as
/// `killer`.
pub(super) fn in_name(name: &str) -> Option<RulesWord> {
    if letters(name) == "x" {
        return Some(found(name, false));
    }
    let mut lists = lists_in(name).peekable();
    lists.peek()?;
    Some(found(name, lists.all(|list| list == List::Jigsaw)))
}

/// The first word of prose that names rules, one that regions do not settle before others.
pub(super) fn in_prose(text: &[u8]) -> Option<RulesWord> {
    // Not `any`, so that the compiler makes vectors.
    if !text.iter().fold(false, |any, byte| any | byte.is_ascii_alphabetic() | !byte.is_ascii()) {
        return None;
    }
    let text = String::from_utf8_lossy(text);
    if let Some(sum) = text.split_whitespace().find(|word| is_sum(word)) {
        return Some(found(sum, false));
    }
    let is_of_word = |symbol: char| symbol.is_alphanumeric() || "-_".contains(symbol);
    let words = text.split(|symbol: char| !is_of_word(symbol));
    let words = words.map(|word| word.trim_matches(['-', '_']));
    let is_of_prose = |list: &List| *list != List::Plain;
    let (mut before, mut jigsaw) = ("", None);
    // The last one stands after an apostrophe.
    for word in words.filter(|word| *word != "s" && word.contains(char::is_alphabetic)) {
        let last = mem::replace(&mut before, word);
        let (first, whole) = (letters(last), letters(word));
        let alone = match word {
            "X" | "XV" | "xv" => Some(List::Rules),
            _ => lists_in(word).filter(is_of_prose).min(),
        };
        let alone = alone.or_else(|| list_before_sudoku(whole.strip_suffix("sudoku")?));
        let pair = match (&*first, &*whole) {
            (first, "sudoku") => list_before_sudoku(first),
            ("no", second) => (second == "touch").then_some(List::Rules),
            ("", _) => None,
            (first, whole) => list_of(&format!("{first}{whole}")).filter(is_of_prose),
        };
        match alone.or(pair) {
            Some(List::Jigsaw) => jigsaw = jigsaw.or_else(|| Some(found(word, true))),
            Some(_) if alone.is_none() && pair.is_some() => {
                return Some(found(&format!("{last} {word}"), false));
            }
            Some(_) => return Some(found(word, false)),
            None => {}
        }
    }
    jigsaw
}

/// Whether a word says the sum of cells: `10=A1+A2`.
fn is_sum(word: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_cell = |part: &str| {
        let symbols = part.as_bytes();
        symbols.len() >= 2 && symbols[0].is_ascii_alphabetic() && symbols[1].is_ascii_digit()
    };
    let are_cells = |part: &str| part.split(['+', ',']).all(is_cell);
    word.split_once('=').is_some_and(|(first, second)| {
        is_number(first) && are_cells(second)
            || first.contains('+') && are_cells(first) && is_number(second)
    })
}

/// The list of a word before "Sudoku".
fn list_before_sudoku(word: &str) -> Option<List> {
    if word == "x" { Some(List::Rules) } else { list_of(word) }
}

/// What a heading says about the block below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Announced {
    /// A solution of the puzzle above.
    Solution,
    /// The regions of the puzzle above.
    Regions,
}

/// What a line of text announces, if anything.
pub(super) fn announced(text: &[u8]) -> Option<Announced> {
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    let mut words = text.split(|symbol: char| !symbol.is_alphabetic());
    words.find_map(|word| match word {
        "solution" | "solutions" | "solved" | "answer" | "answers" | "output" => {
            Some(Announced::Solution)
        }
        "region" | "regions" | "layout" | "shape" | "shapes" | "areas" | "pieces" => {
            Some(Announced::Regions)
        }
        _ => None,
    })
}
