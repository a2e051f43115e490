//! Words that say that a puzzle has other rules than rows, columns and boxes: one function and one
//! list for names of fields and columns, their values, headings and comments.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A word that names rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RulesWord {
    /// As it stands in the text, at most [`LONGEST`] characters of it.
    pub(super) text: String,
    /// Whether the regions of a jigsaw settle it.
    pub(super) is_jigsaw: bool,
}

const LONGEST: usize = 40;
/// Words of so many letters count inside a longer one: `killer` in `killerCages`.
const COUNTS_INSIDE: usize = 6;

/// Which words name rules where.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    /// Anywhere.
    Rules,
    /// Anywhere, but regions settle it.
    Jigsaw,
    /// As a name or before "Sudoku": plain words, and names of techniques.
    Plain,
}

/// As [`letters`] spells them, without accented letters, in the singular.
const WORDS: [(List, &str); 3] = [
    (List::Jigsaw, "irregular irregulier irrgulier jigsaw jigsudoku nonomino squiggly"),
    (
        List::Rules,
        "antiking antiknight antiqueen argyle arrow asterisk battenburg bishop cage calcudoku centerdot \
        centredot chaos consecutivepair diag diagonaal diagonal disjoint entropy evenodd extraregion \
        futoshiki gattai framesudoku girandola greaterthan hyper hypersudoku inequality kenken killer kingmove \
        kingsmove knightmove knightsmove kropki latin latinsquare lessthan lockout mathdoku \
        miracle nabner noking noknight nonconsecutive notouch numberedroom oddeven outsidesum \
        palindrome regionsum renban rossini samurai sandwich sudokux sujiken sumdoku termmetro \
        termometr thermo toroidal touchless twodoku whisper windoku xsudoku xsum zipper",
    ),
    (
        List::Plain,
        "between clone consecutive difference dot entropic even fog ineq king knight modular odd \
        offset overlap parity quadruple queen skyscraper sums xv lines frames butterfly flower geometry outside",
    ),
];

/// By word, in the singular and in the plural.
static LISTS: LazyLock<HashMap<String, List>> = LazyLock::new(|| {
    let plural = |word: &str| match (word.strip_suffix('y'), word.ends_with("ch")) {
        (Some(stem), _) => format!("{stem}ies"),
        (None, true) => format!("{word}es"),
        (None, false) => format!("{word}s"),
    };
    let each = |(list, words): (List, &'static str)| words.split(' ').map(move |word| (word, list));
    let words = WORDS.into_iter().flat_map(each);
    words.flat_map(|(word, list)| [(word.to_owned(), list), (plural(word), list)]).collect()
});

/// The letters and digits of a word in lower case: `ground_truth` and `groundTruth` are one name.
pub(super) fn letters(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// The lists that have a word, one of its parts, or a long word inside it: `killerCages`,
/// `killer_cages`, `KILLER-CAGES` and `killer12` have two parts.
fn lists_of(word: &str) -> impl Iterator<Item = List> + '_ {
    let is_one = |byte: &u8, next: &u8| {
        let begins = byte.is_ascii_lowercase() && next.is_ascii_uppercase();
        !begins && byte.is_ascii_alphabetic() == next.is_ascii_alphabetic()
    };
    let whole = letters(word);
    let parts = word.as_bytes().chunk_by(is_one);
    let parts = parts.map(|part| letters(&String::from_utf8_lossy(part))).chain([whole.clone()]);
    let is_long = whole.len() >= COUNTS_INSIDE;
    let long = LISTS.iter().filter(move |(known, _)| is_long && known.len() >= COUNTS_INSIDE);
    let inside = long.filter(move |(known, _)| whole.contains(&***known)).map(|(_, list)| *list);
    inside.chain(parts.filter_map(|part| LISTS.get(&part).copied()))
}

/// The first word of a text that names rules, one that regions do not settle before others. Plain
/// words count where the text is a name, or one of a few values that name the kind of a puzzle.
pub(super) fn rules_word(text: &[u8], is_name: bool) -> Option<RulesWord> {
    // Not `any`, so that the compiler makes vectors.
    if !text.iter().fold(false, |any, byte| any | byte.is_ascii_alphabetic() | !byte.is_ascii()) {
        return None;
    }
    let text = String::from_utf8_lossy(text);
    let found = |word: &str, is_jigsaw| {
        Some(RulesWord { text: word.chars().take(LONGEST).collect(), is_jigsaw })
    };
    if let Some(sum) = text.split_whitespace().find(|word| is_sum(word)) {
        return found(sum, false);
    }
    let ends_word = |symbol: char| !(symbol.is_alphanumeric() || "-_".contains(symbol));
    let pieces = text.split_inclusive(ends_word).map(|piece| {
        let word = piece.trim_end_matches(ends_word);
        (word.trim_matches(['-', '_']), is_name || piece.ends_with('='))
    });
    // The last one stands after an apostrophe.
    let has_letters = |word: &str| word != "s" && word.contains(char::is_alphabetic);
    let words: Vec<(&str, bool)> = pieces.filter(|(word, _)| has_letters(word)).collect();
    let mut jigsaw = None;
    for (at, &(word, is_name)) in words.iter().enumerate() {
        let next = words.get(at + 1).map_or("", |(next, _)| next);
        let (whole, pair) = (letters(word), format!("{word} {next}"));
        let is_before = letters(next) == "sudoku";
        let is_name = is_name || is_before || whole.ends_with("sudoku");
        let shown = if is_before { &*pair } else { word };
        if ["X", "XV", "xv"].contains(&word) || is_name && whole == "x" {
            return found(shown, false);
        }
        // "No knights were harmed."
        let is_rule = whole != "no" || letters(next) == "touch";
        let together = LISTS.get(&letters(&pair)).filter(|_| is_rule).copied();
        let (alone, together) = (lists_of(word).collect(), Vec::from_iter(together));
        for (shown, mut lists) in [(shown, alone), (&*pair, together)] {
            lists.retain(|list| is_name || *list != List::Plain);
            if lists.iter().any(|list| *list != List::Jigsaw) {
                return found(shown, false);
            }
            jigsaw = jigsaw.or_else(|| lists.first().and_then(|_| found(shown, true)));
        }
    }
    jigsaw
}

/// Whether a word says the sum of cells: `10=A1+A2`.
fn is_sum(word: &str) -> bool {
    let mut parts = word.split(['=', '+', ',']);
    let is_digit = |symbol: char| symbol.is_ascii_digit();
    let is_cell = |part: &str| part.starts_with(|symbol: char| symbol.is_ascii_alphabetic());
    word.contains('=')
        && (word.contains('+') || word.starts_with(is_digit))
        && parts.clone().any(is_cell)
        && parts.all(|part| part.len() < 7 && part.ends_with(is_digit))
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
    const SOLUTION: [&str; 6] = ["solution", "solutions", "solved", "answer", "answers", "output"];
    const REGIONS: [&str; 7] =
        ["region", "regions", "layout", "shape", "shapes", "areas", "pieces"];
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    text.split(|symbol: char| !symbol.is_alphabetic()).find_map(|word| match word {
        _ if SOLUTION.contains(&word) => Some(Announced::Solution),
        _ if REGIONS.contains(&word) => Some(Announced::Regions),
        _ => None,
    })
}
