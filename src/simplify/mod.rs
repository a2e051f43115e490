//! Candidates as bit masks, before any SAT solver: what unit propagation, locked candidates and
//! one level of probing settle.
//!
//! | Technique | Removes | Until |
//! |---|---|---|
//! | unit propagation | a placed digit from its peers; all but the only digit of a cell; all but the only place of a digit in a unit | fixpoint |
//! | locked candidates | a digit whose places in a unit all lie in a second unit, from the rest of the second | fixpoint, together |
//! | all-different | candidates in no assignment of a unit's digits to its cells, so those that naked and hidden subsets exclude; not on 9x9 boards | fixpoint, together |
//! | probing | candidates that propagate to a contradiction, and what both sides of a choice of two remove | a round without effect, or [`Budget`] |
//!
//! Every solution of the puzzle survives each of them, so a puzzle solved here has one solution.
//! Constraints are asked about a solution only.

mod any;
mod board;
mod lanes;
pub mod propagation;
mod settle;
mod simplifier;
mod split;

pub(crate) use any::{AnyBoard, Mask, NoRoom, Tables, with_width};
pub(crate) use board::Board;
pub use settle::{Budget, Finding, Simplified};
pub(crate) use simplifier::have_lanes;
pub use simplifier::{Simplifier, simplify};
pub use split::split;
