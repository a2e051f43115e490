//! Do the clauses of clues forbid a solution? The check uses nothing that made these clauses. A
//! filling of a part's cells must satisfy the clauses of the part, unless it contradicts the clue,
//! as the clue's predicate says, or units and pairs.

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

/// How the clauses of clues were compared with what the clues say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClueChecks {
    /// Parts of clues for which every filling was tried.
    pub whole: usize,
    /// Parts with more than 59,049 fillings, for which some random fillings were tried.
    pub sampled: usize,
}

/// The most fillings of a part that are tried one by one: those of five cells on a 9x9 grid.
const MOST_FILLINGS: usize = 59_049;
/// Steps of the search for all fillings.
const MOST_STEPS: usize = 10 * MOST_FILLINGS;
/// Fillings of a larger part that are tried at random, with a fixed seed.
const SAMPLES: u64 = 1_000;
/// Steps of the search for one random filling.
const STEPS_A_SAMPLE: usize = 10_000;

/// Checks that the units and pairs that the rules take from clues say what the clues say.
///
/// # Errors
/// The clue that does not say so.
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

/// Checks the clauses of parts. Their variables that are no candidates must be in no other clause.
///
/// # Errors
/// The first clause of a part that contradicts a filling which the clue allows; the deadline.
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

/// Fillings of the cells that the clauses of a part mention, then of the other cells of its clue.
struct Fillings<'a> {
    rules: &'a Rules,
    clue: &'a Clue,
    cells: Vec<Cell>,
    /// How many of these cells the clauses mention.
    stated: usize,
    /// The clauses, with variables numbered from 1: digit by digit of each mentioned cell, then
    /// others.
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

    /// For each filling that the clue allows and in which no peers are equal, calls `found` with
    /// whether the clauses allow the filling, until `found` returns `false` or the steps are used
    /// up. Returns whether the search got to the end.
    fn each(&mut self, steps: &mut usize, found: &mut dyn FnMut(bool) -> bool) -> bool {
        let is_refuted = self.clauses.is_refuted();
        self.each_from(0, is_refuted, steps, found)
    }

    /// The same, with the cells before a position filled.
    fn each_from(
        &mut self,
        at: usize,
        is_refuted: bool,
        steps: &mut usize,
        found: &mut dyn FnMut(bool) -> bool,
    ) -> bool {
        if at == self.cells.len() || at >= self.stated && !is_refuted {
            // Propagation that gives all variables a value contradicts no clause.
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
