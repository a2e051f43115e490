//! Simplifies puzzles before any SAT solver, on candidates as bit masks, by unit propagation,
//! locked candidates and one level of probing.
//!
//! | Technique | Removes | Until |
//! |---|---|---|
//! | unit propagation | a placed digit from its peers; all digits of a cell except the only one left; all places of a digit in a unit except the only one left | fixpoint |
//! | locked candidates | if all places of a digit in a unit are in a second unit: the digit from the rest of the second unit | fixpoint of all these |
//! | parts of clues | digits of their cells that are in no filling of the part; if a cage must have a digit in one unit: the digit from the rest of the unit; the same for sums by the rule of 45 | fixpoint of all these |
//! | all-different | candidates that are in no assignment of the digits of a unit to its cells; naked and hidden subsets exclude the same candidates; not on 9x9 boards | fixpoint of all these |
//! | probing | candidates that propagation leads to a contradiction, and candidates that both sides of a choice of two remove | a round without effect, or the limits of [`Budget`] |
//!
//! None of these techniques removes a solution, so a puzzle that is solved here has exactly one
//! solution.
//!
//! `docs/tried.md` lists, with measurements, what was tried for hard puzzles.

mod any;
mod board;
mod lanes;
pub mod propagation;
mod search;
mod settle;
mod simplifier;
mod split;

pub(crate) use any::{
    AnyBoard, Area, Filter, FilterKind, Mask, NoRoom, Tables, for_each_area, with_width,
};
pub(crate) use board::Board;
pub(crate) use search::{Search, search};
pub use settle::{Budget, Finding, Simplified};
pub use simplifier::{Simplifier, simplify};
pub(crate) use simplifier::{have_lanes, passing};
pub use split::split;
