//! Shapes whose truths are units of one digit.

use itertools::Itertools;

use super::Look;
use crate::explain::derivation::are_rivals;
use crate::explain::lists::Index;
use crate::explain::technique::Technique;
use crate::grid::Candidate;
use crate::rules::{Rules, UnitIndex, UnitKind};

impl Look<'_> {
    /// The name of units of one digit that refute a candidate.
    pub(super) fn of_one_digit(&self, target: Index, chain: &[Vec<Index>]) -> Option<Technique> {
        let kinds: Vec<UnitKind> = self.groups.iter().filter_map(|&g| self.kind(g)).collect();
        if let [kind] = kinds[..] {
            // Several links: the removed candidate sees each place by a unit or a pair of its own.
            let link = match self.core.links[..] {
                [link] => self.kind(self.web.groups.group(link)),
                _ => None,
            };
            return Some(match kind {
                _ if kind.is_box() && link.is_none_or(|link| link.is_line()) => Technique::Pointing,
                _ if kind.is_line() && link.is_none_or(|link| link.is_box()) => Technique::Claiming,
                _ => Technique::LockedCandidates,
            });
        }
        let in_pairs = self.core.truths.iter().all(|&truth| self.web.members(truth).len() == 2);
        let parallel = kinds.iter().map(std::mem::discriminant).all_equal();
        if parallel && kinds[0].is_line() {
            let fish = self.fish(target);
            match fish {
                Some(Technique::Fish(_)) => return fish,
                _ if in_pairs && kinds.len() == 2 => return Some(Technique::Skyscraper),
                Some(_) => return fish,
                None => {}
            }
        }
        match kinds[..] {
            [first, second] if !parallel && first.is_line() && second.is_line() && in_pairs => {
                return Some(Technique::TwoStringKite);
            }
            [line, of_box] if line.is_line() && of_box.is_box() => {
                return Some(match self.web.members(self.core.truths[1]).len() {
                    ..=2 => Technique::TurbotFish,
                    _ => Technique::EmptyRectangle,
                });
            }
            _ => {}
        }
        if !chain.is_empty() {
            let is_grouped = chain.iter().any(|part| part.len() > 1);
            return Some(match in_pairs && self.is_coloured(target, chain) {
                true => Technique::SimpleColouring,
                false if is_grouped => Technique::GroupedXChain,
                false => Technique::XChain,
            });
        }
        if in_pairs {
            return Some(Technique::SimpleColouring);
        }
        let fish = {
            let bases = self.groups.iter().filter_map(|base| base.unit()).collect_vec();
            let members = self.core.truths.iter().flat_map(|&truth| self.web.members(truth));
            let candidate = |&member: &Index| self.web.groups.candidate(member);
            let places = members.map(candidate).collect_vec();
            DigitFish::of(self.web.groups.rules(), &bases, &places, &[candidate(&target)])?
        };
        let size = fish.covers.len();
        Some(match (fish.is_franken(self.web.groups.rules()), fish.fins.is_empty()) {
            (true, true) => Technique::FrankenFish(size),
            (true, false) => Technique::FinnedFrankenFish(size),
            (false, true) => Technique::MutantFish(size),
            (false, false) => Technique::FinnedMutantFish(size),
        })
    }

    /// Whether the places of a chain take two colours in turns by pairs alone: the refuted
    /// candidate sees both colours, or has a colour itself that is twice in a unit.
    fn is_coloured(&self, target: Index, chain: &[Vec<Index>]) -> bool {
        let is_pair = |first: Index, second: Index| {
            let mut groups = self.web.groups.truths(first).iter();
            groups.any(|&group| {
                let members = self.web.members(group);
                members.len() == 2 && members.contains(&first) && members.contains(&second)
            })
        };
        let [first, inner @ .., last] = chain else { return false };
        match inner.chunks(2).filter(|link| !is_pair(link[0][0], link[1][0])).count() {
            0 => true,
            1 => is_pair(target, first[0]) && is_pair(last[0], target),
            _ => false,
        }
    }

    /// Parallel lines of a digit as a fish, finned or not.
    fn fish(&self, target: Index) -> Option<Technique> {
        let (rules, size) = (self.web.groups.rules(), self.core.truths.len());
        let kind = self.kind(self.groups[0])?;
        let across = |candidate: Index| {
            let cell = self.web.groups.candidate(candidate).cell;
            match kind {
                UnitKind::Row(_) => rules.size().column_index(cell),
                _ => rules.size().row_index(cell),
            }
        };
        let places = |&truth: &Index| self.web.members(truth).iter().copied();
        let lines: Vec<usize> =
            self.core.truths.iter().flat_map(places).map(across).sorted().dedup().collect();
        if lines.len() <= size {
            return Some(Technique::Fish(size));
        }
        let box_of = |candidate| {
            let units = rules.units_of(self.web.groups.candidate(candidate).cell);
            units.iter().find(|&&unit| rules.unit(unit).kind.is_box())
        };
        lines
            .into_iter()
            .combinations(size)
            .filter(|cover| cover.contains(&across(target)))
            .find(|cover| {
                let fin = |&place: &Index| !cover.contains(&across(place));
                let mut fins = self.core.truths.iter().flat_map(places).filter(fin);
                box_of(target).is_some_and(|of| fins.all(|fin| box_of(fin) == Some(of)))
            })
            .map(|cover| {
                let in_cover = |truth: &Index| {
                    places(truth).filter(|&place| cover.contains(&across(place))).count()
                };
                if self.core.truths.iter().any(|truth| in_cover(truth) < 2) {
                    Technique::SashimiFish(size)
                } else {
                    Technique::FinnedFish(size)
                }
            })
    }
}

/// Units of a digit, the bases, and as many others, the covers, which hold all of its places in the
/// bases, but for the fins.
pub(in crate::explain) struct DigitFish {
    bases: Vec<UnitIndex>,
    pub(in crate::explain) covers: Vec<UnitIndex>,
    pub(in crate::explain) fins: Vec<Candidate>,
}

impl DigitFish {
    /// The fish with the fewest fins that refutes all targets: these lie in covers, outside the
    /// bases, and see the fins. A place in two bases is a fin. `places` are those in the bases, in
    /// their order.
    pub(in crate::explain) fn of(
        rules: &Rules,
        bases: &[UnitIndex],
        places: &[Candidate],
        targets: &[Candidate],
    ) -> Option<DigitFish> {
        const MOST: usize = 4;
        let units = |c: &Candidate| rules.units_of(c.cell);
        let twice = places.iter().duplicates().copied().collect_vec();
        let of_places = places.iter().flat_map(units).copied().unique();
        let others = of_places.filter(|unit| !bases.contains(unit)).collect_vec();
        if bases.len() > MOST || targets.iter().any(|target| places.contains(target)) {
            return None;
        }
        let fins = others.into_iter().combinations(bases.len()).filter_map(|covers| {
            let is_covered = |c: &Candidate| units(c).iter().any(|unit| covers.contains(unit));
            let is_fin = |c: &&Candidate| twice.contains(c) || !is_covered(c);
            let fins = places.iter().filter(is_fin).copied().unique().collect_vec();
            let sees = |target| fins.iter().all(|&fin| are_rivals(rules, fin, target));
            let is_refuted = |target: &Candidate| is_covered(target) && sees(*target);
            targets.iter().all(is_refuted).then_some((covers, fins))
        });
        let (covers, fins) = fins.min_by_key(|(_, fins)| fins.len())?;
        Some(DigitFish { bases: bases.to_vec(), covers, fins })
    }

    /// Whether neither side has both rows and columns.
    fn is_franken(&self, rules: &Rules) -> bool {
        [&self.bases, &self.covers].iter().all(|side| {
            let kinds = side.iter().map(|&unit| rules.unit(unit).kind);
            kinds
                .filter(|kind| kind.is_line())
                .map(|kind| std::mem::discriminant(&kind))
                .all_equal()
        })
    }
}
