//! Candidates as bit masks, before any SAT solver: what unit propagation, locked candidates and
//! one level of probing settle.
//!
//! | Technique | Removes | Until |
//! |---|---|---|
//! | unit propagation | a placed digit from its peers; all digits of a cell except the only one left; all places of a digit in a unit except the only one left | fixpoint |
//! | locked candidates | a digit whose places in a unit all lie in a second unit, from the rest of the second | fixpoint, together |
//! | parts of clues | digits of their cells that no filling of the part holds; a digit that a cage must have in one unit, from the rest of the unit; likewise what the rule of 45 says about cages | fixpoint, together |
//! | all-different | candidates in no assignment of a unit's digits to its cells, which are those that naked and hidden subsets exclude; not on 9x9 boards | fixpoint, together |
//! | probing | candidates that propagate to a contradiction, and what both sides of a choice of two remove | a round without effect, or [`Budget`] |
//!
//! Every solution of the puzzle survives each of these techniques, so a puzzle solved here has one
//! solution.
//!
//! `docs/tried.md` says, with figures, what was tried for hard puzzles.

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
