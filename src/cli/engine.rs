//! What `solve` solves with.

use std::fmt;
use std::time::Duration;

use anyhow::{Result, bail};

use super::exit::{Exit, Failure};
use super::options::EncodingArgs;
use crate::answer::{Answer, Limits};
use crate::contender::{
    self, Capabilities, Contender, ContenderError, Entry, ask, confirm, program,
};
use crate::encode::Encoding;
use crate::format::SolverStatistics;
use crate::rules::Puzzle;
use crate::solve::{Pipeline, Session, SessionStats, Stage};
use crate::verify::clashes;

/// Which solver.
#[derive(Clone, Debug, clap::Args)]
pub struct EngineArgs {
    /// Give varisat the whole formula, without simplifying the puzzle first
    #[arg(long)]
    no_simplify: bool,
    #[command(flatten)]
    encoding: EncodingArgs,
    /// Solver to use; 'satdoku compare --list' lists them [default: varisat]
    #[arg(long, value_name = "NAME", conflicts_with = "no_simplify")]
    solver: Option<String>,
    /// Program to use: NAME=dimacs:COMMAND for a SAT solver, NAME=lines:COMMAND for a Sudoku
    /// program (requires --first)
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["no_simplify", "solver"])]
    contender: Option<String>,
}

impl EngineArgs {
    /// Who is to solve, if it is not varisat in one of the ways of `Kind`.
    fn entry(&self) -> Result<Option<Entry>, ContenderError> {
        let encoding = self.encoding.encoding();
        match (&self.contender, self.solver.as_deref()) {
            (Some(specification), _) => program::entry(specification, encoding).map(Some),
            (None, None | Some("varisat")) => Ok(None),
            (None, Some(name)) => contender::find(name, encoding).map(Some),
        }
    }
}

/// A solver on one thread.
pub struct Engine {
    kind: Kind,
    stats: Stats,
}

enum Kind {
    Simplifying(Pipeline),
    Plain(Encoding),
    Contender(Box<dyn Contender>, Capabilities),
}

/// Sizes and times, summed over puzzles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Puzzles settled by each of [`Stage::ALL`].
    stages: [u64; Stage::ALL.len()],
    /// Puzzles whose formula was made.
    formulas: u64,
    session: SessionStats,
}

impl Engine {
    /// The solver that the arguments name, to be asked for so many solutions.
    ///
    /// # Errors
    /// If there is no such solver, or it cannot look for as many.
    pub fn new(args: &EngineArgs, solutions: usize) -> Result<Engine> {
        let kind = if let Some(entry) = args.entry().map_err(contender_failure)? {
            if solutions > 1 && !entry.capabilities.counts {
                bail!(
                    "{}: cannot tell whether a solution is the only one; expected --first",
                    entry.name
                );
            }
            Kind::Contender((entry.build)().map_err(contender_failure)?, entry.capabilities)
        } else if args.no_simplify {
            Kind::Plain(args.encoding.encoding())
        } else {
            Kind::Simplifying(Pipeline::with_encoding(args.encoding.encoding()))
        };
        Ok(Engine { kind, stats: Stats::default() })
    }

    /// Solutions up to the limits. Every grid has passed `verify`.
    ///
    /// # Errors
    /// What went wrong, with the exit status it stands for.
    pub fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, Failure> {
        let answer = match &mut self.kind {
            Kind::Simplifying(pipeline) => pipeline.solve(puzzle, limits).map(|solved| {
                self.stats.stages[solved.stage as usize] += 1;
                if let Some(session) = &solved.session {
                    self.stats.add_session(session);
                }
                solved.answer
            }),
            Kind::Plain(_) if !clashes(puzzle.rules(), puzzle.givens()).is_empty() => {
                Ok(Answer { complete: true, ..Answer::default() })
            }
            Kind::Plain(encoding) => {
                let mut session = Session::new(puzzle, *encoding, limits.deadline);
                let answer = session.answer(limits.solutions);
                self.stats.stages[Stage::Varisat as usize] += 1;
                self.stats.add_session(session.stats());
                answer
            }
            Kind::Contender(contender, capabilities) => {
                return asked(&mut **contender, capabilities, puzzle, limits)
                    .map_err(contender_failure);
            }
        };
        answer.map_err(|error| Failure { exit: Exit::Failed, message: error.to_string() })
    }

    /// What was counted since the last call.
    pub fn take_stats(&mut self) -> Stats {
        std::mem::take(&mut self.stats)
    }
}

/// The answer of a contender. A program that says there are no more solutions is not believed
/// before varisat has found none either.
fn asked(
    contender: &mut dyn Contender,
    capabilities: &Capabilities,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<Answer, ContenderError> {
    let answer = ask(contender, capabilities, puzzle, limits)?;
    let is_process = contender.times().process.is_some();
    if is_process { confirm(puzzle, answer, limits.deadline) } else { Ok(answer) }
}

/// What a contender's error means for the exit status.
pub fn contender_failure(error: ContenderError) -> Failure {
    let exit = if error.is_contenders_fault() { Exit::Failed } else { Exit::Error };
    Failure { exit, message: error.to_string() }
}

impl Stats {
    /// Adds another sum.
    pub fn add(&mut self, other: &Stats) {
        for (own, other) in self.stages.iter_mut().zip(other.stages) {
            *own += other;
        }
        self.formulas += other.formulas;
        self.add_sizes_and_times(&other.session);
    }

    fn add_session(&mut self, session: &SessionStats) {
        self.formulas += 1;
        self.add_sizes_and_times(session);
    }

    fn add_sizes_and_times(&mut self, other: &SessionStats) {
        let own = &mut self.session;
        own.variables += other.variables;
        own.clauses += other.clauses;
        own.encode_time += other.encode_time;
        own.load_time += other.load_time;
        own.solve_time += other.solve_time;
        own.verify_time += other.verify_time;
    }

    /// As the JSON record holds it.
    pub fn to_report(self, guesses: Option<u64>) -> SolverStatistics {
        if self.formulas == 0 {
            return SolverStatistics { guesses, ..SolverStatistics::default() };
        }
        let microseconds = |time: Duration| Some(time.as_micros() as u64);
        SolverStatistics {
            variables: Some(self.session.variables as u64),
            clauses: Some(self.session.clauses as u64),
            guesses,
            encode_us: microseconds(self.session.encode_time),
            load_us: microseconds(self.session.load_time),
            solve_us: microseconds(self.session.solve_time),
            verify_us: microseconds(self.session.verify_time),
        }
    }
}

/// Sums over all puzzles, a line each.
impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SessionStats { variables, clauses, encode_time, load_time, solve_time, verify_time } =
            self.session;
        for (stage, count) in Stage::ALL.iter().zip(self.stages).filter(|(_, count)| *count > 0) {
            writeln!(f, "settled by {stage}: {count}")?;
        }
        write!(f, "formulas:  {}", self.formulas)?;
        if self.formulas == 0 {
            return Ok(());
        }
        writeln!(f)?;
        writeln!(f, "variables: {variables}")?;
        writeln!(f, "clauses:   {clauses}")?;
        writeln!(f, "encode:    {encode_time:.1?}")?;
        writeln!(f, "load:      {load_time:.1?}")?;
        writeln!(f, "solve:     {solve_time:.1?}")?;
        write!(f, "verify:    {verify_time:.1?}")
    }
}
