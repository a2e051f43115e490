//! Solves Sudoku by boolean satisfiability and gives answers that can be checked.
//!
//! The whole idea (`examples/heart.rs`):
//!
//! ```
#![doc = include_str!("../examples/heart.rs")]
//! ```
//!
//! How the modules of the library are connected:
//! ```text
//! text -> format -> Grid -> Puzzle (Rules + givens) -> Formula -> clauses + Numbering
//!                                                         |-> dimacs -> any SAT solver -> dimacs -+
//!                                                         `-> solve (varisat) -> model -----------+-> verify -> Grid
//! ```
//!
//! | Task | Module | First look at |
//! |---|---|---|
//! | represent sizes, cells, digits and grids | [`grid`] | [`Grid`]; `parse` reads a grid from a line or a drawing |
//! | choose the rules | [`rules`] | [`Puzzle::classic`], [`Rules::builder`], [`Clue`] |
//! | read puzzles in any form, write puzzles | [`mod@format`] | [`format::puzzles`], [`PuzzleReport`] |
//! | check that a grid is a solution | [`mod@verify`] | [`verify()`] |
//! | limit a search | [`answer`] | [`Limits`], [`Deadline`] |
//! | map candidates to variables, and models to grids | [`numbering`] | [`Numbering`] |
//! | get the clauses | [`mod@encode`] | [`Formula`] |
//! | write DIMACS and other formats, read a SAT solver's answer | [`dimacs`] | [`dimacs::write()`], [`dimacs::read_outputs`] |
//! | propagate and probe before any SAT solver, split a puzzle into cubes | [`simplify`] | [`simplify::Simplifier`], [`simplify::propagation`] |
//! | solve millions of 9x9 puzzles | [`dpll`] | [`Dpll`] |
//! | solve one puzzle, or many; iterate over all solutions; assume candidates | [`mod@solve`] | [`solve()`], [`Pipeline`], [`solutions`], [`solve::Session`] |
//! | find out whether puzzles are equivalent | [`canonical`] | [`canonical::Canonicalizer`], [`Rules::symmetries`] |
//! | show why there is no solution, or more than one; count solutions; make proofs | [`evidence`] | [`evidence::conflict()`], [`evidence::count()`] |
//! | check whether a CNF formula describes Sudoku | [`mod@audit`] | [`audit::audit()`] |
//! | give hints, explain, rate | [`explain`] | [`explain::State`], [`explain::Guide`], [`explain::Rating`] |
//! | make puzzles | [`generate`] | [`generate::Recipe`] |
//! | draw grids and steps | `draw` (a feature) | `draw::Picture` |
//!
//! The modules have examples, in their own text or at their first items; the folder `examples/` has
//! programs for the usual tasks.
//!
//! Every grid that [`solve()`], a `Pipeline` or a `Session` returns has passed [`verify()`], which
//! does not use the CNF. `Dpll` and [`simplify`] do not call [`verify()`]: call it for their grids.
//!
//! # One puzzle
//!
//! ```
//! use satdoku::{Grid, Puzzle, Verdict, solve};
//! let givens: Grid = "12.. ..1. 2... ...3".parse()?;
//! let Verdict::Unique(solution) = solve(&Puzzle::classic(givens))? else { panic!() };
//! assert_eq!(solution.to_string(), "1234341223414123");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many puzzles
//!
//! A `Pipeline` keeps its tables for the next puzzle of the same rules, and a `Dpll` keeps its
//! buffers: make one per thread and use it for many puzzles. [`Puzzle::classic`] makes the rules of
//! each size only once, and all classic puzzles of that size share them; [`Puzzle::diagonal`] does
//! the same.
//!
//! ```
//! use satdoku::{Dpll, Limits, Pipeline, Puzzle, Status, verify};
//! let (mut pipeline, mut dpll) = (Pipeline::new(), Dpll::new());
//! for line in [
//!     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
//!     "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
//! ] {
//!     let puzzle = Puzzle::classic(line.parse()?);
//!     let limits = Limits::UNIQUE.within(std::time::Duration::from_secs(1));
//!     let solved = pipeline.solve(&puzzle, &limits)?;
//!     assert_eq!(solved.answer.status(&limits), Status::Unique);
//!     let answer = dpll.solve(&puzzle, &limits)?;
//!     assert_eq!(verify(&puzzle, &answer.solutions[0]), Ok(()));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Debug builds
//!
//! A debug build compiles dependencies without optimization, which makes the library hundreds of
//! times slower. These lines in your `Cargo.toml` optimize dependencies in debug builds too:
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! ```
//!
//! # Features
//!
//! The library starts no processes, writes no files and needs no random numbers from the operating
//! system. The following features need further crates and are not enabled by default:
//!
//! | Feature | Adds |
//! |---|---|
//! | `certificates` | `evidence::certificate`: makes and checks certificates in memory |
//! | `draw` | `draw`: draws grids and steps as pictures (SVG) |
//!
//! The program `satdoku` is in another crate, `satdoku-cli`, which uses this library. Literals and
//! formulas are types of the crate varisat, which is re-exported as [`varisat`].
// Only `lanes` contains unsafe code, for vector instructions.
#![deny(unsafe_code)]

#[macro_use]
mod names;

pub mod grid;
pub mod rules;

pub mod format;
pub mod verify;

pub mod answer;
pub mod numbering;

pub mod encode;
mod lanes;
pub mod simplify;

pub mod dimacs;

pub mod dpll;

pub mod solve;

pub mod canonical;

pub mod evidence;

pub mod audit;

pub mod explain;

pub mod generate;

#[cfg(feature = "draw")]
pub mod draw;

pub use answer::{Answer, Deadline, Limits, Status};
pub use dpll::Dpll;
pub use encode::{Encoding, Formula};
pub use format::ParseError;
pub use grid::{
    Candidate, Candidates, Cell, CellNames, Digit, DigitSet, Grid, Size, SizeError, Symbols,
    SymbolsError, line_of, write_line,
};
pub use names::{NameError, counted, nearest, printable};
pub use numbering::Numbering;
pub use rules::{
    Bond, Clue, ClueKind, PairIndex, Puzzle, PuzzleReport, RegionLabel, Regions, RegionsError,
    Rules, RulesBuilder, RulesError, UnitIndex, UnknownClue, Variant,
};
pub use solve::{Pipeline, SolveError, Verdict, solutions, solve};
pub use varisat;
pub use verify::verify;

#[cfg(test)]
#[path = "../tests/common/four.rs"]
mod four;
/// Shared by the tests of all modules.
#[cfg(test)]
#[path = "../tests/common/skip.rs"]
mod skip;

/// Compiles the example of the README and runs it.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
