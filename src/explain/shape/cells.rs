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
            return Some(match size {
                3 => Technique::XyWing,
                _ if digits.iter().all_equal() => Technique::RemotePair,
                _ => Technique::XyChain,
            });
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
        let cells = cells.iter().copied().zip(digits).collect_vec();
        let target = [self.web.groups.candidate(target)];
        if is_wxyz_wing(rules, &cells, target[0]) {
            return Some(Technique::WxyzWing);
        }
        if AlmostLocked::of(rules, &cells, &target).is_some() {
            return Some(Technique::AlsXz);
        }
        match AlsChain::of(rules, &cells, &target).map(|chain| chain.sets.len()) {
            Some(3) => Some(Technique::AlsXyWing),
            Some(_) => Some(Technique::AlsChain),
            None => Blossom::of(rules, &cells, &target).map(|_| Technique::DeathBlossom),
        }
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

/// Whether these are four cells of a box and a line, some in both, with four digits, of which that of
/// the target alone can be in two of them, and the target sees all its places.
fn is_wxyz_wing(rules: &Rules, cells: &[(Cell, DigitSet)], target: Candidate) -> bool {
    let units = || cells.iter().flat_map(|(cell, _)| rules.units_of(*cell)).unique();
    let is_crossed = |(of_box, line): (&UnitIndex, &UnitIndex)| {
        let is_in = |(cell, _): &(Cell, DigitSet)| {
            [of_box, line].map(|unit| rules.units_of(*cell).contains(unit))
        };
        let all = cells.iter().map(is_in).collect_vec();
        rules.unit(*of_box).kind.is_box()
            && rules.unit(*line).kind.is_line()
            && !all.contains(&[false, false])
            && all.contains(&[true, true])
    };
    let digits = union(cells.iter().map(|(_, digits)| digits));
    let can_be_twice = |&digit: &Digit| {
        let places = places(cells, digit);
        places.iter().tuple_combinations().any(|(&a, &b)| !are_rivals(rules, a, b))
    };
    cells.len() == 4
        && digits.len() == 4
        && digits.iter().filter(can_be_twice).eq([target.digit])
        && sees_all(rules, target, &places(cells, target.digit))
        && units().cartesian_product(units().collect_vec()).any(is_crossed)
}

/// Where these cells can hold a digit.
fn places(cells: &[(Cell, DigitSet)], digit: Digit) -> Vec<Candidate> {
    let holds = cells.iter().filter(|(_, digits)| digits.contains(digit));
    holds.map(|&(cell, _)| Candidate { cell, digit }).collect()
}

/// Whether a candidate excludes each of some places.
fn sees_all(rules: &Rules, target: Candidate, places: &[Candidate]) -> bool {
    !places.is_empty() && places.iter().all(|&held| are_rivals(rules, held, target))
}

/// Whether only one of two sets of cells can hold a digit that both have.
fn is_restricted(rules: &Rules, sets: [&[(Cell, DigitSet)]; 2], digit: Digit) -> bool {
    let [first, second] = sets.map(|set| places(set, digit));
    !first.is_empty() && first.iter().all(|&held| sees_all(rules, held, &second))
}

/// Cells, each with its digits, in sets.
type Sets = Vec<Vec<(Cell, DigitSet)>>;

/// The ways to part cells into almost locked sets: each in one unit, with one digit more than cells.
/// `goes_on` is asked of the sets so far whether to go on, `is_end` of all.
fn parted(
    rules: &Rules,
    left: Vec<(Cell, DigitSet)>,
    sets: Sets,
    goes_on: &dyn Fn(&Sets) -> bool,
    is_end: &dyn Fn(&Sets) -> bool,
) -> Option<Sets> {
    if left.is_empty() {
        return is_end(&sets).then_some(sets);
    }
    let size_of = |set: &[&(Cell, DigitSet)]| union(set.iter().map(|(_, digits)| digits)).len();
    let is_in_unit = |set: &[&(Cell, DigitSet)]| {
        let mut units = rules.units_of(set[0].0).iter();
        units.any(|unit| set.iter().all(|(cell, _)| rules.units_of(*cell).contains(unit)))
    };
    let next = left
        .iter()
        .powerset()
        .skip(1)
        .filter(|set| size_of(set) == set.len() + 1 && is_in_unit(set));
    next.filter_map(|set| {
        let rest = left.iter().filter(|cell| !set.contains(cell)).cloned().collect_vec();
        let set = set.into_iter().cloned().collect_vec();
        let sets = sets.iter().cloned().chain([set]).collect_vec();
        goes_on(&sets).then(|| parted(rules, rest, sets, goes_on, is_end))?
    })
    .next()
}

/// The cells of sets.
fn cells_of(sets: Sets) -> Vec<Vec<Cell>> {
    sets.into_iter().map(|set| set.into_iter().map(|(cell, _)| cell).collect()).collect()
}

/// The most cells that are parted into more than two sets.
const MOST_PARTED: usize = 9;

/// Almost locked sets in a row, at least three: only one of each two neighbours can hold a digit that
/// both have, and these digits differ from one pair to the next.
pub(in crate::explain) struct AlsChain {
    pub(in crate::explain) sets: Vec<Vec<Cell>>,
    /// The digits that neighbours share.
    pub(in crate::explain) shared: Vec<Digit>,
}

impl AlsChain {
    /// Cells as such sets of which the first and the last refute all targets, which are of one digit:
    /// one of them holds it.
    pub(in crate::explain) fn of(
        rules: &Rules,
        cells: &[(Cell, DigitSet)],
        targets: &[Candidate],
    ) -> Option<AlsChain> {
        let digit = targets.iter().map(|target| target.digit).all_equal_value().ok()?;
        if cells.len() > MOST_PARTED {
            return None;
        }
        // The digits by which the target's digit in the first set takes it to the last.
        let shared = |sets: &Sets| {
            sets.iter().tuple_windows().try_fold(vec![digit], |mut shared, (first, second)| {
                let all = &union(first.iter().map(|(_, digits)| digits))
                    & &union(second.iter().map(|(_, digits)| digits));
                let is_new = |next: &Digit| Some(next) != shared.last();
                let next = all
                    .iter()
                    .filter(is_new)
                    .find(|&next| is_restricted(rules, [first, second], next))?;
                shared.push(next);
                Some(shared)
            })
        };
        let is_seen = |set: &[(Cell, DigitSet)]| {
            targets.iter().all(|&target| sees_all(rules, target, &places(set, digit)))
        };
        let is_chain = |sets: &Sets| {
            let [first, .., last] = &sets[..] else { return false };
            sets.len() > 2
                && is_seen(first)
                && is_seen(last)
                && shared(sets).is_some_and(|shared| shared.last() != Some(&digit))
        };
        let goes_on = |sets: &Sets| is_seen(&sets[0]) && shared(sets).is_some();
        let sets = parted(rules, cells.to_vec(), Vec::new(), &goes_on, &is_chain)?;
        let shared = shared(&sets)?.split_off(1);
        Some(AlsChain { sets: cells_of(sets), shared })
    }
}

/// A cell, the stem, and for each of its digits, ascending, an almost locked set, a petal, that loses
/// this digit if the stem holds it.
pub(in crate::explain) struct Blossom {
    pub(in crate::explain) stem: Cell,
    pub(in crate::explain) petals: Vec<Vec<Cell>>,
}

impl Blossom {
    /// Cells as a blossom that refutes all targets, which are of one digit: one petal holds it.
    pub(in crate::explain) fn of(
        rules: &Rules,
        cells: &[(Cell, DigitSet)],
        targets: &[Candidate],
    ) -> Option<Blossom> {
        let digit = targets.iter().map(|target| target.digit).all_equal_value().ok()?;
        if cells.len() > MOST_PARTED {
            return None;
        }
        cells.iter().find_map(|(stem, of_stem)| {
            let of_stem = of_stem.iter().collect_vec();
            let is_petal = |(set, &held): (&Vec<(Cell, DigitSet)>, &Digit)| {
                let placed = Candidate { cell: *stem, digit: held };
                held != digit
                    && sees_all(rules, placed, &places(set, held))
                    && targets.iter().all(|&target| sees_all(rules, target, &places(set, digit)))
            };
            let goes_on = |sets: &Sets| {
                sets.len() <= of_stem.len() && sets.iter().zip(&of_stem).all(is_petal)
            };
            let is_whole = |sets: &Sets| sets.len() == of_stem.len();
            let others = cells.iter().filter(|(cell, _)| cell != stem).cloned().collect();
            let petals = parted(rules, others, Vec::new(), &goes_on, &is_whole)?;
            Some(Blossom { stem: *stem, petals: cells_of(petals) })
        })
    }
}

/// Two sets of cells, each in a unit and with one digit too many, and the digits that only one of
/// them can hold.
pub(in crate::explain) struct AlmostLocked {
    pub(in crate::explain) sets: Vec<Vec<Cell>>,
    pub(in crate::explain) restricted: Vec<Digit>,
}

impl AlmostLocked {
    /// Cells, with their digits, as two such sets that refute all targets. With one digit that only
    /// one set can hold, a candidate of another digit is removed if it sees all places of this
    /// digit in both sets. With two such digits, both sets are locked. Then a candidate of one of
    /// these two digits is removed if it sees all places of its digit in both sets, and a candidate
    /// of another digit is removed if it sees all places of its digit in one set.
    pub(in crate::explain) fn of(
        rules: &Rules,
        cells: &[(Cell, DigitSet)],
        targets: &[Candidate],
    ) -> Option<AlmostLocked> {
        if cells.len() > 12 {
            return None;
        }
        let restricted = |first: &[(Cell, DigitSet)], second: &[(Cell, DigitSet)]| {
            let of_first = union(first.iter().map(|(_, digits)| digits));
            let is_shared = |&digit: &Digit| is_restricted(rules, [first, second], digit);
            of_first.iter().filter(is_shared).collect_vec()
        };
        let sees = |target, places: &[Candidate]| sees_all(rules, target, places);
        let refutes_all = |sets: &Sets| {
            let [first, second] = &sets[..] else { return false };
            let restricted = restricted(first, second);
            targets.iter().all(|&target| {
                let [first, second] = [first, second].map(|set| places(set, target.digit));
                match (restricted.len(), restricted.contains(&target.digit)) {
                    (0, _) | (1, true) => false,
                    (1, false) => sees(target, &first) && sees(target, &second),
                    (_, true) => sees(target, &[first, second].concat()),
                    (_, false) => sees(target, &first) || sees(target, &second),
                }
            })
        };
        let goes_on = |sets: &Sets| sets.len() <= 2;
        let sets = parted(rules, cells.to_vec(), Vec::new(), &goes_on, &refutes_all)?;
        let restricted = restricted(&sets[0], &sets[1]);
        Some(AlmostLocked { sets: cells_of(sets), restricted })
    }
}
