//! Solvers and encodings side by side: measures contenders on the same puzzles, checks their
//! answers, and reports figures, tables, files and a plot.

mod export;
mod judge;
mod plot;
mod results;
mod run;
mod setting;
mod statistics;
mod summary;
mod table;

pub use export::{Rows, write_json};
pub use plot::plot_svg;
pub use results::{Measurement, Outcome, Problem, Results, Run};
pub use run::{DEFAULT, Plan, Progress, measure};
pub use setting::Setting;
pub use summary::Summary;
pub use table::{Column, contenders_table, results_table};
