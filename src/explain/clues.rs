//! What clues say, part by part, and what the rule of 45 says about cages.

use std::sync::Arc;

use itertools::Itertools;

use super::lists::{Index, Lists};
use crate::grid::{Candidate, Cell, Digit};
use crate::rules::clue::Digits;
use crate::rules::{PartIndex, Rules, UnitIndex};
use crate::simplify::{Area, Filter, FilterKind, for_each_area};

/// A statement about the digits of some cells that a step rests on, in addition to truths and
/// links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// A part of a clue, one of [`Rules::parts`].
    Part(PartIndex),
    /// What the rule of 45 says about some cells.
    Sum(Arc<AreaSum>),
}

/// The rule of 45: units add up to a known number, and so do the cages that lie in them, or nearly
/// in them. The innies exceed the outies by as much as the units exceed the cages. A step's formula
/// has only the result: the addition is not part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AreaSum {
    /// Rows, columns, boxes or regions.
    pub units: Vec<UnitIndex>,
    /// The cages, as parts of clues.
    pub cages: Vec<PartIndex>,
    /// Cells of the units that are in none of the cages.
    pub innies: Vec<Cell>,
    /// Cells of the cages that are in none of the units.
    pub outies: Vec<Cell>,
    /// The sum of the units.
    pub total: u32,
    /// The sum of the cages.
    pub of_cages: u32,
}

/// A statement, and how it filters digits.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) statement: Statement,
    pub(super) filter: Filter,
    /// The cells of the filter, each once.
    pub(super) cells: Vec<Cell>,
}

/// What a statement leaves open.
pub(super) struct Left {
    /// By cell of the statement: the digits that some filling holds.
    pub(super) digits: Vec<(Cell, Digits)>,
    /// The digits that all fillings of a cage have, as far as that is known.
    pub(super) common: Digits,
}

impl Left {
    /// The digits that are left for a cell.
    pub(super) fn of(&self, cell: Cell) -> Digits {
        self.digits.iter().find(|(of, _)| *of == cell).map_or(Digits::MAX, |(_, digits)| *digits)
    }
}

/// All statements of some rules.
#[derive(Debug)]
pub(super) struct Statements {
    all: Vec<Known>,
    of_cell: Lists,
    side: usize,
}

impl Statements {
    /// The most units and cells of a sum that people add up.
    const MOST_UNITS: usize = 3;
    const MOST_CELLS: usize = 6;

    pub(super) fn new(rules: &Rules) -> Statements {
        let known = |statement, filter: Filter| {
            let cells = filter.cells.iter().copied().sorted().dedup().collect();
            Known { statement, filter, cells }
        };
        let of_parts = rules.parts().iter().filter_map(|(index, part)| {
            Some(known(Statement::Part(*index), Filter::of_part(rules, part)?))
        });
        let mut all = of_parts.collect_vec();
        for_each_area(rules, Statements::MOST_UNITS, Statements::MOST_CELLS, |area, filter| {
            let Area { units, cages, innies, outies, total, of_cages } = *area;
            let sum = AreaSum {
                units: units.to_vec(),
                cages: cages.to_vec(),
                innies: innies.to_vec(),
                outies: outies.to_vec(),
                total,
                of_cages,
            };
            // The first area that says this is the smallest.
            let is_new = all.iter().all(|known: &Known| match &known.statement {
                Statement::Sum(other) => {
                    (&other.innies, &other.outies) != (&sum.innies, &sum.outies)
                }
                Statement::Part(_) => true,
            });
            if is_new && !cages.is_empty() {
                all.push(known(Statement::Sum(Arc::new(sum)), filter));
            }
        });
        let by_statement: Lists =
            all.iter().map(|known| known.cells.iter().map(|cell| cell.index() as Index)).collect();
        let of_cell = by_statement.inverted(rules.size().cell_count());
        Statements { all, of_cell, side: rules.size().side() }
    }

    pub(super) fn all(&self) -> &[Known] {
        &self.all
    }

    pub(super) fn get(&self, statement: &Statement) -> &Known {
        &self.all[self.index(statement)]
    }

    /// # Panics
    /// If it is not one of these statements.
    pub(super) fn index(&self, statement: &Statement) -> usize {
        let is_it = |known: &Known| known.statement == *statement;
        self.all.iter().position(is_it).expect("a statement of these rules")
    }

    /// The indices of the statements about a cell.
    pub(super) fn of_cell(&self, cell: Cell) -> &[Index] {
        self.of_cell.get(cell.index() as Index)
    }

    /// What a statement leaves if cells, by their index, hold these digits; `None` if the statement
    /// has no filling.
    pub(super) fn left(&self, known: &Known, masks: &[Digits]) -> Option<Left> {
        let Known { filter, cells, .. } = known;
        let mut kept = filter.cells.iter().map(|cell| masks[cell.index()]).collect_vec();
        let common = filter.apply(&mut kept, self.side, &mut Vec::new())?;
        let mut digits = cells.iter().map(|&cell| (cell, Digits::MAX)).collect_vec();
        for (cell, kept) in filter.cells.iter().zip(kept) {
            let at = cells.binary_search(cell).expect("a cell of the filter");
            digits[at].1 &= kept;
        }
        digits.iter().all(|(_, digits)| *digits != 0).then_some(Left { digits, common })
    }

    /// The cells whose lost digits are needed for a claim about what a statement leaves. A cell is
    /// dropped, from the end on, if the claim holds without its lost digits.
    pub(super) fn needed(
        &self,
        known: &Known,
        masks: &[Digits],
        holds: impl Fn(Option<&Left>) -> bool,
    ) -> Vec<Cell> {
        let (mut masks, mut needed) = (masks.to_vec(), Vec::new());
        let all = Digits::MAX >> (64 - self.side);
        for &cell in known.cells.iter().rev() {
            let before = std::mem::replace(&mut masks[cell.index()], all);
            if before != all && !holds(self.left(known, &masks).as_ref()) {
                masks[cell.index()] = before;
                needed.push(cell);
            }
        }
        needed.reverse();
        needed
    }
}

impl Known {
    /// How hard its filter is to follow if cells hold these digits: 0 is easy, 1 medium, 2 hard, 3
    /// expert.
    pub(super) fn weight(&self, masks: &[Digits]) -> usize {
        let open = self.cells.iter().filter(|cell| !masks[cell.index()].is_power_of_two()).count();
        let of_open = match open {
            0..=2 => 0,
            3 => 1,
            4..=5 => 2,
            _ => 3,
        };
        match (&self.statement, &self.filter.kind) {
            (Statement::Sum(sum), _) => {
                let far = usize::from(sum.units.len() > 1);
                (open.max(1) + far).min(3)
            }
            (_, FilterKind::Only(_) | FilterKind::Pair(_)) => 0,
            (_, FilterKind::Sets { .. }) => match self.fitting(masks).len() {
                0..=1 => 0,
                2..=4 => of_open.min(1),
                5..=8 => of_open.min(2),
                _ => of_open,
            },
            _ => of_open,
        }
    }

    /// The sets of a cage that its cells can still hold, by a look at each digit and each cell.
    pub(super) fn fitting(&self, masks: &[Digits]) -> Vec<Digits> {
        let FilterKind::Sets { sets, .. } = &self.filter.kind else { return Vec::new() };
        let of_cells = self.cells.iter().map(|cell| masks[cell.index()]).collect_vec();
        let any = of_cells.iter().fold(0, |all, mask| all | mask);
        let placed = of_cells.iter().filter(|mask| mask.is_power_of_two()).fold(0, |a, m| a | m);
        let fits = |set: &&Digits| {
            *set & !any == 0 && placed & !*set == 0 && of_cells.iter().all(|mask| mask & *set != 0)
        };
        sets.iter().filter(fits).copied().collect()
    }
}

/// The candidates of a cell with these digits, ascending.
pub(super) fn candidates(cell: Cell, mask: Digits) -> impl Iterator<Item = Candidate> {
    digits(mask).map(move |digit| Candidate { cell, digit })
}

/// The digits of a mask, ascending.
pub(super) fn digits(mut mask: Digits) -> impl Iterator<Item = Digit> {
    std::iter::from_fn(move || {
        let index = mask.trailing_zeros() as usize;
        mask &= mask.checked_sub(1)?;
        Some(Digit::from_index(index))
    })
}
