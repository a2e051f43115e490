//! Finds the puzzles of the inputs that have the same canonical form.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::Result;
use itertools::Itertools;
use serde_json::json;

use super::exit::Exit;
use super::input::Input;
use super::output::write_lines;
use super::reader::Asked;
use super::run::{Done, Item, Task};
use satdoku::canonical::{Canonical, Canonicalizer};

/// A puzzle of which only a hash and the place are kept, in 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hashed {
    pub hash: [u64; 2],
    pub place: Place,
}

/// A line of an input: the lower bits are the number of the line, and the upper bits are the index
/// of the input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(u64);

const LINE_BITS: u32 = 40;

impl Place {
    pub fn new(input: usize, line: usize) -> Place {
        Place((input as u64) << LINE_BITS | line as u64)
    }

    pub fn input(self) -> usize {
        (self.0 >> LINE_BITS) as usize
    }

    fn line(self) -> u64 {
        self.0 & ((1 << LINE_BITS) - 1)
    }
}

/// The hash of a text.
pub fn hash_of(text: &str) -> [u64; 2] {
    [1, 2].map(|seed| {
        let mut hasher = DefaultHasher::new();
        (seed, text).hash(&mut hasher);
        hasher.finish()
    })
}

/// Puzzles with the same form.
pub struct Group {
    /// The canonical form. `None` if it is not known, since only hashes were compared.
    pub form: Option<String>,
    /// The puzzles. Each has the hash of the puzzle itself, not of its form: equal puzzles have
    /// equal hashes.
    pub puzzles: Vec<Hashed>,
}

/// Prints the groups of puzzles that have the same form, in the order of their first puzzles.
///
/// # Errors
/// The errors of [`Task::run`].
pub fn run(
    task: Task<'_>,
    form: impl Fn(&mut Canonicalizer, &Asked) -> Result<Canonical> + Sync,
    is_json: bool,
) -> Result<Exit> {
    let inputs = task.inputs.named();
    let indices: HashMap<&str, usize> =
        inputs.iter().zip(0..).map(|((name, _), index)| (&**name, index)).collect();
    let place = |item: &Item<'_>| Place::new(indices[item.input], item.raw.line);
    let worker = || Ok(Canonicalizer::new());
    let mut all = Vec::new();
    let exit = task.run(
        worker,
        |canonicalizer, item, done: &mut Done<Vec<Hashed>>| {
            if let Ok(asked) = item.asked {
                let form = form(canonicalizer, asked)?.puzzle.to_string();
                done.found.push(Hashed { hash: hash_of(&form), place: place(item) });
            }
            Ok(())
        },
        |found| {
            all.extend(found);
            Ok(())
        },
    )?;
    all.sort_unstable();
    let groups = all.chunk_by(|a, b| a.hash == b.hash).filter(|group| group.len() > 1);
    let is_readable_again = |(_, input): &(_, Input)| match input {
        Input::Stdin => false,
        Input::Path(path) => fs::metadata(path).is_ok_and(|file| file.is_file()),
        Input::Text(_) => true,
    };
    let mut groups: Vec<Group> = if inputs.iter().all(is_readable_again) {
        let sought = groups.flatten().map(|puzzle| puzzle.place).sorted_unstable().collect_vec();
        drop(all);
        let mut by_form: HashMap<String, Vec<Hashed>> = HashMap::new();
        if !sought.is_empty() {
            Task { is_again: true, ..task }.run(
                worker,
                |canonicalizer, item, done: &mut Done<Vec<(String, Hashed)>>| {
                    let place = place(item);
                    if let Ok(asked) = item.asked
                        && sought.binary_search(&place).is_ok()
                    {
                        let form = form(canonicalizer, asked)?.puzzle.to_string();
                        let hash = hash_of(&asked.puzzle.to_string());
                        done.found.push((form, Hashed { hash, place }));
                    }
                    Ok(())
                },
                |found| {
                    found.into_iter().for_each(|(form, puzzle)| {
                        by_form.entry(form).or_default().push(puzzle);
                    });
                    Ok(())
                },
            )?;
        }
        by_form.retain(|_, puzzles| puzzles.len() > 1);
        let group = |(form, puzzles)| Group { form: Some(form), puzzles };
        by_form.into_iter().map(group).collect()
    } else {
        // It is not known which of the puzzles are equal, so each gets a hash of its own.
        let apart = |(number, puzzle): (u64, &Hashed)| Hashed { hash: [number, 0], ..*puzzle };
        let group = |group| Group { form: None, puzzles: (0..).zip(group).map(apart).collect() };
        groups.map(group).collect()
    };
    groups.sort_by_key(|group| group.puzzles.iter().map(|puzzle| puzzle.place).min());
    let name = |input: usize| &*inputs[input].0;
    for group in groups {
        write_lines(format!("{}\n", group.text(name, is_json)).as_bytes())?;
    }
    Ok(exit)
}

impl Group {
    /// The line of the group. `name` returns the name of the input with an index.
    pub fn text<'n>(mut self, name: impl Fn(usize) -> &'n str, is_json: bool) -> String {
        self.puzzles.sort_unstable();
        let equal = self.puzzles.chunk_by(|a, b| a.hash == b.hash);
        let places = equal.map(|equal| equal.iter().map(|puzzle| puzzle.place).collect_vec());
        let places = places.sorted_unstable();
        let by_hash = self.form.is_none();
        if is_json {
            let object =
                |place: Place| json!({ "input": name(place.input()), "line": place.line() });
            let puzzles = places.map(|equal| equal.into_iter().map(object).collect_vec());
            let (canonical, puzzles) = (&self.form, puzzles.collect_vec());
            return json!({ "canonical": canonical, "by_hash": by_hash, "puzzles": puzzles })
                .to_string();
        }
        let text = |place: Place| format!("{}:{}", name(place.input()), place.line());
        let mut sets = places.map(|equal| equal.into_iter().map(text).join(" = "));
        sets.join(" ~ ") + if by_hash { " (by hash)" } else { "" }
    }
}
