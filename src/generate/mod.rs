//! Random puzzles with exactly one solution, and instances with holes, of any size and with any
//! rules. The same seed gives the same puzzles.
//!
//! Givens are removed from a random full grid, or from a puzzle, in random order, as long as there
//! is only one solution. A given that cannot be removed now cannot be removed later either, so
//! after one pass the puzzle is minimal. With a symmetric [`Pattern`], givens are removed in groups
//! of two or four. A given also stays if it takes too long to find another solution or to prove
//! that there is none: [`Generated::undecided`].
//!
//! # How random
//! Neither all grids nor all puzzles are equally likely. Up to side 9, with rules without pairs,
//! full grids are filled digit by digit. Each time, all digits that still lead to a grid are
//! equally likely, although some of them lead to more grids than others. Larger grids, classic or
//! latin, come from Markov chains; in the long run, all grids that a chain reaches are equally
//! likely. For all other rules, varisat decides candidates in random order. Removing givens in
//! random order prefers minimal puzzles with few givens (Berthier, *Unbiased Statistics of a CSP*,
//! 2009, <https://arxiv.org/abs/1111.4083>). `puzzles/README.md` has measurements.
//!
//! | File | What |
//! |---|---|
//! | `recipe.rs` | the wanted puzzles ([`Recipe`]), and how they are made |
//! | `generated.rs` | the result: a puzzle, or the reason why there is none |
//! | `pattern.rs` | symmetric patterns of givens |
//! | `fill.rs` | puzzles with givens in given cells |
//! | `drawn.rs` | clues drawn into full grids, such as cages |
//! | `layout.rs` | random regions |
//! | `judge.rs` | random full grids, and decisions which givens can be removed |
//! | `chain.rs` | random full grids of any size by a Markov chain |
//! | `latin.rs` | random latin squares by the Markov chain of Jacobson and Matthews |
//! | `exchange.rs` | puzzles close to known puzzles, for properties that random puzzles have too rarely |
//! | `symmetry.rs` | random permutations of rows, columns and digits |
//! | `wanted.rs` | puzzles with a wanted grade, technique or depth |
//! | `holes.rs` | full grids with holes |

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
