//! Givens and clues that clash: a minimal set, or a smallest set of all.

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
    /// The set clashes; a part of it may clash too.
    Unknown,
    /// If any one of its givens and clues is left out, the set no longer clashes.
    Minimal,
    /// No set of fewer givens and clues clashes.
    Smallest,
}

/// Givens and clues that no grid obeys together.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Conflict {
    /// The givens, by cell. Empty if no grid obeys the rules and these clues.
    pub givens: Vec<Candidate>,
    /// The clues, by their index in [`Rules::clues`], ascending.
    pub clues: Vec<usize>,
    /// What is known about the number of givens and clues.
    pub minimality: Minimality,
    /// Units and pairs that together refute them. `None` if the deadline came before any were
    /// known.
    pub units: Option<ConflictUnits>,
}

/// Units and pairs that no grid with the conflict's givens and clues can satisfy together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConflictUnits {
    /// Which units, in the order of [`Rules::units`].
    pub units: Vec<UnitIndex>,
    /// Which pairs, in the order of [`Rules::pairs`].
    pub pairs: Vec<PairIndex>,
    /// Whether each unit and each pair was shown to be needed: without it there is a grid. `false`
    /// if the deadline came first, or if for some unit or pair no short proof refuted the rest.
    pub minimal: bool,
}

/// Givens and clues of the puzzle that clash, reduced as far as `goal` asks if the time suffices;
/// `None` if the puzzle has a solution.
///
/// *Minimal*: the solver finds a core of the assumed givens and clues. Then those that are not
/// needed for the clash are deleted from the core, one by one. *Smallest*: implicit hitting sets
/// (Ignatiev, Previti, Liffiton & Marques-Silva, *Smallest MUS Extraction with Minimal Hitting Set
/// Dualization*, 2015): a set of givens clashes if and only if it has a given of every correction
/// set (givens without which the rest has a solution). So a smallest set that hits all correction
/// sets known so far is the answer if it clashes; otherwise it leads to unknown correction sets.
/// Our search starts from a minimal set as upper bound, and stops early if the bounds meet.
///
/// The solver's cores are never believed: each core is solved again before it is used. If `units`
/// is known, the set that is returned was refuted once more, in a fresh solver whose proof
/// [`checker`] accepted. `units` are then the units and pairs of the clauses that this proof rests
/// on, without those that turn out not to be needed when they are deleted one by one. Two givens
/// that must differ but are the same need no proof. If the goal is `Unknown`, only little effort is
/// then spent on whether any grid obeys the rules (if not, the empty set of givens clashes).
///
/// # Errors
/// [`SolveError::TimedOut`] if it was not known by the deadline whether there is a clash;
/// [`SolveError::TooLarge`] if the checker does not take the whole formula; [`SolveError::Lied`] and
/// [`SolveError::Solver`] if the solver or its proof was wrong.
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

/// As [`conflict`], without the units and pairs, which take long if they are many.
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

/// Two givens that must differ but are the same; no givens if no grid at all obeys the rules. Only
/// then do fewer than two givens clash: digits are interchangeable, so if there is a grid, there is
/// a grid with any digit in any cell.
///
/// It may take very long to decide whether there is a grid. If the goal is `Unknown`, the solver
/// gives up after a proof that takes about a second to write, and is asked only about rules that
/// are encoded soon.
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
    // For these rules there are grids of any size: the rows are shifted.
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

/// The first unit of two cells that must differ, and their pairs.
fn units_of_two(rules: &Rules, givens: &[Candidate]) -> ConflictUnits {
    let [first, second] = [givens[0].cell, givens[1].cell];
    let pairs = rules.pairs_of(first).iter().copied();
    ConflictUnits {
        units: rules.first_shared_unit(first, second).into_iter().collect(),
        pairs: pairs.filter(|&pair| rules.pair(pair).cells.contains(&second)).collect(),
        minimal: true,
    }
}

/// The rules in a solver; each clue holds only if its literal is assumed. Sets are ascending
/// indices: of `givens`, then of clues.
pub(super) struct Search {
    pub givens: Vec<Candidate>,
    pub session: Session,
    /// By index: the literal that is assumed for it.
    lits: Vec<Lit>,
    /// The rules without clues.
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

    /// A grid with these givens that obeys these clues.
    pub fn solve(&mut self, set: &[usize]) -> Result<Option<Grid>, SolveError> {
        let assumed: Vec<Lit> = set.iter().map(|&index| self.lits[index]).collect();
        let Some(grid) = self.session.model(&assumed)? else { return Ok(None) };
        verify(&self.bare, &grid).map_err(SolveError::Lied)?;
        match set.iter().find(|&&index| !self.holds(&grid, index)) {
            None => Ok(Some(grid)),
            Some(_) => Err(SolveError::Solver("its model breaks what was assumed".to_owned())),
        }
    }

    /// Whether a full grid has a given or obeys a clue.
    fn holds(&self, grid: &Grid, index: usize) -> bool {
        match self.givens.get(index) {
            Some(given) => grid.get(given.cell) == Some(given.digit),
            None => {
                let rules = self.session.formula().puzzle.rules();
                !rules.clues()[index - self.givens.len()].is_violated(rules, grid)
            }
        }
    }

    /// `None` if these givens have a solution, else a part of them that has none.
    fn core(&mut self, set: &[usize]) -> Result<Option<Vec<usize>>, SolveError> {
        if self.solve(set)?.is_some() {
            return Ok(None);
        }
        let failed = self.session.failed_lits();
        let core: Vec<usize> =
            set.iter().copied().filter(|&index| failed.contains(&self.lits[index])).collect();
        // If the deadline comes before the core is refuted, the whole set is still refuted.
        let confirmed = core.len() < set.len() && in_time(self.solve(&core))? == Some(None);
        Ok(Some(if confirmed { core } else { set.to_vec() }))
    }

    /// Makes a minimal set a smallest set.
    fn smallest(&mut self, set: &mut Vec<usize>) -> Result<(), SolveError> {
        let (count, deadline) = (self.lits.len(), self.deadline);
        let look = || deadline.ok_or(SolveError::TimedOut);
        let sizes = 1..=set.len() - 1;
        let (found, outcome) = smallest_hitting_sets(count, sizes, false, look, |chosen| {
            let (mut seed, mut correction_sets) = (chosen.to_vec(), Vec::new());
            while let Some(solution) = self.solve(&seed)? {
                let correction_set = self.correction_set(&solution)?;
                // The next correction set shares nothing with this one, which saves hitting sets.
                seed.extend(&correction_set);
                correction_sets.push(correction_set);
            }
            Ok(correction_sets)
        });
        outcome?;
        *set = found.into_iter().next().unwrap_or_else(|| std::mem::take(set));
        Ok(())
    }

    /// The givens and clues outside a maximal set that has a solution and holds what this grid
    /// obeys.
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

/// Units and pairs that refute givens and clues known to clash, made minimal by deletion. A fresh
/// solver has refuted them, with a proof that was checked.
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
    // Units are parts of the rules, and pairs follow them.
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
        // Only now are the solver's cores confirmed.
        if let Some(used) = in_time(rules.used_parts(|part| fewer.contains(&part), deadline))? {
            (parts, minimal) = (used, all_shown);
        }
    }
    // Rules with fewer clues number their units differently.
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

/// A formula, and for each of its clauses the part of the rules that it belongs to, if any.
#[derive(Default)]
struct Stated {
    formula: Cnf,
    parts: Vec<Option<usize>>,
}

impl Stated {
    /// Deletes some of these parts, which refute together with the rest, so that the remaining
    /// parts still do. Also returns whether each remaining part is shown to be needed.
    ///
    /// Without one of its units a conflict of few givens may take very long to refute, so a unit is
    /// kept if the others do not refute within a short proof.
    fn delete(
        &self,
        parts: &[usize],
        deadline: Deadline,
    ) -> Result<(Vec<usize>, bool), SolveError> {
        let (mut fewer, mut all_shown) = (parts.to_vec(), true);
        let mut solver = self.load(parts, deadline)?;
        delete(&mut fewer, |others| {
            // Each refutation has a short proof of its own.
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

    /// A solver with the clauses of these parts, which are ascending, and the clauses of no part.
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

    /// The kept parts, ascending, that an accepted refutation rests on when the other parts are
    /// left out.
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
