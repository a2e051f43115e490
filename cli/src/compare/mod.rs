//! Solvers and encodings side by side: measures contenders on the same puzzles, checks their
//! answers, and reports figures, tables, files and a plot.
//!
//! ```
//! use std::time::Duration;
//! use satdoku_cli::compare::{Plan, measure};
//! use satdoku_cli::contender::find;
//! use satdoku::{Encoding, Grid, Puzzle, Size};
//! let names = ["satdoku", "norvig"];
//! let plan = Plan {
//!     entries: names.iter().map(|name| find(name, Encoding::default())).collect::<Result<_, _>>()?,
//!     baseline: 0,
//!     unique: true,
//!     time_limit: Duration::from_secs(1),
//!     runs: 2,
//!     warmup: 0,
//!     budget: None,
//!     seed: 0,
//! };
//! let results = measure(&plan, &[Puzzle::classic(Grid::empty(Size::FOUR))], |_| ())?;
//! assert!(results.problems.is_empty());
//! assert_eq!(results.summaries()[1].solved, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod export;
mod judge;
mod plot;
mod results;
mod run;
mod setting;
mod statistics;
mod summary;
mod table;

pub use export::{Rows, write_json, write_markdown};
pub use plot::plot_svg;
pub use results::{Measurement, Outcome, Problem, Results, Run};
pub use run::{DEFAULT, Plan, Progress, measure, measure_into};
pub use setting::{Setting, start_ups, versions};
pub use summary::Summary;
pub use table::{Column, Style, contenders_table, results_table};
