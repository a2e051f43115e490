//! The solvers that are compared.

use anyhow::{Context, Result, bail};
use itertools::Itertools;

use super::super::engine::solver;
use super::super::output::warn;
use super::read::Question;
use crate::compare;
use crate::contender::{self, Entry};

// The solvers, and the question that they are asked.
#[derive(Clone, Debug, clap::Args)]
pub struct ContenderArgs {
    /// Solvers to compare, with ratios relative to the first solver [default:
    /// satdoku,varisat,dpll,norvig,diagonal-agent,exact-cover]. With NAME, a SAT solver gets
    /// the whole formula; with NAME:simplified, the formula that remains after simplification; with
    /// NAME:PRESET/AMO, the whole formula in that encoding. NAME=dimacs:COMMAND runs another SAT
    /// solver, NAME=lines:COMMAND runs a Sudoku program, and NAME=lines+count:COMMAND runs a Sudoku
    /// program that also prints how many solutions there are (repeatable)
    #[arg(long, value_name = "NAMES", hide_possible_values = true, value_parser = solver())]
    solver: Vec<String>,
    /// Find only one solution, without checking whether it is the only one
    #[arg(long)]
    pub first: bool,
}

impl ContenderArgs {
    /// The text of a list of all solvers, and of the well-known programs that are not installed.
    pub fn list() -> String {
        let entries = contender::all();
        let is_missing = |name: &&str| entries.iter().all(|entry| entry.name != *name);
        let known = contender::WELL_KNOWN.iter().map(|(name, _)| *name);
        let missing = known.filter(is_missing).join(", ");
        let mut text = compare::contenders_table(&entries);
        if !missing.is_empty() {
            text += &format!("\nSupported, but not found in PATH:\n{missing}.\n");
        }
        text
    }

    /// The contenders of `--solver`, or those that are compared by default.
    pub fn entries(&self) -> Result<Vec<Entry>> {
        let named = self.solver.iter().map(|names| match names.contains('=') {
            // A command may contain commas.
            true => vec![&**names],
            false => names.split(',').collect(),
        });
        let default = compare::DEFAULT.into_iter().filter(|_| self.solver.is_empty());
        let entries = named.flatten().chain(default).map(contender::find);
        let entries = entries.collect::<Result<Vec<Entry>, _>>().context("--solver")?;
        if let Some(twice) = entries.iter().map(|entry| &entry.name).duplicates().next() {
            bail!("--solver: expected different names, found {twice} twice");
        }
        Ok(entries)
    }

    /// The contenders that can answer the question about all puzzles. If a contender named by the
    /// user cannot, this is an error.
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
            if !self.solver.is_empty() {
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
