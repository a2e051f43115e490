//! A step: what follows from a few truths and links.

use itertools::Itertools;
use varisat::{CnfFormula, ExtendFormula, Lit};

use super::deadly::Deadly;
use super::state::State;
use super::technique::Technique;
use crate::answer::Deadline;
use crate::evidence::Minimality;
use crate::grid::{Candidate, Cell};
use crate::numbering::Numbering;
use crate::rules::{Group, Rules};
use crate::solve::{SolveError, Varisat};

/// What a step concludes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// A cell holds a digit.
    Placement(Candidate),
    /// Cells do not hold digits: at least one candidate, ascending.
    Eliminations(Vec<Candidate>),
    /// There is no solution: a truth has no candidate left.
    Contradiction,
}

impl Conclusion {
    /// The candidate that it places.
    pub fn placed(&self) -> Option<Candidate> {
        match self {
            Conclusion::Placement(placed) => Some(*placed),
            _ => None,
        }
    }

    /// The candidates that it eliminates.
    pub fn eliminated(&self) -> &[Candidate] {
        if self.placed().is_none() { self.candidates() } else { &[] }
    }

    /// The candidates that it is about: the one that it places, or those that it eliminates.
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Conclusion::Placement(placed) => std::slice::from_ref(placed),
            Conclusion::Eliminations(gone) => gone,
            Conclusion::Contradiction => &[],
        }
    }
}

/// A conclusion and its reason: truths (*at least one* of a group holds) and links (*at most one*
/// of a group holds) that, together with the candidates already gone, refute its opposite. In the
/// words of SAT the truths and links are a minimal unsatisfiable core.
///
/// Truths and links are those of Allan Barker's set logic. That a core of the rules makes a
/// step a person can follow is from *Demystify* (Espasa et al., arXiv 2104.15040) and from
/// step-wise explanation (Bogaerts, Gamba, Guns, *Artificial Intelligence* 300, 2021).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What follows.
    pub conclusion: Conclusion,
    /// The truths, ascending. None can be left out.
    pub truths: Vec<Group>,
    /// The links, ascending. None can be left out.
    pub links: Vec<Group>,
    /// What it rests on beside, if asked for: patterns that a puzzle with one solution does not
    /// have. None can be left out.
    pub assumed: Vec<Deadly>,
    /// Whether the truths are known to be the fewest that conclude anything at all, or what was
    /// asked about.
    pub minimality: Minimality,
    /// What its shape is called.
    pub technique: Technique,
    /// What other steps with as few truths and links are called that were found to conclude what
    /// was asked about.
    pub also: Vec<Technique>,
}

impl Step {
    /// The cells of its truths, ascending: where to look.
    ///
    /// # Panics
    /// If the rules are others than those of its state.
    pub fn cells(&self, rules: &Rules) -> Vec<Cell> {
        let places = self.truths.iter().flat_map(|truth| truth.candidates(rules));
        places.map(|place| place.cell).sorted().dedup().collect()
    }

    /// The step as a formula: what it assumes, then its truths and links over the candidates of the
    /// state, and the opposite of its conclusion. It has no model. Variables are those of the full
    /// numbering.
    ///
    /// # Panics
    /// If it is not a step of a state of this size.
    pub fn formula(&self, state: &State) -> CnfFormula {
        let numbering = Numbering::full(state.size());
        let lit = |candidate: Candidate| numbering.lit(candidate).expect("a full numbering");
        let is_left = |c: &Candidate| state.allows(*c);
        let open = |&group: &Group| -> Vec<Lit> { state.open(group).map(lit).collect() };
        let others = |deadly: &Deadly| -> Vec<Lit> {
            deadly.others(state.size()).filter(is_left).map(lit).collect()
        };
        let mut formula = CnfFormula::new();
        let truths: Vec<Vec<Lit>> =
            self.assumed.iter().map(others).chain(self.truths.iter().map(open)).collect();
        let opposite: Vec<Lit> = match &self.conclusion {
            Conclusion::Placement(candidate) => vec![!lit(*candidate)],
            Conclusion::Eliminations(gone) => gone.iter().map(|&gone| lit(gone)).collect(),
            Conclusion::Contradiction => Vec::new(),
        };
        let takes_part = |lit: &Lit| {
            truths.iter().flatten().chain(&opposite).any(|other| other.var() == lit.var())
        };
        for link in &self.links {
            let lits: Vec<Lit> = open(link).into_iter().filter(takes_part).collect();
            for (position, &second) in lits.iter().enumerate() {
                lits[..position].iter().for_each(|&first| formula.add_clause(&[!first, !second]));
            }
        }
        truths.iter().for_each(|truth| formula.add_clause(truth));
        if !opposite.is_empty() {
            formula.add_clause(&opposite);
        }
        formula
    }

    /// Whether the step holds in a state: varisat refutes its formula.
    ///
    /// # Errors
    /// [`SolveError::Solver`] if varisat gave up.
    ///
    /// # Panics
    /// If it is not a step of a state of this size.
    pub fn holds(&self, state: &State) -> Result<bool, SolveError> {
        let mut solver = Varisat::new(Deadline::NONE);
        self.formula(state).iter().for_each(|clause| solver.add_clause(clause));
        Ok(!solver.solve(&[])?)
    }

    /// The facts it uses: candidates of its truths, and of what it assumes, that are already gone.
    pub fn facts(&self, state: &State) -> Vec<Candidate> {
        let members = self.truths.iter().flat_map(|truth| truth.candidates(state.rules()));
        let others = self.assumed.iter().flat_map(|deadly| deadly.others(state.size()));
        let gone = |c: &Candidate| !state.allows(*c);
        members.chain(others).filter(gone).sorted_unstable().dedup().collect()
    }
}

impl State {
    /// Does what a step concludes.
    pub fn apply(&mut self, step: &Step) {
        match &step.conclusion {
            Conclusion::Placement(candidate) => self.place(*candidate),
            Conclusion::Eliminations(gone) => gone.iter().for_each(|&gone| self.eliminate(gone)),
            Conclusion::Contradiction => {}
        }
    }
}
