//! [`Session`]: the formula of a puzzle in a SAT solver. Candidates can be assumed, and solutions
//! excluded.

use varisat::{Lit, Var};
use web_time::Instant;

use super::{SolveError, Statistics, Varisat, in_time};
use crate::answer::{Answer, Deadline};
use crate::encode::{Encoding, Formula, Reason};
use crate::grid::{Candidate, Grid};
use crate::numbering::Numbering;
use crate::rules::Puzzle;
use crate::verify::verify;

/// With more candidates, varisat restarts less often. Measured over random orders of the variables,
/// this changed the time of the search from 0.17 to 0.08 s for a 64x64 grid (39 % empty; 7,866
/// candidates), from 0.05 to 0.03 s for two of five 49x49 grids, and from 1.0 to 1.4 s for another
/// 64x64 grid. Hard 9x9 puzzles would take 2 % longer. For the first of these grids, the following
/// changes did not help: even rarer restarts (a quarter of these), a slower or a faster decay of
/// activities, cells with few digits first, variables that are true where a digit is placed.
const MOST_WITH_FREQUENT_RESTARTS: usize = 1 << 12;

/// One puzzle, with its formula loaded into a solver: the whole formula, or the formula that
/// remains after simplification.
///
/// ```
/// use satdoku::{Candidate, Deadline, Digit, Encoding, Grid, Puzzle, Size};
/// use satdoku::solve::Session;
/// let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
/// let mut session = Session::new(&puzzle, Encoding::default(), Deadline::NONE);
/// // A clause of your own: A1 is 1 or 2.
/// let a1 = |index| Candidate { cell: Size::FOUR.cell(0, 0), digit: Digit::from_index(index) };
/// let clause = [0, 1].map(|index| session.formula().lit(a1(index)));
/// session.add_clause(&clause);
/// let mut count = 0;
/// while let Some(solution) = session.solve(&[])? {
///     session.forbid(&solution);
///     count += 1;
/// }
/// assert_eq!(count, 288 / 2);
/// # Ok::<(), satdoku::SolveError>(())
/// ```
#[derive(Debug)]
pub struct Session {
    backend: Varisat,
    formula: Formula,
    /// The numbering, including the auxiliary variables.
    numbering: Numbering,
    /// Sizes, counts and times so far.
    pub statistics: Statistics,
}

impl Session {
    /// Loads the whole formula of the puzzle into varisat, which stops at `deadline`.
    ///
    /// # Panics
    /// If the puzzle has too many candidates: see [`check_size`](super::check_size).
    pub fn new(puzzle: &Puzzle, encoding: Encoding, deadline: Deadline) -> Session {
        Session::load(Varisat::new(deadline), Formula::whole(puzzle, encoding))
    }

    /// Loads a formula into a solver without clauses. Loading and solving stop before the deadline
    /// of the solver, early enough that the formula can be freed in time.
    pub fn load(backend: Varisat, formula: Formula) -> Session {
        Session::selecting(backend, formula, |_| None)
    }

    /// The same as [`Session::load`], but a clause with a selector is active only while the
    /// selector is assumed. `selector` returns this literal for the reason of a clause.
    pub(crate) fn selecting(
        mut backend: Varisat,
        formula: Formula,
        selector: impl Fn(Reason) -> Option<Lit>,
    ) -> Session {
        let (start, end_of_loading) = (Instant::now(), backend.limits.end_of_loading());
        if formula.numbering.candidate_count() > MOST_WITH_FREQUENT_RESTARTS {
            backend.restart_less_often();
        }
        backend.add_variables(formula.numbering.candidate_count(), end_of_loading);
        let (mut clauses, mut in_time) = (0, end_of_loading.watch(()));
        let numbering = formula.try_for_each_clause(|clause, reason| {
            clauses += 1;
            match selector(reason) {
                None => backend.add_clause(clause),
                Some(selector) => backend.add_clause(&[clause, &[!selector]].concat()),
            }
            in_time()
        });
        let load_time = start.elapsed();
        backend.limits.leave_time_to_free(load_time);
        let numbering = numbering.unwrap_or_else(|()| {
            backend.limits.deadline.set(end_of_loading);
            formula.numbering.clone()
        });
        let statistics = Statistics {
            variables: Some(numbering.variable_count() as u64),
            clauses: Some(clauses),
            load: Some(load_time),
            ..Statistics::default()
        };
        Session { backend, formula, numbering, statistics }
    }

    /// A solution in which all these candidates are placed, or `None` if there is no such solution
    /// (any more). The grid has passed [`verify`].
    ///
    /// # Panics
    /// If a candidate has no variable in the formula: it is outside the grid, or simplification
    /// settled it.
    ///
    /// # Errors
    /// [`SolveError::TimedOut`] if the deadline passed, [`SolveError::Lied`] if the model is not a
    /// solution. After an error, the session must not be used again.
    pub fn solve(&mut self, assumed: &[Candidate]) -> Result<Option<Grid>, SolveError> {
        let assumed: Vec<Lit> = assumed.iter().map(|&of| self.formula.lit(of)).collect();
        let Some(grid) = self.model(&assumed)? else { return Ok(None) };
        let start = Instant::now();
        let verdict = verify(&self.formula.puzzle, &grid);
        *self.statistics.verify.get_or_insert_default() += start.elapsed();
        verdict.map_err(SolveError::Lied)?;
        Ok(Some(grid))
    }

    /// The grid of a model in which all these literals are true. The grid is not verified.
    pub(crate) fn model(&mut self, assumed: &[Lit]) -> Result<Option<Grid>, SolveError> {
        let start = Instant::now();
        let satisfiable = self.backend.solve(assumed);
        *self.statistics.solve.get_or_insert_default() += start.elapsed();
        self.statistics.proof_bytes = self.backend.proof_bytes();
        if !satisfiable? {
            return Ok(None);
        }
        let mut grid = self.formula.settled.clone();
        self.formula.numbering.decode(self.backend.model(), &mut grid)?;
        Ok(Some(grid))
    }

    /// After `None`: assumed literals that the rest of the formula refutes together. As for
    /// [`Session::failed_core`], they must be checked before they are used.
    pub(crate) fn failed_lits(&self) -> &[Lit] {
        self.backend.failed_core()
    }

    /// After `None`: assumed candidates that the rest of the formula refutes together. There may be
    /// more of them than needed. Solve with them again before you use them, since cores of varisat
    /// are occasionally too small.
    pub fn failed_core(&self) -> Vec<Candidate> {
        let core = self.backend.failed_core().iter();
        core.filter_map(|&lit| self.formula.numbering.placed(lit)).collect()
    }

    /// Excludes a solution from now on. The solution can be from [`Session::solve`] or from another
    /// source.
    ///
    /// # Panics
    /// If the solution has another size than the puzzle, or a candidate without a variable in the
    /// formula.
    pub fn forbid(&mut self, solution: &Grid) {
        self.backend.add_clause(&self.formula.blocking_clause(solution));
    }

    /// Excludes, from now on, all solutions that contain all of these candidates.
    pub(crate) fn forbid_together(&mut self, candidates: &[Candidate]) {
        let Formula { settled, numbering, .. } = &self.formula;
        let mut clause = Vec::new();
        for &candidate in candidates {
            if let Some(lit) = numbering.lit(candidate) {
                clause.push(!lit);
            } else if settled.get(candidate.cell) != Some(candidate.digit) {
                // Simplification has already excluded one of the candidates.
                return;
            }
        }
        self.backend.add_clause(&clause);
    }

    /// Adds a clause, which is active from now on. Its literals are those of candidates, from
    /// [`Session::formula`], and literals of variables from [`Session::fresh`].
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.backend.add_clause(clause);
    }

    /// A variable that is in no clause yet.
    pub fn fresh(&mut self) -> Var {
        self.numbering.fresh()
    }

    /// The formula that was loaded.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Finds up to this many solutions until the deadline of the session.
    ///
    /// # Errors
    /// The same as for [`Session::solve`], but after the deadline the answer is incomplete; this is
    /// not an error.
    pub fn answer(&mut self, solutions: usize) -> Result<Answer, SolveError> {
        let mut answer = Answer::default();
        while answer.solutions.len() < solutions {
            let Some(found) = in_time(self.solve(&[]))? else { break };
            let Some(solution) = found else {
                answer.complete = true;
                break;
            };
            if answer.solutions.len() + 1 < solutions {
                self.forbid(&solution);
            }
            answer.solutions.push(solution);
        }
        Ok(answer)
    }
}
