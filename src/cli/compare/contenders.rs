//! Who is compared.

use anyhow::{Result, bail};

use super::super::engine;
use super::Args;
use super::read::Question;
use crate::compare;
use crate::contender::{self, Entry, program};
use crate::encode::Encoding;

/// All solvers, those of the command line, and the well-known programs that are not installed.
pub fn list(args: &Args) -> Result<String> {
    let mut entries = contender::all();
    entries.extend(programs(args)?);
    let known = |name: &str| entries.iter().any(|entry| entry.name == name);
    let missing: Vec<&str> =
        program::WELL_KNOWN.iter().map(|(name, _)| *name).filter(|name| !known(name)).collect();
    let mut text = compare::contenders_table(&entries);
    text += "\n\nAlso: varisat:PRESET/AMO, varisat:PRESET/AMO+assumptions, SOLVER:PRESET/AMO for any SAT \
             solver;\npresets: minimal, efficient, extended; at-most-one: auto, pairwise, \
             sequential, binary, bimander, commander, product.\n";
    if !missing.is_empty() {
        text += &format!("Supported, but not found in PATH: {}.\n", missing.join(", "));
    }
    Ok(text)
}

/// Those of `--contender`.
fn programs(args: &Args) -> Result<Vec<Entry>> {
    args.contender.iter().map(|spec| engine::program(spec, Encoding::default(), true)).collect()
}

/// Those of `--solver`, then those of `--contender`.
pub fn entries(args: &Args) -> Result<Vec<Entry>> {
    let mut added = programs(args)?;
    let mut entries: Vec<Entry> = Vec::new();
    for name in &args.solver {
        match added.iter().position(|entry| entry.name == *name) {
            Some(index) => entries.push(added.remove(index)),
            None => entries.push(engine::solver(name, Encoding::default())?),
        }
    }
    entries.extend(added);
    for (index, entry) in entries.iter().enumerate() {
        if entries[..index].iter().any(|other| other.name == entry.name) {
            bail!("--solver, --contender: expected different names, found {} twice", entry.name);
        }
    }
    Ok(entries)
}

/// Leaves out the solvers that cannot solve all of the puzzles, with a warning.
pub fn capable(entries: Vec<Entry>, questions: &[Question], args: &Args) -> Result<Vec<Entry>> {
    let mut remaining = Vec::new();
    for entry in entries {
        let unsupported =
            questions.iter().find(|question| !entry.capabilities.supports(question.puzzle.rules()));
        if let Some(Question { puzzle, source }) = unsupported {
            let puzzle = puzzle.rules().describe();
            super::super::warn(format_args!(
                "{} is left out: it cannot solve {source}, {puzzle}",
                entry.name
            ));
        } else {
            remaining.push(entry);
        }
    }
    with_question(remaining, args)
}

/// Leaves out the solvers that cannot answer the question, with a warning.
pub fn with_question(mut entries: Vec<Entry>, args: &Args) -> Result<Vec<Entry>> {
    entries.retain(|entry| {
        let can = args.first || entry.capabilities.counts;
        if !can {
            super::super::warn(format_args!(
                "{} is left out: it cannot tell whether a solution is the only one; use --first",
                entry.name
            ));
        }
        can
    });
    if entries.is_empty() {
        bail!("expected a solver that can solve all puzzles, found none");
    }
    Ok(entries)
}

/// The index of the contender that `--baseline` names.
pub fn baseline(args: &Args, entries: &[Entry]) -> Result<usize> {
    let Some(name) = &args.baseline else { return Ok(0) };
    let found = entries.iter().position(|entry| entry.name == *name);
    match found {
        Some(index) => Ok(index),
        None => {
            let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
            bail!("--baseline: expected one of {}, found {name}", names.join(", "))
        }
    }
}
