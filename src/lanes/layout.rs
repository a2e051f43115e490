//! The cells of each lane, and the operations on all lanes together.

use super::Sets;

/// The number of lanes.
pub(crate) const LANES: usize = 27;

/// The number of lane `(i, band, stack)`.
pub(crate) const fn lane(i: usize, band: usize, stack: usize) -> usize {
    9 * i + 3 * band + stack
}

/// The cell (0..81, row by row) in lane `lane` of cell value `j`.
pub(crate) const fn cell(j: usize, lane: usize) -> usize {
    let (r, band, stack) = (lane / 9, lane / 3 % 3, lane % 3);
    9 * (3 * band + r) + 3 * stack + (r + j) % 3
}

/// For each cell, row by row, the value and the lane in which the cell is.
pub(crate) const PLACE_OF: [(usize, u8); 81] = {
    let mut places = [(0, 0); 81];
    let mut n = 0;
    while n < 81 {
        places[cell(n / 27, n % 27)] = (n / 27, (n % 27) as u8);
        n += 1;
    }
    places
};

/// The candidates of a cell that holds this value: all for an open cell, none for a value above 9.
pub(crate) const CANDIDATES: [u16; 11] = [0x1ff, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0];

/// 27 lanes, in the arrangement of an implementation. All values come from lanes that
/// [`Processor::load`](super::Processor::load) made, so if there is a value, the processor has the
/// instructions.
pub(crate) trait Lanes: Sets {
    /// Whether the vertical triads already use the removals of the horizontal triads of the same
    /// round. This needs fewer rounds, but each round takes longer.
    const IN_TURN: bool;

    /// The values of the grid, row by row, if each cell has exactly one candidate.
    fn store(cells: [Self; 3]) -> [u8; 81];

    /// Lane `(i, band, stack)` of the result is lane `(i + I, band, stack)`, modulo 3.
    fn turn<const I: usize>(self) -> Self;
    /// The union of the lanes with the same `i` in the two other boxes of the band.
    fn beside(self) -> Self;
    /// The union of the lanes with the same `i` in the two other boxes of the stack.
    fn beneath(self) -> Self;
    /// The union of the lanes with the same `i` in the two other boxes of the main diagonal or,
    /// with `ANTI`, of the anti-diagonal. Requires that the lanes of all other boxes are empty;
    /// they stay empty.
    fn across<const ANTI: bool>(self) -> Self;
    /// The lanes whose bits are 1 in `MASK` (numbered by [`lane`]); the other lanes are empty.
    fn among<const MASK: u32>(self) -> Self;
    /// These digits in the lane with this number; the other lanes are empty. `self` proves that the
    /// processor has the instructions.
    fn at(self, lane: u8, digits: u16) -> Self;

    /// The band with the fewest possible triads, summed over all digits, among bands with more than
    /// 27, the number of a settled band: 0..3 for the bands of `horizontal`, 3..6 for the stacks of
    /// `vertical`. `None` if everything is settled.
    fn tightest(horizontal: Self, vertical: Self) -> Option<usize>;
    /// The nine lanes of a band (0..3, from horizontal triads) or of a stack (3..6, from vertical
    /// triads): three lines of the grid, each with its three triads in order.
    fn lines(self, band: usize) -> [[u16; 3]; 3];
}

/// For each band, as in [`Lanes::lines`], the lanes of its lines.
pub(crate) const LINES: [[[usize; 3]; 3]; 6] = {
    let mut lines = [[[0; 3]; 3]; 6];
    let mut n = 0;
    while n < 27 {
        let (band, i, place) = (n / 9, n / 3 % 3, n % 3);
        lines[band][i][place] = lane(i, band, place);
        lines[3 + band][i][place] = lane(i, place, band);
        n += 1;
    }
    lines
};
