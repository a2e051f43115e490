//! Encodes a puzzle as clauses. Each clause is part of "at least one" or "at most one" of a
//! [`Group`] of candidates, part of a clue, or a given.
//!
//! A preset defines for which groups the formula has the clauses of "at least one" and "at most
//! one". In all presets, a digit is in at most one of the two cells of a pair. The names of the
//! presets are those of the literature (Lynce & Ouaknine, *Sudoku as a SAT Problem*, 2006,
//! <https://sat.inesc-id.pt/~ines/publications/aimath06.pdf>; Kwon & Jain, *Optimized CNF Encoding
//! for Sudoku Puzzles*, 2006, <https://www.cs.cmu.edu/~hjain/papers/sudoku-as-SAT.pdf>):
//!
//! | Preset | cell >= 1 | cell <= 1 | unit >= 1 | unit <= 1 | 9x9 clauses, pairwise | with diagonals |
//! |---|---|---|---|---|---|---|
//! | `minimal` | yes | | | yes | 7,371 | 7,857 |
//! | `efficient` | yes | yes | | yes | 10,287 | 10,773 |
//! | `extended` | yes | yes | yes | yes | 10,530 | 11,034 |
//!
//! All three have the same models over the candidates. With the redundant clauses of `extended`,
//! unit propagation also finds hidden singles. Givens are unit clauses. Variables, clauses and
//! literals of the empty 9x9 grid:
//!
//! | At-most-one | `minimal` | `efficient` | `extended` |
//! |---|---|---|---|
//! | `pairwise` | 729, 7,371, 15,309 | 729, 10,287, 21,141 | 729, 10,530, 23,328 |
//! | `sequential` | 2,673, 5,670, 11,907 | 3,321, 7,533, 15,633 | 3,321, 7,776, 17,820 |
//! | `binary` | 1,701, 8,829, 18,225 | 2,025, 11,745, 24,057 | 2,025, 11,988, 26,244 |
//! | `bimander` | 1,215, 5,913, 12,393 | 1,377, 7,857, 16,281 | 1,377, 8,100, 18,468 |
//! | `commander` | 1,458, 5,913, 13,851 | 1,701, 7,857, 18,225 | 1,701, 8,100, 20,412 |
//! | `product` | 2,187, 5,913, 12,393 | 2,673, 7,857, 16,281 | 2,673, 8,100, 18,468 |
//!
//! ```
//! use satdoku::encode::{Formula, Preset, Reason};
//! use satdoku::rules::Group;
//! use satdoku::{Grid, Puzzle, Size};
//! let puzzle = Puzzle::diagonal(Grid::empty(Size::NINE));
//! let formula = Formula::whole(&puzzle, Preset::Minimal.into());
//! let mut of_cells = 0;
//! formula.for_each_clause(|_, reason| {
//!     of_cells += usize::from(matches!(reason, Reason::AtLeastOne(Group::Cell(_))));
//! });
//! assert_eq!((of_cells, formula.dimensions().clauses), (81, 7_857));
//! ```

mod amo;
mod clauses;
mod clues;
mod formula;

use std::fmt;
use std::str::FromStr;

use crate::grid::Candidate;
use crate::names::NameError;
use crate::rules::{Group, PartIndex};

pub use amo::AtMostOne;
pub(crate) use clues::for_each_part_clause;
pub use formula::{Dimensions, Formula};

names! {
    /// Which clauses a formula has.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    #[non_exhaustive]
    pub enum Preset {
        /// Each cell holds at least one digit, and no digit occurs twice in a unit.
        Minimal = "minimal",
        /// The clauses of `Minimal`, and no cell holds two digits.
        Efficient = "efficient",
        /// The clauses of `Efficient`, and each digit has a place in each unit.
        #[default]
        Extended = "extended",
    }
}

impl Preset {
    /// Whether the preset has clauses for this reason.
    pub fn states(self, reason: Reason) -> bool {
        match reason {
            Reason::AtLeastOne(Group::Pair(..)) => false,
            Reason::AtLeastOne(Group::Unit(..)) => self == Preset::Extended,
            Reason::AtMostOne(Group::Cell(_)) => self != Preset::Minimal,
            _ => true,
        }
    }
}

/// A preset with an at-most-one encoding. Its text is, for example, `extended/auto`; a preset alone
/// means `auto`.
///
/// ```
/// use satdoku::encode::{AtMostOne, Encoding, Preset};
/// let encoding: Encoding = "minimal/commander".parse()?;
/// assert_eq!(encoding, Encoding { preset: Preset::Minimal, amo: AtMostOne::Commander });
/// assert_eq!(Encoding::default().to_string(), "extended/auto");
/// # Ok::<(), satdoku::NameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Encoding {
    /// Which clauses the formula has.
    pub preset: Preset,
    /// The encoding of "at most one".
    pub amo: AtMostOne,
}

impl Encoding {
    /// All combinations of a preset and an at-most-one encoding.
    pub fn all() -> impl Iterator<Item = Encoding> {
        itertools::iproduct!(Preset::ALL, AtMostOne::ALL)
            .map(|(preset, amo)| Encoding { preset, amo })
    }
}

/// The encoding of this preset and [`AtMostOne::Auto`].
impl From<Preset> for Encoding {
    fn from(preset: Preset) -> Encoding {
        Encoding { preset, amo: AtMostOne::default() }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.preset, self.amo)
    }
}

impl FromStr for Encoding {
    type Err = NameError;
    fn from_str(text: &str) -> Result<Encoding, NameError> {
        let (preset, amo) = text.split_once('/').unwrap_or((text, AtMostOne::default().name()));
        Ok(Encoding { preset: preset.parse()?, amo: amo.parse()? })
    }
}

/// The reason why a clause is in the formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A solution contains at least one candidate of the group.
    AtLeastOne(Group),
    /// A solution contains at most one candidate of the group.
    AtMostOne(Group),
    /// A solution obeys this part of a clue.
    Clue(PartIndex),
    /// The candidate is given by the puzzle.
    Given(Candidate),
    /// An empty clause: the puzzle is known to have no solution.
    Refuted,
}

impl Reason {
    /// The family of clauses that the reason belongs to: `cell >= 1`, `unit <= 1`, `given`.
    pub fn family(self) -> &'static str {
        match self {
            Reason::AtLeastOne(Group::Cell(_)) => "cell >= 1",
            Reason::AtMostOne(Group::Cell(_)) => "cell <= 1",
            Reason::AtLeastOne(Group::Unit(..)) => "unit >= 1",
            Reason::AtMostOne(Group::Unit(..)) => "unit <= 1",
            Reason::AtLeastOne(Group::Pair(..)) => "pair >= 1",
            Reason::AtMostOne(Group::Pair(..)) => "pair <= 1",
            Reason::Clue(_) => "clue",
            Reason::Given(_) => "given",
            Reason::Refuted => "refuted",
        }
    }
}
