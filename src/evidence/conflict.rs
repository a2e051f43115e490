//! Givens that clash: a minimal set of them, or the smallest there is.

use std::io::Cursor;

use varisat::{CnfFormula, ExtendFormula};

use super::checker::{self, CheckError, Cnf, ProofFormat};
use super::hitting_set::minimum_hitting_set;
use super::prove::{ProveError, refute};
use crate::answer::Deadline;
use crate::encode::{Encoded, Encoding, Reason, encode};
use crate::grid::{Candidate, Digit, Grid, Size};
use crate::rules::{Puzzle, Rules};
use crate::solve::{Session, SolveError};
use crate::verify::clashes;

/// How far a set of clashing givens was reduced.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Minimality {
    /// It clashes; a part of it may do so too.
    Unknown,
    /// Without any one of its givens it no longer clashes.
    Minimal,
    /// No set of fewer givens clashes.
    Smallest,
}

/// Givens that no solution of the rules has together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The givens, by cell. None at all if no grid obeys the rules.
    pub givens: Vec<Candidate>,
    /// What is known of their number.
    pub minimality: Minimality,
    /// Units that together refute them, ascending, as indices from 0 into [`Rules::units`]; the
    /// others were not needed. `None` if the deadline came first.
    pub units: Option<Vec<usize>>,
}

/// Givens of the puzzle that clash, with no more of them than `goal` allows if the time suffices;
/// `None` if the puzzle has a solution.
///
/// *Minimal*: the solver's core of assumed givens, then deletion one by one. *Smallest*: implicit
/// hitting sets (Ignatiev, Previti, Liffiton & Marques-Silva, *Smallest MUS Extraction with
/// Minimal Hitting Set Dualization*, 2015): a set of givens clashes if and only if it has one of
/// every correction set (givens without which the rest has a solution), so a smallest set that
/// hits all correction sets known so far is the answer as soon as it clashes, and otherwise leads
/// to correction sets not known. Ours starts from a minimal set as upper bound, and stops early
/// where the bounds meet.
///
/// The solver's cores are never believed: each is solved again before it is used. The set
/// that is returned was refuted once more, in a fresh solver whose proof [`checker`] accepted, if
/// `units` is known; they are those of the clauses that this proof rests on.
///
/// # Errors
/// [`SolveError::TimedOut`] if it was not known by the deadline whether there is a clash;
/// [`SolveError::Lied`] and [`SolveError::Solver`] if the solver or its proof was wrong.
pub fn conflict(
    puzzle: &Puzzle,
    goal: Minimality,
    deadline: Deadline,
) -> Result<Option<Conflict>, SolveError> {
    let rules = puzzle.rules();
    let mut search = Search {
        givens: puzzle.givens().filled().collect(),
        session: Session::new(&puzzle.without_givens(), Encoding::default(), deadline),
        deadline,
    };
    let (set, minimality) = match clashes(rules, puzzle.givens()).first() {
        Some(clash) => {
            let position = |cell| search.givens.iter().position(|given| given.cell == cell);
            let pair: Vec<usize> = clash.cells.into_iter().filter_map(position).collect();
            // Fewer than two givens clash only where no grid at all obeys the rules: digits
            // are interchangeable, so a grid that exists has any digit in any cell.
            match in_time(search.rules_have_a_grid(rules))? {
                Some(true) => (pair, Minimality::Smallest),
                Some(false) => (Vec::new(), Minimality::Smallest),
                None => (pair, Minimality::Unknown),
            }
        }
        None => {
            let all: Vec<usize> = (0..search.givens.len()).collect();
            let Some(core) = search.core(&all)? else { return Ok(None) };
            search.reduce(core, goal)?
        }
    };
    let givens: Vec<Candidate> = set.iter().map(|&index| search.givens[index]).collect();
    let units = in_time(units_that_refute(puzzle, &givens, deadline))?;
    Ok(Some(Conflict { givens, minimality, units }))
}

/// Passing the deadline as `None`.
fn in_time<T>(result: Result<T, SolveError>) -> Result<Option<T>, SolveError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(SolveError::TimedOut) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The rules in a solver; sets of givens are indices into `givens`, ascending.
struct Search {
    givens: Vec<Candidate>,
    session: Session,
    deadline: Deadline,
}

impl Search {
    /// A solution with these givens.
    fn solve(&mut self, set: &[usize]) -> Result<Option<Grid>, SolveError> {
        let assumed: Vec<Candidate> = set.iter().map(|&index| self.givens[index]).collect();
        self.session.solve(&assumed)
    }

    /// `None` if these givens have a solution, else a part of them that has none.
    fn core(&mut self, set: &[usize]) -> Result<Option<Vec<usize>>, SolveError> {
        if self.solve(set)?.is_some() {
            return Ok(None);
        }
        let failed = self.session.failed_core().unwrap_or_default();
        let core: Vec<usize> =
            set.iter().copied().filter(|&index| failed.contains(&self.givens[index])).collect();
        let believed = core.len() < set.len() && self.solve(&core)?.is_none();
        Ok(Some(if believed { core } else { set.to_vec() }))
    }

    fn rules_have_a_grid(&mut self, rules: &Rules) -> Result<bool, SolveError> {
        let known = clashes(rules, &pattern(rules.size())).is_empty();
        Ok(known || self.session.solve(&[])?.is_some())
    }

    fn reduce(
        &mut self,
        core: Vec<usize>,
        goal: Minimality,
    ) -> Result<(Vec<usize>, Minimality), SolveError> {
        let mut set = core;
        if goal == Minimality::Unknown || in_time(self.delete(&mut set))?.is_none() {
            return Ok((set, Minimality::Unknown));
        }
        // Of no or two givens none smaller can clash, and one alone never does: see `conflict`.
        if set.len() <= 2 {
            return Ok((set, Minimality::Smallest));
        }
        if goal == Minimality::Minimal {
            return Ok((set, Minimality::Minimal));
        }
        let known = in_time(self.smallest(&mut set))?.is_some();
        Ok((set, if known { Minimality::Smallest } else { Minimality::Minimal }))
    }

    /// Makes a clashing set minimal. It clashes at any time, also if the deadline comes first.
    fn delete(&mut self, set: &mut Vec<usize>) -> Result<(), SolveError> {
        let mut tried = Vec::new();
        while let Some(&index) = set.iter().find(|index| !tried.contains(*index)) {
            tried.push(index);
            let others: Vec<usize> = set.iter().copied().filter(|&other| other != index).collect();
            if let Some(core) = self.core(&others)? {
                *set = core;
            }
        }
        Ok(())
    }

    /// Makes a minimal set smallest.
    fn smallest(&mut self, set: &mut Vec<usize>) -> Result<(), SolveError> {
        let mut correction_sets: Vec<Vec<usize>> = Vec::new();
        let mut floor = 0;
        while let Some(hitting) =
            minimum_hitting_set(&correction_sets, floor, set.len(), self.deadline)?
        {
            floor = hitting.len();
            let mut seed = hitting.clone();
            while let Some(solution) = self.solve(&seed)? {
                let correction_set = self.correction_set(&solution)?;
                // The next one shares nothing with this one, which spares hitting sets.
                seed.extend(&correction_set);
                correction_sets.push(correction_set);
            }
            if seed.len() == hitting.len() {
                *set = hitting;
                return Ok(());
            }
        }
        Ok(())
    }

    /// The givens outside a largest extension of those that a grid has.
    fn correction_set(&mut self, solution: &Grid) -> Result<Vec<usize>, SolveError> {
        let held = |grid: &Grid, given: &Candidate| grid.get(given.cell) == Some(given.digit);
        let mut kept: Vec<bool> = self.givens.iter().map(|given| held(solution, given)).collect();
        for index in 0..kept.len() {
            if kept[index] {
                continue;
            }
            let extended: Vec<usize> =
                (0..kept.len()).filter(|&other| kept[other] || other == index).collect();
            if let Some(solution) = self.solve(&extended)? {
                for (kept, given) in kept.iter_mut().zip(&self.givens) {
                    *kept |= held(&solution, given);
                }
            }
        }
        Ok((0..kept.len()).filter(|&index| !kept[index]).collect())
    }
}

/// The grid whose rows are shifts of the first: it obeys the classic rules of any size.
fn pattern(size: Size) -> Grid {
    let mut grid = Grid::empty(size);
    for cell in size.cells() {
        let (row, column) = (size.row_index(cell), size.column_index(cell));
        let shift = row % size.box_height() * size.box_width() + row / size.box_height();
        grid.set(cell, Some(Digit::from_index((shift + column) % size.side())));
    }
    grid
}

/// Refutes givens afresh, has the proof checked, and collects the units of the clauses it used.
///
/// A proof of the used clauses alone often uses fewer of them, so that is repeated while it helps.
fn units_that_refute(
    puzzle: &Puzzle,
    givens: &[Candidate],
    deadline: Deadline,
) -> Result<Vec<usize>, SolveError> {
    const MOST_ROUNDS: usize = 8;
    let mut grid = Grid::empty(puzzle.size());
    givens.iter().for_each(|given| grid.set(given.cell, Some(given.digit)));
    let puzzle = puzzle.with_givens(grid).expect("a grid of the puzzle's size");
    let Encoded { mut formula, mut reasons, .. } = encode(&puzzle, Encoding::default());
    let mut units = Vec::new();
    for round in 0..MOST_ROUNDS {
        let used = match used_clauses(&formula, deadline) {
            // The last round's proof stands.
            Err(SolveError::TimedOut) if round > 0 => break,
            used => used?,
        };
        reasons = used.iter().map(|&clause_index| reasons[clause_index]).collect();
        let fewer_units = units_of(&reasons);
        if round > 0 && fewer_units.len() >= units.len() {
            break;
        }
        units = fewer_units;
        let mut fewer_clauses = CnfFormula::new();
        let mut used = used.into_iter().peekable();
        for (clause_index, clause) in formula.iter().enumerate() {
            if used.next_if_eq(&clause_index).is_some() {
                fewer_clauses.add_clause(clause);
            }
        }
        formula = fewer_clauses;
    }
    Ok(units)
}

/// Those that an accepted proof of the formula's unsatisfiability rests on, by index from 0.
fn used_clauses(formula: &CnfFormula, deadline: Deadline) -> Result<Vec<usize>, SolveError> {
    let mut proof = Vec::new();
    match refute(formula, ProofFormat::Lrat, &mut proof, deadline) {
        Ok(true) => {}
        Ok(false) => return Err(SolveError::Solver("a clash was refuted once only".into())),
        Err(ProveError::TimedOut) => return Err(SolveError::TimedOut),
        Err(error) => return Err(SolveError::Solver(error.to_string())),
    }
    let mut cnf = Cnf::default();
    for clause in formula.iter() {
        cnf.push(clause.iter().map(|lit| lit.to_dimacs() as i32));
    }
    let checked =
        checker::check(&cnf, Cursor::new(proof), ProofFormat::Lrat, deadline).map_err(|error| {
            match error {
                CheckError::TimedOut => SolveError::TimedOut,
                error => SolveError::Solver(format!("the proof of a conflict is wrong: {error}")),
            }
        })?;
    Ok(checked.used)
}

fn units_of(reasons: &[Reason]) -> Vec<usize> {
    let mut units: Vec<usize> = reasons
        .iter()
        .filter_map(|reason| match *reason {
            Reason::UnitAtLeastOne(unit, _) | Reason::UnitAtMostOne(unit, _) => Some(unit.into()),
            _ => None,
        })
        .collect();
    units.sort_unstable();
    units.dedup();
    units
}
