//! The names of values, columns of a table or fields of an object: which of them are read, and what
//! for.

use itertools::Itertools;

use super::error::ParseErrorKind;
use super::record::Options;
use super::words::{letters, rules_word};

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

/// What a name is, and its place among all that are known.
fn known(name: &str) -> (Role, usize) {
    let key = letters(name);
    let all = KNOWN.iter().flat_map(|(role, names)| names.split(' ').map(move |name| (name, role)));
    match all.enumerate().find(|(_, (name, _))| *name == key) {
        Some((place, (_, role))) => (*role, place),
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
        ParseErrorKind::Column(wanted, names.format(", ").to_string())
    }
}
