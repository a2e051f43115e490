//! The groups of candidates that the rules speak of, of each of which a solution holds exactly one.

use std::sync::Arc;

use crate::grid::{Candidate, Cell, Digit, Size};
use crate::rules::{PairIndex, Rules, UnitIndex};

/// Candidates of which a solution holds exactly one, or of a pair at most one. *At least one* makes it a truth of a step, *at
/// most one* a link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// The digits of a cell.
    Cell(Cell),
    /// The places of a digit in a unit: an index from 0 into [`Rules::units`].
    Unit(UnitIndex, Digit),
    /// A digit in the two cells of a pair, of which a solution holds at most one: a link only.
    Pair(PairIndex, Digit),
}

/// An index of a candidate or of a group, from 0.
pub(super) type Index = u32;

/// The largest side of what can be explained: what is counted and added up of a group or a pattern
/// fits its words.
pub(super) const MAX_SIDE: usize = 40;

/// Rules that are too large for steps, paths and depths.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a side of at most {MAX_SIDE} for depths and steps, found {side}")]
pub struct TooLarge {
    /// That of the rules.
    pub side: usize,
}

/// Whether rules are small enough for steps, paths and depths: a side of at most 40, with any units
/// and pairs.
///
/// # Errors
/// [`TooLarge`] if they are not.
pub fn check_size(rules: &Rules) -> Result<(), TooLarge> {
    let side = rules.size().side();
    if side > MAX_SIDE { Err(TooLarge { side }) } else { Ok(()) }
}

/// Tables of what is in which group. Candidates are numbered by cell and digit; groups are the
/// cells in order, then the digits of each unit, then those of each pair: these are links only.
#[derive(Debug)]
pub(super) struct Groups {
    rules: Arc<Rules>,
    members: Vec<Index>,
    of: Vec<Index>,
    /// By candidate: where its groups start in `of`, and where its pairs do; one more at the end.
    of_starts: Vec<[u32; 2]>,
}

impl Groups {
    /// # Panics
    /// If the side is above [`MAX_SIDE`].
    pub(super) fn new(rules: &Arc<Rules>) -> Groups {
        let size = rules.size();
        let side = size.side();
        check_size(rules).unwrap_or_else(|error| panic!("{error}"));
        let mut members = Vec::new();
        for cell in 0..size.cell_count() {
            members.extend((0..side).map(|digit| (cell * side + digit) as Index));
        }
        for unit in rules.units() {
            for digit in 0..side {
                members
                    .extend(unit.cells.iter().map(|cell| (cell.index() * side + digit) as Index));
            }
        }
        let (mut of, mut of_starts) = (Vec::new(), Vec::new());
        let unit_groups = size.cell_count() + rules.units().len() * side;
        for cell in size.cells() {
            for digit in 0..side {
                let start = of.len() as u32;
                of.push(cell.index() as Index);
                let of_unit = |&unit: &UnitIndex| size.cell_count() + unit.index() * side + digit;
                of.extend(rules.units_of(cell).iter().map(|unit| of_unit(unit) as Index));
                of_starts.push([start, of.len() as u32]);
                let of_pair = |pair: &PairIndex| unit_groups + pair.index() * side + digit;
                of.extend(rules.pairs_of(cell).iter().map(|pair| of_pair(pair) as Index));
            }
        }
        of_starts.push([of.len() as u32; 2]);
        Groups { rules: Arc::clone(rules), members, of, of_starts }
    }

    pub(super) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub(super) fn size(&self) -> Size {
        self.rules.size()
    }

    pub(super) fn candidate_count(&self) -> usize {
        self.of_starts.len() - 1
    }

    /// The cells, and the digits of each unit.
    pub(super) fn group_count(&self) -> usize {
        self.members.len() / self.size().side()
    }

    /// All of them and the digits of each pair.
    pub(super) fn link_count(&self) -> usize {
        self.group_count() + self.rules.pairs().len() * self.size().side()
    }

    /// The candidates of a group, gone or not, in ascending order.
    pub(super) fn members(&self, group: Index) -> &[Index] {
        let side = self.size().side();
        &self.members[group as usize * side..][..side]
    }

    /// The groups of a candidate: its cell, then its units.
    pub(super) fn of(&self, candidate: Index) -> &[Index] {
        let [start, end] = self.of_starts[candidate as usize];
        &self.of[start as usize..end as usize]
    }

    /// The links of a candidate: its groups, then its pairs.
    pub(super) fn links(&self, candidate: Index) -> &[Index] {
        let index = candidate as usize;
        &self.of[self.of_starts[index][0] as usize..self.of_starts[index + 1][0] as usize]
    }

    /// The candidates of a digit in the partners of its cell.
    pub(super) fn partners(&self, candidate: Index) -> impl Iterator<Item = Index> + '_ {
        let Candidate { cell, digit } = self.candidate(candidate);
        self.rules.partners(cell).map(move |cell| self.index(Candidate { cell, digit }))
    }

    pub(super) fn index(&self, candidate: Candidate) -> Index {
        (candidate.cell.index() * self.size().side() + candidate.digit.index()) as Index
    }

    pub(super) fn candidate(&self, index: Index) -> Candidate {
        let (side, index) = (self.size().side(), index as usize);
        Candidate { cell: Cell::from_index(index / side), digit: Digit::from_index(index % side) }
    }

    pub(super) fn group(&self, index: Index) -> Group {
        let (cell_count, side, index) =
            (self.size().cell_count(), self.size().side(), index as usize);
        let Some(index) = index.checked_sub(cell_count) else {
            return Group::Cell(Cell::from_index(index));
        };
        let (owner, digit) = (index / side, Digit::from_index(index % side));
        match owner.checked_sub(self.rules.units().len()) {
            None => Group::Unit(UnitIndex::from_index(owner), digit),
            Some(pair) => Group::Pair(PairIndex::from_index(pair), digit),
        }
    }
}

impl Group {
    /// Its cell, if it is one.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Group::Cell(cell) => Some(*cell),
            Group::Unit(..) | Group::Pair(..) => None,
        }
    }

    /// Its digit, if it is the places of one.
    pub fn digit(&self) -> Option<Digit> {
        match self {
            Group::Cell(_) => None,
            Group::Unit(_, digit) | Group::Pair(_, digit) => Some(*digit),
        }
    }

    /// Its candidates under these rules, gone or not, ascending.
    ///
    /// # Panics
    /// If the rules have no such unit or pair.
    pub fn candidates(self, rules: &Rules) -> impl Iterator<Item = Candidate> + '_ {
        let (cells, digits) = match self {
            Group::Cell(cell) => (vec![cell], rules.size().digits().collect()),
            Group::Unit(unit, digit) => (rules.unit(unit).cells.clone(), vec![digit]),
            Group::Pair(pair, digit) => (rules.pair(pair).cells.to_vec(), vec![digit]),
        };
        itertools::iproduct!(cells, digits).map(|(cell, digit)| Candidate { cell, digit })
    }
}
