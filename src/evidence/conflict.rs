//! Givens and clues that clash: a minimal set, or a smallest of all such sets.

use itertools::Itertools;
use varisat::Lit;

use super::checker::{self, CheckError, Cnf, ProofFormat};
use super::hitting_set::smallest_hitting_sets;
use super::prove::{Refuted, check_refutable, refute};
use super::selected::{Selected, delete};
use crate::answer::Deadline;
use crate::dimacs::lits;
use crate::encode::{Encoding, Formula, Reason};
use crate::grid::{Candidate, Grid};
use crate::rules::{Group, PairIndex, Puzzle, Rules, UnitIndex};
use crate::solve::{Session, SolveError, Varisat, in_time};
use crate::verify::{Clash, clashes, verify};

/// How far a set of clashing givens was reduced.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Minimality {
    /// The set clashes; a smaller part of the set may clash too.
    Unknown,
    /// If any one of its givens and clues is removed, the set no longer clashes.
    Minimal,
    /// No set with fewer givens and clues clashes.
    Smallest,
}

/// Givens and clues that no grid can obey together.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Conflict {
    /// The givens, in the order of their cells. Empty if no grid obeys the rules and these clues.
    pub givens: Vec<Candidate>,
    /// The indices of the clues in [`Rules::clues`], ascending.
    pub clues: Vec<usize>,
    /// How far the set of givens and clues was reduced.
    pub minimality: Minimality,
    /// Units and pairs that together refute the givens and clues. `None` if the deadline passed
    /// before such units and pairs were known.
    pub units: Option<ConflictUnits>,
}

/// Units and pairs that no grid with the conflict's givens and clues can satisfy together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConflictUnits {
    /// The units, in the order of [`Rules::units`].
    pub units: Vec<UnitIndex>,
    /// The pairs, in the order of [`Rules::pairs`].
    pub pairs: Vec<PairIndex>,
    /// Whether each unit and each pair was shown to be needed: without it, there is a grid. `false`
    /// if the deadline passed first, or if a short run of the solver did not decide this for some
    /// unit or pair.
    pub minimal: bool,
}

/// Finds givens and clues of the puzzle that clash. If there is enough time, they are reduced as
/// far as `goal` asks. `None` if the puzzle has a solution.
///
/// *Minimal*: the solver finds a core of the assumed givens and clues. Then givens and clues that
/// are not needed for the clash are deleted from the core, one by one. *Smallest*: implicit hitting
/// sets (Ignatiev, Previti, Liffiton & Marques-Silva, *Smallest MUS Extraction with Minimal Hitting
/// Set Dualization*, 2015, <https://alexeyignatiev.github.io/assets/pdf/iplms-cp15-preprint.pdf>):
/// a correction set is a set of givens without which the other givens have a solution. A set of
/// givens clashes if and only if it has a given of every correction set. So if a smallest set that
/// hits all known correction sets clashes, it is the answer; otherwise, it leads to a new
/// correction set. The search starts with a minimal set as the upper bound, and stops early if the
/// bounds meet.
///
/// The solver's cores of givens and clues are never trusted: each core is solved again before it is
/// used. If `units` is not `None`, a new solver refuted the returned set once more, and [`checker`]
/// accepted its proof. `units` are then the units and pairs of the clauses that this proof uses,
/// without those that are found not to be needed when they are deleted one by one. Two equal givens
/// that must differ need no proof. In this case, if the goal is `Unknown`, only little effort is
/// spent to decide whether any grid obeys the rules (if not, the empty set of givens clashes).
///
/// # Errors
/// [`SolveError::TimedOut`] if it was not known by the deadline whether there is a clash;
/// [`SolveError::TooLarge`] if the whole formula is too large for the checker; [`SolveError::Lied`]
/// and [`SolveError::Solver`] if the solver or its proof was wrong.
pub fn conflict(
    puzzle: &Puzzle,
    goal: Minimality,
    deadline: Deadline,
) -> Result<Option<Conflict>, SolveError> {
    let Some(mut conflict) = clashing_givens(puzzle, goal, deadline)? else { return Ok(None) };
    conflict.units = match conflict.bond(puzzle.rules()) {
        Some(_) => Some(units_of_two(puzzle.rules(), &conflict.givens)),
        None => in_time(units_that_refute(puzzle, &conflict, deadline))?,
    };
    Ok(Some(conflict))
}

/// The same as [`conflict`], but without the units and pairs: if there are many, they take long to
/// find.
pub(crate) fn clashing_givens(
    puzzle: &Puzzle,
    goal: Minimality,
    deadline: Deadline,
) -> Result<Option<Conflict>, SolveError> {
    let rules = puzzle.rules();
    if rules.clues().is_empty()
        && let Some(clash) = clashes(rules, puzzle.givens()).first()
    {
        return two_givens(puzzle, clash, goal, deadline).map(Some);
    }
    check_refutable(puzzle.size().candidate_count())?;
    let mut search = Search::new(puzzle, Varisat::new(deadline), deadline);
    let all: Vec<usize> = (0..search.givens.len() + rules.clues().len()).collect();
    let Some(mut set) = search.core(&all)? else { return Ok(None) };
    let is_minimal = goal > Minimality::Unknown
        && in_time(delete(&mut set, |others| search.core(others)))?.is_some();
    let minimality = match set.len() {
        0 => Minimality::Smallest,
        _ if !is_minimal => Minimality::Unknown,
        1 => Minimality::Smallest,
        // One given alone never clashes: digits are interchangeable.
        2 if rules.clues().is_empty() => Minimality::Smallest,
        _ if goal < Minimality::Smallest => Minimality::Minimal,
        _ if in_time(search.smallest(&mut set))?.is_some() => Minimality::Smallest,
        _ => Minimality::Minimal,
    };
    let (givens, clues): (Vec<usize>, Vec<usize>) =
        set.into_iter().partition(|&index| index < search.givens.len());
    let clues = clues.into_iter().map(|index| index - search.givens.len()).collect();
    let givens = givens.into_iter().map(|index| search.givens[index]).collect();
    Ok(Some(Conflict { givens, clues, minimality, units: None }))
}

/// The conflict of two equal givens that must differ, or of no givens if no grid obeys the rules.
/// Only in this second case do fewer than two givens clash: digits are interchangeable, so if there
/// is a grid, there is a grid with any digit in any cell.
///
/// It may take very long to decide whether there is a grid. If the goal is `Unknown`, the solver is
/// used only for rules that are quickly encoded, and gives up after a proof that takes about a
/// second to write.
fn two_givens(
    puzzle: &Puzzle,
    clash: &Clash,
    goal: Minimality,
    deadline: Deadline,
) -> Result<Conflict, SolveError> {
    const SOON_ENCODED: usize = 1 << 14;
    const SECOND_OF_PROOF_BYTES: u64 = 1 << 23;
    let two = |minimality| Conflict {
        givens: clash.cells.map(|cell| Candidate { cell, digit: clash.digit }).to_vec(),
        clues: Vec::new(),
        minimality,
        units: None,
    };
    // These rules have grids of any size, made of shifted rows.
    if puzzle.rules().is_classic() || puzzle.rules().is_latin() {
        return Ok(two(Minimality::Smallest));
    }
    let variable_count = puzzle.size().candidate_count();
    let most_bytes = match goal {
        Minimality::Unknown if variable_count > SOON_ENCODED => {
            return Ok(two(Minimality::Unknown));
        }
        Minimality::Unknown => Some(SECOND_OF_PROOF_BYTES),
        _ => check_refutable(variable_count).map(|()| None)?,
    };
    let rules = Formula::whole(&puzzle.without_givens(), Encoding::default());
    let backend = Varisat::limited(deadline, most_bytes);
    let found = Session::load(backend, rules).solve(&[]);
    Ok(match in_time(found)? {
        Some(Some(_)) => two(Minimality::Smallest),
        Some(None) => Conflict { givens: Vec::new(), ..two(Minimality::Smallest) },
        None => two(Minimality::Unknown),
    })
}

/// The first unit that the cells of two givens share, and the pairs of these cells.
fn units_of_two(rules: &Rules, givens: &[Candidate]) -> ConflictUnits {
    let [first, second] = [givens[0].cell, givens[1].cell];
    let pairs = rules.pairs_of(first).iter().copied();
    ConflictUnits {
        units: rules.first_shared_unit(first, second).into_iter().collect(),
        pairs: pairs.filter(|&pair| rules.pair(pair).cells.contains(&second)).collect(),
        minimal: true,
    }
}

/// The rules in a solver; each clue must hold only if its literal is assumed. A set of givens and
/// clues is a list of ascending indices: first those of `givens`, then those of clues.
pub(super) struct Search {
    pub givens: Vec<Candidate>,
    pub session: Session,
    /// For each index: the literal to assume for the given or clue.
    lits: Vec<Lit>,
    /// The puzzle without givens and clues.
    bare: Puzzle,
    deadline: Deadline,
}

impl Search {
    pub fn new(puzzle: &Puzzle, backend: Varisat, deadline: Deadline) -> Search {
        let (mut empty, mut bare) = (puzzle.without_givens(), puzzle.without_givens());
        let mut selectors = Vec::new();
        let clue_count = puzzle.rules().clues().len();
        if clue_count > 0 {
            let with = |rules| Puzzle::new(rules, empty.givens().clone()).expect("of the size");
            bare = with(puzzle.rules().with_clues(Vec::new()).expect("no clues"));
            empty = with(puzzle.rules().with_clues_apart());
            let formula = Formula::whole(&empty, Encoding::default());
            let first = formula.dimensions().variables;
            selectors = (first..first + clue_count).map(|at| Lit::from_index(at, true)).collect();
        }
        let (formula, rules) = (Formula::whole(&empty, Encoding::default()), empty.rules());
        let session = Session::selecting(backend, formula, |reason| match reason {
            Reason::Clue(index) => Some(selectors[index.clue as usize]),
            Reason::AtMostOne(group) => rules.clue_of(group).map(|clue| selectors[clue]),
            _ => None,
        });
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        let lits = givens.iter().map(|&given| session.formula().lit(given)).chain(selectors);
        Search { lits: lits.collect(), givens, session, bare, deadline }
    }

    /// A grid with these givens that obeys these clues, if there is one.
    pub fn solve(&mut self, set: &[usize]) -> Result<Option<Grid>, SolveError> {
        let assumed: Vec<Lit> = set.iter().map(|&index| self.lits[index]).collect();
        let Some(grid) = self.session.model(&assumed)? else { return Ok(None) };
        verify(&self.bare, &grid).map_err(SolveError::Lied)?;
        match set.iter().find(|&&index| !self.holds(&grid, index)) {
            None => Ok(Some(grid)),
            Some(_) => Err(SolveError::Solver("its model breaks what was assumed".to_owned())),
        }
    }

    /// Whether a full grid has the given, or obeys the clue, with this index.
    fn holds(&self, grid: &Grid, index: usize) -> bool {
        match self.givens.get(index) {
            Some(given) => grid.get(given.cell) == Some(given.digit),
            None => {
                let rules = self.session.formula().puzzle.rules();
                !rules.clues()[index - self.givens.len()].is_violated(rules, grid)
            }
        }
    }

    /// `None` if these givens and clues have a solution; otherwise a part of them (or all) that has
    /// none.
    fn core(&mut self, set: &[usize]) -> Result<Option<Vec<usize>>, SolveError> {
        if self.solve(set)?.is_some() {
            return Ok(None);
        }
        let failed = self.session.failed_lits();
        let core: Vec<usize> =
            set.iter().copied().filter(|&index| failed.contains(&self.lits[index])).collect();
        // If the deadline passes before the core is refuted again, the whole set is returned, which
        // is refuted too.
        let confirmed = core.len() < set.len() && in_time(self.solve(&core))? == Some(None);
        Ok(Some(if confirmed { core } else { set.to_vec() }))
    }

    /// Replaces a minimal set by a smallest set.
    fn smallest(&mut self, set: &mut Vec<usize>) -> Result<(), SolveError> {
        let (count, deadline) = (self.lits.len(), self.deadline);
        let look = || deadline.ok_or(SolveError::TimedOut);
        let sizes = 1..=set.len() - 1;
        let (found, outcome) = smallest_hitting_sets(count, sizes, false, look, |chosen| {
            let (mut seed, mut correction_sets) = (chosen.to_vec(), Vec::new());
            while let Some(solution) = self.solve(&seed)? {
                let correction_set = self.correction_set(&solution)?;
                // The next correction set has no element of this set, so fewer hitting sets have to
                // be tried.
                seed.extend(&correction_set);
                correction_sets.push(correction_set);
            }
            Ok(correction_sets)
        });
        outcome?;
        *set = found.into_iter().next().unwrap_or_else(|| std::mem::take(set));
        Ok(())
    }

    /// Extends the givens and clues that this grid obeys to a maximal set that has a solution.
    /// Returns all other givens and clues.
    fn correction_set(&mut self, solution: &Grid) -> Result<Vec<usize>, SolveError> {
        let mut kept: Vec<bool> =
            (0..self.lits.len()).map(|index| self.holds(solution, index)).collect();
        for index in 0..kept.len() {
            if kept[index] {
                continue;
            }
            let extended: Vec<usize> =
                (0..kept.len()).filter(|&other| kept[other] || other == index).collect();
            if let Some(solution) = self.solve(&extended)? {
                for (index, kept) in kept.iter_mut().enumerate() {
                    *kept |= self.holds(&solution, index);
                }
            }
        }
        Ok((0..kept.len()).filter(|&index| !kept[index]).collect())
    }
}

/// Units and pairs that refute the givens and clues of a conflict, reduced by deletion. A new
/// solver has refuted them with a proof, and the proof was checked.
fn units_that_refute(
    puzzle: &Puzzle,
    conflict: &Conflict,
    deadline: Deadline,
) -> Result<ConflictUnits, SolveError> {
    let own = puzzle.rules();
    let mut grid = Grid::empty(puzzle.size());
    conflict.givens.iter().for_each(|given| grid.set(given.cell, Some(given.digit)));
    let mut puzzle = puzzle.with_givens(grid).expect("a grid of the puzzle's size");
    if !puzzle.rules().clues().is_empty() {
        let clues = conflict.clues.iter().map(|&clue| puzzle.rules().clues()[clue].clone());
        let rules = puzzle.rules().with_clues(clues.collect()).expect("some of those it has");
        puzzle = Puzzle::new(rules, puzzle.givens().clone()).expect("of its size");
    }
    let formula = Formula::whole(&puzzle, Encoding::default());
    // The parts of the rules are the units, followed by the pairs.
    let unit_count = puzzle.rules().units().len();
    let mut rules = Stated::default();
    let mut watch = deadline.watch(SolveError::TimedOut);
    formula.try_for_each_clause(|clause, reason| {
        check_refutable(clause.iter().map(|lit| lit.index() + 1).max().unwrap_or(0))?;
        rules.formula.push(clause.iter().map(|lit| lit.to_dimacs() as i32));
        rules.parts.push(match reason {
            Reason::AtLeastOne(Group::Unit(unit, _)) | Reason::AtMostOne(Group::Unit(unit, _)) => {
                Some(unit.index())
            }
            Reason::AtMostOne(Group::Pair(pair, _)) => Some(unit_count + pair.index()),
            _ => None,
        });
        watch()
    })?;
    let mut parts = rules.used_parts(|_| true, deadline)?;
    let mut minimal = false;
    if let Some((fewer, all_shown)) = in_time(rules.delete(&parts, deadline))? {
        // The cores that the solver reported during the deletion are confirmed only now.
        if let Some(used) = in_time(rules.used_parts(|part| fewer.contains(&part), deadline))? {
            (parts, minimal) = (used, all_shown);
        }
    }
    // In rules with fewer clues, units have other indices.
    let own_unit = |&unit: &usize| {
        let cells = &puzzle.rules().units()[unit].cells;
        own.indexed_units().find(|(_, known)| known.cells == *cells).map(|(unit, _)| unit)
    };
    let own_pair = |&pair: &usize| {
        let cells = puzzle.rules().pairs()[pair - unit_count].cells;
        let mut pairs = own.pairs_of(cells[0]).iter().copied();
        pairs.find(|&pair| own.pair(pair).cells == cells)
    };
    let (units, pairs) = parts.split_at(parts.partition_point(|&part| part < unit_count));
    Ok(ConflictUnits {
        units: units.iter().filter_map(own_unit).sorted_unstable().collect(),
        pairs: pairs.iter().filter_map(own_pair).sorted_unstable().collect(),
        minimal,
    })
}

/// A formula, and for each of its clauses the part of the rules to which it belongs, if any.
#[derive(Default)]
struct Stated {
    formula: Cnf,
    parts: Vec<Option<usize>>,
}

impl Stated {
    /// These parts are unsatisfiable together with the clauses of no part. Deletes some of them so
    /// that the others are still unsatisfiable. Also returns whether each remaining part is shown
    /// to be needed.
    ///
    /// If one unit is left out, a conflict of few givens may take very long to refute. So a unit is
    /// kept if the solver does not refute the other units with a short proof.
    fn delete(
        &self,
        parts: &[usize],
        deadline: Deadline,
    ) -> Result<(Vec<usize>, bool), SolveError> {
        let (mut fewer, mut all_shown) = (parts.to_vec(), true);
        let mut solver = self.load(parts, deadline)?;
        delete(&mut fewer, |others| {
            // The limit is for each refutation separately.
            solver.solver.limits.written.set(0);
            match solver.core(others) {
                Err(SolveError::TimedOut) if !deadline.is_over() => {
                    all_shown = false;
                    solver = self.load(parts, deadline)?;
                    Ok(None)
                }
                core => core,
            }
        })?;
        Ok((fewer, all_shown))
    }

    /// A solver with the clauses of these parts (ascending) and all clauses that belong to no part.
    fn load(&self, parts: &[usize], deadline: Deadline) -> Result<Selected, SolveError> {
        const SHORT_PROOF_BYTES: u64 = 1 << 18;
        let solver = Varisat::limited(deadline, SHORT_PROOF_BYTES);
        let mut selected = Selected::new(solver, self.formula.variable_count());
        let clauses = self.formula.clauses().zip(&self.parts);
        deadline.for_each(SolveError::TimedOut, clauses, |(clause, &part)| {
            if part.is_none_or(|part| parts.binary_search(&part).is_ok()) {
                selected.add(lits(clause), part);
            }
        })?;
        Ok(selected)
    }

    /// Refutes the kept parts alone. Returns those parts, ascending, that the accepted proof uses.
    fn used_parts(
        &self,
        is_kept: impl Fn(usize) -> bool,
        deadline: Deadline,
    ) -> Result<Vec<usize>, SolveError> {
        let (mut formula, mut kept) = (Cnf::default(), Vec::new());
        let clauses = self.formula.clauses().zip(&self.parts);
        deadline.for_each(SolveError::TimedOut, clauses, |(clause, &part)| {
            if part.is_none_or(&is_kept) {
                formula.push(clause.iter().copied());
                kept.push(part);
            }
        })?;
        let Refuted::Proof(proof) = refute(&formula, ProofFormat::Lrat, usize::MAX, deadline)?
        else {
            return Err(SolveError::Solver(
                "it refuted a conflict when first asked, but not when asked again".into(),
            ));
        };
        let checked = checker::check(&formula, &proof[..], ProofFormat::Lrat, deadline);
        let checked = checked.map_err(|error| match error {
            CheckError::TimedOut => SolveError::TimedOut,
            error => SolveError::Solver(format!("the proof of a conflict is wrong: {error}")),
        })?;
        let used = checked.used.into_iter().filter_map(|clause_index| kept[clause_index]);
        Ok(used.sorted_unstable().dedup().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clash_is_kept_where_the_limit_comes_before_its_core_is_confirmed() {
        let puzzle = Puzzle::classic("12.. ..3. .... 34..".parse().unwrap());
        let search = |most_bytes| {
            let backend = Varisat::limited(Deadline::NONE, most_bytes);
            Search::new(&puzzle, backend, Deadline::NONE)
        };
        let (mut unlimited, all) = (search(u64::MAX), [0, 1, 2, 3, 4]);
        assert_eq!(unlimited.solve(&all), Ok(None));
        let enough = unlimited.session.statistics.proof_bytes.unwrap();
        assert!(unlimited.core(&all).unwrap().is_some_and(|core| core.len() < 5));
        assert_eq!(search(enough).core(&all), Ok(Some(all.to_vec())));
    }
}
