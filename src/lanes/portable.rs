//! Lanes for any processor, in nine 64-bit words. Each arithmetic operation works on three 16-bit
//! lanes at once.

use super::{CANDIDATES, LANES, LINES, Lanes, Processor, Sets, Task, cell, lane};

/// `words[i][band]` has the lanes of stacks 0, 1 and 2 in bits 0.., 16.. and 32... So a turn of `i`
/// or of the band only moves whole words.
type Words = [[u64; 3]; 3];

/// The lowest bit of each lane.
const ONES: u64 = 0x0001_0001_0001;
/// The highest bit of each lane, which no digit uses.
const GUARDS: u64 = ONES << 15;
const ALL: u64 = ONES * 0xffff;

/// The lanes of `MASK`, as masks of words.
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

/// For each band, the numbers of digits in its lanes, in 16 bits for each stack.
#[inline(always)]
fn counts(words: Words) -> [u64; 3] {
    [0, 1, 2].map(|band| {
        let quads = words.map(|row| {
            let pairs = row[band] - (row[band] >> 1 & (ONES * 0x5555));
            (pairs & (ONES * 0x3333)) + (pairs >> 2 & (ONES * 0x3333))
        });
        // The sum of three numbers up to four fits into four bits.
        let quads = quads[0] + quads[1] + quads[2];
        let bytes = (quads & (ONES * 0x0f0f)) + (quads >> 4 & (ONES * 0x0f0f));
        (bytes + (bytes >> 8)) & (ONES * 0xff)
    })
}

#[inline(always)]
fn band_sums(words: Words) -> [u64; 3] {
    counts(words).map(|count| (count + (count >> 16) + (count >> 32)) & 0xffff)
}

#[inline(always)]
fn stack_sums(words: Words) -> [u64; 3] {
    let counts = counts(words);
    let sum = counts[0] + counts[1] + counts[2];
    [sum & 0xffff, sum >> 16 & 0xffff, sum >> 32]
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyProcessor;

impl Processor for AnyProcessor {
    type Lanes = Words;

    #[inline(always)]
    fn load(self, givens: &[u8; 81]) -> [Words; 3] {
        [0, 1, 2].map(|j| {
            [0, 1, 2].map(|r| {
                [0, 1, 2].map(|band| {
                    (0..3).fold(0, |word, stack| {
                        let given = givens[cell(j, lane(r, band, stack))].min(10);
                        word | u64::from(CANDIDATES[usize::from(given)]) << (16 * stack)
                    })
                })
            })
        })
    }

    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }
}

impl Sets for u64 {
    type Flags = u64;

    #[inline(always)]
    fn and(self, other: u64) -> u64 {
        self & other
    }

    #[inline(always)]
    fn or(self, other: u64) -> u64 {
        self | other
    }

    #[inline(always)]
    fn without(self, other: u64) -> u64 {
        self & !other
    }

    #[inline(always)]
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }

    #[inline(always)]
    fn less_one(self) -> u64 {
        // If a lane is empty, the subtraction borrows from its guard.
        ((self | GUARDS) - ONES) & self
    }

    /// Also sets the guards, which are not digits.
    #[inline(always)]
    fn all_if_empty(self) -> u64 {
        let occupied = self.if_both(self);
        !(occupied - (occupied >> 15))
    }

    /// Sets only the guards.
    #[inline(always)]
    fn if_both(self, other: u64) -> u64 {
        (self + (GUARDS - ONES)) & (other + (GUARDS - ONES)) & GUARDS
    }

    #[inline(always)]
    fn occupied(self) -> u64 {
        self
    }

    #[inline(always)]
    fn empty(self) -> u64 {
        self.if_both(self) ^ GUARDS
    }

    #[inline(always)]
    fn incomplete(self) -> u64 {
        self ^ (ONES * 0x1ff)
    }

    #[inline(always)]
    fn either(one: u64, other: u64) -> u64 {
        one | other
    }

    #[inline(always)]
    fn any(flags: u64) -> bool {
        flags != 0
    }
}

impl Lanes for Words {
    const IN_TURN: bool = true;

    #[inline(always)]
    fn store(cells: [Self; 3]) -> [u8; 81] {
        let mut grid = [0; 81];
        for (j, value) in cells.iter().enumerate() {
            for (n, word) in value.iter().flatten().enumerate() {
                for stack in 0..3 {
                    let candidates = (word >> (16 * stack)) as u16;
                    grid[cell(j, 3 * n + stack)] = candidates.trailing_zeros() as u8 + 1;
                }
            }
        }
        grid
    }

    #[inline(always)]
    fn turn<const I: usize>(self) -> Self {
        [self[I % 3], self[(1 + I) % 3], self[(2 + I) % 3]]
    }

    #[inline(always)]
    fn beside(self) -> Self {
        self.map(|row| row.map(|word| word >> 16 | word >> 32 | (word << 16 | word << 32) & ALL))
    }

    #[inline(always)]
    fn beneath(self) -> Self {
        self.map(|[a, b, c]| [b | c, c | a, a | b])
    }

    #[inline(always)]
    fn across<const ANTI: bool>(self) -> Self {
        self.map(|row| {
            let digits = row.map(|word| (word | word >> 16 | word >> 32) & 0xffff);
            [0, 1, 2].map(|band| {
                let stack = if ANTI { 2 - band } else { band };
                (digits[(band + 1) % 3] | digits[(band + 2) % 3]) << (16 * stack)
            })
        })
    }

    #[inline(always)]
    fn among<const MASK: u32>(self) -> Self {
        self.and(Among::<MASK>::WORDS)
    }

    #[inline(always)]
    fn at(self, lane: u8, digits: u16) -> Self {
        let mut words = [[0; 3]; 3];
        let lane = usize::from(lane);
        words[lane / 9 % 3][lane / 3 % 3] = u64::from(digits) << (16 * (lane % 3));
        words
    }

    #[inline(always)]
    fn tightest(horizontal: Self, vertical: Self) -> Option<usize> {
        let mut best = (u64::MAX, None);
        let sums = band_sums(horizontal).into_iter().chain(stack_sums(vertical));
        for (n, left) in sums.enumerate() {
            if left > 27 && left < best.0 {
                best = (left, Some(n));
            }
        }
        best.1
    }

    #[inline(always)]
    fn lines(self, band: usize) -> [[u16; 3]; 3] {
        LINES[band].map(|line| line.map(|n| (self[n / 9][n / 3 % 3] >> (16 * (n % 3))) as u16))
    }
}
