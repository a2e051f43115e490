//! The meaning of names and words. The names of values (columns of a table or fields of an object)
//! determine which values are read, and as what. One list of words is used for names, their values,
//! headings and comments: it also has the words that name rules other than rows, columns and boxes.

use std::collections::HashMap;
use std::sync::LazyLock;

use itertools::Itertools;

use super::error::{ParseErrorKind, quoted};
use super::record::Options;
use super::token::{end_of, start_of};

/// The meaning of a value according to its name, or the meaning of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Puzzle,
    /// The puzzle, because no other value can be the puzzle.
    Alone,
    Solution,
    Candidates,
    Rules,
    Box,
    Regions,
    /// Clues, or the number of clues.
    Clues,
    /// Perhaps the kind of puzzle.
    Kind,
    /// A value that is never a puzzle, whatever it contains.
    Harmless,
    /// A field that satdoku itself writes about a puzzle. It may name the rules, which another
    /// field has.
    Ours,
    /// A word that means rules other than classic, in any place.
    OtherRules,
    /// A word that means a jigsaw: if the puzzle has regions, the word is no error.
    Jigsaw,
    /// A word that means rules other than classic only as a name or before "Sudoku": such words are
    /// ordinary words or names of techniques too.
    Plain,
    Unknown,
}

/// All known words, in the singular, as [`letters`] spells them. If several names mean puzzles, or
/// several mean solutions, the value is read whose name comes first in this list.
const KNOWN: &[(Role, &str)] = &[
    (Role::Puzzle, "puzzle quizzes quiz sudoku question problem givens clues grid board unsolved"),
    (Role::Puzzle, "mission start initial value data"),
    (Role::Solution, "solution solved answer expected groundtruth solvedgrid truth"),
    (Role::Candidates, "candidate"),
    (Role::Rules, "rules variant constraint ruleset"),
    (Role::Box, "box"),
    (Role::Regions, "regions"),
    (Role::Kind, "type kind category genre mode style puzzletype game end"),
    (Role::Harmless, "id index number name title author source date created updated difficulty"),
    (Role::Harmless, "rating level score grade tag url link comment note description hash uuid"),
    (Role::Harmless, "seed size side version time stats hints techniques moves input status"),
    (Role::Harmless, "metadata user path file count evidence clashes unneeded"),
    (Role::Harmless, "backbone propagation differing hardest statistics solver depth"),
    (Role::Harmless, "unsolvedcells opencells reason message timings twosolutions core check"),
    (Role::Harmless, "successmessage msgcorrect truecandidatesoptions disabledlogic highlight"),
    (Role::Harmless, "cornerpencilmarks centerpencilmarks secondsolution differingcells"),
    (Role::Harmless, "unneededgivens conclusion differ fact"),
    (Role::Ours, "additions after also assumed automorphisms canonical conflict error estimate"),
    (Role::Ours, "eureka guesses isbysolution linkcandidates links minimality open sentence"),
    (Role::Ours, "settledby statements step steps story technique timelimitreached timeus"),
    (Role::Ours, "transformation truthcandidates truths unneededclues unneededtogether"),
    (Role::Jigsaw, "irregolare irregular irregulier irrgulier jigsaw jigsudoku nonomino squiggly"),
    (Role::Jigsaw, "unregelm"),
    (Role::OtherRules, "anticaballo anticavalier anticonsecutive antiking antiknight antipaard"),
    (Role::OtherRules, "antiqueen antispringer argyle arrow asesino assassino asterisk battenburg"),
    (Role::OtherRules, "bishop cage calcudoku centerdot centredot chaos consecutivedigit"),
    (Role::OtherRules, "consecutivenumber consecutivepair diag diagonaal diagonal disjoint"),
    (Role::OtherRules, "entropies entropy evendigit evennumber evenodd extraregion framesudoku"),
    (Role::OtherRules, "futoshiki gattai girandola greaterthan hyper hypersudoku inequalities"),
    (Role::OtherRules, "inequality kenken killer kingmove kingsmove knightmove knightsmove kropki"),
    (Role::OtherRules, "latin latinsquare lessthan lockout magicsquare mathdoku miracle nabner"),
    (Role::OtherRules, "noking noknight nonconsecutive notouch nrcsudoku numberedroom odddigit"),
    (Role::OtherRules, "oddeven oddnumber outsidesum pairimpair palindrome parimpar regionsum"),
    (Role::OtherRules, "renban rossini samurai sandwich shaded sudokux sujiken sumdoku termmetro"),
    (Role::OtherRules, "termometr thermo toroidal touchless twodoku ungerade whisper windoku"),
    (Role::OtherRules, "xsudoku xsum xv zipper"),
    (Role::Plain, "between butterflies butterfly caballo cavalier clone color colour consecutive"),
    (Role::Plain, "difference dot entropic even flower fog frames geometry ineq king knight lines"),
    (Role::Plain, "modular odd offset outside overlap parities parity quadruple queen skyscraper"),
    (Role::Plain, "sums"),
];

/// For each word, also in the plural: its meaning, and its place in the list of all words.
static ROLES: LazyLock<HashMap<String, (Role, usize)>> = LazyLock::new(|| {
    let mut roles = HashMap::new();
    for (role, words) in KNOWN {
        for word in words.split(' ') {
            let known = (*role, roles.len());
            roles.extend([(format!("{word}s"), known), (word.to_owned(), known)]);
        }
    }
    roles
});

/// The words of six or more letters that name rules. Words of five letters are included in the
/// plural only.
static LONG_RULES: LazyLock<Vec<(Role, String)>> = LazyLock::new(|| {
    let rules = KNOWN.iter().filter(|(role, _)| role.is_rules());
    let words = rules.flat_map(|(role, words)| words.split(' ').map(|word| (*role, word)));
    let plural = |word: &str| if word.len() == 5 { format!("{word}s") } else { word.to_owned() };
    words.map(|(role, word)| (role, plural(word))).filter(|(_, word)| word.len() >= 6).collect()
});

impl Role {
    fn is_rules(self) -> bool {
        [Role::OtherRules, Role::Jigsaw, Role::Plain].contains(&self)
    }

    /// The meaning of a value with this name, and the place of the name in the list of all words.
    fn of(name: &str) -> (Role, usize) {
        let key = letters(name);
        match ROLES.get(&key) {
            Some(known) if !known.0.is_rules() => *known,
            None if key.starts_with("satdoku") => (Role::Ours, 0),
            _ if rules_word(name.as_bytes(), true).is_some() => (Role::OtherRules, 0),
            _ => (Role::Unknown, 0),
        }
    }
}

/// Whether a line of text announces that the next grid is a solution, or regions.
pub(super) fn announced(text: &[u8]) -> Option<Role> {
    const SOLUTION: [&str; 6] = ["solution", "solutions", "solved", "answer", "answers", "output"];
    const AREAS: [&str; 7] = ["region", "regions", "layout", "shape", "shapes", "areas", "pieces"];
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    text.split(|symbol: char| !symbol.is_alphabetic()).find_map(|word| {
        let regions = AREAS.contains(&word).then_some(Role::Regions);
        SOLUTION.contains(&word).then_some(Role::Solution).or(regions)
    })
}

/// The names of values in order, each with its meaning. At most one value is the puzzle, and at
/// most one is its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Names(pub(super) Vec<(Role, String)>);

impl Names {
    pub(super) fn of(names: impl IntoIterator<Item = String>, options: &Options) -> Names {
        let mut all = names.into_iter().map(|name| (Role::of(&name).0, name)).collect_vec();
        let asked = [(Role::Solution, &options.solution_column), (Role::Puzzle, &options.column)];
        for (wanted, asked) in asked {
            let place = match asked.as_deref().map(str::trim) {
                Some(asked) => (1..).zip(&all).position(|(number, (_, name))| {
                    asked.parse() == Ok(number) || name.trim().eq_ignore_ascii_case(asked)
                }),
                None => (0..all.len())
                    .filter(|&index| all[index].0 == wanted)
                    .min_by_key(|&index| Role::of(&all[index].1).1),
            };
            for (index, (role, name)) in all.iter_mut().enumerate() {
                let other = match *role {
                    other if other != wanted => other,
                    _ if letters(&*name) == "clues" => Role::Clues,
                    _ => Role::Unknown,
                };
                *role = if Some(index) == place { wanted } else { other };
            }
        }
        Names(all)
    }

    /// The names with this role.
    pub(super) fn all(&self, wanted: Role) -> impl Iterator<Item = &String> {
        self.0.iter().filter(move |(role, _)| *role == wanted).map(|(_, name)| name)
    }

    /// The error if no name means puzzles, or if no name is the one that the options ask for.
    pub(super) fn lack(&self, asked: &Option<String>) -> ParseErrorKind {
        let wanted = asked.as_ref().map_or("of puzzles".to_owned(), |asked| format!("{asked:?}"));
        let names = self.0.iter().take(20).map(|(_, name)| quoted(name)).join(", ");
        let found = if names.is_empty() { "no field".to_owned() } else { names };
        ParseErrorKind::Column { wanted, found }
    }
}

/// A word that names rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RulesWord {
    /// The word as it is in the text, at most 40 characters of it.
    pub(super) text: String,
    /// Whether the word is no error if the puzzle has regions.
    pub(super) is_jigsaw: bool,
}

/// The letters and digits of a word in lower case, so that `ground_truth` and `groundTruth` are the
/// same name.
pub(super) fn letters(word: impl AsRef<[u8]>) -> String {
    let kept = word.as_ref().iter().filter(|byte| byte.is_ascii_alphanumeric());
    kept.map(|byte| char::from(byte.to_ascii_lowercase())).collect()
}

/// The first word of a text that names rules; words that mean a jigsaw are chosen last. Words of
/// [`Role::Plain`] are included if `is_name` is true: the text is a name, or a value that names the
/// kind of a puzzle.
pub(super) fn rules_word(text: &[u8], is_name: bool) -> Option<RulesWord> {
    // `fold` instead of `any`, so that the compiler makes vector instructions.
    if !text.iter().fold(false, |any, byte| any | byte.is_ascii_alphabetic()) {
        return None;
    }
    let parts_words = |byte: &u8| !(byte.is_ascii_alphanumeric() || b"-_".contains(byte));
    let is_cross = |word: &&[u8]| *word == b"X" || is_name && *word == b"x";
    let crosses = text.split(parts_words).filter(is_cross);
    let sums = text.split(u8::is_ascii_whitespace).filter(|word| is_sum(word));
    // Two words in `killerCages`, `killer_cages`, `KILLER-CAGES` and `killer12`.
    let is_one = |byte: &u8, next: &u8| {
        let begins = byte.is_ascii_lowercase() && next.is_ascii_uppercase();
        !begins && byte.is_ascii_alphabetic() == next.is_ascii_alphabetic()
    };
    // An "s" alone comes after an apostrophe.
    let is_word = |part: &&[u8]| part[0].is_ascii_alphabetic() && *part != b"s";
    let words = text.chunk_by(is_one).filter(is_word).chain([&text[text.len()..]]);
    let named = words.tuple_windows().flat_map(|(word, next)| {
        let (start, end) = (start_of(text, word), end_of(text, word));
        let (key, pair) = (letters(word), &text[start..end_of(text, next)]);
        let shown = if next.eq_ignore_ascii_case(b"sudoku") { pair } else { word };
        let is_name =
            is_name || letters(shown).ends_with("sudoku") || text[end..].starts_with(b"=");
        // A long word is also found inside a longer word: `killer` in `Killersudoku`.
        let inside = LONG_RULES.iter().filter(|(_, known)| key.contains(&**known));
        let alone = inside.map(|(role, _)| *role).chain(ROLES.get(&key).map(|(role, _)| *role));
        let alone = alone.map(|role| (shown, role));
        // A text such as "No knights were harmed." names no rules.
        let is_rule = !pair.to_ascii_lowercase().starts_with(b"no k");
        let both = ROLES.get(&letters(pair)).filter(|_| is_rule).map(|(role, _)| (pair, *role));
        // A sentence about a puzzle that is symmetric about a diagonal does not mean diagonal
        // rules, unless the sentence has the word "rule".
        let ends = |byte: &u8| b".;!?".contains(byte);
        let sentence = || {
            let from = text[..start].iter().rposition(ends).map_or(0, |end| end + 1);
            let length = text[end..].iter().position(ends).unwrap_or(text.len() - end);
            text[from..end + length].to_ascii_lowercase()
        };
        let tells = |word: &[u8]| memchr::memmem::find(&sentence(), word).is_some();
        let is_shape =
            !is_name && key.starts_with("diagonal") && tells(b"ymmetr") && !tells(b"rule");
        let counts = |(_, role): &(_, Role)| {
            role.is_rules() && (is_name || *role != Role::Plain) && !is_shape
        };
        alone.chain(both).filter(counts).collect_vec()
    });
    let all = named.chain(crosses.chain(sums).map(|word| (word, Role::OtherRules)));
    let (word, role) = all.min_by_key(|(_, role)| *role == Role::Jigsaw)?;
    let word = String::from_utf8_lossy(if is_name { text } else { word });
    Some(RulesWord { text: word.chars().take(40).collect(), is_jigsaw: role == Role::Jigsaw })
}

/// Whether a word is a sum of cells: `10=A1+A2`.
fn is_sum(word: &[u8]) -> bool {
    let mut parts = word.split(|byte| b"=+,".contains(byte));
    word.contains(&b'=')
        && (word.contains(&b'+') || word[0].is_ascii_digit())
        && parts.clone().any(|part| part.first().is_some_and(u8::is_ascii_alphabetic))
        && parts.all(|part| part.len() < 7 && part.last().is_some_and(u8::is_ascii_digit))
}
