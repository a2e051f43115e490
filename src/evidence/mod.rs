//! The evidence for a verdict.
//!
//! | Verdict | Evidence |
//! |---|---|
//! | no solution | [`conflict()`]: givens and clues that clash, and the units that take part in the clash |
//! | several solutions | [`backbone()`]: the digits that all solutions share; [`additions()`]: added givens that leave only one solution |
//! | one solution | [`unneeded_givens`], [`unneeded_clues`]: givens and clues that can be removed |
//! | any verdict | [`count()`]: the number of solutions, up to a limit; [`estimate()`]: an estimate of this number; [`certificate`]: a proof for any proof checker; [`checker`]: a proof checker |
//!
//! Functions that may take long have a deadline, and their results tell whether they finished.
//!
//! ```
//! use satdoku::evidence::{Minimality, conflict};
//! use satdoku::{Deadline, Puzzle, Symbols};
//! let puzzle = Puzzle::classic("12.. 21.. .... ....".parse()?);
//! let found = conflict(&puzzle, Minimality::Smallest, Deadline::NONE)?.expect("no solution");
//! assert_eq!(
//!     found.describe(&puzzle, &Symbols::default()),
//!     "A1=1 and B2=1 are in the same box (2 of 4 givens; no smaller set clashes)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod additions;
mod backbone;
#[cfg(feature = "certificates")]
pub mod certificate;
pub mod checker;
mod conflict;
mod count;
mod describe;
mod hitting_set;
mod projection;
mod prove;
mod selected;
mod tally;

pub use additions::{Additions, additions};
pub use backbone::{Backbone, backbone};
pub(crate) use conflict::clashing_givens;
pub use conflict::{Conflict, ConflictUnits, Minimality, conflict};
pub use describe::clash_text;
pub(crate) use describe::enumerate;
pub(crate) use hitting_set::smallest_hitting_sets;
pub(crate) use projection::{is_stated, project};
pub(crate) use selected::{Selected, delete};

pub use count::{Count, Estimate, count, estimate, unneeded_clues, unneeded_givens, unneeded_sets};
