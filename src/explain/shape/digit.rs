//! Shapes whose truths are units of one digit.

use itertools::Itertools;

use super::Look;
use crate::explain::lists::Index;
use crate::explain::technique::Technique;
use crate::rules::UnitKind;

impl Look<'_> {
    /// The name of units of one digit that refute a candidate.
    pub(super) fn of_one_digit(&self, target: Index, chain: &[Vec<Index>]) -> Option<Technique> {
        let kinds: Vec<UnitKind> = self.groups.iter().filter_map(|&g| self.kind(g)).collect();
        if let [kind] = kinds[..] {
            // Several links: what goes sees each place by a unit or a pair of its own.
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
            let is_coloured = in_pairs && self.is_coloured(target, chain);
            return Some(if is_coloured { Technique::SimpleColouring } else { Technique::XChain });
        }
        in_pairs.then_some(Technique::SimpleColouring)
    }

    /// Whether the places of a chain take two colours in turns by pairs alone: the candidate
    /// refuted sees both colours, or has one itself, which is twice in a unit.
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
