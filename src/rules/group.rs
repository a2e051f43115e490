//! Groups: the sets of candidates that the rules restrict.

use super::{PairIndex, PairKind, Rules, UnitIndex};
use crate::grid::{Candidate, Cell, CellNames, Digit};

/// A set of candidates of which exactly one is in a solution or, if the group belongs to a pair of
/// cells, at most one.
///
/// Groups express all rules except clues that need more than units and pairs. Clauses require *at
/// least one* or *at most one* candidate of a group. These requirements are the truths and the
/// links of an explained step and the parts of a conflict, and an audit looks for them in a
/// formula. Methods with a group panic if the rules have no such unit or pair.
///
/// ```
/// use satdoku::rules::Group;
/// use satdoku::{CellNames, Rules, Size};
/// let rules = Rules::classic(Size::NINE);
/// assert_eq!(rules.groups().count(), 81 + 27 * 9);
/// assert!(rules.groups().all(|group| group.candidates(&rules).count() == 9));
/// let names = |group: Group| group.describe(&rules, CellNames::A1, |d| d.to_string());
/// assert_eq!(rules.groups().map(names).nth(81 + 2 * 9 + 4).unwrap(), "5 in row C");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// The candidates of a cell: exactly one is true.
    Cell(Cell),
    /// The candidates of a digit in a unit: exactly one is true.
    Unit(UnitIndex, Digit),
    /// The two candidates of a digit in the cells of a pair: at most one is true.
    Pair(PairIndex, Digit),
}

impl Group {
    /// The cell, if this is the group of a cell.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Group::Cell(cell) => Some(*cell),
            Group::Unit(..) | Group::Pair(..) => None,
        }
    }

    /// The unit, if this is a group of a unit.
    pub fn unit(&self) -> Option<UnitIndex> {
        match self {
            Group::Unit(unit, _) => Some(*unit),
            Group::Cell(_) | Group::Pair(..) => None,
        }
    }

    /// The digit, if this is a group of a unit or a pair.
    pub fn digit(&self) -> Option<Digit> {
        match self {
            Group::Cell(_) => None,
            Group::Unit(_, digit) | Group::Pair(_, digit) => Some(*digit),
        }
    }

    /// The candidates of the group, ascending.
    pub fn candidates(self, rules: &Rules) -> impl Iterator<Item = Candidate> + '_ {
        let count = if let Group::Pair(..) = self { 2 } else { rules.size().side() };
        (0..count).map(move |index| match self {
            Group::Cell(cell) => Candidate { cell, digit: Digit::from_index(index) },
            Group::Unit(unit, digit) => Candidate { cell: rules.unit(unit).cells[index], digit },
            Group::Pair(pair, digit) => Candidate { cell: rules.pair(pair).cells[index], digit },
        })
    }

    /// The group in words: `D3`, `5 in row C`, `5 in A1 and B3`. `names` and `digit` define how
    /// cells and digits are written.
    pub fn describe(
        self,
        rules: &Rules,
        names: CellNames,
        digit: impl Fn(Digit) -> String,
    ) -> String {
        let size = rules.size();
        match self {
            Group::Cell(of) => names.name(size, of),
            Group::Unit(unit, of) => {
                format!("{} in {}", digit(of), rules.unit(unit).kind.noun(size, names))
            }
            Group::Pair(pair, of) => {
                let [first, second] = rules.pair(pair).cells.map(|cell| names.name(size, cell));
                format!("{} in {first} and {second}", digit(of))
            }
        }
    }
}

impl Rules {
    /// All groups: first those of cells, then those of each unit, digit by digit, then those of
    /// each pair.
    pub fn groups(&self) -> impl Iterator<Item = Group> + '_ {
        (0..self.group_count()).map(|index| self.group(index))
    }

    /// How many groups there are.
    pub fn group_count(&self) -> usize {
        self.exact_group_count() + self.pairs().len() * self.size().side()
    }

    /// How many groups have exactly one candidate in a solution. These are the groups of cells and
    /// units, which come first.
    pub fn exact_group_count(&self) -> usize {
        self.size().cell_count() + self.units().len() * self.size().side()
    }

    /// The group with this index in the order of [`Rules::groups`]; the index must be below
    /// [`Rules::group_count`].
    pub fn group(&self, index: usize) -> Group {
        let Some(index) = index.checked_sub(self.size().cell_count()) else {
            return Group::Cell(Cell::from_index(index));
        };
        let side = self.size().side();
        let (owner, digit) = (index / side, Digit::from_index(index % side));
        match owner.checked_sub(self.units().len()) {
            None => Group::Unit(UnitIndex::from_index(owner), digit),
            Some(pair) => Group::Pair(PairIndex::from_index(pair), digit),
        }
    }

    /// The index of a group of these rules in the order of [`Rules::groups`].
    pub fn group_index(&self, group: Group) -> usize {
        let of_owner = |owner: usize, digit: Digit| {
            self.size().cell_count() + owner * self.size().side() + digit.index()
        };
        match group {
            Group::Cell(cell) => cell.index(),
            Group::Unit(unit, digit) => of_owner(unit.index(), digit),
            Group::Pair(pair, digit) => of_owner(self.units().len() + pair.index(), digit),
        }
    }

    /// The index of the clue that made the pair of a group, if the group belongs to a pair of a
    /// clue.
    pub(crate) fn clue_of(&self, group: Group) -> Option<usize> {
        match group {
            Group::Pair(pair, _) => match self.pair(pair).kind {
                PairKind::Clue(clue) => Some(clue as usize),
                _ => None,
            },
            Group::Cell(_) | Group::Unit(..) => None,
        }
    }

    /// The groups of a candidate, ascending: its cell, its units, its pairs.
    pub fn groups_of(&self, candidate: Candidate) -> impl Iterator<Item = Group> + '_ {
        let Candidate { cell, digit } = candidate;
        let units = self.units_of(cell).iter().map(move |&unit| Group::Unit(unit, digit));
        let pairs = self.pairs_of(cell).iter().map(move |&pair| Group::Pair(pair, digit));
        std::iter::once(Group::Cell(cell)).chain(units).chain(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;
    use crate::rules::Variant;

    #[test]
    fn groups_their_indices_and_their_candidates_agree() {
        let rules = Rules::builder(Size::NINE).variant(Variant::Diagonal);
        let rules = rules.variant(Variant::AntiKnight).build().unwrap();
        for (index, group) in rules.groups().enumerate() {
            assert_eq!(rules.group_index(group), index);
            let members: Vec<Candidate> = group.candidates(&rules).collect();
            assert!(members.is_sorted());
            assert_eq!(members.len() == 9, index < rules.exact_group_count());
        }
        for candidate in rules.size().candidates() {
            let holds = |group: &Group| group.candidates(&rules).any(|member| member == candidate);
            assert!(rules.groups().filter(holds).eq(rules.groups_of(candidate)));
        }
    }
}
