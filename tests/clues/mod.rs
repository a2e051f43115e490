//! Clues: what each kind means, what others published, and what alters a puzzle.

mod altered;
mod apart;
mod evidence;
mod foreign;
mod meaning;
mod published;

use serde_json::Value;

use satdoku::Puzzle;

use crate::common::list;

/// How much of a set is checked: a sample, or with SATDOKU_ALL_PUZZLES all of it.
pub fn sample<T>(sample: T, whole: T) -> T {
    if std::env::var_os("SATDOKU_ALL_PUZZLES").is_some() { whole } else { sample }
}

/// A puzzle that others published.
pub struct Published {
    pub id: String,
    /// The puzzle, or what is not known here.
    pub read: Result<Puzzle, String>,
    /// What was published with it.
    pub solution: Option<String>,
    /// Whether it has exactly one solution, if that was published.
    pub unique: Option<bool>,
}

/// The 1,000 killers: letters and sums.
pub fn killers() -> Option<Vec<Published>> {
    let read = |line: &String| {
        let fields: Value = serde_json::from_str(line).unwrap();
        let sums =
            fields["sums"].as_array().unwrap().iter().map(|sum| sum.as_u64().unwrap() as u32);
        let layout = fields["layout"].as_str().unwrap();
        Published {
            id: fields["id"].as_str().unwrap().to_owned(),
            read: foreign::killer_letters(layout, &sums.collect::<Vec<_>>()),
            solution: fields["solution"].as_str().map(str::to_owned),
            unique: Some(true),
        }
    };
    Some(list("killers.jsonl")?.iter().map(read).collect())
}

/// The puzzles of all kinds, those whose text stands beside them.
pub fn variants() -> Option<Vec<Published>> {
    let read = |line: &String| {
        let fields: Value = serde_json::from_str(line).unwrap();
        let text = fields["text"].as_str()?;
        let form = fields["format"].as_str().unwrap();
        let read = match form {
            "fpuzzles" => foreign::fpuzzles(text),
            "iss" | "iss-text" => foreign::iss(text),
            "iss-killer-short" => foreign::killer_short(text),
            "iss-killer-long" => foreign::killer_long(text),
            form if form.starts_with("killer-json") => foreign::killer_json(text),
            form => panic!("a form of the name {form}"),
        };
        Some(Published {
            id: fields["id"].as_str().unwrap().to_owned(),
            read,
            solution: fields["solution"].as_str().map(str::to_owned),
            unique: fields["unique"].as_bool(),
        })
    };
    Some(list("variants.jsonl")?.iter().filter_map(read).collect())
}
