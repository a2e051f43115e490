//! What names and words say: which values, columns of a table or fields of an object, are read and
//! what for; and, by one list for names, their values, headings and comments, which words say that a
//! puzzle has other rules than rows, columns and boxes.

use std::collections::HashMap;
use std::sync::LazyLock;

use itertools::Itertools;

use super::error::ParseErrorKind;
use super::record::Options;

/// What a value is by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Puzzle,
    Solution,
    Candidates,
    Rules,
    Box,
    Regions,
    /// Which kind of puzzle it is, perhaps.
    Kind,
    /// Neither rules nor a grid, whatever it holds; also what we write ourselves.
    Harmless,
    /// The name says other rules.
    OtherRules,
    Unknown,
}

/// All names that are known, as [`letters`] spells them. Of puzzles and of solutions the first in
/// the list is read.
const KNOWN: [(Role, &str); 8] = [
    (
        Role::Puzzle,
        "puzzle puzzles quizzes quiz sudoku sudokus question problem givens clues grid board \
        unsolved mission start initial value data",
    ),
    (Role::Solution, "solution solutions solved answer expected groundtruth solvedgrid truth"),
    (Role::Candidates, "candidates"),
    (Role::Rules, "rules variant variants constraint constraints ruleset rulesets"),
    (Role::Box, "box"),
    (Role::Regions, "regions"),
    (Role::Kind, "type kind category genre mode style puzzletype game"),
    (
        Role::Harmless,
        "id index number name title author source date created updated difficulty rating level \
        score grade tags tag url link comment comments note notes description hash uuid \
        seed size side version time stats hints techniques moves line input status metadata user \
        path file count evidence conflict conflicts clashes steps unneeded backbone error \
        propagation differing hardest statistics solver depth truths links unsolvedcells \
        opencells reason message timings twosolutions core check successmessage msgcorrect \
        truecandidatesoptions disabledlogic highlight cornerpencilmarks centerpencilmarks",
    ),
];

/// What each is, and its place among all.
static ROLES: LazyLock<HashMap<&str, (Role, usize)>> = LazyLock::new(|| {
    let each = |(role, names): (Role, &'static str)| names.split(' ').map(move |name| (name, role));
    let all = KNOWN.into_iter().flat_map(each).enumerate();
    all.map(|(place, (name, role))| (name, (role, place))).collect()
});

/// What a name is, and its place among all that are known.
fn known(name: &str) -> (Role, usize) {
    let key = letters(name);
    match ROLES.get(&*key) {
        Some(known) => *known,
        None if key.starts_with("satdoku") => (Role::Harmless, 0),
        None if rules_word(name.as_bytes(), true).is_some() => (Role::OtherRules, 0),
        None => (Role::Unknown, 0),
    }
}

/// What a line of text says that the grid below it is: a solution or regions.
pub(super) fn announced(text: &[u8]) -> Option<Role> {
    const WORDS: [(Role, &str); 2] = [
        (Role::Solution, "solution solutions solved answer answers output"),
        (Role::Regions, "region regions layout shape shapes areas pieces"),
    ];
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    let words = text.split(|symbol: char| !symbol.is_alphabetic());
    words.filter(|word| !word.is_empty()).find_map(|word| {
        let is_word = |(_, words): &&(_, &str)| words.split(' ').any(|known| known == word);
        WORDS.iter().find(is_word).map(|(role, _)| *role)
    })
}

/// The names of values in their order, and what each is; at most one is the puzzle, and one its
/// solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Names(pub(super) Vec<(Role, String)>);

impl Names {
    pub(super) fn of(names: impl IntoIterator<Item = String>, options: &Options) -> Names {
        let mut all = names.into_iter().map(|name| (known(&name).0, name)).collect_vec();
        let asked = [(Role::Solution, &options.solution_column), (Role::Puzzle, &options.column)];
        for (wanted, asked) in asked {
            let is_asked = |asked: &str, index: usize| match asked.parse() {
                Ok(number @ 1_usize..) => number == 1 + index,
                _ => all[index].1.trim().eq_ignore_ascii_case(asked),
            };
            let place = match asked.as_deref().map(str::trim) {
                Some(asked) => (0..all.len()).find(|&index| is_asked(asked, index)),
                None => {
                    let wanted = (0..all.len()).filter(|&index| all[index].0 == wanted);
                    wanted.min_by_key(|&index| known(&all[index].1).1)
                }
            };
            all.iter_mut()
                .filter(|(role, _)| *role == wanted)
                .for_each(|one| one.0 = Role::Unknown);
            place.into_iter().for_each(|index| all[index].0 = wanted);
        }
        Names(all)
    }

    /// The first of those that are this.
    pub(super) fn place(&self, wanted: Role) -> Option<usize> {
        self.0.iter().position(|(role, _)| *role == wanted)
    }

    /// Those that are this, but for names without a character.
    pub(super) fn all(&self, wanted: Role) -> impl Iterator<Item = &String> {
        let is_wanted = move |(role, name): &&(Role, String)| *role == wanted && !name.is_empty();
        self.0.iter().filter(is_wanted).map(|(_, name)| name)
    }

    /// The error that none of them holds puzzles, or is the one asked for.
    pub(super) fn lack(&self, asked: &Option<String>) -> ParseErrorKind {
        let asked = asked.as_ref().map(|asked| format!("{asked:?}"));
        let wanted = asked.unwrap_or_else(|| "of puzzles".to_owned());
        let names = self.0.iter().take(20).map(|(_, name)| name.escape_default());
        ParseErrorKind::expected(format!("a column {wanted}"), names.format(", ").to_string())
    }
}

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
    (
        List::Jigsaw,
        "irregolare irregular irregulier irrgulier jigsaw jigsudoku nonomino squiggly unregelm",
    ),
    (
        List::Rules,
        "anticaballo anticavalier anticonsecutive antiking antiknight antipaard antiqueen \
        antispringer argyle arrow asesino assassino asterisk battenburg bishop cage calcudoku \
        centerdot centredot chaos consecutivedigit consecutivenumber consecutivepair diag \
        diagonaal diagonal disjoint entropies entropy evendigit evennumber evenodd extraregion \
        framesudoku futoshiki gattai girandola greaterthan hyper hypersudoku inequalities \
        inequality kenken killer kingmove kingsmove knightmove knightsmove kropki latin \
        latinsquare lessthan lockout magicsquare mathdoku miracle nabner noking noknight \
        nonconsecutive notouch nrcsudoku numberedroom odddigit oddeven oddnumber outsidesum \
        pairimpair palindrome parimpar regionsum renban rossini samurai sandwich shaded sudokux \
        sujiken sumdoku termmetro termometr thermo toroidal touchless twodoku ungerade whisper \
        windoku xsudoku xsum xv zipper",
    ),
    (
        List::Plain,
        "between butterflies butterfly caballo cavalier clone color colour consecutive difference \
        dot entropic even flower fog frames geometry ineq king knight lines modular odd offset \
        outside overlap parities parity quadruple queen skyscraper sums x",
    ),
];

/// By word, in the singular and in the plural.
static LISTS: LazyLock<HashMap<String, List>> = LazyLock::new(|| {
    let each = |(list, words): (List, &'static str)| words.split(' ').map(move |word| (word, list));
    let words = WORDS.into_iter().flat_map(each);
    words.flat_map(|(word, list)| [(word.to_owned(), list), (format!("{word}s"), list)]).collect()
});

/// The letters and digits of a word in lower case: `ground_truth` and `groundTruth` are one name.
pub(super) fn letters(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// The lists that have a word, one of its parts, or a long word inside it: `killerCages`,
/// `killer_cages`, `KILLER-CAGES` and `killer12` have two parts.
fn lists_of(word: &str) -> Vec<List> {
    let is_one = |byte: &u8, next: &u8| {
        let begins = byte.is_ascii_lowercase() && next.is_ascii_uppercase();
        !begins && byte.is_ascii_alphabetic() == next.is_ascii_alphabetic()
    };
    let whole = letters(word);
    let parts = word.as_bytes().chunk_by(is_one);
    let parts = parts.map(|part| letters(&String::from_utf8_lossy(part)));
    let parts = parts.filter(|part| part.len() > 1).chain([whole.clone()]);
    let is_long = |word: &str| word.len() >= COUNTS_INSIDE;
    let long = LISTS.iter().filter(|(known, _)| is_long(&whole) && is_long(known));
    let inside = long.filter(|(known, _)| whole.contains(&***known)).map(|(_, list)| *list);
    inside.chain(parts.filter_map(|part| LISTS.get(&part).copied())).collect()
}

/// The first word of a text that names rules, one that regions do not settle before others. Plain
/// words count where the text is a name, or one of a few values that name the kind of a puzzle.
pub(super) fn rules_word(text: &[u8], is_name: bool) -> Option<RulesWord> {
    // Not `any`, so that the compiler makes vectors.
    if !text.iter().fold(false, |any, byte| any | byte.is_ascii_alphabetic() | !byte.is_ascii()) {
        return None;
    }
    let text = String::from_utf8_lossy(text);
    let sums = text.split_whitespace().filter(|word| is_sum(word));
    let sums = sums.map(|word| (word.to_owned(), List::Rules));
    let ends_word = |symbol: char| !(symbol.is_alphanumeric() || "-_".contains(symbol));
    let words = text.split_inclusive(ends_word).map(|piece| {
        let word = piece.trim_end_matches(ends_word).trim_matches(['-', '_']);
        (word, is_name || piece.ends_with('='))
    });
    // The last one stands after an apostrophe.
    let words = words.filter(|(word, _)| *word != "s" && word.contains(char::is_alphabetic));
    let pairs = words.chain([("", false)]).tuple_windows();
    let named = pairs.flat_map(|((word, is_name), (next, _))| {
        let (key, next_key, pair) = (letters(word), letters(next), format!("{word} {next}"));
        let is_name = is_name || next_key == "sudoku" || key.ends_with("sudoku");
        let shown = if next_key == "sudoku" { &*pair } else { word };
        let alone = lists_of(word).into_iter().map(|list| (shown.to_owned(), list));
        // "No knights were harmed."
        let is_rule = key != "no" || next_key == "touch";
        let together = LISTS.get(&(key + &next_key)).filter(|_| is_rule);
        let both = alone.chain(together.map(|list| (pair.clone(), *list)));
        both.filter(|(_, list)| is_name || word == "X" || *list != List::Plain).collect_vec()
    });
    let (word, list) = sums.chain(named).min_by_key(|(_, list)| *list == List::Jigsaw)?;
    let text = word.chars().take(LONGEST).collect();
    Some(RulesWord { text, is_jigsaw: list == List::Jigsaw })
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
