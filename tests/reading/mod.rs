//! Is every text read as meant, or refused at its place? The cases beside this file are tests of
//! their own (`tests/cases.rs`).

mod found;
mod sizes;
mod streams;
pub mod written;

use itertools::Itertools;
use satdoku::Rules;
use satdoku::format::{FORMS, Options};

use found::{records, shown};

/// The puzzles of a text in one line each, or the errors.
fn read(text: impl AsRef<[u8]>) -> Vec<String> {
    let (records, _) = records(text.as_ref(), &Options::default(), 7);
    records.iter().map(|record| record.as_ref().map_or_else(ToString::to_string, shown)).collect()
}

#[test]
fn the_example_of_each_form_is_one_puzzle_and_nothing_else() {
    for form in FORMS {
        let (records, passed_over) = records(form.example.as_bytes(), &Options::default(), 7);
        assert!(matches!(records[..], [Ok(_)]), "{}: {records:?}", form.name);
        assert_eq!(passed_over.to_string(), "", "{}", form.name);
    }
}

/// A text that somebody pastes, and what is meant: puzzles after the names of added rules, `refused`,
/// or a jigsaw.
#[derive(serde::Deserialize)]
struct Paste {
    name: String,
    text: String,
    expect: Vec<Meant>,
    /// Whether it states other rules than classic.
    rules: bool,
}

#[derive(PartialEq, Debug, serde::Deserialize)]
#[serde(untagged)]
enum Meant {
    Puzzle(String),
    Jigsaw { puzzle: String, regions: String },
}

/// The pastes were written by someone who did not know the reader. A refusal more, or one after an
/// answer, is no harm: what counts is that nothing is dropped, nor answered under other rules.
#[test]
fn no_paste_is_dropped_or_answered_under_other_rules() {
    for line in include_str!("pastes.jsonl").lines() {
        let Paste { name, text, expect, rules } = serde_json::from_str(line).unwrap();
        let (records, _) = records(text.as_bytes(), &Options::default(), 7);
        let is_refused = records.iter().any(Result::is_err);
        let found: Vec<Meant> = records
            .into_iter()
            .filter_map(Result::ok)
            .map(|record| {
                let rules = record.rules.iter().filter(|rule| !rule.is_base());
                let rules = rules.map(|rule| format!("{rule} "));
                let base = Rules::classic(record.grid.size());
                let clues = record.clues.iter().map(|(clue, _)| clue.text(&base) + "; ");
                let puzzle = rules.chain(clues).chain([record.grid.to_string()]).collect();
                let Some(regions) = record.regions else { return Meant::Puzzle(puzzle) };
                // Regions are named by their order.
                let names: Vec<_> = regions.labels().iter().unique().collect();
                let index = |label| names.iter().position(|name| *name == label).unwrap();
                let name = |label| char::from(b'a' + index(label) as u8);
                Meant::Jigsaw { puzzle, regions: regions.labels().iter().map(name).collect() }
            })
            .collect();
        let refused = Meant::Puzzle("refused".to_owned());
        let answered: Vec<&Meant> = expect.iter().filter(|meant| **meant != refused).collect();
        let is_as_meant = found.iter().eq(answered.iter().copied());
        let may_refuse = expect.contains(&refused);
        // What is answered before its rules are known is told by an error after it.
        assert!(
            is_as_meant || may_refuse && is_refused || may_refuse && !rules,
            "{name}: {found:?}"
        );
        assert!(!may_refuse || is_refused || found.is_empty() || !rules, "{name}: {found:?}");
    }
}
