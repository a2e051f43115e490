//! The simplest step that shows a given conclusion.

use super::TimedOut;
use super::chain::Chains;
use super::core::Refuter;
use super::deadly::Deadly;
use super::lists::Index;
use super::search::{Effort, Found, costliest};
use super::state::State;
use super::step::{Conclusion, Step};
use super::table::{self, Target, name_single};
use super::technique::Technique;
use super::trial::Assumption;
use super::web::Web;
use crate::answer::Deadline;
use crate::evidence::Minimality;
use crate::grid::Candidate;
use crate::solve::SolveError;

impl State {
    /// The step with the fewest truths that shows a conclusion. If the effort is not enough for
    /// this, a minimal step: none of its truths can be left out. If several steps have the fewest
    /// truths, the result is one with the fewest links; among these, the one with the earliest
    /// [`Technique`].
    ///
    /// # Errors
    /// The same as for [`State::next_step`].
    pub fn step_about(
        &self,
        conclusion: &Conclusion,
        effort: &Effort,
    ) -> Result<Found, SolveError> {
        self.checked(self.simplest_about(conclusion, effort, self.assumed(effort)?))
    }

    fn simplest_about(
        &self,
        conclusion: &Conclusion,
        effort: &Effort,
        assumed: Vec<Deadly>,
    ) -> Result<Option<Step>, TimedOut> {
        let index = |candidate: &Candidate| self.groups().index(*candidate);
        let mut opposite = self.clone();
        let asked: Vec<Index> = match conclusion {
            Conclusion::Placement(placed) => {
                opposite.eliminate(*placed);
                vec![index(placed)]
            }
            Conclusion::Eliminations(gone) => gone.iter().map(index).collect(),
            Conclusion::Contradiction => Vec::new(),
        };
        let (web, within) = (Web::new(self, assumed.clone()), Web::new(&opposite, assumed));
        if asked.iter().any(|candidate| web.open.binary_search(candidate).is_err()) {
            return Ok(None);
        }
        if let Some(step) = self.step_of_statement(conclusion) {
            return Ok(Some(step));
        }
        let assumptions: Vec<Assumption> = match conclusion {
            Conclusion::Eliminations(gone) if gone.is_empty() => return Ok(None),
            Conclusion::Eliminations(_) => asked.iter().copied().map(Some).collect(),
            _ => vec![None],
        };

        let refuter = Refuter { web: &within, deadline: effort.deadline };
        let known = chained(&within, &assumptions, effort).and_then(|mut truths| {
            let is_few = refuter.reduce(&mut truths, &assumptions, effort.max_truths).ok()?;
            is_few.then_some(truths)
        });
        let most = known.as_ref().map_or(effort.max_truths, Vec::len);
        let sets = refuter.smallest(&assumptions, most);
        let minimality = if sets.is_empty() { Minimality::Minimal } else { Minimality::Smallest };
        let found = match known {
            Some(truths) if sets.is_empty() => vec![truths],
            None if sets.is_empty() && effort.deadline.is_over() => return Err(TimedOut),
            _ => sets,
        };

        // Truths that were found are shown even if the deadline has passed meanwhile.
        let refuter = Refuter { web: &within, deadline: Deadline::NONE };
        let cores = found.into_iter().map(|truths| refuter.core(truths, &assumptions));
        let mut cores = cores.collect::<Result<Vec<_>, _>>()?;
        let fewest_links = cores.iter().map(|core| core.links.len()).min();
        cores.retain(|core| Some(core.links.len()) == fewest_links);
        let mut steps = Vec::new();
        for core in cores {
            let technique = match (conclusion, &asked[..]) {
                (Conclusion::Eliminations(_), &[target, ..]) => {
                    // The name depends on everything that the truths refute.
                    let refuted = refuter.refuted(&core.truths)?;
                    let whole = refuter.core(core.truths.clone(), &refuted)?;
                    match table::name(&web, &whole, Target::Refuted(target)) {
                        Technique::SetLogic(..) => table::unnamed(&core),
                        name => name,
                    }
                }
                (Conclusion::Placement(_), &[target]) => match core.truths[..] {
                    [truth] => name_single(&web, truth).0,
                    _ => table::name(&web, &core, Target::Placed(target)),
                },
                _ => Technique::Contradiction,
            };
            // Among singles, those in boxes come first.
            let order = core.truths.first().map(|&truth| name_single(&web, truth).1);
            let step = State::step(&web, &core, technique);
            steps.push((order, Step { conclusion: conclusion.clone(), minimality, ..step }));
        }
        steps.sort_by_key(|(order, step)| (step.technique, *order));
        let mut names: Vec<Technique> = steps.iter().map(|(_, step)| step.technique).collect();
        names.dedup();
        let also = names.into_iter().skip(1).collect();
        Ok(steps.into_iter().next().map(|(_, step)| Step { also, ..step }))
    }
}

/// Truths that refute all assumptions. Each assumption is refuted by a chain with as few levels of
/// trials as possible.
fn chained(web: &Web, assumptions: &[Assumption], effort: &Effort) -> Option<Vec<Index>> {
    let mut chains = Chains::new(web, 1, effort.deadline);
    let mut all = Vec::new();
    for &assumed in assumptions {
        let refuted = |level| chains.refute(assumed, costliest(level), level).transpose();
        all.extend((0..=effort.levels).find_map(refuted)?.ok()?.1);
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}
