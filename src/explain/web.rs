//! The open candidates of a state, and how they hang together.

use std::cell::OnceCell;

use super::deadly::Deadly;
use super::groups::Groups;
use super::lists::{Index, Lists};
use super::state::State;
use crate::rules::Group;

/// What one search looks at: the open candidates, and what it may assume.
#[derive(Debug)]
pub(super) struct Web<'s> {
    pub(super) groups: &'s Groups,
    /// Candidates left in cells without a digit, ascending.
    pub(super) open: Vec<Index>,
    /// Groups without a placed digit, ascending: what can be a truth or a link; then patterns, as
    /// truths only.
    pub(super) truths: Vec<Index>,
    /// What the patterns say is assumed. They are numbered after the links.
    assumed: Vec<Deadly>,
    /// By group and pattern: its open candidates.
    members: Lists,
    /// By open candidate; singles do without, and without what follows.
    truths_of: OnceCell<Lists>,
    /// By open candidate: its open rivals, each once, ascending.
    rivals: OnceCell<Lists>,
}

impl<'s> Web<'s> {
    pub(super) fn new(state: &'s State, assumed: Vec<Deadly>) -> Web<'s> {
        let groups = state.groups();
        let mut is_open = vec![false; groups.candidate_count()];
        let mut is_truth = vec![true; groups.truth_count()];
        for candidate in state.candidates().iter() {
            let is_placed = state.placed().get(candidate.cell).is_some();
            is_open[groups.index(candidate) as usize] = !is_placed;
        }
        for placed in state.placed().filled().filter(|&placed| state.allows(placed)) {
            let truths = groups.truths(groups.index(placed));
            truths.iter().for_each(|&truth| is_truth[truth as usize] = false);
        }
        let of_flags = |flags: &[bool]| -> Vec<Index> {
            (0..flags.len() as Index).filter(|&index| flags[index as usize]).collect()
        };
        let (open, mut truths) = (of_flags(&is_open), of_flags(&is_truth));
        let is_open = |candidate: &Index| is_open[*candidate as usize];
        let of_pattern = |deadly: &Deadly| -> Vec<Index> {
            let others = deadly.others(groups.size()).map(|other| groups.index(other));
            others.filter(is_open).collect()
        };
        let patterns: Vec<Vec<Index>> = assumed.iter().map(of_pattern).collect();
        // Without members a pattern would be refuted, but it is no rule.
        let numbered = (groups.link_count() as Index..).zip(&patterns);
        truths.extend(numbered.filter(|(_, others)| !others.is_empty()).map(|(index, _)| index));
        let mut members = Lists::default();
        for group in 0..groups.link_count() as Index {
            // Pairs are no truths.
            let is_truth = (group as usize) < groups.truth_count();
            let of_group = groups.members(group).iter().copied();
            members.push(of_group.filter(|candidate| is_truth && is_open(candidate)));
        }
        patterns.into_iter().for_each(|others| members.push(others));
        let (truths_of, rivals) = (OnceCell::new(), OnceCell::new());
        Web { groups, open, truths, assumed, members, truths_of, rivals }
    }

    /// How many numbers of truths there are.
    pub(super) fn truth_count(&self) -> usize {
        self.members.len()
    }

    /// The open candidates of a truth.
    pub(super) fn members(&self, truth: Index) -> &[Index] {
        self.members.get(truth)
    }

    /// The truths of each open candidate: its groups, and the patterns of which it is a member.
    pub(super) fn all_truths_of(&self) -> &Lists {
        self.truths_of.get_or_init(|| self.members.inverted(self.groups.candidate_count()))
    }

    /// The open candidates that cannot hold together with an open one, ascending.
    pub(super) fn rivals(&self, candidate: Index) -> &[Index] {
        self.all_rivals().get(candidate)
    }

    /// These, by open candidate.
    pub(super) fn all_rivals(&self) -> &Lists {
        self.rivals.get_or_init(|| self.find_rivals())
    }

    fn find_rivals(&self) -> Lists {
        let mut is_open = vec![false; self.groups.candidate_count()];
        self.open.iter().for_each(|&candidate| is_open[candidate as usize] = true);
        let rivals = |candidate: usize| match is_open[candidate] {
            true => self.groups.rivals(candidate as Index),
            false => &[],
        };
        let is_open = |candidate: &Index| is_open[*candidate as usize];
        let all = 0..self.groups.candidate_count();
        all.map(|candidate| rivals(candidate).iter().copied().filter(is_open)).collect()
    }

    pub(super) fn are_rivals(&self, first: Index, second: Index) -> bool {
        self.rivals(first).binary_search(&second).is_ok()
    }

    /// Truths as groups, and those that are patterns.
    pub(super) fn split(&self, truths: &[Index]) -> (Vec<Group>, Vec<&Deadly>) {
        let first = self.groups.link_count();
        let (rules, assumed): (Vec<Index>, Vec<Index>) =
            truths.iter().partition(|&&truth| (truth as usize) < first);
        (
            rules.into_iter().map(|truth| self.groups.group(truth)).collect(),
            assumed.into_iter().map(|truth| &self.assumed[truth as usize - first]).collect(),
        )
    }
}
