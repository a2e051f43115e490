//! Lanes for any processor: nine 64-bit words, arithmetic on three 16-bit lanes at a time.

use super::{CANDIDATES, LANES, Lanes, Processor, Task, cell, lane};

/// `words[i][band]` holds the lanes of stacks 0, 1 and 2 in bits 0.., 16.. and 32..; so a turn of
/// `i` or of the band only renames words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Words([[u64; 3]; 3]);

/// The lowest bit of each lane.
const ONES: u64 = 0x0001_0001_0001;
/// The highest bit of each lane, which no digit uses.
const GUARDS: u64 = ONES << 15;
const ALL: u64 = ONES * 0xffff;

/// Every lane without its lowest digit.
#[inline(always)]
fn less_one(word: u64) -> u64 {
    // the guard lends to a lane that is empty
    ((word | GUARDS) - ONES) & word
}

/// The guard of every lane that is not empty.
#[inline(always)]
fn occupied(word: u64) -> u64 {
    (word + (GUARDS - ONES)) & GUARDS
}

/// All bits but the guard of the lanes with this guard.
#[inline(always)]
fn fill(guards: u64) -> u64 {
    guards - (guards >> 15)
}

/// The lanes of `MASK` as masks.
struct Among<const MASK: u32>;

impl<const MASK: u32> Among<MASK> {
    const WORDS: [[u64; 3]; 3] = {
        let mut words = [[0; 3]; 3];
        let mut n = 0;
        while n < LANES {
            if MASK >> n & 1 == 1 {
                words[n / 9][n / 3 % 3] |= 0xffff << (16 * (n % 3));
            }
            n += 1;
        }
        words
    };
}

impl Words {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(|row| row.map(&f)))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = self.0;
        for (row, others) in out.iter_mut().zip(other.0) {
            for (word, other) in row.iter_mut().zip(others) {
                *word = f(*word, other);
            }
        }
        Self(out)
    }

    /// For each band, how many digits its lanes hold, those of a stack in 16 bits.
    #[inline(always)]
    fn counts(self) -> [u64; 3] {
        [0, 1, 2].map(|band| {
            let quads = self.0.map(|row| {
                let pairs = row[band] - (row[band] >> 1 & (ONES * 0x5555));
                (pairs & (ONES * 0x3333)) + (pairs >> 2 & (ONES * 0x3333))
            });
            // four at most in each of three, so sixteen hold
            let quads = quads[0] + quads[1] + quads[2];
            let bytes = (quads & (ONES * 0x0f0f)) + (quads >> 4 & (ONES * 0x0f0f));
            (bytes + (bytes >> 8)) & (ONES * 0xff)
        })
    }

    #[inline(always)]
    fn band_sums(self) -> [u64; 3] {
        self.counts().map(|count| (count + (count >> 16) + (count >> 32)) & 0xffff)
    }

    #[inline(always)]
    fn stack_sums(self) -> [u64; 3] {
        let counts = self.counts();
        let sum = counts[0] + counts[1] + counts[2];
        [sum & 0xffff, sum >> 16 & 0xffff, sum >> 32]
    }

    #[inline(always)]
    fn gather(self, f: impl Fn(u64) -> u64) -> u64 {
        self.0.iter().flatten().fold(0, |all, &word| all | f(word))
    }
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyProcessor;

impl Processor for AnyProcessor {
    type Lanes = Words;

    #[inline(always)]
    fn load(self, givens: &[u8; 81]) -> [Words; 3] {
        [0, 1, 2].map(|j| {
            Words([0, 1, 2].map(|r| {
                [0, 1, 2].map(|band| {
                    (0..3).fold(0, |word, stack| {
                        let given = givens[cell(j, lane(r, band, stack))].min(10);
                        word | u64::from(CANDIDATES[usize::from(given)]) << (16 * stack)
                    })
                })
            }))
        })
    }

    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }
}

impl Lanes for Words {
    type Flags = u64;

    #[inline(always)]
    fn store(cells: [Self; 3]) -> [u8; 81] {
        let mut grid = [0; 81];
        for (j, value) in cells.iter().enumerate() {
            for (n, word) in value.0.iter().flatten().enumerate() {
                for stack in 0..3 {
                    let candidates = (word >> (16 * stack)) as u16;
                    grid[cell(j, 3 * n + stack)] = candidates.trailing_zeros() as u8 + 1;
                }
            }
        }
        grid
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn turn<const I: usize, const B: usize, const S: usize>(self) -> Self {
        Self([0, 1, 2].map(|i| {
            [0, 1, 2].map(|band| {
                let word = self.0[(i + I) % 3][(band + B) % 3];
                match S {
                    0 => word,
                    1 => word >> 16 | (word << 32) & ALL,
                    _ => word >> 32 | (word << 16) & ALL,
                }
            })
        }))
    }

    #[inline(always)]
    fn among<const MASK: u32>(self) -> Self {
        self.and(Self(Among::<MASK>::WORDS))
    }

    #[inline(always)]
    fn singles(self) -> Self {
        self.map(|word| word & !fill(occupied(less_one(word))))
    }

    #[inline(always)]
    fn at_most_three(self) -> Self {
        self.map(|word| word & !fill(occupied(less_one(less_one(less_one(word))))))
    }

    #[inline(always)]
    fn overridden_by(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !fill(occupied(b)) | b)
    }

    #[inline(always)]
    fn confined_to(self, asserted: Self) -> (Self, u64) {
        let over = asserted.gather(|word| less_one(less_one(less_one(word))));
        (self.zip(asserted, |a, b| a & (b | !fill(occupied(less_one(less_one(b)))))), over)
    }

    #[inline(always)]
    fn several(self) -> u64 {
        self.gather(less_one)
    }

    #[inline(always)]
    fn empty(cells: [Self; 3]) -> u64 {
        cells.iter().fold(0, |all, value| all | value.gather(|word| occupied(word) ^ GUARDS))
    }

    #[inline(always)]
    fn incomplete(self) -> u64 {
        self.gather(|word| word ^ (ONES * 0x1ff))
    }

    #[inline(always)]
    fn either(one: u64, other: u64) -> u64 {
        one | other
    }

    #[inline(always)]
    fn any(flags: u64) -> bool {
        flags != 0
    }

    #[inline(always)]
    fn same(one: [Self; 3], other: [Self; 3]) -> bool {
        one == other
    }

    #[inline(always)]
    fn tightest(horizontal: Self, vertical: Self) -> Option<usize> {
        let mut best = (u64::MAX, None);
        for (n, left) in horizontal.band_sums().into_iter().chain(vertical.stack_sums()).enumerate()
        {
            if left > 27 && left < best.0 {
                best = (left, Some(n));
            }
        }
        best.1
    }

    #[inline(always)]
    fn lines(self, band: usize) -> [[u16; 3]; 3] {
        [0, 1, 2].map(|i| {
            [0, 1, 2].map(|place| {
                let (b, s) = if band < 3 { (band, place) } else { (place, band - 3) };
                (self.0[i][b] >> (16 * s)) as u16
            })
        })
    }

    #[inline(always)]
    fn strike(mut self, lane: u8, digits: u16) -> Self {
        let lane = usize::from(lane);
        self.0[lane / 9 % 3][lane / 3 % 3] &= !(u64::from(digits) << (16 * (lane % 3)));
        self
    }
}
