//! Shapes whose truths are units of one digit.

use itertools::Itertools;

use super::{Look, Strong};
use crate::explain::lists::Index;
use crate::explain::technique::Technique;
use crate::grid::Candidate;
use crate::rules::UnitKind;

impl Look<'_> {
    /// The name of units of one digit that refute a candidate.
    pub(super) fn of_one_digit(&self, target: Index, chain: &[Strong]) -> Option<Technique> {
        let kinds: Vec<UnitKind> = self.groups.iter().filter_map(|&g| self.kind(g)).collect();
        if let [kind] = kinds[..] {
            let [link] = self.core.links[..] else { return None };
            let link = self.kind(self.web.groups.group(link))?;
            return Some(match (kind, link) {
                (kind, link) if kind.is_box() && link.is_line() => Technique::Pointing,
                (kind, link) if kind.is_line() && link.is_box() => Technique::Claiming,
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
            [first, second] if first.is_line() && second.is_box() => {
                return Some(Technique::EmptyRectangle);
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
    fn is_coloured(&self, target: Index, chain: &[Strong]) -> bool {
        let index = |part: &[Candidate]| self.web.groups.index(part[0]);
        let is_pair = |first: Index, second: Index| {
            let mut groups = self.web.groups.truths(first).iter();
            groups.any(|&group| {
                let members = self.web.members(group);
                members.len() == 2 && members.contains(&first) && members.contains(&second)
            })
        };
        let inner = chain.windows(2).filter(|w| !is_pair(index(&w[0].to), index(&w[1].from)));
        let (first, last) = (index(&chain[0].from), index(&chain[chain.len() - 1].to));
        match inner.count() {
            0 => true,
            1 => is_pair(target, first) && is_pair(last, target),
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
