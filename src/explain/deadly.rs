//! Deadly patterns: sets of candidates that a puzzle with one solution cannot be reduced to.

use itertools::Itertools;

use super::state::State;
use crate::grid::{Candidate, Cell, DigitSet, Size};
use crate::rules::Rules;

/// Open cells with two digits each, such that a unit has each of these digits in two of the cells
/// or in none. If a solution had only these digits in the cells, exchanging the two digits in each
/// cell would give a second solution. So if there is one solution, one of the cells holds another
/// digit.
///
/// Four cells with the same two digits make a unique rectangle, all open cells make a bivalue
/// universal grave (BUG). The definitions are those of sudopedia.org and of the guide of HoDoKu;
/// the idea to treat both as one more clause, in addition to truths and links, is ours.
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

    /// The digits of all cells together.
    pub fn digits(&self) -> DigitSet {
        self.pattern.iter().map(|candidate| candidate.digit).collect()
    }

    /// The other candidates of the cells, gone or not, ascending: at least one holds.
    pub fn others(&self, size: Size) -> impl Iterator<Item = Candidate> + '_ {
        let all = self.cells().cartesian_product(size.digits().collect_vec());
        all.map(|(cell, digit)| Candidate { cell, digit })
            .filter(|candidate| !self.pattern.contains(candidate))
    }

    /// Whether the cells are four with the same two digits.
    pub(super) fn is_rectangle(&self) -> bool {
        self.cells().count() == 4 && self.digits().len() == 2
    }

    /// The patterns of a state that can be of use, ascending: rectangles in which a cell has no
    /// other candidate, and the grave.
    pub(super) fn all(state: &State) -> Vec<Deadly> {
        let mut found: Vec<Deadly> = rectangles(state).chain(grave(state)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// A pattern, if it is deadly under these rules. Cells of pairs belong to no pattern:
    /// exchanging digits could make them clash.
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

fn rectangles(state: &State) -> impl Iterator<Item = Deadly> {
    let size = state.size();
    let (rules, candidates) = (state.rules(), state.candidates());
    let corners = size.cells().filter(|&cell| is_open(state, cell) && candidates[cell].len() == 2);
    let opposite = corners.cartesian_product(size.cells().collect_vec());
    opposite.filter_map(move |(corner, opposite)| {
        let [(row, column), (other_row, other_column)] =
            [corner, opposite].map(|cell| (size.row_index(cell), size.column_index(cell)));
        let cells = [corner, size.cell(row, other_column), size.cell(other_row, column), opposite];
        let digits = &candidates[corner];
        let can_be_in = |&cell: &Cell| {
            is_open(state, cell) && digits.iter().any(|digit| candidates[cell].contains(digit))
        };
        if row == other_row || column == other_column || !cells.iter().all(can_be_in) {
            return None;
        }
        let pattern = cells.into_iter().cartesian_product(digits.iter().collect_vec());
        Deadly::new(rules, pattern.map(|(cell, digit)| Candidate { cell, digit }).collect())
    })
}

/// All open cells, without the spare candidates: those in cells with more than two, of a digit that
/// has more than two places in each unit of the cell.
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
