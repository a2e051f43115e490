//! 27 lanes in four registers of 128 bits.
//!
//! Registers 0, 1 and 2 have eight boxes each, one register for each `i`. The fourth register has
//! the ninth box: lanes 0 and 1 for `i` = 0, lanes 2 and 3 for `i` = 1, the other four lanes for
//! `i` = 2. All copies are treated in the same way, so they stay equal, and no lane must be left
//! out.

use super::super::{LANES, LINES, Lanes, Sets, lane};
use super::bytes::{
    From, NONE, Vector, digits_of, each_lane, from_lanes, from_row, gather, grid_of, lanes_of,
    rows_of, sets_of, tightest_of, to_row,
};

/// For each place in each register, the number of the lane.
const LANE_AT: [[usize; 8]; 4] = {
    /// Band and stack of the boxes. Each pair of boxes has a common band or stack, and moves
    /// together.
    const BOXES: [(usize, usize); 8] =
        [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2), (2, 0), (2, 1)];
    let mut lanes = [[0; 8]; 4];
    let mut n = 0;
    while n < 8 {
        let (band, stack) = BOXES[n];
        let mut i = 0;
        while i < 3 {
            lanes[i][n] = lane(i, band, stack);
            i += 1;
        }
        lanes[3][n] = lane([0, 0, 1, 1, 2, 2, 2, 2][n], 2, 2);
        n += 1;
    }
    lanes
};

/// For each lane by its number, its place in the four registers, taken as one array.
const PLACE_OF: [usize; LANES] = {
    let mut places = [0; LANES];
    let mut n = 0;
    while n < 32 {
        places[LANE_AT[n / 8][n % 8]] = n;
        n += 1;
    }
    places
};

struct Among<const MASK: u32>;

impl<const MASK: u32> Among<MASK> {
    const LANES: [[u8; 16]; 4] = lanes_of(&LANE_AT, MASK);
}

/// For each lane by its number, a mask of this lane.
const ONLY: [[[u8; 16]; 4]; LANES] = each_lane(&LANE_AT);

#[inline(always)]
fn read<V: Vector>(any: V, bytes: &[[u8; 16]; 4]) -> [V; 4] {
    [any.read(&bytes[0]), any.read(&bytes[1]), any.read(&bytes[2]), any.read(&bytes[3])]
}

/// See [`Processor::load`](super::Processor::load), which is the only caller.
#[inline(always)]
pub(super) fn load<V: Vector>(any: V, givens: &[u8; 81]) -> [[V; 4]; 3] {
    /// For each value and register, the swizzles from three rows.
    const GIVENS: [[[From; 3]; 4]; 3] = {
        let mut givens = [[[[0; 16]; 3]; 4]; 3];
        let mut n = 0;
        while n < 36 {
            let (j, register, k) = (n / 12, n / 3 % 4, n % 3);
            let row = if register < 3 { register + 3 * k } else { 6 + k };
            givens[j][register][k] = from_row(j, LANE_AT[register], row);
            n += 1;
        }
        givens
    };
    let rows = rows_of(any, givens);
    let mut cells = [[rows[0]; 4]; 3];
    for j in 0..3 {
        for register in 0..4 {
            let from = &GIVENS[j][register];
            let three = match register {
                3 => [rows[6], rows[7], rows[8]],
                i => [rows[i], rows[i + 3], rows[i + 6]],
            };
            let two = gather([three[0], three[1]], &[from[0], from[1]]);
            cells[j][register] = sets_of(two.or(three[2].swizzle(any.read(&from[2]))));
        }
    }
    cells
}

/// The result for each of the first three registers is a union: the register swizzled by `own`, and
/// the register with the lane of the ninth box in place `X0`, `X1` or `X2`, swizzled by `other`.
/// The result for the fourth register is, from the registers swizzled by `own`, the union of both
/// lanes of the pair `PAIR`.
#[inline(always)]
fn pairs<V: Vector, const X0: i32, const X1: i32, const X2: i32, const PAIR: i32>(
    [r0, r1, r2, ninth]: [V; 4],
    own: &[From; 3],
    other: &[From; 3],
) -> [V; 4] {
    let own =
        [r0.swizzle(r0.read(&own[0])), r1.swizzle(r1.read(&own[1])), r2.swizzle(r2.read(&own[2]))];
    let both = V::join::<PAIR>(own[0], own[1], own[2]);
    [
        own[0].or(r0.with_lane::<X0>(ninth).swizzle(r0.read(&other[0]))),
        own[1].or(r1.with_lane::<X1>(ninth).swizzle(r1.read(&other[1]))),
        own[2].or(r2.with_lane::<X2>(ninth).swizzle(r2.read(&other[2]))),
        both.or(both.swizzle(both.read(const { &from_lanes([1, 0, 3, 2, 5, 4, 7, 6]) }))),
    ]
}

/// The number of digits in the lanes of each box. The last two pairs have the number for the ninth
/// box.
#[inline(always)]
fn counts<V: Vector>([a, b, c, ninth]: [V; 4]) -> [V; 2] {
    let eight = a.count_bits().add_bytes(b.count_bits()).add_bytes(c.count_bits()).add_pairs();
    let ninth = ninth.count_bits().add_pairs();
    // The counts for i = 0 and 1 are moved to the third pair, where the count for i = 2 is.
    let first =
        ninth.swizzle(ninth.read(const { &from_lanes([NONE, NONE, NONE, NONE, 0, 0, 0, 0]) }));
    let second =
        ninth.swizzle(ninth.read(const { &from_lanes([NONE, NONE, NONE, NONE, 2, 2, 2, 2]) }));
    [eight, ninth.add(first).add(second)]
}

impl<V: Vector> Lanes for [V; 4] {
    const IN_TURN: bool = true;

    #[inline(always)]
    fn store(cells: [Self; 3]) -> [u8; 81] {
        /// The values and lanes of the bytes that hold the digits of values 0 and 1 of register
        /// `i`.
        const fn first(i: usize) -> [(usize, usize); 16] {
            let mut bytes = [(0, 0); 16];
            let mut n = 0;
            while n < 16 {
                bytes[n] = (n / 8, LANE_AT[i][n % 8]);
                n += 1;
            }
            bytes
        }
        /// The values and lanes of the bytes that hold the digits of value 2 of register `i`, and
        /// of the ninth box of value `i`.
        const fn second(i: usize) -> [(usize, usize); 16] {
            let mut bytes = [(0, 0); 16];
            let mut n = 0;
            while n < 16 {
                bytes[n] = if n < 8 { (2, LANE_AT[i][n]) } else { (i, LANE_AT[3][n - 8]) };
                n += 1;
            }
            bytes
        }
        /// For each row, the swizzles from `first` of its `i` and from each `second`.
        const ROWS: [[From; 4]; 9] = {
            let mut rows = [[[0; 16]; 4]; 9];
            let mut row = 0;
            while row < 9 {
                rows[row] = [
                    to_row(row, first(row % 3)),
                    to_row(row, second(0)),
                    to_row(row, second(1)),
                    to_row(row, second(2)),
                ];
                row += 1;
            }
            rows
        };
        let [a, b, c] = cells;
        let first = [digits_of(a[0], b[0]), digits_of(a[1], b[1]), digits_of(a[2], b[2])];
        let second = [digits_of(c[0], a[3]), digits_of(c[1], b[3]), digits_of(c[2], c[3])];
        let mut rows = [a[0]; 9];
        for row in 0..9 {
            let from = &ROWS[row];
            let i = row % 3;
            rows[row] = if row < 6 {
                gather([first[i], second[i]], &[from[0], from[1 + i]])
            } else {
                gather([first[i], second[0]], &[from[0], from[1]])
                    .or(gather([second[1], second[2]], &[from[2], from[3]]))
            };
        }
        grid_of(rows)
    }

    #[inline(always)]
    fn turn<const I: usize>(self) -> Self {
        /// The swizzle of the fourth register, for each `I`.
        const NINTH: [From; 3] = [
            from_lanes([0, 1, 2, 3, 4, 5, 6, 7]),
            from_lanes([2, 3, 4, 5, 0, 1, 0, 1]),
            from_lanes([4, 5, 0, 1, 2, 3, 2, 3]),
        ];
        let ninth = self[3].swizzle(self[3].read(&NINTH[I]));
        [self[I % 3], self[(1 + I) % 3], self[(2 + I) % 3], ninth]
    }

    #[inline(always)]
    fn beside(self) -> Self {
        const OWN: From = from_lanes([1, 0, 3, 2, 0, 2, 7, 6]);
        const fn other(ninth: u8) -> From {
            from_lanes([4, 4, 5, 5, 1, 3, ninth, ninth])
        }
        pairs::<V, 0, 2, 6, 3>(self, &[OWN; 3], &const { [other(0), other(2), other(6)] })
    }

    #[inline(always)]
    fn beneath(self) -> Self {
        /// Both last places come from the one of two pairs that has no place for the ninth box.
        const OWN: [From; 3] = [
            from_lanes([2, 3, 0, 1, 5, 4, 0, 1]),
            from_lanes([2, 3, 0, 1, 5, 4, 2, 3]),
            from_lanes([2, 3, 0, 1, 5, 4, 0, 1]),
        ];
        const OTHER: [From; 3] = [
            from_lanes([6, 7, 6, 7, 0, 0, 2, 3]),
            from_lanes([6, 7, 6, 7, 2, 2, 0, 1]),
            from_lanes([6, 7, 6, 7, 4, 4, 2, 3]),
        ];
        pairs::<V, 0, 2, 4, 2>(self, &OWN, &OTHER)
    }

    #[inline(always)]
    fn across<const ANTI: bool>(self) -> Self {
        const N: u8 = NONE;
        if ANTI {
            let one = self[0].read(const { &from_lanes([N, N, N, 4, 3, N, 3, N]) });
            let other = self[0].read(const { &from_lanes([N, N, N, 6, 6, N, 4, N]) });
            return [
                self[0].swizzle(one).or(self[0].swizzle(other)),
                self[1].swizzle(one).or(self[1].swizzle(other)),
                self[2].swizzle(one).or(self[2].swizzle(other)),
                self[0].splat(0),
            ];
        }
        // The last pair is for the ninth box, and becomes empty again afterwards.
        const OWN: From = from_lanes([3, N, N, 0, N, N, 3, 0]);
        const fn other(ninth: u8) -> From {
            from_lanes([ninth, N, N, ninth, N, N, N, N])
        }
        let [r0, r1, r2, ninth] =
            pairs::<V, 1, 2, 4, 3>(self, &[OWN; 3], &const { [other(1), other(2), other(4)] });
        let used = r0.read(const { &from_lanes([0, 1, 2, 3, 4, 5, N, N]) });
        [r0.swizzle(used), r1.swizzle(used), r2.swizzle(used), ninth]
    }

    #[inline(always)]
    fn among<const MASK: u32>(self) -> Self {
        self.and(read(self[0], &Among::<MASK>::LANES))
    }

    #[inline(always)]
    fn at(self, lane: u8, digits: u16) -> Self {
        let any = self[0];
        read(any, &ONLY[usize::from(lane) % LANES]).and([any.splat(digits); 4])
    }

    #[inline(always)]
    fn tightest(horizontal: Self, vertical: Self) -> Option<usize> {
        const N: u8 = NONE;
        let [h, h_ninth] = counts(horizontal);
        let [v, v_ninth] = counts(vertical);
        let sums = h
            .swizzle(h.read(const { &from_lanes([0, 2, 6, N, N, N, N, N]) }))
            .add(h.swizzle(h.read(const { &from_lanes([1, 3, 7, N, N, N, N, N]) })))
            .add(h.swizzle(h.read(const { &from_lanes([4, 5, N, N, N, N, N, N]) })))
            .add(h_ninth.swizzle(h_ninth.read(const { &from_lanes([N, N, 4, N, N, N, N, N]) })))
            .add(v.swizzle(v.read(const { &from_lanes([N, N, N, 0, 1, 4, N, N]) })))
            .add(v.swizzle(v.read(const { &from_lanes([N, N, N, 2, 3, 5, N, N]) })))
            .add(v.swizzle(v.read(const { &from_lanes([N, N, N, 6, 7, N, N, N]) })))
            .add(v_ninth.swizzle(v_ninth.read(const { &from_lanes([N, N, N, N, N, 4, N, N]) })));
        tightest_of(sums)
    }

    #[inline(always)]
    fn lines(self, band: usize) -> [[u16; 3]; 3] {
        let mut bytes = [[0; 16]; 4];
        for (register, bytes) in self.iter().zip(&mut bytes) {
            register.write(bytes);
        }
        let mut lines = [[0; 3]; 3];
        for (line, lanes) in lines.iter_mut().zip(&LINES[band]) {
            for (digits, &lane) in line.iter_mut().zip(lanes) {
                let (register, at) = (PLACE_OF[lane] / 8, PLACE_OF[lane] % 8);
                *digits =
                    u16::from_le_bytes([bytes[register][2 * at], bytes[register][2 * at + 1]]);
            }
        }
        lines
    }
}
