//! Checks whether a CNF formula describes Sudoku.
//!
//! *Sound*: every model obeys the rules, that is, every clause of the extended encoding follows
//! from the formula. *Complete*: every solution can be extended to a model, that is, every clause
//! of the formula, once its auxiliary variables are resolved out, follows from the rules.
//!
//! ```
//! use satdoku::audit::{Judgement, VariableMap, audit};
//! use satdoku::dimacs::Cnf;
//! use satdoku::{Deadline, Grid, Puzzle, Size};
//! let size = Size::FOUR;
//! let puzzle = Puzzle::classic(Grid::empty(size));
//! let mut text = Vec::new();
//! let formula = satdoku::Formula::whole(&puzzle, satdoku::encode::Preset::Minimal.into());
//! satdoku::dimacs::write(&formula, &Default::default(), &mut text)?;
//! let report = audit(&Cnf::read(&text[..])?, &VariableMap::standard(size), &puzzle, Deadline::NONE)?;
//! assert_eq!(report.judgement(), Judgement::Equivalent);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comparison;
mod complete;
mod found;
mod guess;
mod guilty;
mod map;
mod report;
mod rules;
mod sound;
mod tries;

pub use comparison::{audit, check_size, givens};
pub use found::{Audit, Broken, Completeness, FamilyAudit, Judgement, Soundness};
pub use guess::fitting_numbering;
pub use guilty::Guilty;
pub use map::{MapError, VariableMap};
pub use report::Report;
