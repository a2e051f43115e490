//! The solver of `solve`.

use anyhow::{Context, Result, bail};

use crate::contender::{self, Contender, Entry, ask, confirm};
use satdoku::solve::{Stage, Statistics};
use satdoku::{Answer, Candidates, Limits, Pipeline, Puzzle};

/// A solver on one thread.
pub struct Engine {
    pipeline: Pipeline,
    /// Asked in place of the default solver.
    other: Option<(Entry, Box<dyn Contender>)>,
    statistics: Statistics,
}

impl Engine {
    /// The solver of this name, or else the default, to be asked for this many solutions.
    pub fn new(name: Option<&str>, solutions: usize) -> Result<Engine> {
        let (pipeline, statistics) = (Pipeline::new(), Statistics::default());
        let Some(name) = name.filter(|name| *name != contender::DEFAULT) else {
            return Ok(Engine { pipeline, other: None, statistics });
        };
        let entry = contender::find(name).context("--solver")?;
        // A program that counts need not show two.
        if solutions > 1 && (!entry.capabilities.counts || entry.capabilities.batch) {
            let name = entry.name;
            bail!("{name}: cannot tell whether a solution is the only one; use --first")
        }
        let contender = (entry.build)();
        Ok(Engine { pipeline, other: Some((entry, contender)), statistics })
    }

    /// Solutions up to the limits, and the stage of the default solver that settled the puzzle. The
    /// candidates, if these are given, limit what is searched; only the default solver takes them.
    /// Every grid has passed `verify`. If a program says that there are no more solutions, this is
    /// believed only after the default solver has found none either.
    pub fn answer(
        &mut self,
        puzzle: &Puzzle,
        candidates: Option<&Candidates>,
        limits: &Limits,
    ) -> Result<(Answer, Option<Stage>)> {
        let told = &mut self.statistics;
        let Some((entry, contender)) = &mut self.other else {
            let solved = self.pipeline.solve_among(puzzle, candidates, limits)?;
            if let Some(session) = &solved.session {
                *told += session;
            }
            return Ok((solved.answer, Some(solved.stage)));
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
        if told.process != before {
            // A process has answered.
            answer = confirm(puzzle, answer, limits.deadline).with_context(name)?;
        }
        Ok((answer, None))
    }

    /// The statistics since the last call.
    pub fn take_statistics(&mut self) -> Statistics {
        std::mem::take(&mut self.statistics)
    }
}
