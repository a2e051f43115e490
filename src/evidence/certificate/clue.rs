//! Checks that the clauses of clues do not forbid a solution. The check does not use the code that
//! made these clauses. A filling of the cells of a clue's part must satisfy the part's clauses,
//! unless it violates the clue (by [`Clue::is_violated`]), a unit or a pair.

use std::collections::{BTreeMap, HashMap};

use itertools::Itertools;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{CertificateError, FORMULA, rejected};
use crate::answer::Deadline;
use crate::evidence::checker::Clauses;
use crate::grid::{Cell, Digit, Grid};
use crate::rules::{Clue, PairKind, PartIndex, Rules, UnitKind};
use crate::solve::SolveError;

/// How the clauses of clues were compared with the clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClueChecks {
    /// The number of parts of clues for which every filling was tried.
    pub whole: usize,
    /// The number of parts for which only some random fillings were tried: those with more than
    /// 59,049 fillings, or with fillings that take too long to find.
    pub sampled: usize,
}

/// If a part has at most this number of fillings, all are tried: five cells of a 9x9 grid have this
/// number of fillings.
const MOST_FILLINGS: usize = 59_049;
/// The greatest number of steps of the search for all fillings.
const MOST_STEPS: usize = 10 * MOST_FILLINGS;
/// The number of searches for a random filling of a larger part. Their seeds are fixed.
const SAMPLES: u64 = 1_000;
/// The greatest number of steps of the search for one random filling.
const STEPS_A_SAMPLE: usize = 10_000;

/// Checks the units and pairs that come from clues: a clue must forbid the same digit in two cells
/// of the unit or pair.
///
/// # Errors
/// An error for the cells of the first unit or pair for which no clue forbids this.
pub(super) fn check_units_and_pairs(rules: &Rules) -> Result<(), CertificateError> {
    let mut grid = Grid::empty(rules.size());
    let mut differ = |clue: &Clue, cells: [Cell; 2]| {
        let result = rules.size().digits().all(|digit| {
            cells.iter().for_each(|&cell| grid.set(cell, Some(digit)));
            clue.is_violated(rules, &grid)
        });
        cells.iter().for_each(|&cell| grid.set(cell, None));
        result
    };
    let no_clue = |cells: &[Cell]| {
        let names = cells.iter().map(|&cell| rules.size().cell_name(cell)).join(" ");
        Err(rejected(FORMULA, format!("no clue says that {names} hold different digits")))
    };
    for pair in rules.pairs() {
        if let PairKind::Clue(clue) = pair.kind
            && !differ(&rules.clues()[clue as usize], pair.cells)
        {
            return no_clue(&pair.cells);
        }
    }
    for unit in rules.units().iter().filter(|unit| matches!(unit.kind, UnitKind::ExtraRegion(_))) {
        let mut clues = rules.clues().iter();
        let pairs = || unit.cells.iter().copied().array_combinations();
        if !clues.any(|clue| pairs().all(|cells| differ(clue, cells))) {
            return no_clue(&unit.cells);
        }
    }
    Ok(())
}

/// Checks the clauses of parts of clues. No other clause may have their auxiliary variables.
///
/// # Errors
/// An error for the first part whose clauses forbid a filling that the clue allows, or at the
/// deadline.
pub(super) fn check_parts(
    rules: &Rules,
    parts: &BTreeMap<PartIndex, Vec<(usize, &[i32])>>,
    deadline: Deadline,
) -> Result<ClueChecks, CertificateError> {
    let mut checks = ClueChecks::default();
    for (index, clauses) in parts {
        let clue = &rules.clues()[index.clue as usize];
        let mut fillings = Fillings::new(rules, clue, clauses, deadline);
        let (mut count, mut is_right) = (0, true);
        let are_all = fillings.each(&mut MOST_STEPS.clone(), &mut |right| {
            count += 1;
            is_right &= right;
            right && count <= MOST_FILLINGS
        });
        if are_all {
            checks.whole += 1;
        } else if is_right {
            for seed in 0..SAMPLES {
                fillings.random = Some(ChaCha8Rng::seed_from_u64(seed));
                fillings.each(&mut STEPS_A_SAMPLE.clone(), &mut |right| {
                    is_right &= right;
                    false
                });
            }
            checks.sampled += 1;
        }
        deadline.ok_or(SolveError::TimedOut)?;
        if !is_right {
            let (first, clue) = (clauses[0].0 + 1, clue.text(rules));
            return Err(rejected(
                FORMULA,
                format!("the clauses from number {first} on do not state '{clue}'"),
            ));
        }
    }
    Ok(checks)
}

/// A search for fillings of cells: first the cells that the clauses of a part mention, then the
/// other cells of the clue.
struct Fillings<'a> {
    rules: &'a Rules,
    clue: &'a Clue,
    cells: Vec<Cell>,
    /// The number of the cells that the clauses mention.
    stated: usize,
    /// The clauses. Variables are renumbered from 1: first the candidates of each mentioned cell,
    /// by digit, then the auxiliary variables.
    clauses: Clauses,
    variable_count: usize,
    grid: Grid,
    random: Option<ChaCha8Rng>,
    deadline: Deadline,
}

impl<'a> Fillings<'a> {
    fn new(
        rules: &'a Rules,
        clue: &'a Clue,
        clauses: &[(usize, &[i32])],
        deadline: Deadline,
    ) -> Fillings<'a> {
        let (size, side) = (rules.size(), rules.size().side());
        let variables = clauses.iter().flat_map(|(_, clause)| clause.iter());
        let variables = variables.map(|lit| lit.unsigned_abs() as usize - 1).sorted_unstable();
        let (placing, others): (Vec<usize>, Vec<usize>) =
            variables.dedup().partition(|&variable| variable < size.candidate_count());
        let of = placing.into_iter().map(|variable| size.candidate(variable).cell).dedup();
        let mut cells = of.collect_vec();
        let stated = cells.len();
        let mut numbers = HashMap::new();
        for (position, cell) in cells.iter().enumerate() {
            let digits =
                (0..side).map(|digit| (cell.index() * side + digit, position * side + digit));
            numbers.extend(digits);
        }
        numbers.extend((stated * side..).zip(others).map(|(number, variable)| (variable, number)));
        let mut held = Clauses::new(numbers.len());
        for (_, clause) in clauses {
            let renamed = clause
                .iter()
                .map(|lit| (numbers[&(lit.unsigned_abs() as usize - 1)] as i32 + 1) * lit.signum());
            held.add(&renamed.collect_vec());
        }
        cells.extend(clue.cells.iter().copied().unique());
        let cells = cells.into_iter().unique().collect();
        let (grid, variable_count) = (Grid::empty(size), numbers.len());
        Fillings {
            rules,
            clue,
            cells,
            stated,
            clauses: held,
            variable_count,
            grid,
            random: None,
            deadline,
        }
    }

    /// Calls `found` for each filling that the clue allows and in which no two peers are equal. The
    /// argument is whether the clauses allow the filling. The search stops if `found` returns
    /// `false` or the steps are used up. Returns whether the search was completed.
    fn each(&mut self, steps: &mut usize, found: &mut dyn FnMut(bool) -> bool) -> bool {
        let is_refuted = self.clauses.is_refuted();
        self.each_from(0, is_refuted, steps, found)
    }

    /// The same as [`Fillings::each`], but the cells before position `at` are already filled.
    fn each_from(
        &mut self,
        at: usize,
        is_refuted: bool,
        steps: &mut usize,
        found: &mut dyn FnMut(bool) -> bool,
    ) -> bool {
        if at == self.cells.len() || at >= self.stated && !is_refuted {
            // If each variable has a value after propagation and no clause is false, all clauses
            // are true.
            return found(!is_refuted && self.clauses.known_count() == self.variable_count);
        }
        let (cell, side) = (self.cells[at], self.rules.size().side());
        let mut digits = (0..side).collect_vec();
        if let Some(random) = &mut self.random {
            digits.shuffle(random);
        }
        for digit in digits {
            if *steps == 0 || self.deadline.is_over() {
                return false;
            }
            *steps -= 1;
            let placed = Digit::from_index(digit);
            let clashes = self.cells[..at].iter().any(|&other| {
                self.grid.get(other) == Some(placed) && self.rules.are_peers(cell, other)
            });
            self.grid.set(cell, Some(placed));
            if !clashes && !self.clue.is_violated(self.rules, &self.grid) {
                let (mark, mut is_refuted) = (self.clauses.known_count(), is_refuted);
                if at < self.stated && !is_refuted {
                    let number = |other: usize| (at * side + other) as i32 + 1;
                    let lits = (0..side).map(|other| match other == digit {
                        true => number(other),
                        false => -number(other),
                    });
                    is_refuted = !self.clauses.assume(&lits.collect_vec());
                }
                let goes_on = self.each_from(at + 1, is_refuted, steps, found);
                self.clauses.undo_to(mark);
                if !goes_on {
                    self.grid.set(cell, None);
                    return false;
                }
            }
        }
        self.grid.set(cell, None);
        true
    }
}
