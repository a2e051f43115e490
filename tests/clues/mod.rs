//! Clues: what each kind means, what others published, and what alters a puzzle.

mod altered;
mod apart;
mod evidence;
mod meaning;
mod published;
mod steps;

use itertools::Itertools;
use serde_json::Value;

use satdoku::format::{Options, puzzles};
use satdoku::rules::{Clue, ClueKind};
use satdoku::{Cell, Puzzle, Size};

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

/// The puzzle of a text, as anyone's text is read; candidates of cells as clues.
fn read(text: &str) -> Result<Puzzle, String> {
    let found: Vec<_> = puzzles(text.as_bytes(), &Options::default()).collect();
    let record = found.into_iter().exactly_one().map_err(|all| format!("{} puzzles", all.len()))?;
    let record = record.map_err(|error| error.to_string())?;
    let (rules, candidates) = (record.to_rules().unwrap(), record.to_candidates());
    let open = candidates.iter().into_group_map_by(|candidate| candidate.cell).into_iter();
    let open = open.filter(|(_, all)| all.len() > 1 && all.len() < rules.size().side()).sorted();
    let clues = open.map(|(cell, all)| Clue {
        kind: ClueKind::Candidates,
        cells: vec![cell],
        numbers: all.iter().map(|candidate| candidate.digit.value() as u32).collect(),
    });
    let clues = rules.clues().iter().cloned().chain(clues).collect();
    let rules = rules.with_clues(clues).map_err(|error| error.to_string())?;
    Puzzle::new(rules, record.grid).map_err(|error| error.to_string())
}

/// An empty grid with cages, each with its sum and the indices of its cells, as text of our own.
fn cages(cages: impl IntoIterator<Item = (u64, Vec<usize>)>) -> Result<Puzzle, String> {
    let name = |cell| Size::NINE.cell_name(Cell::from_index(cell));
    let line = |(sum, cells): (u64, Vec<usize>)| {
        format!("killer {sum} {}\n", cells.into_iter().map(name).join(" "))
    };
    read(&cages.into_iter().map(line).collect::<String>())
}

/// The 1,000 killers: letters and sums.
pub fn killers() -> Option<Vec<Published>> {
    let read = |line: &String| {
        let fields: Value = serde_json::from_str(line).unwrap();
        let sums = fields["sums"].as_array().unwrap().iter().map(|sum| sum.as_u64().unwrap());
        let layout = fields["layout"].as_str().unwrap();
        let cells = |letter| layout.chars().positions(|other| other == letter).collect();
        Published {
            id: fields["id"].as_str().unwrap().to_owned(),
            read: cages(sums.zip(layout.chars().unique().map(cells))),
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
            "fpuzzles" => read(&format!("https://www.f-puzzles.com/?load={text}")),
            // Cages with `result` and `indices`, rows and columns from 1.
            form if form.starts_with("killer-json") => {
                let list: Vec<Value> = serde_json::from_str(text).unwrap();
                let at = |value: &Value| value.as_u64().unwrap() as usize - 1;
                let cell = |cell: &Value| 9 * at(&cell[0]) + at(&cell[1]);
                cages(list.iter().map(|cage| {
                    let cells = cage["indices"].as_array().unwrap().iter().map(cell);
                    (cage["result"].as_u64().unwrap(), cells.collect())
                }))
            }
            _ => read(text),
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
