//! The canonical form of a puzzle: the same puzzle for all puzzles that differ only by a symmetry
//! of the rules.
//!
//! Two puzzles are *equivalent* if a [`Transformation`] that keeps the rules turns one into the
//! other: it renames digits, and exchanges rows, columns, or both with each other. For classic 9x9
//! puzzles there are 9! names of digits and 3,359,232 arrangements of cells: rows within bands,
//! bands, columns within stacks, stacks, and transposition. Other rules have fewer or more: see
//! [`Rules::symmetries`].
//!
//! | Puzzle | Form |
//! |---|---|
//! | classic 9x9 with exactly one solution | the least solution grid of all equivalent puzzles, and the least pattern of givens on that grid (an empty cell is less than a digit) |
//! | any other | the arrangement that a search by refinement chooses; digits are numbered in the order in which they first occur. This is not the least puzzle: if few givens tell the arrangements apart, the least puzzle takes a search of all arrangements |
//!
//! The first form is the form in the lists of Sudoku grids (`MinLex` in the programs of the Sudoku
//! Players' Forum). Equivalent puzzles have forms of the same kind, since they have equally many
//! solutions.
//!
//! | File | What |
//! |---|---|
//! | `transformation.rs` | arrangements of cells with names of digits |
//! | `nine.rs` | the least solution grid of a classic 9x9 puzzle |
//! | `labelling.rs` | refinement and search, for any rules and any number of givens |

mod labelling;
mod nine;
mod transformation;

use std::sync::Arc;

use itertools::Itertools;

use crate::answer::Deadline;
use crate::grid::Size;
use crate::rules::{Puzzle, Rules, UnknownClue};
use crate::solve::{Pipeline, SolveError, Verdict};

use labelling::{Labelling, Leaf, Structure};
pub use transformation::Transformation;

/// The form that a puzzle shares with all equivalent puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Canonical {
    /// The form, under the rules of the puzzle.
    pub puzzle: Puzzle,
    /// The transformation that turns the puzzle into its form.
    pub transformation: Transformation,
    /// How many arrangements of cells keep the puzzle except for the names of digits, including the
    /// arrangement that changes nothing; `u64::MAX` if there are more.
    pub automorphisms: u64,
    /// Whether the form is the least solution grid: see the table of the [module](self).
    pub is_by_solution: bool,
}

/// Finds canonical forms; keeps its tables between puzzles of the same rules.
///
/// ```
/// use satdoku::canonical::Canonicalizer;
/// use satdoku::{Deadline, Puzzle};
/// let mut canonicalizer = Canonicalizer::new();
/// let mut form = |line: &str| -> Result<String, Box<dyn std::error::Error>> {
///     let found = canonicalizer.form(&line.parse::<Puzzle>()?, Deadline::NONE)?;
///     Ok(found.puzzle.to_string())
/// };
/// // Digits renamed and the first two rows exchanged.
/// assert_eq!(form("1.3...2..1..4..2")?, form("..4.2.1..2..3..4")?);
/// assert_ne!(form("1.3...2..1..4..2")?, form("1.3...2..1..4...")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Canonicalizer {
    pipeline: Pipeline,
    /// The last rules that needed an arrangement, and this arrangement.
    board: Option<(Arc<Rules>, Leaf)>,
}

impl Default for Canonicalizer {
    fn default() -> Canonicalizer {
        Canonicalizer { pipeline: Pipeline::fast(), board: None }
    }
}

impl Canonicalizer {
    /// A canonicalizer for any rules.
    pub fn new() -> Canonicalizer {
        Canonicalizer::default()
    }

    /// The canonical form of a puzzle. Regions stay those of the puzzle: jigsaws are equivalent
    /// only if they have the same regions.
    ///
    /// # Errors
    /// [`SolveError::Clue`] if the rules have clues, whose forms are not known;
    /// [`SolveError::TimedOut`] if the deadline came before the form was found; others if a classic
    /// 9x9 puzzle could not be solved.
    pub fn form(&mut self, puzzle: &Puzzle, deadline: Deadline) -> Result<Canonical, SolveError> {
        let rules = puzzle.rules();
        without_clues(rules)?;
        if rules.is_classic()
            && rules.size() == Size::NINE
            && let Verdict::Unique(solution) = self.pipeline.verdict(puzzle, deadline)?
        {
            let (transformation, automorphisms) = nine::least(puzzle.givens(), &solution);
            return Ok(Canonical::new(puzzle, transformation, automorphisms, true));
        }
        // The labelling arranges the cells so that the rules no longer fit their places. The arranged
        // rules and the rules have one arrangement in common, which leads back.
        let structure = Structure::new(rules, Some(puzzle.givens()));
        let Labelling { order, automorphisms, .. } = Labelling::of(&structure, deadline)?;
        let board = self.board(rules, deadline)?;
        let arranged = Leaf::first(&structure.without_givens(&order), Some(board), deadline)?;
        let back = board.order().inverse();
        let mut transformation = order.then(&arranged.order()).then(&back);
        // Digits without a given come after the others.
        let arranged = transformation.apply(puzzle.givens());
        let givens = arranged.filled().map(|filled| filled.digit);
        for (name, digit) in rules.size().digits().zip(givens.chain(rules.size().digits()).unique())
        {
            transformation.digits[digit.index()] = name;
        }
        Ok(Canonical::new(puzzle, transformation, automorphisms, false))
    }

    /// An arrangement of rules, which is always the same.
    fn board(&mut self, rules: &Arc<Rules>, deadline: Deadline) -> Result<&Leaf, SolveError> {
        let known = self.board.take().filter(|(known, _)| known == rules);
        let find = || -> Result<_, SolveError> {
            Ok((Arc::clone(rules), Leaf::first(&Structure::new(rules, None), None, deadline)?))
        };
        let (_, board) = self.board.insert(known.map_or_else(find, Ok)?);
        Ok(board)
    }
}

impl Canonical {
    fn new(
        puzzle: &Puzzle,
        transformation: Transformation,
        automorphisms: u64,
        is_by_solution: bool,
    ) -> Canonical {
        let givens = transformation.apply(puzzle.givens());
        let puzzle = puzzle.with_givens(givens).expect("a grid of the same size");
        Canonical { puzzle, transformation, automorphisms, is_by_solution }
    }
}

/// The arrangements of cells that keep rules: exchanges of rows, of columns, and of rows with
/// columns, under which each unit is again a unit, and each pair a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    /// How many arrangements there are; `u64::MAX` if there are more.
    pub count: u64,
    /// Some arrangements. All others can be made by applying these one after the other. They keep
    /// the names of digits.
    pub generators: Vec<Transformation>,
}

impl Rules {
    /// The arrangements of cells that keep these rules.
    ///
    /// ```
    /// use satdoku::{Deadline, Rules, Size};
    /// assert_eq!(Rules::classic(Size::NINE).symmetries(Deadline::NONE)?.count, 3_359_232);
    /// assert_eq!(Rules::diagonal(Size::NINE).symmetries(Deadline::NONE)?.count, 96);
    /// # Ok::<(), satdoku::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError::Clue`] if there are clues, [`SolveError::TimedOut`] if the deadline came first.
    pub fn symmetries(&self, deadline: Deadline) -> Result<Symmetries, SolveError> {
        without_clues(self)?;
        let found = Labelling::of(&Structure::new(self, None), deadline)?;
        Ok(Symmetries { count: found.automorphisms, generators: found.generators })
    }
}

/// Checks that nothing except units and pairs has to be kept.
fn without_clues(rules: &Rules) -> Result<(), UnknownClue> {
    let first = rules.clues().first();
    first.map_or(Ok(()), |clue| Err(UnknownClue { text: clue.text(rules) }))
}
