//! The cheapest refutation of a candidate by trials, and the few truths that it takes.
//!
//! Where trials within the trial are needed, a candidate that one refutes is out at the price of
//! that trial.

use super::TimedOut;
use super::core::Assumption;
use super::lists::Index;
use super::trial::{ASSUMED, NONE, Trial};
use super::web::Web;
use crate::answer::Deadline;

/// Refutes candidates, one after another. Costs count truths.
pub(super) struct Chains<'w> {
    trial: Trial<'w>,
    /// The truths that trials within this one used. A candidate that one of them refuted is out by
    /// its place here, counted after the candidates.
    within: Vec<Vec<Index>>,
    /// By candidate: whether it was in when a trial that nothing cut short passed.
    passed: Vec<bool>,
    deadline: Deadline,
}

/// A candidate that truths refute, at a cost.
pub(super) struct Refuted {
    pub(super) candidate: Index,
    pub(super) cost: usize,
    pub(super) truths: Vec<Index>,
}

impl<'w> Chains<'w> {
    /// For trials with as many levels each; these candidates are known to pass.
    pub(super) fn new(web: &'w Web<'w>, passing: &[Index], deadline: Deadline) -> Chains<'w> {
        let mut passed = vec![false; web.groups.candidate_count()];
        passing.iter().for_each(|&candidate| passed[candidate as usize] = true);
        Chains { trial: Trial::new(web, 1), within: Vec::new(), passed, deadline }
    }

    /// Tries all open candidates that are not known to pass, as [`Chains::refute`].
    pub(super) fn refute_all(
        &mut self,
        bound: usize,
        levels: usize,
    ) -> Result<Vec<Refuted>, TimedOut> {
        let mut all = Vec::new();
        for &candidate in &self.trial.web.open {
            if self.passed[candidate as usize] {
                continue;
            }
            let refuted = self.refute(Some(candidate), bound, levels)?;
            all.extend(refuted.map(|(cost, truths)| Refuted { candidate, cost, truths }));
        }
        Ok(all)
    }

    /// Truths that refute an assumption by unit propagation at a cost of at most `bound`, with
    /// `levels` of trials within the trial; and that cost.
    pub(super) fn refute(
        &mut self,
        assumed: Assumption,
        bound: usize,
        levels: usize,
    ) -> Result<Option<(usize, Vec<Index>)>, TimedOut> {
        self.trial.follow_up_to(bound);
        if assumed.is_none() {
            self.trial.begin();
        }
        let start = self.trial.mark();
        let failed = self.run(assumed, levels)?;
        if failed.is_none() && !self.trial.is_cut() {
            let ins = self.trial.ins_since(start);
            ins.iter().for_each(|&candidate| self.passed[candidate as usize] = true);
        }
        let refuted = failed.map(|truth| (self.trial.cost_of(truth), self.truths_used(truth)));
        self.trial.undo(start);
        self.within.clear();
        Ok(refuted)
    }

    /// Tries an assumption; the truth that fails, if one does.
    fn run(&mut self, assumed: Assumption, levels: usize) -> Result<Option<Index>, TimedOut> {
        self.deadline.ok_or(TimedOut)?;
        if let Some(candidate) = assumed {
            self.trial.set(candidate, ASSUMED, 0);
        }
        match self.trial.propagate() {
            None if levels > 0 => self.try_within(levels),
            failed => Ok(failed),
        }
    }

    /// Tries what is open within the trial, until a truth fails or nothing changes.
    fn try_within(&mut self, levels: usize) -> Result<Option<Index>, TimedOut> {
        let web = self.trial.web;
        let candidate_count = web.groups.candidate_count();
        // By candidate: whether it was in when a trial passed, so that its own would pass too.
        let mut passed = vec![false; candidate_count];
        let mut untried = web.open.len();
        for &candidate in web.open.iter().cycle() {
            if untried == 0 {
                break;
            }
            untried -= 1;
            if passed[candidate as usize] || !self.trial.is_undecided(candidate) {
                continue;
            }
            let (start, within) = (self.trial.mark(), self.within.len());
            let Some(failed) = self.run(Some(candidate), levels - 1)? else {
                let ins = self.trial.ins_since(start);
                ins.iter().for_each(|&candidate| passed[candidate as usize] = true);
                self.trial.undo(start);
                self.within.truncate(within);
                continue;
            };
            let truths = self.truths_used(failed);
            self.trial.undo(start);
            self.within.truncate(within);
            let out_by = (candidate_count + within) as Index;
            self.trial.exclude(candidate, out_by, truths.len() as u32);
            self.within.push(truths);
            if let Some(failed) = self.trial.propagate() {
                return Ok(Some(failed));
            }
            passed.fill(false);
            untried = web.open.len();
        }
        Ok(None)
    }

    /// The truths behind a failed one, each once.
    fn truths_used(&self, failed: Index) -> Vec<Index> {
        let Trial { web, given_by, out_by, .. } = &self.trial;
        let mut used = vec![failed];
        let mut is_used = vec![false; web.truth_count()];
        is_used[failed as usize] = true;
        let mut is_explained = vec![false; given_by.len()];
        let mut worked_off = 0;
        while let Some(&truth) = used.get(worked_off) {
            worked_off += 1;
            for &member in web.members(truth) {
                // The candidate that a truth gave may have gone out later, which is not its reason.
                let is_given = given_by[member as usize] == truth && truth != failed;
                if is_given || std::mem::replace(&mut is_explained[member as usize], true) {
                    continue;
                }
                let out_by = out_by[member as usize];
                let truths = match (out_by as usize).checked_sub(given_by.len()) {
                    _ if out_by == NONE => &[],
                    Some(within) => &self.within[within][..],
                    None => match &given_by[out_by as usize] {
                        &ASSUMED | &NONE => &[],
                        truth => std::slice::from_ref(truth),
                    },
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
