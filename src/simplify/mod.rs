//! Candidates as bit masks, before any SAT solver: what unit propagation, locked candidates and
//! one level of probing settle.
//!
//! | Technique | Removes | Until |
//! |---|---|---|
//! | unit propagation | a placed digit from its peers; all but the only digit of a cell; all but the only place of a digit in a unit | fixpoint |
//! | locked candidates | a digit whose places in a unit all lie in a second unit, from the rest of the second | fixpoint, together |
//! | parts of clues | digits of their cells that no filling of the part holds; a digit that a cage must have in one unit, from the rest of the unit; likewise what the rule of 45 tells of cages | fixpoint, together |
//! | all-different | candidates in no assignment of a unit's digits to its cells, so those that naked and hidden subsets exclude; not on 9x9 boards | fixpoint, together |
//! | probing | candidates that propagate to a contradiction, and what both sides of a choice of two remove | a round without effect, or [`Budget`] |
//!
//! Every solution of the puzzle survives each of them, so a puzzle solved here has one solution.
//!
//! What was tried for hard puzzles stands with its figures in `docs/tried.md`.

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
pub(crate) use search::Guesses;
pub use settle::{Budget, Finding, Simplified};
pub use simplifier::{Simplifier, simplify};
pub(crate) use simplifier::{have_lanes, passing};
pub use split::split;
