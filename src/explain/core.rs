//! Cores: which truths and links refute a candidate, none of them to spare.

use std::cmp::Reverse;

use itertools::Itertools;

use super::TimedOut;
use super::lists::{Index, Lists};
use super::web::Web;
use crate::answer::Deadline;
use crate::evidence::smallest_hitting_sets;

/// Truths and links that refute some candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Core {
    /// Ascending.
    pub(super) truths: Vec<Index>,
    /// Ascending.
    pub(super) links: Vec<Index>,
    /// What is refuted, ascending.
    pub(super) refuted: Vec<Index>,
}

impl Core {
    /// A truth alone, which says what it concludes by itself.
    pub(super) fn of_truth(truth: Index) -> Core {
        Core { truths: vec![truth], links: Vec::new(), refuted: Vec::new() }
    }
}

/// What is assumed beside the truths: a candidate, or nothing.
pub(super) type Assumption = Option<Index>;

/// Finds out what truths refute. After the deadline, nothing is answered any more.
pub(super) struct Refuter<'w> {
    pub(super) web: &'w Web<'w>,
    pub(super) deadline: Deadline,
}

impl Refuter<'_> {
    /// Leaves out truths while the rest refutes the assumptions; `false` once it is clear that more
    /// than `most` are needed.
    pub(super) fn reduce(
        &self,
        truths: &mut Vec<Index>,
        assumptions: &[Assumption],
        most: usize,
    ) -> Result<bool, TimedOut> {
        let mut choice = Choice::new(self, truths, assumptions);
        let mut places = choice.places();
        let mut needed = Vec::new();
        for place in choice.places().into_iter().rev() {
            if needed.contains(&place) {
                continue;
            }
            places.retain(|&other| other != place);
            // What did without it before does so still.
            if !choice.is_used[place as usize] {
                continue;
            }
            let used_before = std::mem::replace(&mut choice.is_used, vec![false; truths.len()]);
            if choice.satisfies_any(&places, assumptions)? {
                choice.is_used = used_before;
                let at = places.partition_point(|&other| other < place);
                places.insert(at, place);
                choice.add_needed(&places, place, &mut needed, most);
            }
            choice.forget();
            if needed.len() > most {
                return Ok(false);
            }
        }
        *truths = places.into_iter().map(|place| truths[place as usize]).collect();
        Ok(true)
    }

    /// All that these truths refute.
    pub(super) fn refuted(&self, truths: &[Index]) -> Result<Vec<Assumption>, TimedOut> {
        let members = truths.iter().flat_map(|&truth| self.web.members(truth));
        let rivals = members.flat_map(|&member| self.web.rivals(member));
        let rivals: Vec<Assumption> = rivals.copied().sorted_unstable().dedup().map(Some).collect();
        let mut choice = Choice::new(self, truths, &rivals);
        let places = choice.places();
        let mut refuted = Vec::new();
        for candidate in rivals {
            if choice.refutes(&places, &[candidate])? {
                refuted.push(candidate);
            }
        }
        Ok(refuted)
    }

    /// These truths, the assumptions that they refute, and links of which none can be left out.
    pub(super) fn core(
        &self,
        mut truths: Vec<Index>,
        assumptions: &[Assumption],
    ) -> Result<Core, TimedOut> {
        truths.sort_unstable();
        let mut choice = Choice::new(self, &truths, assumptions);
        let places = choice.places();
        // The link with the fewest candidates of the step goes first.
        let count = |link: Index| choice.links.get(link).len();
        let all = 0..choice.links.len() as Index;
        let order = all.filter(|&link| count(link) > 1).map(|link| (count(link), Reverse(link)));
        let mut needed = Vec::new();
        for (_, Reverse(link)) in order.sorted_unstable().collect_vec() {
            choice.is_link[link as usize] = false;
            if !choice.refutes(&places, assumptions)? {
                choice.is_link[link as usize] = true;
                needed.push(choice.groups[link as usize]);
            }
        }
        needed.sort_unstable();
        let refuted = assumptions.iter().copied().flatten().collect();
        Ok(Core { truths, links: needed, refuted })
    }

    /// Sets of truths, ascending, that refute the assumptions, if that takes at most `most`. No set
    /// has fewer truths; where the effort suffices, these are all with as few. None at all if the
    /// effort did not suffice for one.
    ///
    /// Implicit hitting sets, as for the clashes of [`conflict`](crate::evidence::conflict()):
    /// candidates that obey all links leave some truths without a candidate, of which every core
    /// has at least one.
    pub(super) fn smallest(&self, assumptions: &[Assumption], most: usize) -> Vec<Vec<Index>> {
        let mut choice = Choice::new(self, &self.web.truths, assumptions);
        let mut nodes = 0;
        let look = || {
            nodes += 1;
            if nodes > MOST_NODES { Err(TimedOut) } else { Ok(()) }
        };
        let (count, sizes) = (self.web.truths.len(), 1..=most);
        let (found, _) = smallest_hitting_sets(count, sizes, true, look, |chosen| {
            let mut sets = Vec::new();
            for &assumed in assumptions {
                choice.add_unsatisfied(chosen, assumed, &mut sets)?;
            }
            Ok(sets)
        });
        let truths =
            |set: Vec<usize>| set.into_iter().map(|place| self.web.truths[place]).collect();
        found.into_iter().map(truths).collect()
    }
}

/// A choice of one candidate for each of some truths, no two of them in one link.
///
/// Candidates, truths and links have numbers of their own here, so that all is small and near.
struct Choice<'r> {
    refuter: &'r Refuter<'r>,
    /// The candidates: those of the truths, and what may be assumed. Ascending.
    nodes: Vec<Index>,
    truths: Lists,
    truths_of: Lists,
    /// Which groups the links are, ascending.
    groups: Vec<Index>,
    links: Lists,
    links_of: Lists,
    is_link: Vec<bool>,
    chosen: Vec<Index>,
    /// By candidate: how often it is in a link of what is chosen.
    blocked: Vec<i32>,
    /// By truth: how many of its candidates are chosen, and how many in no link of such a one.
    chosen_of: Vec<i32>,
    free_of: Vec<i32>,
    /// By truth: whether the last refutation looked at it.
    is_used: Vec<bool>,
}

impl<'r> Choice<'r> {
    fn new(refuter: &'r Refuter<'r>, truths: &[Index], assumptions: &[Assumption]) -> Choice<'r> {
        let web = refuter.web;
        let members = truths.iter().flat_map(|&truth| web.members(truth));
        let nodes = members.chain(assumptions.iter().flatten()).copied();
        let nodes = nodes.sorted_unstable().dedup().collect_vec();
        let node = |candidate: &Index| place_in(&nodes, *candidate);
        let truths: Lists = truths.iter().map(|&t| web.members(t).iter().map(node)).collect();
        let links_of = |&node: &Index| web.groups.links(node).iter().copied();
        let groups = nodes.iter().flat_map(links_of).sorted_unstable().dedup().collect_vec();
        let link = |group: Index| place_in(&groups, group);
        let links_of: Lists = nodes.iter().map(|node| links_of(node).map(link)).collect();
        let links = links_of.inverted(groups.len());
        Choice {
            refuter,
            truths_of: truths.inverted(nodes.len()),
            is_link: vec![true; groups.len()],
            chosen: Vec::new(),
            blocked: vec![0; nodes.len()],
            chosen_of: vec![0; truths.len()],
            is_used: vec![true; truths.len()],
            free_of: (0..truths.len() as Index).map(|t| truths.get(t).len() as i32).collect(),
            nodes,
            truths,
            groups,
            links,
            links_of,
        }
    }

    /// The numbers of all truths.
    fn places(&self) -> Vec<Index> {
        (0..self.truths.len() as Index).collect()
    }

    /// Whether these truths cannot all hold, with any of these assumptions.
    fn refutes(&mut self, truths: &[Index], assumptions: &[Assumption]) -> Result<bool, TimedOut> {
        let satisfied = self.satisfies_any(truths, assumptions);
        self.forget();
        Ok(!satisfied?)
    }

    /// Chooses candidates, one of the assumed ones first; they are in `chosen` until forgotten.
    fn satisfies_any(
        &mut self,
        truths: &[Index],
        assumptions: &[Assumption],
    ) -> Result<bool, TimedOut> {
        for &assumed in assumptions {
            self.forget();
            if self.satisfy(truths, assumed)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn satisfy(&mut self, truths: &[Index], assumed: Assumption) -> Result<bool, TimedOut> {
        if let Some(candidate) = assumed {
            self.choose(place_in(&self.nodes, candidate));
        }
        self.extend(truths)
    }

    fn forget(&mut self) {
        while !self.chosen.is_empty() {
            self.unchoose();
        }
    }

    fn choose(&mut self, node: Index) {
        self.chosen.push(node);
        self.count(node, 1);
    }

    fn unchoose(&mut self) {
        let node = self.chosen.pop().expect("one was chosen");
        self.count(node, -1);
    }

    /// Counts a candidate as chosen, or with -1 as no longer chosen.
    fn count(&mut self, node: Index, by: i32) {
        self.truths_of.get(node).iter().for_each(|&truth| self.chosen_of[truth as usize] += by);
        let links = self.links_of.get(node).iter().filter(|&&link| self.is_link[link as usize]);
        for &member in links.flat_map(|&link| self.links.get(link)) {
            let blocked = &mut self.blocked[member as usize];
            let was_free = *blocked == 0;
            *blocked += by;
            if was_free != (*blocked == 0) {
                let truths = self.truths_of.get(member).iter();
                truths.for_each(|&truth| self.free_of[truth as usize] -= by);
            }
        }
    }

    fn is_free(&self, node: Index) -> bool {
        self.blocked[node as usize] == 0
    }

    fn is_satisfied(&self, truth: Index) -> bool {
        self.chosen_of[truth as usize] > 0
    }

    fn extend(&mut self, truths: &[Index]) -> Result<bool, TimedOut> {
        self.refuter.deadline.ok_or(TimedOut)?;
        let unsatisfied = truths.iter().copied().filter(|&truth| !self.is_satisfied(truth));
        let Some(truth) = unsatisfied.min_by_key(|&truth| self.free_of[truth as usize]) else {
            return Ok(true);
        };
        self.is_used[truth as usize] = true;
        if self.free_of[truth as usize] == 0 {
            return Ok(false);
        }
        for at in 0..self.truths.get(truth).len() {
            let member = self.truths.get(truth)[at];
            if self.is_free(member) {
                self.choose(member);
                if self.extend(truths)? {
                    return Ok(true);
                }
                self.unchoose();
            }
        }
        Ok(false)
    }

    /// Adds a truth that alone of all is not satisfied, and others for which that is seen when one
    /// candidate is exchanged (model rotation: Belov & Marques-Silva, *Accelerating MUS extraction
    /// with recursive model rotation*, 2011). Ends with more than `most`.
    fn add_needed(
        &mut self,
        truths: &[Index],
        failed: Index,
        needed: &mut Vec<Index>,
        most: usize,
    ) {
        needed.push(failed);
        for at in 0..self.truths.get(failed).len() {
            if needed.len() > most {
                return;
            }
            let member = self.truths.get(failed)[at];
            let candidate = |node: Index| self.nodes[node as usize];
            let is_rival = |&position: &usize| {
                let chosen = candidate(self.chosen[position]);
                self.refuter.web.are_rivals(chosen, candidate(member))
            };
            // The first may be assumed.
            let Ok(position) = (0..self.chosen.len()).filter(is_rival).exactly_one() else {
                continue;
            };
            if position == 0 {
                continue;
            }
            let rival = self.exchange(position, member);
            let mut unsatisfied = truths.iter().filter(|&&truth| !self.is_satisfied(truth));
            if let (Some(&next), None) = (unsatisfied.next(), unsatisfied.next())
                && !needed.contains(&next)
            {
                self.add_needed(truths, next, needed, most);
            }
            self.exchange(position, rival);
        }
    }

    /// Chooses another candidate in place of one, which is returned.
    fn exchange(&mut self, position: usize, node: Index) -> Index {
        let last = self.chosen.len() - 1;
        self.chosen.swap(position, last);
        let before = self.chosen[last];
        self.unchoose();
        self.choose(node);
        self.chosen.swap(position, last);
        before
    }

    /// Adds sets of truths, of each of which one is in every set that has these truths and refutes
    /// the assumption. Adds none if these do.
    fn add_unsatisfied(
        &mut self,
        truths: &[usize],
        assumed: Assumption,
        sets: &mut Vec<Vec<usize>>,
    ) -> Result<(), TimedOut> {
        let mut truths: Vec<Index> = truths.iter().map(|&truth| truth as Index).collect();
        // The next ones share nothing with this one, which spares work.
        while self.satisfy(&truths, assumed)? {
            for node in 0..self.nodes.len() as Index {
                if self.is_free(node) {
                    self.choose(node);
                }
            }
            let left = self.places().into_iter().filter(|&truth| !self.is_satisfied(truth));
            let left = left.collect_vec();
            self.forget();
            truths.extend(&left);
            sets.push(left.into_iter().map(|truth| truth as usize).collect());
            if sets.last().is_some_and(Vec::is_empty) {
                break;
            }
        }
        self.forget();
        Ok(())
    }
}

fn place_in(ascending: &[Index], item: Index) -> Index {
    ascending.binary_search(&item).expect("one of them") as Index
}

/// As far as a search goes: some seconds.
const MOST_NODES: usize = 200_000;
