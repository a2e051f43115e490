//! The solver of `solve`.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::exit::{Exit, Failure};
use super::options::EncodingArgs;
use crate::answer::{Answer, Deadline, Limits};
use crate::contender::{
    self, Capabilities, Contender, ContenderError, Entry, Times, add, ask, confirm,
};
use crate::encode::{Encoding, Formula};
use crate::format::SolverStatistics;
use crate::grid::Candidates;
use crate::rules::Puzzle;
use crate::simplify::propagation::propagated;
use crate::solve::{Session, Solutions, Stage, Varisat, solutions};

/// The options that choose the solver.
#[derive(Clone, Debug, clap::Args)]
pub struct EngineArgs {
    /// Give the SAT solver the whole formula, without simplifying the puzzle first
    #[arg(long)]
    no_simplify: bool,
    #[command(flatten)]
    encoding: EncodingArgs,
    /// Solver to use; 'satdoku compare --list' lists them [default: varisat]
    #[arg(long, value_name = "NAME", conflicts_with = "contender")]
    solver: Option<String>,
    /// Program to use: NAME=dimacs:COMMAND for a SAT solver, NAME=lines:COMMAND for a Sudoku program
    /// (requires --first)
    #[arg(long, value_name = "SPEC", conflicts_with = "solver")]
    contender: Option<String>,
}

impl EngineArgs {
    fn entry(&self) -> Result<Entry> {
        let encoding = self.encoding.encoding();
        let name = self.solver.as_deref().unwrap_or("varisat");
        let mut entry = match &self.contender {
            Some(specification) => program(specification, encoding, !self.no_simplify)?,
            None => solver(name, encoding)?,
        };
        let has_encoding = self.solver.as_ref().is_some_and(|name| name.contains(':'));
        if self.no_simplify {
            if !entry.capabilities.formula {
                bail!("{}: uses no formula; leave out --no-simplify", entry.name);
            }
            if has_encoding {
                bail!("{}: never simplifies the puzzle; leave out --no-simplify", entry.name);
            }
            if self.contender.is_none() {
                entry = solver(&format!("{name}:{encoding}"), encoding)?;
            }
        }
        if self.encoding.is_given() {
            if !entry.capabilities.formula {
                bail!(
                    "{}: uses no formula, so --encoding and --amo have no effect; leave them out",
                    entry.name
                );
            }
            if has_encoding {
                bail!(
                    "{}: this name contains the encoding; leave out --encoding and --amo",
                    entry.name
                );
            }
        }
        Ok(entry)
    }
}

/// The contender that `--solver` names.
///
/// # Errors
/// If there is none of that name.
pub fn solver(name: &str, encoding: Encoding) -> Result<Entry> {
    contender::find(name, encoding).map_err(contender_failure).context("--solver")
}

/// The contender that `--contender` specifies.
///
/// # Errors
/// If the specification cannot be read.
pub fn program(specification: &str, encoding: Encoding, simplify: bool) -> Result<Entry> {
    match contender::program::parts(specification) {
        Some((name, ..)) if contender::is_built_in(name) => {
            bail!("--contender: {name} is the name of a built-in solver; give another one")
        }
        _ => {
            contender::program::entry(specification, encoding, simplify).map_err(contender_failure)
        }
    }
    .context("--contender")
}

/// A solver on one thread.
pub struct Engine {
    name: Cow<'static, str>,
    contender: Box<dyn Contender>,
    capabilities: Capabilities,
    /// Of the default solver; `None` if another one was chosen.
    encoding: Option<Encoding>,
    stats: Stats,
}

/// Statistics summed over puzzles. Unknown values are `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Puzzles settled by each of [`Stage::ALL`].
    stages: [u64; Stage::ALL.len()],
    /// Puzzles whose formula was made.
    formulas: Option<u64>,
    guesses: Option<u64>,
    times: Times,
}

impl Engine {
    /// The solver that the arguments name, to be asked for so many solutions.
    ///
    /// # Errors
    /// If there is no such solver, it cannot look for as many, or the encoding would have no
    /// effect.
    pub fn new(args: &EngineArgs, solutions: usize) -> Result<Engine> {
        let entry = args.entry()?;
        if solutions > 1 && !entry.capabilities.counts {
            bail!("{}: cannot tell whether a solution is the only one; use --first", entry.name);
        }
        let contender = (entry.build)().map_err(contender_failure)?;
        let is_default = args.solver.is_none() && args.contender.is_none();
        let encoding = is_default.then(|| args.encoding.encoding());
        let Entry { name, capabilities, .. } = entry;
        Ok(Engine { name, contender, capabilities, encoding, stats: Stats::default() })
    }

    /// Solutions up to the limits. Every grid has passed `verify`, and a program that says there
    /// are no more is not believed before varisat has found none either.
    ///
    /// # Errors
    /// What went wrong, with the exit status it stands for.
    pub fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, Failure> {
        let answer = ask(&mut *self.contender, &self.capabilities, puzzle, limits);
        let times = self.contender.times();
        self.stats.count(&times);
        let named = |error| {
            let Failure { exit, message } = contender_failure(error);
            Failure { exit, message: format!("{}: {message}", self.name) }
        };
        let mut answer = answer.map_err(named)?;
        add(&mut self.stats.guesses, answer.guesses);
        if times.process.is_some() {
            answer = confirm(puzzle, answer, limits.deadline).map_err(named)?;
        }
        Ok(answer)
    }

    /// Solutions among the candidates of cells, up to the limits; by varisat, on the formula of
    /// what propagation leaves. Every grid has passed `verify`.
    ///
    /// # Errors
    /// If another solver was chosen, or varisat was wrong.
    pub fn answer_candidates(
        &mut self,
        puzzle: &Puzzle,
        candidates: &Candidates,
        limits: &Limits,
    ) -> Result<Answer, Failure> {
        let Some(encoding) = self.encoding else {
            let message = "expected a puzzle, found a grid of candidates, which only the default \
                           solver takes";
            return Err(Failure { exit: Exit::Error, message: message.to_owned() });
        };
        let formula = candidates_formula(puzzle, candidates, encoding);
        let mut session = Session::load(Varisat::new(limits.deadline), formula, limits.deadline);
        let answer = session.answer(limits.solutions);
        self.stats.stages[Stage::Varisat as usize] += 1;
        answer.map_err(|error| Failure { exit: Exit::Failed, message: error.to_string() })
    }

    /// The statistics since the last call.
    pub fn take_stats(&mut self) -> Stats {
        std::mem::take(&mut self.stats)
    }
}

/// The formula of a puzzle whose cells may hold only these candidates, over what propagation leaves
/// of them.
pub fn candidates_formula(puzzle: &Puzzle, candidates: &Candidates, encoding: Encoding) -> Formula {
    match propagated(puzzle, Some(candidates), Deadline::NONE) {
        Some((left, Ok(()))) => Formula::open(puzzle, &left, encoding),
        _ => Formula::refuted(puzzle, encoding),
    }
}

/// All solutions of a puzzle, or those among the candidates of its cells.
pub fn solutions_among(
    puzzle: &Puzzle,
    candidates: Option<&Candidates>,
    deadline: Deadline,
) -> Solutions {
    match candidates {
        None => solutions(puzzle, deadline),
        Some(candidates) => {
            let formula = candidates_formula(puzzle, candidates, Encoding::default());
            Solutions::of_formula(formula, deadline)
        }
    }
}

/// The exit status of a contender's error.
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
        add(&mut self.formulas, other.formulas);
        add(&mut self.guesses, other.guesses);
        self.times.add(&other.times);
    }

    fn count(&mut self, times: &Times) {
        if let Some(stage) = times.stage {
            self.stages[stage as usize] += 1;
        }
        if times.stage.is_some() || times.variables.is_some() {
            add(&mut self.formulas, Some(u64::from(times.variables.is_some())));
        }
        self.times.add(times);
    }

    /// As the JSON record holds it.
    pub fn to_report(self, guesses: Option<u64>) -> SolverStatistics {
        let microseconds = |time: Option<Duration>| time.map(|time| time.as_micros() as u64);
        let Times { variables, clauses, encode, load, solve, verify, .. } = self.times;
        SolverStatistics {
            variables,
            clauses,
            guesses,
            encode_us: microseconds(encode),
            load_us: microseconds(load),
            solve_us: microseconds(solve),
            verify_us: microseconds(verify),
        }
    }
}

/// Sums over all puzzles, one per line; unknown ones are left out.
impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Times { variables, clauses, encode, load, solve, verify, process, .. } = self.times;
        let settled = Stage::ALL.iter().zip(self.stages).filter(|(_, count)| *count > 0);
        let mut lines: Vec<String> =
            settled.map(|(stage, count)| format!("settled by {stage}: {count}")).collect();
        let counts = [
            ("formulas", self.formulas),
            ("variables", variables),
            ("clauses", clauses),
            ("guesses", self.guesses),
        ];
        for (name, count) in counts {
            lines.extend(count.map(|count| format!("{:<10} {count}", format!("{name}:"))));
        }
        let times = [
            ("encode", encode),
            ("load", load),
            ("solve", solve),
            ("verify", verify),
            ("process", process),
        ];
        for (name, time) in times {
            lines.extend(time.map(|time| format!("{:<10} {time:.1?}", format!("{name}:"))));
        }
        if lines.is_empty() {
            lines.push("no statistics known for this solver".to_owned());
        }
        f.write_str(&lines.join("\n"))
    }
}
