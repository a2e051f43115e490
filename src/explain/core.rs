//! Cores: which truths and links refute a candidate, none of them to spare.

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
    /// By group that is a link: how many of its candidates are chosen, 0 or 1.
    is_taken: Vec<bool>,
    is_chosen: Vec<bool>,
    chosen: Vec<Index>,
    deadline: Deadline,
}

impl<'w> Refuter<'w> {
    /// With all links. After the deadline, nothing is answered any more.
    pub(super) fn new(web: &'w Web<'w>, deadline: Deadline) -> Refuter<'w> {
        let link_count = web.groups.link_count();
        Refuter {
            web,
            is_link: vec![true; link_count],
            is_taken: vec![false; link_count],
            is_chosen: vec![false; web.groups.candidate_count()],
            chosen: Vec::new(),
            deadline,
        }
    }

    /// Whether these truths cannot all hold, with any of these assumptions.
    pub(super) fn refutes(
        &mut self,
        truths: &[Index],
        assumptions: &[Assumption],
    ) -> Result<bool, TimedOut> {
        for &assumed in assumptions {
            let satisfied = self.satisfy(truths, assumed);
            self.forget();
            if satisfied? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Chooses candidates, the assumed one among them; they are in `chosen` until forgotten.
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
        self.is_chosen[candidate as usize] = true;
        for &group in self.web.groups.links(candidate) {
            self.is_taken[group as usize] = self.is_link[group as usize];
        }
    }

    fn unchoose(&mut self) {
        let candidate = self.chosen.pop().expect("one was chosen");
        self.is_chosen[candidate as usize] = false;
        for &group in self.web.groups.links(candidate) {
            self.is_taken[group as usize] = false;
        }
    }

    fn is_free(&self, candidate: Index) -> bool {
        self.web.groups.links(candidate).iter().all(|&group| !self.is_taken[group as usize])
    }

    fn is_satisfied(&self, truth: Index) -> bool {
        self.web.members(truth).iter().any(|&member| self.is_chosen[member as usize])
    }

    fn extend(&mut self, truths: &[Index]) -> Result<bool, TimedOut> {
        if self.deadline.is_over() {
            return Err(TimedOut);
        }
        let free = |truth| self.web.members(truth).iter().filter(|&&m| self.is_free(m)).count();
        let unsatisfied = truths.iter().copied().filter(|&truth| !self.is_satisfied(truth));
        let Some(truth) = unsatisfied.min_by_key(|&truth| free(truth)) else {
            return Ok(true);
        };
        for position in 0..self.web.members(truth).len() {
            let member = self.web.members(truth)[position];
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

    /// Leaves out truths while the rest refutes the assumptions.
    pub(super) fn reduce(
        &mut self,
        truths: &mut Vec<Index>,
        assumptions: &[Assumption],
    ) -> Result<(), TimedOut> {
        let mut position = truths.len();
        while position > 0 {
            position -= 1;
            let truth = truths.remove(position);
            if !self.refutes(truths, assumptions)? {
                truths.insert(position, truth);
            }
        }
        Ok(())
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
