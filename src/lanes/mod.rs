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
//! needs a transposition, as it does in tdoku (Tom Dillon, 2019), whose vectors hold a box each.
//!
//! [`Lanes::turn`] is the only movement between lanes. The arrangement of the lanes in memory is
//! left to each implementation:
//!
//! | File | What |
//! |---|---|
//! | `processor.rs` | which lanes a processor has, and how code is run on them |
//! | `portable.rs` | on any processor, in 64-bit words |
//! | `simd/` | on AVX2 and on AVX-512, found at run time; the only `unsafe` of the library |
//! | `propagate.rs` | one round, classic and with the two diagonals, and rounds to the fixpoint |

mod portable;
mod processor;
mod propagate;
// The one module that may: it calls vector instructions that the compiler cannot know are there.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod simd;

use std::fmt::Debug;

pub(crate) use portable::AnyProcessor;
pub(crate) use processor::{Processor, ProcessorKind, Task};
pub(crate) use propagate::{fixpoint, triads};
#[cfg(target_arch = "x86_64")]
pub(crate) use simd::{Avx2, Avx512};

/// The number of lanes.
const LANES: usize = 27;

/// The place of lane `(i, band, stack)` in the order that plain lane numbers follow.
pub(crate) const fn lane(i: usize, band: usize, stack: usize) -> usize {
    9 * i + 3 * band + stack
}

/// The cell (0..81, row by row) that lane `lane` of cell value `j` holds.
pub(crate) const fn cell(j: usize, lane: usize) -> usize {
    let (r, band, stack) = (lane / 9, lane / 3 % 3, lane % 3);
    9 * (3 * band + r) + 3 * stack + (r + j) % 3
}

/// The candidates of a cell that holds this value: all for an open cell, none for a value above 9.
const CANDIDATES: [u16; 11] = [0x1ff, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0];

/// 27 sets of digits, and the operations that the propagation needs. The first of them come from
/// [`Processor::load`], so where there is a value, the processor has the instructions for it.
pub(crate) trait Lanes: Copy + Debug {
    /// Where contradictions are gathered; looked at once a round.
    type Flags: Copy;

    /// The grid, row by row, of cells that hold one candidate each.
    fn store(cells: [Self; 3]) -> [u8; 81];

    /// Intersection.
    fn and(self, other: Self) -> Self;
    /// Union.
    fn or(self, other: Self) -> Self;
    /// Difference.
    fn without(self, other: Self) -> Self;
    /// Lane `(i, band, stack)` of the result is lane `(i + I, band + B, stack + S)`, modulo 3.
    fn turn<const I: usize, const B: usize, const S: usize>(self) -> Self;
    /// The lanes whose bit is set in `MASK` (numbered by [`lane`]), the others emptied.
    fn among<const MASK: u32>(self) -> Self;

    /// The lanes that hold exactly one digit, the others emptied.
    fn singles(self) -> Self;
    /// The lanes that hold at most three digits, the others emptied.
    fn at_most_three(self) -> Self;
    /// `other` in the lanes where it is not empty, `self` elsewhere.
    fn overridden_by(self, other: Self) -> Self;
    /// Intersection with `asserted` in the lanes where that holds three digits or more; flags the
    /// lanes where it holds more.
    fn confined_to(self, asserted: Self) -> (Self, Self::Flags);

    /// Flags the lanes that hold more than one digit.
    fn several(self) -> Self::Flags;
    /// Flags the lanes that are empty in one of the three.
    fn empty(cells: [Self; 3]) -> Self::Flags;
    /// Flags the lanes that do not hold all nine digits.
    fn incomplete(self) -> Self::Flags;
    /// Either of two flags.
    fn either(one: Self::Flags, other: Self::Flags) -> Self::Flags;
    /// Is any lane flagged?
    fn any(flags: Self::Flags) -> bool;
    /// Are the cells the same?
    fn same(one: [Self; 3], other: [Self; 3]) -> bool;

    /// The band with the fewest possible triads over all digits, among those with more than the
    /// 27 that a settled band has: 0..3 for the bands of `horizontal`, 3..6 for the stacks of
    /// `vertical`. `None` where everything is settled.
    fn tightest(horizontal: Self, vertical: Self) -> Option<usize>;
    /// The nine lanes of a band (0..3, from horizontal triads) or of a stack (3..6, from vertical
    /// ones): a line of the grid each, its three triads in order.
    fn lines(self, band: usize) -> [[u16; 3]; 3];
    /// The lane of this number without these digits.
    fn strike(self, lane: u8, digits: u16) -> Self;
}
