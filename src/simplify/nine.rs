//! The 9x9 board as 27 words: for each digit and band, which of the band's 27 cells may hold it.
//!
//! A digit's three words are brought to their fixpoint by table: which of a band's nine
//! *minirows* (the three cells a row shares with a box) hold the digit is a 3x3 matrix of rows
//! against boxes, of which a solution picks a permutation, so every minirow outside the union of
//! the permutations it contains goes. The same holds for the minicolumns of a stack. That is unit
//! propagation on the digit together with locked candidates in both directions. The layout of
//! digit x band and the tables per band are the idea of zhouyundong's and champagne's fsss and
//! JCZSolve; the closure over permutations instead of rounds of pointing and claiming is
//! fastdoku's. Ours keeps three bands of a digit in one vector and finds hidden singles as rows
//! with one place left, all rows of a band at once.

use super::any::Mask;
use super::board::{Board, SmallBoard, Tried, UNITS_9X9, append_choices, try_on_copies};
use crate::grid::{Candidate, Candidates, Cell, DigitSet, Grid, Size};
use crate::rules::Rules;

/// Three bands of 27 cells, cell `9 * row + column` of a band at that bit; the fourth is unused.
type Bands = [u32; 4];

const BAND: u32 = (1 << 27) - 1;
const ALL: Bands = [BAND, BAND, BAND, 0];
/// The first, the last and all but the last cell of each row of a band.
const ROW_FIRST: u32 = 1 | 1 << 9 | 1 << 18;
const ROW_LAST: u32 = ROW_FIRST << 8;
const ROW_BUT_LAST: u32 = ROW_LAST - ROW_FIRST;

/// By the places of a digit among the minirows of a band (bit `3 * row + box`), and likewise
/// among the minicolumns of a stack (bit `3 * band + column`): those that some permutation uses.
const CLOSURE: [u16; 512] = {
    const PERMUTATIONS: [u16; 6] = [0o421, 0o412, 0o241, 0o214, 0o142, 0o124];
    let mut table = [0; 512];
    let mut places = 0;
    while places < 512 {
        let mut k = 0;
        while k < 6 {
            if places as u16 & PERMUTATIONS[k] == PERMUTATIONS[k] {
                table[places] |= PERMUTATIONS[k];
            }
            k += 1;
        }
        places += 1;
    }
    table
};

/// [`CLOSURE`] as cells of the band.
const ROWS_LEFT: [u32; 512] = {
    let mut table = [0; 512];
    let mut places = 0;
    while places < 512 {
        let mut minirow = 0;
        while minirow < 9 {
            if CLOSURE[places] >> minirow & 1 == 1 {
                table[places] |= 0b111 << (3 * minirow);
            }
            minirow += 1;
        }
        places += 1;
    }
    table
};

/// [`CLOSURE`] with the columns of each band nine bits apart.
const COLUMNS_LEFT: [u32; 512] = {
    let mut table = [0; 512];
    let mut places = 0;
    while places < 512 {
        let closure = CLOSURE[places] as u32;
        table[places] = (closure & 7) | (closure & 0o70) << 6 | (closure & 0o700) << 12;
        places += 1;
    }
    table
};

/// Which thirds of nine bits are not empty.
const THIRDS: [u8; 512] = {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        table[bits] = (bits & 7 != 0) as u8
            | ((bits & 0o70 != 0) as u8) << 1
            | ((bits & 0o700 != 0) as u8) << 2;
        bits += 1;
    }
    table
};

/// The cells of the three boxes of a band.
const BOXES_OF_BAND: [u32; 3] = [0o7_007_007, 0o7_007_007 << 3, 0o7_007_007 << 6];

/// By cell: the cell itself and all cells that are not its peers (classic).
const NOT_PEERS: [Bands; 81] = not_peers(false);
/// The same with both diagonals.
const NOT_PEERS_DIAGONAL: [Bands; 81] = not_peers(true);

const fn not_peers(diagonal: bool) -> [Bands; 81] {
    let mut table = [ALL; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let mut other = 0;
        while other < 81 {
            let (other_row, other_column) = (other / 9, other % 9);
            let peers = row == other_row
                || column == other_column
                || (row / 3 == other_row / 3 && column / 3 == other_column / 3)
                || (diagonal && row == column && other_row == other_column)
                || (diagonal && row + column == 8 && other_row + other_column == 8);
            if peers && cell != other {
                table[cell][other / 27] &= !(1 << (other % 27));
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

/// The cells of the two diagonals.
const DIAGONALS: [Bands; 2] = {
    let mut units = [[0; 4]; 2];
    let mut row = 0;
    while row < 9 {
        units[0][row / 3] |= 1 << (9 * (row % 3) + row);
        units[1][row / 3] |= 1 << (9 * (row % 3) + 8 - row);
        row += 1;
    }
    units
};

fn and(a: Bands, b: Bands) -> Bands {
    std::array::from_fn(|i| a[i] & b[i])
}

fn or(a: Bands, b: Bands) -> Bands {
    std::array::from_fn(|i| a[i] | b[i])
}

fn and_not(a: Bands, b: Bands) -> Bands {
    std::array::from_fn(|i| a[i] & !b[i])
}

fn any(a: Bands) -> bool {
    a != [0; 4]
}

fn count(a: Bands) -> u32 {
    a[0].count_ones() + a[1].count_ones() + a[2].count_ones()
}

/// The cells of a set, as indices from 0.
fn cells(set: Bands) -> impl Iterator<Item = usize> {
    (0..3).flat_map(move |band| {
        let mut bits = set[band];
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                27 * band + bit
            })
        })
    })
}

/// The rows, as all their cells, that have exactly one place; each row must have at least one.
fn single_rows(word: u32) -> u32 {
    let more = word & word.wrapping_sub(ROW_FIRST);
    let several = ((more & ROW_BUT_LAST) + ROW_BUT_LAST) | more;
    let single = ROW_LAST & !several;
    (single << 1).wrapping_sub(single >> 8)
}

/// A 9x9 board, classic or with the diagonals (by the constant).
#[derive(Clone, Copy, Debug)]
pub(super) struct Nine<const DIAGONAL: bool> {
    /// By digit index: where it may stand.
    places: [Bands; 9],
    /// Cells whose digit is settled and has been taken from the other digits' words.
    settled: Bands,
    /// Digits, as bits by index, whose places changed since their last closure.
    dirty: u32,
}

impl<const DIAGONAL: bool> Nine<DIAGONAL> {
    /// Whether the rules are those of this board.
    pub(super) fn serves(rules: &Rules) -> bool {
        let is_served = if DIAGONAL { rules.is_diagonal() } else { rules.is_classic() };
        rules.size() == Size::NINE && is_served
    }

    /// The board of these givens, or `None` if two clash in a row (other clashes, and what
    /// follows from the givens, is left to [`Board::propagate`]).
    pub(super) fn new(givens: &Grid) -> Option<Self> {
        let mut own = [[0u32; 4]; 10];
        for (row, values) in givens.values().chunks_exact(9).enumerate() {
            let (band, shift) = (row / 3, row % 3 * 9);
            for (column, &value) in values.iter().enumerate() {
                own[usize::from(value)][band] |= 1 << (shift + column);
            }
        }
        let given = and_not(ALL, own[0]);
        let mut places = [ALL; 9];
        for (places, own) in places.iter_mut().zip(&own[1..]) {
            for band in 0..3 {
                let word = own[band];
                let full = ((((word & ROW_BUT_LAST) + ROW_BUT_LAST) | word) & ROW_LAST) << 1;
                if (full.count_ones()) != word.count_ones() {
                    return None;
                }
                let rows = full.wrapping_sub(full >> 9);
                places[band] = word | BAND & !rows & !given[band];
            }
        }
        Some(Nine { places, settled: given, dirty: 0x1ff })
    }

    /// Brings one digit to its fixpoint; `false` if it has none.
    #[inline]
    fn close(&mut self, digit: usize) -> bool {
        let mut places = self.places[digit];
        loop {
            let before = places;
            let mut empty = false;
            for word in &mut places[..3] {
                let minirows = usize::from(THIRDS[*word as usize & 511])
                    | usize::from(THIRDS[(*word >> 9) as usize & 511]) << 3
                    | usize::from(THIRDS[(*word >> 18) as usize & 511]) << 6;
                *word &= ROWS_LEFT[minirows];
                empty |= *word == 0;
            }
            if empty {
                return false;
            }
            let columns = |word: u32| (word | word >> 9 | word >> 18) & 511;
            let all = columns(places[0]) | columns(places[1]) << 9 | columns(places[2]) << 18;
            let minicolumns = |stack: u32| {
                let bits = all >> (3 * stack) & 0o7_007_007;
                ((bits | bits >> 6 | bits >> 12) & 511) as usize
            };
            let left = COLUMNS_LEFT[minicolumns(0)]
                | COLUMNS_LEFT[minicolumns(1)] << 3
                | COLUMNS_LEFT[minicolumns(2)] << 6;
            for (band, word) in places[..3].iter_mut().enumerate() {
                *word &= (left >> (9 * band) & 511) * ROW_FIRST;
            }
            if DIAGONAL && !close_diagonals(&mut places) {
                return false;
            }
            if places == before {
                break;
            }
        }
        self.places[digit] = places;
        true
    }

    /// Cells with exactly one candidate, and whether each cell has one.
    fn naked(&self) -> (Bands, bool) {
        let (mut once, mut twice) = ([0; 4], [0; 4]);
        for &places in &self.places {
            twice = or(twice, and(once, places));
            once = or(once, places);
        }
        (and_not(once, twice), once == ALL)
    }

    /// By cell: the digits left, as bits by index.
    fn sets(&self) -> [u16; 81] {
        let mut sets = [0; 81];
        for (digit, &places) in self.places.iter().enumerate() {
            for cell in cells(places) {
                sets[cell] |= 1 << digit;
            }
        }
        sets
    }
}

impl<const DIAGONAL: bool> Board for Nine<DIAGONAL> {
    fn propagate(&mut self) -> bool {
        let not_peers = if DIAGONAL { &NOT_PEERS_DIAGONAL } else { &NOT_PEERS };
        loop {
            while self.dirty != 0 {
                let digit = self.dirty.trailing_zeros() as usize;
                if !self.close(digit) {
                    return false;
                }
                self.dirty &= self.dirty - 1;
                let places = self.places[digit];
                let placed: Bands =
                    std::array::from_fn(|band| places[band] & single_rows(places[band]));
                let new = and_not(placed, self.settled);
                if any(new) {
                    self.settled = or(self.settled, new);
                    for (other, places) in self.places.iter_mut().enumerate() {
                        if other != digit {
                            let left = and_not(*places, new);
                            self.dirty |= u32::from(left != *places) << other;
                            *places = left;
                        }
                    }
                }
            }
            let (single, complete) = self.naked();
            if !complete {
                return false;
            }
            let new = and_not(single, self.settled);
            if !any(new) {
                return true;
            }
            self.settled = or(self.settled, new);
            for (digit, places) in self.places.iter_mut().enumerate() {
                let here = and(*places, new);
                if any(here) {
                    for cell in cells(here) {
                        *places = and(*places, not_peers[cell]);
                    }
                    self.dirty |= 1 << digit;
                }
            }
        }
    }

    fn allows(&self, candidate: Candidate) -> bool {
        let cell = candidate.cell.index();
        self.places[candidate.digit.index()][cell / 27] >> (cell % 27) & 1 == 1
    }

    fn try_choice(&mut self, choice: [Candidate; 2]) -> Tried {
        try_on_copies(self, choice)
    }

    fn is_solved(&self) -> bool {
        self.settled == ALL
    }

    fn choices(&self, choices: &mut Vec<[Candidate; 2]>) {
        let units = UNITS_9X9.iter().map(|unit| &unit[..]);
        append_choices(&self.sets().map(|set| Mask([set.into()])), units, choices);
    }

    fn write_candidates(&self, candidates: &mut Candidates) {
        for (cell, set) in self.sets().into_iter().enumerate() {
            candidates[Cell::from_index(cell)] = DigitSet::from_bits(set.into());
        }
    }

    fn grid(&self) -> Grid {
        let mut values = [0; 81];
        for (digit, &places) in self.places.iter().enumerate() {
            for cell in cells(places) {
                values[cell] = digit as u8 + 1;
            }
        }
        Grid::from_bytes(&values).expect("digits up to 9")
    }
}

impl<const DIAGONAL: bool> SmallBoard for Nine<DIAGONAL> {
    fn place(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell.index(), candidate.digit.index());
        let not_peers = if DIAGONAL { &NOT_PEERS_DIAGONAL } else { &NOT_PEERS };
        self.places[digit] = and(self.places[digit], not_peers[cell]);
        // Then it is the only place of its row, and propagation takes the cell from other digits.
        self.dirty |= 1 << digit;
    }

    fn keep_either(&mut self, first: &Self, second: &Self) -> bool {
        for (digit, places) in self.places.iter_mut().enumerate() {
            let left = and(*places, or(first.places[digit], second.places[digit]));
            self.dirty |= u32::from(left != *places) << digit;
            *places = left;
        }
        self.dirty != 0
    }
}

/// Takes from a digit what sees all its places on a diagonal, or on the diagonal's part of a box
/// when the box has no other places; `false` if a diagonal has none or a box two.
fn close_diagonals(places: &mut Bands) -> bool {
    let single: Bands = std::array::from_fn(|band| places[band] & single_rows(places[band]));
    for (diagonal, boxes) in DIAGONALS.into_iter().zip([[0, 1, 2], [2, 1, 0]]) {
        let placed = and(single, diagonal);
        match count(placed) {
            0 => {}
            1 => *places = or(and_not(*places, diagonal), placed),
            _ => return false,
        }
        for (band, box_in_band) in boxes.into_iter().enumerate() {
            let in_box = BOXES_OF_BAND[box_in_band];
            if places[band] & in_box & !diagonal[band] == 0 {
                let elsewhere: Bands = std::array::from_fn(|other| {
                    if other == band { diagonal[other] & !in_box } else { diagonal[other] }
                });
                *places = and_not(*places, elsewhere);
            }
        }
        let on = and(*places, diagonal);
        match count(on) {
            0 => return false,
            1..=3 => {
                let mut seen = ALL;
                for cell in cells(on) {
                    // A place is not its own peer, so none of them goes.
                    seen = and_not(seen, NOT_PEERS_DIAGONAL[cell]);
                }
                *places = and_not(*places, seen);
            }
            _ => {}
        }
    }
    true
}
