//! Conflicts in words.

use itertools::Itertools;

use super::{Conflict, Minimality};
use crate::grid::{CellNames, Symbols};
use crate::names::counted;
use crate::rules::{Bond, Puzzle, Rules, UnitKind};
use crate::verify::Clash;

impl Conflict {
    /// The reason why the two givens of the conflict must differ, if it has two equal givens.
    pub(super) fn bond(&self, rules: &Rules) -> Option<Bond> {
        match self.givens[..] {
            [first, second] if first.digit == second.digit => rules.bond(first.cell, second.cell),
            _ => None,
        }
    }

    /// The conflict in one line, such as `A1=6 and D4=6 are on the same diagonal (2 of 17 givens;
    /// no smaller set clashes)`.
    ///
    /// # Panics
    /// Perhaps, if it is not a conflict of this puzzle.
    pub fn describe(&self, puzzle: &Puzzle, symbols: &Symbols) -> String {
        let size = puzzle.size();
        let rules = puzzle.rules();
        let clues = self.clues.iter().map(|&clue| rules.clues()[clue].in_words(rules));
        let givens = self.givens.iter().map(|&given| symbols.candidate(size, given));
        let names: Vec<String> = clues.chain(givens).collect();
        let bond = self.bond(puzzle.rules());
        let clash = match (&names[..], bond) {
            ([], _) => return "no grid obeys the rules, even without givens".to_owned(),
            ([one], _) => format!("no grid has {one}"),
            ([first, second], Some(bond)) => format!("{first} and {second} are {bond}"),
            _ => format!("{} clash", enumerate(&names, "and")),
        };
        let minimality = match self.minimality {
            Minimality::Smallest => "no smaller set clashes",
            Minimality::Minimal => "none of them can be left out",
            Minimality::Unknown if bond.is_some() && rules.clues().is_empty() => {
                "no smaller set clashes, if any grid obeys the rules"
            }
            Minimality::Unknown => "perhaps a smaller set clashes",
        };
        let givens = counted(puzzle.givens().filled().count(), "given");
        let of_givens = format!("{} of {givens}", self.givens.len());
        let of = match rules.clues().len() {
            0 => of_givens,
            all => format!("{} of {}, {of_givens}", self.clues.len(), counted(all, "clue")),
        };
        format!("{clash} ({of}; {minimality})")
    }

    /// The units and pairs of the conflict, such as `rows A, D; box 2; main diagonal; A1 and B3`,
    /// with a note if they are not shown to be minimal. `None` if they are not known.
    ///
    /// # Panics
    /// Perhaps, if it is not a conflict of this puzzle.
    pub fn describe_units(&self, puzzle: &Puzzle) -> Option<String> {
        let found = self.units.as_ref()?;
        let kinds = found.units.iter().map(|&unit| puzzle.rules().unit(unit).kind);
        let (size, names) = (puzzle.size(), CellNames::A1);
        let list = |labels: &[String]| labels.join(", ");
        let units = UnitKind::together(kinds, size, names, UnitKind::named, list);
        let pairs = found.pairs.iter().map(|&pair| {
            let [first, second] =
                puzzle.rules().pair(pair).cells.map(|cell| puzzle.size().cell_name(cell));
            format!("{first} and {second}")
        });
        let end = if found.minimal { "" } else { " (not shown to be minimal)" };
        Some(units.into_iter().chain(pairs).join("; ") + end)
    }
}

/// A clash in words, with the digit written with these symbols.
pub fn clash_text(clash: &Clash, symbols: &Symbols) -> String {
    clash.describe(symbols.write(clash.digit, clash.size.side()))
}

/// Joins names: `a`, `a and b`, `a, b and c`. `last` is the word in the place of `and`.
pub(crate) fn enumerate(names: &[String], last: &str) -> String {
    match names {
        [others @ .., end] if !others.is_empty() => format!("{} {last} {end}", others.join(", ")),
        names => names.join(""),
    }
}
