//! What `solve` solves with.

use std::fmt;
use std::time::Duration;

use anyhow::Result;

use super::exit::{Exit, Failure};
use crate::answer::{Answer, Limits};
use crate::encode::Encoding;
use crate::format::SolverStatistics;
use crate::rules::Puzzle;
use crate::solve::{Session, SessionStats, SolveError};
use crate::verify::clashes;

/// Which solver.
#[derive(Clone, Debug, clap::Args)]
pub struct EngineArgs {}

/// A solver on one thread.
pub struct Engine {
    encoding: Encoding,
    stats: Stats,
}

/// Sizes and times, summed over puzzles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Puzzles whose formula was made.
    encoded: u64,
    session: SessionStats,
}

impl Engine {
    /// The solver that the arguments name.
    ///
    /// # Errors
    /// If there is no such solver.
    pub fn new(_: &EngineArgs, encoding: Encoding) -> Result<Engine> {
        Ok(Engine { encoding, stats: Stats::default() })
    }

    /// Solutions up to the limits. Every grid has passed `verify`.
    ///
    /// # Errors
    /// What went wrong, with the exit status it stands for.
    pub fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, Failure> {
        if !clashes(puzzle.rules(), puzzle.givens()).is_empty() {
            return Ok(Answer { complete: true, ..Answer::default() });
        }
        let mut session = Session::new(puzzle, self.encoding, limits.deadline);
        let answer = session.answer(limits);
        self.stats.add(&Stats { encoded: 1, session: *session.stats() });
        answer
            .map_err(|error: SolveError| Failure { exit: Exit::Failed, message: error.to_string() })
    }

    /// What was counted since the last call.
    pub fn take_stats(&mut self) -> Stats {
        std::mem::take(&mut self.stats)
    }
}

impl Stats {
    /// Adds another sum.
    pub fn add(&mut self, other: &Stats) {
        self.encoded += other.encoded;
        let (own, other) = (&mut self.session, &other.session);
        own.variables += other.variables;
        own.clauses += other.clauses;
        own.encode_time += other.encode_time;
        own.load_time += other.load_time;
        own.solve_time += other.solve_time;
        own.verify_time += other.verify_time;
    }

    /// As the JSON record holds it.
    pub fn to_report(self, guesses: Option<u64>) -> SolverStatistics {
        if self.encoded == 0 {
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
        writeln!(f, "formulas:  {}", self.encoded)?;
        writeln!(f, "variables: {variables}")?;
        writeln!(f, "clauses:   {clauses}")?;
        writeln!(f, "encode:    {encode_time:.1?}")?;
        writeln!(f, "load:      {load_time:.1?}")?;
        writeln!(f, "solve:     {solve_time:.1?}")?;
        write!(f, "verify:    {verify_time:.1?}")
    }
}
