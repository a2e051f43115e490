//! Which solvers are compared.

use anyhow::{Result, bail};

use super::super::engine;
use super::Args;
use super::read::Question;
use crate::compare;
use crate::contender::{self, Entry, program};
use satdoku::encode::Encoding;

/// All solvers, those of the command line, and the well-known programs that are not installed.
pub fn list(args: &Args) -> Result<String> {
    let mut entries = contender::all();
    entries.extend(programs(args)?);
    let known = |name: &str| entries.iter().any(|entry| entry.name == name);
    let missing: Vec<&str> =
        program::WELL_KNOWN.iter().map(|(name, _)| *name).filter(|name| !known(name)).collect();
    let mut text = compare::contenders_table(&entries);
    text += "\nA SAT solver's NAME gets the whole formula in the default encoding; NAME:simplified what\n\
             simplification leaves; NAME:PRESET/AMO another encoding. Presets: minimal, efficient,\n\
             extended; at-most-one: auto, pairwise, sequential, binary, bimander, commander, product.\n";
    if !missing.is_empty() {
        text += &format!("Supported, but not found in PATH:\n{}.\n", missing.join(", "));
    }
    Ok(text)
}

/// Those of `--contender`.
fn programs(args: &Args) -> Result<Vec<Entry>> {
    args.contender.iter().map(|spec| engine::program(spec, Encoding::default())).collect()
}

/// Those of `--solver`, then those of `--contender`.
pub fn entries(args: &Args) -> Result<Vec<Entry>> {
    let mut added = programs(args)?;
    let mut entries: Vec<Entry> = Vec::new();
    let named = args.solver.iter().map(String::as_str);
    let default = compare::DEFAULT.into_iter().filter(|_| args.solver.is_empty());
    for name in named.chain(default) {
        match added.iter().position(|entry| entry.name == name) {
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

/// Those that can answer the question about all of the puzzles. One that was named must.
///
/// # Errors
/// If one that was named cannot, or none is left.
pub fn capable(entries: Vec<Entry>, questions: &[Question], args: &Args) -> Result<Vec<Entry>> {
    let mut remaining = Vec::new();
    for entry in entries {
        let (name, capabilities) = (&entry.name, &entry.capabilities);
        let beyond = questions.iter().find(|asked| !capabilities.supports(asked.puzzle.rules()));
        let is_named = !args.solver.is_empty() || !compare::DEFAULT.contains(&&**name);
        match beyond {
            _ if !args.first && !capabilities.counts => {
                bail!("{name}: cannot tell whether a solution is the only one; use --first")
            }
            None => remaining.push(entry),
            Some(Question { puzzle, source }) => {
                let what = format!("cannot solve {source}, {}", puzzle.rules().describe());
                if is_named {
                    bail!("{name}: {what}");
                }
                super::super::warn(format_args!("{name} is left out: it {what}"));
            }
        }
    }
    if remaining.is_empty() {
        bail!("expected a solver that can solve all puzzles, found none");
    }
    Ok(remaining)
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
