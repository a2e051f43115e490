//! The 9x9 grid in vector registers, as 27 lanes of 16 bits. A round of propagation works on all
//! lanes at once.
//!
//! A [`Lanes`] value is 27 sets of digits (each is the low 9 bits of a `u16`), one for each triad
//! of one direction. A triad is the three cells that a row or a column shares with a box. A lane
//! has the address `(i, band, stack)`: `band` and `stack` define a box, and `i` is a row of this
//! box for horizontal triads, a column of this box for vertical triads.
//!
//! Three such values contain the 81 cells. The cell in row `r` and column `c` of its box is in
//! value `j = (c - r) mod 3`, lane `(r, band, stack)`: each row of a box starts one value later. So
//! the three cells of a horizontal triad are in the same lane of the three values. The three cells
//! of a vertical triad are in the same lane after the second and the third value are rotated.
//! Neither direction needs a transposition, in contrast to tdoku (Tom Dillon, 2019,
//! <https://t-dillon.github.io/tdoku>), in which each vector is a box.
//!
//! [`Lanes`] has only the few movements between lanes that a round needs. Each implementation has
//! its own arrangement of lanes in memory:
//!
//! | File | What |
//! |---|---|
//! | `sets.rs` | operations on each lane separately |
//! | `layout.rs` | [`Lanes`], and the cells of each lane |
//! | `processor.rs` | kinds of processors, and tasks that run on them |
//! | `kind.rs` | which lanes this processor has |
//! | `portable.rs` | lanes on any processor, in 64-bit words |
//! | `absent.rs` | lanes that the architecture does not have |
//! | `simd/` | lanes in vectors of 128 bits, AVX2 and AVX-512, chosen at run time; the only `unsafe` code of the library |
//! | `propagate.rs` | a round of propagation, classic and with the two diagonals, and rounds until the fixpoint |
//! | `branch.rs` | the choice of a branch when propagation changes nothing more |
//! | `search.rs` | a depth-first search with limits |

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
// Only this module may use `unsafe`: it calls vector instructions that, as far as the compiler
// knows, the processor may not have.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
#[allow(unsafe_code)]
mod simd;

pub(crate) use kind::{ProcessorKind, on_processor};
pub use kind::{UnknownLanes, choose_lanes};
pub(crate) use layout::{CANDIDATES, LANES, LINES, Lanes, PLACE_OF, cell, lane};
pub(crate) use portable::AnyProcessor;
pub(crate) use processor::{Processor, Task};
pub(crate) use propagate::fixpoint;
pub use search::Searched;
pub(crate) use search::{Search, Start};
pub(crate) use sets::Sets;
