//! Trials within trials, each of which is undone on the same board. For a trial that fails, the few
//! truths that it uses are known too.
//!
//! A candidate that an inner trial refutes is excluded; its cost is the number of truths of the
//! inner trial.

use super::TimedOut;
use super::lists::{Index, add};
use super::trial::{ASSUMED, Assumption, NONE, Trial};
use super::web::Web;
use crate::answer::Deadline;
use crate::grid::Candidate;
use crate::simplify::{have_lanes, passing};

/// Tries candidates, one after another. A cost is a number of truths.
pub(super) struct Chains<'w> {
    trial: Trial<'w>,
    open_cells: usize,
    /// The truths that inner trials used. If an inner trial refuted a candidate, the entry of the
    /// candidate in `out_by` is the number of all candidates plus an index of this list.
    within: Vec<Used>,
    /// For each candidate: whether it held in a trial that passed and was not stopped early.
    passed: Vec<bool>,
    /// Whether an inner trial was stopped early.
    is_cut_within: bool,
    deadline: Deadline,
    /// If lanes can be used: for each cell, the bit of its placed digit.
    placed: Option<[u16; 81]>,
}

/// A set of truths.
struct Used {
    truths: Vec<Index>,
    /// The same truths as a set of bits.
    bits: Vec<u64>,
}

/// A candidate that these truths refute, and the cost.
pub(super) struct Refuted {
    pub(super) candidate: Index,
    pub(super) cost: usize,
    pub(super) truths: Vec<Index>,
}

impl<'w> Chains<'w> {
    /// With a price of 0, the truths that a trial uses are not needed and not recorded.
    pub(super) fn new(web: &'w Web, price: usize, deadline: Deadline) -> Chains<'w> {
        let groups = &web.groups;
        let cell_count = groups.size().cell_count();
        // Lanes cannot handle patterns.
        let has_lanes = have_lanes(groups.rules()) && web.truth_count() == groups.link_count();
        let placed = has_lanes.then(|| {
            let mut bits = [0; 81];
            web.placed.filled().for_each(|held| bits[held.cell.index()] = 1 << held.digit.index());
            bits
        });
        Chains {
            trial: Trial::new(web, price),
            open_cells: web.truths.partition_point(|&truth| (truth as usize) < cell_count),
            within: Vec::new(),
            passed: vec![false; groups.candidate_count()],
            is_cut_within: false,
            deadline,
            placed,
        }
    }

    /// Whether every cell is filled.
    pub(super) fn is_solved(&self) -> bool {
        self.trial.ins().len() == self.open_cells
    }

    /// Tries all open candidates with [`Chains::refute`], except those that are known to pass.
    pub(super) fn refute_all(
        &mut self,
        passing: impl Iterator<Item = Index>,
        bound: usize,
        levels: usize,
    ) -> Result<Vec<Refuted>, TimedOut> {
        self.passed.fill(false);
        passing.for_each(|candidate| self.passed[candidate as usize] = true);
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

    /// The cost and the truths with which unit propagation refutes an assumption, if the cost is at
    /// most `bound`. There are at most `levels` levels of trials within the trial.
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

    /// Propagates, and tries the open candidates with this many levels of trials, until a truth
    /// fails, all cells are filled or nothing changes. A level begins only when the level below it
    /// changes nothing more, so that the result, except for costs, does not depend on the order of
    /// trials. If a truth costs too much, nothing more is tried: such trials seldom succeed, and
    /// took a third of the time.
    pub(super) fn close(&mut self, levels: usize) -> Result<Option<Index>, TimedOut> {
        if levels == 0 {
            return Ok(self.trial.propagate());
        }
        if let Some(failed) = self.close(levels - 1)? {
            return Ok(Some(failed));
        }
        let web = self.trial.web;
        // For each candidate: whether it held in a trial that passed, so that its own trial would
        // pass too.
        let mut passed = vec![false; self.passed.len()];
        let (mut next, mut untried) = (0, web.open.len());
        while !self.trial.is_cut() && !self.is_solved() {
            let passing = if levels == 1 { self.passing(next, untried) } else { 0 };
            (next, untried) = (next + passing, untried - passing);
            if untried == 0 {
                break;
            }
            let candidate = web.open[next % web.open.len()];
            (next, untried) = (next + 1, untried - 1);
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

    /// How many successive candidates from index `from` on, at most `most`, surely pass a trial
    /// without inner trials. Propagation on lanes finds this out quickly; it is stronger, so a
    /// trial that passes on lanes passes here too, whatever costs are allowed.
    fn passing(&self, from: usize, most: usize) -> usize {
        let Some(mut sets) = self.placed else { return 0 };
        let Trial { web, out_by, .. } = &self.trial;
        for &open in web.open.iter().filter(|&&open| out_by[open as usize] == NONE) {
            let Candidate { cell, digit } = web.groups.candidate(open);
            sets[cell.index()] |= 1 << digit.index();
        }
        let tried = web.open.iter().cycle().skip(from % web.open.len()).take(most);
        let mut tried = tried.map(|&candidate| web.groups.candidate(candidate));
        passing(web.groups.rules(), &sets, &mut tried)
    }

    /// The failed truth, and all truths that were used until it failed.
    fn truths_used(&self, failed: Index) -> Used {
        let Trial { web, given_by, out_by, .. } = &self.trial;
        let mut used = Used { truths: Vec::new(), bits: vec![0; web.truth_count() / 64 + 1] };
        // Represents a reason that is not a truth.
        let none = web.truth_count() as Index;
        add(&mut used.bits, none);
        used.add(failed);
        let mut worked_off = 0;
        while let Some(&truth) = used.truths.get(worked_off) {
            worked_off += 1;
            for &member in web.members(truth) {
                // The candidate that a truth placed may have been excluded later. This is not a
                // reason for the truth.
                let is_given = given_by[member as usize] == truth && truth != failed;
                let out_by = if is_given { NONE } else { out_by[member as usize] } as usize;
                if let Some(within) = self.within.get(out_by.wrapping_sub(given_by.len())) {
                    if within.bits.iter().zip(&used.bits).any(|(more, known)| more & !known != 0) {
                        within.truths.iter().for_each(|&truth| used.add(truth));
                    }
                } else {
                    used.add(given_by.get(out_by).map_or(none, |&truth| truth.min(none)));
                }
            }
        }
        used
    }
}

impl Used {
    /// Adds a truth without a branch, which the processor would predict wrongly.
    fn add(&mut self, truth: Index) {
        let is_new = add(&mut self.bits, truth);
        self.truths.push(truth);
        self.truths.truncate(self.truths.len() - usize::from(!is_new));
    }
}
