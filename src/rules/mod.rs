//! What makes a full grid a solution: units that hold each digit once, and pairs of cells that
//! differ; and a puzzle as rules plus givens.
//!
//! A variant adds units, adds pairs, or puts other units in place of the boxes. A [`Clue`] is what
//! a setter draws in addition to givens. The encoder treats all variants alike; `simplify` and
//! `dpll` have faster code for 9x9 grids with boxes, with and without diagonals.
//!
//! | File | What |
//! |---|---|
//! | `unit.rs` | units, pairs and their names |
//! | `group.rs` | the groups of candidates that the rules are about, and their index |
//! | `clue/` | clues, which setters draw in addition to givens, and the parts that clues mean |
//! | `rule_set.rs` | all of these together: [`Rules`] |
//! | `builder.rs` | rules put together piece by piece |
//! | `variant.rs` | rules that have a name, with their definitions |
//! | `regions.rs` | regions in place of boxes |
//! | `puzzle.rs` | rules with givens |

mod builder;
pub mod clue;
mod group;
mod puzzle;
mod regions;
mod report;
mod rule_set;
mod unit;
mod variant;

pub use builder::RulesBuilder;
pub use clue::{Clue, ClueKind, Part, PartIndex, UnknownClue};
pub use group::Group;
pub use puzzle::Puzzle;
pub use regions::{RegionLabel, Regions, RegionsError};
pub use report::PuzzleReport;
pub use rule_set::{Rules, RulesError};
pub use unit::{Bond, Pair, PairIndex, PairKind, Unit, UnitIndex, UnitKind};
pub use variant::Variant;
