//! Counts the solutions of a puzzle without finding them one by one.
//!
//! Cells are filled row by row. The number of ways to fill the cells that are left depends only on
//! the state: the candidates of these cells. So at the start of each row, this number is stored for
//! the state (a transfer matrix with memory, as in counts of latin squares: McKay & Wanless, *On
//! the Number of Latin Squares*, 2005, <https://doi.org/10.1007/s00026-005-0261-7>). If no rule
//! distinguishes digits, states that differ only in the names of digits are treated as one state.
//! The solutions are not verified one by one; tests compare the numbers with those of a search.

use std::collections::HashMap;

use itertools::Itertools;

use crate::answer::Deadline;
use crate::grid::{Candidate, Candidates, Cell};
use crate::rules::{Part, Puzzle};

/// The greatest memory for stored states, in bytes (approximately).
const MOST_BYTES: usize = 1 << 27;
/// The greatest number of digits that are placed. To place this number of digits takes some
/// seconds.
const MOST_STEPS: u64 = 1 << 27;

/// The number of solutions with only these candidates. `None` if the puzzle has clues about more
/// than single cells, pairs, or different digits, if it has more than 128 cells, or if counting
/// takes too long or too much memory.
pub(super) fn tally(puzzle: &Puzzle, among: &Candidates, deadline: Deadline) -> Option<u128> {
    let (rules, size) = (puzzle.rules(), puzzle.size());
    let (side, count) = (size.side(), size.cell_count());
    if count > 128 {
        return None;
    }
    let bit = |cell: Cell| 1u128 << cell.index();
    // For each cell and each digit placed there, by digit: the cells that lose this candidate.
    let mut takes = vec![vec![0u128; side]; count * side];
    for Candidate { cell, digit } in size.candidates() {
        let peers = rules.peers(cell).map(bit).fold(0, |all, bit| all | bit);
        takes[cell.index() * side + digit.index()][digit.index()] = peers;
    }
    let mut digits = vec![0; side];
    among.iter().for_each(|open| digits[open.digit.index()] |= bit(open.cell));
    let mut are_alike = true;
    let mut pair = |[first, second]: [Cell; 2], may: &dyn Fn(usize, usize) -> bool| {
        are_alike = false;
        for (a, b) in (0..side).cartesian_product(0..side).filter(|&(a, b)| !may(a, b)) {
            takes[first.index() * side + a][b] |= bit(second);
            takes[second.index() * side + b][a] |= bit(first);
        }
    };
    for (_, part) in rules.parts() {
        match part {
            Part::Only { cell, digits: only } => {
                let others =
                    digits.iter_mut().enumerate().filter(|(digit, _)| only >> digit & 1 == 0);
                others.for_each(|(_, cells)| *cells &= !bit(*cell));
            }
            Part::Differ { .. } => {}
            Part::Pair { cells, allowed } => pair(*cells, &|a, b| allowed[a] >> b & 1 == 1),
            Part::Sets { cells, sets } if cells.len() == 2 => {
                let is_set = |a: usize, b: usize| sets.contains(&(1 << a | 1 << b));
                pair([cells[0], cells[1]], &is_set);
            }
            Part::Sets { .. } | Part::Line { .. } => return None,
        }
    }
    let most_kept = MOST_BYTES / (16 * side + 64);
    let (known, steps) = (HashMap::new(), 0);
    Tally { side, count, takes, are_alike, known, most_kept, steps, deadline }.go_on(0, &digits)
}

struct Tally {
    side: usize,
    count: usize,
    takes: Vec<Vec<u128>>,
    /// Whether digits are interchangeable.
    are_alike: bool,
    /// For each state, which is the set of cells that can have the digit, for each digit: the
    /// number of ways to fill the cells that are left.
    known: HashMap<Box<[u128]>, u128>,
    most_kept: usize,
    steps: u64,
    deadline: Deadline,
}

impl Tally {
    /// The number of ways to fill all cells from index `at` on.
    fn go_on(&mut self, at: usize, digits: &[u128]) -> Option<u128> {
        if at == self.count {
            return Some(1);
        }
        let ahead = u128::MAX << at;
        let mut key = None;
        if at.is_multiple_of(self.side) {
            let mut state: Box<[u128]> = digits.iter().map(|cells| cells & ahead).collect();
            if self.are_alike {
                state.sort_unstable();
            }
            if let Some(&known) = self.known.get(&state) {
                return Some(known);
            }
            key = Some(state);
        }
        let mut total: u128 = 0;
        let all = u128::MAX >> (128 - self.count) & (ahead << 1);
        let all = if at + 1 == self.count { 0 } else { all };
        for digit in (0..self.side).filter(|&digit| digits[digit] >> at & 1 == 1) {
            self.steps += 1;
            let is_late = self.steps.is_multiple_of(1 << 12) && self.deadline.is_over();
            if is_late || self.steps > MOST_STEPS || self.known.len() > self.most_kept {
                return None;
            }
            let takes = &self.takes[at * self.side + digit];
            let left: Vec<u128> =
                digits.iter().zip(takes).map(|(cells, take)| cells & !take).collect();
            if left.iter().fold(0, |union, cells| union | cells) & all == all {
                total = total.checked_add(self.go_on(at + 1, &left)?)?;
            }
        }
        if let Some(key) = key {
            self.known.insert(key, total);
        }
        Some(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Size};
    use crate::rules::{Clue, Rules, Variant};
    use crate::solve::solutions;

    fn count(puzzle: &Puzzle) -> Option<u128> {
        tally(puzzle, &Candidates::from_grid(puzzle.givens()), Deadline::NONE)
    }

    #[test]
    fn counts_as_many_grids_as_published() {
        let latin = |side| Rules::latin(Size::without_boxes(side));
        let boxes = |height, width| Rules::classic(Size::new(height, width).unwrap());
        for (rules, expected) in [
            (boxes(2, 2), 288),
            (boxes(2, 3), 28_200_960),
            (boxes(3, 2), 28_200_960),
            (latin(6), 812_851_200),
            (latin(5), 161_280),
        ] {
            let size = rules.size();
            let puzzle = Puzzle::new(rules, Grid::empty(size)).unwrap();
            assert_eq!(count(&puzzle), Some(expected));
        }
        assert_eq!(count(&Puzzle::classic(Grid::empty(Size::new(3, 4).unwrap()))), None);
    }

    #[test]
    fn counts_what_a_search_finds() {
        let six = Size::new(2, 3).unwrap();
        let builder = || Rules::builder(six);
        let clued = |texts: &[&str]| {
            let clue = |text: &&str| Clue::parse(text, six).unwrap();
            texts.iter().map(clue).fold(builder(), |builder, clue| builder.clue(clue)).build()
        };
        let mut counted = 0;
        for rules in [
            builder().build(),
            builder().variant(Variant::Diagonal).build(),
            builder().variant(Variant::AntiKnight).build(),
            builder().regions("aaabbbaaabbbccddddccccddeeeeffeeffff".parse().unwrap()).build(),
            clued(&["non-consecutive"]),
            clued(&["odd A1", "thermometer C1 C2 D3", "kropki black F5 F6", "differ A1 B4 F6"]),
            clued(&["killer 7 A1 A2", "killer 5 C5 D6", "killer 9 E1 F1"]),
        ] {
            let Ok(rules) = rules else { panic!("{rules:?}") };
            for (at, digit) in [(0, 2), (14, 5), (35, 1)] {
                let mut givens = Grid::empty(six);
                givens.set(Cell::from_index(at), six.digits().nth(digit));
                let row = [4, 0, 3, 1, 5, 2].into_iter().enumerate();
                row.for_each(|(column, of)| givens.set(six.cell(3, column), six.digits().nth(of)));
                let puzzle = Puzzle::new(rules.clone(), givens).unwrap();
                let found = solutions(&puzzle, None, Deadline::NONE).map(Result::unwrap).count();
                assert_eq!(count(&puzzle), Some(found as u128), "{puzzle:?}");
                counted += found;
            }
        }
        assert!(counted > 1_000, "{counted}");
    }

    #[test]
    fn says_nothing_about_sums_of_three_cells() {
        let clue = Clue::parse("killer 6 A1 A2 B1", Size::FOUR).unwrap();
        let rules = Rules::builder(Size::FOUR).clue(clue).build().unwrap();
        assert_eq!(count(&Puzzle::new(rules, Grid::empty(Size::FOUR)).unwrap()), None);
    }
}
