//! Shapes whose truths are cells.

use itertools::Itertools;

use super::{Look, union};
use crate::explain::derivation::are_rivals;
use crate::explain::lists::Index;
use crate::explain::technique::Technique;
use crate::grid::{Candidate, Cell, Digit, DigitSet};
use crate::rules::{Rules, UnitIndex};

impl Look<'_> {
    /// The name of cells that refute a candidate.
    pub(super) fn of_cells(
        &self,
        cells: &[Cell],
        target: Index,
        chain: &[Vec<Index>],
    ) -> Option<Technique> {
        let size = cells.len();
        let digits: Vec<DigitSet> = cells.iter().map(|&cell| self.digits(cell)).collect();
        if size == 1 {
            return Some(Technique::NakedSingle);
        }
        let rules = self.web.groups.rules();
        let mut pairs = cells.iter().tuple_combinations();
        if union(&digits).len() == size && pairs.all(|(&a, &b)| rules.are_peers(a, b)) {
            let is_used = |unit: &&UnitIndex| {
                let mut links = self.core.links.iter().map(|&link| self.web.groups.group(link));
                links.any(|link| link.unit() == Some(**unit))
            };
            let locked = self.shared_units(cells).iter().filter(is_used).count() > 1;
            return Some(if locked {
                Technique::LockedSubset(size)
            } else {
                Technique::NakedSubset(size)
            });
        }
        if digits.iter().all(|set| set.len() == 2) && !chain.is_empty() {
            return Some(if size == 3 { Technique::XyWing } else { Technique::XyChain });
        }
        if size == 3 && digits.iter().map(|set| set.len()).sorted().eq([2, 2, 3]) {
            let all = union(&digits);
            if all.len() == 3 && digits.iter().filter(|&set| *set == all).count() == 1 {
                return Some(Technique::XyzWing);
            }
        }
        if self.is_sue_de_coq(cells, &digits) {
            return Some(Technique::SueDeCoq);
        }
        let with_digits = cells.iter().copied().zip(digits).collect_vec();
        let target = self.web.groups.candidate(target);
        AlmostLocked::of(rules, &with_digits, &[target]).map(|_| Technique::AlsXz)
    }

    /// All digits of the cells once, some of the cells in a box and a line, some only in either.
    fn is_sue_de_coq(&self, cells: &[Cell], digits: &[DigitSet]) -> bool {
        let rules = self.web.groups.rules();
        let inside = |unit: UnitIndex, cell: Cell| rules.unit(unit).cells.contains(&cell);
        let is_box = |unit: UnitIndex| rules.unit(unit).kind.is_box();
        let all: Vec<UnitIndex> =
            cells.iter().flat_map(|&cell| rules.units_of(cell)).copied().unique().collect();
        union(digits).len() == cells.len()
            && all.iter().copied().cartesian_product(&all).any(|(first, &second)| {
                let of = |in_first: bool, in_second: bool| {
                    cells.iter().zip(digits).filter(move |&(&cell, _)| {
                        (inside(first, cell), inside(second, cell)) == (in_first, in_second)
                    })
                };
                let part = |in_first, in_second| {
                    of(in_first, in_second).fold(DigitSet::EMPTY, |all, (_, set)| &all | set)
                };
                is_box(first)
                    && !is_box(second)
                    && of(false, false).count() == 0
                    && of(true, true).count() >= 2
                    && [of(true, false).count(), of(false, true).count()].iter().all(|&n| n > 0)
                    && (&part(true, false) & &part(false, true)).is_empty()
            })
    }
}

/// Two sets of cells, each in a unit and with one digit too many, and the digits that only one of
/// them can hold.
pub(in crate::explain) struct AlmostLocked {
    pub(in crate::explain) sets: [Vec<Cell>; 2],
    pub(in crate::explain) restricted: Vec<Digit>,
}

impl AlmostLocked {
    /// Cells, with their digits, as two such sets that refute all targets: with one digit that only
    /// one set can hold, what sees all of another digit in both sets goes; with two, both sets are
    /// locked, and what sees all of one of these digits, or all of another digit in one set, goes
    /// too.
    pub(in crate::explain) fn of(
        rules: &Rules,
        cells: &[(Cell, DigitSet)],
        targets: &[Candidate],
    ) -> Option<AlmostLocked> {
        if cells.len() > 12 {
            return None;
        }
        let almost_locked = |set: &[(Cell, DigitSet)]| {
            let digits = union(set.iter().map(|(_, digits)| digits));
            let mut units = rules.units_of(set[0].0).iter();
            let holds_all = |unit| set.iter().all(|(cell, _)| rules.units_of(*cell).contains(unit));
            (digits.len() == set.len() + 1 && units.any(holds_all)).then_some(digits)
        };
        (1..1u32 << (cells.len() - 1)).find_map(|mask| {
            let of_mask = |bit: u32| -> Vec<(Cell, DigitSet)> {
                let chosen = |position: &usize| mask >> position & 1 == bit;
                (0..cells.len()).filter(chosen).map(|position| cells[position].clone()).collect()
            };
            let sets = [of_mask(0), of_mask(1)];
            let shared = &almost_locked(&sets[0])? & &almost_locked(&sets[1])?;
            let places = |set: &[(Cell, DigitSet)], digit| -> Vec<Candidate> {
                let holds = set.iter().filter(|(_, digits)| digits.contains(digit));
                holds.map(|&(cell, _)| Candidate { cell, digit }).collect()
            };
            let sees = |target, places: &[Candidate]| {
                !places.is_empty() && places.iter().all(|&held| are_rivals(rules, held, target))
            };
            let is_restricted = |&digit: &Digit| {
                let others = places(&sets[1], digit);
                places(&sets[0], digit).into_iter().all(|held| sees(held, &others))
            };
            let restricted: Vec<Digit> = shared.iter().filter(is_restricted).collect();
            let is_refuted = |&target: &Candidate| {
                let [first, second] = [&sets[0], &sets[1]].map(|set| places(set, target.digit));
                match (restricted.len(), restricted.contains(&target.digit)) {
                    (0, _) | (1, true) => false,
                    (1, false) => sees(target, &first) && sees(target, &second),
                    (_, true) => sees(target, &[first, second].concat()),
                    (_, false) => sees(target, &first) || sees(target, &second),
                }
            };
            let sets = || sets.clone().map(|set| set.into_iter().map(|(cell, _)| cell).collect());
            targets
                .iter()
                .all(is_refuted)
                .then(|| AlmostLocked { sets: sets(), restricted: restricted.clone() })
        })
    }
}
