//! The names of values, columns of a table or fields of an object: which of them are read, and what
//! for.

use itertools::Itertools;

use super::error::ParseErrorKind;
use super::record::{Column, Options};
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
    /// The same, where nothing but a word for classic says classic.
    Variant,
    /// Neither rules nor a grid, whatever it holds; also what we write ourselves.
    Harmless,
    /// The name says other rules.
    OtherRules,
    Unknown,
}

/// All names that are known, as [`letters`] spells them. Of puzzles and of solutions the first in
/// the list is read.
const KNOWN: [(Role, &str); 9] = [
    (
        Role::Puzzle,
        "puzzle puzzles quizzes quiz sudoku sudokus question problem givens clues grid board \
        unsolved mission start initial value data",
    ),
    (Role::Solution, "solution solutions solved answer expected groundtruth solvedgrid truth"),
    (Role::Candidates, "candidates"),
    (Role::Rules, "rules"),
    (Role::Box, "box"),
    (Role::Regions, "regions"),
    (Role::Kind, "type kind category genre mode style puzzletype game"),
    (Role::Variant, "variant variants constraint constraints ruleset rulesets"),
    (
        Role::Harmless,
        "id index number name title author source date created updated difficulty rating level \
        score grade tags tag url link comment comments note notes description hash uuid \
        seed size side version time stats hints techniques moves line input status metadata user \
        path file count evidence conflict conflicts clashes steps unneeded backbone error \
        propagation differing hardest statistics solver depth truths links unsolvedcells \
        opencells reason message timings twosolutions core check",
    ),
];

fn role(name: &str) -> Role {
    let key = letters(name);
    let is_known = |(_, names): &&(Role, &str)| names.split(' ').any(|known| known == key);
    match KNOWN.iter().find(is_known) {
        Some((role, _)) => *role,
        None if key.starts_with("satdoku") => Role::Harmless,
        None if rules_word(name.as_bytes(), true).is_some() => Role::OtherRules,
        None => Role::Unknown,
    }
}

/// The names of values in their order, and what each is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Names {
    pub(super) all: Vec<(String, Role)>,
    /// Which of them holds the puzzle, and which its solution.
    pub(super) puzzle: Option<usize>,
    pub(super) solution: Option<usize>,
}

impl Names {
    pub(super) fn of(names: impl IntoIterator<Item = String>, options: &Options) -> Names {
        let roles = names.into_iter().map(|name| (role(&name), name));
        let mut all: Vec<(String, Role)> = roles.map(|(role, name)| (name, role)).collect();
        let place = |asked: &Option<Column>, wanted: Role| match asked {
            Some(Column::Number(number)) => (*number <= all.len()).then(|| number - 1),
            Some(Column::Name(asked)) => {
                all.iter().position(|(name, _)| name.trim().eq_ignore_ascii_case(asked.trim()))
            }
            None => {
                let known = KNOWN.iter().flat_map(|(_, names)| names.split(' '));
                let rank = |name: &str| known.clone().position(|known| known == letters(name));
                let ranked = all.iter().enumerate().filter(|(_, (_, role))| *role == wanted);
                ranked.min_by_key(|(_, (name, _))| rank(name)).map(|(place, _)| place)
            }
        };
        let puzzle = place(&options.column, Role::Puzzle);
        let solution = place(&options.solution_column, Role::Solution);
        let solution = solution.filter(|_| solution != puzzle);
        for (index, (_, role)) in all.iter_mut().enumerate() {
            *role = match *role {
                _ if puzzle == Some(index) => Role::Puzzle,
                _ if solution == Some(index) => Role::Solution,
                Role::Puzzle | Role::Solution => Role::Unknown,
                other => other,
            };
        }
        Names { all, puzzle, solution }
    }

    /// Those that nobody knows, so that a note says that they are passed over.
    pub(super) fn unknown(&self) -> impl Iterator<Item = String> + '_ {
        let is_unknown =
            |(name, role): &&(String, Role)| *role == Role::Unknown && !name.is_empty();
        self.all.iter().filter(is_unknown).map(|(name, _)| name.clone())
    }

    /// The error that none of them is what is wanted.
    pub(super) fn lack(&self, wanted: String) -> ParseErrorKind {
        let names = self.all.iter().take(20).map(|(name, _)| name.escape_default());
        ParseErrorKind::Column { wanted, found: names.format(", ").to_string() }
    }
}
