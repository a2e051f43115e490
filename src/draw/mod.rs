//! Pictures of grids and steps: SVG 1.1 without scripts, for paper and for light or dark screens;
//! and an HTML page that shows all steps of a puzzle.
//!
//! ```
//! use satdoku::draw::Picture;
//! use satdoku::{Puzzle, Symbols};
//! let puzzle = Puzzle::classic("1.3...2..1..4..2".parse()?);
//! let svg = Picture::new(&puzzle, &Symbols::default()).caption("A small one").to_svg();
//! assert!(svg.contains("A small one"));
//! # Ok::<(), satdoku::ParseError>(())
//! ```

mod canvas;
mod clues;
mod picture;
mod place;
mod replay;
mod sheet;
mod step;

pub use canvas::shaded_cells;
pub use picture::Picture;
pub use replay::replay;
pub use sheet::{sheet, sheets};
