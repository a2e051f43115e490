//! Cores: which truths and links refute a candidate, none of them to spare.

use itertools::Itertools;

use super::TimedOut;
use super::groups::Index;
use super::state::Web;
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

/// Looks for candidates that satisfy truths and obey links, with one candidate assumed or none.
pub(super) struct Refuter<'w> {
    web: &'w Web<'w>,
    /// By group: whether it is a link.
    is_link: Vec<bool>,
    chosen: Vec<Index>,
    /// By candidate: how often it is in a link of what is chosen.
    blocked: Vec<i32>,
    /// By truth: how many of its candidates are chosen, and how many in no link of such a one.
    chosen_of: Vec<i32>,
    free_of: Vec<i32>,
    deadline: Deadline,
}

impl<'w> Refuter<'w> {
    /// With all links. After the deadline, nothing is answered any more.
    pub(super) fn new(web: &'w Web<'w>, deadline: Deadline) -> Refuter<'w> {
        Refuter {
            web,
            is_link: vec![true; web.groups.link_count()],
            chosen: Vec::new(),
            blocked: vec![0; web.groups.candidate_count()],
            chosen_of: vec![0; web.truth_count()],
            free_of: (0..web.truth_count() as Index).map(|t| web.members(t).len() as i32).collect(),
            deadline,
        }
    }

    /// Whether these truths cannot all hold, with any of these assumptions.
    pub(super) fn refutes(
        &mut self,
        truths: &[Index],
        assumptions: &[Assumption],
    ) -> Result<bool, TimedOut> {
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
        assumed.into_iter().for_each(|candidate| self.choose(candidate));
        self.extend(truths)
    }

    fn forget(&mut self) {
        while !self.chosen.is_empty() {
            self.unchoose();
        }
    }

    fn choose(&mut self, candidate: Index) {
        self.chosen.push(candidate);
        self.count(candidate, 1);
    }

    fn unchoose(&mut self) {
        let candidate = self.chosen.pop().expect("one was chosen");
        self.count(candidate, -1);
    }

    /// Counts a candidate as chosen, or with -1 as no longer chosen.
    fn count(&mut self, candidate: Index, by: i32) {
        let web = self.web;
        web.truths_of(candidate).for_each(|truth| self.chosen_of[truth as usize] += by);
        let links = web.groups.links(candidate).iter().filter(|&&l| self.is_link[l as usize]);
        for &member in links.flat_map(|&link| web.members(link)) {
            let blocked = &mut self.blocked[member as usize];
            let was_free = *blocked == 0;
            *blocked += by;
            if was_free != (*blocked == 0) {
                web.truths_of(member).for_each(|truth| self.free_of[truth as usize] -= by);
            }
        }
    }

    fn is_free(&self, candidate: Index) -> bool {
        self.blocked[candidate as usize] == 0
    }

    fn is_satisfied(&self, truth: Index) -> bool {
        self.chosen_of[truth as usize] > 0
    }

    fn extend(&mut self, truths: &[Index]) -> Result<bool, TimedOut> {
        if self.deadline.is_over() {
            return Err(TimedOut);
        }
        let unsatisfied = truths.iter().copied().filter(|&truth| !self.is_satisfied(truth));
        let Some(truth) = unsatisfied.min_by_key(|&truth| self.free_of[truth as usize]) else {
            return Ok(true);
        };
        if self.free_of[truth as usize] == 0 {
            return Ok(false);
        }
        for &member in self.web.members(truth) {
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

    /// Leaves out truths while the rest refutes the assumptions; `false` once it is clear that more
    /// than `most` are needed.
    pub(super) fn reduce(
        &mut self,
        truths: &mut Vec<Index>,
        assumptions: &[Assumption],
        most: usize,
    ) -> Result<bool, TimedOut> {
        let mut needed = Vec::new();
        for position in (0..truths.len()).rev() {
            let truth = truths[position];
            if needed.contains(&truth) {
                continue;
            }
            truths.remove(position);
            if self.satisfies_any(truths, assumptions)? {
                truths.insert(position, truth);
                self.add_needed(truths, truth, &mut needed, most);
            }
            self.forget();
            if needed.len() > most {
                return Ok(false);
            }
        }
        Ok(true)
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
        for &member in self.web.members(failed) {
            if needed.len() > most {
                return;
            }
            let is_rival = |&position: &usize| self.web.are_rivals(self.chosen[position], member);
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
    fn exchange(&mut self, position: usize, candidate: Index) -> Index {
        let last = self.chosen.len() - 1;
        self.chosen.swap(position, last);
        let before = self.chosen[last];
        self.unchoose();
        self.choose(candidate);
        self.chosen.swap(position, last);
        before
    }

    /// All that these truths refute.
    pub(super) fn refuted(&mut self, truths: &[Index]) -> Result<Vec<Assumption>, TimedOut> {
        let members = truths.iter().flat_map(|&truth| self.web.members(truth));
        let mut rivals: Vec<Index> = members.flat_map(|&member| self.web.rivals(member)).collect();
        rivals.sort_unstable();
        rivals.dedup();
        let mut refuted = Vec::new();
        for candidate in rivals {
            if self.refutes(truths, &[Some(candidate)])? {
                refuted.push(Some(candidate));
            }
        }
        Ok(refuted)
    }

    /// These truths, the assumptions that they refute, and links of which none can be left out.
    pub(super) fn core(
        &mut self,
        mut truths: Vec<Index>,
        assumptions: &[Assumption],
    ) -> Result<Core, TimedOut> {
        truths.sort_unstable();
        let refuted: Vec<Index> = assumptions.iter().copied().flatten().collect();
        let members = truths.iter().flat_map(|&truth| self.web.members(truth));

        // The link with the fewest candidates of the step goes first.
        let mut nodes: Vec<Index> = members.chain(&refuted).copied().collect();
        nodes.sort_unstable();
        nodes.dedup();
        let mut met: Vec<Index> =
            nodes.iter().flat_map(|&node| self.web.groups.links(node)).copied().collect();
        met.sort_unstable();
        let mut links: Vec<(usize, Index)> =
            met.chunk_by(|a, b| a == b).map(|chunk| (chunk.len(), chunk[0])).collect();
        links.retain(|&(count, _)| count > 1);
        links.sort_by_key(|&(count, link)| (count, std::cmp::Reverse(link)));
        self.is_link.fill(false);
        links.iter().for_each(|&(_, link)| self.is_link[link as usize] = true);
        let mut needed = Vec::new();
        for (_, link) in links {
            self.is_link[link as usize] = false;
            if !self.refutes(&truths, assumptions)? {
                self.is_link[link as usize] = true;
                needed.push(link);
            }
        }
        self.is_link.fill(true);
        needed.sort_unstable();
        Ok(Core { truths, links: needed, refuted })
    }

    /// Sets of truths, ascending, that refute the assumptions, if that takes at most `most`. No set
    /// has fewer truths; where the effort suffices, these are all with as few. None at all if the
    /// effort did not suffice for one.
    ///
    /// Implicit hitting sets, as for the clashes of [`conflict`](crate::evidence::conflict()):
    /// candidates that obey all links leave some truths without a candidate, of which every core
    /// has at least one.
    pub(super) fn smallest(&mut self, assumptions: &[Assumption], most: usize) -> Vec<Vec<Index>> {
        let mut nodes = 0;
        let look = || {
            nodes += 1;
            if nodes > MOST_NODES { Err(TimedOut) } else { Ok(()) }
        };
        let (count, sizes) = (self.web.truth_count(), 1..=most);
        let (found, _) = smallest_hitting_sets(count, sizes, true, look, |chosen| {
            let mut sets = Vec::new();
            for &assumed in assumptions {
                self.add_unsatisfied(chosen, assumed, &mut sets)?;
            }
            Ok(sets)
        });
        let truths = |set: Vec<usize>| set.into_iter().map(|truth| truth as Index).collect();
        found.into_iter().map(truths).collect()
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
            for &candidate in &self.web.open {
                if self.is_free(candidate) {
                    self.choose(candidate);
                }
            }
            let left = self.web.truths.iter().copied();
            let left: Vec<Index> = left.filter(|&truth| !self.is_satisfied(truth)).collect();
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

/// As far as a search goes: some seconds.
const MOST_NODES: usize = 200_000;
