//! The 9x9 grid in vector registers: 27 lanes of 16 bits, and one round of propagation on all.
//!
//! A [`Lanes`] value is 27 sets of digits (the low 9 bits of a `u16` each), one for each triad of
//! one direction: a lane is addressed by `(i, band, stack)`, where `band` and `stack` name a box
//! and `i` is a row of that box for horizontal triads, a column of it for vertical ones.
//!
//! Three such values hold the 81 cells. The cell in row `r` and column `c` of its box lives in
//! value `j = (c - r) mod 3`, lane `(r, band, stack)`: each row of a box starts a value later. So
//! the three cells of a horizontal triad are the same lane of the three values, and those of a
//! vertical triad become so after a turn of the second and of the third value. Neither direction
//! needs a transposition, as it does in tdoku (Tom Dillon, 2019), whose vectors each hold a box.
//!
//! [`Lanes`] has only the few movements between lanes that a round needs. Each implementation
//! arranges the lanes in memory in its own way:
//!
//! | File | What |
//! |---|---|
//! | `sets.rs` | operations on each lane by itself |
//! | `layout.rs` | [`Lanes`], and which lane holds what |
//! | `processor.rs` | what a kind of processor is, and what is run on one |
//! | `kind.rs` | which lanes this processor has |
//! | `portable.rs` | on any processor, in 64-bit words |
//! | `absent.rs` | lanes that the architecture lacks |
//! | `simd/` | in vectors of 128 bits, AVX2 and AVX-512, found at run time; the only `unsafe` of the library |
//! | `propagate.rs` | one round, classic and with the two diagonals, and rounds to the fixpoint |
//! | `branch.rs` | the choice when propagation stands still |
//! | `search.rs` | depth first, with limits |

#[cfg(not(target_arch = "x86_64"))]
mod absent;
mod branch;
mod kind;
mod layout;
mod portable;
mod processor;
mod propagate;
mod search;
mod sets;
// This module alone may use `unsafe`: it calls vector instructions that may be missing, for all the
// compiler knows.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
#[allow(unsafe_code)]
mod simd;

pub(crate) use kind::{ProcessorKind, on_processor};
pub use kind::{UnknownLanes, choose_lanes};
pub(crate) use layout::{CANDIDATES, LANES, LINES, Lanes, cell, lane};
pub(crate) use portable::AnyProcessor;
pub(crate) use processor::{Processor, Task};
pub(crate) use propagate::fixpoint;
pub(crate) use search::Search;
pub use search::Searched;
pub(crate) use sets::Sets;
