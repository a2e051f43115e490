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

/// Why a candidate is out in a trial.
#[derive(Clone, Copy, Debug)]
enum Out {
    /// A candidate that is in.
    Rival(Index),
    /// A trial within this one, by its place in `within`.
    Trial(usize),
}

/// In place of the truth that gave a candidate: it was assumed.
const ASSUMED: Index = Index::MAX - 1;
/// It is not in.
const NOT_IN: Index = Index::MAX;

/// The candidates of a truth that are not out.
#[derive(Clone, Copy, Debug)]
struct Rest {
    count: u16,
    /// What the others cost.
    cost: u32,
    /// The sum of their indices.
    sum: Index,
}

/// Refutes candidates by trials, one after another, each undone in place. Costs count truths.
pub(super) struct Chains<'w> {
    web: &'w Web<'w>,
    /// By candidate: the truth of which it is the last one, if it is in.
    given_by: Vec<Index>,
    /// By candidate that is out.
    out: Vec<Option<Out>>,
    /// By truth.
    rests: Vec<Rest>,
    /// What is in, in order.
    ins: Vec<Index>,
    /// What is out, in order, and its cost.
    outs: Vec<(Index, u32)>,
    /// The truths that trials within this one used.
    within: Vec<Vec<Index>>,
    /// By cost: truths with at most one candidate left, to be worked off.
    due: Vec<Vec<Index>>,
    due_count: usize,
    deadline: Deadline,
}

/// How far a trial had come.
#[derive(Clone, Copy)]
struct Mark {
    ins: usize,
    outs: usize,
    within: usize,
}

impl<'w> Chains<'w> {
    pub(super) fn new(web: &'w Web<'w>, deadline: Deadline) -> Chains<'w> {
        let candidate_count = web.groups.candidate_count();
        let rest = |truth| {
            let members = web.members(truth as Index);
            Rest { count: members.len() as u16, cost: 0, sum: members.iter().sum() }
        };
        Chains {
            web,
            given_by: vec![NOT_IN; candidate_count],
            out: vec![None; candidate_count],
            rests: (0..web.truth_count()).map(rest).collect(),
            ins: Vec::new(),
            outs: Vec::new(),
            within: Vec::new(),
            due: Vec::new(),
            due_count: 0,
            deadline,
        }
    }

    /// Truths that refute an assumption by unit propagation at a cost of at most `bound`, with
    /// `levels` of trials within the trial.
    pub(super) fn refute(
        &mut self,
        assumed: Assumption,
        bound: usize,
        levels: usize,
    ) -> Result<Option<Vec<Index>>, TimedOut> {
        self.due.resize(bound + 1, Vec::new());
        if assumed.is_none() {
            let is_due = |&truth: &Index| self.web.members(truth).len() <= 1;
            self.due[1] = self.web.truths.iter().copied().filter(is_due).collect();
            self.due_count = self.due[1].len();
        }
        let start = self.mark();
        let failed = self.run(assumed, levels)?;
        let truths = failed.map(|truth| self.truths_used(truth));
        self.undo(start);
        Ok(truths)
    }

    /// Tries an assumption; the truth that fails, if one does.
    fn run(&mut self, assumed: Assumption, levels: usize) -> Result<Option<Index>, TimedOut> {
        if self.deadline.is_over() {
            return Err(TimedOut);
        }
        if let Some(candidate) = assumed {
            self.set(candidate, ASSUMED, 0);
        }
        match self.propagate() {
            None if levels > 0 => self.try_within(levels),
            failed => Ok(failed),
        }
    }

    /// A candidate is in, so its rivals are out.
    fn set(&mut self, candidate: Index, why: Index, cost: u32) {
        self.given_by[candidate as usize] = why;
        self.ins.push(candidate);
        for rival in self.web.rivals(candidate) {
            self.drop(rival, Out::Rival(candidate), cost);
        }
    }

    fn drop(&mut self, candidate: Index, why: Out, cost: u32) {
        let out = &mut self.out[candidate as usize];
        if out.is_some() {
            return;
        }
        *out = Some(why);
        self.outs.push((candidate, cost));
        // Also for a candidate that is in: if it goes out too, its truth fails.
        self.web.truths_of(candidate).for_each(|truth| {
            let rest = &mut self.rests[truth as usize];
            rest.count -= 1;
            rest.sum -= candidate;
            rest.cost += cost;
            let is_settled = rest.count == 1 && self.given_by[rest.sum as usize] != NOT_IN;
            if rest.count > 1 || is_settled {
                return;
            }
            if let Some(due) = self.due.get_mut(rest.cost as usize + 1) {
                due.push(truth);
                self.due_count += 1;
            }
        });
    }

    /// Cheapest first; the truth that fails, if one does.
    fn propagate(&mut self) -> Option<Index> {
        let mut cost = 0;
        while self.due_count > 0 {
            let Some(truth) = self.due[cost].pop() else {
                cost += 1;
                continue;
            };
            self.due_count -= 1;
            let rest = self.rests[truth as usize];
            if rest.cost as usize + 1 != cost {
                continue;
            }
            if rest.count == 0 {
                while self.due_count > 0 {
                    self.due_count -= self.due[cost].len();
                    self.due[cost].clear();
                    cost += 1;
                }
                return Some(truth);
            }
            if self.given_by[rest.sum as usize] == NOT_IN {
                self.set(rest.sum, truth, cost as u32);
            }
        }
        None
    }

    /// Tries what is open within the trial, until a truth fails or nothing changes.
    fn try_within(&mut self, levels: usize) -> Result<Option<Index>, TimedOut> {
        let web = self.web;
        // By candidate: whether it was in when a trial passed, so that its own would pass too.
        let mut passed = vec![false; self.out.len()];
        let mut untried = web.open.len();
        for &candidate in web.open.iter().cycle() {
            if untried == 0 {
                break;
            }
            untried -= 1;
            let index = candidate as usize;
            if passed[index] || self.out[index].is_some() || self.given_by[index] != NOT_IN {
                continue;
            }
            let start = self.mark();
            let Some(failed) = self.run(Some(candidate), levels - 1)? else {
                self.ins[start.ins..]
                    .iter()
                    .for_each(|&candidate| passed[candidate as usize] = true);
                self.undo(start);
                continue;
            };
            let truths = self.truths_used(failed);
            self.undo(start);
            let cost = truths.len() as u32;
            self.within.push(truths);
            self.drop(candidate, Out::Trial(self.within.len() - 1), cost);
            if let Some(failed) = self.propagate() {
                return Ok(Some(failed));
            }
            passed.fill(false);
            untried = web.open.len();
        }
        Ok(None)
    }

    fn mark(&self) -> Mark {
        Mark { ins: self.ins.len(), outs: self.outs.len(), within: self.within.len() }
    }

    /// Back to a mark, set when nothing was due.
    fn undo(&mut self, mark: Mark) {
        for candidate in self.ins.drain(mark.ins..) {
            self.given_by[candidate as usize] = NOT_IN;
        }
        for (candidate, cost) in self.outs.drain(mark.outs..) {
            self.out[candidate as usize] = None;
            self.web.truths_of(candidate).for_each(|truth| {
                let rest = &mut self.rests[truth as usize];
                rest.count += 1;
                rest.sum += candidate;
                rest.cost -= cost;
            });
        }
        self.within.truncate(mark.within);
    }

    /// The truths behind a failed one, each once.
    fn truths_used(&self, failed: Index) -> Vec<Index> {
        let mut used = vec![failed];
        let mut is_used = vec![false; self.rests.len()];
        is_used[failed as usize] = true;
        let mut worked_off = 0;
        while let Some(&truth) = used.get(worked_off) {
            worked_off += 1;
            for &member in self.web.members(truth) {
                // The candidate that a truth gave may have gone out later, which is not its reason.
                if self.given_by[member as usize] == truth && truth != failed {
                    continue;
                }
                let truths = match self.out[member as usize] {
                    Some(Out::Rival(rival)) => match &self.given_by[rival as usize] {
                        &ASSUMED | &NOT_IN => &[],
                        truth => std::slice::from_ref(truth),
                    },
                    Some(Out::Trial(place)) => &self.within[place][..],
                    None => &[],
                };
                for &truth in truths {
                    if !std::mem::replace(&mut is_used[truth as usize], true) {
                        used.push(truth);
                    }
                }
            }
        }
        used
    }
}
