//! Random puzzles with one solution, and instances with holes: of any size, under any rules. The
//! same seed gives the same puzzles.
//!
//! Givens are removed from a random full grid, or from a puzzle, in random order, as long as the
//! solution stays the only one. A given that had to stay is needed for good, so one pass leaves a
//! minimal puzzle. With a symmetric [`Pattern`] the givens go in pairs or fours. A given also stays
//! if it takes too long to find another solution, or to prove that there is none:
//! [`Generated::undecided`].
//!
//! # How random
//! Neither grids nor puzzles are drawn evenly, though each can occur. Up to side 9, under rules
//! without pairs, full grids are filled digit by digit. Each time, all digits that still lead to a
//! grid have equal chances, however many grids a digit leads to. Larger grids, classic or latin,
//! come from Markov chains, which draw evenly all grids that they reach. Otherwise varisat decides
//! over candidates in random order. Removing givens in random order favours minimal puzzles with
//! few givens (Berthier, *Unbiased Statistics of a CSP*, 2009). `puzzles/README.md` has figures.
//!
//! | File | What |
//! |---|---|
//! | `recipe.rs` | what to make, and making it |
//! | `generated.rs` | what is made, or why nothing is |
//! | `pattern.rs` | symmetric patterns of givens |
//! | `fill.rs` | givens in the cells that are asked for |
//! | `drawn.rs` | clues drawn into full grids, such as cages |
//! | `layout.rs` | random regions |
//! | `judge.rs` | random full grids, and whether a solution is the only one |
//! | `chain.rs` | random full grids of any size by a Markov chain |
//! | `latin.rs` | random latin squares by the Markov chain of Jacobson and Matthews |
//! | `exchange.rs` | puzzles close to known puzzles, for properties that are too rare to be met at random |
//! | `symmetry.rs` | rows, columns and digits permuted |
//! | `wanted.rs` | puzzles that are as hard as asked for |
//! | `holes.rs` | full grids with holes: instances of known density |

mod chain;
mod drawn;
mod exchange;
mod fill;
mod generated;
mod holes;
mod judge;
mod latin;
mod layout;
mod pattern;
mod recipe;
mod symmetry;
mod wanted;

pub use drawn::{Drawn, DrawnKind};
pub use exchange::deep_puzzles;
pub use generated::{GenerateError, Generated};
pub use holes::Holes;
pub use layout::random_regions;
pub use pattern::Pattern;
pub use recipe::{Recipe, Source};
pub use symmetry::Symmetry;
pub use wanted::Wanted;
