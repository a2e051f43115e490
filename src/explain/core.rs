//! Cores: which truths and links refute a candidate, none of them to spare.

use super::groups::Index;
use super::state::Web;
use crate::answer::Deadline;
use crate::evidence::minimum_hitting_set;
use crate::solve::SolveError;

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

/// Looks for candidates that satisfy truths and obey links, with one candidate assumed.
pub(super) struct Refuter<'w> {
    web: &'w Web<'w>,
    /// By group: whether it is a link.
    is_link: Vec<bool>,
    /// By group that is a link: how many of its candidates are chosen, 0 or 1.
    is_taken: Vec<bool>,
    is_chosen: Vec<bool>,
    chosen: Vec<Index>,
}

impl<'w> Refuter<'w> {
    /// With all links.
    pub(super) fn new(web: &'w Web<'w>) -> Refuter<'w> {
        let group_count = web.groups.group_count();
        Refuter {
            web,
            is_link: vec![true; group_count],
            is_taken: vec![false; group_count],
            is_chosen: vec![false; web.groups.candidate_count()],
            chosen: Vec::new(),
        }
    }

    /// Whether these truths cannot all hold with this candidate.
    pub(super) fn refutes(&mut self, truths: &[Index], assumed: Index) -> bool {
        let satisfied = self.satisfy(truths, assumed);
        self.forget();
        !satisfied
    }

    /// Chooses candidates, this one among them; they are in `chosen` until forgotten.
    fn satisfy(&mut self, truths: &[Index], assumed: Index) -> bool {
        self.choose(assumed);
        self.extend(truths)
    }

    fn forget(&mut self) {
        while !self.chosen.is_empty() {
            self.unchoose();
        }
    }

    fn choose(&mut self, candidate: Index) {
        self.chosen.push(candidate);
        self.is_chosen[usize::from(candidate)] = true;
        for &group in self.web.groups.of(candidate) {
            self.is_taken[usize::from(group)] = self.is_link[usize::from(group)];
        }
    }

    fn unchoose(&mut self) {
        let candidate = self.chosen.pop().expect("one was chosen");
        self.is_chosen[usize::from(candidate)] = false;
        for &group in self.web.groups.of(candidate) {
            self.is_taken[usize::from(group)] = false;
        }
    }

    fn is_free(&self, candidate: Index) -> bool {
        self.web.groups.of(candidate).iter().all(|&group| !self.is_taken[usize::from(group)])
    }

    fn is_satisfied(&self, truth: Index) -> bool {
        self.web.members(truth).iter().any(|&member| self.is_chosen[usize::from(member)])
    }

    fn extend(&mut self, truths: &[Index]) -> bool {
        let free = |truth| self.web.members(truth).iter().filter(|&&m| self.is_free(m)).count();
        let unsatisfied = truths.iter().copied().filter(|&truth| !self.is_satisfied(truth));
        let Some(truth) = unsatisfied.min_by_key(|&truth| free(truth)) else { return true };
        for position in 0..self.web.members(truth).len() {
            let member = self.web.members(truth)[position];
            if self.is_free(member) {
                self.choose(member);
                if self.extend(truths) {
                    return true;
                }
                self.unchoose();
            }
        }
        false
    }

    /// Leaves out truths while the rest refutes the candidate.
    pub(super) fn reduce(&mut self, truths: &mut Vec<Index>, refuted: Index) {
        let mut position = truths.len();
        while position > 0 {
            position -= 1;
            let truth = truths.remove(position);
            if !self.refutes(truths, refuted) {
                truths.insert(position, truth);
            }
        }
    }

    /// All that these truths refute.
    pub(super) fn refuted(&mut self, truths: &[Index]) -> Vec<Index> {
        let members = truths.iter().flat_map(|&truth| self.web.members(truth));
        let mut refuted: Vec<Index> =
            members.flat_map(|&member| self.web.rivals(member)).copied().collect();
        refuted.sort_unstable();
        refuted.dedup();
        refuted.retain(|&candidate| self.refutes(truths, candidate));
        refuted
    }

    /// These truths, what they refute, and links of which none can be left out.
    pub(super) fn core(&mut self, mut truths: Vec<Index>, refuted: Vec<Index>) -> Core {
        truths.sort_unstable();
        let members = truths.iter().flat_map(|&truth| self.web.members(truth));

        // The link with the fewest candidates of the step goes first.
        let mut nodes: Vec<Index> = members.chain(&refuted).copied().collect();
        nodes.sort_unstable();
        nodes.dedup();
        let mut met: Vec<Index> =
            nodes.iter().flat_map(|&node| self.web.groups.of(node)).copied().collect();
        met.sort_unstable();
        let mut links: Vec<(usize, Index)> =
            met.chunk_by(|a, b| a == b).map(|chunk| (chunk.len(), chunk[0])).collect();
        links.retain(|&(count, _)| count > 1);
        links.sort_by_key(|&(count, link)| (count, std::cmp::Reverse(link)));
        self.is_link.fill(false);
        links.iter().for_each(|&(_, link)| self.is_link[usize::from(link)] = true);
        links.retain(|&(_, link)| {
            self.is_link[usize::from(link)] = false;
            let needed = !refuted.iter().all(|&candidate| self.refutes(&truths, candidate));
            self.is_link[usize::from(link)] = needed;
            needed
        });
        self.is_link.fill(true);
        let mut links: Vec<Index> = links.into_iter().map(|(_, link)| link).collect();
        links.sort_unstable();
        Core { truths, links, refuted }
    }

    /// The fewest truths that refute a candidate, if these are fewer than `below`.
    ///
    /// Implicit hitting sets, as for the clashes of [`conflict`](crate::evidence::conflict()):
    /// candidates that obey all links leave some truths without a candidate, of which every core
    /// has at least one.
    ///
    /// # Errors
    /// [`SolveError::TimedOut`] at the deadline.
    pub(super) fn fewest_truths(
        &mut self,
        refuted: Index,
        below: usize,
        deadline: Deadline,
    ) -> Result<Option<Vec<Index>>, SolveError> {
        let (mut unsatisfied_sets, mut floor) = (Vec::new(), 0);
        loop {
            let Some(hitting) = minimum_hitting_set(&unsatisfied_sets, floor, below, deadline)?
            else {
                return Ok(None);
            };
            floor = hitting.len();
            let mut truths: Vec<Index> = hitting.iter().map(|&truth| truth as Index).collect();
            if !self.satisfy(&truths, refuted) {
                self.forget();
                return Ok(Some(truths));
            }
            // The next ones share nothing with this one, which spares hitting sets.
            loop {
                for &candidate in &self.web.open {
                    if self.is_free(candidate) {
                        self.choose(candidate);
                    }
                }
                let left = self.web.truths.iter().copied();
                let left: Vec<Index> = left.filter(|&truth| !self.is_satisfied(truth)).collect();
                self.forget();
                if left.is_empty() {
                    return Ok(None);
                }
                unsatisfied_sets.push(left.iter().map(|&truth| usize::from(truth)).collect());
                truths.extend(left);
                if !self.satisfy(&truths, refuted) {
                    self.forget();
                    break;
                }
            }
        }
    }
}
