//! Reads puzzles in the forms that people and programs use; writes grids, candidates and JSON.
//!
//! [`FORMS`] is the table of the forms that are read. Lines that can be rows of one drawing form a
//! block. Only the block and the [`Options`] decide which form the block has. Nothing in a block is
//! ignored. Text between blocks is passed over and counted ([`Splitter::passed_over`]). If such
//! text names rules other than classic, this is an error, unless the options say that the rules are
//! known.
//!
//! A line of 16 or 36 cells may be a puzzle or a row of a larger grid. So the reader waits until
//! there are 16 or 36 such lines; digits above 4 or 6 show that the lines are rows. After a
//! drawing, the reader waits for the next block, which may be its regions or, below a heading, its
//! solution.
//!
//! ```
//! use satdoku::format::{Options, puzzles};
//! let text = "1.....3..4.....2 easy\n\n12|..\n..|1.\n--+--\n2.|..\n..|.3\n";
//! let mut puzzles = puzzles(text.as_bytes(), &Options::default());
//! assert_eq!(puzzles.next().unwrap()?.comment.as_deref(), Some(&b"easy"[..]));
//! assert_eq!(puzzles.next().unwrap()?.into_puzzle()?.to_string(), "12....1.2......3");
//! assert!(puzzles.next().is_none());
//! # Ok::<(), satdoku::ParseError>(())
//! ```
//!
//! [`Splitter`] cuts a stream into [`RawRecord`]s, which any thread can read. `str::parse` reads a
//! single puzzle.

mod batch;
mod cells;
mod error;
mod foreign;
mod forms;
mod input;
mod library;
mod line;
mod link;
mod names;
mod object;
mod reader;
mod record;
mod rows;
mod table;
mod together;
mod token;
mod values;
mod write;

use std::fmt;
use std::io::Read;
use std::str::FromStr;

pub use batch::{PassedOver, RawRecord};
pub use error::{ParseError, ParseErrorKind};
pub use foreign::{Program, Unsaid};
pub use forms::{FORMS, Form};
pub use input::LINE_LIMIT;
pub use object::Fields;
pub use reader::Splitter;
pub use record::{Options, Played, Record};
pub use table::{Table, fields, is_open};
pub use write::{write_candidates, write_grid, write_puzzle};

use self::write::{is_plain, text_of};
use crate::grid::{Candidates, Grid, Size, Symbols, line_of};
use crate::rules::{Puzzle, PuzzleReport, Rules};

/// The puzzles of an input, each as a record or an error. An error of the input itself is the last
/// item.
pub fn puzzles<R: Read>(
    input: R,
    options: &Options,
) -> impl Iterator<Item = Result<Record, ParseError>> + use<R> {
    let options = options.clone();
    let (mut splitter, mut batch) = (Splitter::new(input, options.clone()), Vec::new());
    let batches = std::iter::from_fn(move || match splitter.read_batch(&mut batch, 100) {
        Ok(true) => Some(batch.iter().map(|raw| raw.parse(&options)).collect::<Vec<_>>()),
        Ok(false) => None,
        Err(error) => Some(vec![Err(error.downcast().unwrap_or_else(|error| {
            ParseErrorKind::expected("more input", error.to_string()).in_line(0)
        }))]),
    });
    batches.flatten()
}

/// The only puzzle of a text.
fn only(text: &str) -> Result<Record, ParseError> {
    let wrong = |line, found| Err(ParseErrorKind::expected("one puzzle", found).in_line(line));
    let mut puzzles = puzzles(text.as_bytes(), &Options::default());
    let record = puzzles.next().unwrap_or_else(|| wrong(1, "none"))?;
    // An error after the puzzle is returned as it is.
    puzzles.next().map_or(Ok(record), |other| wrong(other?.line, "a second puzzle"))
}

/// Reads one classic puzzle in any form. The number of cells determines the size.
impl FromStr for Grid {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Grid, ParseError> {
        only(text).and_then(Record::into_grid)
    }
}

/// Reads one table of candidates, or one puzzle, in any form. The number of cells determines the
/// size.
impl FromStr for Candidates {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Candidates, ParseError> {
        only(text).map(|record| record.to_candidates())
    }
}

/// Reads one puzzle in any form, with the rules that its text names.
impl FromStr for Puzzle {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        only(text).and_then(Record::into_puzzle)
    }
}

/// Writes the puzzle in one line, which can be read as the same puzzle: as [`write_puzzle`] does,
/// or as JSON if that form cannot express the rules or the boxes.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = Symbols::default();
        if is_plain(self.rules()) && Size::from_side(self.size().side()) == Some(self.size()) {
            return f.pad(&text_of(|out| write_puzzle(out, self, &symbols)));
        }
        let report = PuzzleReport::of(self, None, &symbols);
        f.pad(&serde_json::to_string(&report).map_err(|_| fmt::Error)?)
    }
}

/// Writes the grid in one line, as [`crate::write_line`] does; `{:#}` draws the grid, as
/// [`write_grid`] does.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, symbols) = (|| Rules::classic(self.size()), Symbols::default());
        f.pad(&match f.alternate() {
            true => text_of(|out| write_grid(out, &rules(), self, &symbols, |_| false)),
            false => line_of(self, &symbols),
        })
    }
}

/// Writes the candidates as a table, as [`write_candidates`] does.
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, symbols) = (Rules::classic(self.size()), Symbols::default());
        f.pad(&text_of(|out| write_candidates(out, &rules, self, &symbols)))
    }
}
