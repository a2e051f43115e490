//! Deadly patterns: if a puzzle has exactly one solution, its candidates cannot be reduced to such
//! a pattern.

use itertools::Itertools;

use super::state::State;
use crate::grid::{Candidate, Cell, Digit, DigitSet, Size};
use crate::rules::{Rules, UnitKind};

/// Cells that are not givens, with two digits for each cell, such that in each unit, each of these
/// digits occurs in two of the cells or in none. If a solution had only these digits in the cells,
/// exchanging the two digits in each cell would give a second solution. So if there is exactly one
/// solution, at least one of the cells holds another digit.
///
/// Four cells with the same two digits form a unique rectangle, or an avoidable rectangle if some
/// of the cells are placed. Six or more cells form a unique loop. All open cells form a bivalue
/// universal grave (BUG). The definitions are those of sudopedia.org and of the guide of HoDoKu.
/// The idea to treat each pattern as a clause in addition to truths and links is ours.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Deadly {
    /// The two candidates of each cell, ascending.
    pattern: Vec<Candidate>,
}

impl Deadly {
    /// The cells, ascending.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.pattern.iter().map(|candidate| candidate.cell).dedup()
    }

    /// The digits of the pattern, of all cells together.
    pub fn digits(&self) -> DigitSet {
        self.pattern.iter().map(|candidate| candidate.digit).collect()
    }

    /// The other candidates of the cells, removed or not, ascending. At least one of them holds.
    pub fn others(&self, size: Size) -> impl Iterator<Item = Candidate> + '_ {
        let all = self.cells().cartesian_product(size.digits().collect_vec());
        all.map(|(cell, digit)| Candidate { cell, digit })
            .filter(|candidate| !self.pattern.contains(candidate))
    }

    /// Whether all cells have the same two digits, as in a rectangle or a loop.
    pub(super) fn is_of_two_digits(&self) -> bool {
        self.digits().len() == 2
    }

    /// The patterns of a state that can be useful, ascending: rectangles in which some cell has no
    /// other candidate, loops, and the grave. If `is_begun` is true (see [`State::is_begun`]), also
    /// rectangles with placed corners.
    pub(super) fn all(state: &State, is_begun: bool) -> Vec<Deadly> {
        let found = rectangles(state).chain(loops(state)).chain(grave(state));
        let avoidable = is_begun.then(|| avoidable(state)).into_iter().flatten();
        let mut found: Vec<Deadly> = found.chain(avoidable).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The pattern of these candidates, if it is deadly under these rules. No cell of a pattern is
    /// in a pair, since exchanged digits could clash there.
    fn new(rules: &Rules, mut pattern: Vec<Candidate>) -> Option<Deadly> {
        pattern.sort_unstable();
        let are_in_units = pattern.iter().all(|c| rules.partners(c.cell).next().is_none());
        let in_cells = pattern.chunk_by(|a, b| a.cell == b.cell).all(|both| both.len() == 2);
        let units = |c: &Candidate| rules.units_of(c.cell).iter().copied();
        let mut places =
            pattern.iter().flat_map(|c| units(c).map(|unit| (unit, c.digit))).collect_vec();
        places.sort_unstable();
        let in_units = places.chunk_by(|a, b| a == b).all(|both| both.len() == 2);
        (are_in_units && in_cells && in_units).then_some(Deadly { pattern })
    }
}

fn is_open(state: &State, cell: Cell) -> bool {
    state.placed().get(cell).is_none()
}

/// The four corners of a rectangle that has these two cells as opposite corners, the first one
/// first and the second one last; `None` if they are not opposite corners.
fn corners(size: Size, corner: Cell, opposite: Cell) -> Option<[Cell; 4]> {
    let [(row, column), (other_row, other_column)] =
        [corner, opposite].map(|cell| (size.row_index(cell), size.column_index(cell)));
    let beside = [size.cell(row, other_column), size.cell(other_row, column)];
    (row != other_row && column != other_column).then_some([corner, beside[0], beside[1], opposite])
}

/// The pattern in which each of these cells has all these digits, if it is deadly.
fn pattern(rules: &Rules, cells: &[Cell], digits: &DigitSet) -> Option<Deadly> {
    let all = cells.iter().cartesian_product(digits.iter().collect_vec());
    Deadly::new(rules, all.map(|(&cell, digit)| Candidate { cell, digit }).collect())
}

fn rectangles(state: &State) -> impl Iterator<Item = Deadly> {
    let (size, candidates) = (state.size(), state.candidates());
    let bivalue = size.cells().filter(|&cell| is_open(state, cell) && candidates[cell].len() == 2);
    let opposite = bivalue.cartesian_product(size.cells().collect_vec());
    opposite.filter_map(move |(corner, opposite)| {
        let cells = corners(size, corner, opposite)?;
        let digits = &candidates[corner];
        let can_be_in = |&cell: &Cell| {
            is_open(state, cell) && digits.iter().any(|digit| candidates[cell].contains(digit))
        };
        cells.iter().all(can_be_in).then(|| pattern(state.rules(), &cells, digits))?
    })
}

/// Rectangles with placed corners, none of which is a given.
fn avoidable(state: &State) -> impl Iterator<Item = Deadly> {
    let size = state.size();
    let is_given = |cell| state.givens().get(cell).is_some();
    let placed = state.placed().filled().filter(move |held| !is_given(held.cell));
    let opposite = placed.cartesian_product(size.cells().collect_vec());
    let with_other = opposite.cartesian_product(size.digits().collect_vec());
    with_other.filter_map(move |((held, opposite), other)| {
        let cells = corners(size, held.cell, opposite)?;
        let digits = [held.digit, other, other, held.digit];
        let can_be = |(&cell, digit): (&Cell, Digit)| {
            !is_given(cell) && state.candidates()[cell].contains(digit)
        };
        let is_possible = other != held.digit && cells.iter().zip(digits).all(can_be);
        let digits = DigitSet::from_iter([held.digit, other]);
        is_possible.then(|| pattern(state.rules(), &cells, &digits))?
    })
}

/// How many cells a loop has at most.
const LONGEST_LOOP: usize = 12;

/// Loops of six or more open cells that all have the same two candidates. At most two of the cells
/// have other candidates too.
fn loops(state: &State) -> Vec<Deadly> {
    let candidates = state.candidates();
    let starts =
        state.size().cells().filter(|&cell| is_open(state, cell) && candidates[cell].len() == 2);
    let mut found = Vec::new();
    for start in starts {
        extend_loop(state, &candidates[start], &mut vec![start], None, &mut found);
    }
    found
}

/// Extends a loop from its last cell, within a unit of another kind than the previous unit.
fn extend_loop(
    state: &State,
    digits: &DigitSet,
    cells: &mut Vec<Cell>,
    by: Option<UnitKind>,
    found: &mut Vec<Deadly>,
) {
    let (rules, candidates) = (state.rules(), state.candidates());
    let same = |a: UnitKind, b: UnitKind| std::mem::discriminant(&a) == std::mem::discriminant(&b);
    let last = cells[cells.len() - 1];
    for &unit in rules.units_of(last) {
        let unit = rules.unit(unit);
        if by.is_some_and(|by| same(by, unit.kind)) {
            continue;
        }
        for &next in &unit.cells {
            if next == cells[0] && cells.len() >= 6 {
                found.extend(pattern(rules, cells, digits));
            }
            let holds = is_open(state, next) && digits.iter().all(|d| candidates[next].contains(d));
            let is_spare = |cell: &&Cell| candidates[**cell].len() > 2;
            if !holds
                || cells.contains(&next)
                || cells.len() == LONGEST_LOOP
                || candidates[next].len() > 2 && cells.iter().filter(is_spare).count() > 1
            {
                continue;
            }
            cells.push(next);
            extend_loop(state, digits, cells, Some(unit.kind), found);
            cells.pop();
        }
    }
}

/// The pattern of all open cells without their spare candidates. A candidate is spare if its cell
/// has more than two candidates, and its digit has more than two places in each unit of the cell.
fn grave(state: &State) -> Option<Deadly> {
    let (rules, candidates) = (state.rules(), state.candidates());
    let is_left = |candidate: &Candidate| is_open(state, candidate.cell);
    let is_spare = |&Candidate { cell, digit }: &Candidate| {
        candidates[cell].len() > 2
            && rules.units_of(cell).iter().all(|&unit| {
                let cells = rules.unit(unit).cells.iter();
                cells.filter(|&&other| candidates[other].contains(digit)).count() > 2
            })
    };
    let pattern = candidates.iter().filter(|c| is_left(c) && !is_spare(c)).collect_vec();
    let is_whole = pattern.iter().map(|candidate| candidate.cell).dedup().count()
        == state.size().cells().filter(|&cell| is_open(state, cell)).count();
    Deadly::new(rules, pattern).filter(|_| is_whole)
}
