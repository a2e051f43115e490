//! The open candidates of a state, and their connections.

use std::cell::OnceCell;
use std::sync::Arc;

use super::deadly::Deadly;
use super::groups::Groups;
use super::lists::{Index, Lists};
use super::state::State;
use crate::grid::{Candidate, Grid};
use crate::rules::Group;

/// The open candidates of a state, and the deadly patterns that a search may assume.
#[derive(Debug)]
pub(super) struct Web {
    pub(super) groups: Arc<Groups>,
    /// The placed digits.
    pub(super) placed: Grid,
    /// The remaining candidates of cells without a digit, ascending.
    pub(super) open: Vec<Index>,
    /// For each candidate, whether it is open.
    is_open: Vec<bool>,
    /// The truths: groups without a placed digit, ascending, which can also be links; then
    /// patterns, which can only be truths.
    pub(super) truths: Vec<Index>,
    /// The patterns that are assumed. They are numbered after the links.
    assumed: Vec<Deadly>,
    /// For each pattern, its open candidates.
    patterns: Vec<Vec<Index>>,
    /// For each group and pattern, its open candidates. These lists are not needed for depths.
    members: OnceCell<Lists>,
    rivals: OnceCell<Lists>,
    /// For each candidate, its groups and the patterns of which it is a member; `None` if there are
    /// no patterns.
    truths_of: Option<Lists>,
}

impl Web {
    pub(super) fn new(state: &State, assumed: Vec<Deadly>) -> Web {
        let groups = Arc::clone(state.groups());
        let mut is_open = vec![false; groups.candidate_count()];
        let mut open = Vec::with_capacity(groups.candidate_count());
        for cell in groups.size().cells().filter(|&cell| state.placed().get(cell).is_none()) {
            for digit in state.candidates()[cell].iter() {
                let candidate = groups.index(Candidate { cell, digit });
                is_open[candidate as usize] = true;
                open.push(candidate);
            }
        }
        let mut is_truth = vec![true; groups.truth_count()];
        for placed in state.placed().filled().filter(|&placed| state.allows(placed)) {
            let truths = groups.truths(groups.index(placed));
            truths.iter().for_each(|&truth| is_truth[truth as usize] = false);
        }
        let mut truths: Vec<Index> =
            (0..is_truth.len() as Index).filter(|&truth| is_truth[truth as usize]).collect();
        let of_pattern = |deadly: &Deadly| -> Vec<Index> {
            let others = deadly.others(groups.size()).map(|other| groups.index(other));
            others.filter(|&other| is_open[other as usize]).collect()
        };
        let patterns: Vec<Vec<Index>> = assumed.iter().map(of_pattern).collect();
        let numbered = || (groups.link_count() as Index..).zip(&patterns);
        // A pattern without open candidates would be a contradiction, but a pattern is not a rule.
        truths.extend(numbered().filter(|(_, others)| !others.is_empty()).map(|(index, _)| index));
        let with_patterns = |candidate| {
            let of_patterns = numbered().filter(move |(_, others)| others.contains(&candidate));
            let of_groups = groups.truths(candidate).iter().copied();
            of_groups.chain(of_patterns.map(|(index, _)| index))
        };
        let all = 0..groups.candidate_count() as Index;
        let truths_of = (!patterns.is_empty()).then(|| all.map(with_patterns).collect());
        let (placed, members, rivals) = (state.placed().clone(), OnceCell::new(), OnceCell::new());
        Web { groups, placed, open, is_open, truths, assumed, patterns, members, rivals, truths_of }
    }

    /// The web of a later state, made from this web: only its open candidates and truths are
    /// checked again.
    pub(super) fn after(self, state: &State, assumed: Vec<Deadly>) -> Web {
        let mut web = Web::new(state, assumed);
        let is_left = |candidate: Index| web.is_open[candidate as usize];
        if let Some(mut rivals) = self.rivals.into_inner() {
            rivals.retain(|candidate, rival| is_left(candidate) && is_left(rival));
            web.rivals = rivals.into();
        }
        if let (Some(mut members), [], []) =
            (self.members.into_inner(), &self.patterns[..], &web.patterns[..])
        {
            members.retain(|_, member| is_left(member));
            web.members = members.into();
        }
        web
    }

    /// How many truths and links can be numbered: groups and patterns.
    pub(super) fn truth_count(&self) -> usize {
        self.groups.link_count() + self.patterns.len()
    }

    /// For each candidate, its groups that can be truths, and the patterns of which it is a member.
    pub(super) fn truths_of(&self) -> &Lists {
        self.truths_of.as_ref().unwrap_or(self.groups.all_truths())
    }

    /// The open candidates of a truth.
    pub(super) fn members(&self, truth: Index) -> &[Index] {
        self.members.get_or_init(|| self.find_members()).get(truth)
    }

    fn find_members(&self) -> Lists {
        let mut members = Lists::default();
        for group in 0..self.groups.link_count() as Index {
            // The groups of pairs are not truths.
            let is_truth = (group as usize) < self.groups.truth_count();
            let all = if is_truth { self.groups.members(group) } else { &[] };
            members.push(all.iter().copied().filter(|&candidate| self.is_open[candidate as usize]));
        }
        self.patterns.iter().for_each(|others| members.push(others.iter().copied()));
        members
    }

    /// For each open candidate: its open rivals, which cannot hold together with it, ascending.
    pub(super) fn rivals(&self) -> &Lists {
        self.rivals.get_or_init(|| {
            let is_open = |&candidate: &Index| self.is_open[candidate as usize];
            let all = self.groups.rivals();
            let all = (0..all.len() as Index).map(|candidate| match is_open(&candidate) {
                true => all.get(candidate),
                false => &[],
            });
            all.map(|rivals| rivals.iter().copied().filter(is_open)).collect()
        })
    }

    pub(super) fn are_rivals(&self, first: Index, second: Index) -> bool {
        self.groups.are_rivals(first, second)
    }

    /// Splits truths into groups and patterns.
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
