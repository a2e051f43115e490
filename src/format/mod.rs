//! Text in and out: puzzles in every form in which people have them, in; grids, tables of
//! candidates and JSON, out.
//!
//! # What is read
//!
#![doc = concat!("```text\n", include_str!("forms.txt"), "```")]
//!
//! Text that fits two of these forms is refused with both named ([`ParseErrorKind::Ambiguous`]),
//! unless an option chooses. A byte order mark is dropped; lines end with LF, CR LF or CR.
//!
//! # Where a puzzle ends
//!
//! A line is a puzzle if it has as many cells as a grid, and a row if it has 4 to 36 cells. A
//! grid of rows is complete when it has as many rows as most of its rows have cells; a blank line
//! or a line that is a puzzle of its own ends it before.
//!
//! 16 cells are a 4x4 puzzle or a row of a 16x16 grid, 36 cells a 6x6 puzzle or a row of a 36x36
//! grid. With a size in [`Options`] nothing is open. Without one they are rows in a drawing (`|` in
//! the line, or a rule before or after it), and else if more than half of the next 16 (36) such
//! lines, two at least, hold a digit above 4 (6): so one bad line among 4x4 puzzles costs that line
//! only. What is decided holds for such lines until the next blank line. As many lines without any
//! digit as a grid has rows are refused: they can be that grid or as many puzzles.
//!
//! # From a stream
//!
//! [`Splitter`] cuts a stream into [`Batch`]es of [`RawRecord`]s in bounded memory, and
//! [`parse_record`] reads each, on any thread. A single puzzle is read by `str::parse`.
//!
//! ```
//! use satdoku::Grid;
//! use satdoku::format::{Batch, Options, Splitter, parse_record};
//! let grid: Grid = "1... ..3. .4.. ...2".parse()?;
//! assert_eq!(grid.to_string(), "1.....3..4.....2");
//!
//! let stream = "1.....3..4.....2 easy\n123\n\n12|..\n..|1.\n--+--\n2.|..\n..|.3\n";
//! let options = Options::default();
//! let mut splitter = Splitter::new(stream.as_bytes(), options.clone());
//! let mut batch = Batch::default();
//! let mut lines = Vec::new();
//! while splitter.read_batch(&mut batch, 1000)? {
//!     for raw in batch.iter() {
//!         lines.push(match parse_record(raw, &options) {
//!             Ok(record) => record.grid.to_string(),
//!             Err(error) => error.to_string(),
//!         });
//!     }
//! }
//! assert_eq!(lines, ["1.....3..4.....2", "2:4: expected 16 cells, found 3", "12....1.2......3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod cells;
mod claims;
mod clean;
mod document;
mod drawn;
mod error;
mod frame;
mod game_id;
mod group;
mod json;
mod kind;
mod layout;
mod lines;
mod link;
mod named;
mod numbers;
mod parse;
mod pencil;
mod shape;
mod split;
mod symbols;
mod table;
mod write;

use std::fmt;
use std::str::FromStr;

pub use batch::{Batch, RawRecord};
pub use claims::Claims;
pub use error::{Found, ParseError, ParseErrorKind};
pub use json::ReportStatus;
pub use lines::LINE_LIMIT;
pub use named::{NamedRules, PuzzleReport};
pub use numbers::{NumbersError, PuzzleNumbers, RulesNumbers};
pub use parse::parse_record;
pub use split::Splitter;
pub use symbols::{Symbols, SymbolsError};
pub use table::{Column, Table, fields};
pub use write::{
    write_candidates, write_drawn, write_grid, write_layout, write_line, write_marked_grid,
    write_puzzle,
};

use crate::grid::{Candidates, Grid, Size};
use crate::rules::{Puzzle, Regions, Rules, RulesError};

/// The table of [what is read](self#what-is-read), for people.
pub const FORMS: &str = include_str!("forms.txt");

/// How text is to be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The size of all grids; `None`: by the number of cells.
    pub size: Option<Size>,
    /// Which character stands for which digit.
    pub symbols: Symbols,
    /// Whether sides that no boxes fit are sides too, and puzzles wait for the regions that may
    /// follow them: for latin squares and jigsaws.
    pub boxless: bool,
    /// The column of a table that holds the puzzles; `None`: `puzzle`, `quizzes`, `sudoku` and
    /// their like, else the one that can be read as puzzles.
    pub column: Option<Column>,
    /// Whether blank lines and comments between puzzles are records too, so that they can be kept
    /// in place: [`RawRecord::aside`].
    pub asides: bool,
}

/// A puzzle as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<'t> {
    /// The givens; of a table of candidates the cells with one candidate.
    pub grid: Grid,
    /// What the cells may hold, if the text said more than the givens do.
    pub candidates: Option<Box<Candidates>>,
    /// Of a jigsaw.
    pub regions: Option<Box<Regions>>,
    /// The rules that the text names, as JSON does.
    pub rules: Option<Box<NamedRules>>,
    /// What stood before the cells in their line, not empty; any bytes.
    pub id: Option<&'t [u8]>,
    /// What followed the cells in their line, not empty; any bytes.
    pub comment: Option<&'t [u8]>,
    /// Whether a digit was written as a number of several characters: `11`, not `B`.
    pub decimals: bool,
    /// What the text says about the solutions, if anything.
    pub claims: Option<Box<Claims>>,
    /// The line it starts in, from 1.
    pub line: usize,
}

impl Record<'_> {
    fn new(grid: Grid, line: usize) -> Record<'static> {
        Record {
            grid,
            candidates: None,
            regions: None,
            rules: None,
            id: None,
            comment: None,
            decimals: false,
            claims: None,
            line,
        }
    }

    fn of_candidates(candidates: Candidates, line: usize) -> Record<'static> {
        let grid = candidates.to_grid();
        let says_more = Candidates::from_grid(&grid) != candidates;
        Record { candidates: says_more.then(|| candidates.into()), ..Record::new(grid, line) }
    }

    /// Takes a grid that stands beside the puzzle for its solution, if it is full.
    fn claim(&mut self, grid: Grid) {
        if grid.is_full() {
            self.claims.get_or_insert_default().solution = Some(grid);
        }
    }

    /// What each cell may hold, nothing propagated.
    pub fn to_candidates(&self) -> Candidates {
        self.candidates.as_deref().cloned().unwrap_or_else(|| Candidates::from_grid(&self.grid))
    }

    /// The givens of a classic puzzle.
    ///
    /// # Errors
    /// [`ParseErrorKind::Unsupported`] if the text is a table of candidates or names other rules.
    pub fn into_grid(self) -> Result<Grid, ParseError> {
        self.check_digits()?;
        if self.regions.is_some() {
            let found = "a jigsaw: regions in place of boxes".to_owned();
            return Err(self.unsupported("a puzzle of digits in boxes", found, ""));
        }
        if self.rules.as_deref().is_some_and(|rules| !rules.are_classic()) {
            let found = "one that names other rules".to_owned();
            return Err(self.unsupported("a classic puzzle", found, ""));
        }
        Ok(self.grid)
    }

    /// The rules that the text says: those that it names, or else rows, columns, and boxes or the
    /// regions that stand in it.
    ///
    /// # Errors
    /// [`ParseErrorKind::Rules`] if a grid of its size cannot have them.
    pub fn to_rules(&self) -> Result<Rules, ParseError> {
        let size = self.grid.size();
        let builder = match self.rules.as_deref() {
            Some(named) => named.builder(size),
            None => Rules::builder(size),
        };
        let builder = match self.regions.as_deref() {
            Some(regions) => builder.regions(regions.clone()),
            None => builder,
        };
        let error = |error: RulesError| error.into();
        let at_start = |kind| ParseError { line: self.line, column: 1, kind };
        builder.build().map_err(error).map_err(at_start)
    }

    /// Whether the givens, with boxes or regions, are all that the text says.
    ///
    /// # Errors
    /// [`ParseErrorKind::Unsupported`] if the text is a table of candidates.
    pub fn check_digits(&self) -> Result<(), ParseError> {
        if self.candidates.is_none() {
            return Ok(());
        }
        let found = "a table of candidates".to_owned();
        let advice = "`solve`, `check`, `candidates`, `encode`, `hint` and `explain` read it";
        Err(self.unsupported("a puzzle of digits", found, advice))
    }

    /// That this text is not what is expected here.
    pub fn unsupported(
        &self,
        expected: &'static str,
        found: String,
        advice: &'static str,
    ) -> ParseError {
        let kind = ParseErrorKind::Unsupported { expected, found, advice };
        ParseError { line: self.line, column: 1, kind }
    }
}

/// Calls a function with the text of each puzzle in a text, in order.
fn for_each_record(text: &[u8], options: &Options, mut take: impl FnMut(RawRecord<'_>)) {
    const BATCH: usize = 1000;
    let options = Options { asides: false, column: None, ..options.clone() };
    let (mut splitter, mut batch) = (Splitter::new(text, options), Batch::default());
    // A slice has no I/O errors.
    while splitter.read_batch(&mut batch, BATCH).unwrap_or(false) {
        batch.iter().for_each(&mut take);
    }
}

/// The first puzzle of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct First {
    /// The puzzle, under the rules that the text says.
    pub puzzle: Puzzle,
    /// The candidates of its cells, if the text said more than the givens do.
    pub candidates: Option<Candidates>,
    /// What stood before its cells in their line.
    pub title: Option<String>,
    /// How many puzzles the text has.
    pub count: usize,
}

impl First {
    /// Reads the first puzzle of a text in any format, and counts the others, which may be wrong.
    ///
    /// # Errors
    /// What is wrong with it, or that there is none.
    pub fn of(text: &str) -> Result<First, ParseError> {
        let mut first = Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::Nothing });
        let mut count = 0;
        let options = Options::default();
        for_each_record(text.as_bytes(), &options, |raw| {
            count += 1;
            if count == 1 {
                first = parse_record(raw, &options).and_then(|record| {
                    let puzzle = Puzzle::new(record.to_rules()?, record.grid);
                    let title = record.id.map(|id| String::from_utf8_lossy(id).into_owned());
                    let puzzle = puzzle.expect("rules of the grid's size");
                    let candidates = record.candidates.map(|candidates| *candidates);
                    Ok(First { puzzle, candidates, title, count: 0 })
                });
            }
        });
        Ok(First { count, ..first? })
    }
}

/// The only puzzle of a text, read by `parse`.
fn only<T>(
    text: &[u8],
    options: &Options,
    parse: impl Fn(RawRecord<'_>, &Options) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let mut only = Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::Nothing });
    let mut count = 0;
    for_each_record(text, options, |raw| {
        count += 1;
        match count {
            1 => only = parse(raw, options),
            2 if only.is_ok() => {
                let kind = ParseErrorKind::Several;
                only = Err(ParseError { line: raw.line, column: 1, kind });
            }
            _ => {}
        }
    });
    only
}

/// Reads one puzzle in any format, of the size that the number of cells tells.
impl FromStr for Grid {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Grid, ParseError> {
        only(text.as_bytes(), &Options::default(), |raw, options| {
            parse_record(raw, options).and_then(Record::into_grid)
        })
    }
}

/// Reads one table of candidates, or one puzzle, of the size that the number of cells tells.
impl FromStr for Candidates {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Candidates, ParseError> {
        only(text.as_bytes(), &Options::default(), |raw, options| {
            parse_record(raw, options).map(|record| record.to_candidates())
        })
    }
}

fn display(f: &mut fmt::Formatter<'_>, write: impl Fn(&mut Vec<u8>, &Symbols)) -> fmt::Result {
    let mut text = Vec::new();
    write(&mut text, &Symbols::default());
    f.pad(&String::from_utf8_lossy(&text))
}

/// In one line, as [`write_line`] does; `{:#}` draws it, as [`write_grid`] does.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write = if f.alternate() { write_grid } else { write_line };
        display(f, |out, symbols| write(out, self, symbols))
    }
}

/// As a table, as [`write_candidates`] does.
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out, symbols| write_candidates(out, true, self, symbols))
    }
}

/// A text as a terminal may get it: what controls a terminal, or cannot be seen, is escaped, but
/// for the characters of `kept`.
pub fn printable(text: &str, kept: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, symbol| {
        match symbol {
            '\'' | '"' | '\\' => shown.push(symbol),
            _ if kept.contains(symbol) => shown.push(symbol),
            _ => shown.extend(symbol.escape_debug()),
        }
        shown
    })
}
