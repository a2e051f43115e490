//! Cores: truths and links that refute candidates, and none of which can be left out.

use std::cmp::Reverse;

use itertools::Itertools;

use super::TimedOut;
use super::lists::{Index, Lists, add, has};
use super::trial::{Assumption, NONE};
use super::web::Web;
use crate::answer::Deadline;
use crate::evidence::smallest_hitting_sets;

/// Truths and links that refute some candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Core {
    /// The truths, ascending.
    pub(super) truths: Vec<Index>,
    /// The links, ascending.
    pub(super) links: Vec<Index>,
    /// The refuted candidates, ascending.
    pub(super) refuted: Vec<Index>,
}

impl Core {
    /// The core of a single truth, which is enough for the conclusion.
    pub(super) fn of_truth(truth: Index) -> Core {
        Core { truths: vec![truth], links: Vec::new(), refuted: Vec::new() }
    }
}

/// Finds out what truths refute. After the deadline, every question ends with [`TimedOut`].
pub(super) struct Refuter<'w> {
    pub(super) web: &'w Web,
    pub(super) deadline: Deadline,
}

impl Refuter<'_> {
    /// Leaves out truths as long as the other truths refute the assumptions. Returns `false` as
    /// soon as it is clear that more than `most` truths are needed.
    pub(super) fn reduce(
        &self,
        truths: &mut Vec<Index>,
        assumptions: &[Assumption],
        most: usize,
    ) -> Result<bool, TimedOut> {
        let mut choice = Choice::new(self, truths, assumptions);
        choice.assume_any();
        let mut needed = Vec::new();
        for truth in (0..truths.len() as Index).rev() {
            if needed.contains(&truth) {
                continue;
            }
            choice.leave_out(truth);
            if choice.is_satisfied_without(truth)? {
                choice.put_back(truth);
                choice.add_needed(truth, &mut needed, most);
            }
            choice.forget();
            if needed.len() > most {
                return Ok(false);
            }
        }
        needed.sort_unstable();
        *truths = needed.into_iter().map(|truth| truths[truth as usize]).collect();
        Ok(true)
    }

    /// All assumptions that these truths refute.
    pub(super) fn refuted(&self, truths: &[Index]) -> Result<Vec<Assumption>, TimedOut> {
        let members = truths.iter().flat_map(|&truth| self.web.members(truth));
        let rivals = members.flat_map(|&member| self.web.rivals().get(member)).copied();
        let rivals: Vec<Assumption> = rivals.sorted_unstable().dedup().map(Some).collect();
        let mut choice = Choice::new(self, truths, &rivals);
        let mut passes = vec![false; choice.nodes.len()];
        let mut refuted = Vec::new();
        for candidate in rivals.into_iter().flatten() {
            if passes[choice.node_of[candidate as usize] as usize] {
                continue;
            }
            if choice.satisfy(Some(candidate))? {
                // The chosen candidates pass too, and also the candidates that the chosen ones do
                // not exclude.
                choice.chosen.iter().for_each(|&(node, _)| passes[node as usize] = true);
                let all = passes.iter_mut().zip(&choice.blocked_for);
                all.for_each(|(passes, blocked_for)| *passes |= *blocked_for == NONE);
            } else {
                refuted.push(Some(candidate));
            }
            choice.forget();
        }
        Ok(refuted)
    }

    /// These truths, the assumptions that they refute, and a set of links from which none can be
    /// left out.
    pub(super) fn core(
        &self,
        mut truths: Vec<Index>,
        assumptions: &[Assumption],
    ) -> Result<Core, TimedOut> {
        truths.sort_unstable();
        let mut choice = Choice::new(self, &truths, assumptions);
        choice.assume_any();
        // The link with the fewest candidates of the step goes first.
        let count = |link: Index| choice.links.get(link).len();
        let all = 0..choice.links.len() as Index;
        let order = all.filter(|&link| count(link) > 1);
        let order = order
            .sorted_unstable_by_key(|&link| (count(link), Reverse(choice.groups[link as usize])));
        let mut needed = Vec::new();
        for link in order.collect_vec() {
            choice.is_link[link as usize] = false;
            if choice.is_satisfied_without(choice.assumed + 1 + link)? {
                choice.is_link[link as usize] = true;
                needed.push(choice.groups[link as usize]);
            }
            choice.forget();
        }
        needed.sort_unstable();
        let refuted = assumptions.iter().copied().flatten().collect();
        Ok(Core { truths, links: needed, refuted })
    }

    /// The smallest sets of truths that refute the assumptions, if at most `most` truths are
    /// enough. The truths of a set are ascending. If the limit on the search is not reached, these
    /// are all sets of the smallest size. Empty if the limit is reached before a set is found.
    ///
    /// The method is that of implicit hitting sets, as in
    /// [`conflict`](crate::evidence::conflict()): any choice of candidates that obeys all links
    /// leaves some truths without a candidate, and every core has at least one of these truths.
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

/// A choice of one candidate for each of several truths, such that no two of the candidates are in
/// the same link.
///
/// Candidates, truths and links are numbered anew here, so that all tables are small and close
/// together in memory. After a failure, the search jumps back over the truths that did not
/// contribute to it (conflict-directed backjumping: Prosser, *Hybrid algorithms for the constraint
/// satisfaction problem*, 1993, <https://doi.org/10.1111/j.1467-8640.1993.tb00310.x>).
struct Choice<'r> {
    refuter: &'r Refuter<'r>,
    /// The candidates of the truths, and those that may be assumed.
    nodes: Vec<Index>,
    /// For each candidate, its number here.
    node_of: Vec<Index>,
    truths: Lists,
    truths_of: Lists,
    /// The groups that are the links.
    groups: Vec<Index>,
    links: Lists,
    links_of: Lists,
    is_link: Vec<bool>,
    /// The chosen candidates, each with the number of candidates that were blocked before the
    /// choice.
    chosen: Vec<(Index, usize)>,
    /// The blocked candidates in order: those that share a link with a chosen candidate. The chosen
    /// candidate is blocked too.
    blocked: Vec<Index>,
    /// For each candidate: the truth whose choice first blocked the candidate, or [`NONE`] if it is
    /// not blocked.
    blocked_for: Vec<Index>,
    /// For each blocked candidate: the link that it shares with this choice.
    blocked_by: Vec<Index>,
    /// For each truth: how many of its candidates are not blocked, plus [`SATISFIED`] for each of
    /// its chosen candidates, plus [`LEFT_OUT`] if the truth is left out.
    open_of: Vec<i32>,
    /// For each depth of the search: truths that could not all hold, as bits, and after them the
    /// bits of the links that were the reason.
    culprits: Vec<Vec<u64>>,
    /// The truths and links of the last refutation, as the same kind of bits.
    used: Vec<u64>,
    /// The number of the last truth, which means: one of the candidates that may be assumed holds.
    assumed: Index,
    /// How many choices were tried so far.
    looks: usize,
}

impl<'r> Choice<'r> {
    fn new(refuter: &'r Refuter<'r>, truths: &[Index], assumptions: &[Assumption]) -> Choice<'r> {
        let web = refuter.web;
        let members = truths.iter().flat_map(|&truth| web.members(truth));
        let nodes = members.chain(assumptions.iter().flatten()).copied();
        let (nodes, node_of) = numbered(nodes, web.groups.candidate_count());
        let node = |&candidate: &Index| node_of[candidate as usize];
        let mut truths: Lists = truths.iter().map(|&t| web.members(t).iter().map(node)).collect();
        let assumed = truths.len() as Index;
        truths.push(assumptions.iter().flatten().map(node));
        let links_of = |&node: &Index| web.groups.links(node).iter().copied();
        let (groups, link_of) = numbered(nodes.iter().flat_map(links_of), web.groups.link_count());
        let link = |group: Index| link_of[group as usize];
        let links_of: Lists = nodes.iter().map(|node| links_of(node).map(link)).collect();
        let words = (truths.len() + groups.len()).div_ceil(64);
        let mut choice = Choice {
            refuter,
            truths_of: truths.inverted(nodes.len()),
            links: links_of.inverted(groups.len()),
            is_link: vec![true; groups.len()],
            chosen: Vec::new(),
            blocked: Vec::new(),
            blocked_for: vec![NONE; nodes.len()],
            blocked_by: vec![NONE; nodes.len()],
            open_of: (0..truths.len() as Index).map(|t| truths.get(t).len() as i32).collect(),
            culprits: vec![vec![0; words]],
            used: vec![u64::MAX; words],
            assumed,
            looks: 0,
            nodes,
            node_of,
            truths,
            groups,
            links_of,
        };
        choice.leave_out(assumed);
        choice
    }

    /// Requires from now on that one of the candidates that may be assumed holds, if there are any.
    fn assume_any(&mut self) {
        if !self.truths.get(self.assumed).is_empty() {
            self.put_back(self.assumed);
        }
    }

    fn leave_out(&mut self, truth: Index) {
        self.open_of[truth as usize] += LEFT_OUT;
    }

    fn put_back(&mut self, truth: Index) {
        self.open_of[truth as usize] -= LEFT_OUT;
    }

    /// Whether all truths can hold now that a truth or a link is left out. The chosen candidates
    /// stay until [`Choice::forget`] is called.
    fn is_satisfied_without(&mut self, left_out: Index) -> Result<bool, TimedOut> {
        // The last refutation did not use what is left out, so it still holds.
        if !has(&self.used, left_out) {
            return Ok(false);
        }
        let is_satisfied = self.extend(0)?;
        if !is_satisfied {
            self.used.copy_from_slice(&self.culprits[0]);
        }
        Ok(is_satisfied)
    }

    /// Chooses candidates so that all truths hold, the assumed candidate first. Returns whether
    /// there is such a choice.
    fn satisfy(&mut self, assumed: Assumption) -> Result<bool, TimedOut> {
        if let Some(candidate) = assumed {
            self.choose(self.node_of[candidate as usize], self.assumed);
        }
        self.extend(0)
    }

    fn forget(&mut self) {
        while !self.chosen.is_empty() {
            self.unchoose();
        }
    }

    fn choose(&mut self, node: Index, truth: Index) {
        self.chosen.push((node, self.blocked.len()));
        self.count_satisfied(node, SATISFIED);
        for &link in self.links_of.get(node) {
            let rivals = if self.is_link[link as usize] { self.links.get(link) } else { &[] };
            for &rival in rivals {
                let blocked_for = &mut self.blocked_for[rival as usize];
                if *blocked_for == NONE {
                    *blocked_for = truth;
                    self.blocked_by[rival as usize] = link;
                    self.blocked.push(rival);
                    let truths = self.truths_of.get(rival).iter();
                    truths.for_each(|&truth| self.open_of[truth as usize] -= 1);
                }
            }
        }
    }

    fn unchoose(&mut self) {
        let (node, before) = self.chosen.pop().expect("one was chosen");
        self.count_satisfied(node, -SATISFIED);
        for rival in self.blocked.drain(before..) {
            self.blocked_for[rival as usize] = NONE;
            let truths = self.truths_of.get(rival).iter();
            truths.for_each(|&truth| self.open_of[truth as usize] += 1);
        }
    }

    fn count_satisfied(&mut self, node: Index, by: i32) {
        let truths = self.truths_of.get(node).iter();
        truths.for_each(|&truth| self.open_of[truth as usize] += by);
    }

    /// The truths that must hold but have no chosen candidate.
    fn unsatisfied(&self) -> impl Iterator<Item = Index> + '_ {
        (0..).zip(&self.open_of).filter(|(_, open)| **open < SATISFIED).map(|(truth, _)| truth)
    }

    /// Chooses further candidates until all truths hold. If they cannot all hold, `culprits` of
    /// this depth are the reason.
    fn extend(&mut self, depth: usize) -> Result<bool, TimedOut> {
        if self.looks.is_multiple_of(LOOKS_BETWEEN) {
            self.refuter.deadline.ok_or(TimedOut)?;
        }
        self.looks += 1;
        let fewest = self.open_of.iter().copied().min().unwrap_or(SATISFIED);
        if fewest >= SATISFIED {
            return Ok(true);
        }
        let truth = self.open_of.iter().position(|&open| open == fewest).expect("the least");
        let truth = truth as Index;
        if self.culprits.len() <= depth {
            self.culprits.push(vec![0; self.culprits[0].len()]);
        }
        self.culprits[depth].fill(0);
        add(&mut self.culprits[depth], truth);
        for at in 0..self.truths.get(truth).len() {
            let member = self.truths.get(truth)[at];
            let blocked_for = self.blocked_for[member as usize];
            if blocked_for != NONE {
                add(&mut self.culprits[depth], blocked_for);
                add(&mut self.culprits[depth], self.assumed + 1 + self.blocked_by[member as usize]);
                continue;
            }
            self.choose(member, truth);
            if self.extend(depth + 1)? {
                return Ok(true);
            }
            self.unchoose();
            let [own, below] = &mut self.culprits[depth..depth + 2] else { unreachable!() };
            if !has(below, truth) {
                own.copy_from_slice(below);
                return Ok(false);
            }
            add_all(own, below);
        }
        Ok(false)
    }

    /// Adds a truth that is the only unsatisfied truth, so it is needed. Also adds other truths
    /// that become the only unsatisfied truth when one chosen candidate is exchanged (model
    /// rotation: Belov & Marques-Silva, *Accelerating MUS extraction with recursive model
    /// rotation*, 2011). Ends as soon as there are more than `most` needed truths.
    fn add_needed(&mut self, failed: Index, needed: &mut Vec<Index>, most: usize) {
        needed.push(failed);
        for at in 0..self.truths.get(failed).len() {
            if needed.len() > most {
                return;
            }
            let member = self.truths.get(failed)[at];
            let candidate = |node: Index| self.nodes[node as usize];
            let is_rival = |&position: &usize| {
                let chosen = candidate(self.chosen[position].0);
                self.refuter.web.are_rivals(chosen, candidate(member))
            };
            let Ok(position) = (0..self.chosen.len()).filter(is_rival).exactly_one() else {
                continue;
            };
            let rival = self.exchange(position, member);
            let only = self.unsatisfied().exactly_one().ok();
            if let Some(next) = only.filter(|&next| next < self.assumed && !needed.contains(&next))
            {
                self.add_needed(next, needed, most);
            }
            self.exchange(position, rival);
        }
    }

    /// Replaces a chosen candidate by another one, and returns the old candidate. Blocked
    /// candidates are not updated.
    fn exchange(&mut self, position: usize, node: Index) -> Index {
        let before = std::mem::replace(&mut self.chosen[position].0, node);
        self.count_satisfied(before, -SATISFIED);
        self.count_satisfied(node, SATISFIED);
        before
    }

    /// Adds sets of truths, such that every set of truths that contains these truths and refutes
    /// the assumption has a truth of each added set. Adds no set if these truths alone refute the
    /// assumption.
    fn add_unsatisfied(
        &mut self,
        truths: &[usize],
        assumed: Assumption,
        sets: &mut Vec<Vec<usize>>,
    ) -> Result<(), TimedOut> {
        let all = 0..self.assumed;
        let mut left_out = all.filter(|&truth| !truths.contains(&(truth as usize))).collect_vec();
        left_out.iter().for_each(|&truth| self.leave_out(truth));
        while self.satisfy(assumed)? {
            for node in 0..self.nodes.len() as Index {
                if self.blocked_for[node as usize] == NONE {
                    self.choose(node, NONE - 1);
                }
            }
            let holds = |&truth: &Index| self.open_of[truth as usize] >= LEFT_OUT + SATISFIED;
            let (others, unsatisfied): (Vec<_>, Vec<_>) = left_out.into_iter().partition(holds);
            self.forget();
            // The next sets have no truths in common with this set, so fewer sets are needed.
            unsatisfied.iter().for_each(|&truth| self.put_back(truth));
            left_out = others;
            sets.push(unsatisfied.into_iter().map(|truth| truth as usize).collect());
            if sets.last().is_some_and(Vec::is_empty) {
                break;
            }
        }
        self.forget();
        left_out.into_iter().for_each(|truth| self.put_back(truth));
        Ok(())
    }
}

fn add_all(set: &mut [u64], others: &[u64]) {
    set.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
}

/// The different items in the order of their first occurrence; and for each item below `bound`, its
/// number in this order.
fn numbered(items: impl Iterator<Item = Index>, bound: usize) -> (Vec<Index>, Vec<Index>) {
    let (mut names, mut numbers) = (Vec::new(), vec![Index::MAX; bound]);
    for item in items {
        let number = &mut numbers[item as usize];
        if *number == Index::MAX {
            *number = names.len() as Index;
            names.push(item);
        }
    }
    (names, numbers)
}

/// See [`Choice::open_of`]: this is more than the number of candidates of any truth.
const SATISFIED: i32 = 1 << 16;
/// See [`Choice::open_of`]: this is more than the value of a truth whose candidates are all chosen.
const LEFT_OUT: i32 = 1 << 28;

/// After this many choices, the search looks at the clock again.
const LOOKS_BETWEEN: usize = 64;

/// The limit on the number of nodes of a search; this many nodes take some seconds.
const MOST_NODES: usize = 200_000;
