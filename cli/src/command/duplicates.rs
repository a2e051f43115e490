//! Which puzzles of the inputs share a canonical form.

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

/// A puzzle of which only a hash is kept: 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Hashed {
    hash: [u64; 2],
    place: Place,
}

/// The index of an input, and a line of it in the lower 40 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u64);

impl Place {
    fn new(input: usize, line: usize) -> Place {
        Place((input as u64) << 40 | line as u64)
    }

    fn input(self) -> usize {
        (self.0 >> 40) as usize
    }

    fn line(self) -> u64 {
        self.0 & ((1 << 40) - 1)
    }
}

fn hash_of(text: &str) -> [u64; 2] {
    [1, 2].map(|seed| {
        let mut hasher = DefaultHasher::new();
        (seed, text).hash(&mut hasher);
        hasher.finish()
    })
}

/// What is found of the puzzles of a job: their input, and by line what is wanted.
#[derive(Default)]
struct Found<T> {
    input: String,
    puzzles: Vec<(usize, T)>,
}

impl<T> Found<T> {
    fn add(&mut self, item: &Item<'_>, wanted: T) {
        if self.puzzles.is_empty() {
            item.input.clone_into(&mut self.input);
        }
        self.puzzles.push((item.raw.line, wanted));
    }
}

/// Puzzles with the same form; the hashes are those of the puzzles.
struct Group {
    form: Option<String>,
    puzzles: Vec<Hashed>,
}

/// Prints the groups, in the order of their first puzzles.
///
/// # Errors
/// Those of a [`Task`].
pub fn run(
    task: Task<'_>,
    form: impl Fn(&mut Canonicalizer, &Asked) -> Result<Canonical> + Sync,
    is_json: bool,
) -> Result<Exit> {
    let worker = || Ok(Canonicalizer::new());
    let (mut inputs, mut all) = (Vec::new(), Vec::new());
    let exit = task.run(
        worker,
        |canonicalizer, item, done: &mut Done<Found<[u64; 2]>>| {
            if let Ok(asked) = item.asked {
                let form = form(canonicalizer, asked)?.puzzle.to_string();
                done.found.add(item, hash_of(&form));
            }
            Ok(())
        },
        |Found { input, puzzles }| {
            let index = inputs.iter().position(|known| *known == input).unwrap_or(inputs.len());
            if index == inputs.len() && !puzzles.is_empty() {
                inputs.push(input);
            }
            let hashed = |(line, hash)| Hashed { hash, place: Place::new(index, line) };
            all.extend(puzzles.into_iter().map(hashed));
            Ok(())
        },
    )?;
    all.sort_unstable();
    let groups = all.chunk_by(|a, b| a.hash == b.hash).filter(|group| group.len() > 1);
    let is_file = |input: &Input| match input {
        Input::Stdin => false,
        Input::Path(path) => fs::metadata(path).is_ok_and(|file| file.is_file()),
        Input::Text(_) => true,
    };
    let mut groups: Vec<Group> = if task.inputs.all().iter().all(is_file) {
        let mut places = groups.flatten().map(|puzzle| puzzle.place).collect_vec();
        drop(all);
        places.sort_unstable();
        let is_sought = |item: &Item<'_>| {
            let index = inputs.iter().position(|input| input == item.input);
            let place = index.map(|index| Place::new(index, item.raw.line));
            place.is_some_and(|place| places.binary_search(&place).is_ok())
        };
        let mut by_form: HashMap<String, Vec<Hashed>> = HashMap::new();
        if !places.is_empty() {
            Task { is_again: true, ..task }.run(
                worker,
                |canonicalizer, item, done: &mut Done<Found<(String, [u64; 2])>>| {
                    if let Ok(asked) = item.asked
                        && is_sought(item)
                    {
                        let form = form(canonicalizer, asked)?.puzzle.to_string();
                        done.found.add(item, (form, hash_of(&asked.puzzle.to_string())));
                    }
                    Ok(())
                },
                |Found { input, puzzles }| {
                    let index = inputs.iter().position(|known| *known == input);
                    for (line, (form, hash)) in puzzles {
                        let place = Place::new(index.unwrap_or_default(), line);
                        by_form.entry(form).or_default().push(Hashed { hash, place });
                    }
                    Ok(())
                },
            )?;
        }
        by_form.retain(|_, puzzles| puzzles.len() > 1);
        let group = |(form, puzzles)| Group { form: Some(form), puzzles };
        by_form.into_iter().map(group).collect()
    } else {
        // Which of them are equal is not known.
        let puzzle = |(number, puzzle): (u64, &Hashed)| Hashed { hash: [number, 0], ..*puzzle };
        let group = |group: &[Hashed]| (0..).zip(group).map(puzzle).collect();
        groups.map(|found| Group { form: None, puzzles: group(found) }).collect()
    };
    groups.sort_by_key(|group| group.puzzles.iter().map(|puzzle| puzzle.place).min());
    for group in groups {
        write_lines(format!("{}\n", group.text(&inputs, is_json)).as_bytes())?;
    }
    Ok(exit)
}

impl Group {
    /// Its line.
    fn text(mut self, inputs: &[String], is_json: bool) -> String {
        self.puzzles.sort_unstable();
        let equal = self.puzzles.chunk_by(|a, b| a.hash == b.hash);
        let equal = equal.map(|equal| equal.iter().map(|puzzle| puzzle.place).collect_vec());
        let sets = equal.sorted_unstable().collect_vec();
        let name = |place: Place| &inputs[place.input()];
        if is_json {
            let object = |place: Place| json!({ "input": name(place), "line": place.line() });
            let sets = sets.iter().map(|set| set.iter().map(|&place| object(place)).collect_vec());
            let (puzzles, by_hash) = (sets.collect_vec(), self.form.is_none());
            let canonical = self.form;
            return json!({ "canonical": canonical, "by_hash": by_hash, "puzzles": puzzles })
                .to_string();
        }
        let text = |place: &Place| format!("{}:{}", name(*place), place.line());
        let sets = sets.iter().map(|set| set.iter().map(text).join(" = ")).join(" ~ ");
        if self.form.is_none() { sets + " (by hash)" } else { sets }
    }
}
