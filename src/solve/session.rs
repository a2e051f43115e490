//! A puzzle's formula inside a SAT solver: assume, solve, decode, verify, forbid, solve again.

use std::time::{Duration, Instant};

use varisat::Lit;

use super::{Backend, SolveError, Varisat};
use crate::answer::{Answer, Deadline, Limits};
use crate::encode::{Encoding, for_each_clause, for_each_rule_clause};
use crate::grid::{Candidate, Candidates, Grid};
use crate::numbering::Numbering;
use crate::rules::Puzzle;
use crate::verify::verify;

/// What a session did, for those who compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SessionStats {
    /// Variables of the formula, auxiliaries included.
    pub variables: usize,
    /// Clauses of the formula, givens included, blocking clauses not.
    pub clauses: usize,
    /// Making the clauses.
    pub encode_time: Duration,
    /// Handing them to the solver.
    pub load_time: Duration,
    /// All solver calls.
    pub solve_time: Duration,
    /// Checking the grids.
    pub verify_time: Duration,
}

/// One puzzle, its formula loaded in a solver: the whole of it, or what simplification left.
///
/// ```
/// use satdoku::{Deadline, Encoding, Grid, Puzzle, Size};
/// use satdoku::solve::Session;
/// let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
/// let mut session = Session::new(&puzzle, Encoding::default(), Deadline::NONE);
/// let mut count = 0;
/// while let Some(solution) = session.solve(&[])? {
///     session.forbid(&solution);
///     count += 1;
/// }
/// assert_eq!(count, 288);
/// # Ok::<(), satdoku::SolveError>(())
/// ```
pub struct Session<B = Varisat> {
    backend: B,
    puzzle: Puzzle,
    /// The cells that no variable decides, or that need none.
    settled: Grid,
    numbering: Numbering,
    stats: SessionStats,
    deadline: Deadline,
}

impl Session {
    /// Loads the puzzle's formula into varisat, which stops at `deadline`, if given.
    pub fn new(puzzle: &Puzzle, encoding: Encoding, deadline: Deadline) -> Session {
        Session::with_backend(Varisat::new(deadline), puzzle, encoding, deadline)
    }

    /// Loads into varisat only what these candidates leave open. All solutions asked for must be
    /// among them, and they must be complete for naked singles, as those of
    /// [`Outcome::Open`](crate::simplify::Outcome::Open) are. Only open candidates may be assumed.
    ///
    /// # Panics
    /// If the candidates are of another size than the puzzle.
    pub(super) fn open(
        puzzle: &Puzzle,
        candidates: &Candidates,
        Encoding { preset, amo }: Encoding,
        deadline: Deadline,
    ) -> Session {
        let rules = puzzle.rules();
        Session::load(
            Varisat::new(deadline),
            puzzle,
            candidates.to_grid(),
            Numbering::open(candidates),
            deadline,
            |numbering, sink| {
                for_each_rule_clause(rules, preset.families(), amo, numbering, &mut |clause, _| {
                    sink(clause)
                })
            },
        )
    }
}

impl<B: Backend> Session<B> {
    /// Loads the puzzle's formula into a solver without clauses. `deadline` bounds the loading;
    /// the solver has its own.
    pub fn with_backend(
        backend: B,
        puzzle: &Puzzle,
        encoding: Encoding,
        deadline: Deadline,
    ) -> Session<B> {
        let numbering = Numbering::full(puzzle.size());
        let givens = puzzle.givens().clone();
        Session::load(backend, puzzle, givens, numbering, deadline, |numbering, sink| {
            for_each_clause(puzzle, encoding, numbering, |clause, _| sink(clause))
        })
    }

    fn load(
        mut backend: B,
        puzzle: &Puzzle,
        settled: Grid,
        mut numbering: Numbering,
        deadline: Deadline,
        for_each_clause: impl FnOnce(&mut Numbering, &mut dyn FnMut(&[Lit])),
    ) -> Session<B> {
        const CLAUSES_A_BATCH: usize = 1 << 14;
        let start = Instant::now();
        let (mut clauses, mut load_time) = (0, Duration::ZERO);
        // Batches let the two costs be told apart without a clock call a clause.
        let (mut lits, mut ends) = (Vec::new(), Vec::new());
        let mut late = false;
        let mut load = |lits: &mut Vec<Lit>, ends: &mut Vec<usize>| {
            let start = Instant::now();
            late |= deadline.is_over();
            if !late {
                let mut first = 0;
                for &end in ends.iter() {
                    backend.add_clause(&lits[first..end]);
                    first = end;
                }
            }
            lits.clear();
            ends.clear();
            load_time += start.elapsed();
        };
        for_each_clause(&mut numbering, &mut |clause| {
            clauses += 1;
            lits.extend_from_slice(clause);
            ends.push(lits.len());
            if ends.len() == CLAUSES_A_BATCH {
                load(&mut lits, &mut ends);
            }
        });
        load(&mut lits, &mut ends);
        let stats = SessionStats {
            variables: numbering.variable_count(),
            clauses,
            encode_time: start.elapsed() - load_time,
            load_time,
            ..SessionStats::default()
        };
        Session { backend, puzzle: puzzle.clone(), settled, numbering, stats, deadline }
    }

    /// What its variables mean.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// What it did so far.
    pub fn stats(&self) -> &SessionStats {
        &self.stats
    }

    /// A solution in which all these candidates are placed, or `None` if there is none left.
    /// The grid has passed [`verify`].
    ///
    /// # Errors
    /// [`SolveError::TimedOut`] at the deadline, [`SolveError::Lied`] if the model is no solution;
    /// the session must not be used after either.
    pub fn solve(&mut self, assumed: &[Candidate]) -> Result<Option<Grid>, SolveError> {
        if self.deadline.is_over() {
            return Err(SolveError::TimedOut);
        }
        let assumptions: Vec<Lit> = assumed.iter().map(|&candidate| self.lit(candidate)).collect();
        let start = Instant::now();
        let satisfiable = self.backend.solve(&assumptions);
        self.stats.solve_time += start.elapsed();
        if !satisfiable? {
            return Ok(None);
        }
        let start = Instant::now();
        let mut grid = self.settled.clone();
        self.numbering.decode(&self.backend.model(), &mut grid);
        let verdict = verify(&self.puzzle, &grid);
        self.stats.verify_time += start.elapsed();
        verdict.map_err(SolveError::Lied)?;
        Ok(Some(grid))
    }

    /// After `None`: assumed candidates that the rest of the formula refutes together. Not
    /// necessarily minimal, and to be solved again before it is shown (varisat's cores are
    /// occasionally too small). `None` if the solver has no cores.
    pub fn failed_core(&self) -> Option<Vec<Candidate>> {
        let core = self.backend.failed_core()?;
        Some(core.into_iter().filter_map(|lit| self.numbering.placed(lit)).collect())
    }

    /// Excludes a solution from now on: a blocking clause over the cells that are not settled.
    pub fn forbid(&mut self, solution: &Grid) {
        let clause: Vec<Lit> = solution
            .filled()
            .filter(|candidate| self.settled.get(candidate.cell).is_none())
            .map(|candidate| !self.lit(candidate))
            .collect();
        self.backend.add_clause(&clause);
    }

    /// Demands from now on that at least one of these candidates is placed.
    pub fn require_any(&mut self, candidates: &[Candidate]) {
        let clause: Vec<Lit> = candidates.iter().map(|&candidate| self.lit(candidate)).collect();
        self.backend.add_clause(&clause);
    }

    /// Finds solutions up to the limit; the deadline is the session's own.
    ///
    /// # Errors
    /// As [`Session::solve`], except that the deadline is an incomplete answer.
    pub fn answer(&mut self, limits: &Limits) -> Result<Answer, SolveError> {
        let mut answer = Answer::default();
        while answer.solutions.len() < limits.solutions {
            match self.solve(&[]) {
                Ok(Some(solution)) => {
                    if answer.solutions.len() + 1 < limits.solutions {
                        self.forbid(&solution);
                    }
                    answer.solutions.push(solution);
                }
                Ok(None) => {
                    answer.complete = true;
                    break;
                }
                Err(SolveError::TimedOut) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(answer)
    }

    fn lit(&self, candidate: Candidate) -> Lit {
        self.numbering.lit(candidate).expect("the candidate has a variable")
    }
}
