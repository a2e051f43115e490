//! The canonical form of a puzzle. All puzzles that differ only by a symmetry of the rules have the
//! same canonical form.
//!
//! Two puzzles are *equivalent* if a [`Transformation`] that keeps the rules turns one puzzle into
//! the other. A transformation renames digits, reorders rows and columns, and may exchange rows
//! with columns. For classic 9x9 puzzles, there are 9! ways to rename digits and 3,359,232
//! arrangements of cells, which reorder the rows of a band, the columns of a stack, the bands and
//! the stacks, and may transpose the grid. Other rules have fewer or more arrangements: see [`Rules::symmetries`].
//!
//! | Puzzle | Canonical form |
//! |---|---|
//! | classic 9x9 with exactly one solution | its solution is the least of the solutions of all equivalent puzzles, and its pattern of givens is the least that is possible with this solution (an empty cell is less than a given) |
//! | any other puzzle | a search by refinement chooses the arrangement, and digits are numbered in the order in which they first occur. This form is not the least of all equivalent puzzles: with few givens, the least puzzle can only be found by a search of all arrangements |
//!
//! The first form is the usual form in lists of Sudoku grids (`MinLex` in the programs of the
//! Sudoku Players' Forum). Equivalent puzzles have forms of the same kind, since they have the same
//! number of solutions.
//!
//! | File | Content |
//! |---|---|
//! | `transformation.rs` | transformations: arrangements of cells and new names of digits |
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

/// The canonical form of a puzzle, and how the puzzle is turned into this form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Canonical {
    /// The canonical form: a puzzle with the same rules.
    pub puzzle: Puzzle,
    /// The transformation that turns the puzzle into its form.
    pub transformation: Transformation,
    /// The number of arrangements of cells that change at most the names of the puzzle's digits, or
    /// `u64::MAX` if the number is greater. The arrangement that changes nothing is counted too.
    pub automorphisms: u64,
    /// Whether the form has the least solution: see the table of the [module](self).
    pub is_by_solution: bool,
}

/// Finds canonical forms. It keeps its tables for the next puzzle with the same rules.
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
    /// The last rules for which [`Canonicalizer::board`] was called, and its result.
    board: Option<(Arc<Rules>, Leaf)>,
}

impl Default for Canonicalizer {
    fn default() -> Canonicalizer {
        Canonicalizer { pipeline: Pipeline::fast(), board: None }
    }
}

impl Canonicalizer {
    /// A canonicalizer for puzzles with any rules.
    pub fn new() -> Canonicalizer {
        Canonicalizer::default()
    }

    /// The canonical form of a puzzle. The form has the regions of the puzzle: two jigsaws are
    /// equivalent only if they have the same regions.
    ///
    /// # Errors
    /// [`SolveError::Clue`] if the rules have clues, for which no canonical form is defined;
    /// [`SolveError::TimedOut`] if the deadline passed before the form was found; other errors if a
    /// classic 9x9 puzzle could not be solved.
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
        // The labelling moves the cells of units to other places. Both the moved rules and the
        // original rules can be arranged into the same structure, so there is a way back to the
        // original rules.
        let structure = Structure::new(rules, Some(puzzle.givens()));
        let Labelling { order, automorphisms, .. } = Labelling::of(&structure, deadline)?;
        let board = self.board(rules, deadline)?;
        let arranged = Leaf::first(&structure.without_givens(&order), Some(board), deadline)?;
        let back = board.order().inverse();
        let mut transformation = order.then(&arranged.order()).then(&back);
        // Digits that are no givens come after the digits that are givens.
        let arranged = transformation.apply(puzzle.givens());
        let givens = arranged.filled().map(|filled| filled.digit);
        for (name, digit) in rules.size().digits().zip(givens.chain(rules.size().digits()).unique())
        {
            transformation.digits[digit.index()] = name;
        }
        Ok(Canonical::new(puzzle, transformation, automorphisms, false))
    }

    /// An arrangement of the cells, which is always the same for equal rules.
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

/// The arrangements of cells that keep rules. An arrangement reorders rows and columns, and may
/// exchange rows with columns. It keeps the rules if it maps each unit to a unit and each pair to a
/// pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    /// The number of arrangements, or `u64::MAX` if the number is greater.
    pub count: u64,
    /// Some of the arrangements, from which all others can be composed. They do not rename digits.
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
    /// [`SolveError::Clue`] if the rules have clues; [`SolveError::TimedOut`] if the deadline
    /// passed before all arrangements were found.
    pub fn symmetries(&self, deadline: Deadline) -> Result<Symmetries, SolveError> {
        without_clues(self)?;
        let found = Labelling::of(&Structure::new(self, None), deadline)?;
        Ok(Symmetries { count: found.automorphisms, generators: found.generators })
    }
}

/// Checks that the rules have no clues: only units and pairs are compared.
fn without_clues(rules: &Rules) -> Result<(), UnknownClue> {
    let first = rules.clues().first();
    first.map_or(Ok(()), |clue| Err(UnknownClue { text: clue.text(rules) }))
}
