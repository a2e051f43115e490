//! The solver of `solve`.

use anyhow::{Context, Result, bail};

use crate::contender::{self, Contender, Entry, ask, confirm};
use satdoku::solve::Statistics;
use satdoku::{Answer, Candidates, Limits, Pipeline, Puzzle};

/// The options that choose the solver.
#[derive(Clone, Debug, clap::Args)]
pub struct EngineArgs {
    /// Solver to use, as 'satdoku compare --list' lists them [default: satdoku]. A SAT solver's NAME
    /// gets the whole formula, NAME:simplified what simplification leaves (for large grids),
    /// NAME:PRESET/AMO the whole formula in that encoding
    #[arg(long, value_name = "NAME", conflicts_with = "contender")]
    solver: Option<String>,
    /// Program to use: NAME=dimacs:COMMAND for a SAT solver, NAME=lines:COMMAND for a Sudoku program
    /// (requires --first)
    #[arg(long, value_name = "SPEC", conflicts_with = "solver")]
    contender: Option<String>,
}

impl EngineArgs {
    /// Another solver than the default, if one was chosen.
    fn entry(&self) -> Result<Option<Entry>> {
        match (&self.contender, self.solver.as_deref()) {
            (Some(specification), _) => program(specification).map(Some),
            (None, Some(name)) if name != contender::DEFAULT => solver(name).map(Some),
            _ => Ok(None),
        }
    }
}

/// The contender that `--solver` names.
pub fn solver(name: &str) -> Result<Entry> {
    contender::find(name).context("--solver")
}

/// The contender that `--contender` specifies.
pub fn program(specification: &str) -> Result<Entry> {
    match contender::program::parts(specification) {
        Some((name, ..)) if contender::is_built_in(name) => {
            bail!("--contender: {name} is the name of a built-in solver; give another one")
        }
        _ => contender::program::entry(specification).context("--contender"),
    }
}

/// A solver on one thread.
pub struct Engine {
    solver: Solver,
    statistics: Statistics,
}

enum Solver {
    Default(Pipeline),
    Other(Entry, Box<dyn Contender>),
}

impl Engine {
    /// The solver that the arguments name, to be asked for so many solutions.
    pub fn new(args: &EngineArgs, solutions: usize) -> Result<Engine> {
        let solver = match args.entry()? {
            None => Solver::Default(Pipeline::new()),
            Some(Entry { name, capabilities, .. }) if solutions > 1 && !capabilities.counts => {
                bail!("{name}: cannot tell whether a solution is the only one; use --first")
            }
            Some(entry) => {
                let contender = (entry.build)()?;
                Solver::Other(entry, contender)
            }
        };
        Ok(Engine { solver, statistics: Statistics::default() })
    }

    /// Solutions up to the limits, among the candidates if these are given, which only the default
    /// solver takes. Every grid has passed `verify`, and a program that says there are no more is not
    /// believed before the default solver has found none either.
    pub fn answer(
        &mut self,
        puzzle: &Puzzle,
        candidates: Option<&Candidates>,
        limits: &Limits,
    ) -> Result<Answer> {
        let (entry, contender) = match &mut self.solver {
            Solver::Default(pipeline) => {
                let solved = pipeline.solve_among(puzzle, candidates, limits)?;
                self.statistics.stages[solved.stage as usize] += 1;
                if let Some(session) = &solved.session {
                    self.statistics += session;
                }
                return Ok(solved.answer);
            }
            Solver::Other(..) if candidates.is_some() => bail!(
                "expected a puzzle, found a grid of candidates, which only the default solver takes"
            ),
            Solver::Other(entry, contender) => (entry, contender),
        };
        let name = || entry.name.to_string();
        let answer = ask(&mut **contender, &entry.capabilities, puzzle, limits);
        let statistics = contender.statistics();
        if let Some(statistics) = statistics {
            self.statistics += statistics;
        }
        let answer = match answer {
            Ok(answer) => answer,
            error => return error.with_context(name),
        };
        if let Some(guesses) = answer.guesses {
            *self.statistics.guesses.get_or_insert_default() += guesses;
        }
        match statistics.and_then(|statistics| statistics.process) {
            Some(_) => confirm(puzzle, answer, limits.deadline).with_context(name),
            None => Ok(answer),
        }
    }

    /// The statistics since the last call.
    pub fn take_statistics(&mut self) -> Statistics {
        std::mem::take(&mut self.statistics)
    }
}
