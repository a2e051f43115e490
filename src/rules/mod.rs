//! The rules that a solution must obey: units, which hold each digit once, pairs of cells that must
//! differ, and clues; and a puzzle, which is rules and givens.
//!
//! A variant adds units, adds pairs, or puts other units in place of the boxes. A [`Clue`] is a
//! symbol, such as a cage, that the author of a puzzle draws in addition to givens. The encoder
//! treats all variants in the same way; `simplify` and `dpll` have faster code for 9x9 grids with
//! boxes, with or without diagonals.
//!
//! | File | What |
//! |---|---|
//! | `unit.rs` | units, pairs and their names |
//! | `group.rs` | the groups of candidates that the rules restrict, and the indices of groups |
//! | `clue/` | clues, which authors draw in addition to givens, and the parts into which clues are translated |
//! | `rule_set.rs` | [`Rules`]: units, pairs and clues together |
//! | `builder.rs` | a builder of rules |
//! | `variant.rs` | rules with a name, and their definitions |
//! | `regions.rs` | regions in place of boxes |
//! | `puzzle.rs` | a puzzle: rules and givens |

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
