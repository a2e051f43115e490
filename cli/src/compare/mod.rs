//! Compares solvers and encodings: measures contenders on the same puzzles, checks their answers,
//! and reports the results as figures, a table, a file and a plot.

mod export;
mod judge;
mod measurement;
mod plot;
mod results;
mod run;
mod setting;
mod table;

pub use export::Rows;
pub use measurement::{Measurement, Outcome, Plan, Problem, Run};
pub use plot::plot_svg;
pub use results::{Results, Summary};
pub use run::{DEFAULT, Progress, measure};
pub use setting::Setting;
pub use table::{contenders_table, results_table};
