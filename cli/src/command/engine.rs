//! The solver of `solve`.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::builder::{StringValueParser, TypedValueParser};

use super::options::Suggesting;
use crate::contender::{self, Contender, Entry, ask, confirm};
use satdoku::solve::{Stage, Statistics};
use satdoku::{Answer, Candidates, Limits, Pipeline, Puzzle};

/// What settled a puzzle: a stage of the default solver, or a solver with this name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SettledBy {
    Stage(Stage),
    Solver(&'static str),
}

impl fmt::Display for SettledBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettledBy::Stage(stage) => f.write_str(stage.name()),
            SettledBy::Solver(name) => f.write_str(name),
        }
    }
}

/// The parser of names of solvers.
pub fn solver() -> impl TypedValueParser<Value = String> {
    Suggesting { parser: StringValueParser::new(), names: contender::names }
}

/// A solver on one thread.
pub struct Engine {
    pipeline: Pipeline,
    /// The contender that is asked in place of the default solver.
    other: Option<(Entry, Box<dyn Contender>)>,
    statistics: Statistics,
}

impl Engine {
    /// The solver with this name, or the default solver if there is no name. It will be asked for
    /// this number of solutions.
    pub fn new(name: Option<&str>, solutions: usize) -> Result<Engine> {
        let (pipeline, statistics) = (Pipeline::new(), Statistics::default());
        let Some(name) = name.filter(|name| *name != contender::DEFAULT) else {
            return Ok(Engine { pipeline, other: None, statistics });
        };
        let entry = contender::find(name).context("--solver")?;
        // A program that only counts need not show two solutions.
        if solutions > 1 && (!entry.capabilities.counts || entry.capabilities.batch) {
            let name = entry.name;
            bail!("{name}: cannot tell whether a solution is the only one; use --first")
        }
        let contender = (entry.build)();
        Ok(Engine { pipeline, other: Some((entry, contender)), statistics })
    }

    /// Finds solutions up to the limits. Also returns what settled the puzzle, if there are several
    /// possibilities. If candidates are given, only solutions among them are searched; only the
    /// default solver supports this. Every grid has passed `verify`. If a program reports that
    /// there are no more solutions, this is accepted only if the default solver finds no more
    /// solutions either.
    pub fn answer(
        &mut self,
        puzzle: &Puzzle,
        candidates: Option<&Candidates>,
        limits: &Limits,
    ) -> Result<(Answer, Option<SettledBy>)> {
        let told = &mut self.statistics;
        let Some((entry, contender)) = &mut self.other else {
            let solved = self.pipeline.solve_among(puzzle, candidates, limits)?;
            if let Some(session) = &solved.session {
                *told += session;
            }
            return Ok((solved.answer, Some(SettledBy::Stage(solved.stage))));
        };
        if candidates.is_some() {
            bail!(
                "expected a puzzle, found a grid of candidates, which only the default solver takes"
            );
        }
        let (name, before) = (|| entry.name.clone(), told.process);
        let answer = ask(&mut **contender, &entry.capabilities, puzzle, limits, told);
        let mut answer = answer.with_context(name)?;
        if let Some(guesses) = answer.guesses {
            *told.guesses.get_or_insert_default() += guesses;
        }
        let is_process = told.process != before;
        if is_process {
            answer = confirm(puzzle, answer, limits.deadline).with_context(name)?;
        }
        let program = entry.program.as_deref().and_then(Path::file_stem).filter(|_| is_process);
        let is_it = |name: &&str| program.is_some_and(|program| program == *name);
        let settled_by = contender::OF_AUTO.into_iter().find(is_it).unwrap_or(contender::DEFAULT);
        let has_choice = entry.name == contender::AUTO;
        Ok((answer, has_choice.then_some(SettledBy::Solver(settled_by))))
    }

    /// The statistics since the last call.
    pub fn take_statistics(&mut self) -> Statistics {
        std::mem::take(&mut self.statistics)
    }
}
