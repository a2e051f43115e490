//! Derivations: the propagation that shows a step, in an order that a person can follow.
//!
//! A step is a small formula. A derivation supposes the opposite of its conclusion. Then each
//! clause has the remaining candidates of one truth of the step, or of two truths that form a pair.
//! In the last clause, no candidates remain. Since no truth of a step can be left out, different
//! orders have nearly the same length. The best order is one in which each clause follows from the
//! previous clause.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::clues::Statement;
use super::state::State;
use super::step::{Conclusion, Step};
use super::technique::Technique;
use crate::grid::Candidate;
use crate::rules::{Group, Rules};

/// The truth, statement or candidate that a part of a clause is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Basis {
    /// This truth.
    Truth(Group),
    /// This statement: a part of a clue, or a sum by the rule of 45.
    Statement(Statement),
    /// This candidate, which is supposed in addition, within a trial.
    Supposed(Candidate),
    /// This candidate does not hold: supposing that it holds led to a contradiction.
    Refuted(Candidate),
}

/// The remaining candidates of a truth or a statement, and the facts that exclude its other
/// candidates. Fact 0 is the supposition; fact 1 is the first clause, and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The truth, statement or candidate of the part.
    pub basis: Basis,
    /// The remaining candidates. For a statement, these are the remaining candidates of the cells
    /// in which some are removed; there are none if the statement has no filling.
    pub left: Vec<Candidate>,
    /// The numbers of the facts that the part uses, ascending.
    pub causes: Vec<usize>,
}

impl Part {
    /// The truth, if the part is about a truth.
    pub fn truth(&self) -> Option<Group> {
        match &self.basis {
            Basis::Truth(group) => Some(*group),
            _ => None,
        }
    }
}

/// One fact of a derivation: the remaining candidates of one truth, or of two truths together.
///
/// The last clause is the contradiction: a truth without remaining candidates, or two truths with
/// one remaining candidate each, which cannot both hold. In an earlier clause, two truths have two
/// remaining candidates each: two cells for two digits.
pub type Clause = Vec<Part>;

/// A derivation: the reason why a step holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation {
    /// The supposition: one of these candidates holds. If the step places a candidate, the list has
    /// only this candidate, and the supposition is that it does not hold.
    pub supposed: Vec<Candidate>,
    /// The clauses that follow from the supposition.
    pub clauses: Vec<Clause>,
}

/// No derivation is searched for a step with more truths: there are too many orders, and too many
/// clauses for a person to follow.
pub(super) const MOST_TRUTHS: usize = 11;

/// The limit on the number of nodes of a search for an order; this many nodes take some
/// milliseconds.
const MOST_NODES: usize = 1_000;

impl Step {
    /// A derivation that shows how propagation refutes the opposite of the conclusion. If no
    /// derivation refutes all eliminated candidates together, the derivation is about one of them.
    /// `None` if the step has more than 11 truths, needs more than propagation with pairs and
    /// locked candidates, or assumes that there is only one solution. `None` also for a
    /// contradiction, and for a step of one statement, which needs no derivation. The clauses of a
    /// trial are its lines, up to 30.
    ///
    /// # Panics
    /// If the step is not from a state of the same size.
    pub fn derivation(&self, state: &State) -> Option<Derivation> {
        if self.technique == Technique::Trial || !self.statements.is_empty() {
            return self.retold(state);
        }
        if self.truths.len() > MOST_TRUTHS || !self.assumed.is_empty() {
            return None;
        }
        match &self.conclusion {
            Conclusion::Contradiction => None,
            Conclusion::Placement(placed) => Search::run(self, state, &[*placed]),
            Conclusion::Eliminations(gone) => {
                let alone = || gone.iter().filter_map(|gone| Search::run(self, state, &[*gone]));
                let together = Search::run(self, state, gone);
                together.or_else(|| alone().min_by_key(|(cost, _)| *cost))
            }
        }
        .map(|(_, derivation)| derivation)
    }
}

impl Derivation {
    /// The name of a step with this derivation. It is a chain if each clause places a candidate,
    /// and follows from the supposition and at most one earlier clause.
    pub(super) fn technique(&self) -> Technique {
        let truths = || self.clauses.iter().flatten().filter_map(Part::truth);
        let mut digits = truths().map(|truth| truth.digit());
        if digits.all_equal_value().is_ok_and(|digit| digit.is_some()) {
            return Technique::Nishio;
        }
        let follows = |part: &Part| part.causes.iter().filter(|&&cause| cause > 0).count() <= 1;
        let places = |clause: &Clause| matches!(&clause[..], [part] if part.left.len() == 1);
        let (end, before) = self.clauses.split_last().expect("a contradiction");
        match &end[..] {
            _ if !before.iter().all(|clause| places(clause) && follows(&clause[0])) => {
                Technique::ForcingNet
            }
            [part] if part.truth().and_then(|truth| truth.digit()).is_some() => {
                Technique::UnitForcingChain
            }
            parts if parts.iter().all(follows) => Technique::ForcingChain,
            _ => Technique::ForcingNet,
        }
    }
}

/// Numbers that measure how hard a derivation is to follow, the most important first: the number of
/// clauses that do not follow from the previous clause, of references to other clauses, of all
/// clauses, and of pairs and locked candidates.
type Cost = [usize; 4];

struct Search<'a> {
    rules: &'a Rules,
    truths: Vec<(Group, Vec<Candidate>)>,
    is_used: Vec<bool>,
    /// The supposition, then the clauses: for each fact, what can be true.
    facts: Vec<Fact>,
    clauses: Vec<Clause>,
    cost: Cost,
    best: Option<(Cost, Vec<Clause>)>,
    nodes: usize,
}

/// A fact that is known in addition to the state.
enum Fact {
    /// This candidate does not hold.
    Not(Candidate),
    /// All candidates of one of these sets hold.
    OneOf(Vec<Vec<Candidate>>),
}

impl Search<'_> {
    fn run(step: &Step, state: &State, supposed: &[Candidate]) -> Option<(Cost, Derivation)> {
        let rules = state.rules();
        let truths = step.truths.iter().map(|&truth| (truth, state.open(truth).collect()));
        let truths: Vec<_> = truths.collect();
        let fact = match step.conclusion.placed() {
            Some(placed) => Fact::Not(placed),
            None => Fact::OneOf(supposed.iter().map(|&candidate| vec![candidate]).collect()),
        };
        let mut search = Search {
            rules,
            is_used: vec![false; truths.len()],
            truths,
            facts: vec![fact],
            clauses: Vec::new(),
            cost: [0; 4],
            best: None,
            nodes: 0,
        };
        search.extend();
        let (cost, clauses) = search.best?;
        Some((cost, Derivation { supposed: supposed.to_vec(), clauses }))
    }

    /// Tries all clauses that can follow.
    fn extend(&mut self) {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return;
        }
        let unused = (0..self.truths.len()).filter(|&truth| !self.is_used[truth]);
        let (mut short, long): (Vec<Part>, Vec<Part>) =
            unused.map(|truth| self.part(truth)).partition(|part| part.left.len() <= 1);
        let is_clash = |(first, second): &(&Part, &Part)| match (&first.left[..], &second.left[..])
        {
            (&[first], &[second]) => are_rivals(self.rules, first, second),
            _ => false,
        };
        // Clauses that follow from the previous clause are tried first.
        let before = self.facts.len() - 1;
        short.sort_by_key(|part| !part.causes.contains(&before));
        let clashes = short.iter().tuple_combinations().filter(is_clash);
        let nothing = short.iter().filter(|part| part.left.is_empty());
        let ends = clashes.map(|(first, second)| vec![first.clone(), second.clone()]);
        let ends = ends.chain(nothing.map(|part| vec![part.clone()])).collect_vec();
        if !ends.is_empty() {
            return self.follow(ends, 0, |s| s.best = Some((s.cost, s.clauses.clone())));
        }
        if !short.is_empty() {
            return self.follow(short.into_iter().map(|part| vec![part]), 0, Self::extend);
        }
        let pairs = long.iter().tuple_combinations();
        let pairs = pairs.filter(|(first, second)| is_pair(self.rules, first, second));
        let pairs = pairs.map(|(first, second)| vec![first.clone(), second.clone()]).collect_vec();
        let locked = long.into_iter().map(|part| vec![part]);
        self.follow(locked.chain(pairs), 1, |search| {
            if search.last_takes_something() {
                search.extend();
            }
        });
    }

    /// Continues the search with each of these clauses, the easiest first.
    fn follow(
        &mut self,
        clauses: impl IntoIterator<Item = Clause>,
        pattern_count: usize,
        go_on: impl Fn(&mut Self),
    ) {
        let before = self.facts.len() - 1;
        let [jumps, references, clause_count, patterns] = self.cost;
        let cost = |clause: &Clause| {
            let causes: BTreeSet<usize> = clause.iter().flat_map(|p| &p.causes).copied().collect();
            let is_direct = causes.contains(&before);
            [
                jumps + usize::from(!is_direct),
                references + causes.len() - usize::from(is_direct),
                clause_count + 1,
                patterns + pattern_count,
            ]
        };
        let of_before = self.cost;
        for (cost, clause) in clauses.into_iter().map(|c| (cost(&c), c)).sorted_by_key(|c| c.0) {
            if self.best.as_ref().is_some_and(|(best, _)| cost >= *best) {
                break;
            }
            let truths = clause.iter().filter_map(Part::truth).collect_vec();
            self.mark(&truths, true);
            self.cost = cost;
            self.facts.push(Fact::of(self.rules, &clause));
            self.clauses.push(clause);
            go_on(self);
            self.clauses.pop();
            self.facts.pop();
            self.mark(&truths, false);
        }
        self.cost = of_before;
    }

    fn mark(&mut self, truths: &[Group], is_used: bool) {
        for (index, (truth, _)) in self.truths.iter().enumerate() {
            if truths.contains(truth) {
                self.is_used[index] = is_used;
            }
        }
    }

    fn last_takes_something(&self) -> bool {
        let last = self.facts.len() - 1;
        let unused = (0..self.truths.len()).filter(|&truth| !self.is_used[truth]);
        let mut members = unused.flat_map(|truth| &self.truths[truth].1);
        members.any(|&member| {
            self.takes(last, member) && !(0..last).any(|fact| self.takes(fact, member))
        })
    }

    /// Whether a fact excludes a candidate.
    fn takes(&self, fact: usize, candidate: Candidate) -> bool {
        match &self.facts[fact] {
            Fact::Not(gone) => *gone == candidate,
            Fact::OneOf(sets) => sets
                .iter()
                .all(|set| set.iter().any(|&held| are_rivals(self.rules, held, candidate))),
        }
    }

    /// The remaining candidates of a truth, with few causes: the previous fact, if it excludes a
    /// candidate, then the facts that exclude the most candidates.
    fn part(&self, truth: usize) -> Part {
        let (group, members) = &self.truths[truth];
        let is_taken = |&member: &Candidate| (0..self.facts.len()).any(|f| self.takes(f, member));
        let (mut taken, left): (Vec<_>, Vec<_>) = members.iter().copied().partition(is_taken);
        let before = self.facts.len() - 1;
        let mut causes = Vec::new();
        while !taken.is_empty() {
            let count = |&fact: &usize| taken.iter().filter(|&&c| self.takes(fact, c)).count();
            let takes_most = (0..=before).max_by_key(count).expect("at least one fact");
            let is_first = causes.is_empty() && count(&before) > 0;
            let cause = if is_first { before } else { takes_most };
            taken.retain(|&candidate| !self.takes(cause, candidate));
            causes.push(cause);
        }
        causes.sort_unstable();
        Part { basis: Basis::Truth(*group), left, causes }
    }
}

impl Fact {
    fn of(rules: &Rules, clause: &Clause) -> Fact {
        let choices = clause.iter().map(|part| part.left.iter().copied());
        let all = choices.multi_cartesian_product();
        let agree = |set: &Vec<Candidate>| {
            !set.iter().tuple_combinations().any(|(&a, &b)| are_rivals(rules, a, b))
        };
        Fact::OneOf(all.filter(agree).collect())
    }
}

/// Whether the two parts are two cells with the same two digits, or two digits with the same two
/// cells of a unit.
fn is_pair(rules: &Rules, first: &Part, second: &Part) -> bool {
    let meets = |&a: &Candidate| second.left.iter().any(|&b| are_rivals(rules, a, b));
    let unit = |part: &Part| part.truth().and_then(|truth| truth.unit());
    first.left.len() == 2
        && second.left.len() == 2
        && unit(first) == unit(second)
        && first.left.iter().all(meets)
}

/// Whether two candidates cannot both hold.
pub(super) fn are_rivals(rules: &Rules, first: Candidate, second: Candidate) -> bool {
    match first.cell == second.cell {
        true => first.digit != second.digit,
        false => first.digit == second.digit && rules.are_peers(first.cell, second.cell),
    }
}
