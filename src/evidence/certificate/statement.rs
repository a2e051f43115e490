//! What each claim needs: the grids that show it, and the formula that must have no model.

use std::collections::{BTreeMap, HashMap};

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use varisat::Lit;

use super::clue::{ClueChecks, check_parts, check_units_and_pairs};
use super::{CONFLICT, CertificateError, FORMULA, Files, PUZZLE, SOLUTIONS, grids_text, rejected};
use crate::answer::Deadline;
use crate::dimacs::{Cnf, push_clause};
use crate::encode::{Dimensions, Encoding, Formula, Reason};
use crate::evidence::prove::check_refutable;
use crate::evidence::{is_stated, project};
use crate::grid::{Candidate, Candidates, Grid};
use crate::numbering::Numbering;
use crate::rules::{PartIndex, Puzzle};
use crate::solve::SolveError;
use crate::verify::verify;

/// The greatest number of clauses of a formula. The longest formulas of the encoding `auto` have
/// fewer.
const MOST_CLAUSES: usize = 1 << 27;

names! {
    /// A claim about a puzzle.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Claim {
        /// The puzzle has exactly one solution.
        Unique = "unique",
        /// The puzzle has no solution.
        NoSolution = "no-solution",
        /// The puzzle has more than one solution.
        SeveralSolutions = "several-solutions",
        /// The puzzle has exactly one solution, but it has several if any one given is removed.
        MinimalPuzzle = "minimal-puzzle",
        /// Some givens of the puzzle clash. If any one of them is removed, the others do not clash.
        MinimalConflict = "minimal-conflict",
        /// The digits that each cell can have: those that it has in some solution.
        Backbone = "backbone",
    }
}

impl Claim {
    /// The claim in words, such as `exactly one solution`.
    pub fn words(self) -> &'static str {
        match self {
            Claim::Unique => "exactly one solution",
            Claim::NoSolution => "no solution",
            Claim::SeveralSolutions => "several solutions",
            Claim::MinimalPuzzle => "exactly one solution, and every given is needed",
            Claim::MinimalConflict => "givens that clash, none of which can be left out",
            Claim::Backbone => "the digits that each cell can hold",
        }
    }
}

/// A claim about a puzzle, and the facts that its grids show. Only the first grid is stored, since
/// a backbone can have as many grids as the puzzle has candidates.
pub(super) struct Statement {
    pub claim: Claim,
    pub puzzle: Puzzle,
    /// For a minimal conflict: the givens that clash.
    pub conflict: Option<Grid>,
    /// The number of grids. The claim determines how many grids are needed, and what each must
    /// solve.
    pub solution_count: usize,
    /// The first grid.
    solution: Option<Grid>,
    /// For each cell: the digits that it has in the grids.
    pub possible: Candidates,
}

impl Statement {
    /// A claim for which there are no grids so far.
    pub fn new(claim: Claim, puzzle: Puzzle, conflict: Option<Grid>) -> Statement {
        let possible = Candidates::none(puzzle.size());
        Statement { claim, puzzle, conflict, solution_count: 0, solution: None, possible }
    }

    /// The puzzle; for a minimal conflict, with only the givens that clash.
    fn subject(&self) -> Puzzle {
        match &self.conflict {
            Some(givens) => self.puzzle.with_givens(givens.clone()).expect("of the puzzle's size"),
            None => self.puzzle.clone(),
        }
    }

    /// The least and the greatest number of grids that the claim needs.
    pub fn solution_counts(&self) -> (usize, usize) {
        let givens = self.subject().givens().filled().count();
        let exactly = match self.claim {
            Claim::NoSolution => 0,
            Claim::Unique => 1,
            Claim::SeveralSolutions => 2,
            Claim::MinimalPuzzle => 1 + givens,
            Claim::MinimalConflict => givens,
            Claim::Backbone => return (1, self.puzzle.size().side().pow(3)),
        };
        (exactly, exactly)
    }

    /// Adds the next grid. Checks, without any formula, that the claim needs one more grid, that
    /// the grid solves what it must solve, and that it differs from the first grid.
    ///
    /// A grid that solves the puzzle without one given has another digit in that cell if it is not
    /// the first grid: otherwise it would be another solution of the puzzle, and the refutation
    /// shows that there is no other solution (for a minimal conflict, no solution).
    pub fn add(&mut self, grid: &Grid, deadline: Deadline) -> Result<(), CertificateError> {
        deadline.ok_or(SolveError::TimedOut)?;
        let (index, (_, most)) = (self.solution_count, self.solution_counts());
        if index == most {
            return Err(rejected(SOLUTIONS, format!("expected {most} grids, found more")));
        }
        let omitted = match self.claim {
            Claim::MinimalPuzzle => index.checked_sub(1),
            Claim::MinimalConflict => Some(index),
            _ => None,
        };
        let mut puzzle = self.subject();
        if let Some(given) = omitted.and_then(|index| puzzle.givens().filled().nth(index)) {
            let mut others = puzzle.givens().clone();
            others.set(given.cell, None);
            puzzle = puzzle.with_givens(others).expect("of the puzzle's size");
        }
        verify(&puzzle, grid).map_err(|violations| {
            rejected(SOLUTIONS, format!("grid {}: {}", index + 1, violations.iter().join("; ")))
        })?;
        if self.solution.get_or_insert_with(|| grid.clone()) == grid && index > 0 {
            return Err(rejected(SOLUTIONS, format!("grid {} is the same as grid 1", index + 1)));
        }
        for Candidate { cell, digit } in grid.filled() {
            self.possible[cell].insert(digit);
        }
        self.solution_count += 1;
        Ok(())
    }

    /// What must be refuted: the puzzle, with at most one more clause. `None` if the grids alone
    /// show the claim.
    pub fn to_refute(&self) -> Option<(Puzzle, Option<Vec<Lit>>)> {
        let numbering = Numbering::full(self.puzzle.size());
        let lit = |candidate| numbering.lit(candidate).expect("of the size");
        let clause: Option<Vec<Lit>> = match self.claim {
            Claim::SeveralSolutions => return None,
            Claim::NoSolution | Claim::MinimalConflict => None,
            Claim::Unique | Claim::MinimalPuzzle => {
                let solution = self.solution.as_ref().expect("the solution");
                Some(solution.filled().map(|placed| !lit(placed)).collect())
            }
            Claim::Backbone => {
                let all = self.puzzle.size().candidates();
                let unseen = all.filter(|c| !self.possible[c.cell].contains(c.digit));
                Some(unseen.map(lit).collect())
            }
        };
        if clause.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        Some((self.subject(), clause))
    }

    /// The formula of [`Statement::to_refute`] as DIMACS, with comments that describe it, and its
    /// numbers of variables and clauses. `sink` is called with each clause.
    pub fn formula(
        &self,
        encoding: Encoding,
        deadline: Deadline,
        mut sink: impl FnMut(&[Lit]),
    ) -> Result<Option<(Vec<u8>, Dimensions)>, CertificateError> {
        let Some((subject, last)) = self.to_refute() else { return Ok(None) };
        let whole = Formula::whole(&subject, encoding);
        // The clauses are counted before they are stored.
        let (mut clauses, mut in_time) = (last.iter().len(), deadline.watch(SolveError::TimedOut));
        let numbering = whole.try_for_each_clause(|_, _| {
            clauses += 1;
            in_time()
        })?;
        let variables = numbering.variable_count();
        check_refutable(variables)?;
        if clauses > MOST_CLAUSES {
            let reason = format!("the formula has {clauses} clauses, more than {MOST_CLAUSES}");
            return Err(CertificateError::Unsupported(reason));
        }
        let claim = match self.claim {
            Claim::Unique | Claim::MinimalPuzzle => {
                "the puzzle has no solution but the one that the last clause forbids"
            }
            Claim::NoSolution | Claim::SeveralSolutions => "the puzzle has no solution",
            Claim::MinimalConflict => "no grid has the givens that clash",
            Claim::Backbone => "no solution of the puzzle has a digit that the last clause names",
        };
        let (rules, side) = (subject.rules(), subject.size().side());
        let mut text = format!(
            "c unsatisfiable if and only if {claim}\n\
             c rules: {rules}, {}\n\
             c encoding: {encoding}\n\
             c row r, column c holds digit d: variable {}*(r-1)+{side}*(c-1)+d, all from 1\n\
             p cnf {variables} {clauses}\n",
            rules.shape(),
            side * side
        )
        .into_bytes();
        let mut push = |clause: &[Lit]| {
            push_clause(&mut text, clause);
            sink(clause);
        };
        whole.try_for_each_clause(|clause, _| {
            push(clause);
            in_time()
        })?;
        last.iter().for_each(|clause| push(clause));
        Ok(Some((text, Dimensions { variables, clauses })))
    }

    /// Checks that each clause of a formula follows from the rules and the givens, or is the clause
    /// of the claim. The check trusts the encoder in one point only: the encoder tells which
    /// clauses belong to which part of a clue. The auxiliary variables in the clauses of a part
    /// must not be in other clauses.
    ///
    /// # Errors
    /// An error for the first clause that does not pass the check, or at the deadline.
    pub fn check_meaning(
        &self,
        formula: &Cnf,
        encoding: Encoding,
        deadline: Deadline,
    ) -> Result<ClueChecks, CertificateError> {
        let Some((subject, claim)) = self.to_refute() else { return Ok(ClueChecks::default()) };
        let (size, candidates) = (subject.size(), subject.size().candidate_count());
        let unfounded = |index: usize| {
            rejected(FORMULA, format!("clause {} does not follow from the puzzle", index + 1))
        };
        let end = formula.clause_count().saturating_sub(usize::from(claim.is_some()));
        if let (Some(due), Some(found)) = (&claim, formula.clauses().nth(end))
            && !due.iter().map(|lit| lit.to_dimacs() as i32).eq(found.iter().copied())
        {
            return Err(unfounded(end));
        }
        // For each clause: the part of a clue that it encodes, if it encodes one.
        let (mut of_parts, mut in_time) = (Vec::new(), deadline.watch(SolveError::TimedOut));
        Formula::whole(&subject, encoding).try_for_each_clause(|_, reason| {
            of_parts.push(if let Reason::Clue(index) = reason { Some(index) } else { None });
            in_time()
        })?;
        let stated = formula.clauses().take(end).zip(&of_parts).enumerate();
        let mut owners: HashMap<i32, Option<PartIndex>> = HashMap::new();
        let mut parts: BTreeMap<PartIndex, Vec<(usize, &[i32])>> = BTreeMap::new();
        for (index, (clause, &part)) in stated.clone() {
            let auxiliary = clause.iter().map(|lit| lit.abs());
            for variable in auxiliary.filter(|&variable| variable as usize > candidates) {
                if *owners.entry(variable).or_insert(part) != part {
                    return Err(unfounded(index));
                }
            }
            part.iter().for_each(|&part| parts.entry(part).or_default().push((index, clause)));
        }
        check_units_and_pairs(subject.rules())?;
        let checks = check_parts(subject.rules(), &parts, deadline)?;
        let of_rules = stated.filter(|(_, (_, part))| part.is_none());
        let of_rules = of_rules.map(|(index, (clause, _))| (index, clause));
        let is_kept = |variable: i32| variable as usize <= candidates;
        let Some(projected) = project(of_rules, formula.variable_count(), is_kept, deadline) else {
            deadline.ok_or(SolveError::TimedOut)?;
            return Err(rejected(
                FORMULA,
                "the formula is too long to be checked because of its auxiliary variables",
            ));
        };
        let asked = |lit: &i32| (size.candidate(lit.unsigned_abs() as usize - 1), *lit > 0);
        let mut in_time = deadline.watch(SolveError::TimedOut);
        for (index, clause) in projected {
            in_time()?;
            if !is_stated(&subject, clause.iter().map(asked)) {
                return Err(unfounded(index));
            }
        }
        Ok(checks)
    }

    /// What the files prove together, in words. `refuted` is the part of the sentence about the
    /// proof: `proof.drat shows that nothing satisfies formula.cnf`.
    pub fn proved(&self, refuted: Option<&str>) -> String {
        let refuted = refuted.unwrap_or_default();
        let stated = "which states the rules and the givens";
        let no_other = || {
            format!(
                "solves the puzzle, which is seen by looking at it. No other grid does: {refuted}, \
                 {stated} and with its last clause forbids this solution."
            )
        };
        match self.claim {
            Claim::Unique => format!("{SOLUTIONS} {}", no_other()),
            Claim::NoSolution => format!("No grid solves the puzzle: {refuted}, {stated}."),
            Claim::SeveralSolutions => format!(
                "The two grids of {SOLUTIONS} solve the puzzle and differ, which is seen by \
                 looking at them."
            ),
            Claim::MinimalPuzzle => format!(
                "The first grid of {SOLUTIONS} {} Every given is needed: the grids that follow, \
                 one for each given in order, solve the puzzle without that given.",
                no_other()
            ),
            Claim::MinimalConflict => format!(
                "No grid has all givens of {CONFLICT}, which are givens of the puzzle: {refuted}, \
                 which states the rules and these givens. None of them can be left out: the \
                 grids of {SOLUTIONS}, one for each of them in order, have all the others."
            ),
            Claim::Backbone => {
                let shown = format!(
                    "Each grid of {SOLUTIONS} solves the puzzle, which is seen by looking at it, \
                     so each cell can hold the digits that it holds in them"
                );
                if refuted.is_empty() {
                    return shown + "; those are all digits.";
                }
                format!(
                    "{shown}. It can hold no other: {refuted}, {stated} and with its last clause \
                     asks for another digit in some cell."
                )
            }
        }
    }

    /// The givens that clash, for a minimal conflict; or the digits that are the same in all
    /// solutions, for a backbone (without the givens).
    pub fn found(&self) -> Vec<Candidate> {
        match self.claim {
            Claim::MinimalConflict => self.subject().givens().filled().collect(),
            Claim::Backbone => {
                let is_given = |c: &Candidate| self.puzzle.givens().get(c.cell).is_some();
                self.possible.to_grid().filled().filter(|c| !is_given(c)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The files with the puzzle and with the givens that clash.
    pub fn files(&self) -> Files {
        let file = |name: &str, grid| (name.to_owned(), grids_text([grid]).into_bytes());
        let conflict = self.conflict.iter().map(|givens| file(CONFLICT, givens));
        conflict.chain([file(PUZZLE, self.puzzle.givens())]).collect()
    }
}
