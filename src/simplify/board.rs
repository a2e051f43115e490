//! What the techniques need of a board.

use crate::grid::{Candidate, Candidates, Cell, Digit, Grid, Size};

/// The candidates of a puzzle in some layout, with propagation.
pub(crate) trait Board: Clone {
    /// Unit propagation and locked candidates to a fixpoint; `false` if there is no solution.
    /// Afterwards every cell has a candidate, and a cell's only candidate is in none of its peers.
    fn propagate(&mut self) -> bool;

    /// Whether a candidate is still possible.
    fn allows(&self, candidate: Candidate) -> bool;

    /// Leaves a cell one of its possible digits; [`Board::propagate`] does the rest.
    fn place(&mut self, candidate: Candidate);

    /// Keeps what at least one of two boards allows; whether anything went.
    fn keep_either(&mut self, first: &Self, second: &Self) -> bool;

    /// After a successful [`Board::propagate`]: whether every cell has one candidate, which makes
    /// it the only solution.
    fn is_solved(&self) -> bool;

    /// Appends pairs of candidates of which every solution holds exactly one: the cells with two
    /// digits, then the digits with two places in a row, a column or a box. Other units' digits
    /// with two places may be among them.
    fn choices(&self, choices: &mut Vec<[Candidate; 2]>);

    /// The solution of a solved board of this size.
    fn grid(&self, size: Size) -> Grid;

    /// Adds the candidates left to cells without any.
    fn write_candidates(&self, candidates: &mut Candidates);
}

/// The rows, the columns and the boxes of a 9x9 grid.
pub(super) const UNITS_9X9: [[Cell; 9]; 27] = {
    let mut units = [[Cell::from_index(0); 9]; 27];
    let mut n = 0;
    while n < 81 {
        let (i, k) = (n / 9, n % 9);
        units[i][k] = Cell::from_index(9 * i + k);
        units[9 + i][k] = Cell::from_index(9 * k + i);
        units[18 + i][k] = Cell::from_index(27 * (i / 3) + 3 * (i % 3) + 9 * (k / 3) + k % 3);
        n += 1;
    }
    units
};

/// [`Board::choices`] of a board whose cells have these sets of digits (bits by index) and of these
/// units. All boards go by it, so that the order of the probes is the same on each.
pub(super) fn append_choices<'a, S: Copy + Into<u64>>(
    sets: &[S],
    units: impl Iterator<Item = &'a [Cell]>,
    choices: &mut Vec<[Candidate; 2]>,
) {
    let candidate = |cell, digit: u32| Candidate { cell, digit: Digit::from_index(digit as usize) };
    for (index, &set) in sets.iter().enumerate() {
        let set = set.into();
        let rest = set & set.wrapping_sub(1);
        if rest.is_power_of_two() {
            let cell = Cell::from_index(index);
            choices.push([set, rest].map(|digits| candidate(cell, digits.trailing_zeros())));
        }
    }
    for unit in units {
        let set = |cell: Cell| -> u64 { sets[cell.index()].into() };
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for &cell in unit {
            let set = set(cell);
            thrice |= twice & set;
            twice |= once & set;
            once |= set;
        }
        let mut digits = twice & !thrice;
        while digits != 0 {
            let digit = digits.trailing_zeros();
            digits &= digits - 1;
            let mut places = unit.iter().filter(|&&cell| set(cell) >> digit & 1 == 1);
            if let (Some(&first), Some(&second)) = (places.next(), places.next()) {
                choices.push([candidate(first, digit), candidate(second, digit)]);
            }
        }
    }
}
