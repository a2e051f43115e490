//! SAT solvers in process, through RustSAT's crates (Jabs, *RustSAT: A Library For SAT Solving in
//! Rust*, SAT 2025): one adapter for all, with the cargo feature `solvers`.
//!
//! They get the same formula as varisat, in the same session; further solutions come from the
//! same loaded formula where the solver is incremental, and else from a fresh one.

use std::sync::mpsc::{RecvTimeoutError, channel};

use ::rustsat::solvers::{
    ControlSignal, GetInternalStats, Interrupt, InterruptSolver, Solve, SolverResult, Terminate,
};
use ::rustsat::types::{Clause, Lit as RustSatLit, TernaryVal};
use rustsat_batsat::BasicSolver;
use rustsat_cadical::CaDiCaL;
use rustsat_glucose::core::Glucose;
use rustsat_kissat::Kissat;
use rustsat_minisat::core::Minisat;
use satdoku::varisat::Lit;

use super::{Capabilities, Contender, ContenderError, Entry, FormulaKind};
use satdoku::answer::{Answer, Deadline, Limits};
use satdoku::rules::Puzzle;
use satdoku::solve::{Backend, Counters, Session, SolveError, Statistics, in_time};

/// One line a solver; `kind` is that of the formulas they get.
pub fn entries(kind: FormulaKind) -> Vec<Entry> {
    let again = Further::SameFormula;
    vec![
        entry::<BasicSolver>("BatSat", with_callback, uncounted, again, kind),
        entry::<CaDiCaL>("CaDiCaL", terminated, counted, again, kind),
        entry::<Glucose>("Glucose", interrupted, counted, again, kind),
        entry::<Kissat>("Kissat", interrupted, uncounted, Further::Fresh, kind),
        entry::<Minisat>("MiniSat", interrupted, counted, again, kind),
    ]
}

/// Solves until the deadline; a message if the solver fails.
type SolveUntil<S> = fn(&mut S, Deadline) -> Result<SolverResult, String>;

/// What a solver has counted.
type Count<S> = fn(&S) -> Counters;

/// For solvers whose counts RustSAT passes on.
fn counted<S: GetInternalStats>(solver: &S) -> Counters {
    Counters {
        conflicts: Some(solver.conflicts() as u64),
        decisions: Some(solver.decisions() as u64),
        propagations: Some(solver.propagations() as u64),
        ..Counters::default()
    }
}

/// For the others.
fn uncounted<S>(_: &S) -> Counters {
    Counters::default()
}

/// Where a solution beyond the first comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Further {
    /// The solver takes clauses after it has solved.
    SameFormula,
    /// It does not.
    Fresh,
}

fn entry<S: Solve + Default + 'static>(
    solver: &str,
    solve: SolveUntil<S>,
    count: Count<S>,
    further: Further,
    kind: FormulaKind,
) -> Entry {
    let name = format!("rustsat-{}", solver.to_lowercase());
    Entry::new(name, format!("{solver} in process"), Capabilities::SAT, move || {
        Ok(RustSat { solve, count, further, kind, statistics: Statistics::default() })
    })
}

fn solved<T>(result: Result<T, impl std::fmt::Display>) -> Result<T, String> {
    result.map_err(|error| format!("{error:#}"))
}

/// For CaDiCaL, which asks again and again whether to go on. (Kissat takes such a question, but
/// does not ask it in the midst of a search.)
fn terminated<S: Solve + Terminate<'static>>(
    solver: &mut S,
    deadline: Deadline,
) -> Result<SolverResult, String> {
    if deadline != Deadline::NONE {
        solver.attach_terminator(move || {
            if deadline.is_over() { ControlSignal::Terminate } else { ControlSignal::Continue }
        });
    }
    solved(solver.solve())
}

/// For solvers that are told to stop, by a thread that waits for the deadline.
fn interrupted<S: Solve + Interrupt>(
    solver: &mut S,
    deadline: Deadline,
) -> Result<SolverResult, String> {
    let Some(left) = deadline.remaining() else { return solved(solver.solve()) };
    let interrupter = solver.interrupter();
    let (done, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        let clock = std::thread::Builder::new().spawn_scoped(scope, move || {
            if waiting.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                interrupter.interrupt();
            }
        });
        let result = solved(clock).and_then(|_| solved(solver.solve()));
        drop(done);
        result
    })
}

/// For BatSat.
fn with_callback(solver: &mut BasicSolver, deadline: Deadline) -> Result<SolverResult, String> {
    if deadline != Deadline::NONE {
        solver.batsat_mut().cb_mut().set_stop(move || deadline.is_over());
    }
    solved(solver.solve())
}

/// The contender around a solver.
struct RustSat<S> {
    solve: SolveUntil<S>,
    count: Count<S>,
    further: Further,
    kind: FormulaKind,
    statistics: Statistics,
}

impl<S: Solve + Default> RustSat<S> {
    fn session(
        &self,
        puzzle: &Puzzle,
        limits: &Limits,
    ) -> Result<Session<InProcess<S>>, SolveError> {
        let formula = self.kind.formula(puzzle, limits.deadline)?;
        let backend = InProcess {
            solver: S::default(),
            solve: self.solve,
            count: self.count,
            deadline: limits.deadline,
            variable_count: 0,
            failure: None,
        };
        Ok(Session::load(backend, formula, limits.deadline))
    }

    fn note(&mut self, session: &Session<InProcess<S>>) {
        self.statistics += session.statistics();
    }
}

impl<S: Solve + Default> Contender for RustSat<S> {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        self.statistics = Statistics::default();
        let mut answer = Answer::default();
        let Some(mut session) = in_time(self.session(puzzle, limits))? else {
            return Ok(answer);
        };
        while answer.solutions.len() < limits.solutions {
            match session.solve(&[]) {
                Ok(Some(solution)) if self.further == Further::SameFormula => {
                    session.forbid(&solution);
                    answer.solutions.push(solution);
                }
                Ok(Some(solution)) => {
                    answer.solutions.push(solution);
                    if answer.solutions.len() < limits.solutions {
                        self.note(&session);
                        let Some(next) = in_time(self.session(puzzle, limits))? else { break };
                        session = next;
                        answer.solutions.iter().for_each(|solution| session.forbid(solution));
                    }
                }
                Ok(None) => {
                    answer.complete = true;
                    break;
                }
                Err(SolveError::TimedOut) => break,
                Err(error) => return Err(error.into()),
            }
        }
        self.note(&session);
        Ok(answer)
    }

    fn statistics(&self) -> Option<&Statistics> {
        Some(&self.statistics)
    }
}

/// A solver of RustSAT's as a session takes it.
struct InProcess<S> {
    solver: S,
    solve: SolveUntil<S>,
    count: Count<S>,
    deadline: Deadline,
    /// One more than the largest variable index seen.
    variable_count: usize,
    /// What went wrong when a clause was added.
    failure: Option<String>,
}

fn rustsat_lit(lit: Lit) -> RustSatLit {
    RustSatLit::new(lit.index() as u32, lit.is_negative())
}

impl<S: Solve> Backend for InProcess<S> {
    fn add_clause(&mut self, clause: &[Lit]) {
        let largest = clause.iter().map(|lit| lit.index() + 1).max().unwrap_or(0);
        self.variable_count = self.variable_count.max(largest);
        let clause: Clause = clause.iter().copied().map(rustsat_lit).collect();
        if let Err(error) = self.solver.add_clause(clause) {
            self.failure.get_or_insert(format!("{error:#}"));
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, SolveError> {
        if let Some(failure) = self.failure.take() {
            return Err(SolveError::Solver(failure));
        }
        if !assumptions.is_empty() {
            return Err(SolveError::Solver("does not take assumptions".to_owned()));
        }
        match (self.solve)(&mut self.solver, self.deadline).map_err(SolveError::Solver)? {
            SolverResult::Sat => Ok(true),
            SolverResult::Unsat => Ok(false),
            SolverResult::Interrupted => Err(SolveError::TimedOut),
        }
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    fn model(&self) -> Vec<Lit> {
        let value = |&lit: &Lit| self.solver.lit_val(rustsat_lit(lit));
        (0..self.variable_count)
            .map(|index| Lit::from_index(index, true))
            .filter(|lit| matches!(value(lit), Ok(TernaryVal::True)))
            .collect()
    }

    fn failed_core(&self) -> Option<Vec<Lit>> {
        None
    }

    fn counters(&self) -> Counters {
        (self.count)(&self.solver)
    }
}
