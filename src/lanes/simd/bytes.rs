//! The operations on vectors of bytes that [`Lanes`](super::super::Lanes) needs on all processors;
//! also conversions of givens to lanes and of lanes to digits, by tables.

use super::super::{LANES, Sets, cell};

/// A register of 16 bytes, or of several groups of 16 bytes with the same operations.
///
/// A function that makes a register from other values also has a register as argument. Its value is
/// not used, but it proves that the processor has the instructions.
pub(super) trait Bytes: Sets<Flags = Self> {
    /// These bytes, repeated for each 16 bytes of the register.
    fn table(self, bytes: &[u8; 16]) -> Self;
    /// The same value in every lane.
    fn splat(self, lane: u16) -> Self;
    /// Byte `n` of the result is byte `from[n]` of the same 16 bytes, or 0 if `from[n]` is 128 or
    /// more. Other values of `from[n]` must not be above 15.
    fn swizzle(self, from: Self) -> Self;
    /// The smaller one of every two bytes.
    fn least(self, other: Self) -> Self;
    /// The sum of every two bytes.
    fn add_bytes(self, other: Self) -> Self;
    /// The upper four bits of each byte.
    fn high_nibbles(self) -> Self;
    /// The lanes as bytes: for each 16 bytes, first the lanes of `self`, then those of `other`.
    /// Values above 255 become 255.
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
    /// The sum of every two lanes.
    fn add(self, other: Self) -> Self;
    /// The sum of the two bytes of each lane.
    fn add_pairs(self) -> Self;
    /// The smallest lane.
    fn least_lane(self) -> u16;
    /// `self`, with lane `LANE` replaced by that of `other`; `LANE` is 0, 1, 2, 4 or 6.
    fn with_lane<const LANE: i32>(self, other: Self) -> Self;
    /// The pair of lanes with this number, 2 or 3, from each register: `[a, b, c, c]`.
    fn join<const PAIR: i32>(a: Self, b: Self, c: Self) -> Self;
}

/// The lanes of a mask, with all bits 1, in registers of `B` bytes in which `lane_at` gives the
/// places of lanes.
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

/// For each lane by its number, a mask of this lane.
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

/// The index for a byte that a swizzle leaves empty.
pub(super) const NONE: u8 = 0x80;

/// For each byte of the result of a swizzle, the byte from which it is taken, or [`NONE`].
pub(super) type From = [u8; 16];

/// The table for [`Bytes::swizzle`] that moves whole lanes; [`NONE`] leaves a lane empty.
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

/// The table that puts the givens of cells in value `j` into both bytes of these lanes, from one
/// row as [`rows_of`] reads it. [`LANES`] means no lane.
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

/// The table that takes the cells of a row from the bytes of a register, which have the cells of
/// these values and lanes. [`LANES`] means no lane.
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

/// The index of the first of 16 bytes that contain a row.
const fn start_of(row: usize) -> usize {
    if row == 8 { 81 - 16 } else { 9 * row }
}

/// The rows of givens, each read from [`start_of`] on. A value above 9 becomes at most 15.
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

/// Some lanes of one row, and some lanes of another row.
#[inline(always)]
pub(super) fn gather<V: Vector>(rows: [V; 2], from: &[From; 2]) -> V {
    rows[0].swizzle(rows[0].read(&from[0])).or(rows[1].swizzle(rows[1].read(&from[1])))
}

/// The candidates of cells with these givens, which are in both bytes of their lanes: all digits
/// for 0, none for a value above 9.
#[inline(always)]
pub(super) fn sets_of<B: Bytes>(givens: B) -> B {
    let low = givens.table(&[0xff, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0]);
    let high = givens.table(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    let not_high = low.swizzle(givens.or(givens.splat(0x8000)));
    not_high.or(high.swizzle(givens.or(givens.splat(0x0080))))
}

/// The digits of lanes that have exactly one digit, as bytes: for each 16 bytes, first the lanes of
/// `one`, then those of `other`.
#[inline(always)]
pub(super) fn digits_of<B: Bytes>(one: B, other: B) -> B {
    // 9 becomes 255; each other digit is still one bit.
    let low = one.table(&[0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9]);
    let high = one.table(&[0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]);
    let bits = one.narrow(other);
    low.swizzle(bits.low_nibbles()).or(high.swizzle(bits.high_nibbles()))
}

/// The grid of these rows. Each row is in the first nine bytes; the other bytes are 0.
#[inline(always)]
pub(super) fn grid_of<V: Vector>(rows: [V; 9]) -> [u8; 81] {
    /// The last 16 bytes of a grid, from the last two rows.
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

/// The index of the smallest of six sums in the first lanes, ignoring sums of 27; `None` if all
/// sums are 27. The two other lanes are 0.
#[inline(always)]
pub(super) fn tightest_of<V: Vector>(sums: V) -> Option<usize> {
    /// The index minus 28 times 8, so that the sums 27 and 0 wrap around and become the largest.
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
