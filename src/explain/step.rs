//! Steps: conclusions from a few truths and links.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;
use varisat::{CnfFormula, ExtendFormula, Lit, Var};

use super::clues::Statement;
use super::deadly::Deadly;
use super::state::State;
use super::technique::Technique;
use crate::answer::Deadline;
use crate::encode::for_each_part_clause;
use crate::evidence::Minimality;
use crate::grid::{Candidate, Cell};
use crate::numbering::Numbering;
use crate::rules::{Group, Rules};
use crate::solve::{SolveError, Varisat};

/// The conclusion of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// A cell holds a digit.
    Placement(Candidate),
    /// These candidates do not hold: at least one candidate, ascending.
    Eliminations(Vec<Candidate>),
    /// There is no solution: a truth has no candidate left.
    Contradiction,
}

impl Conclusion {
    /// The candidate that the conclusion places.
    pub fn placed(&self) -> Option<Candidate> {
        match self {
            Conclusion::Placement(placed) => Some(*placed),
            _ => None,
        }
    }

    /// The candidates that the conclusion eliminates.
    pub fn eliminated(&self) -> &[Candidate] {
        if self.placed().is_none() { self.candidates() } else { &[] }
    }

    /// The candidates that the conclusion places or eliminates.
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Conclusion::Placement(placed) => std::slice::from_ref(placed),
            Conclusion::Eliminations(gone) => gone,
            Conclusion::Contradiction => &[],
        }
    }
}

/// A conclusion and its reason: truths (*at least one* candidate of a group holds) and links (*at
/// most one* candidate of a group holds). Together with the candidates that are already removed,
/// they refute the opposite of the conclusion. In terms of SAT, the truths and links are a minimal
/// unsatisfiable core.
///
/// Truths and links are those of Allan Barker's set logic. The idea that a small core of the rules
/// is a step which a person can follow is from *Demystify* (Espasa et al.,
/// <https://arxiv.org/abs/2104.15040>) and from step-wise explanation (Bogaerts, Gamba, Guns,
/// *Artificial Intelligence* 300, 2021, <https://doi.org/10.1016/j.artint.2021.103550>).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What follows from the truths and links.
    pub conclusion: Conclusion,
    /// The truths, ascending. None of them can be left out. A step with statements also has the
    /// truths of cells whose removed candidates the statements need. If there are several
    /// statements, these may be more cells than needed.
    pub truths: Vec<Group>,
    /// The links, ascending. None of them can be left out, except in a step of several statements.
    pub links: Vec<Group>,
    /// The statements that the step uses: parts of clues and sums by the rule of 45. A cell of a
    /// statement that is not among the truths is taken as a cell that may hold any digit.
    pub statements: Vec<Statement>,
    /// The deadly patterns that the step assumes to be impossible, if assumptions are allowed. None
    /// of them can be left out.
    pub assumed: Vec<Deadly>,
    /// Whether it is known that no step with fewer truths exists: for any conclusion, or for the
    /// conclusion that was asked about.
    pub minimality: Minimality,
    /// The technique: the name of the shape of the step.
    pub technique: Technique,
    /// The techniques of other steps that were found with the same conclusion and as few truths and
    /// links.
    pub also: Vec<Technique>,
}

impl Step {
    /// The cells of the truths of the step, ascending.
    ///
    /// # Panics
    /// If the rules are not those of the state of the step.
    pub fn cells(&self, rules: &Rules) -> Vec<Cell> {
        let places = self.truths.iter().flat_map(|truth| truth.candidates(rules));
        places.map(|place| place.cell).sorted().dedup().collect()
    }

    /// The step as a formula: the clauses of its assumptions, then of its truths and links over the
    /// candidates of the state, then the opposite of its conclusion, and the clauses of its
    /// statements over their cells. The formula has no model. Its variables are those of the full
    /// numbering, then auxiliary variables of statements.
    ///
    /// # Panics
    /// If the step is not from a state of the same size.
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
        let of_statements = self.clauses_of_statements(state);
        let parts = truths.iter().chain(&of_statements).flatten().chain(&opposite);
        let vars: HashSet<Var> = parts.map(|lit| lit.var()).collect();
        let takes_part = |lit: &Lit| vars.contains(&lit.var());
        for link in &self.links {
            let members = link.candidates(state.rules()).map(lit);
            let lits: Vec<Lit> = members.filter(takes_part).collect();
            for (position, &second) in lits.iter().enumerate() {
                lits[..position].iter().for_each(|&first| formula.add_clause(&[!first, !second]));
            }
        }
        truths.iter().for_each(|truth| formula.add_clause(truth));
        if !opposite.is_empty() {
            formula.add_clause(&opposite);
        }
        of_statements.iter().for_each(|clause| formula.add_clause(clause));
        formula
    }

    /// The clauses of the statements over their cells. Each cell holds one digit: a candidate of
    /// the state if the cell is a truth, else any digit.
    fn clauses_of_statements(&self, state: &State) -> Vec<Vec<Lit>> {
        let (size, statements) = (state.size(), state.groups().statements());
        let full = Numbering::full(size);
        let (mut clauses, mut next) = (Vec::new(), full.variable_count());
        let mut all_cells = Vec::new();
        for statement in &self.statements {
            let known = statements.get(statement);
            let candidates = known.cells.iter().flat_map(|&cell| self.candidates_of(state, cell));
            let order: Vec<Candidate> = candidates.collect();
            let (count, open) = (order.len(), Numbering::in_order(size, order.clone()));
            let renamed = |lit: &Lit| match order.get(lit.index()) {
                Some(&candidate) => {
                    let placed = full.lit(candidate).expect("a full numbering");
                    if open.lit(candidate) == Some(*lit) { placed } else { !placed }
                }
                None => Lit::from_index(next + lit.index() - count, lit.is_positive()),
            };
            let counted =
                for_each_part_clause(&known.filter.to_part(size.side()), &open, |clause| {
                    clauses.push(clause.iter().map(renamed).collect());
                });
            next += counted.variable_count() - count;
            all_cells.extend(known.cells.iter().copied());
        }
        for cell in all_cells.into_iter().sorted().dedup() {
            let of_cell = self.candidates_of(state, cell);
            let lits = of_cell.into_iter().map(|c| full.lit(c).expect("a full numbering"));
            let lits: Vec<Lit> = lits.collect();
            let pairs = lits.iter().tuple_combinations();
            clauses.extend(pairs.map(|(&first, &second)| vec![!first, !second]));
            clauses.push(lits);
        }
        clauses
    }

    /// The candidates that a cell of a statement has in the formula.
    fn candidates_of(&self, state: &State, cell: Cell) -> Vec<Candidate> {
        match self.truths.binary_search(&Group::Cell(cell)) {
            Ok(_) => state.open(Group::Cell(cell)).collect(),
            Err(_) => Group::Cell(cell).candidates(state.rules()).collect(),
        }
    }

    /// Whether the step holds in a state: varisat refutes its formula.
    ///
    /// # Errors
    /// [`SolveError::Solver`] if varisat returns no result.
    ///
    /// # Panics
    /// If the step is not from a state of the same size.
    pub fn holds(&self, state: &State) -> Result<bool, SolveError> {
        let mut solver = Varisat::new(Deadline::NONE);
        // The variables are numbered anew, since a variable with a large number costs as much as
        // all variables below it.
        let mut numbers = HashMap::new();
        for clause in self.formula(state).iter() {
            let numbered = clause.iter().map(|lit| {
                let next = numbers.len();
                let number = *numbers.entry(lit.var()).or_insert(next);
                Lit::from_index(number, lit.is_positive())
            });
            solver.add_clause(&numbered.collect_vec());
        }
        Ok(!solver.solve(&[])?)
    }

    /// The facts that the step uses: candidates of its truths and of its assumptions that are
    /// already removed.
    pub fn facts(&self, state: &State) -> Vec<Candidate> {
        let members = self.truths.iter().flat_map(|truth| truth.candidates(state.rules()));
        let others = self.assumed.iter().flat_map(|deadly| deadly.others(state.size()));
        let gone = |c: &Candidate| !state.allows(*c);
        members.chain(others).filter(gone).sorted_unstable().dedup().collect()
    }
}

impl State {
    /// Places or eliminates the candidates of the conclusion of a step.
    pub fn apply(&mut self, step: &Step) {
        match &step.conclusion {
            Conclusion::Placement(candidate) => self.place(*candidate),
            Conclusion::Eliminations(gone) => gone.iter().for_each(|&gone| self.eliminate(gone)),
            Conclusion::Contradiction => {}
        }
    }
}
