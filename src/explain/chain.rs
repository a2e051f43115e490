//! The cheapest trial of a candidate: assume it, propagate, and use few truths until one fails.
//!
//! Unit propagation from a candidate is a search in an and-or graph: a truth gives its last
//! candidate when all others are out. Knuth's generalization of Dijkstra's algorithm (*Information
//! Processing Letters* 6, 1977) finds the derivation with the fewest truths, counted as often as
//! they are used: for a chain this is its length. Where trials within the trial are needed, a
//! candidate that one refutes is out at the price of that trial.

use super::TimedOut;
use super::core::Assumption;
use super::groups::Index;
use super::state::Web;
use crate::answer::Deadline;

/// Why a candidate is out in a trial; small, for trials are copied often.
#[derive(Clone, Copy, Debug)]
enum Out {
    /// A candidate that is in: they have 16 bits.
    Rival(u16),
    /// A trial within this one, by its place in `within`.
    Trial(u16),
}

/// In place of the truth that gave a candidate: it was assumed.
const ASSUMED: Index = Index::MAX - 1;
/// It is not in.
const NOT_IN: Index = Index::MAX;

/// A trial in progress. Costs count truths.
#[derive(Clone, Debug)]
struct Trial {
    /// By candidate: the truth of which it is the last one, if it is in.
    given_by: Vec<Index>,
    /// By candidate that is out.
    out: Vec<Option<Out>>,
    /// The truths that trials within this one used.
    within: Vec<Vec<Index>>,
    /// By group: how many of its candidates are not out.
    count: Vec<u16>,
    /// By group: the sum of their indices.
    sum: Vec<u32>,
    /// By group: what its candidates that are out cost.
    cost: Vec<u16>,
    /// By cost: truths with at most one candidate left.
    due: Vec<Vec<Index>>,
}

/// Refutes candidates by trials.
pub(super) struct Chains<'w> {
    web: &'w Web<'w>,
    blank: Trial,
    deadline: Deadline,
}

impl<'w> Chains<'w> {
    pub(super) fn new(web: &'w Web<'w>, deadline: Deadline) -> Chains<'w> {
        let (group_count, candidate_count) = (web.truth_count(), web.groups.candidate_count());
        let members = |group| web.members(group as Index).iter();
        let blank = Trial {
            given_by: vec![NOT_IN; candidate_count],
            out: vec![None; candidate_count],
            within: Vec::new(),
            count: (0..group_count).map(|group| members(group).len() as u16).collect(),
            sum: (0..group_count).map(|g| members(g).sum()).collect(),
            cost: vec![0; group_count],
            due: Vec::new(),
        };
        Chains { web, blank, deadline }
    }

    pub(super) fn deadline(&self) -> Deadline {
        self.deadline
    }

    /// Truths that refute an assumption by unit propagation at a cost of at most `bound`, with
    /// `levels` of trials within the trial.
    pub(super) fn refute(
        &self,
        assumed: Assumption,
        bound: usize,
        levels: usize,
    ) -> Result<Option<Vec<Index>>, TimedOut> {
        let mut trial = self.blank.clone();
        trial.due = vec![Vec::new(); bound + 1];
        if assumed.is_none() {
            let is_due = |&truth: &Index| self.web.members(truth).len() <= 1;
            trial.due[1] = self.web.truths.iter().copied().filter(is_due).collect();
        }
        self.run(&mut trial, assumed, levels)
    }

    fn run(
        &self,
        trial: &mut Trial,
        assumed: Assumption,
        levels: usize,
    ) -> Result<Option<Vec<Index>>, TimedOut> {
        if self.deadline.is_over() {
            return Err(TimedOut);
        }
        if let Some(candidate) = assumed {
            self.set(trial, candidate, ASSUMED, 0);
        }
        let mut failed = self.propagate(trial);
        if failed.is_none() && levels > 0 {
            failed = self.try_within(trial, levels)?;
        }
        Ok(failed.map(|truth| self.truths_used(trial, truth)))
    }

    /// A candidate is in, so its rivals are out.
    fn set(&self, trial: &mut Trial, candidate: Index, why: Index, cost: u16) {
        trial.given_by[candidate as usize] = why;
        for rival in self.web.rivals(candidate) {
            self.drop(trial, rival, Out::Rival(candidate as u16), cost);
        }
    }

    fn drop(&self, trial: &mut Trial, candidate: Index, why: Out, cost: u16) {
        let out = &mut trial.out[candidate as usize];
        if out.is_some() {
            return;
        }
        *out = Some(why);
        for group in self.web.truths_of(candidate) {
            let group_index = group as usize;
            // Also for a candidate that is in: if it goes out too, its truth fails.
            trial.count[group_index] -= 1;
            trial.sum[group_index] -= candidate;
            trial.cost[group_index] = trial.cost[group_index].saturating_add(cost);
            if trial.count[group_index] <= 1
                && let Some(due) = trial.due.get_mut(usize::from(trial.cost[group_index]) + 1)
            {
                due.push(group);
            }
        }
    }

    /// Cheapest first; the truth that fails, if one does.
    fn propagate(&self, trial: &mut Trial) -> Option<Index> {
        for cost in 0..trial.due.len() {
            while let Some(truth) = trial.due[cost].pop() {
                if usize::from(trial.cost[truth as usize]) + 1 != cost {
                    continue;
                }
                if trial.count[truth as usize] == 0 {
                    return Some(truth);
                }
                let last = trial.sum[truth as usize] as Index;
                if trial.given_by[last as usize] == NOT_IN {
                    self.set(trial, last, truth, cost as u16);
                }
            }
        }
        None
    }

    /// Tries what is open within the trial, until a truth fails or nothing changes.
    fn try_within(&self, trial: &mut Trial, levels: usize) -> Result<Option<Index>, TimedOut> {
        let mut changed = true;
        while changed {
            changed = false;
            for &candidate in &self.web.open {
                let index = candidate as usize;
                if trial.out[index].is_some() || trial.given_by[index] != NOT_IN {
                    continue;
                }
                let mut within = trial.clone();
                if let Some(truths) = self.run(&mut within, Some(candidate), levels - 1)? {
                    changed = true;
                    let cost = truths.len() as u16;
                    let place = trial.within.len() as u16;
                    trial.within.push(truths);
                    self.drop(trial, candidate, Out::Trial(place), cost);
                    if let Some(failed) = self.propagate(trial) {
                        return Ok(Some(failed));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The truths behind a failed one, each once.
    fn truths_used(&self, trial: &Trial, failed: Index) -> Vec<Index> {
        let mut used = vec![failed];
        let mut worked_off = 0;
        while let Some(&truth) = used.get(worked_off) {
            worked_off += 1;
            for &member in self.web.members(truth) {
                // The candidate that a truth gave may have gone out later, which is not its reason.
                if trial.given_by[member as usize] == truth && truth != failed {
                    continue;
                }
                let truths = match trial.out[member as usize] {
                    Some(Out::Rival(rival)) => match &trial.given_by[usize::from(rival)] {
                        &ASSUMED | &NOT_IN => &[],
                        truth => std::slice::from_ref(truth),
                    },
                    Some(Out::Trial(place)) => &trial.within[usize::from(place)][..],
                    None => &[],
                };
                for &truth in truths {
                    if !used.contains(&truth) {
                        used.push(truth);
                    }
                }
            }
        }
        used
    }
}
