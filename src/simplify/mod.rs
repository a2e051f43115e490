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
//! # What was tried for hard puzzles
//!
//! On 9x9 puzzles; times are CPU, new / old, and what is not kept is marked so.
//!
//! | Tried | Result |
//! |---|---|
//! | a search of 24 guesses for two solutions before varisat | serg 0.04, many-solutions 0.03 |
//! | 192 guesses, and a search that comes to its end settles the puzzle | hardest 0.03 (705 to 22 us) |
//! | that search after 16 candidates without a change, not after 24 | serg 0.89, many-solutions 0.87; clues17, top1465, hardest 0.99 to 1.01 |
//! | after 8; after 4; at once | serg 0.73, 0.67, 0.61; top1465 1.08, 1.14, 1.16; clues17 1.03, 1.05, 1.20; hardest 0.97, 0.96, 0.96: not kept |
//! | before that search was there, of 790 us a puzzle of hardest, 600 of them in varisat's search: a second level of probing | settles 27 %, takes 770 us: not kept |
//! | implications found by probing as binary clauses | 0.97: not kept |
//! | other decay, restarts and orders of variables; groups left out; a decision takes a digit out | no gain; 1.5 to 18; 1.2: not kept |

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
