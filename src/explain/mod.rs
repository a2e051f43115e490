//! Steps that a person can follow, and ratings of how hard a puzzle is.
//!
//! ```
//! use satdoku::explain::{CellNames, Effort, State, Words};
//! use satdoku::{Grid, Puzzle, Symbols};
//! let givens: Grid = "1.3...2..1..4..2".parse()?;
//! let (mut state, symbols) = (State::new(&Puzzle::classic(givens)), Symbols::default());
//! state.follow(&Effort::default(), |state, step| {
//!     let words = Words { state, step, names: CellNames::A1, symbols: &symbols };
//!     println!("{}", words.sentence());
//! })?;
//! assert!(state.placed().is_full());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod alternating;
mod chain;
mod clue_words;
mod clues;
mod core;
mod covers;
mod deadly;
mod depth;
mod derivation;
mod filtered;
mod groups;
mod guide;
mod lists;
mod path;
mod rating;
mod report;
mod score;
mod search;
mod sectors;
mod singles;
mod state;
mod step;
mod story;
mod table;
mod technique;
mod trial;
mod tried;
mod web;
mod words;

pub use alternating::Chain;
pub use clues::{AreaSum, Statement};
pub use deadly::Deadly;
pub use depth::Depth;
pub use derivation::{Basis, Clause, Derivation, Part};
pub use groups::{Unexplained, check_size};
pub use guide::{Ending, Guide, Hint};
pub use path::Goal;
pub use rating::{Grade, Rated, Rating, StepRating};
pub use report::StepReport;
pub use search::{Effort, End, Found};
pub use state::State;
pub use step::{Conclusion, Step};
pub use story::{Story, StoryClause};
pub use table::Techniques;
pub use technique::Technique;
pub use words::Words;

pub use crate::grid::CellNames;

/// The error when the deadline has passed.
#[derive(Debug)]
struct TimedOut;
