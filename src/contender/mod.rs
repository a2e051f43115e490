//! All solvers behind one small trait, so that they can be called, checked and compared alike:
//! varisat, dpll, the classic solvers, SAT solvers and external programs.
//!
//! Use [`ask`] to call one: it refuses what a contender cannot do and verifies every grid that
//! comes back. A claim that there are *no more* solutions cannot be verified this way;
//! [`refutation`] holds it against what another contender found, [`confirm`] against varisat.

pub mod diagonal_agent;
mod dpll;
mod exact_cover;
#[cfg(feature = "process")]
mod line_program;
pub mod norvig;
#[cfg(feature = "process")]
pub mod program;
mod prune_fill_search;
mod registry;
#[cfg(feature = "solvers")]
mod rustsat;
#[cfg(feature = "process")]
mod sat_program;
mod search;
pub mod steps;
mod varisat;

use std::borrow::Cow;
use std::fmt;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::answer::{Answer, Deadline, Limits};
use crate::dpll::Dpll;
use crate::encode::Encoding;
use crate::grid::{Grid, Size};
use crate::rules::{Puzzle, Rules};
use crate::solve::{Session, SessionStats, SolveError, Stage};
use crate::verify::verify;

pub use diagonal_agent::DiagonalAgent;
pub use exact_cover::ExactCover;
#[cfg(feature = "process")]
pub use line_program::LineProgram;
pub use norvig::Norvig;
pub use prune_fill_search::PruneFillSearch;
pub use registry::{all, find};
#[cfg(feature = "process")]
pub use sat_program::SatProgram;

/// Something that solves puzzles. It may keep buffers, a loaded formula or a child process from
/// one puzzle to the next; it stays on the thread that built it.
pub trait Contender {
    /// Looks for up to `limits.solutions` different solutions until the deadline.
    ///
    /// Called through [`ask`], which checks what goes in and what comes out. A limit that is hit
    /// is an answer that is not `complete`, never an error; so is a puzzle without a solution.
    ///
    /// # Errors
    /// When there is no answer to rely on: see [`ContenderError`].
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError>;

    /// Answers several puzzles, one result each, in order; the deadline is that of all together.
    /// By default one by one; a program overrides this to start once for all puzzles. Called
    /// through [`ask_all`].
    fn answer_all(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits,
    ) -> Vec<Result<Answer, ContenderError>> {
        puzzles.iter().map(|puzzle| self.answer(puzzle, limits)).collect()
    }

    /// The statistics of the last call, as far as this contender knows them.
    fn times(&self) -> Times {
        Times::default()
    }
}

/// Statistics of one call. Unknown values are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    /// The stage that settled the puzzle, if there are several.
    pub stage: Option<Stage>,
    /// Variables of the formula.
    pub variables: Option<u64>,
    /// Clauses of the formula.
    pub clauses: Option<u64>,
    /// Making the formula.
    pub encode: Option<Duration>,
    /// Handing it to the solver.
    pub load: Option<Duration>,
    /// The search.
    pub solve: Option<Duration>,
    /// Checking the grids.
    pub verify: Option<Duration>,
    /// Running the child processes, from the start of each to its end.
    pub process: Option<Duration>,
}

impl Times {
    /// Adds another's sizes and times; what only one of them knows counts alone.
    pub fn add(&mut self, other: &Times) {
        fn add<T: AddAssign + Default>(sum: &mut Option<T>, other: Option<T>) {
            if let Some(other) = other {
                *sum.get_or_insert_default() += other;
            }
        }
        add(&mut self.variables, other.variables);
        add(&mut self.clauses, other.clauses);
        add(&mut self.encode, other.encode);
        add(&mut self.load, other.load);
        add(&mut self.solve, other.solve);
        add(&mut self.verify, other.verify);
        add(&mut self.process, other.process);
    }

    /// Encoding and loading together.
    #[must_use]
    pub fn before_search(&self) -> Option<Duration> {
        match (self.encode, self.load) {
            (None, time) | (time, None) => time,
            (Some(encode), Some(load)) => Some(encode + load),
        }
    }
}

impl From<&SessionStats> for Times {
    fn from(stats: &SessionStats) -> Times {
        Times {
            stage: None,
            variables: Some(stats.variables as u64),
            clauses: Some(stats.clauses as u64),
            encode: Some(stats.encode_time),
            load: Some(stats.load_time),
            solve: Some(stats.solve_time),
            verify: Some(stats.verify_time),
            process: None,
        }
    }
}

/// Which units a contender can handle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Variants {
    /// Rows, columns and boxes.
    Classic,
    /// And both main diagonals.
    Diagonal,
    /// Any [`Rules`].
    Any,
}

impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variants::Classic => "classic",
            Variants::Diagonal => "classic, diagonal",
            Variants::Any => "any units",
        })
    }
}

/// What a contender can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    /// The smallest and the largest side.
    pub sides: (usize, usize),
    /// The rules it takes.
    pub variants: Variants,
    /// Whether it can look for more than one solution, and so tell whether there is only one.
    pub counts: bool,
    /// Whether it stops by itself at the deadline.
    pub deadline: bool,
    /// Whether it reports guesses or conflicts.
    pub guesses: bool,
    /// Whether it is best asked many puzzles at once ([`Contender::answer_all`]), so that only
    /// the time of all together is known.
    pub batch: bool,
    /// Whether it gets a formula, whose encoding can be chosen.
    pub formula: bool,
}

impl Capabilities {
    /// Every size, any units, any number of solutions, deadlines and guesses; no formula.
    pub const ALL: Capabilities = Capabilities {
        sides: (1, Size::MAX_SIDE),
        variants: Variants::Any,
        counts: true,
        deadline: true,
        guesses: true,
        batch: false,
        formula: false,
    };

    /// What SAT solvers can do: the same on a formula, without guesses.
    pub const SAT: Capabilities =
        Capabilities { guesses: false, formula: true, ..Capabilities::ALL };

    /// Whether it can solve puzzles of these rules.
    pub fn supports(&self, rules: &Rules) -> bool {
        let needed = if rules.is_classic() {
            Variants::Classic
        } else if rules.has_regions() {
            Variants::Any
        } else {
            Variants::Diagonal
        };
        (self.sides.0..=self.sides.1).contains(&rules.size().side()) && needed <= self.variants
    }
}

/// Builds a contender. Contenders are not `Send`: each thread builds its own.
pub type Build = Arc<dyn Fn() -> Result<Box<dyn Contender>, ContenderError> + Send + Sync>;

/// One contender as a list shows it.
#[derive(Clone)]
pub struct Entry {
    /// Its name, as `--solver` takes it.
    pub name: Cow<'static, str>,
    /// A short description.
    pub about: Cow<'static, str>,
    /// What it can do.
    pub capabilities: Capabilities,
    /// The file that is run, for a well-known program: it prints its version with `--version`.
    pub program: Option<PathBuf>,
    /// Builds it.
    pub build: Build,
}

impl Entry {
    /// An entry for a contender that needs nothing to be built.
    pub fn simple<C: Contender + Default + 'static>(
        name: &'static str,
        about: &'static str,
        capabilities: Capabilities,
    ) -> Entry {
        Entry {
            name: name.into(),
            about: about.into(),
            capabilities,
            program: None,
            build: Arc::new(|| Ok(Box::new(C::default()))),
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entry({}: {:?})", self.name, self.capabilities)
    }
}

/// The contenders that need only this crate: one line each.
pub fn built_in() -> Vec<Entry> {
    let all = Capabilities::ALL;
    vec![
        Entry::simple::<Norvig>("norvig", "Norvig's propagation and search", all),
        Entry::simple::<DiagonalAgent>("diagonal-agent", "the same with naked twins", all),
        Entry::simple::<PruneFillSearch>("prune-fill-search", "Kuriyama's stack of boards", all),
        Entry::simple::<ExactCover>("exact-cover", "Knuth's dancing links", all),
        Entry::simple::<Dpll>("dpll", "bit-parallel DPLL on vector instructions", all),
        Entry {
            build: Arc::new(|| Ok(Box::new(Dpll::portable()))),
            ..Entry::simple::<Dpll>("dpll-portable", "the same without vector instructions", all)
        },
    ]
}

#[cfg(feature = "solvers")]
pub use rustsat::entries as sat_solvers_in_process;

/// The SAT solvers of the cargo feature `solvers`; without it there are none.
#[cfg(not(feature = "solvers"))]
pub fn sat_solvers_in_process(_: Encoding) -> Vec<Entry> {
    Vec::new()
}

/// Why there is no answer to rely on.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ContenderError {
    /// An unknown name, or a specification that cannot be read.
    #[error("expected {expected}, found {found:?}")]
    Specification {
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// A program that could not be run.
    #[cfg(feature = "process")]
    #[error(transparent)]
    Process(#[from] crate::process::ProcessError),
    /// A puzzle outside the contender's [`Capabilities`].
    #[error("expected {expected}, found a {rules} puzzle with boxes of {size}")]
    Unsupported {
        /// Its capabilities, in words.
        expected: String,
        /// The puzzle's rules.
        rules: String,
        /// The puzzle's shape.
        size: Size,
    },
    /// It ended with an unexpected status or a signal.
    #[error("crashed: {0}")]
    Crashed(String),
    /// Its answer cannot be read, or is too long.
    #[error("malformed answer: {0}")]
    Malformed(String),
    /// Its answer is wrong.
    #[error("wrong answer: {0}")]
    Lied(String),
}

/// For a solver on a formula; callers treat [`SolveError::TimedOut`] as an answer, not an error.
impl From<SolveError> for ContenderError {
    fn from(error: SolveError) -> ContenderError {
        match error {
            SolveError::Lied(_) => ContenderError::Lied(error.to_string()),
            SolveError::Solver(_) | SolveError::TimedOut => {
                ContenderError::Crashed(error.to_string())
            }
        }
    }
}

impl ContenderError {
    /// Whether the contender failed (exit status 3), and not the request or the machine (2).
    pub fn is_contenders_fault(&self) -> bool {
        matches!(
            self,
            ContenderError::Crashed(_) | ContenderError::Malformed(_) | ContenderError::Lied(_)
        )
    }
}

/// Asks a contender and checks what it says: every solution passes [`verify`], no two are the
/// same, and there are no more than asked for.
///
/// # Errors
/// [`ContenderError::Unsupported`] before it is asked; [`ContenderError::Lied`] if a grid is wrong
/// or repeated; whatever the contender reports.
pub fn ask(
    contender: &mut dyn Contender,
    capabilities: &Capabilities,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<Answer, ContenderError> {
    check_support(capabilities, puzzle)?;
    let answer = contender.answer(puzzle, limits)?;
    check_solutions(puzzle, limits, answer)
}

/// As [`ask`], for several puzzles with one deadline for all together; one result each, in order.
///
/// # Panics
/// If the contender does not return one answer for each puzzle.
pub fn ask_all(
    contender: &mut dyn Contender,
    capabilities: &Capabilities,
    puzzles: &[Puzzle],
    limits: &Limits,
) -> Vec<Result<Answer, ContenderError>> {
    if puzzles.iter().any(|puzzle| check_support(capabilities, puzzle).is_err()) {
        return puzzles.iter().map(|p| ask(contender, capabilities, p, limits)).collect();
    }
    let answers = contender.answer_all(puzzles, limits);
    assert_eq!(answers.len(), puzzles.len(), "one answer a puzzle");
    puzzles
        .iter()
        .zip(answers)
        .map(|(puzzle, answer)| check_solutions(puzzle, limits, answer?))
        .collect()
}

/// Holds a claim that there are no more solutions against varisat: for one answer of a contender
/// that is not known to be right, and no other to compare it with. A claim that could not be
/// confirmed until the deadline comes back as an answer that is not complete.
///
/// # Errors
/// [`ContenderError::Lied`] if there is a solution that was denied; [`ContenderError::Crashed`] if
/// varisat failed.
pub fn confirm(
    puzzle: &Puzzle,
    mut answer: Answer,
    deadline: Deadline,
) -> Result<Answer, ContenderError> {
    if answer.complete {
        let mut session = Session::new(puzzle, Encoding::default(), deadline);
        answer.solutions.iter().for_each(|solution| session.forbid(solution));
        match session.solve(&[]) {
            Ok(None) => {}
            Ok(Some(solution)) => {
                let which = if answer.solutions.is_empty() { "a" } else { "another" };
                let shown = in_message(&solution);
                return Err(ContenderError::Lied(format!("there is {which} solution{shown}")));
            }
            Err(SolveError::TimedOut) => answer.complete = false,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(answer)
}

/// `: 417...` at the end of a message; empty if the grid is too large.
pub(crate) fn in_message(grid: &Grid) -> String {
    if grid.size().side() > Size::NINE.side() { String::new() } else { format!(": {grid}") }
}

/// A solution among `found` that `claim` says does not exist. Both have come from [`ask`], so
/// that the solution is one, and the claim wrong.
pub fn refutation<'a>(claim: &Answer, found: &'a Answer) -> Option<&'a Grid> {
    if !claim.complete {
        return None;
    }
    found.solutions.iter().find(|solution| !claim.solutions.contains(solution))
}

fn check_support(capabilities: &Capabilities, puzzle: &Puzzle) -> Result<(), ContenderError> {
    if capabilities.supports(puzzle.rules()) {
        return Ok(());
    }
    let (smallest, largest) = capabilities.sides;
    let sides = if smallest == largest {
        format!("a side of {smallest}")
    } else {
        format!("a side of {smallest} to {largest}")
    };
    Err(ContenderError::Unsupported {
        expected: format!("{sides}, {}", capabilities.variants),
        rules: puzzle.rules().to_string(),
        size: puzzle.size(),
    })
}

fn check_solutions(
    puzzle: &Puzzle,
    limits: &Limits,
    answer: Answer,
) -> Result<Answer, ContenderError> {
    if answer.solutions.len() > limits.solutions {
        return Err(ContenderError::Lied(format!(
            "expected at most {} solutions, found {}",
            limits.solutions,
            answer.solutions.len()
        )));
    }
    for (index, solution) in answer.solutions.iter().enumerate() {
        if let Err(violations) = verify(puzzle, solution) {
            return Err(ContenderError::Lied(violations[0].to_string()));
        }
        if answer.solutions[..index].contains(solution) {
            return Err(ContenderError::Lied("the same solution twice".to_owned()));
        }
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a fixed answer.
    struct Parrot(Answer);

    impl Contender for Parrot {
        fn answer(&mut self, _: &Puzzle, _: &Limits) -> Result<Answer, ContenderError> {
            Ok(self.0.clone())
        }
    }

    fn four(values: [u16; 16]) -> Grid {
        Grid::from_values(Size::FOUR, values).unwrap()
    }

    fn solved() -> Grid {
        four([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    }

    fn asked(solutions: Vec<Grid>, limits: Limits) -> Result<Answer, ContenderError> {
        let answer = Answer { solutions, complete: true, guesses: None };
        let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
        ask(&mut Parrot(answer), &Capabilities::ALL, &puzzle, &limits)
    }

    #[test]
    fn a_wrong_a_repeated_and_a_surplus_solution_are_lies() {
        assert!(asked(vec![solved()], Limits::FIRST).is_ok());
        for (solutions, message) in [
            (vec![four([1; 16])], "wrong answer: row 1 holds 1 twice: A1, A2"),
            (vec![solved(), solved()], "wrong answer: the same solution twice"),
            (vec![solved(); 3], "wrong answer: expected at most 2 solutions, found 3"),
        ] {
            let error = asked(solutions, Limits::UNIQUE).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert!(error.is_contenders_fault());
        }
    }

    #[test]
    fn does_not_ask_what_a_contender_cannot_do() {
        let classic = Puzzle::classic(Grid::empty(Size::FOUR));
        let diagonal = Puzzle::diagonal(Grid::empty(Size::FOUR));
        let middle = [5, 6, 9, 10].map(crate::Cell::from_index);
        let rules = Rules::diagonal(Size::FOUR).with_region(&middle).unwrap();
        let regions = Puzzle::new(rules, Grid::empty(Size::FOUR)).unwrap();
        let able = |variants, puzzle: &Puzzle| {
            Capabilities { variants, ..Capabilities::ALL }.supports(puzzle.rules())
        };
        for (variants, expected) in [
            (Variants::Classic, [true, false, false]),
            (Variants::Diagonal, [true, true, false]),
            (Variants::Any, [true, true, true]),
        ] {
            assert_eq!([&classic, &diagonal, &regions].map(|p| able(variants, p)), expected);
        }
        let nine = Capabilities { sides: (9, 9), ..Capabilities::ALL };
        let error = ask(&mut Parrot(Answer::default()), &nine, &classic, &Limits::FIRST);
        assert_eq!(
            error.unwrap_err().to_string(),
            "expected a side of 9, any units, found a classic puzzle with boxes of 2x2"
        );
    }

    #[test]
    fn a_found_solution_refutes_a_claim_that_leaves_it_out() {
        let found = Answer { solutions: vec![solved()], complete: false, guesses: None };
        let none = Answer { complete: true, ..Answer::default() };
        assert_eq!(refutation(&none, &found), Some(&solved()));
        assert_eq!(refutation(&Answer::default(), &found), None, "unknown claims nothing");
        assert_eq!(refutation(&Answer { complete: true, ..found.clone() }, &found), None);
    }
}
