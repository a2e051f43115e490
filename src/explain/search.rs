//! The search for the simplest step: the one with the fewest truths, then the fewest links, then
//! the most conclusions. Steps with a name or a story come before steps that have neither; a step
//! with a story concludes only what its story shows.
//!
//! | Search | Finds | Smallest |
//! |---|---|---|
//! | truths alone | singles, locked candidates | yes |
//! | covers | *k* truths whose candidates are all in *k* links: subsets and fish | among covers |
//! | chains | candidates that unit propagation refutes | if each use of a truth counts |
//! | sets of many units | cells of rows and columns, or around four crossings, with as many digits as cells | no |
//! | trials within trials | further steps in puzzles without clues, if there is time | no |
//!
//! With clues, steps of one statement (see [`Statement`](super::Statement)) come after singles:
//! easy ones before steps of one truth, others after them. If a step needs more than two truths, a
//! trial with singles, locked candidates, clues and the rule of 45 is preferred if the trial has
//! fewer lines.
//!
//! A step without a name and a story is told as a trial of few lines, if there is one. If only some
//! techniques are allowed, all shapes are searched, and the simplest allowed step is chosen.
//!
//! Each search finds truths; [`Refuter`] reduces the truths, adds links, and lists everything that
//! they refute.

use std::cmp::Reverse;

use itertools::Itertools;

use super::TimedOut;
use super::chain::{Chains, Refuted};
use super::core::{Core, Refuter};
use super::covers::Covers;
use super::deadly::Deadly;
use super::derivation::MOST_TRUTHS;
use super::lists::Index;
use super::state::State;
use super::step::{Conclusion, Step};
use super::table::{self, Target, Techniques, name_single};
use super::technique::Technique;
use super::trial::Assumption;
use super::web::Web;
use crate::answer::Deadline;
use crate::evidence::Minimality;
use crate::grid::Grid;
use crate::rules::Group;
use crate::solve::SolveError;

/// How many lines a trial has at most.
const MOST_LINES: usize = 30;

/// At most this many trials of steps without a name and a story are compared, and at most this many
/// sets of many units.
const MOST_COMPARED: usize = 4;

/// How much effort is made to find a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many truths a step has at most.
    pub max_truths: usize,
    /// How many levels of inner trials may be made within the trial of a candidate, if no candidate
    /// is refuted without them. With 0, there are steps for every puzzle of depth 1.
    pub levels: usize,
    /// Whether a step may assume that the puzzle has exactly one solution: see [`Deadly`]. In a
    /// state for which this is not known to be true, no step assumes it: see
    /// [`State::why_none_assumed`].
    pub assume_unique: bool,
    /// The techniques that a step may have.
    pub techniques: Techniques,
    /// When the search stops; [`Deadline::NONE`] for no limit.
    pub deadline: Deadline,
}

/// Steps of up to 40 truths and all techniques, one level of trials within trials, no deadline.
impl Default for Effort {
    fn default() -> Effort {
        Effort {
            max_truths: 40,
            levels: 1,
            assume_unique: false,
            techniques: Techniques::ALL,
            deadline: Deadline::NONE,
        }
    }
}

impl Effort {
    fn allows(&self, step: &Step) -> bool {
        self.techniques.contains(step.technique)
    }
}

/// The result of a search for a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The simplest step that was found.
    Step(Step),
    /// With this effort, there is no step.
    Nothing,
    /// The deadline passed before a step was found.
    TimedOut,
}

/// How a path of steps ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All cells are filled: the only solution.
    Solved,
    /// There is no solution.
    Contradiction,
    /// With this effort, there is no further step.
    Open,
    /// The deadline passed.
    TimedOut,
}

impl State {
    /// Makes steps as long as steps are found; `each` is called with every step and the state
    /// before it.
    ///
    /// # Errors
    /// As [`State::next_step`].
    pub fn follow(
        &mut self,
        effort: &Effort,
        mut each: impl FnMut(&State, &Step),
    ) -> Result<End, SolveError> {
        let go_on = |state: &State, step: &Step| {
            each(state, step);
            true
        };
        Ok(self.follow_while(effort, go_on)?.unwrap_or(End::Open))
    }

    /// The same as [`State::follow`], but stops before the first step for which `go_on` returns
    /// `false`. This step is not made, and the result is `None`.
    ///
    /// # Errors
    /// As [`State::next_step`].
    pub fn follow_while(
        &mut self,
        effort: &Effort,
        mut go_on: impl FnMut(&State, &Step) -> bool,
    ) -> Result<Option<End>, SolveError> {
        let mut web = None;
        while !self.is_solved() {
            let step = match self.step_after(&mut web, effort)? {
                Found::Step(step) => step,
                Found::Nothing => return Ok(Some(End::Open)),
                Found::TimedOut => return Ok(Some(End::TimedOut)),
            };
            if !go_on(self, &step) {
                return Ok(None);
            }
            if step.conclusion == Conclusion::Contradiction {
                return Ok(Some(End::Contradiction));
            }
            self.apply(&step);
        }
        Ok(Some(End::Solved))
    }

    /// The simplest step. Steps with a name or a story come first; among these, the step with the
    /// fewest truths, then the fewest links, then the most eliminations. Except for deadlines, the
    /// same state and effort always give the same step. For each step that is returned, varisat has
    /// refuted the opposite of its conclusion.
    ///
    /// # Errors
    /// [`SolveError::Solver`] if varisat failed, or did not refute the opposite of the conclusion.
    pub fn next_step(&self, effort: &Effort) -> Result<Found, SolveError> {
        self.step_after(&mut None, effort)
    }

    /// The same as [`State::next_step`]; also puts the web of this state into `web`, if the search
    /// needs one. Before the call, `web` can be the web of an earlier state.
    fn step_after(&self, web: &mut Option<Web>, effort: &Effort) -> Result<Found, SolveError> {
        if let Some(single) = self.singles(effort.techniques).into_iter().next() {
            return self.checked(Ok(Some(single)));
        }
        let assumed = self.assumed(effort)?;
        let now = match web.take() {
            Some(before) => before.after(self, assumed),
            None => Web::new(self, assumed),
        };
        let web = web.insert(now);
        let found = match self.steps_at_once(web, effort).into_iter().next() {
            Some(step) => Ok(Some(step)),
            None => Search::new(self, web, effort).step(),
        };
        self.checked(found)
    }

    /// The simplest step and all similar steps: with the same technique, as many truths, and other
    /// conclusions. Empty if there is no step with this effort, or if the deadline passed before.
    ///
    /// # Errors
    /// As [`State::next_step`].
    pub fn next_steps(&self, effort: &Effort) -> Result<Vec<Step>, SolveError> {
        let mut found = self.singles(effort.techniques);
        if found.is_empty() {
            let web = &Web::new(self, self.assumed(effort)?);
            found = self.steps_at_once(web, effort);
            if found.is_empty() {
                found = Search::new(self, web, effort).all().unwrap_or_default();
            }
        }
        let mut steps: Vec<Step> = Vec::new();
        for step in found {
            let Found::Step(step) = self.checked(Ok(Some(step)))? else { continue };
            let is_alike = steps.first().is_none_or(|first| {
                first.technique == step.technique && first.truths.len() == step.truths.len()
            });
            if is_alike && steps.iter().all(|other| other.conclusion != step.conclusion) {
                steps.push(step);
            }
        }
        Ok(steps)
    }

    /// If there are no singles: steps of one pattern or one easy statement.
    fn steps_at_once(&self, web: &Web, effort: &Effort) -> Vec<Step> {
        let first = web.groups.link_count() as Index;
        let patterns = web.truths.iter().filter(|&&truth| truth >= first);
        let alone = patterns.filter(|&&truth| web.members(truth).len() == 1);
        let named = alone.map(|&truth| (name_single(web, truth).0, truth)).sorted_unstable();
        let steps = named.map(|(technique, truth)| {
            let placed = web.groups.candidate(web.members(truth)[0]);
            let step = State::step(web, &Core::of_truth(truth), technique);
            Step { conclusion: Conclusion::Placement(placed), ..step }
        });
        let steps = steps.filter(|step| effort.allows(step)).collect_vec();
        if steps.is_empty() { self.easy_statements(web, effort) } else { steps }
    }

    /// Steps of one statement, the easiest first. They are returned if the easiest one is at most
    /// as hard as one truth, or if no single truth refutes anything.
    fn easy_statements(&self, web: &Web, effort: &Effort) -> Vec<Step> {
        let mut steps = self.steps_of_statements();
        steps.retain(|(_, step)| effort.allows(step));
        let is_easy = steps.first().is_some_and(|(weight, _)| *weight <= 1);
        match is_easy || !web.truths.iter().any(|&truth| refutes_alone(web, truth)) {
            true => steps.into_iter().map(|(_, step)| step).collect(),
            false => Vec::new(),
        }
    }

    /// The deadly patterns that a search may assume.
    pub(super) fn assumed(&self, effort: &Effort) -> Result<Vec<Deadly>, SolveError> {
        let may_assume = effort.assume_unique && self.why_none_assumed(effort.deadline)?.is_none();
        Ok(match may_assume {
            true => Deadly::all(self, self.is_begun(effort.deadline)?),
            false => Vec::new(),
        })
    }

    pub(super) fn step(web: &Web, core: &Core, technique: Technique) -> Step {
        let groups = &web.groups;
        let (truths, assumed) = web.split(&core.truths);
        Step {
            conclusion: Conclusion::Eliminations(
                core.refuted.iter().map(|&index| groups.candidate(index)).collect(),
            ),
            truths,
            links: core.links.iter().map(|&link| groups.group(link)).collect(),
            statements: Vec::new(),
            assumed: assumed.into_iter().cloned().collect(),
            // Everything that one truth refutes was tried before.
            minimality: if core.truths.len() <= 2 {
                Minimality::Smallest
            } else {
                Minimality::Minimal
            },
            technique,
            also: Vec::new(),
        }
    }

    /// Names a step whose shape has no name: after its propagation, or as a trial if it is one with
    /// few lines.
    fn named(&self, mut step: Step) -> Step {
        if matches!(step.technique, Technique::SetLogic(3.., _)) {
            match step.derivation(self) {
                Some(derivation) => step.technique = derivation.technique(),
                None => step = step.as_trial(self, MOST_LINES).map_or(step, |(_, it)| it),
            }
        }
        step
    }

    /// Checks a step with varisat. No step is returned without this check.
    pub(super) fn checked(
        &self,
        found: Result<Option<Step>, TimedOut>,
    ) -> Result<Found, SolveError> {
        match found {
            Ok(Some(step)) if step.holds(self)? => Ok(Found::Step(self.named(step))),
            Ok(Some(step)) => {
                Err(SolveError::Solver(format!("a step is not refuted: {:?}", step.conclusion)))
            }
            Ok(None) => Ok(Found::Nothing),
            Err(TimedOut) => Ok(Found::TimedOut),
        }
    }
}

/// The limit on the cost of a chain, with this many levels of inner trials. The cost is the number
/// of truths, each counted as often as it is used. Inner trials use few truths, but use them often:
/// with a limit of 60, no steps are found for the hardest puzzles.
pub(super) fn costliest(levels: usize) -> usize {
    if levels == 0 { 60 } else { 800 }
}

/// A search for a step of eliminations.
struct Search<'s> {
    state: &'s State,
    web: &'s Web,
    effort: &'s Effort,
    refuter: Refuter<'s>,
    /// The chains; made when the first candidate is tried.
    chains: Option<Chains<'s>>,
    /// What chains without inner trials refute; `None` before it is known.
    chained: Option<Vec<Refuted>>,
    /// See [`Search::sectors`]; `None` before they were searched.
    sectors: Option<Vec<Vec<Index>>>,
}

impl<'s> Search<'s> {
    fn new(state: &'s State, web: &'s Web, effort: &'s Effort) -> Search<'s> {
        let refuter = Refuter { web, deadline: effort.deadline };
        Search { state, web, effort, refuter, chains: None, chained: None, sectors: None }
    }

    /// The steps with the fewest truths, the simplest first.
    fn shortest(&mut self) -> Result<Vec<Step>, TimedOut> {
        let mut sets = self.simplest_truths()?;
        let fewest = sets.iter().map(Vec::len).min().unwrap_or_default();
        if fewest > self.effort.max_truths {
            return Ok(Vec::new());
        }
        sets.retain(|truths| truths.len() == fewest);
        self.steps(sets)
    }

    /// Steps that may be similar to the simplest step, which comes first.
    fn all(mut self) -> Result<Vec<Step>, TimedOut> {
        if self.effort.techniques != Techniques::ALL {
            return self.allowed();
        }
        let short = self.shortest()?;
        if let Some(tried) = self.tried(&short)? {
            return Ok(vec![tried]);
        }
        let told = short.iter().filter_map(|step| self.told(step)).collect_vec();
        if told.is_empty() { Ok(self.step_of_all(short).into_iter().collect()) } else { Ok(told) }
    }

    /// The simplest step with a name or a story; if there is none, the simplest step.
    fn step(mut self) -> Result<Option<Step>, TimedOut> {
        if self.effort.techniques != Techniques::ALL {
            return Ok(self.allowed()?.into_iter().next());
        }
        let short = self.shortest()?;
        let tried = self.tried(&short)?;
        Ok(tried.or_else(|| self.step_of_all(short)))
    }

    /// The steps whose techniques are allowed, the simplest first. All shapes are searched, since
    /// the step with the fewest truths may have a technique that is not allowed.
    fn allowed(&mut self) -> Result<Vec<Step>, TimedOut> {
        let mut sets = self.alone();
        let covers = Covers::new(self.web);
        for size in 2..=4 {
            sets.extend(covers.of_size(size, self.effort.deadline)?);
        }
        sets.extend(self.chained_sets(self.effort.max_truths)?);
        let steps = self.steps(sets)?.into_iter();
        let told = steps.map(|step| self.state.named(self.told(&step).unwrap_or(step)));
        let mut allowed = told.filter(|step| self.effort.allows(step)).collect_vec();
        if allowed.is_empty() {
            let sets = self.sectors()?;
            let steps = self.steps(sets)?.into_iter();
            allowed.extend(steps.filter(|step| self.effort.allows(step)));
        }
        if allowed.is_empty() && self.effort.techniques.contains(Technique::Trial) {
            let most = MOST_LINES.min(self.effort.max_truths);
            allowed.extend(self.state.step_tried(most, self.effort.deadline)?);
        }
        Ok(allowed)
    }

    /// If there are clues and these steps have more than two truths: a trial that has fewer lines
    /// than the steps have truths.
    fn tried(&self, short: &[Step]) -> Result<Option<Step>, TimedOut> {
        const FEW: usize = 2;
        let truths = short.first().map_or(usize::MAX, |step| step.truths.len());
        if self.state.groups().statements().all().is_empty() || truths <= FEW {
            return Ok(None);
        }
        let most = MOST_LINES.min(self.effort.max_truths).min(truths - 1);
        self.state.step_tried(most, self.effort.deadline)
    }

    /// The simplest step with a name or a story. `short` are the steps with the fewest truths. If
    /// no step has a name or a story, a trial, or else the first of `short`.
    fn step_of_all(mut self, short: Vec<Step>) -> Option<Step> {
        let fewest = short.first().map(|step| step.truths.len() + step.assumed.len())?;
        let mut told = short.iter().find_map(|step| self.told(step));
        if told.is_none() {
            // Steps that were found are shown even if the deadline has passed meanwhile.
            let longer = self.longer(fewest).unwrap_or_default();
            told = longer.iter().find_map(|step| self.told(step));
        }
        if told.is_none() {
            let steps = self.sectors().and_then(|sets| self.steps(sets)).unwrap_or_default();
            told = steps.iter().find_map(|step| self.told(step));
        }
        told.or_else(|| {
            let trials = short.iter().take(MOST_COMPARED).filter_map(|step| self.as_trial(step));
            trials.min_by_key(|(lines, _)| *lines).map(|(_, trial)| trial)
        })
        .or_else(|| short.into_iter().next())
    }

    /// A step as a trial, and the number of its lines, if there is a trial of few lines. Of the
    /// eliminated candidates, the one whose trial has the fewest lines is tried.
    fn as_trial(&self, step: &Step) -> Option<(usize, Step)> {
        let truths = step.truths.iter().map(|&truth| self.web.groups.group_index(truth));
        let truths = truths.collect_vec();
        let trials = step.conclusion.eliminated().iter().filter_map(|&gone| {
            let gone = [Some(self.web.groups.index(gone))];
            let mut truths = truths.clone();
            let is_refuted = self.refuter.reduce(&mut truths, &gone, self.effort.max_truths);
            let step = is_refuted.ok().filter(|is_refuted| *is_refuted);
            let step = step.and_then(|_| self.step_of(truths, &gone).ok())?;
            step.as_trial(self.state, MOST_LINES)
        });
        trials.min_by_key(|(lines, _)| *lines)
    }

    /// The steps of these sets of truths, with everything that the truths refute, the simplest step
    /// first.
    fn steps(&self, mut sets: Vec<Vec<Index>>) -> Result<Vec<Step>, TimedOut> {
        sets.iter_mut().for_each(|truths| truths.sort_unstable());
        let step = |truths: Vec<Index>| {
            let refuted = self.refuter.refuted(&truths)?;
            self.step_of(truths, &refuted)
        };
        let steps = sets.into_iter().sorted_unstable().dedup().map(step);
        let order = |step: &Step| {
            let (truths, assumed) = (step.truths.len(), step.assumed.len());
            let gone = step.conclusion.eliminated().len();
            // Techniques that differ only in the kinds of truths are equally simple.
            let technique = match step.technique {
                Technique::TurbotFish => Technique::EmptyRectangle,
                Technique::Pointing | Technique::Claiming if step.links.len() > 1 => {
                    Technique::LockedCandidates
                }
                technique => technique,
            };
            (truths + assumed, assumed, step.links.len(), Reverse(gone), technique)
        };
        Ok(steps.collect::<Result<Vec<_>, _>>()?.into_iter().sorted_by_key(order).collect())
    }

    fn step_of(&self, truths: Vec<Index>, refuted: &[Assumption]) -> Result<Step, TimedOut> {
        let core = self.refuter.core(truths, refuted)?;
        let technique = table::name(self.web, &core, Target::Refuted(core.refuted[0]));
        Ok(State::step(self.web, &core, technique))
    }

    /// The step if it has a name; if it has none but a story, the step reduced to what its story
    /// shows.
    fn told(&self, step: &Step) -> Option<Step> {
        if !matches!(step.technique, Technique::SetLogic(..)) || !step.assumed.is_empty() {
            return Some(step.clone());
        }
        let supposed = step.derivation(self.state)?.supposed;
        let groups = &self.web.groups;
        let gone = supposed.iter().map(|&gone| Some(groups.index(gone))).collect_vec();
        let truths = step.truths.iter().map(|&truth| groups.group_index(truth));
        let mut truths = truths.collect_vec();
        self.refuter.reduce(&mut truths, &gone, MOST_TRUTHS).ok()?;
        self.step_of(truths, &gone).ok()
    }

    /// Steps with more truths than the fewest, up to the number for which there are stories.
    fn longer(&mut self, fewest: usize) -> Result<Vec<Step>, TimedOut> {
        let most = MOST_TRUTHS.min(self.effort.max_truths);
        if fewest > most {
            return Ok(Vec::new());
        }
        let sets = self.chained_sets(most)?;
        self.steps(sets)
    }

    /// Sets of at most `most` truths that refute candidates which chains without inner trials
    /// refute.
    fn chained_sets(&mut self, most: usize) -> Result<Vec<Vec<Index>>, TimedOut> {
        self.chain()?;
        let sets = self.chained.iter().flatten().map(|Refuted { candidate, truths, .. }| {
            let mut truths = truths.clone();
            let is_short = self.refuter.reduce(&mut truths, &[Some(*candidate)], most)?;
            Ok(is_short.then_some(truths))
        });
        sets.flatten_ok().collect()
    }

    /// Finds the candidates that chains without inner trials refute.
    fn chain(&mut self) -> Result<(), TimedOut> {
        if self.chained.is_none() {
            self.chained = Some(self.refute_all(costliest(0), 0)?);
        }
        Ok(())
    }

    fn refute_all(&mut self, bound: usize, levels: usize) -> Result<Vec<Refuted>, TimedOut> {
        let solution = self.state.solution(self.effort.deadline).into_iter().flat_map(Grid::filled);
        let passing = solution.map(|held| self.web.groups.index(held));
        let begin = || Chains::new(self.web, 1, self.effort.deadline);
        self.chains.get_or_insert_with(begin).refute_all(passing, bound, levels)
    }

    /// Sets of truths that refute something; the simplest sets are among them.
    fn simplest_truths(&mut self) -> Result<Vec<Vec<Index>>, TimedOut> {
        let mut found = self.alone();
        if !found.is_empty() {
            return Ok(found);
        }
        let covers = Covers::new(self.web);
        let mut refuted = Vec::new();
        for size in 2..=4 {
            found = covers.of_size(size, self.effort.deadline)?;
            if found.is_empty() && size < 4 {
                // Chains of 3 truths take little longer to find than chains of 2 truths.
                if size == 2 {
                    refuted = self.refute_all(3, 0)?;
                }
                found = self.reduced(refuted.iter().filter(|refuted| refuted.cost <= size))?;
            } else if found.is_empty() {
                self.chain()?;
                found = self.reduced(self.chained.iter().flatten())?;
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
        found = self.sectors()?;
        if !found.is_empty() {
            return Ok(found);
        }
        // With clues, [`Search::tried`] is used instead of inner trials.
        let levels = match self.state.groups().statements().all().is_empty() {
            true => self.effort.levels,
            false => 0,
        };
        for levels in 1..=levels {
            let refuted = self.refute_all(costliest(levels), levels)?;
            found = self.reduced(&refuted)?;
            if !found.is_empty() {
                break;
            }
        }
        Ok(found)
    }

    /// Sets of cells whose digits, counted in many units, are as many as the cells, and which
    /// refute something.
    fn sectors(&mut self) -> Result<Vec<Vec<Index>>, TimedOut> {
        if let Some(sectors) = &self.sectors {
            return Ok(sectors.clone());
        }
        let mut found = Vec::new();
        for cells in self.state.sets_of_many_sectors().into_iter().take(MOST_COMPARED) {
            let truths =
                cells.into_iter().map(|cell| self.web.groups.group_index(Group::Cell(cell)));
            let mut truths = truths.collect_vec();
            let refuted = self.refuter.refuted(&truths)?;
            let most = self.effort.max_truths;
            if !refuted.is_empty() && self.refuter.reduce(&mut truths, &refuted, most)? {
                found.push(truths);
            }
        }
        Ok(self.sectors.insert(found).clone())
    }

    /// The truths each of which alone refutes something.
    fn alone(&self) -> Vec<Vec<Index>> {
        let truths = self.web.truths.iter().copied();
        truths.filter(|&truth| refutes_alone(self.web, truth)).map(|truth| vec![truth]).collect()
    }

    /// Reduced sets of truths that refute candidates; the smallest sets are among them.
    fn reduced<'r>(
        &self,
        refuted: impl IntoIterator<Item = &'r Refuted>,
    ) -> Result<Vec<Vec<Index>>, TimedOut> {
        // Candidates with few truths come first, since larger sets than the smallest so far are not
        // needed.
        let refuted = refuted.into_iter().sorted_by_key(|refuted| refuted.truths.len());
        let mut found: Vec<Vec<Index>> = Vec::new();
        for Refuted { candidate, truths, .. } in refuted {
            let (most, mut truths) = (found.last().map_or(truths.len(), Vec::len), truths.clone());
            if self.refuter.reduce(&mut truths, &[Some(*candidate)], most)? {
                found.push(truths);
            }
        }
        Ok(found)
    }
}

/// Whether a truth alone refutes something: some candidate is a rival of all candidates of the
/// truth.
fn refutes_alone(web: &Web, truth: Index) -> bool {
    let [first, others @ ..] = web.members(truth) else { return false };
    // A candidate in another cell cannot exclude two digits of the cell.
    if (truth as usize) < web.groups.size().cell_count() && !others.is_empty() {
        return false;
    }
    web.rivals().get(*first).iter().any(|&rival| others.iter().all(|&m| web.are_rivals(m, rival)))
}
