//! The simplest step: fewest truths, then fewest links, then the most it concludes.
//!
//! | Search | Finds | Smallest |
//! |---|---|---|
//! | truths alone | singles, locked candidates | yes |
//! | covers | *k* truths whose candidates lie in *k* links: subsets and fish | among themselves |
//! | chains | what unit propagation from a candidate refutes | by truths counted as often as used |
//! | trials within trials | the rest, if there is time | no |
//!
//! Each finds truths; [`Refuter`] reduces these, adds links, and lists all that they refute.

use std::cmp::Reverse;

use super::TimedOut;
use super::chain::Chains;
use super::core::{Core, Refuter};
use super::covers::covers;
use super::groups::{Group, Index};
use super::shape::{Shape, Technique};
use super::state::{State, Web};
use super::step::{Conclusion, Step};
use crate::answer::Deadline;
use crate::evidence::Minimality;
use crate::grid::{Candidate, Cell};
use crate::rules::UnitKind;
use crate::solve::SolveError;

/// How far to look for a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Truths of a step at most.
    pub max_truths: usize,
    /// Levels of trials within the trial of a candidate, where none is refuted without: 0 finds
    /// steps in any puzzle of depth 1.
    pub levels: usize,
    /// Stop at this moment, if given.
    pub deadline: Deadline,
}

/// Steps of up to 40 truths, one level of trials within trials, no deadline.
impl Default for Effort {
    fn default() -> Effort {
        Effort { max_truths: 40, levels: 1, deadline: Deadline::NONE }
    }
}

/// What a search for a step came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The simplest one found.
    Step(Step),
    /// There is none within the effort.
    Nothing,
    /// The deadline came first.
    TimedOut,
}

/// How a path of steps ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All cells are filled: the only solution.
    Solved,
    /// There is no solution.
    Contradiction,
    /// There is no further step within the effort.
    Open,
    /// The deadline came first.
    TimedOut,
}

impl State {
    /// Makes steps as far as they go; `each` is given every step and the state before it.
    ///
    /// # Errors
    /// As [`State::next_step`].
    pub fn follow(
        &mut self,
        effort: &Effort,
        mut each: impl FnMut(&State, &Step),
    ) -> Result<End, SolveError> {
        while !self.placed().is_full() {
            let step = match self.next_step(effort)? {
                Found::Step(step) => step,
                Found::Nothing => return Ok(End::Open),
                Found::TimedOut => return Ok(End::TimedOut),
            };
            each(self, &step);
            if step.conclusion == Conclusion::Contradiction {
                return Ok(End::Contradiction);
            }
            self.apply(&step);
        }
        Ok(End::Solved)
    }

    /// The simplest step. The same state and effort give the same step, deadlines aside; each has
    /// been refuted by varisat.
    ///
    /// # Errors
    /// [`SolveError::Solver`] if varisat failed, or does not refute a step.
    pub fn next_step(&self, effort: &Effort) -> Result<Found, SolveError> {
        let web = self.web();
        let found = match single(&web) {
            Some((conclusion, truth, technique)) => Ok(Some(Step {
                conclusion,
                truths: vec![web.groups.group(truth)],
                links: Vec::new(),
                minimality: Minimality::Smallest,
                technique,
                chain: Vec::new(),
            })),
            None => {
                simplest_core(&web, effort).map(|core| core.map(|core| State::step(&web, &core)))
            }
        };
        self.checked(found)
    }

    /// The step with the fewest truths that eliminates a candidate, if the deadline allows; a
    /// minimal one otherwise.
    ///
    /// # Errors
    /// As [`State::next_step`].
    pub fn step_about(&self, candidate: Candidate, effort: &Effort) -> Result<Found, SolveError> {
        let web = self.web();
        let refuted = web.groups.index(candidate);
        if web.open.binary_search(&refuted).is_err() {
            return Ok(Found::Nothing);
        }
        let mut refuter = Refuter::new(&web);
        let chains = Chains::new(&web, effort.deadline);
        let mut truths = None;
        for levels in 0..=effort.levels {
            match chains.refute(refuted, COSTLIEST, levels) {
                Ok(None) => {}
                Ok(found) => {
                    truths = found;
                    break;
                }
                Err(TimedOut) => break,
            }
        }
        if let Some(truths) = &mut truths {
            refuter.reduce(truths, refuted);
        }
        let below = truths.as_ref().map_or(effort.max_truths + 1, Vec::len);
        let minimality = match refuter.fewest_truths(refuted, below, effort.deadline) {
            Ok(fewer) => {
                truths = fewer.or(truths);
                Minimality::Smallest
            }
            Err(_) if truths.is_none() => return Ok(Found::TimedOut),
            Err(_) => Minimality::Minimal,
        };
        let Some(truths) = truths else { return Ok(Found::Nothing) };
        // As few truths may do it in a way that is better known.
        let size = truths.len();
        let mut found = if size == 1 {
            web.truths.iter().map(|&truth| vec![truth]).collect()
        } else {
            covers(&web, size)
        };
        found.push(truths);
        found.retain(|truths| refuter.refutes(truths, refuted));
        let steps = found.into_iter().map(|truths| {
            let step = State::step(&web, &refuter.core(truths, vec![refuted]));
            Step { minimality, ..step }
        });
        let simplest = steps.min_by_key(|step| (step.links.len(), step.technique));
        self.checked(Ok(simplest))
    }

    fn step(web: &Web, core: &Core) -> Step {
        let groups = web.groups;
        let Shape { technique, chain } = Shape::of(web, core);
        Step {
            conclusion: Conclusion::Eliminations(
                core.refuted.iter().map(|&index| groups.candidate(index)).collect(),
            ),
            truths: core.truths.iter().map(|&truth| groups.group(truth)).collect(),
            links: core.links.iter().map(|&link| groups.group(link)).collect(),
            // All that one truth refutes was looked at before.
            minimality: if core.truths.len() <= 2 {
                Minimality::Smallest
            } else {
                Minimality::Minimal
            },
            technique,
            chain,
        }
    }

    /// No step leaves unchecked.
    fn checked(&self, found: Result<Option<Step>, TimedOut>) -> Result<Found, SolveError> {
        match found {
            Ok(Some(step)) if step.holds(self)? => Ok(Found::Step(step)),
            Ok(Some(step)) => {
                Err(SolveError::Solver(format!("a step is not refuted: {:?}", step.conclusion)))
            }
            Ok(None) => Ok(Found::Nothing),
            Err(TimedOut) => Ok(Found::TimedOut),
        }
    }
}

/// Truths counted as often as used: as far as a chain is followed.
const COSTLIEST: usize = 60;

/// A truth with one candidate or none: full houses first, then boxes, other units and cells.
fn single(web: &Web) -> Option<(Conclusion, Index, Technique)> {
    if let Some(&empty) = web.truths.iter().find(|&&truth| web.members(truth).is_empty()) {
        return Some((Conclusion::Contradiction, empty, Technique::Contradiction));
    }
    let rules = web.groups.rules();
    let alone = web.truths.iter().copied().filter(|&truth| web.members(truth).len() == 1);
    let technique = |truth| match web.groups.group(truth) {
        Group::Cell(_) => (Technique::NakedSingle, 0),
        Group::Unit(unit, _) => {
            let unit = &rules.units()[usize::from(unit)];
            let is_open =
                |cell: &&Cell| web.truths.binary_search(&((**cell).index() as Index)).is_ok();
            if unit.cells.iter().filter(is_open).count() == 1 {
                (Technique::FullHouse, 0)
            } else {
                (Technique::HiddenSingle, usize::from(!matches!(unit.kind, UnitKind::Box(_))))
            }
        }
    };
    let (technique, _, truth) = alone
        .map(|truth| {
            let (technique, order) = technique(truth);
            (technique, order, truth)
        })
        .min()?;
    let candidate = web.groups.candidate(web.members(truth)[0]);
    Some((Conclusion::Placement(candidate), truth, technique))
}

/// The simplest core of eliminations.
fn simplest_core(web: &Web, effort: &Effort) -> Result<Option<Core>, TimedOut> {
    let mut refuter = Refuter::new(web);
    let mut best = |found: Vec<Vec<Index>>| {
        let fewest = found.iter().map(Vec::len).min()?;
        let mut found: Vec<_> = found.into_iter().filter(|truths| truths.len() == fewest).collect();
        found.iter_mut().for_each(|truths| truths.sort_unstable());
        found.sort_unstable();
        found.dedup();
        let cores = found.into_iter().map(|truths| {
            let refuted = refuter.refuted(&truths);
            refuter.core(truths, refuted)
        });
        cores.min_by_key(|core| {
            let technique = Shape::of(web, core).technique;
            (core.links.len(), Reverse(core.refuted.len()), technique)
        })
    };
    let allowed = |found: Option<Core>| found.filter(|core| core.truths.len() <= effort.max_truths);
    let alone = web.truths.iter().filter(|&&truth| refutes_alone(web, truth));
    if let Some(core) = best(alone.map(|&truth| vec![truth]).collect()) {
        return Ok(allowed(Some(core)));
    }
    let chains = Chains::new(web, effort.deadline);
    for (size, bound) in [(2, 2), (3, 3), (4, COSTLIEST)] {
        let mut found = covers(web, size);
        if found.is_empty() {
            found = chained(web, &chains, bound, 0)?;
        }
        if !found.is_empty() {
            return Ok(allowed(best(found)));
        }
    }
    for levels in 1..=effort.levels {
        let found = chained(web, &chains, COSTLIEST, levels)?;
        if !found.is_empty() {
            return Ok(allowed(best(found)));
        }
    }
    Ok(None)
}

/// Whether some candidate is a rival of all candidates of a truth.
fn refutes_alone(web: &Web, truth: Index) -> bool {
    let [first, others @ ..] = web.members(truth) else { return false };
    web.rivals(*first).iter().any(|&rival| others.iter().all(|&m| web.are_rivals(m, rival)))
}

/// Reduced truths, of which each refutes some candidate by a chain.
fn chained(
    web: &Web,
    chains: &Chains,
    bound: usize,
    levels: usize,
) -> Result<Vec<Vec<Index>>, TimedOut> {
    let mut refuter = Refuter::new(web);
    let mut found: Vec<Vec<Index>> = Vec::new();
    for &candidate in &web.open {
        if let Some(mut truths) = chains.refute(candidate, bound, levels)? {
            refuter.reduce(&mut truths, candidate);
            found.push(truths);
        }
    }
    Ok(found)
}
