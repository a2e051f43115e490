//! Which solvers are compared.

use anyhow::{Result, bail};
use itertools::Itertools;

use super::super::engine;
use super::super::output::warn;
use super::read::Question;
use crate::compare;
use crate::contender::{self, Entry, program};

/// The solvers, and what they are asked.
#[derive(Clone, Debug, clap::Args)]
pub struct ContenderArgs {
    /// Solvers to compare; ratios are relative to the first [default: satdoku,varisat,dpll,norvig,diagonal-agent,exact-cover]. A SAT
    /// solver's NAME gets the whole formula, NAME:simplified what simplification leaves,
    /// NAME:PRESET/AMO the whole formula in that encoding
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    solver: Vec<String>,
    /// Also compare a program: NAME=dimacs:COMMAND for a SAT solver, NAME=lines:COMMAND for a Sudoku
    /// program (repeatable)
    #[arg(long, value_name = "SPEC")]
    contender: Vec<String>,
    /// Find the first solution only, not whether it is the only one
    #[arg(long)]
    pub first: bool,
}

impl ContenderArgs {
    /// All solvers, those of the command line, and the well-known programs that are not installed.
    pub fn list(&self) -> Result<String> {
        let mut entries = contender::all();
        entries.extend(self.programs()?);
        let is_missing = |name: &&str| entries.iter().all(|entry| entry.name != *name);
        let missing =
            program::WELL_KNOWN.iter().map(|(name, _)| *name).filter(is_missing).join(", ");
        let mut text = compare::contenders_table(&entries);
        text += "\nA SAT solver's NAME gets the whole formula in the default encoding; NAME:simplified what\n\
                 simplification leaves; NAME:PRESET/AMO another encoding. Presets: minimal, efficient,\n\
                 extended; at-most-one: auto, pairwise, sequential, binary, bimander, commander, product.\n";
        if !missing.is_empty() {
            text += &format!("Supported, but not found in PATH:\n{missing}.\n");
        }
        Ok(text)
    }

    /// Those of `--contender`.
    fn programs(&self) -> Result<Vec<Entry>> {
        self.contender.iter().map(|spec| engine::program(spec)).collect()
    }

    /// Those of `--solver`, then those of `--contender`.
    pub fn entries(&self) -> Result<Vec<Entry>> {
        let mut added = self.programs()?;
        let mut entries: Vec<Entry> = Vec::new();
        let named = self.solver.iter().map(String::as_str);
        let default = compare::DEFAULT.into_iter().filter(|_| self.solver.is_empty());
        for name in named.chain(default) {
            match added.iter().position(|entry| entry.name == name) {
                Some(index) => entries.push(added.remove(index)),
                None => entries.push(engine::solver(name)?),
            }
        }
        entries.extend(added);
        if let Some(twice) = entries.iter().map(|entry| &entry.name).duplicates().next() {
            bail!("--solver, --contender: expected different names, found {twice} twice");
        }
        Ok(entries)
    }

    /// Those that can answer the question about all of the puzzles. One that was named must.
    pub fn capable(&self, entries: Vec<Entry>, questions: &[Question]) -> Result<Vec<Entry>> {
        let mut remaining = Vec::new();
        for entry in entries {
            let (name, able) = (&entry.name, &entry.capabilities);
            if !self.first && !able.counts {
                bail!("{name}: cannot tell whether a solution is the only one; use --first");
            }
            let beyond = questions.iter().find(|asked| !able.supports(asked.puzzle.rules()));
            let Some(Question { puzzle, source }) = beyond else {
                remaining.push(entry);
                continue;
            };
            let what = format!("cannot solve {source}, {}", puzzle.rules().describe());
            if !self.solver.is_empty() || !compare::DEFAULT.contains(&&**name) {
                bail!("{name}: {what}");
            }
            warn(format_args!("{name} is left out: it {what}"));
        }
        if remaining.is_empty() {
            bail!("expected a solver that can solve all puzzles, found none");
        }
        Ok(remaining)
    }
}
