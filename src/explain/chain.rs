//! Trials within trials, undone in place; and of those that fail the few truths that they take.
//!
//! A candidate that a trial within the trial refutes is out at the price of that trial.

use super::TimedOut;
use super::lists::{Index, add};
use super::trial::{ASSUMED, Assumption, NONE, Trial};
use super::web::Web;
use crate::answer::Deadline;

/// Tries candidates, one after another. Costs count truths.
pub(super) struct Chains<'w> {
    trial: Trial<'w>,
    open_cells: usize,
    /// The truths that trials within this one used. A candidate that one of them refuted is out by
    /// its place here, counted after the candidates.
    within: Vec<Used>,
    /// By candidate: whether it was in when a trial that nothing cut short passed.
    passed: Vec<bool>,
    /// Whether a trial within this one was cut short.
    is_cut_within: bool,
    deadline: Deadline,
}

/// Truths, each once.
struct Used {
    truths: Vec<Index>,
    /// The same, bit by bit.
    bits: Vec<u64>,
}

/// A candidate that truths refute, at a cost.
pub(super) struct Refuted {
    pub(super) candidate: Index,
    pub(super) cost: usize,
    pub(super) truths: Vec<Index>,
}

impl<'w> Chains<'w> {
    /// These candidates are known to pass. Where truths have no price, nobody asks which are used.
    pub(super) fn new(
        web: &'w Web<'w>,
        price: usize,
        passing: &[Index],
        deadline: Deadline,
    ) -> Chains<'w> {
        let mut passed = vec![false; web.groups.candidate_count()];
        passing.iter().for_each(|&candidate| passed[candidate as usize] = true);
        let cell_count = web.groups.size().cell_count();
        let open_cells = web.truths.partition_point(|&truth| (truth as usize) < cell_count);
        let (trial, within) = (Trial::new(web, price), Vec::new());
        Chains { trial, open_cells, within, passed, is_cut_within: false, deadline }
    }

    /// Whether every cell is filled.
    pub(super) fn is_solved(&self) -> bool {
        self.trial.ins().len() == self.open_cells
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
        self.deadline.ok_or(TimedOut)?;
        self.trial.follow_up_to(bound);
        self.is_cut_within = false;
        let start = self.trial.mark();
        self.trial.assume(assumed);
        let failed = self.close(levels)?;
        if failed.is_none() && !self.trial.is_cut() && !self.is_cut_within {
            let ins = self.trial.ins_since(&start);
            ins.iter().for_each(|&candidate| self.passed[candidate as usize] = true);
        }
        let refuted =
            failed.map(|truth| (self.trial.cost_of(truth), self.truths_used(truth).truths));
        self.trial.undo(start);
        self.within.clear();
        Ok(refuted)
    }

    /// Propagates, and tries what is open with so many levels in all, until a truth fails, all is
    /// solved or nothing changes. What is left does not depend on the order of trials, costs aside,
    /// so a level is worked on only where the one below is at its end. Where a truth costs too much
    /// nothing is tried any more: that seldom comes to anything, and took a third of the time.
    pub(super) fn close(&mut self, levels: usize) -> Result<Option<Index>, TimedOut> {
        if levels == 0 {
            return Ok(self.trial.propagate());
        }
        if let Some(failed) = self.close(levels - 1)? {
            return Ok(Some(failed));
        }
        let web = self.trial.web;
        // By candidate: whether it was in when a trial passed, so that its own would pass too.
        let mut passed = vec![false; self.passed.len()];
        let mut untried = web.open.len();
        for &candidate in web.open.iter().cycle() {
            if untried == 0 || self.trial.is_cut() || self.is_solved() {
                break;
            }
            untried -= 1;
            if passed[candidate as usize] || !self.trial.is_undecided(candidate) {
                continue;
            }
            self.deadline.ok_or(TimedOut)?;
            let (start, within) = (self.trial.mark(), self.within.len());
            self.trial.assume(Some(candidate));
            let failed = self.close(levels - 1)?;
            self.is_cut_within |= self.trial.is_cut();
            let Some(failed) = failed else {
                let ins = self.trial.ins_since(&start).iter();
                ins.for_each(|&candidate| passed[candidate as usize] = true);
                self.trial.undo(start);
                self.within.truncate(within);
                continue;
            };
            let used = (self.trial.price > 0).then(|| self.truths_used(failed));
            self.trial.undo(start);
            self.within.truncate(within);
            let out_by = (passed.len() + within) as Index;
            match used {
                Some(used) => {
                    self.trial.exclude(candidate, out_by, used.truths.len() as u32);
                    self.within.push(used);
                }
                None => self.trial.exclude(candidate, ASSUMED, 0),
            }
            if let Some(failed) = self.close(levels - 1)? {
                return Ok(Some(failed));
            }
            passed.fill(false);
            untried = web.open.len();
        }
        Ok(None)
    }

    /// The truths behind a failed one.
    fn truths_used(&self, failed: Index) -> Used {
        let Trial { web, given_by, out_by, .. } = &self.trial;
        let mut truths = vec![failed];
        let mut bits = vec![0; web.truth_count() / 64 + 1];
        add(&mut bits, failed);
        let mut is_explained = vec![0; given_by.len() / 64 + 1];
        let mut worked_off = 0;
        while let Some(&truth) = truths.get(worked_off) {
            worked_off += 1;
            for &member in web.members(truth) {
                // The candidate that a truth gave may have gone out later, which is not its reason.
                let is_given = given_by[member as usize] == truth && truth != failed;
                let out_by = out_by[member as usize];
                if is_given || out_by == NONE || !add(&mut is_explained, member) {
                    continue;
                }
                if let Some(within) = (out_by as usize).checked_sub(given_by.len()) {
                    let within = &self.within[within];
                    if within.bits.iter().zip(&bits).any(|(more, known)| more & !known != 0) {
                        let new = within.truths.iter().filter(|&&truth| add(&mut bits, truth));
                        truths.extend(new);
                    }
                } else {
                    let truth = given_by[out_by as usize];
                    if truth < ASSUMED && add(&mut bits, truth) {
                        truths.push(truth);
                    }
                }
            }
        }
        Used { truths, bits }
    }
}
