//! The operations on a vector of bytes that [`Lanes`](super::super::Lanes) needs, whatever the
//! processor; and givens to lanes and lanes to digits, by tables.

use super::super::{LANES, Sets, cell};

/// A register of 16 bytes, or of several groups of 16 bytes that all do the same.
///
/// A function that makes a register of something else also takes a register, of any value: this
/// proves that the processor has the instructions.
pub(super) trait Bytes: Sets<Flags = Self> {
    /// These bytes, again for each 16 of the register.
    fn table(self, bytes: &[u8; 16]) -> Self;
    /// The same in every lane.
    fn splat(self, lane: u16) -> Self;
    /// Byte `n` is byte `from[n]` of the same 16, or 0 if `from[n]` is 128 or more. Requires that
    /// no other `from[n]` is above 15.
    fn swizzle(self, from: Self) -> Self;
    /// The lesser of each two bytes.
    fn least(self, other: Self) -> Self;
    /// The sum of each two bytes.
    fn add_bytes(self, other: Self) -> Self;
    /// The upper four bits of each byte.
    fn high_nibbles(self) -> Self;
    /// The lanes as bytes: those of each 16 bytes of `self`, and then those of `other`; 255 for
    /// larger values.
    fn narrow(self, other: Self) -> Self;

    /// The lower four bits of each byte.
    #[inline(always)]
    fn low_nibbles(self) -> Self {
        self.and(self.splat(0x0f0f))
    }

    /// The number of bits of each byte.
    #[inline(always)]
    fn count_bits(self) -> Self {
        let counts = self.table(&[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
        counts.swizzle(self.low_nibbles()).add_bytes(counts.swizzle(self.high_nibbles()))
    }
}

/// A register of 16 bytes, eight lanes.
pub(super) trait Vector: Bytes {
    fn read(self, bytes: &[u8; 16]) -> Self;
    fn write(self, bytes: &mut [u8; 16]);
    /// The sum of each two lanes.
    fn add(self, other: Self) -> Self;
    /// The sum of the two bytes of each lane.
    fn add_pairs(self) -> Self;
    /// The least lane.
    fn least_lane(self) -> u16;
    /// `self` with one lane of `other`: 0, 1, 2, 4 or 6.
    fn with_lane<const LANE: i32>(self, other: Self) -> Self;
    /// The pair of lanes with this number, 2 or 3, of each register: `[a, b, c, c]`.
    fn join<const PAIR: i32>(a: Self, b: Self, c: Self) -> Self;
}

/// The lanes of a mask, all bits set, in registers of `B` bytes that hold lanes of these numbers.
pub(super) const fn lanes_of<const N: usize, const B: usize, const R: usize>(
    lane_at: &[[usize; N]; R],
    mask: u32,
) -> [[u8; B]; R] {
    let mut bytes = [[0; B]; R];
    let mut n = 0;
    while n < B * R {
        let lane = lane_at[n / B][n % B / 2];
        if lane < LANES && mask >> lane & 1 == 1 {
            bytes[n / B][n % B] = 0xff;
        }
        n += 1;
    }
    bytes
}

/// By the number of a lane: a mask of this lane.
pub(super) const fn each_lane<const N: usize, const B: usize, const R: usize>(
    lane_at: &[[usize; N]; R],
) -> [[[u8; B]; R]; LANES] {
    let mut only = [[[0; B]; R]; LANES];
    let mut n = 0;
    while n < LANES {
        only[n] = lanes_of(lane_at, 1 << n);
        n += 1;
    }
    only
}

/// For a byte that a swizzle leaves empty.
pub(super) const NONE: u8 = 0x80;

/// A byte in a register, or nothing, for the bytes of another.
pub(super) type From = [u8; 16];

/// [`Bytes::swizzle`]'s table for lanes, [`NONE`] for one left empty.
pub(super) const fn from_lanes(lanes: [u8; 8]) -> From {
    let mut from = [NONE; 16];
    let mut n = 0;
    while n < 16 {
        if lanes[n / 2] != NONE {
            from[n] = 2 * lanes[n / 2] + n as u8 % 2;
        }
        n += 1;
    }
    from
}

/// For the lanes of these numbers, [`LANES`] for none, the givens of their cells in value `j` as
/// [`givens_of`] reads them from this row: in both bytes of a lane.
pub(super) const fn from_row(j: usize, lanes: [usize; 8], row: usize) -> From {
    let mut from = [NONE; 16];
    let mut n = 0;
    while n < 16 {
        let lane = lanes[n / 2];
        if lane < LANES && cell(j, lane) / 9 == row {
            from[n] = (cell(j, lane) - start_of(row)) as u8;
        }
        n += 1;
    }
    from
}

/// For the cells of a row, the byte of a register that holds the cell of these values and lanes,
/// [`LANES`] for none.
pub(super) const fn to_row(row: usize, bytes: [(usize, usize); 16]) -> From {
    let mut from = [NONE; 16];
    let mut n = 0;
    while n < 16 {
        let (j, lane) = bytes[n];
        if lane < LANES && cell(j, lane) / 9 == row {
            from[cell(j, lane) % 9] = n as u8;
        }
        n += 1;
    }
    from
}

/// Where the 16 bytes start that hold a row.
const fn start_of(row: usize) -> usize {
    if row == 8 { 81 - 16 } else { 9 * row }
}

/// The rows of givens, from [`start_of`] on; a value above 9 is at most 15.
#[inline(always)]
pub(super) fn rows_of<V: Vector>(any: V, givens: &[u8; 81]) -> [V; 9] {
    let most = any.splat(0x0f0f);
    let mut rows = [most; 9];
    for row in 0..9 {
        let bytes = givens[start_of(row)..].first_chunk().expect("16 bytes");
        rows[row] = any.read(bytes).least(most);
    }
    rows
}

/// Some lanes of one row and some of another.
#[inline(always)]
pub(super) fn gather<V: Vector>(rows: [V; 2], from: &[From; 2]) -> V {
    rows[0].swizzle(rows[0].read(&from[0])).or(rows[1].swizzle(rows[1].read(&from[1])))
}

/// The candidates of cells that hold these values, which are in both bytes of their lanes: all for
/// 0, none for a value above 9.
#[inline(always)]
pub(super) fn sets_of<B: Bytes>(givens: B) -> B {
    let low = givens.table(&[0xff, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0]);
    let high = givens.table(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    let not_high = low.swizzle(givens.or(givens.splat(0x8000)));
    not_high.or(high.swizzle(givens.or(givens.splat(0x0080))))
}

/// The digits of lanes that hold one digit each, as bytes: those of each 16 bytes of `one`, and
/// then those of `other`.
#[inline(always)]
pub(super) fn digits_of<B: Bytes>(one: B, other: B) -> B {
    // 9 becomes 255, all other digits remain a bit
    let low = one.table(&[0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9]);
    let high = one.table(&[0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]);
    let bits = one.narrow(other);
    low.swizzle(bits.low_nibbles()).or(high.swizzle(bits.high_nibbles()))
}

/// The grid of these rows, each in the first nine bytes, the others 0.
#[inline(always)]
pub(super) fn grid_of<V: Vector>(rows: [V; 9]) -> [u8; 81] {
    /// The last 16 bytes of a grid, from the rows before the last and the last.
    const END: [From; 2] = {
        let mut from = [[NONE; 16]; 2];
        let mut n = 0;
        while n < 16 {
            if n < 7 {
                from[0][n] = n as u8 + 2;
            } else {
                from[1][n] = n as u8 - 7;
            }
            n += 1;
        }
        from
    };
    let mut grid = [0; 81];
    for row in 0..8 {
        rows[row].write(grid[9 * row..].first_chunk_mut().expect("16 bytes"));
    }
    gather([rows[7], rows[8]], &END).write(grid.last_chunk_mut().expect("16 bytes"));
    grid
}

/// The index of the least of six sums in the first lanes, where 27 does not count; `None` if all
/// are 27. The two other lanes are 0.
#[inline(always)]
pub(super) fn tightest_of<V: Vector>(sums: V) -> Option<usize> {
    /// The index less 28 times 8: so 27 and 0 wrap around and become the greatest.
    const INDICES: [u8; 16] = {
        let mut bytes = [0; 16];
        let mut n = 0;
        while n < 8 {
            [bytes[2 * n], bytes[2 * n + 1]] = (n as u16).wrapping_sub(28 * 8).to_le_bytes();
            n += 1;
        }
        bytes
    };
    let twice = sums.add(sums);
    let fourfold = twice.add(twice);
    let least = fourfold.add(fourfold).add(sums.read(&INDICES)).least_lane();
    if least > 81 * 8 { None } else { Some(usize::from(least) % 8) }
}
