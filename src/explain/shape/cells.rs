//! Shapes whose truths are cells.

use itertools::Itertools;

use super::{Look, Strong, union};
use crate::explain::lists::Index;
use crate::explain::technique::Technique;
use crate::grid::{Candidate, Cell, Digit, DigitSet};
use crate::rules::UnitIndex;

impl Look<'_> {
    /// The name of cells that refute a candidate.
    pub(super) fn of_cells(
        &self,
        cells: &[Cell],
        target: Index,
        chain: &[Strong],
    ) -> Option<Technique> {
        let size = cells.len();
        let digits: Vec<DigitSet> = cells.iter().map(|&cell| self.digits(cell)).collect();
        let shared = self.shared_units(cells);
        if union(&digits).len() == size && !shared.is_empty() {
            let is_used = |unit: &&UnitIndex| {
                let mut links = self.core.links.iter().map(|&link| self.web.groups.group(link));
                links.any(|link| link.unit() == Some(**unit))
            };
            let locked = shared.iter().filter(is_used).count() > 1;
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
        self.is_als_xz(cells, target).then_some(Technique::AlsXz)
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

    /// Two sets of cells, each in a unit and with one digit too many, and digits that only one of
    /// them can hold: with one such digit, what sees all of another digit in both sets goes; with
    /// two, both sets are locked, and what sees all of one of these digits, or all of another digit
    /// in one set, goes too.
    fn is_als_xz(&self, cells: &[Cell], target: Index) -> bool {
        let Candidate { digit: target_digit, .. } = self.web.groups.candidate(target);
        let almost_locked = |set: &[Cell]| {
            let digits: Vec<DigitSet> = set.iter().map(|&cell| self.digits(cell)).collect();
            let fits = union(&digits).len() == set.len() + 1 && !self.shared_units(set).is_empty();
            fits.then(|| union(&digits))
        };
        if cells.len() > 12 {
            return false;
        }
        (1..1u32 << (cells.len() - 1)).any(|mask| {
            let of_mask = |bit: u32| -> Vec<Cell> {
                let chosen = |position: &usize| mask >> position & 1 == bit;
                (0..cells.len()).filter(chosen).map(|position| cells[position]).collect()
            };
            let sets = [of_mask(0), of_mask(1)];
            let [Some(of_first), Some(of_second)] = [&sets[0], &sets[1]].map(|s| almost_locked(s))
            else {
                return false;
            };
            let places = |set: &[Cell], digit| -> Vec<Index> {
                let holds = |&&cell: &&Cell| self.digits(cell).contains(digit);
                let index = |&cell: &Cell| self.web.groups.index(Candidate { cell, digit });
                set.iter().filter(holds).map(index).collect()
            };
            let restricted = |&digit: &Digit| {
                places(&sets[0], digit)
                    .into_iter()
                    .cartesian_product(places(&sets[1], digit))
                    .all(|(a, b)| self.web.are_rivals(a, b))
            };
            let restricted: Vec<Digit> =
                (&of_first & &of_second).iter().filter(restricted).collect();
            let sees = |set: &[Cell]| {
                let mut places = places(set, target_digit).into_iter().peekable();
                places.peek().is_some() && places.all(|p| self.web.are_rivals(p, target))
            };
            match (restricted.len(), restricted.contains(&target_digit)) {
                (0, _) | (1, true) => false,
                (1, false) => sees(&sets[0]) && sees(&sets[1]),
                (_, true) => sees(cells),
                (_, false) => sees(&sets[0]) || sees(&sets[1]),
            }
        })
    }
}
